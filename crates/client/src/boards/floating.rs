//! Points that float up where they were earned.

use super::Seen;
use kit::Seat;
use leptos::prelude::*;
use protocol::WhatHappened;
use serde_json::Value;

/// So many steps at once are news; more are a past that was just loaded.
const NEWS: usize = 3;

/// Points that somebody earned at a place of the drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Earned {
    pub seat: Seat,
    pub points: i64,
    pub place: (i32, i32),
}

/// The points of the latest steps; `earned` reads them out of the events of one action.
#[component]
pub fn Floating(
    seen: Seen,
    earned: impl Fn(&[Value]) -> Vec<Earned> + Send + Sync + 'static,
) -> impl IntoView {
    let news = Memo::new(move |_| {
        seen.update.with(|update| {
            if update.steps.len() > NEWS {
                return Vec::new();
            }
            let mut news: Vec<((u64, usize), Earned)> = Vec::new();
            for step in &update.steps {
                let WhatHappened::Played { events, .. } = &step.what else {
                    continue;
                };
                for (number, gain) in earned(events).into_iter().enumerate() {
                    news.push(((step.version, number), gain));
                }
            }
            news
        })
    });
    // What was earned at one place stands one above the other.
    let stacked = move || {
        let mut news = news.get();
        for (number, (_, gain)) in news.iter_mut().enumerate() {
            gain.place.1 -= number as i32 * 34;
        }
        news
    };
    view! {
        <g aria-hidden="true">
            <For each=stacked key=|(key, _)| *key let((_, earned))>
                <g transform=format!("translate({} {})", earned.place.0, earned.place.1)>
                    <text class=format!("floating seat-{}", earned.seat)>{format!("{:+}", earned.points)}</text>
                </g>
            </For>
        </g>
    }
}
