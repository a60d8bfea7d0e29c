//! Taj Mahal's board: the map, the court with its tally, the display, and one's own hand.

mod atlas;
mod belongings;
mod chosen;
mod court;
mod display;
mod floating;
mod hand;
mod journey;
mod map;
mod pieces;
mod scene;

use super::Drawn;
use belongings::Belongings;
use court::{Court, Rows};
use display::Display;
use hand::Hand;
use journey::Journey;
use leptos::prelude::*;
use map::Map;
use scene::Scene;

/// The board of *Taj Mahal*.
pub const BOARD: Drawn = Drawn::of::<::taj_mahal::TajMahal>(
    include_str!("../../../../games/taj-mahal/art/symbols.svg"),
    |seen| board(Scene::new(seen)).into_any(),
    |seen, seat| view! { <Belongings scene=Scene::new(seen) seat/> }.into_any(),
);

fn board(scene: Scene) -> impl IntoView {
    view! {
        <Map scene/>
        <div class="tm-side">
            <Court scene/>
            <Rows scene/>
            <Display scene/>
            <Journey scene/>
        </div>
        <Hand scene/>
    }
}
