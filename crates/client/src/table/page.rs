//! The page of a table.

use super::curtain::Curtain;
use super::end::EndOfGame;
use super::log::Log;
use super::names::names;
use super::players::Players;
use super::prompt::Prompt;
use crate::boards::{Board, Seen};
use crate::browser;
use crate::frame::{frame, t};
use crate::hosts::{Ask, Link};
use leptos::prelude::*;
use protocol::Status;
use table::AnyGame;

/// The page of a table, local or online.
#[component]
pub fn TablePage(link: Link) -> impl IntoView {
    let frame = frame();
    let teller = Signal::derive(move || {
        link.update
            .with(|update| frame.teller(&update.game, names(update, frame)))
    });
    let seen = Seen {
        update: link.update.into(),
        teller,
        play: Callback::new(move |action| link.ask.run(Ask::Play(action))),
    };
    let game = link.update.with_untracked(|update| {
        update
            .game
            .parse::<AnyGame>()
            .map(|game| game.about().name)
            .unwrap_or_default()
    });
    let my_turn = Memo::new(move |_| {
        link.update.with(|update| {
            update
                .position
                .as_ref()
                .is_some_and(|position| !position.legal.is_empty())
        })
    });
    Effect::new(move |_| {
        let mark = if my_turn.get() { "● " } else { "" };
        browser::set_title(&format!(
            "{mark}{} · {}",
            frame.say("table-title", &[("game", &game)]),
            t("title")
        ));
    });
    on_cleanup(|| browser::set_title("Durbar"));
    let over = Memo::new(move |_| link.update.with(|update| update.status == Status::Over));
    view! {
        <div class="table" data-version=move || link.update.with(|update| update.version)>
            <h1 class="visually-hidden">{move || frame.say("table-title", &[("game", &game)])}</h1>
            <Prompt link seen game/>
            <Show when=move || link.problem.with(Option::is_some)>
                <p class="notice" role="alert">{move || link.problem.get()}</p>
            </Show>
            <Show
                when=move || link.curtain.with(Option::is_none)
                fallback=move || view! { <Curtain link teller/> }
            >
                <div class="table-grid">
                    <div class="table-board">
                        <Show when=move || over.get()>
                            <EndOfGame link seen/>
                        </Show>
                        <Board seen/>
                    </div>
                    <aside class="table-side" aria-label=move || t("players")>
                        <Players seen/>
                        <Log link seen/>
                    </aside>
                </div>
            </Show>
        </div>
    }
}
