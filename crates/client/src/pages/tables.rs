//! My tables.

use crate::browser::{self, BrowserShelf};
use crate::frame::{frame, t};
use leptos::prelude::*;
use parlour::{Route, Saved, Seated};
use table::AnyGame;

/// The tables kept in this browser.
#[component]
pub fn Tables() -> impl IntoView {
    let tables = RwSignal::new(Saved::all(&BrowserShelf));
    let forget = Callback::new(move |id: String| {
        Saved::forget(&id, &BrowserShelf);
        tables.set(Saved::all(&BrowserShelf));
    });
    view! {
        <section class="narrow">
            <h1>{move || t("tables-title")}</h1>
            <Show when=|| !browser::storage_lasts()>
                <p role="alert">{move || t("storage-off")}</p>
            </Show>
            <h2>{move || t("tables-local")}</h2>
            <Show when=move || tables.with(Vec::is_empty)>
                <p>{move || t("tables-none")}</p>
            </Show>
            <ul class="table-list">
                {move || tables.get().into_iter().map(|saved| view! { <LocalLine saved forget/> }).collect_view()}
            </ul>
        </section>
    }
}

#[component]
fn LocalLine(saved: Saved, forget: Callback<String>) -> impl IntoView {
    let frame = frame();
    let game = saved
        .game
        .parse::<AnyGame>()
        .map(|game| game.about().name)
        .unwrap_or_default();
    let seats = saved.seats.clone();
    let names = move || {
        let name = |(seat, seated): (usize, &Seated)| match seated {
            Seated::Person { name, .. } => name.clone(),
            Seated::Bot(_) => frame.say(&format!("bot-{seat}"), &[]),
        };
        frame
            .teller(game, Vec::new())
            .listed(seats.iter().enumerate().map(name).collect())
    };
    let what = move || format!("{game} {}", frame.say("with", &[("names", &names())]));
    let what = Memo::new(move |_| what());
    let state = if saved.over {
        "table-over"
    } else {
        "table-running"
    };
    let id = saved.id.clone();
    view! {
        <li>
            <span class="table-what">{what}</span>
            <span class="tag">{move || t(state)}</span>
            <a
                class="button primary"
                href=Route::Local(saved.id).to_string()
                aria-label=move || frame.say("table-open-named", &[("what", &what.get())])
            >
                {move || t("table-open")}
            </a>
            <button
                class="quiet"
                aria-label=move || frame.say("table-forget-named", &[("what", &what.get())])
                on:click=move |_| forget.run(id.clone())
            >
                {move || t("table-forget")}
            </button>
        </li>
    }
}
