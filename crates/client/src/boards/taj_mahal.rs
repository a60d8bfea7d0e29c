//! Taj Mahal's board: the map, the court with its tally, the display, and one's own hand.

pub(super) mod atlas;
mod belongings;
mod chosen;
mod court;
mod display;
mod floating;
mod forecast;
mod hand;
mod journey;
mod map;
mod moment;
mod pieces;
mod question;
mod scene;
mod signs;
mod vain;
mod why;

use super::sign::signs_of;
use super::{Drawn, Sheet};
use ::taj_mahal::{Stage, TajMahal};
use belongings::Belongings;
use court::{Court, Rows};
use display::{Display, Draft};
use hand::{Deed, Hand};
use journey::Journey;
use leptos::prelude::*;
use map::Map;
use scene::Scene;

/// The board of *Taj Mahal*.
pub const BOARD: Drawn = Drawn {
    symbols: include_str!("../../../../games/taj-mahal/art/symbols.svg"),
    sheets: &["map", "court"],
    provide: Scene::provide,
    leads_to: |seen| leads_to(Scene::new(seen)),
    board: |seen| board(Scene::new(seen)).into_any(),
    stage: |seen| stage(Scene::new(seen)).into_any(),
    belongings: |seen, seat| view! { <Belongings scene=Scene::new(seen) seat/> }.into_any(),
    question: |seen| question::question(super::scene::Scene::new(seen)),
    moment: moment::moment,
    reasons: moment::reasons,
    tie: moment::tie,
    signs: |event| signs_of::<TajMahal>(event, signs::signs),
    ..Drawn::of::<TajMahal>()
};

/// Palaces are placed on the map; everything else is decided at the court.
fn leads_to(scene: Scene) -> &'static str {
    match scene.open().map(|open| open.stage) {
        Some(Stage::Place(_)) => "map",
        _ => "court",
    }
}

fn board(scene: Scene) -> impl IntoView {
    view! {
        <Sheet seen=scene.seen name="map"><Map scene/></Sheet>
        <Sheet seen=scene.seen name="court">
            <div class="tm-side" tabindex="0">
                <Court scene/>
                <Rows scene/>
                <Display scene/>
                <Journey scene/>
            </div>
        </Sheet>
    }
}

fn stage(scene: Scene) -> impl IntoView {
    let taking = Memo::new(move |_| scene.am_taking());
    view! {
        <Show when=move || taking.get()><Draft scene/></Show>
        <Hand scene/>
        <Show when=move || !taking.get()><Deed scene/></Show>
    }
}
