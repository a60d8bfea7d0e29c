//! The pending decision, and the choices that have no place on the board.

use super::scene::Scene;
use crate::boards::choices::ChoiceGroups;
use crate::frame::t;
use amritsar::Pending;
use leptos::prelude::*;

/// The strip of choices; after a click on the board with several actions, only these.
#[component]
pub fn Strip(scene: Scene) -> impl IntoView {
    let narrowed = Memo::new(move |_| scene.narrowed.get().is_some());
    let actions = Signal::derive(move || {
        let actions = match scene.narrowed.get() {
            Some(subject) => scene.actions_of(subject),
            None => scene.buttons(),
        };
        actions.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    view! {
        <section class="strip" class:mine=move || scene.am_asked() class:narrowed=narrowed aria-label=move || t("choices")>
            <p class="hint">{move || hint(scene)}</p>
            <ChoiceGroups seen=scene.seen actions/>
            <Show when=move || narrowed.get()>
                <button class="quiet back" on:click=move |_| scene.narrowed.set(None)>{move || scene.phrase("board-back", &[])}</button>
            </Show>
        </section>
    }
}

/// Describes the decision.
fn hint(scene: Scene) -> String {
    let Some(open) = scene.open() else {
        return String::new();
    };
    if scene.narrowed.get().is_some() {
        return scene.phrase("board-hint-several", &[]);
    }
    if !scene.am_asked() {
        return match open.actor() {
            Some(seat) => scene.phrase("board-hint-wait", &[("name", &scene.name(seat))]),
            None => scene.phrase("board-hint-over", &[]),
        };
    }
    let Some(pending) = open.stack.last() else {
        return String::new();
    };
    let key = match pending {
        Pending::SetupObjective { .. } => "board-hint-objective",
        Pending::SetupMahout { .. } => "board-hint-mahout-colour",
        Pending::Elephant1 | Pending::Elephant2 { .. } => "board-hint-elephant",
        Pending::ChooseGroup => "board-hint-group",
        Pending::Sow(_) if open.way_on().is_some_and(|way| way.stops.is_empty()) => {
            "board-hint-land"
        }
        Pending::Sow(_) => "board-hint-sow",
        Pending::Actions(_) => "board-hint-actions",
        Pending::Discard => "board-hint-discard",
        Pending::Market(_) => "board-hint-market",
        Pending::Upgrade(_) => "board-hint-upgrade",
        Pending::Knowledge(_) => "board-hint-knowledge",
        Pending::MahoutTile => "board-hint-mahout",
        Pending::Donate => "board-hint-donate",
        Pending::Follow(_) | Pending::MaharajahFollow(_) => "board-hint-follow",
        _ => "board-hint-choose",
    };
    scene.phrase(key, &[])
}
