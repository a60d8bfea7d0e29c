//! My tables.

use crate::browser::{self, BrowserShelf};
use crate::frame::{frame, t};
use crate::hosts::api;
use crate::local_table::{self, Deleted};
use crate::route::Route;
use leptos::prelude::*;
use protocol::{Status, TableLine, Who};
use table::AnyGame;
use wasm_bindgen_futures::spawn_local;

/// The local tables.
#[component]
pub fn Tables() -> impl IntoView {
    let tables = RwSignal::new(local_table::all(&BrowserShelf));
    let deleted = RwSignal::new(None::<Deleted>);
    let look_again = move || tables.set(local_table::all(&BrowserShelf));
    let forget = Callback::new(move |id: String| {
        deleted.set(local_table::delete(&id, &BrowserShelf));
        look_again();
    });
    let restore = move |_| {
        if let Some(deleted) = deleted.write().take() {
            deleted.restore(&BrowserShelf);
        }
        look_again();
    };
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
                {move || tables.get().into_iter().map(|line| view! { <LocalLine line forget/> }).collect_view()}
            </ul>
            <p role="status">
                <Show when=move || deleted.with(Option::is_some)>
                    {move || t("table-deleted")}" "
                    <button class="restore" on:click=restore>{move || t("table-restore")}</button>
                </Show>
            </p>
            <OnlineTables/>
        </section>
    }
}

/// The viewer's tables on the server, and public tables with open seats.
#[component]
fn OnlineTables() -> impl IntoView {
    let mine = RwSignal::new(None::<Vec<TableLine>>);
    let open = RwSignal::new(None::<Vec<TableLine>>);
    let away = RwSignal::new(false);
    spawn_local(async move {
        match api::get::<protocol::Tables>("/api/tables").await {
            Ok(tables) => open.try_set(Some(tables.tables)),
            Err(_) => {
                away.try_set(true);
                return;
            }
        };
        if api::is_guest() {
            let tables = api::get::<protocol::Tables>("/api/me/tables").await;
            mine.try_set(tables.ok().map(|tables| tables.tables));
        }
    });
    let lines = |tables: Vec<TableLine>| {
        tables
            .into_iter()
            .map(|line| view! { <OnlineLine line/> })
            .collect_view()
    };
    view! {
        <Show when=move || away.get()>
            <p class="small">{move || t("tables-no-server")}</p>
        </Show>
        {move || mine.get().filter(|tables| !tables.is_empty()).map(|tables| view! {
            <h2>{t("tables-online")}</h2>
            <ul class="table-list">{lines(tables)}</ul>
        })}
        {move || open.get().map(|tables| {
            let none = tables.is_empty().then(|| view! { <p>{t("tables-open-none")}</p> });
            view! { <h2>{t("tables-open")}</h2>{none}<ul class="table-list">{lines(tables)}</ul> }
        })}
    }
}

#[component]
fn OnlineLine(line: TableLine) -> impl IntoView {
    let state = match line.status {
        _ if line.your_turn => "table-your-turn",
        status => state(status),
    };
    let route = Route::Online(line.table.clone());
    view! { <Line line state route/> }
}

#[component]
fn LocalLine(line: TableLine, forget: Callback<String>) -> impl IntoView {
    let (state, route) = (state(line.status), Route::Local(line.table.clone()));
    let id = line.table.clone();
    let forget = Callback::new(move |()| forget.run(id.clone()));
    view! { <Line line state route forget/> }
}

fn state(status: Status) -> &'static str {
    match status {
        Status::Waiting => "table-waiting",
        Status::Running => "table-running",
        Status::Over => "table-over",
    }
}

/// One table of a list, with its status and a link.
#[component]
fn Line(
    line: TableLine,
    state: &'static str,
    route: Route,
    #[prop(optional)] forget: Option<Callback<()>>,
) -> impl IntoView {
    let frame = frame();
    let game = line
        .game
        .parse::<AnyGame>()
        .map(|game| game.about().name)
        .unwrap_or_default();
    let what = Memo::new(move |_| {
        let name = |(seat, who): (usize, &Who)| match who {
            Who::Person { name } => name.clone(),
            Who::Bot { .. } => frame.say(&format!("bot-{seat}"), &[]),
            Who::Open => frame.say("seat-open", &[]),
        };
        let names = line.seats.iter().enumerate().map(name).collect();
        let names = frame.teller(game, Vec::new()).listed(names);
        format!("{game} {}", frame.say("with", &[("names", &names)]))
    });
    view! {
        <li>
            <span class="table-what">{what}</span>
            <span class="tag">{move || t(state)}</span>
            <a
                class="button primary"
                href=route.to_string()
                aria-label=move || frame.say("table-open-named", &[("what", &what.get())])
            >
                {move || t("table-open")}
            </a>
            {forget.map(|forget| view! {
                <button
                    class="quiet"
                    aria-label=move || frame.say("table-forget-named", &[("what", &what.get())])
                    on:click=move |_| forget.run(())
                >
                    {move || t("table-forget")}
                </button>
            })}
        </li>
    }
}
