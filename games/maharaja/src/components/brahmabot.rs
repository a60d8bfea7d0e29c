//! Brahmabot's tiles and figures.

use super::{City, Field, Village};
use kit::{By, ids};

ids! {
    /// The difficulty of Brahmabot. Source: rulebook.
    pub enum Level: "level" {
        /// Few shrines and no coins at the start.
        Easy = "easy",
        /// More of each.
        Normal = "normal",
        /// Most shrines, coins and prestige at the start.
        Hard = "hard",
    }
}

/// Coins that Brahmabot pays for a statue after a journey. Source: rulebook.
pub const BOT_STATUE_PRICE: u16 = 6;
/// Coins that Brahmabot takes with a shrine after a journey. Source: rulebook.
pub const BOT_SHRINE_INCOME: u16 = 1;
/// Brahmabot's prestige for the first rank. Source: rulebook.
pub const BOT_FIRST_RANK: i16 = 4;
/// Brahmabot's prestige behind the player. Source: rulebook.
pub const BOT_OTHER_RANK: i16 = 1;
/// The fields in the order in which Brahmabot fills them. Source: rulebook, the order of the last four reconstructed.
pub const BOT_FIELDS: [Field; 7] = [
    Field::Centre,
    Field::Top,
    Field::Bottom,
    Field::UpperRight,
    Field::LowerRight,
    Field::LowerLeft,
    Field::UpperLeft,
];

impl Level {
    /// Returns Brahmabot's coins and prestige at the start. Source: rulebook.
    pub const fn start(self) -> (u16, i16) {
        match self {
            Level::Easy => (0, 2),
            Level::Normal => (2, 3),
            Level::Hard => (4, 4),
        }
    }
}

ids! {
    /// A tile with the villages of Brahmabot's first shrines.
    pub enum SetupTile: "set-up tile" {
        /// North.
        North = "p1",
        /// West.
        West = "p2",
        /// East.
        East = "p3",
    }
}

impl SetupTile {
    /// Returns the villages marked for a level, in the order green, blue, red. Source: four, two and two rulebook, villages reconstructed.
    pub fn villages(self, level: Level) -> impl Iterator<Item = Village> {
        use Village::*;
        let (green, blue, red) = match self {
            SetupTile::North => ([V21, V22, V03, V06], [V04, V05], [V01, V02]),
            SetupTile::West => ([V27, V28, V09, V12], [V10, V11], [V07, V08]),
            SetupTile::East => ([V25, V26, V13, V16], [V14, V15], [V19, V20]),
        };
        let (blue, red) = match level {
            Level::Easy => (None, None),
            Level::Normal => (Some(blue), None),
            Level::Hard => (Some(blue), Some(red)),
        };
        let more = [blue, red].into_iter().flatten().flatten();
        green.into_iter().chain(more)
    }
}

ids! {
    /// A main action of Brahmabot. Source: rulebook.
    pub enum BotAction: "action of Brahmabot" {
        /// A statue in the Maharaja's city.
        StatueMaharaja = "a1",
        /// A shrine in the Maharaja's city.
        ShrineMaharaja = "a2",
        /// A statue in the city of the leftmost flag.
        StatueNext = "a3",
        /// A statue in the first city from the left whose central field is free.
        StatueFreeCentre = "a4",
        /// A statue where Brahmabot is a close second.
        StatueCloseSecond = "a5",
    }
}

ids! {
    /// A slot in the row of Brahmabot's tiles. Source: rulebook, the hidden slot reconstructed.
    pub enum Slot: "slot" {
        /// Face up.
        Left = "left",
        /// Face up.
        Middle = "middle",
        /// Face down until it is named.
        Right = "right",
    }
}

/// The destination of Brahmabot's priest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The Maharaja's city.
    Maharaja,
    /// A fixed city.
    City(City),
}

ids! {
    /// An action tile of Brahmabot. Source: number rulebook, contents reconstructed.
    pub enum BotTile: "action tile" {
        /// A1, then to the Maharaja.
        B01 = "b01",
        /// A1, then to Jodhpur.
        B02 = "b02",
        /// A2 and A2, then to Varanasi.
        B03 = "b03",
        /// A2 and A2, then to the Maharaja.
        B04 = "b04",
        /// A2 and A2, then to Delhi.
        B05 = "b05",
        /// A2 and A2, then to Ahmadabad.
        B06 = "b06",
        /// A3, then to the Maharaja.
        B07 = "b07",
        /// A2 and A2, then to Agra.
        B08 = "b08",
        /// A4, then to the Maharaja.
        B09 = "b09",
        /// A4, then to Jaipur.
        B10 = "b10",
        /// A5, then to the Maharaja.
        B11 = "b11",
        /// A5, then to Khajuraho.
        B12 = "b12",
    }
}

/// The data of an action tile.
struct Face {
    main: &'static [BotAction],
    target: Target,
    tick: Slot,
}

const fn face(main: &'static [BotAction], target: Target, tick: Slot) -> Face {
    Face { main, target, tick }
}

static FACES: By<BotTile, Face, 12> = {
    use BotAction::*;
    use City::*;
    use Slot::*;
    use Target::{City as To, Maharaja};
    By::new([
        face(&[StatueMaharaja], Maharaja, Left),
        face(&[StatueMaharaja], To(Jodhpur), Middle),
        face(&[ShrineMaharaja, ShrineMaharaja], To(Varanasi), Right),
        face(&[ShrineMaharaja, ShrineMaharaja], Maharaja, Middle),
        face(&[ShrineMaharaja, ShrineMaharaja], To(Delhi), Right),
        face(&[ShrineMaharaja, ShrineMaharaja], To(Ahmadabad), Left),
        face(&[StatueNext], Maharaja, Right),
        face(&[ShrineMaharaja, ShrineMaharaja], To(Agra), Left),
        face(&[StatueFreeCentre], Maharaja, Left),
        face(&[StatueFreeCentre], To(Jaipur), Middle),
        face(&[StatueCloseSecond], Maharaja, Middle),
        face(&[StatueCloseSecond], To(Khajuraho), Right),
    ])
};

/// The first tile; only used to fill lists of fixed size.
impl Default for BotTile {
    fn default() -> Self {
        BotTile::B01
    }
}

impl BotTile {
    /// Returns the main actions of the upper part, in order.
    pub fn main(self) -> &'static [BotAction] {
        FACES[self].main
    }

    /// Returns the destination of the priest.
    pub fn target(self) -> Target {
        FACES[self].target
    }

    /// Returns the slot that the tile names when it is drawn.
    pub fn tick(self) -> Slot {
        FACES[self].tick
    }
}
