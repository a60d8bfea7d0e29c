//! All data printed on the components. No other module contains these numbers.
//!
//! Each table names its source: the *rulebook*; *public* reports about this edition, or about that of 2004 where stated; or
//! *reconstructed*, which means decided by the specification so that it agrees with everything known about the original.

mod board;
mod brahmabot;
pub mod doubts;
mod tiles;

pub use board::{Bonus, City, Field, Node, Road, Site, Village};
pub use brahmabot::{
    BOT_FIELDS, BOT_FIRST_RANK, BOT_OTHER_RANK, BOT_SHRINE_INCOME, BOT_STATUE_PRICE, BotAction,
    BotTile, Level, SetupTile, Slot, Target,
};
pub use tiles::{Character, FinalTile, Parts, Reward, SpecialRule, Timing, WheelAction};

/// Rounds in a game. Source: rulebook.
pub const ROUNDS: u8 = 7;
/// Coins of each player at the start. Source: rulebook.
pub const START_COINS: u16 = 15;
/// Prestige points of each player at the start. Source: rulebook.
pub const START_PRESTIGE: i16 = 3;
/// Shrines of each colour. Source: rulebook.
pub const SHRINES: u8 = 20;
/// Shrines on each tableau before the first are placed. Source: rulebook.
pub const START_SHRINES: u8 = 8;
/// Starting shrines that each player places. Source: rulebook; where and how public.
pub const SETUP_SHRINES: u8 = 4;
/// Statues of each colour. Source: rulebook.
pub const STATUES: u8 = 7;
/// Action markers. Source: rulebook.
pub const ACTION_MARKERS: u8 = 7;
/// Maharani markers. Source: rulebook.
pub const MAHARANI_MARKERS: usize = 2;
/// Characters in the display that nobody owns. Source: rulebook.
pub const DISPLAY: usize = 3;
/// Coins for a shrine. Source: rulebook.
pub const SHRINE_PRICE: u16 = 1;
/// Coins for a statue in the Maharaja's city. Source: public.
pub const STATUE_PRICE_MAHARAJA: u16 = 12;
/// Coins for a statue in any other city. Source: public.
pub const STATUE_PRICE_ELSEWHERE: u16 = 10;
/// Coins for a statue anywhere else under [`SpecialRule::NoRebate`]. Source: rulebook.
pub const STATUE_PRICE_NO_REBATE: u16 = 12;
/// Coins saved by the two discount actions. Source: rulebook.
pub const DISCOUNT: u16 = 1;
/// Coins saved on each statue by [`Character::CheapStatues`]. Source: rulebook.
pub const CHEAP_STATUES_SAVING: u16 = 3;
/// Coins to the owner of each foreign shrine on the way. Source: public.
pub const TOLL: u16 = 1;

/// Worship points of a statue on the central field. Source: rulebook.
pub const WORSHIP_CENTRAL: u8 = 3;
/// Worship points of a statue on an outer field. Source: rulebook.
pub const WORSHIP_OUTER: u8 = 2;
/// Worship points of an outer statue under [`SpecialRule::WeakOuter`]. Source: rulebook.
pub const WORSHIP_WEAK_OUTER: u8 = 1;
/// Worship points of a shrine. Source: rulebook.
pub const WORSHIP_SHRINE: u8 = 1;
/// Worship points of a priest. Source: rulebook.
pub const WORSHIP_PRIEST: u8 = 1;
/// The number of shrines for one extra worship point with [`Character::ShrinePairs`]. Source: rulebook.
pub const SHRINE_PAIR: u8 = 2;

/// Positions of the Maharaja track. Source: reconstructed from two empty fields, seven flags and seven numbered fields.
pub const TRACK: u8 = 16;
/// Position of the leftmost flag at the start. Source: rulebook.
pub const FIRST_FLAG: u8 = 3;
/// The number of fields by which a flag is shifted to the left. Source: rulebook.
pub const SHIFT: u8 = 3;

/// Positions of the reward track. Source: reconstructed, so that taken tiles fit above the others.
pub const REWARD_POSITIONS: usize = 12;

/// Coins for players without worship in the scored city. Source: rulebook.
pub const COINS_WITHOUT_WORSHIP: u16 = 3;
/// Prestige for the first rank under [`SpecialRule::FirstRankPrestige`]. Source: rulebook.
pub const FIRST_RANK_PRESTIGE: i16 = 1;

/// Prestige for each statue at the end. Source: rulebook.
pub const FINAL_STATUE: i16 = 3;
/// Coins that are worth one prestige point at the end. Source: rulebook.
pub const FINAL_COINS: u16 = 5;
/// Prestige for a city's majority at the end, alone and shared. Source: rulebook.
pub const FINAL_MAJORITY: [i16; 2] = [2, 1];

/// Characters of the recommended first game for four. Source: rulebook.
pub const FIRST_GAME: [Character; 7] = [
    Character::NoEffect,
    Character::TakeShrine,
    Character::PriestPlusOne,
    Character::FreeTravel,
    Character::RemoteBuilding,
    Character::TakeActionMarker,
    Character::CheapStatues,
];

/// Spaces of a village in the largest game. Source: public (2004), carried over.
pub const MOST_VILLAGE_SPACES: usize = 2;

/// The figures that depend on the number of players. Source: rulebook, village spaces public (2004).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// Shrines that one village holds.
    pub village_spaces: usize,
    /// The lowest positions of the reward track, from which tiles are taken.
    pub selectable_rewards: u8,
    /// Coins for first, second, ... in a city scoring.
    pub coins_by_rank: &'static [u16],
}

/// Returns the figures for a number of people; one plays against Brahmabot.
pub const fn table(players: u8) -> Table {
    let (village_spaces, selectable_rewards, coins_by_rank): (_, _, &[u16]) = match players {
        0 | 1 => (1, 2, &[12, 6]),
        2 => (1, 3, &[12, 6]),
        3 => (MOST_VILLAGE_SPACES, 4, &[12, 9, 6]),
        _ => (MOST_VILLAGE_SPACES, 5, &[12, 10, 8, 6]),
    };
    Table {
        village_spaces,
        selectable_rewards,
        coins_by_rank,
    }
}
