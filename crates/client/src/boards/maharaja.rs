//! Maharaja's board: the map, the Maharaja track, the court, the tiles, and the choices for planning and acting.

pub(super) mod atlas;
mod brahmabot;
mod court;
mod fold;
mod map;
mod moment;
mod pieces;
mod place;
mod question;
mod retell;
mod say;
mod scene;
mod signs;
mod spot;
mod stage;
mod tiles;
mod track;
mod wheel;
mod why;

use super::sign::signs_of;
use super::{Drawn, Sheet};
use ::maharaja::components::Reward;
use ::maharaja::{Maharaja, Stage as Now};
use brahmabot::BrahmabotRow;
use court::Court;
use leptos::prelude::*;
use map::Map;
use scene::Scene;
use stage::Stage;
use tiles::{Belongings, CharacterTiles, RewardTiles};
use track::FlagTrack;

/// The board of *Maharaja*.
pub const BOARD: Drawn = Drawn {
    symbols: include_str!("../../../../games/maharaja/art/symbols.svg"),
    sheets: &["map", "court"],
    provide: Scene::provide,
    leads_to: |seen| leads_to(Scene::new(seen)),
    board: |seen| board(Scene::new(seen)).into_any(),
    stage: |seen| view! { <Stage scene=Scene::new(seen)/> }.into_any(),
    belongings: |seen, seat| view! { <Belongings scene=Scene::new(seen) seat/> }.into_any(),
    question: |seen| question::question(super::scene::Scene::new(seen)),
    moment: moment::moment,
    reasons: retell::reasons,
    tie: moment::tie,
    signs: |event| signs_of::<Maharaja>(event, signs::signs),
    ..Drawn::of::<Maharaja>()
};

/// A scoring and the choice of a character are about the court, everything else about the map.
fn leads_to(scene: Scene) -> &'static str {
    match scene.of(|open| open.stage) {
        Some(Now::Reward(rewarding))
            if rewarding.applying.map(|applying| applying.reward) == Some(Reward::FreeShrine) =>
        {
            "map"
        }
        Some(Now::Reward(_) | Now::ChooseCharacter { .. } | Now::Victim { .. }) => "court",
        _ => "map",
    }
}

fn board(scene: Scene) -> impl IntoView {
    view! {
        <Sheet seen=scene.seen name="map">
            <FlagTrack scene/>
            <Map scene/>
        </Sheet>
        <Sheet seen=scene.seen name="court">
            <div class="mr-side" tabindex="0">
                <Court scene/>
                <RewardTiles scene/>
                <CharacterTiles scene/>
                <BrahmabotRow scene/>
            </div>
        </Sheet>
    }
}
