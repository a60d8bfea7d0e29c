//! The prompt line: whose decision it is, what it is about, and what is always at hand.

use super::rules::OpenRules;
use crate::boards::Seen;
use crate::frame::{Frame, frame, t};
use crate::hosts::Link;
use crate::pages::SpeedChoice;
use ::table::Request;
use leptos::prelude::*;
use protocol::{Status, Update, Who};
use words::Teller;

/// The prompt line of a table.
#[component]
pub fn Prompt(link: Link, seen: Seen, game: &'static str, rules: OpenRules) -> impl IntoView {
    let frame = frame();
    let prompt = Memo::new(move |_| {
        seen.update
            .with(|update| seen.teller.with(|teller| prompt(update, teller, frame)))
    });
    let mine = Memo::new(move |_| {
        seen.update.with(|update| {
            update
                .position
                .as_ref()
                .is_some_and(|position| !position.legal.is_empty())
        })
    });
    let running = Memo::new(move |_| {
        seen.update
            .with(|update| update.status == Status::Running && update.you.seat.is_some())
    });
    let resigned = Memo::new(move |_| {
        seen.update.with(|update| {
            let seat = update.you.seat.map(|seat| usize::from(seat.number()));
            seat.and_then(|seat| update.seats.get(seat))
                .is_some_and(|state| state.played_by_bot)
        })
    });
    // What cannot be taken back alone can be asked for.
    let can_undo = Memo::new(move |_| {
        seen.update.with(|update| {
            update.you.can_undo
                || update.you.seat.is_some()
                    && update.status == Status::Running
                    && update.undo_asked.is_none()
        })
    });
    let asking = RwSignal::new(false);
    view! {
        <div class="prompt" class:mine=move || mine.get()>
            <p class="prompt-game" aria-hidden="true">{game}</p>
            <p class="prompt-text" id="prompt" role="status">{prompt}</p>
            <div class="prompt-actions">
                <button class="quiet undo" disabled=move || !can_undo.get() on:click=move |_| link.request(Request::Undo)>
                    {move || t("undo")}
                </button>
                <Show when=move || running.get() && !resigned.get()>
                    <Show
                        when=move || asking.get()
                        fallback=move || view! {
                            <button class="quiet resign" on:click=move |_| asking.set(true)>{move || t("resign")}</button>
                        }
                    >
                        <span role="alert">{move || t("resign-sure")}</span>
                        <button
                            class="danger"
                            on:click=move |_| {
                                asking.set(false);
                                link.request(Request::Resign);
                            }
                        >
                            {move || t("yes")}
                        </button>
                        <button class="quiet" on:click=move |_| asking.set(false)>{move || t("no")}</button>
                    </Show>
                </Show>
                <Show when=move || running.get() && resigned.get()>
                    <button class="quiet" on:click=move |_| link.request(Request::ComeBack)>{move || t("come-back")}</button>
                </Show>
                <button
                    class="quiet rules-button"
                    aria-expanded=move || rules.0.with(Option::is_some).to_string()
                    on:click=move |_| rules.toggle()
                >
                    {move || t("rules")}
                </button>
                <SpeedChoice/>
            </div>
        </div>
    }
}

/// Whose decision it is, and what it is about.
fn prompt(update: &Update, teller: &Teller, frame: Frame) -> String {
    let Some(position) = &update.position else {
        return frame.say("lobby-title", &[]);
    };
    if update.status == Status::Over {
        return frame.say("prompt-over", &[]);
    }
    if let (Some(seat), false) = (update.you.seat, position.legal.is_empty()) {
        let headings = teller
            .groups(&position.legal)
            .into_iter()
            .map(|group| group.heading)
            .take(3);
        let what = alternatives(headings.collect(), frame);
        return frame.say(
            "prompt-yours",
            &[
                ("name", &teller.name(seat.number().into())),
                ("what", &what),
            ],
        );
    }
    let deciders: Vec<usize> = position
        .deciders
        .iter()
        .map(|seat| seat.number().into())
        .collect();
    match *deciders.as_slice() {
        [seat] => {
            let key = match update.seats.get(seat).map(|state| &state.who) {
                Some(Who::Bot { .. }) => "prompt-bot",
                _ => "prompt-theirs",
            };
            frame.say(key, &[("name", &teller.name(seat))])
        }
        _ => {
            let names = deciders.into_iter().map(|seat| teller.name(seat));
            frame.say(
                "prompt-several",
                &[("names", &teller.listed(names.collect()))],
            )
        }
    }
}

/// `Lay a card or withdraw`.
fn alternatives(mut words: Vec<String>, frame: Frame) -> String {
    let lower = |word: String| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_lowercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    let Some(last) = words.pop() else {
        return String::new();
    };
    if words.is_empty() {
        return last;
    }
    let mut words = words.into_iter();
    let first = words.next().unwrap_or_default();
    let first = std::iter::once(first)
        .chain(words.map(lower))
        .collect::<Vec<_>>()
        .join(", ");
    frame.say("or", &[("first", &first), ("last", &lower(last))])
}
