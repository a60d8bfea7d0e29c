//! The temple: donation tiles, temple tiles and the bridge.

use super::{District, Effect, Resource};
use kit::{By, Key};

kit::ids! {
    /// A space of a donation tile: the letter is its level, the number counts from the left.
    #[expect(missing_docs, reason = "their names are their places")]
    pub enum Space: "donation space" {
        A0 = "a0", A1 = "a1", A2 = "a2", A3 = "a3", A4 = "a4",
        B0 = "b0", B1 = "b1", B2 = "b2", B3 = "b3",
        C0 = "c0", C1 = "c1", C2 = "c2",
        D0 = "d0", D1 = "d1",
    }
}

kit::ids! {
    /// A level of the donation tiles.
    #[expect(missing_docs, reason = "they are numbers")]
    pub enum Level: "level" { One = "1", Two = "2", Three = "3", Four = "4" }
}

impl Space {
    /// Returns the level of the space.
    pub const fn level(self) -> Level {
        use Space as S;
        match self {
            S::A0 | S::A1 | S::A2 | S::A3 | S::A4 => Level::One,
            S::B0 | S::B1 | S::B2 | S::B3 => Level::Two,
            S::C0 | S::C1 | S::C2 => Level::Three,
            S::D0 | S::D1 => Level::Four,
        }
    }
}

impl Level {
    /// Returns the cost of a donation. Rulebook.
    pub const fn cost(self) -> By<Resource, u8, 3> {
        By::new(match self {
            Level::One => [1, 0, 0],
            Level::Two => [1, 1, 0],
            Level::Three => [0, 1, 1],
            Level::Four => [0, 0, 2],
        })
    }
}

kit::ids! {
    /// The donation tiles for a number of players; the Maharajah plays with those for two.
    pub enum DonationSet: "set of donation tiles" {
        /// One or two players.
        Two = "p2",
        /// Three players.
        Three = "p3",
        /// Four players.
        Four = "p4",
    }
}

impl DonationSet {
    /// Returns the set for a number of players. Rulebook.
    pub const fn of(players: u8) -> DonationSet {
        match players {
            0..=2 => DonationSet::Two,
            3 => DonationSet::Three,
            _ => DonationSet::Four,
        }
    }

    /// Prestige printed on each space of a tile, in the order of [`Space`]; 0 where there is none.
    /// Reconstructed: the shapes 4-3-2-1, 5-4-2-1 and 5-4-3-2 medium, the numbers low.
    #[rustfmt::skip]
    const fn tile(self, district: District) -> [u8; 14] {
        use District::{East, North, South, West};
        match (self, district) {
            (DonationSet::Two, North)   => [2, 1, 1, 1, 0,  2, 2, 3, 0,  4, 3, 0,  5, 0],
            (DonationSet::Two, East)    => [1, 2, 1, 1, 0,  3, 2, 2, 0,  3, 4, 0,  5, 0],
            (DonationSet::Two, South)   => [1, 1, 2, 1, 0,  2, 3, 2, 0,  4, 3, 0,  5, 0],
            (DonationSet::Two, West)    => [1, 1, 1, 2, 0,  2, 3, 2, 0,  3, 4, 0,  5, 0],
            (DonationSet::Three, North) => [2, 1, 1, 1, 1,  2, 2, 2, 3,  4, 3, 0,  5, 0],
            (DonationSet::Three, East)  => [1, 2, 1, 1, 1,  2, 2, 3, 2,  3, 4, 0,  5, 0],
            (DonationSet::Three, South) => [1, 1, 1, 2, 1,  2, 3, 2, 2,  4, 3, 0,  5, 0],
            (DonationSet::Three, West)  => [1, 1, 1, 1, 2,  3, 2, 2, 2,  3, 4, 0,  5, 0],
            (DonationSet::Four, North)  => [2, 1, 1, 1, 1,  2, 2, 2, 3,  4, 3, 3,  5, 5],
            (DonationSet::Four, East)   => [1, 2, 1, 1, 1,  2, 2, 3, 2,  3, 4, 3,  5, 5],
            (DonationSet::Four, South)  => [1, 1, 1, 2, 1,  2, 3, 2, 2,  3, 4, 3,  5, 5],
            (DonationSet::Four, West)   => [1, 1, 1, 1, 2,  3, 2, 2, 2,  3, 3, 4,  5, 5],
        }
    }

    /// Returns the prestige printed on a space, or `None` if the tile does not have the space.
    pub fn prestige(self, district: District, space: Space) -> Option<u8> {
        let printed = By::<Space, u8, 14>::new(self.tile(district))[space];
        (printed > 0).then_some(printed)
    }

    /// Returns the two spaces below a space; `None` on level 1. Reconstructed, medium.
    pub const fn below(self, space: Space) -> Option<[Space; 2]> {
        use Space as S;
        Some(match (space, self) {
            (S::A0 | S::A1 | S::A2 | S::A3 | S::A4, _) => return None,
            (S::B0, _) => [S::A0, S::A1],
            (S::B1, _) => [S::A1, S::A2],
            (S::B2, _) => [S::A2, S::A3],
            (S::B3, _) => [S::A3, S::A4],
            (S::C0, _) => [S::B0, S::B1],
            (S::C1, DonationSet::Three) | (S::C2, _) => [S::B2, S::B3],
            (S::C1, _) => [S::B1, S::B2],
            (S::D0, _) => [S::C0, S::C1],
            (S::D1, _) => [S::C1, S::C2],
        })
    }

    /// Returns the horizontal position of a space in half steps: centred above the two spaces below it.
    pub fn x(self, space: Space) -> u8 {
        match self.below(space) {
            None => 2 * space.index() as u8,
            Some([left, right]) => (self.x(left) + self.x(right)) / 2,
        }
    }
}

kit::ids! {
    /// A tile with the prestige for the majority in each district.
    #[expect(missing_docs, reason = "what they show stands in the table below")]
    pub enum TempleTile: "temple tile" {
        Temple1 = "temple_1",
        Temple2 = "temple_2",
        Temple3 = "temple_3",
        Temple4 = "temple_4",
    }
}

impl TempleTile {
    /// Prestige for the majority in a district. Each value once is implied by the rulebook; the places are reconstructed, medium.
    pub const fn prestige(self, district: District) -> u8 {
        let by_district = match self {
            TempleTile::Temple1 => [4, 1, 2, 3],
            TempleTile::Temple2 => [1, 4, 3, 2],
            TempleTile::Temple3 => [2, 3, 4, 1],
            TempleTile::Temple4 => [3, 2, 1, 4],
        };
        let [north, east, south, west] = by_district;
        match district {
            District::North => north,
            District::East => east,
            District::South => south,
            District::West => west,
        }
    }
}

kit::ids! {
    /// An action that a bridge tile rewards. Rulebook.
    pub enum Trigger: "trigger" {
        /// Lifting four workers.
        MoveGroupOf4 = "move_group_of_4",
        /// A donation.
        Donation = "donation",
        /// An upgrade.
        Upgrade = "upgrade",
        /// A market action.
        Market = "market",
    }
}

kit::ids! {
    /// A section of the bridge. Rulebook.
    pub enum BridgeTile: "bridge tile" {
        /// A resource of choice for a group of four.
        Group4Resource = "group4_resource",
        /// Prestige for a group of four.
        Group4Pp = "group4_pp",
        /// A coin for a donation.
        DonationCoin = "donation_coin",
        /// Prestige for an upgrade.
        UpgradePp = "upgrade_pp",
        /// A coin for an upgrade.
        UpgradeCoin = "upgrade_coin",
        /// Prestige for a market action.
        MarketPp = "market_pp",
    }
}

impl BridgeTile {
    /// Returns the action that it rewards.
    pub const fn trigger(self) -> Trigger {
        match self {
            BridgeTile::Group4Resource | BridgeTile::Group4Pp => Trigger::MoveGroupOf4,
            BridgeTile::DonationCoin => Trigger::Donation,
            BridgeTile::UpgradePp | BridgeTile::UpgradeCoin => Trigger::Upgrade,
            BridgeTile::MarketPp => Trigger::Market,
        }
    }

    /// Returns the reward. Rulebook.
    pub const fn reward(self) -> Effect {
        match self {
            BridgeTile::Group4Resource => Effect::any_resources(1),
            BridgeTile::DonationCoin | BridgeTile::UpgradeCoin => Effect::coins(1),
            BridgeTile::Group4Pp | BridgeTile::UpgradePp | BridgeTile::MarketPp => {
                Effect::Prestige(1)
            }
        }
    }
}
