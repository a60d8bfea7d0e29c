//! The viewer's hand: choose cards, preview, confirm.

use super::chosen::{Chosen, can_lay, can_lay_special};
use super::forecast::{forecast, left};
use super::map::placement_words;
use super::pieces::{card_face, icon, special_face, special_tip};
use super::scene::Scene;
use kit::{Id, Key};
use leptos::prelude::*;
use taj_mahal::components::{Card, Special, Symbol};
use taj_mahal::{Action, PalaceKind, Source, Stage};

/// The hand, in full: every card can be read and hit.
#[component]
pub fn Hand(scene: Scene) -> impl IntoView {
    let mine = Memo::new(move |_| {
        let view = scene.view.get()?;
        view.hands[scene.me()?]
    });
    // Sorted by colour, as the components are; equal cards lie side by side.
    let cards = move || {
        let hand = mine.get().unwrap_or_default();
        hand.faces()
            .iter()
            .flat_map(|card| (0..hand.count(card)).map(move |copy| (card, copy)))
            .collect::<Vec<_>>()
    };
    let specials = move || {
        let (open, me) = (scene.open(), scene.me());
        Special::all()
            .filter(|&special| {
                me.is_some() && open.is_some_and(|open| open.special_cards[special] == me)
            })
            .collect::<Vec<_>>()
    };
    let playing = Memo::new(move |_| {
        mine.get().is_some() && scene.open().is_some_and(|open| open.stage != Stage::Over)
    });
    view! {
        <Show when=move || playing.get()>
            <section class="tm-hand" data-rules="laying" class:my-turn=move || scene.is_my_turn() aria-labelledby="tm-hand-title">
                // Two groups of cards must be told apart; one alone is the hand.
                <h2 id="tm-hand-title" class="stage-label" class:visually-hidden=move || !scene.am_taking()>{move || scene.phrase("board-hand", &[])}</h2>
                <div class="hand-cards">
                    <For each=cards key=|card| *card let((card, copy))><HandCard scene card copy/></For>
                    <For each=specials key=|special| *special let:special><HandSpecial scene special/></For>
                </div>
            </section>
        </Show>
    }
}

#[component]
fn HandCard(scene: Scene, card: Card, copy: u8) -> impl IntoView {
    let lit = Memo::new(move |_| scene.legal.with(|legal| can_lay(card, legal)));
    let pressed = Memo::new(move |_| copy == 0 && scene.chosen.get().has_card(card));
    let choose = move |()| {
        scene.legal.with_untracked(|legal| {
            scene
                .chosen
                .update(|chosen| *chosen = chosen.after_card(card, legal));
        });
    };
    let tip = move || {
        let name = scene.called(card);
        let more = match lit.get() {
            true => Some(scene.phrase(
                if card.colour().is_some() {
                    "board-card-lay"
                } else {
                    "board-card-white"
                },
                &[],
            )),
            false if scene.is_my_turn() => scene.missing(Action::Play { card, extra: None }),
            false => None,
        };
        more.map(|more| format!("{name}\n{more}")).unwrap_or(name)
    };
    let class = format!(
        "hand-card of-{}",
        card.colour().map_or("white", |colour| colour.id())
    );
    let face = card_face(card).into_any();
    view! {
        <HandButton
            id=card.id() travel=format!("card-{}", card.id()) from=format!("offer-{} pile", card.id()) name=Signal::derive(move || scene.called(card)) tip=Signal::derive(tip) class=Signal::stored(class)
            lit pressed choose=Callback::new(choose) face
        />
    }
}

#[component]
fn HandSpecial(scene: Scene, special: Special) -> impl IntoView {
    let lit = Memo::new(move |_| scene.legal.with(|legal| can_lay_special(special, legal)));
    let laid = Memo::new(move |_| {
        let me = scene.me();
        scene
            .open()
            .zip(me)
            .is_some_and(|(open, me)| open.players[me].row_specials.contains(special))
    });
    let pressed = Memo::new(move |_| scene.chosen.get().has_special(special));
    let choose = move |()| {
        scene
            .chosen
            .update(|chosen| *chosen = chosen.after_special(special));
    };
    let tip = move || {
        let about = special_tip(scene, special);
        match laid.get() {
            true => format!("{about}\n{}", scene.phrase("rule-special-once", &[])),
            false => about,
        }
    };
    let class = move || {
        let laid = if laid.get() { "laid" } else { "" };
        format!("hand-card of-special {laid}")
    };
    let face = special_face(special).into_any();
    view! {
        <HandButton
            id=special.id() travel=format!("special-{}", special.id()) from=String::new() name=Signal::derive(move || scene.called(special)) tip=Signal::derive(tip) class=Signal::derive(class)
            lit pressed choose=Callback::new(choose) face
        />
    }
}

/// A card in the hand that can be chosen when it is lit.
#[component]
fn HandButton(
    id: &'static str,
    travel: String,
    from: String,
    name: Signal<String>,
    tip: Signal<String>,
    class: Signal<String>,
    lit: Memo<bool>,
    pressed: Memo<bool>,
    choose: Callback<()>,
    face: AnyView,
) -> impl IntoView {
    // Set as a whole: parts set separately would be lost when the class changes.
    let class = move || {
        let class = class.get();
        let lit = if lit.get() { "lit" } else { "" };
        let chosen = if pressed.get() { "chosen" } else { "" };
        format!("{class} {lit} {chosen}")
    };
    view! {
        <button
            class=class
            aria-pressed=move || if pressed.get() { "true" } else { "false" }
            aria-disabled=move || (!lit.get()).then_some("true")
            aria-label=name
            data-card=id
            data-travel=travel
            data-from=from
            data-tip=tip
            on:click=move |_| {
                if lit.get_untracked() {
                    choose.run(());
                }
            }
        >
            {face}
        </button>
    }
}

/// The chosen action with its preview, to be confirmed.
#[component]
pub fn Deed(scene: Scene) -> impl IntoView {
    let withdrawing = Memo::new(move |_| scene.chosen.get() == Chosen::Withdraw);
    let says = move || match (scene.chosen_action(), scene.chosen.get()) {
        // The button says it.
        (Some(Action::Withdraw), _) | (None, Chosen::Nothing) => String::new(),
        (Some(action), _) => scene.action_words(action),
        (None, Chosen::Cards { card: None, .. }) => scene.phrase("rule-coloured-card", &[]),
        (None, chosen) => {
            let why_not = chosen.action().and_then(|action| scene.missing(action));
            why_not.unwrap_or_default()
        }
    };
    let confirm = move |_| {
        if let Some(action) = scene.chosen_action() {
            scene.play(action);
        }
    };
    view! {
        <div class="deed" class:laying=move || matches!(scene.chosen.get(), Chosen::Cards { .. }) aria-live="polite">
            <Show when=move || scene.is_my_turn()>
                <div class="deed-text">
                    <p class="deed-says">{says}</p>
                    <Show when=move || !matches!(scene.chosen.get(), Chosen::Cards { .. })><Promised scene/></Show>
                </div>
                <div class="deed-buttons">
                    <Show
                        when=move || scene.chosen.get() != Chosen::Nothing
                        fallback=move || view! {
                            <button class="withdraw lit" on:click=move |_| scene.chosen.set(Chosen::Withdraw) data-rules="withdrawing" data-tip=move || scene.phrase("board-withdraw-about", &[])>
                                {move || scene.phrase("board-withdraw", &[])}
                            </button>
                        }
                    >
                        <button
                            class="primary confirm"
                            disabled=move || scene.chosen_action().is_none()
                            data-action=move || scene.chosen_action().map(|action| action.to_string())
                            on:click=confirm
                        >
                            {move || scene.phrase(if withdrawing.get() { "board-confirm-withdraw" } else { "board-confirm-lay" }, &[])}
                        </button>
                        <button class="quiet" on:click=move |_| scene.chosen.set(Chosen::Nothing)>{move || scene.phrase("board-cancel", &[])}</button>
                    </Show>
                </div>
            </Show>
            <Show when=move || scene.am_placing()><Placing scene/></Show>
            <Show when=move || !scene.is_my_turn() && !scene.am_placing()><div class="deed-text"><Promised scene/></div></Show>
        </div>
    }
}

/// The result of withdrawing now.
#[component]
fn Promised(scene: Scene) -> impl IntoView {
    let words = move || {
        let preview = scene.preview()?;
        let more = forecast(*scene);
        let more = more
            .into_iter()
            .map(|more| view! { <p class="forecast">{more}</p> });
        let more = more.collect_view();
        if preview.won.is_empty() {
            let nothing = scene.phrase("board-promise-nothing", &[]);
            return Some(view! { <p>{nothing}</p>{more} }.into_any());
        }
        let points: u16 = preview.points.iter().map(|(_, points)| points).sum();
        let label = |source: Source| {
            let teller = scene.seen.teller;
            teller.with(|teller| teller.label("source", source.id()))
        };
        let by_source = preview.points.iter().filter(|(_, points)| **points > 0);
        let by_source = by_source.map(|(source, points)| format!("{} {points}", label(source)));
        let by_source = by_source.collect::<Vec<_>>().join(" · ");
        let left = left(*scene);
        let leaves = (!left.is_empty())
            .then(|| view! { <p class="forecast">{scene.phrase("board-leaves", &[])}" "{markers(scene, left)}</p> });
        Some(view! {
            <p>{markers(scene, preview.won)}" "{scene.phrase("board-promise", &[("points", &points)])}</p>
            <p class="forecast">{by_source}</p>
            {more}
            {leaves}
        }.into_any())
    };
    view! { {words} }
}

/// Prizes as their symbols, which need less room than their names.
fn markers(scene: Scene, symbols: kit::Set<Symbol>) -> impl IntoView {
    let marker = |symbol: Symbol| {
        let name = scene.called(symbol);
        view! { <span class="marker" role="img" aria-label=name.clone() data-tip=name>{icon(symbol.id())}</span> }
    };
    symbols.iter().map(marker).collect_view()
}

/// The palace to be placed next, and its result at the pointer.
#[component]
fn Placing(scene: Scene) -> impl IntoView {
    let pending = move || match scene.open()?.stage {
        Stage::Place(withdrawal) => Some(withdrawal),
        _ => None,
    };
    let both =
        Memo::new(move |_| pending().is_some_and(|pending| pending.normal > 0 && pending.crown));
    let says = move || {
        scene.pointed.get().map(|action| {
            format!(
                "{}: {}",
                scene.action_words(action),
                placement_words(scene, action)
            )
        })
    };
    let kind = move |kind: PalaceKind, words: &'static str| {
        view! {
            <button
                class="kind"
                aria-pressed=move || if scene.kind.get() == kind { "true" } else { "false" }
                on:click=move |_| scene.kind.set(kind)
            >
                {move || scene.phrase(words, &[])}
            </button>
        }
    };
    view! {
        <div class="deed-text"><p class="deed-says">{says}</p></div>
        <Show when=move || both.get()>
            <div class="deed-buttons">
                {kind(PalaceKind::Normal, "board-kind-normal")}
                {kind(PalaceKind::Crown, "board-kind-crown")}
            </div>
        </Show>
    }
}
