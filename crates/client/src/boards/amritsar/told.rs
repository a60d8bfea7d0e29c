//! What happened by itself, told step by step: the end of a decade, and the Maharajah's turn.

use super::glyphs;
use super::scene::Scene;
use leptos::prelude::*;
use protocol::WhatHappened;
use serde_json::Value;

/// Which story an event begins, and which it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Story {
    /// From majorities over taxes to income.
    Decade,
    /// His donation and his two actions.
    Maharajah,
}

impl Story {
    fn begins_with(self, event: &str) -> bool {
        match self {
            Story::Decade => event == "decade-ended",
            Story::Maharajah => event == "maharajah-turn-began",
        }
    }

    fn ends_with(self, event: &str) -> bool {
        match self {
            Story::Decade => event == "decade-began" || event == "game-over",
            Story::Maharajah => event == "token-moved",
        }
    }
}

/// A story so far.
#[derive(Clone, PartialEq, Default)]
struct SoFar {
    events: Vec<Value>,
    goes_on: bool,
    /// Whether the person has not acted since.
    fresh: bool,
}

/// The latest story of a kind; it stays until there is a new one.
#[component]
pub fn Told(scene: Scene, story: Story) -> impl IntoView {
    let told = Memo::new(move |before: Option<&SoFar>| {
        let mut told = before.cloned().unwrap_or_default();
        scene.seen.update.with(|update| {
            for step in &update.steps {
                let WhatHappened::Played { seat, events, .. } = &step.what else {
                    continue;
                };
                told.fresh = told.goes_on || told.fresh && Some(*seat) != update.you.seat;
                for event in events {
                    let name = event["event"].as_str().unwrap_or_default();
                    if story.begins_with(name) {
                        told = SoFar {
                            events: Vec::new(),
                            goes_on: true,
                            fresh: true,
                        };
                    }
                    if told.goes_on {
                        told.events.push(event.clone());
                        told.goes_on = !story.ends_with(name);
                    }
                }
            }
        });
        told
    });
    let lines = move || {
        let teller = scene.seen.teller.get();
        let events = told.get().events;
        let lines = events.iter().filter_map(|event| {
            let line = teller.event(event)?;
            let icon = icon_of(event["event"].as_str()?);
            Some(view! { <li><span inner_html=glyphs::icon(icon)></span><span>{line}</span></li> })
        });
        lines.collect_view()
    };
    view! {
        <Show when=move || told.with(|told| !told.events.is_empty())>
            <details class="told" data-rules="decade" prop:open=move || told.with(|told| told.fresh)>
                <summary>{move || scene.phrase(match story {
                    Story::Decade => "board-told-decade",
                    Story::Maharajah => "board-told-maharajah",
                }, &[])}</summary>
                <ol tabindex="0">{lines}</ol>
            </details>
        </Show>
    }
}

/// A picture for each step.
fn icon_of(event: &str) -> &'static str {
    match event {
        "won-majority" | "donated" => "donate",
        "paid-taxes" => "tax",
        "income-paid" | "advanced" => "knowledge",
        "gained" | "maharajah-took-resource" => "any",
        "objective-scored" => "objective",
        "maharajah-took-counter" | "counter-loaded" | "elephant-full" => "counter",
        "maharajah-removed-marble" => "market",
        "decade-began" => "bridge",
        "token-moved" | "maharajah-turn-began" | "maharajah-acted" | "maharajah-advanced" => {
            "turban"
        }
        "scored" | "lost" => "pp",
        _ => "lotus",
    }
}
