//! The whole page: header, current route, settings.

use crate::art;
use crate::browser;
use crate::frame::{Frame, frame, t};
use crate::later::Later;
use crate::pages::{Lost, SettingsPanel, Start, Tables};
use crate::route::Route;
use crate::turns;
use leptos::prelude::*;
use table::AnyGame;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let frame = Frame::provide();
    browser::keep_focus();
    turns::count_from_now_on(frame);
    let place = Memo::new(move |_| frame.route.get());
    Effect::new(move |before: Option<()>| {
        place.with(|_| ());
        // After navigation by keyboard or screen reader, the focus starts at the top.
        if before.is_some() {
            frame.settings_open.set(false);
            browser::to_the_top("content");
        }
    });
    Effect::new(move |_| {
        if let Some(title) = title(&place.get(), frame) {
            browser::set_title(&title);
        }
    });
    view! {
        <a class="skip-link" href="#content">{move || t("skip-link")}</a>
        <Show when=move || !frame.at_table.get()><Header/></Show>
        <Show when=move || frame.settings_open.get()>
            <SettingsPanel close=Callback::new(move |()| frame.settings_open.set(false))/>
        </Show>
        <main id="content" tabindex="-1">
            {move || match place.get() {
                Route::Start => view! { <Start/> }.into_any(),
                Route::Tables => view! { <Tables/> }.into_any(),
                Route::Lost(_) => view! { <Lost/> }.into_any(),
                route => view! { <Later route/> }.into_any(),
            }}
        </main>
    }
}

/// What a place is called in the browser's title; `None` for a table, which has a title of its own.
fn title(place: &Route, frame: Frame) -> Option<String> {
    let name = |game: &str| Some(game.parse::<AnyGame>().ok()?.about().name);
    let place = match place {
        Route::Start => return Some(frame.say("preview-title", &[])),
        Route::Local(_) | Route::Online(_) => return None,
        Route::New(game) => frame.say("new-title", &[("game", &name(game)?)]),
        Route::Tables => frame.say("tables-title", &[]),
        Route::Open => frame.say("tables-open", &[]),
        Route::Person(_) => frame.say("profile-title", &[]),
        Route::Replay(_) => frame.say("replay-title", &[]),
        Route::Rules(game) => format!("{}: {}", frame.say("rules", &[]), name(game)?),
        Route::Learn(game, _) => frame.say("learn-named", &[("game", &name(game)?)]),
        Route::Account => frame.say("account-title", &[]),
        Route::Continue => frame.say("continue-title", &[]),
        Route::Privacy => frame.say("privacy-title", &[]),
        Route::Lost(_) => frame.say("lost-title", &[]),
    };
    Some(format!("{place} · {}", frame.say("title", &[])))
}

#[component]
fn Header() -> impl IntoView {
    let frame = frame();
    let current = move |route: Route| (frame.route.get() == route).then_some("page");
    view! {
        <header class="frame-header">
            <a class="brand" href="/">
                <span class="brand-mark" inner_html=art::LOTUS aria-hidden="true"></span>
                <span class="brand-name">{move || t("title")}</span>
            </a>
            <nav aria-label=move || t("nav-main")>
                <a href="/" aria-current=move || current(Route::Start)>{move || t("nav-start")}</a>
                <a href="/tables" aria-current=move || current(Route::Tables)>{move || turns::nav_text(frame)}</a>
                <a href="/replay" aria-current=move || current(Route::Replay(None))>{move || t("nav-replay")}</a>
            </nav>
            <button
                class="quiet settings-button"
                aria-expanded=move || frame.settings_open.get().to_string()
                aria-controls="settings"
                on:click=move |_| frame.settings_open.update(|open| *open = !*open)
            >
                <span inner_html=art::GEAR aria-hidden="true"></span>
                <span class="wide-only">{move || t("settings")}</span>
                <span class="visually-hidden narrow-only">{move || t("settings")}</span>
            </button>
        </header>
    }
}
