//! What happened, in sentences.

use crate::boards::Seen;
use crate::browser;
use crate::frame::{Frame, frame, t};
use crate::hosts::Link;
use leptos::prelude::*;
use protocol::{Step, WhatHappened, Who};
use serde_json::Value;
use std::sync::Arc;
use words::Teller;

/// So many of the latest steps are shown.
const LONGEST: usize = 60;

/// The log, and a live region that tells others' moves.
#[component]
pub fn Log(link: Link, seen: Seen) -> impl IntoView {
    let frame = frame();
    let latest = move || {
        link.log.with(|log| {
            let latest = log.iter().rev().take(LONGEST);
            latest.map(|step| step.version).collect::<Vec<_>>()
        })
    };
    let news = move || {
        seen.update.with(|update| {
            let others = update.steps.iter().filter(|step| !matches!(&step.what, WhatHappened::Played { seat, .. } if update.you.seat == Some(*seat)));
            // After a reload everything is news; nobody wants to hear all of it.
            let latest: Vec<_> = others.rev().take(3).collect();
            seen.teller.with(|teller| latest.iter().rev().flat_map(|step| sentences(step, teller, frame)).collect::<Vec<_>>().join(" "))
        })
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

/// One step, told again only if it reads differently: to other eyes or in another language.
#[component]
fn Entry(link: Link, seen: Seen, version: u64) -> impl IntoView {
    let frame = frame();
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
            seen.teller
                .with(|teller| Some(sentences(step, teller, frame)))
        })
        .unwrap_or_default()
    });
    let light_up = move || {
        step.with_untracked(|step| {
            let mut named = Vec::new();
            if let Some(WhatHappened::Started { events } | WhatHappened::Played { events, .. }) =
                step.as_ref().map(|step| &step.what)
            {
                events.iter().for_each(|event| ids(event, &mut named));
            }
            browser::light_up(&named);
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

/// The step that led to a version.
fn step_to(log: &[Arc<Step>], version: u64) -> Option<Arc<Step>> {
    let found = log.binary_search_by_key(&version, |step| step.version);
    found.ok().and_then(|found| log.get(found)).cloned()
}

/// All ids in an event.
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

fn sentences(step: &Step, teller: &Teller, frame: Frame) -> Vec<String> {
    let about = |key, seat: &kit::Seat| {
        vec![frame.say(key, &[("name", &teller.name(seat.number().into()))])]
    };
    match &step.what {
        WhatHappened::Started { events } | WhatHappened::Played { events, .. } => events
            .iter()
            .filter_map(|event| teller.event(event))
            .collect(),
        WhatHappened::TookBack { seat, actions } => {
            let name = teller.name(seat.number().into());
            vec![frame.say("took-back", &[("name", &name), ("actions", actions)])]
        }
        WhatHappened::Resigned { seat } => about("resigned", seat),
        WhatHappened::RanOutOfTime { seat } => about("ran-out-of-time", seat),
        WhatHappened::CameBack { seat } => about("came-back", seat),
        WhatHappened::Seated {
            seat,
            who: Who::Open,
        } => vec![frame.say("seat-freed", &[("number", &(seat.number() + 1))])],
        WhatHappened::Seated {
            who: Who::Person { name },
            ..
        } => vec![frame.say("sat-down", &[("name", name)])],
        _ => Vec::new(),
    }
}
