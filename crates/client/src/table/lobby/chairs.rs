//! The seats before the game: who sits there, who is here, who is ready.

use crate::frame::{frame, t};
use crate::hosts::Link;
use ::table::Request;
use kit::Seat;
use leptos::prelude::*;
use protocol::{Level, SeatFor, SeatState, Update, Who};
use words::Teller;

/// What a chair shows.
#[derive(Clone, PartialEq)]
struct Chair {
    seat: Seat,
    state: SeatState,
    name: String,
    /// Whether the viewer sits here.
    mine: bool,
    /// Whether the viewer is the host.
    owner: bool,
    /// Whether the viewer can sit down here.
    inviting: bool,
}

fn chairs(update: &Update, teller: &Teller) -> Vec<Chair> {
    let seats = Seat::first(u8::MAX).zip(&update.seats);
    let chair = |(seat, state): (Seat, &SeatState)| Chair {
        seat,
        state: state.clone(),
        name: teller.name(seat.number().into()),
        mine: update.you.seat == Some(seat),
        owner: update.you.owner,
        inviting: state.who == Who::Open && update.you.seat.is_none(),
    };
    seats.map(chair).collect()
}

/// All seats.
#[component]
pub fn Chairs(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let chairs = Memo::new(move |_| {
        link.update
            .with(|update| teller.with(|teller| chairs(update, teller)))
    });
    view! {
        <ol class="chairs">
            {move || chairs.get().into_iter().map(|chair| view! { <OneChair link chair/> }).collect_view()}
        </ol>
    }
}

#[component]
fn OneChair(link: Link, chair: Chair) -> impl IntoView {
    let frame = frame();
    let Chair { seat, state, .. } = chair;
    let number = seat.number() + 1;
    let open = state.who == Who::Open;
    let name = if open { t("seat-open") } else { chair.name };
    let person = matches!(state.who, Who::Person { .. });
    let chosen = match &state.who {
        Who::Bot { level } => Some(*level),
        _ => None,
    };
    let change = move |event: web_sys::Event| {
        let level = event_target_value(&event).parse();
        let place = level.map_or(SeatFor::Open, SeatFor::Bot);
        link.request(Request::SetSeat(seat, place));
    };
    let levels = Level::ALL.map(|level| {
        let selected = chosen == Some(level);
        view! {
            <option value=level.to_string() selected=selected>
                {frame.say("seat-bot", &[("level", &frame.say(&format!("level-{level}"), &[]))])}
            </option>
        }
    });
    let here = if state.connected {
        "lobby-here"
    } else {
        "away"
    };
    let ready = if state.ready {
        "lobby-ready"
    } else {
        "lobby-unready"
    };
    view! {
        <li class=format!("seat-{}", seat.number()) class:here=state.connected>
            <span class="player-mark" aria-hidden="true"></span>
            <span class="player-name">{name}{chair.mine.then(|| format!(" {}", t("lobby-you")))}</span>
            {person.then(|| view! { <span class="tag presence">{t(here)}</span><span class="tag" class:ready=state.ready>{t(ready)}</span> })}
            {chair.inviting.then(|| view! {
                <button class="quiet sit-here" on:click=move |_| super::place::sit(link, frame, Some(seat))>{t("lobby-sit-here")}</button>
            })}
            {(chair.owner && !person).then(|| view! {
                <select aria-label=frame.say("seat-kind", &[("number", &number)]) on:change=change>
                    <option value="open" selected=open>{t("seat-open")}</option>
                    {levels.collect_view()}
                </select>
            })}
        </li>
    }
}
