//! The end of a game: ranking, points by source, what next.

use super::course::Course;
use crate::boards::Seen;
use crate::browser;
use crate::frame::{Frame, frame, t};
use crate::hosts::{Ask, Link};
use leptos::prelude::*;
use protocol::{Score, Standings, Update};
use std::time::Duration;
use words::Teller;

/// The style sheet has so many colours for sources of points.
const COLOURS: usize = 12;

/// One line of the ranking.
#[derive(Clone)]
struct Rank {
    place: usize,
    seat: usize,
    name: String,
    score: Score,
}

/// The result of a game that is over.
#[component]
pub fn EndOfGame(link: Link, seen: Seen) -> impl IntoView {
    let frame = frame();
    let ranking = move || {
        seen.update
            .with(|update| seen.teller.with(|teller| ranking(update, teller)))
    };
    let headline = move || {
        seen.update
            .with(|update| seen.teller.with(|teller| headline(update, teller, frame)))
    };
    let sources = move || {
        let ranking = ranking();
        let most = ranking
            .iter()
            .map(|rank| gains(&rank.score))
            .max()
            .unwrap_or(1)
            .max(1);
        ranking
            .into_iter()
            .map(|rank| seen.teller.with(|teller| bar(&rank, most, teller)))
            .collect_view()
    };
    // The whole game is played once more for it; that waits until the result is shown.
    let course = RwSignal::new(None);
    Effect::new(move |_| {
        if let Some(record) = link.record.get() {
            let play = move || {
                let replay = ::table::Replay::open(&record).ok();
                course.try_set(replay.map(|replay| replay.course().to_vec()));
            };
            set_timeout(play, Duration::ZERO);
        }
    });
    let download = move |_| {
        if let Some(record) = link.record.get_untracked() {
            browser::download("durbar.record", &record);
        }
    };
    let replay = move || {
        link.update
            .with(|update| crate::route::Route::Replay(Some(update.table.clone())).to_string())
    };
    view! {
        <section class="end" aria-labelledby="end-title">
            <h2 id="end-title">{headline}</h2>
            <table class="ranking">
                <thead><tr>
                    <th scope="col">{move || t("end-rank")}</th>
                    <th scope="col">{move || t("end-player")}</th>
                    <th scope="col">{move || t("end-points")}</th>
                </tr></thead>
                <tbody>
                    {move || ranking().into_iter().map(|rank| view! {
                        <tr class=format!("seat-{}", rank.seat)>
                            <td>{rank.place}</td>
                            <th scope="row"><span class="player-mark" aria-hidden="true"></span>{rank.name}</th>
                            <td>{rank.score.total}</td>
                        </tr>
                    }).collect_view()}
                </tbody>
            </table>
            <h3>{move || t("end-sources")}</h3>
            <div class="sources">{sources}</div>
            {move || course.get().map(|course| view! { <h3>{t("end-course")}</h3><Course course teller=seen.teller/> })}
            <div class="end-actions">
                <button class="primary rematch" on:click=move |_| link.ask.run(Ask::Rematch)>
                    {move || t(if link.update.with(|update| update.rematch.is_some()) { "to-rematch" } else { "rematch" })}
                </button>
                <a class="button" href=replay>{move || t("watch-replay")}</a>
                <button on:click=download>{move || t("download-record")}</button>
            </div>
        </section>
    }
}

fn ranking(update: &Update, teller: &Teller) -> Vec<Rank> {
    let Some(standings) = update.position.as_ref().map(|position| &position.standings) else {
        return Vec::new();
    };
    let scores = standings
        .scores
        .iter()
        .chain(&standings.automatic)
        .cloned()
        .enumerate();
    let mut ranking: Vec<Rank> = scores
        .map(|(seat, score)| Rank {
            place: 0,
            seat,
            name: teller.name(seat),
            score,
        })
        .collect();
    let won = |seat: usize| {
        standings
            .winners
            .iter()
            .any(|winner| usize::from(winner.number()) == seat)
    };
    let merit = |rank: &Rank| {
        (
            !won(rank.seat),
            if won(rank.seat) { 0 } else { -rank.score.total },
        )
    };
    ranking.sort_by_key(merit);
    // Who is equal shares a place.
    let merits: Vec<_> = ranking.iter().map(merit).collect();
    for rank in &mut ranking {
        let own = merit(rank);
        rank.place = 1 + merits.iter().filter(|&&other| other < own).count();
    }
    ranking
}

fn headline(update: &Update, teller: &Teller, frame: Frame) -> String {
    let winners = update
        .position
        .as_ref()
        .map(|position| &position.standings)
        .map(winners)
        .unwrap_or_default();
    let names: Vec<String> = winners.iter().map(|&seat| teller.name(seat)).collect();
    match names.as_slice() {
        [] => frame.say("end-lost", &[("name", &teller.name(update.seats.len()))]),
        [name] => frame.say("end-wins", &[("names", name)]),
        _ => frame.say("end-share", &[("names", &teller.listed(names))]),
    }
}

fn winners(standings: &Standings) -> Vec<usize> {
    standings
        .winners
        .iter()
        .map(|seat| seat.number().into())
        .collect()
}

fn gains(score: &Score) -> i32 {
    score
        .sources
        .iter()
        .map(|source| source.points.max(0))
        .sum()
}

/// The points of one player as a stacked bar. A list beside it says the same in words.
fn bar(rank: &Rank, most: i32, teller: &Teller) -> impl IntoView + use<> {
    let mut left = 0;
    let parts = rank.score.sources.iter().enumerate().filter(|(_, source)| source.points > 0).map(|(number, source)| {
        let (x, width) = (left, source.points);
        left += width;
        view! { <rect class=format!("source-{}", number % COLOURS) x=x y="0" width=width height="1"></rect> }
    }).collect_view();
    let label = |name: &str| teller.label("source", &name.replace(' ', "-"));
    let words = rank.score.sources.iter().enumerate().filter(|(_, source)| source.points != 0).map(|(number, source)| view! {
        <li><span class=format!("swatch source-{}", number % COLOURS) aria-hidden="true"></span><span class="source-name">{label(&source.name)}</span>" "<b>{source.points}</b></li>
    }).collect_view();
    view! {
        <div class="source-bar">
            <h4>{rank.name.clone()}</h4>
            <svg viewBox=format!("0 0 {most} 1") preserveAspectRatio="none" aria-hidden="true">{parts}</svg>
            <ul>{words}</ul>
        </div>
    }
}
