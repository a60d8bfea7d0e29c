//! The display of cards for players who withdraw.

use super::pieces::card_face;
use super::scene::Scene;
use kit::Id;
use leptos::prelude::*;
use taj_mahal::Action;
use taj_mahal::components::Card;

/// The open cards as choices; lit when the viewer can take one.
#[component]
pub fn Offers(scene: Scene) -> impl IntoView {
    // The visit is part of the key, so that a new display is animated as a whole.
    let cards = move || {
        let open = scene.open();
        let visit = open.map_or(0, |open| open.visit);
        let shown: Vec<Card> = open
            .iter()
            .flat_map(|open| open.display.iter().copied().collect::<Vec<_>>())
            .collect();
        let copy = |place: usize, card: Card| {
            shown
                .iter()
                .take(place)
                .filter(|before| **before == card)
                .count()
        };
        shown
            .iter()
            .enumerate()
            .map(|(place, &card)| (visit, card, copy(place, card)))
            .collect::<Vec<_>>()
    };
    view! { <For each=cards key=|card| *card let((_visit, card, _copy))><Offer scene card/></For> }
}

/// The display beside the map.
#[component]
pub fn Display(scene: Scene) -> impl IntoView {
    let pile = move || {
        scene
            .view
            .get()
            .map(|view| scene.phrase("board-pile", &[("count", &view.draw_pile_size)]))
    };
    view! {
        <section class="tm-display" data-rules="withdrawing" aria-labelledby="tm-display-title">
            <h2 id="tm-display-title" data-tip=move || scene.phrase("board-display-about", &[])>
                {move || scene.phrase("board-display", &[])}" "<small data-home="pile">{pile}</small>
            </h2>
            <div class="display-cards"><Offers scene/></div>
        </section>
    }
}

#[component]
fn Offer(scene: Scene, card: Card) -> impl IntoView {
    let action = Action::Take(card);
    let lit = Memo::new(move |_| scene.can(action));
    let label = move || match lit.get() {
        true => scene.action_words(action),
        false => scene.called(card),
    };
    view! {
        <button
            class="offer"
            data-travel=format!("offer-{}", card.id())
            data-from="pile"
            class:lit=lit
            class:choice=lit
            aria-disabled=move || (!lit.get()).then_some("true")
            aria-label=label
            data-action=move || lit.get().then(|| action.to_string())
            data-tip=label
            on:click=move |_| {
                if lit.get_untracked() {
                    scene.play(action);
                }
            }
        >
            {card_face(card)}
        </button>
    }
}
