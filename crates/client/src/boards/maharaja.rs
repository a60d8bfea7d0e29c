//! Maharaja's board: the map, the Maharaja track, the court, the tiles, and the dock for planning and acting.

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

use super::Drawn;
use brahmabot::BrahmabotRow;
use court::Court;
use dock::Dock;
use leptos::prelude::*;
use map::Map;
use scene::Scene;
use tale::{Scored, Tale};
use tiles::{Belongings, CharacterTiles, RewardTiles};
use track::FlagTrack;

/// The board of *Maharaja*.
pub const BOARD: Drawn = Drawn::of::<::maharaja::Maharaja>(
    include_str!("../../../../games/maharaja/art/symbols.svg"),
    |seen| board(Scene::new(seen)).into_any(),
    |seen, seat| view! { <Belongings scene=Scene::new(seen) seat/> }.into_any(),
);

fn board(scene: Scene) -> impl IntoView {
    let tale = Tale::of(scene);
    view! {
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
    }
}
