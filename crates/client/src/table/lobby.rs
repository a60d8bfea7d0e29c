//! A table on the server before the game: its seats, and the link for friends.

use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::Link;
use crate::route::Route;
use ::table::Request;
use kit::Seat;
use leptos::prelude::*;
use protocol::{Level, SeatFor, SeatState, Who};
use words::Teller;

/// Lets people take their seats.
#[component]
pub fn Lobby(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let address = move || {
        link.update
            .with(|update| browser::link(&Route::Online(update.table.clone()).to_string()))
    };
    let copied = RwSignal::new(false);
    let owner = Memo::new(move |_| link.update.with(|update| update.you.owner));
    let seated = Memo::new(move |_| link.update.with(|update| update.you.seat.is_some()));
    let full = Memo::new(move |_| {
        link.update
            .with(|update| update.seats.iter().all(|seat| seat.who != Who::Open))
    });
    let seats = move || {
        link.update.with(|update| {
            update
                .seats
                .iter()
                .cloned()
                .zip(Seat::first(u8::MAX))
                .collect::<Vec<_>>()
        })
    };
    let field = NodeRef::<leptos::html::Input>::new();
    view! {
        <section class="lobby panel">
            <h2>{move || t("lobby-title")}</h2>
            <p>{move || t("lobby-text")}</p>
            <p class="invitation">
                <input type="text" readonly node_ref=field aria-label=move || t("lobby-link") prop:value=address/>
                <button
                    on:click=move |_| {
                        if browser::copy(&address()) {
                            copied.set(true);
                        } else if let Some(field) = field.get_untracked() {
                            field.select();
                        }
                    }
                >
                    {move || t(if copied.get() { "lobby-copied" } else { "lobby-copy" })}
                </button>
            </p>
            <ol class="chairs">
                {move || seats().into_iter().map(|(state, seat)| view! {
                    <Chair link teller state seat owner=owner.get() seated=seated.get()/>
                }).collect_view()}
            </ol>
            <p>
                <Show when=move || owner.get()>
                    <button class="primary start" disabled=move || !full.get() on:click=move |_| link.request(Request::Start)>
                        {move || t("begin")}
                    </button>
                </Show>
                <Show when=move || seated.get()>
                    <button class="quiet" on:click=move |_| link.request(Request::Leave)>{move || t("lobby-leave")}</button>
                </Show>
            </p>
            <Show when=move || owner.get() && !full.get()>
                <p class="small">{move || t("lobby-full")}</p>
            </Show>
            <Show when=move || !owner.get()>
                <p class="small">{move || t("lobby-wait")}</p>
            </Show>
        </section>
    }
}

#[component]
fn Chair(
    link: Link,
    teller: Signal<Teller>,
    state: SeatState,
    seat: Seat,
    owner: bool,
    seated: bool,
) -> impl IntoView {
    let frame = frame();
    let number = seat.number() + 1;
    let open = state.who == Who::Open;
    let name = match &state.who {
        Who::Open => t("seat-open"),
        _ => teller.with_untracked(|teller| teller.name(seat.number().into())),
    };
    let chosen = match &state.who {
        Who::Bot { level } => Some(*level),
        _ => None,
    };
    let change = move |event: web_sys::Event| {
        let level = event_target_value(&event).parse();
        let place = level.map_or(SeatFor::Open, SeatFor::Bot);
        link.request(Request::SetSeat(seat, place));
    };
    let may_change = owner && !matches!(state.who, Who::Person { .. });
    let levels = Level::ALL.map(|level| {
        let selected = chosen == Some(level);
        view! {
            <option value=level.to_string() selected=selected>
                {frame.say("seat-bot", &[("level", &frame.say(&format!("level-{level}"), &[]))])}
            </option>
        }
    });
    view! {
        <li class=format!("seat-{}", seat.number())>
            <span class="player-mark" aria-hidden="true"></span>
            <span class="player-name">{name}</span>
            {(open && !seated).then(|| view! {
                <button class="primary sit" on:click=move |_| link.request(Request::Sit(Some(seat)))>{t("lobby-sit")}</button>
            })}
            {may_change.then(|| view! {
                <select aria-label=frame.say("seat-kind", &[("number", &number)]) on:change=change>
                    <option value="open" selected=open>{t("seat-open")}</option>
                    {levels.collect_view()}
                </select>
            })}
        </li>
    }
}
