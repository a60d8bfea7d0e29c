//! Leaving a tile and ending the actions. If something would be lost by the end, it is named and asked for once.

use super::scene::{Scene, has_tile, legal_after};
use amritsar::{Action, Block, Pending};
use kit::Id;
use leptos::prelude::*;

/// Returns whether the elephant can be used, now or as soon as the tile is left.
fn has_elephant(scene: Scene) -> bool {
    let elephant = |action: &Action| matches!(action, Action::Elephant(_));
    let now = scene.legal.with(|legal| legal.iter().any(elephant));
    now || legal_after(*scene, Action::Close).iter().any(elephant)
}

/// Names what would be lost: `Unused: Market and your elephant`.
fn losses(scene: Scene) -> Option<String> {
    let open = scene.open()?;
    let Some(Pending::Actions(menu)) = open.stack.last() else {
        return None;
    };
    let is_open = matches!(menu.block, Block::Open { .. });
    let part = scene.legal.with(|legal| {
        legal.iter().find_map(|action| match action {
            Action::Main(tile) => Some(("main", *tile)),
            Action::Second(tile) => Some(("second", *tile)),
            _ => None,
        })
    });
    let tile = part.map(|(kind, tile)| match is_open {
        true => scene.of_kind(kind, tile.id()),
        false => scene.phrase("board-end-tile", &[]),
    });
    let elephant = has_elephant(scene).then(|| scene.phrase("board-end-elephant", &[]));
    let things: Vec<String> = tile.into_iter().chain(elephant).collect();
    let any = !things.is_empty();
    let things = scene.seen.teller.with(|teller| teller.listed(things));
    any.then(|| scene.phrase("board-end-unused", &[("things", &things)]))
}

/// The buttons that leave a tile and end the actions.
#[component]
pub fn Ending(scene: Scene) -> impl IntoView {
    let can = Memo::new(move |_| scene.can(Action::Done) && scene.narrowed.with(Vec::is_empty));
    // Otherwise a click on the elephant's action leaves the tile, and nothing else needs it.
    let leaves =
        Memo::new(move |_| scene.can(Action::Close) && has_tile(*scene) && has_elephant(scene));
    let losses = Memo::new(move |_| losses(scene));
    let asking = RwSignal::new(false);
    Effect::new(move |_| {
        scene.view.with(|_| ());
        asking.set(false);
    });
    let said = move || losses.get().unwrap_or_default();
    let words = move |action: Action| move || scene.action_words(action);
    view! {
        <Show when=move || can.get()>
            <Show when=move || leaves.get()>
                {carries_out(scene, Action::Close, "choice", view! {
                    <b>{words(Action::Close)}</b><small>{move || scene.phrase("board-leave-about", &[])}</small>
                }.into_any())}
            </Show>
            {move || match (losses.with(Option::is_some), asking.get()) {
                (false, _) => carries_out(scene, Action::Done, "choice primary", view! { {words(Action::Done)} }.into_any()),
                (true, false) => view! {
                    <button class="choice lit" data-place=Action::Done.to_string() on:click=move |_| asking.set(true)><b>{words(Action::Done)}</b><small>{said}</small></button>
                }
                .into_any(),
                (true, true) => view! {
                    <div class="asks-once" role="group" aria-label=said>
                        <p role="alert">{said}</p>
                        {carries_out(scene, Action::Done, "choice", view! { {move || scene.phrase("board-end-anyway", &[])} }.into_any())}
                        <button class="quiet cancel" on:click=move |_| asking.set(false)>{move || scene.phrase("board-back", &[])}</button>
                    </div>
                }
                .into_any(),
            }}
        </Show>
    }
}

fn carries_out(scene: Scene, action: Action, class: &'static str, inside: AnyView) -> AnyView {
    view! { <button class=class data-action=action.to_string() on:click=move |_| scene.play(action)>{inside}</button> }
        .into_any()
}
