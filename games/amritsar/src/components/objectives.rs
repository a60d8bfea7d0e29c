//! The objectives.

use super::{District, Level, Track};
use kit::Key;

kit::ids! {
    /// A type of objective; every player gets one of each. Rulebook.
    pub enum ObjectiveType: "type of objective" {
        /// Majorities.
        A = "A",
        /// Knowledge.
        B = "B",
        /// Districts and variety.
        C = "C",
        /// Levels.
        D = "D",
    }
}

kit::ids! {
    /// A secret goal, scored at the end if it lies on the board.
    #[expect(missing_docs, reason = "what they ask for stands in the table below")]
    pub enum Objective: "objective" {
        A1 = "A1", A2 = "A2", A3 = "A3", A4 = "A4", A5 = "A5", A6 = "A6",
        B1 = "B1", B2 = "B2", B3 = "B3", B4 = "B4", B5 = "B5", B6 = "B6",
        C1 = "C1", C2 = "C2", C3 = "C3", C4 = "C4", C5 = "C5", C6 = "C6",
        D1 = "D1", D2 = "D2", D3 = "D3", D4 = "D4", D5 = "D5", D6 = "D6",
    }
}

/// The condition of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Most and second most counters in a district.
    MajorityIn(District),
    /// Most and second most coins.
    MostCoins,
    /// Most and second most resources.
    MostResources,
    /// Both tracks at their end-of-decade step.
    BothTracks([Track; 2], u8),
    /// A track at its last step.
    LastStep(Track, u8),
    /// Prestige for each of the player's counters in a district.
    EachIn(District, u8),
    /// The player's counters in 1, 2, 3, 4 districts.
    Districts([u8; 4]),
    /// The player's counters on 1, 2, 3, 4 levels.
    Levels([u8; 4]),
    /// At least a number of counters on some levels together, for the given prestige.
    AtLeast(&'static [Level], u8, u8),
    /// 1, 2, 3, 4 or more counters on a level.
    Scale(Level, [u8; 4]),
}

impl Objective {
    /// Returns the type.
    pub fn kind(self) -> ObjectiveType {
        ObjectiveType::at(self.index() / Objective::OF_A_TYPE).unwrap_or(ObjectiveType::A)
    }

    /// The number of objectives of each type. Rulebook.
    pub const OF_A_TYPE: usize = 6;

    /// Returns all objectives of a type.
    pub fn of(kind: ObjectiveType) -> impl Iterator<Item = Objective> + Clone {
        Objective::all().filter(move |objective| objective.kind() == kind)
    }

    /// Returns the condition and its prestige. Rulebook; the pairs and last steps of type B are reconstructed, high.
    pub const fn goal(self) -> Goal {
        use Objective as O;
        match self {
            O::A1 => Goal::MajorityIn(District::North),
            O::A2 => Goal::MajorityIn(District::East),
            O::A3 => Goal::MajorityIn(District::South),
            O::A4 => Goal::MajorityIn(District::West),
            O::A5 => Goal::MostCoins,
            O::A6 => Goal::MostResources,
            O::B1 => Goal::BothTracks([Track::Development, Track::Resource], 6),
            O::B2 => Goal::BothTracks([Track::Development, Track::Money], 6),
            O::B3 => Goal::BothTracks([Track::Resource, Track::Money], 6),
            O::B4 => Goal::LastStep(Track::Development, 5),
            O::B5 => Goal::LastStep(Track::Resource, 5),
            O::B6 => Goal::LastStep(Track::Money, 5),
            O::C1 => Goal::EachIn(District::North, 1),
            O::C2 => Goal::EachIn(District::East, 1),
            O::C3 => Goal::EachIn(District::South, 1),
            O::C4 => Goal::EachIn(District::West, 1),
            O::C5 => Goal::Districts([1, 2, 3, 5]),
            O::C6 => Goal::Levels([1, 2, 4, 6]),
            O::D1 => Goal::AtLeast(&[Level::One, Level::Two], 6, 6),
            O::D2 => Goal::AtLeast(&[Level::Two, Level::Three], 4, 5),
            O::D3 => Goal::Scale(Level::One, [1, 2, 3, 5]),
            O::D4 => Goal::Scale(Level::Two, [2, 3, 4, 6]),
            O::D5 => Goal::Scale(Level::Three, [3, 4, 5, 7]),
            O::D6 => Goal::AtLeast(&[Level::Four], 1, 5),
        }
    }

    /// Returns the district of a tile with a star, which the Maharajah can use. Reconstructed, forced: the district tiles of type C.
    pub const fn star(self) -> Option<District> {
        match self.goal() {
            Goal::EachIn(district, _) => Some(district),
            _ => None,
        }
    }
}
