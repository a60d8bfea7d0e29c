//! The page's own art, as SVG. Colours come from the style sheets, so that it follows the theme.

use crate::browser;

/// A lotus, the logo.
pub const LOTUS: &str = include_str!("../art/lotus.svg");
/// A gear with eight teeth.
pub const GEAR: &str = include_str!("../art/gear.svg");
/// A band of arches and buds.
pub const BORDER: &str = include_str!("../art/border.svg");

/// Returns the address of a picture of a game's board; `None` for a game without one.
pub fn board(game: &str) -> Option<String> {
    browser::body_attribute(&format!("data-board-{game}"))
}
