//! Our own art, as SVG. Colours come from the style sheets, so that it follows light and dark.

/// A lotus: the mark of the house.
pub const LOTUS: &str = include_str!("../art/lotus.svg");
/// A wheel with eight teeth.
pub const GEAR: &str = include_str!("../art/gear.svg");
/// A band of arches and buds.
pub const BORDER: &str = include_str!("../art/border.svg");

/// The picture of a game.
pub fn of(game: &str) -> &'static str {
    match game {
        "taj-mahal" => include_str!("../art/taj-mahal.svg"),
        "amritsar" => include_str!("../art/amritsar.svg"),
        "maharaja" => include_str!("../art/maharaja.svg"),
        _ => LOTUS,
    }
}
