//! Taj Mahal's board: the map, the court with its tally, the display, and one's own hand.

mod atlas;
mod belongings;
mod court;
mod display;
mod floating;
mod hand;
mod journey;
mod map;
mod pieces;
mod scene;

use super::Seen;
use super::generic::GenericBoard;
use belongings::Belongings;
use court::{Court, Rows};
use display::Display;
use hand::Hand;
use journey::Journey;
use kit::Seat;
use leptos::prelude::*;
use map::Map;
use scene::Scene;

/// The board of *Taj Mahal*. A view that it cannot read is shown on the generic board.
#[component]
pub fn TajMahalBoard(seen: Seen) -> impl IntoView {
    let scene = Scene::new(seen);
    let readable = Memo::new(move |_| scene.view.with(Option::is_some));
    view! {
        <Show when=move || readable.get() fallback=move || view! { <GenericBoard seen/> }>
            <div class="board">
                <Map scene/>
                <div class="tm-side">
                    <Court scene/>
                    <Rows scene/>
                    <Display scene/>
                    <Journey scene/>
                </div>
                <Hand scene/>
            </div>
        </Show>
    }
}

/// What lies before a player, for the players' panel.
#[component]
pub fn TajMahalBelongings(seen: Seen, seat: Seat) -> impl IntoView {
    let scene = Scene::new(seen);
    view! { <Belongings scene seat/> }
}
