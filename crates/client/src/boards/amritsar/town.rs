//! The drawn board: the town around the temple.

mod districts;
mod ground;
mod lake;
mod ring;

use self::districts::{Token, corner, district_tile, elephants, path};
use self::ground::ground;
use self::lake::{bridge_tile, cartouche, donation_space, temple};
use self::ring::{Hand, Workers, ring_section};
use super::earned::earned;
use super::layout;
use super::preview;
use super::scene::Scene;
use super::thing::text;
use crate::boards::floating::Floating;
use crate::boards::pan::Pan;
use amritsar::components::*;
use kit::Key;
use leptos::prelude::*;

/// The main board.
#[component]
pub fn Town(scene: Scene) -> impl IntoView {
    let label = text(move || scene.phrase("board-town", &[]));
    // Tiles and pyramids stay the same for a whole game.
    let plan = Memo::new(move |_| {
        scene
            .open()
            .map(|open| (open.donation_set(), open.districts, open.options.players))
    });
    view! {
        <div class="town" data-rules="turn">
            <Pan seen=scene.seen width=layout::SIZE height=layout::SIZE label>
                <g inner_html=ground()></g>
                {District::all().map(|district| path(scene, district)).collect_view()}
                {MaharajahSpace::all().map(|space| corner(scene, space)).collect_view()}
                {move || plan.get().map(|(set, districts, _)| {
                    District::all().map(|district| view! {
                        {districts[district].iter().enumerate().map(|(place, tile)| district_tile(scene, district, place, tile)).collect_view()}
                        {Space::all().filter(|&space| set.prestige(district, space).is_some()).map(|space| donation_space(scene, set, district, space)).collect_view()}
                    }).collect_view()
                })}
                {Section::all().map(|section| ring_section(scene, section)).collect_view()}
                <Workers scene/>
                {Decade::all().map(|decade| bridge_tile(scene, decade)).collect_view()}
                {cartouche(scene)}
                {temple(scene)}
                <Hand scene/>
                {move || plan.get().map(|(_, _, players)| elephants(scene, players))}
                <Token scene/>
                <g class="previews" aria-hidden="true" inner_html=text(move || preview::drawn(scene))></g>
                <Floating played=scene.played earned=move |events| earned(scene, events)/>
            </Pan>
        </div>
    }
}

fn rect(class: &str, [x, y, width, height]: [i32; 4], round: i32) -> String {
    format!(
        r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}"/>"#
    )
}

fn middle([x, y, width, height]: [i32; 4]) -> (i32, i32) {
    (x + width / 2, y + height / 2)
}
