//! Replay of a record: from a finished table, a file, or pasted text.

use crate::boards::{Board, Explained, Seen, provide_scene, symbols};
use crate::browser::{self, BrowserShelf};
use crate::frame::{frame, t};
use crate::hosts::{Connection, Link, api, shared};
use crate::local_table::LocalTable;
use crate::table::{Course, Log, Players, names};
use ::table::{ENTRIES_BEFORE_PLAY, Replay};
use kit::{Eyes, Seat};
use leptos::prelude::*;
use protocol::{Step, Update, WhatHappened};
use serde_json::Value;
use std::sync::Arc;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use words::{Language, Teller};

/// A record, step by step.
#[component]
pub fn ReplayPage(id: Option<String>) -> impl IntoView {
    let kept = id.as_deref().and_then(|id| {
        let table = LocalTable::open(&id.parse().ok()?, &BrowserShelf).ok()?;
        table.table().record(Eyes::AllSeeing)
    });
    let record = RwSignal::new(kept.map(|record| record.to_string()));
    // A table on the server, or a record from a link.
    let elsewhere = id
        .map(|id| format!("/api/tables/{id}/record"))
        .or_else(|| browser::query("record"));
    if let (None, Some(path)) = (
        record.get_untracked(),
        elsewhere.filter(|path| path.starts_with('/')),
    ) {
        spawn_local(async move {
            if let Ok(text) = api::text(&path).await {
                record.set(Some(text));
            }
        });
    }
    view! {
        {move || match record.get() {
            None => view! { <ChooseRecord record/> }.into_any(),
            Some(text) => match Replay::open(&text) {
                Ok(replay) => view! { <Walk replay/> }.into_any(),
                Err(error) => {
                    let problem = error.to_string();
                    view! {
                        <p class="notice" role="alert">{move || frame().say("replay-bad", &[("problem", &problem)])}</p>
                        <ChooseRecord record/>
                    }
                    .into_any()
                }
            },
        }}
    }
}

#[component]
fn ChooseRecord(record: RwSignal<Option<String>>) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let read_file = move |event: web_sys::Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input
            .and_then(|input| input.files())
            .and_then(|files| files.get(0))
        else {
            return;
        };
        spawn_local(async move {
            let content = JsFuture::from(file.text())
                .await
                .ok()
                .and_then(|content| content.as_string());
            record.set(Some(content.unwrap_or_default()));
        });
    };
    view! {
        <section class="narrow">
            <h1>{move || t("replay-title")}</h1>
            <p>{move || t("replay-lead")}</p>
            <fieldset>
                <label>
                    <span>{move || t("replay-file")}</span>
                    <input id="record-file" type="file" accept=".record,.txt,text/plain" on:change=read_file/>
                </label>
                <label>
                    <span>{move || t("replay-text")}</span>
                    <textarea id="record-text" rows="8" spellcheck="false" on:input=move |event| text.set(event_target_value(&event))></textarea>
                </label>
                <div>
                    <button id="record-open" class="primary" on:click=move |_| record.set(Some(text.get_untracked()))>{move || t("replay-open")}</button>
                </div>
            </fieldset>
        </section>
    }
}

/// The table at one point of the record, with the same board as in play.
#[component]
fn Walk(replay: Replay) -> impl IntoView {
    let frame = frame();
    let last = replay.moves();
    let course = replay.course().to_vec();
    let seats = replay.record().players.len();
    let replay = StoredValue::new_local(replay);
    let at: RwSignal<usize> = RwSignal::new(last);
    let look = RwSignal::new(Eyes::AllSeeing);
    let update = Memo::new(move |before: Option<&Option<Arc<Update>>>| {
        let found = replay
            .with_value(|replay| replay.after(at.get(), look.get()))
            .ok()
            .map(Arc::new);
        found.or_else(|| before.cloned().flatten())
    });
    let Some(first) = update.get_untracked() else {
        return ().into_any();
    };
    let link = Link::new(Arc::unwrap_or_clone(first), Connection::Local);
    let shown = link.update;
    Effect::new(move |_| {
        if let Some(update) = update.get() {
            link.log.set(shared(&update.steps));
            shown.set(update);
        }
    });
    let teller = Signal::from(Memo::new(move |_| {
        shown.with(|update| frame.teller(&update.game, names(update, frame)))
    }));
    let seen = Seen {
        update: shown.into(),
        teller,
        play: Callback::new(|_| ()),
        looked_at: RwSignal::new(None),
    };
    provide_scene(seen);
    let stops = replay.with_value(stops);
    let here = {
        let places: Vec<usize> = stops.iter().map(|(place, _)| *place).collect();
        Memo::new(move |_| last_before(&places, at.get()))
    };
    let stops = stops.into_iter().map(|(place, begins)| {
        let name = move || match &begins {
            Some(event) => teller.with(|teller| teller.chapter(event)),
            None => Some(t("replay-setup")),
        };
        view! { <option value=place selected=move || here.get() == place>{name}</option> }
    });
    let step = move |key: &'static str,
                     mark: &'static str,
                     to: Box<dyn Fn(usize) -> usize + Send>| {
        view! {
            <button class=key aria-label=move || t(key) on:click=move |_| at.set(to(at.get_untracked()).min(last))>{mark}</button>
        }
    };
    view! {
        <div class="table replay" data-game=shown.with_untracked(|update| update.game.clone())>
            <h1 class="visually-hidden">{move || t("replay-title")}</h1>
            <div class="visually-hidden" inner_html=shown.with_untracked(|update| symbols(&update.game))></div>
            <div class="prompt">
                <p class="prompt-text" role="status">{move || frame.say("prompt-replay", &[("number", &at.get()), ("count", &last)])}</p>
                <div class="prompt-actions replay-controls">
                    {step("replay-first", "⏮", Box::new(|_| 0))}
                    {step("replay-back", "◀", Box::new(|at| at.saturating_sub(1)))}
                    <input
                        type="range" min="0" max=last class="replay-slider"
                        aria-label=move || t("replay-slider")
                        prop:value=move || at.get().to_string()
                        on:input=move |event| at.set(event_target_value(&event).parse().unwrap_or(last))
                    />
                    {step("replay-forward", "▶", Box::new(|at| at + 1))}
                    {step("replay-last", "⏭", Box::new(|_| usize::MAX))}
                    <select
                        class="replay-stops"
                        aria-label=move || t("replay-jump")
                        on:change=move |event| at.set(event_target_value(&event).parse().unwrap_or(last))
                    >
                        {stops.collect_view()}
                    </select>
                    <select class="replay-eyes" aria-label=move || t("replay-eyes") on:change=move |event| look.set(eyes(&event_target_value(&event)))>
                        <option value="all">{move || t("replay-all")}</option>
                        <option value="public">{move || t("replay-public")}</option>
                        {(0..seats).map(|seat| view! {
                            <option value=seat>{move || teller.with(|teller| teller.name(seat))}</option>
                        }).collect_view()}
                    </select>
                </div>
            </div>
            <Explained><div class="table-grid">
                <div class="table-board">
                    <Course course teller at=Signal::from(at)/>
                    <Board seen/>
                </div>
                <aside class="table-side" aria-label=move || t("players")>
                    <Players seen/>
                    <Log link seen/>
                </aside>
            </div></Explained>
        </div>
    }
    .into_any()
}

/// Parses the selected eyes; a seat is its number.
fn eyes(value: &str) -> Eyes {
    match value {
        "all" => Eyes::AllSeeing,
        "public" => Eyes::Public,
        seat => seat
            .parse()
            .ok()
            .and_then(Seat::new)
            .map_or(Eyes::Public, Eyes::Seat),
    }
}

/// Returns the last of these sorted positions at or before `at`.
fn last_before(places: &[usize], at: usize) -> usize {
    let passed = places.iter().rev().find(|place| **place <= at);
    passed.copied().unwrap_or(0)
}

/// Returns the chapters of the game: the action after which each begins, and its event; the set-up comes before the first.
fn stops(replay: &Replay) -> Vec<(usize, Option<Value>)> {
    let told = replay.after(replay.moves(), Eyes::Public);
    let steps = told.map(|update| update.steps).unwrap_or_default();
    let teller = Teller::new(Language::default(), &replay.record().game, Vec::new());
    chapters(steps, &teller)
}

fn chapters(steps: Vec<Step>, teller: &Teller) -> Vec<(usize, Option<Value>)> {
    let begins = |step: Step| match step.what {
        WhatHappened::Started { events } | WhatHappened::Played { events, .. } => {
            let mut events = events.into_iter();
            let event = events.find(|event| teller.chapter(event).is_some())?;
            let place = (step.version as usize).saturating_sub(ENTRIES_BEFORE_PLAY);
            Some((place, Some(event)))
        }
        _ => None,
    };
    let mut stops: Vec<_> = steps.into_iter().filter_map(begins).collect();
    if stops.first().is_none_or(|(place, _)| *place > 0) {
        stops.insert(0, (0, None));
    }
    stops
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play};
    use crate::shelf::Memory;
    use serde_json::json;

    fn played(version: u64, events: &[Value]) -> Step {
        let step = json!({"version": version, "step": "played", "seat": 0, "action": "withdraw", "events": events});
        serde_json::from_value(step).unwrap()
    }

    #[test]
    fn chapters_begin_where_their_event_happened() {
        let teller = Teller::new(Language::En, "taj-mahal", Vec::new());
        let visit = |visit: u8| json!({"event": "visit-began", "visit": visit, "province": "kashmir", "start": 0});
        let other = json!({"event": "reshuffled", "cards": 30});
        let started = json!({"version": 2, "step": "started", "events": [visit(1)]});
        let steps = vec![
            serde_json::from_value(json!({"version": 1, "step": "created"})).unwrap(),
            serde_json::from_value(started).unwrap(),
            played(3, &[]),
            played(4, &[other.clone(), visit(2)]),
            played(5, &[other]),
        ];
        assert_eq!(
            chapters(steps.clone(), &teller),
            [(0, Some(visit(1))), (2, Some(visit(2)))]
        );
        // Without a chapter at the beginning, the set-up takes its place.
        let later = steps.into_iter().skip(2).collect();
        assert_eq!(chapters(later, &teller), [(0, None), (2, Some(visit(2)))]);
        assert_eq!(chapters(Vec::new(), &teller), [(0, None)]);
    }

    #[test]
    fn a_game_of_twelve_visits_has_twelve_chapters() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 0, 3, &shelf);
        play(&mut local, 5_000, &shelf);
        let record = local.table().record(Eyes::Public).unwrap();
        let stops = stops(&Replay::open(&record.to_string()).unwrap());
        assert_eq!(stops.len(), 12);
        assert_eq!(stops.first().unwrap().0, 0);
        assert!(stops.is_sorted_by(|(one, _), (next, _)| one < next));
    }

    #[test]
    fn the_present_chapter_is_the_last_one_that_began() {
        let places = [0, 14, 30];
        for (at, expected) in [(0, 0), (13, 0), (14, 14), (29, 14), (99, 30)] {
            assert_eq!(last_before(&places, at), expected);
        }
    }

    #[test]
    fn nonsense_sees_no_more_than_everybody() {
        assert_eq!(eyes("all"), Eyes::AllSeeing);
        assert_eq!(eyes("0"), Eyes::Seat(Seat::FIRST));
        for text in ["public", "-1", "200", "everything"] {
            assert_eq!(eyes(text), Eyes::Public, "{text}");
        }
    }
}
