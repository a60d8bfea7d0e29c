//! Amritsar's board: the town around the temple, market and storehouses beside it, and the players' own boards.

mod belongings;
mod earned;
mod ending;
mod explain;
mod following;
mod glyphs;
mod household;
pub(super) mod layout;
mod maharajah;
mod market;
mod moment;
mod preview;
mod question;
mod scene;
mod signs;
mod sowing;
mod stage;
mod subject;
mod thing;
mod town;
mod why;

use super::sign::signs_of;
use super::{Drawn, Sheet};
use ::amritsar::{Amritsar, Pending};
use belongings::Belongings;
use household::Household;
use kit::Seat;
use leptos::prelude::*;
use maharajah::MaharajahBoard;
use market::{Market, Offer};
use scene::Scene;
use sowing::leave_by_itself;
use stage::Stage;
use subject::Subject;
use town::Town;

/// The board of *Amritsar*.
pub const BOARD: Drawn = Drawn {
    symbols: include_str!("../../../../games/amritsar/art/symbols.svg"),
    sheets: &["town", "own", "market"],
    provide: Scene::provide,
    leads_to: |seen| leads_to(Scene::new(seen)),
    board: |seen| board(Scene::new(seen)).into_any(),
    stage: |seen| view! { <Stage scene=Scene::new(seen)/> }.into_any(),
    belongings: |seen, seat| view! { <Belongings scene=Scene::new(seen) seat/> }.into_any(),
    question: |seen| question(Scene::new(seen)),
    moment: moment::moment,
    reasons: moment::reasons,
    tie: moment::tie,
    signs: |event| signs_of::<Amritsar>(event, signs::signs),
    ..Drawn::of::<Amritsar>()
};

/// Asks for the worker that lands last, if the viewer has not chosen it, or for the rest of what the viewer has begun to choose.
fn question(scene: Scene) -> Option<String> {
    let picked = scene.narrowed.with(|narrowed| narrowed.first().copied());
    let asks_for_space = !scene.cards().is_empty();
    let key = match picked {
        _ if scene.asks_for_last() => "board-last-worker",
        Some(Subject::MahoutInHand(_)) if asks_for_space => "board-ask-mahout-space",
        Some(Subject::Objective(_)) if asks_for_space => "board-ask-objective-space",
        Some(Subject::Offer(_) | Subject::MahoutInHand(_) | Subject::Objective(_)) => {
            "board-ask-pay"
        }
        _ => return question::question(*scene),
    };
    Some(scene.phrase(key, &[]))
}

fn leads_to(scene: Scene) -> &'static str {
    let pending = scene.open().and_then(|open| open.stack.last().copied());
    match pending.filter(|_| scene.am_asked()) {
        Some(Pending::Market(_)) => "market",
        Some(
            Pending::SetupObjective { .. }
            | Pending::SetupMahout { .. }
            | Pending::Discard
            | Pending::Upgrade(_)
            | Pending::Knowledge(_)
            | Pending::MahoutTile,
        ) => "own",
        _ => "town",
    }
}

fn board(scene: Scene) -> impl IntoView {
    scene.come_back();
    leave_by_itself(scene);
    view! {
        <Sheet seen=scene.seen name="town"><Town scene/></Sheet>
        <div class="am-column">
            <Sheet seen=scene.seen name="own">
                <LookedAt scene/>
                <MaharajahBoard scene/>
            </Sheet>
            <Sheet seen=scene.seen name="market">
                <div class="beside" data-rules="effects">
                    <Market scene/>
                    <Offer scene/>
                </div>
            </Sheet>
        </div>
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
            <div class=move || seat.get().map(|seat| format!("looked-at-head seat-{seat}"))>
                <h2 id="am-board-title">{move || seat.get().map(heading)}</h2>
                <Show when=move || elsewhere.get()>
                    <button class="quiet to-own" on:click=move |_| scene.seen.looked_at.set(None)>{move || scene.phrase("board-to-own", &[])}</button>
                </Show>
            </div>
            {move || seat.get().map(|seat| view! { <Household scene seat/> })}
        </section>
    }
}
