//! The display of cards for players who withdraw.

use super::pieces::card_face;
use super::scene::Scene;
use kit::Id;
use leptos::prelude::*;
use taj_mahal::Action;
use taj_mahal::components::Card;

/// The open cards: pictures, or choices.
#[component]
fn Offers(scene: Scene, choices: bool) -> impl IntoView {
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
    view! {
        <For each=cards key=|card| *card let((_visit, card, _copy))>
            {match choices {
                true => view! { <Offer scene card/> }.into_any(),
                false => view! { <Shown scene card/> }.into_any(),
            }}
        </For>
    }
}

/// The display in the stage, to take a card from.
#[component]
pub fn Draft(scene: Scene) -> impl IntoView {
    view! {
        <section class="draft" data-rules="drafting" aria-labelledby="tm-draft-title">
            <h2 id="tm-draft-title" class="stage-label">{move || scene.phrase("board-display", &[])}</h2>
            <div class="draft-cards"><Offers scene choices=true/></div>
        </section>
    }
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
        <section class="tm-display" data-rules="drafting" aria-labelledby="tm-display-title">
            <h2 id="tm-display-title" data-tip=move || scene.phrase("board-display-about", &[])>
                {move || scene.phrase("board-display", &[])}" "<small data-home="pile">{pile}</small>
            </h2>
            <div class="display-cards"><Offers scene choices=false/></div>
        </section>
    }
}

#[component]
fn Shown(scene: Scene, card: Card) -> impl IntoView {
    let name = Memo::new(move |_| scene.called(card));
    view! {
        <span class="offer" role="img" data-travel=format!("offer-{}", card.id()) data-from="pile" aria-label=name data-tip=name>{card_face(card)}</span>
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
