//! The ring of sections, with the workers on it and in hand.

use super::rect;
use crate::boards::amritsar::glyphs::{self, Glyph};
use crate::boards::amritsar::layout;
use crate::boards::amritsar::preview;
use crate::boards::amritsar::scene::Scene;
use crate::boards::amritsar::subject::Subject;
use crate::boards::amritsar::thing::{Thing, text};
use amritsar::Pending;
use amritsar::components::*;
use kit::{Id, Key};
use leptos::prelude::*;
use std::fmt::Write as _;

/// A section of the ring: room for four workers, and coins.
pub(super) fn ring_section(scene: Scene, section: Section) -> impl IntoView {
    let state = Memo::new(move |_| scene.open().map(|open| open.ring[section]));
    let drawing = text(move || {
        let mut svg = rect("section", layout::section(section), 16);
        for place in 0..usize::from(SECTION_CAPACITY) {
            let (x, y) = layout::worker(section, place);
            let _ = write!(svg, r#"<circle class="slot" cx="{x}" cy="{y}" r="20"/>"#);
        }
        let (x, y) = layout::worker(section, SECTION_CAPACITY.into());
        let coins = state.get().map_or(0, |state| state.coins);
        let _ = write!(
            svg,
            r#"<circle class="coin-slot" cx="{x}" cy="{y}" r="15"/>"#
        );
        if coins > 0 {
            let coin = glyphs::drawn(&[Glyph::Icon("coin")], (x, y), 32, 99);
            let _ = write!(svg, r#"<g data-travel="coin">{coin}</g>"#);
        }
        if coins > 1 {
            let _ = write!(
                svg,
                r#"<text class="coin-count" x="{x}" y="{}">{coins}</text>"#,
                y + 7
            );
        }
        svg
    });
    let about = text(move || {
        let Some(state) = state.get() else {
            return String::new();
        };
        let workers = serde_json::to_value(state.workers).unwrap_or_default();
        let workers = scene
            .seen
            .teller
            .with(|teller| teller.value("workers", &workers));
        let coins = scene.items(Items::coins(state.coins));
        let said = [
            ("workers", &workers as &dyn std::fmt::Display),
            ("coins", &coins),
        ];
        // What lies there is in sight; what would come of a click is not.
        let lift = || preview::lift_words(scene, section);
        let more = preview::landing_words(scene, section).or_else(lift);
        let more = more.unwrap_or_else(|| scene.phrase("board-section", &said));
        format!("{}\n{more}", scene.called(section))
    });
    view! { <Thing scene subject=Subject::Section(section) class="section-place" about drawing/> }
}

/// The workers on the ring; a new one comes from the hand in the middle.
#[component]
pub(super) fn Workers(scene: Scene) -> impl IntoView {
    let workers = move || {
        let Some(open) = scene.open() else {
            return Vec::new();
        };
        let sections = open.ring.iter();
        let all = sections.flat_map(|(section, state)| {
            let counts = Colour::all().map(move |colour| (colour, state.workers[colour]));
            counts.flat_map(move |(colour, count)| {
                (0..count).map(move |number| (section, colour, number))
            })
        });
        all.collect()
    };
    view! {
        <g class="workers" aria-hidden="true">
            <For each=workers key=|worker| *worker let((section, colour, number))>
                {{
                    let place = Memo::new(move |_| {
                        let workers = scene.open().map(|open| open.ring[section].workers).unwrap_or_default();
                        let before: u8 = Colour::all().take_while(|&other| other != colour).map(|other| workers[other]).sum();
                        layout::worker(section, usize::from(before + number))
                    });
                    // The one that acts, the last of its colour there.
                    let acts = Memo::new(move |_| scene.open().is_some_and(|open| match open.stack.first() {
                        Some(Pending::Actions(menu)) => {
                            (menu.section, menu.worker) == (section, colour) && open.ring[section].workers[colour] == number + 1
                        }
                        _ => false,
                    }));
                    view! {
                        <svg class="moving" x=move || place.get().0 y=move || place.get().1>
                            {move || acts.get().then(|| view! { <circle class="acts" r="23"></circle> })}
                            <g data-travel=format!("worker-{}", colour.id()) data-from=format!("carried-{}", colour.id()) inner_html=worker_drawing(colour, (0, 0), 38)></g>
                        </svg>
                    }
                }}
            </For>
        </g>
    }
}

/// The workers in hand, above the temple; its points remain in sight.
#[component]
pub(super) fn Hand(scene: Scene) -> impl IntoView {
    let hand = Memo::new(move |_| match scene.open()?.stack.first() {
        Some(Pending::Sow(sowing)) => Some(sowing.hand),
        _ => None,
    });
    let colours = move || {
        let hand = hand.get().unwrap_or_default();
        Colour::all()
            .filter(|&colour| hand[colour] > 0)
            .collect::<Vec<_>>()
    };
    view! {
        <For each=colours key=|colour| *colour let:colour>
            {{
                let place = Memo::new(move |_| {
                    let colours = colours();
                    let number = colours.iter().position(|&other| other == colour).unwrap_or(0);
                    match (colours.len(), number) {
                        (1, _) => (500, 500),
                        (_, 0) => (477, 477),
                        (2, _) | (_, 3) => (523, 523),
                        (_, 1) => (523, 477),
                        _ => (477, 523),
                    }
                });
                let drawing = text(move || {
                    let (x, y) = place.get();
                    let count = hand.get().unwrap_or_default()[colour];
                    let mut svg = format!(r#"<circle class="reach" cx="{x}" cy="{y}" r="30"/><circle class="carried-back" cx="{x}" cy="{y}" r="22"/>"#) + &worker_drawing(colour, (x, y), 34);
                    if count > 1 {
                        let _ = write!(svg, r#"<circle class="count-back" cx="{0}" cy="{1}" r="11"/><text class="count" x="{0}" y="{2}">{count}</text>"#, x + 17, y - 15, y - 9);
                    }
                    let id = colour.id();
                    format!(r#"<g data-travel="carried-{id}" data-from="worker-{id}">{svg}</g>"#)
                });
                let about = text(move || {
                    let count = hand.get().unwrap_or_default()[colour];
                    let said = scene.phrase("board-carried-worker", &[("colour", &scene.called(colour)), ("count", &count)]);
                    match preview::last_words(*scene, colour).filter(|_| scene.asks_for_last()) {
                        Some(lands) => format!("{said}\n{lands}"),
                        None => said,
                    }
                });
                view! { <Thing scene subject=Subject::Carried(colour) class="carried-worker" about drawing/> }
            }}
        </For>
    }
}

pub(super) fn worker_drawing(colour: Colour, (x, y): (i32, i32), size: i32) -> String {
    let id = colour.id();
    format!(
        r##"<use href="#am-worker-{id}" class="worker worker-{id}" x="{}" y="{}" width="{size}" height="{size}"/>"##,
        x - size / 2,
        y - size / 2
    )
}
