//! The order of the visits, and the score track.

use super::scene::Scene;
use kit::{Key, Seat};
use leptos::prelude::*;
use taj_mahal::components::Tile;

/// The twelve visits in their order.
#[component]
pub fn Journey(scene: Scene) -> impl IntoView {
    let visit = Memo::new(move |_| scene.open().map_or(0, |open| open.visit));
    let stops = Tile::all().map(|tile| {
        let tip = move || {
            let province = scene
                .open()
                .map(|open| scene.called(open.province_of(tile)))
                .unwrap_or_default();
            format!("{province}\n{}", scene.tile_words(tile))
        };
        view! {
            <li
                class:past=move || tile.number() < visit.get()
                class:now=move || tile.number() == visit.get()
                aria-current=move || (tile.number() == visit.get()).then_some("step")
                data-tip=tip
            >
                <span class="stop-number">{tile.number()}</span>
                <span class="visually-hidden">{tip}</span>
            </li>
        }
    });
    view! {
        <section class="tm-journey" data-rules="visit" aria-labelledby="tm-journey-title">
            <h2 id="tm-journey-title" class="visually-hidden">{move || scene.phrase("board-journey", &[])}</h2>
            <ol>{stops.collect_view()}</ol>
            <Track scene/>
        </section>
    }
}

/// The minimum length of the track.
const SHORTEST: u32 = 40;

/// All players' points on one line; equal points are side by side.
#[component]
fn Track(scene: Scene) -> impl IntoView {
    let totals = Memo::new(move |_| {
        let open = scene.open();
        let people = open.map_or(0, |open| open.options.players);
        Seat::first(people)
            .filter_map(|seat| Some((seat, open?.players[seat].total())))
            .collect::<Vec<_>>()
    });
    let seats =
        move || totals.with(|totals| totals.iter().map(|(seat, _)| *seat).collect::<Vec<_>>());
    let end = Memo::new(move |_| {
        let most = totals.with(|totals| totals.iter().map(|(_, total)| *total).max().unwrap_or(0));
        (most + 5).next_multiple_of(10).max(SHORTEST)
    });
    let at = move |points: u32| 12.0 + f64::from(points) * 376.0 / f64::from(end.get());
    let marks = move || {
        (0..=end.get()).step_by(5).map(|points| {
            let tall = points % 10 == 0;
            view! {
                <line class="track-mark" x1=at(points) x2=at(points) y1=if tall { 30 } else { 33 } y2="38"></line>
                {tall.then(|| view! { <text class="track-number" x=at(points) y="49">{points}</text> })}
            }
        }).collect_view()
    };
    let words = move || {
        let said = totals.with(|totals| {
            totals
                .iter()
                .map(|(seat, total)| format!("{} {total}", scene.name(*seat)))
                .collect()
        });
        let said = scene.seen.teller.with(|teller| teller.listed(said));
        scene.phrase("board-track", &[("scores", &said)])
    };
    let before = move |seat: Seat| {
        totals.with(|totals| {
            let mine = totals
                .iter()
                .find(|(other, _)| *other == seat)
                .map(|(_, total)| *total);
            totals
                .iter()
                .filter(|(other, total)| *other < seat && Some(*total) == mine)
                .count()
        })
    };
    view! {
        <svg class="tm-track" viewBox="0 10 400 42" role="img" aria-label=words data-tip=words>
            <line class="track-line" x1="12" x2="388" y1="34" y2="34"></line>
            {marks}
            <For each=seats key=|seat| *seat let:seat>
                {{
                    let total = Memo::new(move |_| totals.with(|totals| totals.iter().find(|(other, _)| *other == seat).map_or(0, |(_, total)| *total)));
                    view! {
                        <use
                            class=format!("track-piece palace seat-{seat}")
                            href=format!("#tm-palace-{seat}")
                            x=move || at(total.get()) - 9.0 + 8.0 * before(seat) as f64
                            y="13"
                            width="18"
                            height="20"
                        ></use>
                    }
                }}
            </For>
        </svg>
    }
}
