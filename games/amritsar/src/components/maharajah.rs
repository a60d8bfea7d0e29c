//! The board of the automatic opponent.

use super::{Colour, Decade, Resource};
use kit::By;

/// A gain for the last counter of a row, or on a space of the white-worker track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gift {
    /// Nothing.
    Nothing,
    /// Prestige.
    Prestige(u8),
    /// Gold from the quarry.
    Gold,
    /// Gold from the quarry and prestige.
    GoldAndPrestige(u8),
    /// A number of marble from the quarry.
    Marble(u8),
    /// A counter.
    Counter,
    /// A marble, then a counter.
    MarbleAndCounter,
}

/// Counters on his board. Rulebook.
pub const BOARD_COUNTERS: u8 = 15;
/// Counters on his elephant at the start. Rulebook.
pub const ELEPHANT_COUNTERS: u8 = 1;
/// Counters on his elephant at the start of a hard game. Rulebook.
pub const HARD_ELEPHANT_COUNTERS: u8 = 2;
/// The initial content of his storehouse. Rulebook.
pub const START_STOREHOUSE: By<Resource, u8, 3> = By::new([1, 0, 0]);
/// Counters in a row. Reconstructed, low.
pub const ROW: u8 = 3;
/// The content of the quarry when his storehouse is empty. Reconstructed, low.
pub const QUARRY: By<Resource, u8, 3> = By::new([4, 3, 2]);
/// Spaces of his storehouse, each with a printed coin. Reconstructed, low.
pub const STOREHOUSE: u8 = 9;
/// Prestige for a resource that is due when the quarry is empty. Rulebook.
pub const MISSING_RESOURCE_PRESTIGE: u8 = 1;
/// The space of the white-worker track that counts resources at the end. Reconstructed, low.
pub const RESOURCES_MARKER: u8 = 6;
/// The last space of the white-worker track, which counts visible coins at the end. Reconstructed, low.
pub const LAST_MARKER: u8 = 7;
/// How often his objective counts in a hard game; otherwise once. Rulebook.
pub const HARD_OBJECTIVE: i16 = 2;
/// The order of his two actions. Reconstructed, high.
pub const ACTION_ROWS: [Colour; 4] = Colour::ALL;

/// Returns the gain for the last counter of a row, rows counted from 0 at the top. Reconstructed, low.
pub const fn row_gift(row: u8) -> Gift {
    match row {
        0 | 2 => Gift::Prestige(1),
        1 => Gift::Gold,
        3 => Gift::GoldAndPrestige(1),
        4 => Gift::Prestige(2),
        _ => Gift::Nothing,
    }
}

/// Returns the gain of a space of the white-worker track. Reconstructed, low.
pub const fn marker_gift(space: u8) -> Gift {
    match space {
        1 => Gift::Marble(1),
        2 => Gift::Counter,
        3 => Gift::Prestige(2),
        4 => Gift::Marble(2),
        5 => Gift::MarbleAndCounter,
        RESOURCES_MARKER | LAST_MARKER => Gift::Prestige(1),
        _ => Gift::Nothing,
    }
}

/// Returns the resources of the blue action. Rulebook.
pub const fn blue_action(decade: Decade) -> [Resource; 2] {
    match decade {
        Decade::I => [Resource::Marble, Resource::Marble],
        Decade::Ii => [Resource::Marble, Resource::Copper],
        Decade::Iii => [Resource::Copper, Resource::Gold],
    }
}
