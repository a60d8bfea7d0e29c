//! What happened, without words.

use kit::Game;
use leptos::prelude::*;
use serde_json::Value;

/// What an event shows without words.
pub enum Sign {
    /// A picture in the size of the surrounding text.
    Picture(AnyView),
    /// Points won, or lost.
    Points(i32),
}

/// Returns the signs of an event of a game; none if it cannot be parsed.
pub fn signs_of<G: Game>(event: &Value, signs: fn(G::Event) -> Vec<Sign>) -> Vec<Sign> {
    let event = serde_json::from_value(event.clone());
    event.map_or_else(|_| Vec::new(), signs)
}
