//! Amritsar's board: the town around the temple, market and storehouses beside it, and the players' own boards.

mod belongings;
mod earned;
mod explain;
mod following;
mod glyphs;
mod household;
mod layout;
mod maharajah;
mod market;
mod preview;
mod scene;
mod strip;
mod subject;
mod thing;
mod told;
mod town;

use super::Drawn;
use belongings::Belongings;
use following::Following;
use household::Household;
use kit::Seat;
use leptos::prelude::*;
use maharajah::MaharajahBoard;
use market::{Market, Offer};
use scene::Scene;
use strip::Strip;
use told::{Story, Told};
use town::Town;

/// The board of *Amritsar*.
pub const BOARD: Drawn = Drawn::of::<::amritsar::Amritsar>(
    include_str!("../../../../games/amritsar/art/symbols.svg"),
    |seen| board(Scene::new(seen)).into_any(),
    |seen, seat| view! { <Belongings scene=Scene::new(seen) seat/> }.into_any(),
);

fn board(scene: Scene) -> impl IntoView {
    scene.come_back();
    view! {
        <Town scene/>
        <div class="beside" data-rules="effects">
            <Strip scene/>
            <Following scene/>
            <Told scene story=Story::Decade/>
            <Market scene/>
            <Offer scene/>
        </div>
        <LookedAt scene/>
        <MaharajahBoard scene/>
    }
}

/// The player's own board, or the selected one.
#[component]
fn LookedAt(scene: Scene) -> impl IntoView {
    let seat = Memo::new(move |_| scene.looks_at());
    let elsewhere =
        Memo::new(move |_| scene.seen.looked_at.get().is_some() && scene.me().is_some());
    let heading = move |seat: Seat| {
        let name = scene.name(seat);
        if scene.me() == Some(seat) {
            scene.phrase("board-own", &[])
        } else {
            scene.phrase("board-of", &[("name", &name)])
        }
    };
    view! {
        <section class="looked-at" data-rules="effects" class:elsewhere=elsewhere aria-labelledby="am-board-title">
            <h2 id="am-board-title">{move || seat.get().map(heading)}</h2>
            <Show when=move || elsewhere.get()>
                <button class="quiet to-own" on:click=move |_| scene.seen.looked_at.set(None)>{move || scene.phrase("board-to-own", &[])}</button>
            </Show>
            {move || seat.get().map(|seat| view! { <Household scene seat/> })}
        </section>
    }
}
