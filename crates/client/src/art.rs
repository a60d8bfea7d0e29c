//! The page's own art, as SVG. Colours come from the style sheets, so that it follows the theme.

/// A lotus, the logo.
pub const LOTUS: &str = include_str!("../art/lotus.svg");
/// A gear with eight teeth.
pub const GEAR: &str = include_str!("../art/gear.svg");
/// A band of arches and buds.
pub const BORDER: &str = include_str!("../art/border.svg");

/// The pictures of games, by key.
const CARDS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// Returns the picture of a game.
pub fn of(game: &str) -> &'static str {
    let card = CARDS.iter().find(|(key, _)| *key == game);
    card.map_or(LOTUS, |(_, picture)| picture)
}
