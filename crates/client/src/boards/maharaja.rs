//! Maharaja's board: the map, the Maharaja track, the court, the tiles, and the place where one plans and acts.

mod atlas;
mod brahmabot;
mod court;
mod dock;
mod map;
mod pieces;
mod place;
mod say;
mod scene;
mod spot;
mod tale;
mod tiles;
mod track;
mod wheel;

use super::Seen;
use super::generic::GenericBoard;
use brahmabot::BrahmabotRow;
use court::Court;
use dock::Dock;
use kit::Seat;
use leptos::prelude::*;
use map::Map;
use scene::Scene;
use tale::{Scored, Tale};
use tiles::{Belongings, CharacterTiles, RewardTiles};
use track::FlagTrack;

/// The board of *Maharaja*. A view that it cannot read is shown on the generic board.
#[component]
pub fn MaharajaBoard(seen: Seen) -> impl IntoView {
    let scene = Scene::new(seen);
    let tale = Tale::of(scene);
    let readable = Memo::new(move |_| scene.view.with(Option::is_some));
    view! {
        <Show when=move || readable.get() fallback=move || view! { <GenericBoard seen/> }>
            <div class="board">
                <FlagTrack scene/>
                <Map scene/>
                <div class="mr-side">
                    <Dock scene/>
                    <Scored scene tale/>
                    <Court scene/>
                    <BrahmabotRow scene tale/>
                    <CharacterTiles scene/>
                </div>
                <RewardTiles scene/>
            </div>
        </Show>
    }
}

/// What lies before a player, for the players' panel.
#[component]
pub fn MaharajaBelongings(seen: Seen, seat: Seat) -> impl IntoView {
    let scene = Scene::new(seen);
    view! { <Belongings scene seat/> }
}
