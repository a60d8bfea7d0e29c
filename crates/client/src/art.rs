//! Our own art, as SVG. Colours come from the style sheets, so that it follows light and dark.

/// A lotus: the mark of the house.
pub const LOTUS: &str = include_str!("../art/lotus.svg");
/// A wheel with eight teeth.
pub const GEAR: &str = include_str!("../art/gear.svg");
/// A band of arches and buds.
pub const BORDER: &str = include_str!("../art/border.svg");

/// The pictures that games have, by their keys.
const CARDS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// The picture of a game.
pub fn of(game: &str) -> &'static str {
    let card = CARDS.iter().find(|(key, _)| *key == game);
    card.map_or(LOTUS, |(_, picture)| picture)
}
