//! All data printed on the components. No other module contains these numbers.
//!
//! Each table names its source: the *rulebook*; *public* reports about the printed game; or *reconstructed*, which means designed to agree with
//! everything known about the original.

mod cards;
mod court;
mod map;
mod tiles;

pub use cards::{COLOURED, Card, Colour, SHOWING, TWO_ELEPHANTS, WHITE};
pub use court::{MARKER_SYMBOLS, Marker, Special, Symbol};
pub use map::{City, Province};
pub use tiles::{BONUS_TILES, Bonus, Gain, Good, Tile};

/// Visits in a game, one to each province. Source: rulebook.
pub const VISITS: u8 = 12;
/// Cards dealt to each player. Source: rulebook.
pub const HAND_SIZE: u8 = 6;
/// Cards taken from the display when withdrawing; the last player takes [`DRAFT_LAST`]. Source: rulebook.
pub const DRAFT: u8 = 2;
/// Cards taken from the display by the last player to withdraw. Source: rulebook.
pub const DRAFT_LAST: u8 = 1;
/// Cards laid by the absent maharaja in one visit. Source: reconstructed.
pub const ABSENT_MAHARAJA_CARDS: u32 = 3;
/// Influence markers of each kind. Source: rulebook (24 in all) and public (an even split).
pub const MARKERS_OF_A_KIND: u8 = 6;
/// Influence markers of one kind that are worth a special card. Source: rulebook.
pub const MARKERS_FOR_A_SPECIAL: u8 = 2;
/// Points for laying [`Special::Points`]. Source: rulebook.
pub const SPECIAL_POINTS: u16 = 2;
/// Cards in the deck. Source: rulebook.
pub const DECK: usize = 96;
/// The largest display: two cards for each of five players, less one. Source: rulebook.
pub const LARGEST_DISPLAY: usize = 9;
/// Normal palaces that one visit can bring into a province. Source: rulebook (one for each marker).
pub const PALACES_PER_VISIT: u8 = 4;

/// Cards in the display for that many visitors. Source: rulebook.
pub const fn display_size(visitors: u8) -> u8 {
    2 * visitors - 1
}
