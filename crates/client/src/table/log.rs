//! What happened, in sentences.

use crate::boards::Seen;
use crate::frame::{Frame, frame, t};
use crate::hosts::Link;
use leptos::prelude::*;
use protocol::{Step, WhatHappened, Who};
use words::Teller;

/// So many of the latest steps are shown.
const LONGEST: usize = 60;

/// The log, and a live region that tells others' moves.
#[component]
pub fn Log(link: Link, seen: Seen) -> impl IntoView {
    let frame = frame();
    let entries = move || {
        link.log.with(|log| {
            let latest = log.iter().rev().take(LONGEST);
            seen.teller.with(|teller| {
                latest
                    .map(|step| (step.version, sentences(step, teller, frame)))
                    .collect::<Vec<_>>()
            })
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
        <div class="log" tabindex="0" role="region" aria-label=move || t("log")>
            <Show when=move || link.log.with(Vec::is_empty)>
                <p>{move || t("log-empty")}</p>
            </Show>
            <ol reversed>
                {move || entries().into_iter().filter(|(_, sentences)| !sentences.is_empty()).map(|(version, sentences)| view! {
                    <li data-version=version>{sentences.into_iter().map(|sentence| view! { <p>{sentence}</p> }).collect_view()}</li>
                }).collect_view()}
            </ol>
        </div>
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
        WhatHappened::TookBack { seat, .. } => about("took-back", seat),
        WhatHappened::Resigned { seat } | WhatHappened::RanOutOfTime { seat } => {
            about("resigned", seat)
        }
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
