//! The log, in sentences.

use crate::boards::Seen;
use crate::browser;
use crate::frame::t;
use crate::hosts::Link;
use leptos::prelude::*;
use protocol::{Step, Update, WhatHappened, Who};
use serde_json::Value;
use std::fmt::Display;
use std::sync::Arc;
use words::Teller;

/// The maximum number of steps shown.
const LONGEST: usize = 60;
/// The maximum number of steps announced at once. After a reload every step is new, but must not be read out.
const MOST_SAID: usize = 3;

/// The log, and a live region that announces others' moves.
#[component]
pub fn Log(link: Link, seen: Seen) -> impl IntoView {
    let latest = move || link.log.with(|log| latest(log));
    let news = move || {
        seen.update
            .with(|update| seen.teller.with(|teller| news(update, teller)))
    };
    view! {
        <h2 class="side-heading">{move || t("log")}</h2>
        <div class="visually-hidden" aria-live="polite" id="news">{news}</div>
        <div class="log" tabindex="0" role="region" aria-label=move || t("log") on:keydown=move |event| browser::follow_arrow(&event)>
            <Show when=move || link.log.with(Vec::is_empty)>
                <p>{move || t("log-empty")}</p>
            </Show>
            <ol reversed>
                <For each=latest key=|version| *version let:version><Entry link seen version/></For>
            </ol>
        </div>
    }
}

/// One step, rendered again only if its text changes: for other eyes or in another language.
#[component]
fn Entry(link: Link, seen: Seen, version: u64) -> impl IntoView {
    let step = Memo::new_with_compare(
        move |_| link.log.with(|log| step_to(log, version)),
        |before, now| match (before, now) {
            (Some(Some(before)), Some(Some(now))) => !Arc::ptr_eq(before, now),
            _ => true,
        },
    );
    let said = Memo::new(move |_| {
        step.with(|step| {
            let step = step.as_ref()?;
            seen.teller.with(|teller| Some(sentences(step, teller)))
        })
        .unwrap_or_default()
    });
    let light_up = move || {
        step.with_untracked(|step| {
            browser::light_up(&step.as_ref().map(|step| named(step)).unwrap_or_default());
        });
    };
    view! {
        <li
            data-version=version
            tabindex="-1"
            hidden=move || said.with(Vec::is_empty)
            on:pointerenter=move |_| light_up()
            on:focus=move |_| light_up()
            on:pointerleave=|_| browser::light_up(&[])
            on:blur=|_| browser::light_up(&[])
        >
            {move || said.get().into_iter().map(|sentence| view! { <p>{sentence}</p> }).collect_view()}
        </li>
    }
}

/// Returns the versions of the latest steps, latest first.
fn latest(log: &[Arc<Step>]) -> Vec<u64> {
    let latest = log.iter().rev().take(LONGEST);
    latest.map(|step| step.version).collect()
}

/// Returns the announcement for an update: what others did, oldest first.
fn news(update: &Update, teller: &Teller) -> String {
    let mine = |step: &&Step| matches!(&step.what, WhatHappened::Played { seat, .. } if update.you.seat == Some(*seat));
    let others = update.steps.iter().filter(|step| !mine(step));
    let latest: Vec<_> = others.rev().take(MOST_SAID).collect();
    let said = latest.iter().rev().flat_map(|step| sentences(step, teller));
    said.collect::<Vec<_>>().join(" ")
}

/// Returns the step that led to a version.
fn step_to(log: &[Arc<Step>], version: u64) -> Option<Arc<Step>> {
    let found = log.binary_search_by_key(&version, |step| step.version);
    found.ok().and_then(|found| log.get(found)).cloned()
}

/// Returns all ids in a step, which are highlighted on the board when the step is pointed at.
fn named(step: &Step) -> Vec<&str> {
    let mut named = Vec::new();
    if let WhatHappened::Started { events } | WhatHappened::Played { events, .. } = &step.what {
        events.iter().for_each(|event| ids(event, &mut named));
    }
    named
}

/// Collects all ids in an event.
fn ids<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text)
            if text
                .bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || b"-_".contains(&letter)) =>
        {
            found.push(text);
        }
        Value::Array(items) => items.iter().for_each(|item| ids(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| ids(field, found)),
        _ => {}
    }
}

/// Returns the sentences of a step; none for steps that only concern programs.
fn sentences(step: &Step, teller: &Teller) -> Vec<String> {
    let say = |key: &str, values: &[(&str, &dyn Display)]| {
        vec![words::say(teller.language(), key, values)]
    };
    let about = |key, seat: &kit::Seat| say(key, &[("name", &teller.name(seat.number().into()))]);
    match &step.what {
        WhatHappened::Started { events } | WhatHappened::Played { events, .. } => events
            .iter()
            .filter_map(|event| teller.event(event))
            .collect(),
        WhatHappened::TookBack { seat, actions } => {
            let name = teller.name(seat.number().into());
            say("took-back", &[("name", &name), ("actions", actions)])
        }
        WhatHappened::Resigned { seat } => about("resigned", seat),
        WhatHappened::RanOutOfTime { seat } => about("ran-out-of-time", seat),
        WhatHappened::CameBack { seat } => about("came-back", seat),
        WhatHappened::Seated {
            seat,
            who: Who::Open,
        } => say("seat-freed", &[("number", &(seat.number() + 1))]),
        WhatHappened::Seated {
            who: Who::Person { name },
            ..
        } => say("sat-down", &[("name", name)]),
        _ => Vec::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, play, update};
    use crate::shelf::Memory;
    use kit::Seat;
    use serde_json::json;
    use words::Language;

    fn teller(language: Language) -> Teller {
        let names = ["Anna", "Ben"].map(str::to_owned).to_vec();
        Teller::new(language, "taj-mahal", names)
    }

    fn step(version: u64, mut what: Value) -> Step {
        what["version"] = json!(version);
        serde_json::from_value(what).unwrap()
    }

    fn laid(version: u64, seat: u8, card: &str) -> Step {
        let event = json!({"event": "laid", "seat": seat, "card": card, "extra": null});
        let action = format!("play {card}");
        step(
            version,
            json!({"step": "played", "seat": seat, "action": action, "events": [event]}),
        )
    }

    fn said(what: Value) -> Vec<String> {
        sentences(&step(1, what), &teller(Language::En))
    }

    #[test]
    fn the_opening_is_one_step_of_several_sentences() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let steps = update(&local, None, 0).steps;
        let told: Vec<usize> = steps
            .iter()
            .map(|step| sentences(step, &teller(Language::En)).len())
            .collect();
        // The creation of the table is not shown.
        assert_eq!(told, [0, 2]);
        let opening = sentences(steps.last().unwrap(), &teller(Language::En));
        assert!(
            opening.concat().starts_with("Visit 1 leads to"),
            "{opening:?}"
        );
    }

    #[test]
    fn an_action_is_one_step_with_all_that_follows() {
        let shelf = Memory::default();
        let mut local = created("taj-mahal", 2, 0, &shelf);
        play(&mut local, 12, &shelf);
        for step in update(&local, None, 2).steps {
            let WhatHappened::Played { events, .. } = &step.what else {
                unreachable!("nothing else has happened");
            };
            let teller = teller(Language::En);
            let told: Vec<_> = events
                .iter()
                .filter_map(|event| teller.event(event))
                .collect();
            assert!(!told.is_empty());
            assert_eq!(sentences(&step, &teller), told);
        }
    }

    #[test]
    fn resigning_and_running_out_of_time_are_told_apart() {
        assert_eq!(
            said(json!({"step": "resigned", "seat": 0})),
            ["Anna resigns; a bot plays on."]
        );
        assert_eq!(
            said(json!({"step": "ran-out-of-time", "seat": 1})),
            ["Ben has run out of time; a bot plays on."]
        );
        assert_eq!(
            said(json!({"step": "came-back", "seat": 1})),
            ["Ben plays again."]
        );
    }

    #[test]
    fn taking_back_tells_how_much() {
        let one = json!({"step": "took-back", "seat": 0, "actions": 1});
        assert_eq!(said(one), ["Anna takes back the last action."]);
        let three = json!({"step": "took-back", "seat": 0, "actions": 3});
        assert_eq!(said(three), ["Anna takes back the last 3 actions."]);
        // The question before it is shown beside the log.
        assert!(said(json!({"step": "asked-undo", "seat": 0})).is_empty());
        assert!(said(json!({"step": "answered-undo", "seat": 1, "agrees": true})).is_empty());
    }

    #[test]
    fn who_sits_down_or_leaves_is_told_and_bots_are_not() {
        let seated = |who| json!({"step": "seated", "seat": 1, "who": who});
        let person = serde_json::to_value(Who::Person {
            name: "Eva".to_owned(),
        })
        .unwrap();
        let bot = serde_json::to_value(Who::Bot {
            level: protocol::Level::Easy,
        })
        .unwrap();
        let open = serde_json::to_value(Who::Open).unwrap();
        assert_eq!(said(seated(person)), ["Eva takes a seat."]);
        assert_eq!(said(seated(open)), ["Seat 2 is free."]);
        assert!(said(seated(bot)).is_empty());
    }

    #[test]
    fn a_step_is_told_in_the_readers_language() {
        let resigned = step(1, json!({"step": "resigned", "seat": 0}));
        let told = Language::ALL.map(|language| sentences(&resigned, &teller(language)).concat());
        assert!(told.iter().all(|sentence| sentence.contains("Anna")));
        let [en, de, ru] = told;
        assert!(en != de && de != ru);
    }

    #[test]
    fn the_log_shows_the_latest_steps_first_and_not_all() {
        let log: Vec<_> = (1..=100)
            .map(|version| Arc::new(laid(version, 0, "red-ev")))
            .collect();
        let shown = latest(&log);
        assert_eq!(shown.len(), LONGEST);
        assert_eq!(shown.first(), Some(&100));
        assert!(shown.is_sorted_by(|one, next| one > next));
        assert!(latest(&[]).is_empty());
        assert_eq!(step_to(&log, 42).unwrap().version, 42);
        assert!(step_to(&log, 101).is_none());
    }

    #[test]
    fn what_others_did_is_said_aloud_but_not_what_i_did() {
        let local = created("taj-mahal", 2, 0, &Memory::default());
        let mut told = update(&local, Some(Seat::FIRST), 0);
        told.steps = vec![
            laid(3, 1, "red-ee"),
            laid(4, 1, "red-ev"),
            laid(5, 0, "yellow-eg"),
            laid(6, 1, "red-em"),
            step(7, json!({"step": "resigned", "seat": 1})),
        ];
        let words = news(&told, &teller(Language::En));
        let sentences: Vec<&str> = words.split_inclusive('.').collect();
        // The last three of the others', oldest first.
        assert_eq!(sentences.len(), MOST_SAID, "{words}");
        assert!(sentences.iter().all(|sentence| sentence.contains("Ben")));
        assert!(words.ends_with("Ben resigns; a bot plays on."), "{words}");
    }

    #[test]
    fn a_step_lights_up_what_it_names() {
        let event =
            json!({"event": "placed", "seat": 1, "city": "kas2", "of": ["a b", "vizier"], "n": 3});
        let placed =
            json!({"step": "played", "seat": 1, "action": "palace kas2", "events": [event]});
        assert_eq!(named(&step(3, placed)), ["placed", "kas2", "vizier"]);
        assert!(named(&step(4, json!({"step": "resigned", "seat": 1}))).is_empty());
    }
}
