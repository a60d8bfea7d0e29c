//! The Maharaja track, with a preview of shifted flags.

use super::place::Place;
use super::scene::Scene;
use super::spot::spot;
use kit::{Id, Key};
use leptos::prelude::*;
use maharaja::Stage;
use maharaja::components::{City, FIRST_FLAG, ROUNDS, TRACK};

/// The width of a position.
const STEP: i32 = 60;

/// The track with the flags of the cities.
#[component]
pub fn FlagTrack(scene: Scene) -> impl IntoView {
    // The numbers of the rounds follow the initial flags.
    let first_round = FIRST_FLAG + City::ALL.len() as u8 - 1;
    // The flag of the city that the Maharaja visits, wherever it was shifted.
    let visited = Memo::new(move |_| {
        let visited = scene.of(|open| {
            let city = open.maharaja.filter(|_| open.stage != Stage::Over)?;
            Some(open.track.position(city))
        });
        visited.flatten()
    });
    // Where a flag stands, a number behind its pole says nothing.
    let flagged = move |position: u8| {
        let stands = scene.of(|open| City::all().any(|city| open.track.position(city) == position));
        stands == Some(true)
    };
    let fields = (1..=TRACK).map(move |position| {
        let round = position.checked_sub(first_round).filter(|round| *round > 0 && *round <= ROUNDS);
        view! {
            <g transform=format!("translate({} 0)", (i32::from(position) - 1) * STEP)>
                <rect class="track-field" class:now=move || visited.get() == Some(position) x="2" y="2" width="56" height="72" rx="8"></rect>
                <text class="track-round" x="30" y="50">{move || round.filter(|_| !flagged(position)).map(|round| round.to_string())}</text>
            </g>
        }
    }).collect_view();
    let title = move || scene.phrase("board-track", &[]);
    view! {
        <section class="mr-track" data-rules="maharaja-moves" aria-label=title>
            <svg viewBox="0 0 960 76" role="group" aria-label=title>
                {fields}
                {City::all().map(|city| flag_view(scene, city)).collect_view()}
            </svg>
        </section>
    }
}

fn flag_view(scene: Scene, city: City) -> AnyView {
    let position = Memo::new(move |_| scene.of(|open| open.track.position(city)).unwrap_or(1));
    // The position after a shift of the flag at the pointer.
    let promised = Memo::new(move |_| {
        let flag = scene.flag.get()?;
        let there = scene.of(|open| {
            let mut track = open.track;
            if track.can_shift(flag) {
                track.shift(flag);
            }
            track.position(city)
        })?;
        (there != position.get()).then_some(there)
    });
    let next = Memo::new(move |_| scene.of(|open| open.track.leftmost() == city) == Some(true));
    let about = Signal::derive(move || {
        let mut said = vec![scene.phrase(
            "board-flag",
            &[("city", &scene.called(city)), ("position", &position.get())],
        )];
        if next.get() {
            said.push(scene.phrase("board-flag-next", &[]));
        }
        said.join("\n")
    });
    let at = move |position: u8| format!("translate({} 0)", (i32::from(position) - 1) * STEP);
    let inside = view! {
        <g class=format!("flag city-{}", city.id()) class:next=next>
            <g class="flag-moves" data-travel=format!("flag-{}", city.id()) transform=move || at(position.get())>
                <rect class="flag-reach" x="4" y="4" width="52" height="68" rx="6"></rect>
                <path class="flag-pole" d="M13 8v42"></path>
                <path class="flag-cloth" d="M14 10c12-5 22 6 38 1l-7 13 7 13c-16 5-26-6-38-1z"></path>
                <text class="flag-name" x="30" y="66">{move || scene.called(city).chars().take(4).collect::<String>()}</text>
            </g>
            {move || promised.get().map(|there| view! {
                <g class="flag-ghost" transform=at(there)>
                    <path class="flag-cloth" d="M14 10c12-5 22 6 38 1l-7 13 7 13c-16 5-26-6-38-1z"></path>
                    <rect x="4" y="4" width="52" height="68" rx="6"></rect>
                </g>
            })}
        </g>
    };
    spot(scene, Place::Flag(city), about).drawn("spot".into(), (0, 0), inside.into_any())
}
