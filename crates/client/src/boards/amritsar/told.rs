//! Automatic events, shown step by step: the end of a decade, and the Maharajah's turn.

use super::glyphs;
use super::scene::Scene;
use amritsar::Event;
use leptos::prelude::*;

/// A sequence of events that is shown together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Story {
    /// Majorities, taxes and income.
    Decade,
    /// The Maharajah's donation and his two actions.
    Maharajah,
}

impl Story {
    fn begins_with(self, event: &Event) -> bool {
        match self {
            Story::Decade => matches!(event, Event::DecadeEnded { .. }),
            Story::Maharajah => matches!(event, Event::MaharajahTurnBegan),
        }
    }

    fn ends_with(self, event: &Event) -> bool {
        match self {
            Story::Decade => matches!(event, Event::DecadeBegan { .. } | Event::GameOver { .. }),
            Story::Maharajah => matches!(event, Event::TokenMoved { .. }),
        }
    }
}

/// The events of a sequence so far.
#[derive(Clone, PartialEq, Default)]
struct SoFar {
    events: Vec<Event>,
    goes_on: bool,
    /// Whether the viewer has not acted since.
    fresh: bool,
}

/// The latest sequence of a kind; it stays until there is a new one.
#[component]
pub fn Told(scene: Scene, story: Story) -> impl IntoView {
    let told = Memo::new(move |before: Option<&SoFar>| {
        let mut told = before.cloned().unwrap_or_default();
        let me = scene.me();
        scene.played.with(|played| {
            for action in played {
                told.fresh = told.goes_on || told.fresh && Some(action.seat) != me;
                for event in &action.events {
                    if story.begins_with(event) {
                        told = SoFar {
                            events: Vec::new(),
                            goes_on: true,
                            fresh: true,
                        };
                    }
                    if told.goes_on {
                        told.events.push(*event);
                        told.goes_on = !story.ends_with(event);
                    }
                }
            }
        });
        told
    });
    let lines = move || {
        let events = told.get().events;
        let lines = events.iter().filter_map(|event| {
            let line = scene.tell(event)?;
            let icon = icon_of(event);
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

/// Returns the icon of a step.
fn icon_of(event: &Event) -> &'static str {
    match event {
        Event::WonMajority { .. } | Event::Donated { .. } => "donate",
        Event::PaidTaxes { .. } => "tax",
        Event::IncomePaid { .. } | Event::Advanced { .. } => "knowledge",
        Event::Gained { .. } | Event::MaharajahTookResource { .. } => "any",
        Event::ObjectiveScored { .. } => "objective",
        Event::MaharajahTookCounter | Event::CounterLoaded { .. } | Event::ElephantFull { .. } => {
            "counter"
        }
        Event::MaharajahRemoved { .. } => "market",
        Event::DecadeBegan { .. } => "bridge",
        Event::TokenMoved { .. }
        | Event::MaharajahTurnBegan
        | Event::MaharajahActed { .. }
        | Event::MaharajahAdvanced { .. } => "turban",
        Event::Scored { .. } | Event::Lost { .. } => "pp",
        _ => "lotus",
    }
}
