//! The stage: the present question with its choices, at the same place in every game.

use super::curtain::Curtain;
use super::prompt::{decider_here, prompt};
use super::single::carry_out_single;
use super::story::{Story, Telling};
use crate::boards::{Choices, Seen, question};
use crate::frame::{frame, t};
use crate::hosts::{Connection, Link};
use leptos::prelude::*;
use protocol::{Update, Who};

/// The question, and the choices that have no place on the map. Between secret hands, the curtain hides the choices.
#[component]
pub fn Stage(link: Link, seen: Seen, telling: Telling) -> impl IntoView {
    let frame = frame();
    let prompt = Memo::new(move |_| {
        let general = || {
            seen.update
                .with(|update| seen.teller.with(|teller| prompt(update, teller)))
        };
        let said = question(seen).unwrap_or_else(general);
        let local = link.connection.get() == Connection::Local;
        seen.update
            .with(|update| match decider_here(update, local) {
                Some(name) => frame.say("prompt-named", &[("name", &name), ("what", &said)]),
                None => said,
            })
    });
    let mine = Memo::new(move |_| {
        seen.update.with(|update| {
            update
                .position
                .as_ref()
                .is_some_and(|position| !position.legal.is_empty())
        })
    });
    let by_itself = StoredValue::default();
    let beat = carry_out_single(link, seen, by_itself);
    // While others act, what is told stands alone: the question would already be the next one. A person may think for long, a bot does not.
    let told = Memo::new(move |_| {
        let for_bots = || seen.update.with(|update| waits_for_bots(update));
        telling.with(Option::is_some) && (link.held.get() || for_bots())
    });
    view! {
        <section class="stage" class:mine=mine aria-label=move || t("choices")>
            <p class="question" id="prompt" role="status" hidden=told>{prompt}</p>
            <Story link seen by_itself telling/>
            {move || beat.get().map(|length| view! { <p class="beat" style=("--beat", format!("{length}ms"))>{t("only-choice")}</p> })}
            <Show
                when=move || link.curtain.with(Option::is_none)
                fallback=move || view! { <Curtain link teller=seen.teller/> }
            >
                <Choices seen/>
            </Show>
        </section>
    }
}

/// Returns whether nobody but bots has to decide.
fn waits_for_bots(update: &Update) -> bool {
    let deciders = update.position.iter().flat_map(|it| &it.deciders);
    let mut states = deciders.filter_map(|seat| update.seats.get(usize::from(seat.number())));
    states.all(|state| state.played_by_bot || matches!(state.who, Who::Bot { .. }))
}
