//! All data printed on the components. No other module contains these numbers.
//!
//! Each table names its source: *rulebook* (stated in words by an edition), *public* (a public web page) or *reconstructed* (printed
//! only as a picture; the value is derived or designed, and a word states the confidence: forced, high, medium, low). To correct a tile
//! against the printed game, change one line here.

mod effect;
mod items;
pub mod maharajah;
mod objectives;
mod personal_board;
mod temple;
mod town;

pub use effect::{Effect, UpgradeChoice, UpgradeKind};
pub use items::*;
pub use objectives::*;
pub use personal_board::*;
pub use temple::*;
pub use town::*;

use kit::Key;

/// Most workers in a section, and the largest group that can be lifted. Rulebook.
pub const SECTION_CAPACITY: u8 = 4;
/// Counters that an elephant carries. Rulebook.
pub const ELEPHANT_CAPACITY: u8 = 6;
/// Counters of a side. Rulebook.
pub const COUNTERS: u8 = 16;
/// Counters on a personal board at the start: 4 mahout, 4 objective and 3 storehouse spaces. Reconstructed, forced.
pub const COUNTERS_ON_BOARD: u8 = 11;
/// Counters on a player's market space at the start. Rulebook.
pub const COUNTERS_IN_MARKET: u8 = 5;
/// Spaces of the printed storehouse. Rulebook.
pub const STARTING_STOREHOUSE: u8 = 4;
/// Storehouse spaces on a personal board. Reconstructed, forced.
pub const STOREHOUSE_SPACES: u8 = 3;
/// Prestige at the start. Rulebook.
pub const START_PRESTIGE: i16 = 5;
/// Coins at the start. Rulebook.
pub const START_COINS: u8 = 1;
/// Prestige for each own counter under a new donation. Rulebook.
pub const SUPPORT_PRESTIGE: u8 = 1;
/// Prestige for the active player for each follower. Rulebook.
pub const FOLLOW_PRESTIGE: u8 = 1;
/// Prestige for a counter that is due when the market space is empty. Rulebook.
pub const MISSING_COUNTER_PRESTIGE: u8 = 1;
/// Prestige for the first and the second of an objective of type A. Rulebook.
pub const OBJECTIVE_RANKS: [u8; 2] = [5, 2];
/// Tax icons of an objective, visible face down. Rulebook for the opening objective, reconstructed (high) for the others.
pub const OBJECTIVE_TAX: u8 = 1;
/// The last step of a knowledge track. Reconstructed, medium.
pub const LAST_STEP: u8 = 7;
/// Workers of each colour on the ring. Rulebook.
pub const WORKERS_OF_A_COLOUR: u8 = 3;

kit::ids! {
    /// One of the three parts of the game.
    pub enum Decade: "decade" {
        /// The first decade.
        I = "I",
        /// The second decade.
        Ii = "II",
        /// The third decade.
        Iii = "III",
    }
}

/// Rounds of a decade. Rulebook.
pub const ROUNDS: u8 = 4;

impl Decade {
    /// Returns the item of this decade from a list of three.
    pub fn pick<T>(self, [first, second, third]: [T; 3]) -> T {
        match self {
            Decade::I => first,
            Decade::Ii => second,
            Decade::Iii => third,
        }
    }

    /// Returns the next decade.
    pub fn next(self) -> Option<Decade> {
        Decade::at(self.index() + 1)
    }

    /// Prestige lost for passing the Maharajah, and for each unpaid coin of tax. Rulebook.
    pub const fn penalty(self) -> u8 {
        match self {
            Decade::I => 1,
            Decade::Ii => 2,
            Decade::Iii => 3,
        }
    }
}
