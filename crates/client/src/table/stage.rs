//! The stage: the present question with its choices, at the same place in every game.

use super::clock::ClockFace;
use super::curtain::Curtain;
use super::prompt::{decider_here, prompt};
use super::since::Story;
use super::single::carry_out_single;
use super::story::is_asked;
use super::telling::Telling;
use crate::boards::{Choices, Seen, question};
use crate::frame::{frame, t};
use crate::hosts::lesson::InLesson;
use crate::hosts::{Connection, Link};
use leptos::prelude::*;
use protocol::{Update, Who};

/// The question, and the choices that have no place on the map. Between secret hands, the curtain hides the choices.
#[component]
pub fn Stage(link: Link, seen: Seen, telling: Telling) -> impl IntoView {
    let frame = frame();
    let in_lesson = use_context::<InLesson>().is_some();
    let prompt = Memo::new(move |_| {
        let general = || {
            seen.update
                .with(|update| seen.teller.with(|teller| prompt(update, teller)))
        };
        let said = question(seen).unwrap_or_else(general);
        let local = !in_lesson && link.connection.get() == Connection::Local;
        seen.update
            .with(|update| match decider_here(update, local) {
                Some(seat) => {
                    let name = seen.teller.with(|teller| teller.name(seat));
                    frame.say("prompt-named", &[("name", &name), ("what", &said)])
                }
                None => said,
            })
    });
    let mine = Memo::new(move |_| seen.update.with(|update| is_asked(update)));
    let beat = carry_out_single(link, seen, telling.by_itself);
    // What is told stands alone, until the viewer is asked. A person may think for long, a bot does not.
    let told = Memo::new(move |_| {
        let for_bots = || seen.update.with(|update| waits_for_bots(update));
        telling.tells() && !mine.get() && (link.held.get() || for_bots())
    });
    // Where the players are on another sheet, the viewer's own clock is here while it runs.
    let clock = Memo::new(move |_| {
        link.update.with(|update| {
            let seat = usize::from(update.you.seat?.number());
            let clock = update.seats.get(seat)?.clock;
            clock.filter(|clock| clock.running)
        })
    });
    let runs = Memo::new(move |_| clock.with(Option::is_some));
    let pace = Signal::derive(move || link.update.with(|update| update.pace));
    view! {
        <section class="stage" class:mine=mine aria-label=move || t("choices")>
            <Show when=move || runs.get()>
                <div class="stage-clock"><ClockFace clock pace mine=Signal::derive(|| false)/></div>
            </Show>
            <p class="question" id="prompt" role="status" hidden=told>{prompt}</p>
            <Story link seen telling/>
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
