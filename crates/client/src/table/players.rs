//! The players' panels: names, points, clocks, and who has to decide.

use super::clock::ClockFace;
use crate::boards::{Belongings, Seen};
use crate::frame::{Frame, frame, t};
use crate::route::Route;
use kit::Seat;
use leptos::prelude::*;
use protocol::{Score, SeatState, Standings, Update, Who};

/// The players, in seat order, followed by an automatic opponent.
#[component]
pub fn Players(seen: Seen) -> impl IntoView {
    let count = Memo::new(move |_| {
        seen.update.with(|update| {
            let automatic =
                standings(update).is_some_and(|standings| standings.automatic.is_some());
            update.seats.len() + usize::from(automatic)
        })
    });
    view! {
        <h2 class="side-heading">{move || t("players")}</h2>
        <ol class="players">
            <For each=move || 0..count.get() key=|seat| *seat let:seat><Player seen seat/></For>
        </ol>
    }
}

/// One player; its content is updated in place.
#[component]
fn Player(seen: Seen, seat: usize) -> impl IntoView {
    let frame = frame();
    let state = Memo::new(move |_| seen.update.with(|update| update.seats.get(seat).cloned()));
    let points = Memo::new(move |_| {
        seen.update
            .with(|update| score(update, seat).map(|score| score.total))
    });
    let decides = Memo::new(move |_| {
        seen.update.with(|update| {
            let deciders = update
                .position
                .iter()
                .flat_map(|position| &position.deciders);
            deciders
                .into_iter()
                .any(|decider| usize::from(decider.number()) == seat)
        })
    });
    let clock = Memo::new(move |_| state.with(|state| state.as_ref()?.clock));
    let has_clock = Memo::new(move |_| clock.with(Option::is_some));
    let pace = Signal::derive(move || seen.update.with(|update| update.pace));
    let mine = Signal::derive(move || {
        seen.update.with(|update| {
            update
                .you
                .seat
                .is_some_and(|mine| usize::from(mine.number()) == seat)
        })
    });
    // Only people at a table on the server have a page of their own.
    let profile = Memo::new(move |_| {
        let online = matches!(frame.route.get(), Route::Online(_));
        state.with(|state| match &state.as_ref()?.who {
            Who::Person { id: Some(id), .. } if online => {
                Some(Route::Person(id.clone()).to_string())
            }
            _ => None,
        })
    });
    view! {
        <li class=format!("player seat-{seat}") class:decides=decides>
            <span class="player-mark" data-home=format!("seat-{seat}") aria-hidden="true"></span>
            <span class="player-name">
                {move || {
                    let name = move || seen.teller.with(|teller| teller.name(seat));
                    match profile.get() {
                        Some(address) => view! { <a href=address target="_blank" rel="noopener">{name}</a> }.into_any(),
                        None => view! { {name} }.into_any(),
                    }
                }}
            </span>
            <span class="player-points">{move || points.get().map(|points| frame.say("points", &[("points", &points)]))}</span>
            <span class="player-about">
                <Show when=move || has_clock.get()><ClockFace clock pace mine/></Show>
                {move || state.with(|state| about(state.as_ref()?, frame))}
                <Show when=move || decides.get()><span class="tag">{move || t("to-decide")}</span></Show>
            </span>
            {Seat::new(seat as u8).map(|seat| view! { <Belongings seen seat/> })}
        </li>
    }
}

fn standings(update: &Update) -> Option<&Standings> {
    update.position.as_ref().map(|position| &position.standings)
}

/// Returns the score of a seat, or of the automatic opponent after the last one.
fn score(update: &Update, seat: usize) -> Option<&Score> {
    let standings = standings(update)?;
    standings.scores.get(seat).or(standings
        .automatic
        .as_ref()
        .filter(|_| seat == update.seats.len()))
}

fn about(state: &SeatState, frame: Frame) -> Option<String> {
    match &state.who {
        Who::Bot { level } => {
            let level = frame.say(&format!("level-{level}"), &[]);
            Some(frame.say("bot-of-level", &[("level", &level)]))
        }
        _ if state.played_by_bot => Some(frame.say("played-by-bot", &[])),
        Who::Person { .. } if state.absence.vacation.is_some() => {
            let until = state.absence.vacation.unwrap_or_default();
            let date = crate::browser::date(until, frame.language.get().tag());
            Some(frame.say("on-vacation", &[("date", &date)]))
        }
        Who::Person { .. } if !state.connected => Some(frame.say("away", &[])),
        _ => None,
    }
}
