//! The bar at the top of a table: where one is, and the permanent buttons.

use super::absence::VacationChoice;
use super::lines::{events, until};
use super::prompt::prompt;
use super::rules::OpenRules;
use super::story::is_asked;
use super::telling::Telling;
use crate::art;
use crate::boards::Seen;
use crate::frame::{frame, t};
use crate::hosts::Link;
use crate::pages::SpeedChoice;
use ::table::Request;
use leptos::ev;
use leptos::prelude::*;
use protocol::{Status, Update};
use wasm_bindgen::JsCast as _;
use web_sys::Element;

/// The bar of a table. It replaces the header of the other pages.
#[component]
pub fn Bar(
    link: Link,
    seen: Seen,
    game: &'static str,
    rules: OpenRules,
    telling: Telling,
) -> impl IntoView {
    let chapter = Memo::new(move |_| {
        let version = seen.update.with(|update| update.version);
        link.log.with(|log| {
            let told = until(log, version);
            let mut events = told.iter().rev().flat_map(|step| events(step));
            seen.teller
                .with(|teller| events.find_map(|event| teller.chapter(event)))
        })
    });
    let turn = Memo::new(move |_| {
        let told = telling.sentence.get().map(|(sentence, _)| sentence);
        told.unwrap_or_else(|| {
            seen.update.with(|update| match is_asked(update) {
                true => t("turn-yours"),
                false => seen.teller.with(|teller| prompt(update, teller)),
            })
        })
    });
    let mine = Memo::new(move |_| seen.update.with(|update| is_asked(update)));
    view! {
        <header class="bar">
            <a class="bar-home" href="/" aria-label=move || t("nav-start") inner_html=art::LOTUS></a>
            <p class="bar-game">{game}</p>
            <p class="bar-where">
                {move || chapter.get().map(|chapter| view! { <b>{chapter}</b> })}
                <span class="bar-turn" class:mine=mine>{turn}</span>
            </p>
            <Handy link seen rules/>
            <Menu link seen rules/>
        </header>
    }
}

/// Taking back and the rules: in the bar, and in the menu where the bar has no room for them.
#[component]
fn Handy(link: Link, seen: Seen, rules: OpenRules) -> impl IntoView {
    let can_undo = Memo::new(move |_| seen.update.with(|update| can_undo(update)));
    view! {
        <button
            class="quiet undo"
            aria-keyshortcuts="u"
            disabled=move || !can_undo.get()
            title=move || (!can_undo.get()).then(|| t("undo-not"))
            on:click=move |_| link.request(Request::Undo)
        >
            {move || t("undo")}
        </button>
        <button
            class="quiet rules-button"
            aria-expanded=move || rules.0.with(Option::is_some).to_string()
            on:click=move |_| rules.toggle()
        >
            {move || t("rules")}
        </button>
    }
}

/// What is needed seldom: speed, resigning, the other pages, the settings.
#[component]
fn Menu(link: Link, seen: Seen, rules: OpenRules) -> impl IntoView {
    let frame = frame();
    let running = Memo::new(move |_| {
        seen.update
            .with(|update| update.status == Status::Running && update.you.seat.is_some())
    });
    let resigned = Memo::new(move |_| seen.update.with(|update| is_resigned(update)));
    let asking = RwSignal::new(false);
    let menu = NodeRef::<leptos::html::Details>::new();
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            let _ = menu.remove_attribute("open");
        }
    };
    // A click elsewhere closes it.
    let elsewhere = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let inside = target.is_some_and(|target| matches!(target.closest(".menu"), Ok(Some(_))));
        if !inside {
            close();
        }
    });
    on_cleanup(move || elsewhere.remove());
    view! {
        <details class="menu" node_ref=menu>
            <summary class="button quiet">
                <svg class="menu-mark" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 3h12v2H2zM2 7h12v2H2zM2 11h12v2H2z"></path></svg>
                <span>{move || t("menu")}</span>
            </summary>
            <div class="menu-items">
                <div class="menu-handy" on:click=move |_| close()><Handy link seen rules/></div>
                <SpeedChoice/>
                <Show when=move || running.get() && !resigned.get()>
                    <Show
                        when=move || asking.get()
                        fallback=move || view! {
                            <button class="quiet resign" on:click=move |_| asking.set(true)>{move || t("resign")}</button>
                        }
                    >
                        <p role="alert">{move || t("resign-sure")}</p>
                        <button
                            class="danger"
                            on:click=move |_| {
                                asking.set(false);
                                close();
                                link.request(Request::Resign);
                            }
                        >
                            {move || t("yes")}
                        </button>
                        <button class="quiet" on:click=move |_| asking.set(false)>{move || t("no")}</button>
                    </Show>
                </Show>
                <Show when=move || running.get() && resigned.get()>
                    <button class="quiet come-back" on:click=move |_| { close(); link.request(Request::ComeBack) }>{move || t("come-back")}</button>
                </Show>
                <VacationChoice link/>
                <button class="quiet settings-button" on:click=move |_| { close(); frame.settings_open.set(true) }>{move || t("settings")}</button>
                <a class="button quiet" href="/tables">{move || t("nav-tables")}</a>
                <a class="button quiet" href="/">{move || t("nav-start")}</a>
            </div>
        </details>
    }
}

/// Returns whether a bot plays for the viewer.
fn is_resigned(update: &Update) -> bool {
    let seat = update.you.seat.map(|seat| usize::from(seat.number()));
    seat.and_then(|seat| update.seats.get(seat))
        .is_some_and(|state| state.played_by_bot)
}

/// Returns whether the viewer can take back, at once or by asking.
fn can_undo(update: &Update) -> bool {
    update.you.can_undo
        || update.you.seat.is_some()
            && update.status == Status::Running
            && update.undo_asked.is_none()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;
    use kit::Seat;
    use protocol::UndoAsked;

    #[test]
    fn taking_back_can_be_asked_for_while_the_game_runs() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let mut told = update(&local, Some(Seat::FIRST), 0);
        assert!(!told.you.can_undo && can_undo(&told));
        let asked = UndoAsked {
            seat: Seat::FIRST,
            actions: 1,
            agreed: Vec::new(),
        };
        told.undo_asked = Some(asked);
        assert!(!can_undo(&told));
        assert!(!can_undo(&update(&local, None, 0)));
    }

    #[test]
    fn who_resigned_sees_it_and_nobody_else() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        for (viewer, resigned) in Seat::first(2).zip([true, false]) {
            let mut told = update(&local, Some(viewer), 0);
            assert!(!is_resigned(&told));
            told.seats.first_mut().unwrap().played_by_bot = true;
            assert_eq!(is_resigned(&told), resigned);
        }
    }
}
