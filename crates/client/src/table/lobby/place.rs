//! The viewer's own place before the game: sitting down under a name, being ready, leaving; or watching.

use crate::browser;
use crate::frame::{Frame, frame, t};
use crate::hosts::Link;
use ::table::Request;
use kit::Seat;
use leptos::prelude::*;
use protocol::Who;

/// The id of the field for the name.
const NAME: &str = "lobby-name";

/// Sits down, if the viewer has a name; otherwise asks for it.
pub fn sit(link: Link, frame: Frame, seat: Option<Seat>) {
    match frame.own_name() {
        Some(_) => link.request(Request::Sit(seat)),
        None => {
            browser::focus(NAME);
            link.problem.set(Some(frame.say("lobby-name-needed", &[])));
        }
    }
}

/// The viewer's place: a free one, one's own, or that of a spectator.
#[component]
pub fn Place(link: Link) -> impl IntoView {
    let seat = Memo::new(move |_| link.update.with(|update| update.you.seat));
    let free = Memo::new(move |_| {
        link.update
            .with(|update| update.seats.iter().any(|seat| seat.who == Who::Open))
    });
    view! {
        <div class="lobby-place">
            <Show when=move || seat.get().is_some()><Seated link/></Show>
            <Show when=move || seat.get().is_none() && free.get()>
                <SitDown link/>
                <p class="small">{move || t("lobby-watch-too")}</p>
            </Show>
            <Show when=move || seat.get().is_none() && !free.get()>
                <p class="watching" role="status">{move || t("lobby-watch")}</p>
            </Show>
        </div>
    }
}

/// Asks for the name under which the viewer sits down.
#[component]
fn SitDown(link: Link) -> impl IntoView {
    let frame = frame();
    view! {
        <form
            class="name-form"
            on:submit=move |event| {
                event.prevent_default();
                sit(link, frame, None);
            }
        >
            <NameField/>
            <button class="primary sit">{move || t("lobby-sit")}</button>
        </form>
    }
}

/// The field for the viewer's name, which is remembered.
#[component]
fn NameField() -> impl IntoView {
    let frame = frame();
    view! {
        <label>
            <span>{move || t("lobby-name")}</span>
            <input
                id=NAME type="text" maxlength="24" autocomplete="nickname" enterkeyhint="done"
                prop:value=move || frame.settings.with(|settings| settings.name.clone())
                on:change=move |event| frame.settings.update(|settings| settings.name = event_target_value(&event))
            />
        </label>
    }
}

/// Being ready or not yet, another name, leaving the seat.
#[component]
fn Seated(link: Link) -> impl IntoView {
    let ready = Memo::new(move |_| {
        link.update.with(|update| {
            let seat = update.you.seat.map(|seat| usize::from(seat.number()));
            let own = seat.and_then(|seat| update.seats.get(seat));
            own.is_some_and(|own| own.ready)
        })
    });
    let renaming = RwSignal::new(false);
    view! {
        <Show
            when=move || renaming.get()
            fallback=move || view! {
                <p class="place-actions">
                    <button
                        class="say-ready" class:primary=move || !ready.get()
                        on:click=move |_| link.request(Request::Ready(!ready.get_untracked()))
                    >
                        {move || t(if ready.get() { "lobby-say-wait" } else { "lobby-say-ready" })}
                    </button>
                    <button class="quiet rename" on:click=move |_| renaming.set(true)>{move || t("lobby-rename")}</button>
                    <button class="quiet leave" on:click=move |_| link.request(Request::Leave)>{move || t("lobby-leave")}</button>
                </p>
            }
        >
            <form
                class="name-form"
                on:submit=move |event| {
                    event.prevent_default();
                    renaming.set(false);
                }
            >
                <NameField/>
                <button class="primary">{move || t("lobby-name-keep")}</button>
            </form>
        </Show>
    }
}
