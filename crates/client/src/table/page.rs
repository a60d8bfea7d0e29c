//! The page of a table.

use super::absence::Absences;
use super::bar::Bar;
use super::chat::Chat;
use super::end::EndOfGame;
use super::hands::{ignore_early_taps, listen_to_keys};
use super::lobby::Lobby;
use super::log::Log;
use super::names::teller;
use super::players::Players;
use super::rules::{OpenRules, RulesDrawer};
use super::stage::Stage;
use super::story::is_asked;
use super::telling::Telling;
use super::webhooks::Webhooks;
use crate::boards::{
    Board, Explained, Seen, Sheet, follow_decisions, let_travel, provide_scene, sheets, symbols,
};
use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::lesson::InLesson;
use crate::hosts::{Connection, Link};
use crate::sound;
use ::table::{AnyGame, Request};
use leptos::prelude::*;
use protocol::Status;
use std::time::Duration;
use words::Teller;

/// The page of a table, local or online.
#[component]
pub fn TablePage(link: Link) -> impl IntoView {
    let frame = frame();
    let in_lesson = use_context::<InLesson>().is_some();
    let teller = Signal::from(Memo::new(move |_| {
        link.update.with(|update| teller(update, frame, in_lesson))
    }));
    let telling = Telling::begin(link, teller);
    let seen = Seen {
        update: telling.shown,
        teller,
        play: Callback::new(move |action| link.request(Request::Play(action))),
        looked_at: RwSignal::new(None),
        sheet: RwSignal::new("board"),
    };
    provide_scene(seen);
    follow_decisions(seen);
    let_travel(seen);
    sound::listen(seen);
    listen_to_keys();
    ignore_early_taps(seen);
    let game = link.update.with_untracked(|update| {
        update
            .game
            .parse::<AnyGame>()
            .map(|game| game.about().name)
            .unwrap_or_default()
    });
    let my_turn = Memo::new(move |_| link.update.with(|update| is_asked(update)));
    Effect::new(move |_| {
        let (mine, mark) = if my_turn.get() {
            (true, "● ")
        } else {
            (false, "")
        };
        let title = format!("{mark}{game} · {}", t("title"));
        browser::set_title(&title);
        browser::mark_icon(mine);
        if mine && link.connection.get_untracked() != Connection::Local {
            browser::notify(&title);
        }
    });
    frame.at_table.set(true);
    on_cleanup(move || {
        frame.at_table.set(false);
        browser::mark_icon(false);
    });
    // The result is not shown before the end has been told.
    let over = Memo::new(move |_| {
        link.update.with(|update| update.status == Status::Over) && !link.held.get()
    });
    let rules = OpenRules(RwSignal::new(None));
    provide_context(rules);
    // The board is drawn a moment after the rest, so that the page does not stutter.
    let ready = RwSignal::new(false);
    set_timeout(
        move || {
            ready.try_set(true);
        },
        Duration::ZERO,
    );
    let waiting = Memo::new(move |_| link.update.with(|update| update.status == Status::Waiting));
    view! {
        <div
            class="table" class:over=over class:waiting=waiting
            data-game=link.update.with_untracked(|update| update.game.clone()) data-version=move || link.update.with(|update| update.version)
        >
            <h1 class="visually-hidden">{game}</h1>
            <div class="visually-hidden" inner_html=link.update.with_untracked(|update| symbols(&update.game))></div>
            <Bar link seen game rules telling/>
            <Show when=move || rules.0.with(Option::is_some)>
                <RulesDrawer game=link.update.with_untracked(|update| update.game.clone()) open=rules/>
            </Show>
            <div class="notices">
                <Show when=move || link.problem.with(Option::is_some)>
                    <p class="notice" role="alert">
                        {move || link.problem.get()}
                        {move || link.rule.get().map(|rule| view! {
                            " "
                            <button class="quiet rules-link" on:click=move |_| rules.0.set(Some(format!("rule-{rule}")))>{t("rules")}</button>
                        })}
                    </p>
                </Show>
                <Show when=move || link.connection.get() == Connection::Lost>
                    <p class="notice connection" role="status">{move || t("connection-lost")}</p>
                </Show>
                <UndoAsked link teller/>
                <Absences link teller/>
            </div>
            <Show when=move || !waiting.get() fallback=move || view! { <Lobby link teller/> }>
                <Explained>
                    <SheetTabs seen/>
                    <Show when=move || over.get()>
                        <EndOfGame link seen/>
                    </Show>
                    <div class="table-grid">
                        <Show when=move || ready.get()><Board seen/></Show>
                        <Stage link seen telling/>
                        <aside class="table-side">
                            <Sheet seen name="players"><Players seen/></Sheet>
                            <Sheet seen name="log">
                                <Log link seen/>
                                <Show when=move || link.connection.get() != Connection::Local>
                                    <Chat link/>
                                    <Webhooks link/>
                                </Show>
                            </Sheet>
                        </aside>
                    </div>
                </Explained>
            </Show>
        </div>
    }
}

/// Chooses the sheet that a small screen shows.
#[component]
fn SheetTabs(seen: Seen) -> impl IntoView {
    let names = seen.update.with_untracked(|update| sheets(&update.game));
    let tab = move |name: &'static str| {
        view! {
            <button class="quiet" aria-pressed=move || (seen.sheet.get() == name).to_string() on:click=move |_| seen.sheet.set(name)>
                {move || t(&format!("sheet-{name}"))}
            </button>
        }
    };
    let names = names.iter().copied().chain(["players", "log"]);
    view! { <nav class="sheet-tabs" aria-label=move || t("sheets")>{names.map(tab).collect_view()}</nav> }
}

/// Shows a request to take back that needs everybody's agreement.
#[component]
fn UndoAsked(link: Link, teller: Signal<Teller>) -> impl IntoView {
    let frame = frame();
    let asked = Memo::new(move |_| link.update.with(|update| update.undo_asked.clone()));
    let mine = move || link.update.with(|update| update.you.seat);
    move || {
        let asked = asked.get()?;
        let name = teller.with(|teller| teller.name(asked.seat.number().into()));
        let may_answer = mine().is_some_and(|seat| !asked.agreed.contains(&seat));
        Some(view! {
            <div class="notice" role="alert">
                <p>{if mine() == Some(asked.seat) { t("undo-waits") } else { frame.say("undo-asked", &[("name", &name)]) }}</p>
                {may_answer.then(|| view! {
                    <button class="primary" on:click=move |_| link.request(Request::AnswerUndo(true))>{t("undo-agree")}</button>
                    <button on:click=move |_| link.request(Request::AnswerUndo(false))>{t("undo-refuse")}</button>
                })}
            </div>
        })
    }
}
