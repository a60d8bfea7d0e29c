//! The end of a game: ranking, points by source, next steps.

use super::course::Course;
use crate::boards::Seen;
use crate::browser;
use crate::frame::t;
use crate::hosts::{Ask, Link};
use leptos::prelude::*;
use protocol::{Score, Standings, Update};
use std::fmt::Display;
use std::time::Duration;
use words::Teller;

/// The number of colours for sources of points in the style sheet.
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
    let ranking = move || {
        seen.update
            .with(|update| seen.teller.with(|teller| ranking(update, teller)))
    };
    let headline = move || {
        seen.update
            .with(|update| seen.teller.with(|teller| headline(update, teller)))
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
    // Needs a replay of the whole game, which is deferred until the result is shown.
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

/// Returns all participants, winners first and then by points.
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
    // Equal participants share a rank.
    let merits: Vec<_> = ranking.iter().map(merit).collect();
    for rank in &mut ranking {
        let own = merit(rank);
        rank.place = 1 + merits.iter().filter(|&&other| other < own).count();
    }
    ranking
}

fn headline(update: &Update, teller: &Teller) -> String {
    let say =
        |key: &str, values: &[(&str, &dyn Display)]| words::say(teller.language(), key, values);
    let winners = update
        .position
        .as_ref()
        .map(|position| &position.standings)
        .map(winners)
        .unwrap_or_default();
    let names: Vec<String> = winners.iter().map(|&seat| teller.name(seat)).collect();
    match names.as_slice() {
        [] => say("end-lost", &[("name", &teller.name(update.seats.len()))]),
        [name] => say("end-wins", &[("names", name)]),
        _ => say("end-share", &[("names", &teller.listed(names))]),
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

/// The points of one player as a stacked bar. A list beside it has the same as text.
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::local_table::tests::{created, update};
    use crate::shelf::Memory;
    use kit::Seat;
    use words::Language;

    fn teller() -> Teller {
        let names = ["Anna", "Ben", "Cleo", "The Maharajah"].map(str::to_owned);
        Teller::new(Language::En, "amritsar", names.to_vec())
    }

    /// The end of a three-player game with these points, followed by an automatic opponent's.
    fn end(points: &[i32], automatic: Option<i32>, winners: &[u8]) -> Update {
        let score = |&total: &i32| Score {
            total,
            sources: Vec::new(),
        };
        let mut end = update(&created("amritsar", 3, 0, &Memory::default()), None, 0);
        end.position.as_mut().unwrap().standings = Standings {
            scores: points.iter().map(score).collect(),
            automatic: automatic.as_ref().map(score),
            over: true,
            winners: winners.iter().filter_map(|&seat| Seat::new(seat)).collect(),
        };
        end
    }

    fn places(end: &Update) -> Vec<(usize, String)> {
        let ranking = ranking(end, &teller()).into_iter();
        ranking.map(|rank| (rank.place, rank.name)).collect()
    }

    fn expected(places: &[(usize, &str)]) -> Vec<(usize, String)> {
        let own = places.iter().map(|&(place, name)| (place, name.to_owned()));
        own.collect()
    }

    #[test]
    fn the_ranking_goes_by_points() {
        let end = end(&[20, 31, 25], None, &[1]);
        assert_eq!(
            places(&end),
            expected(&[(1, "Ben"), (2, "Cleo"), (3, "Anna")])
        );
        assert_eq!(headline(&end, &teller()), "Ben wins!");
    }

    #[test]
    fn who_is_equal_shares_a_place_unless_the_game_broke_the_tie() {
        let shared = end(&[31, 31, 20], None, &[0, 1]);
        assert_eq!(
            places(&shared),
            expected(&[(1, "Anna"), (1, "Ben"), (3, "Cleo")])
        );
        assert_eq!(
            headline(&shared, &teller()),
            "Anna and Ben share the victory!"
        );
        let broken = end(&[31, 31, 31], None, &[1]);
        assert_eq!(
            places(&broken),
            expected(&[(1, "Ben"), (2, "Anna"), (2, "Cleo")])
        );
    }

    #[test]
    fn an_automatic_opponent_can_win() {
        let end = end(&[20, 31, 25], Some(40), &[]);
        assert_eq!(places(&end).first(), Some(&(1, "The Maharajah".to_owned())));
        assert_eq!(
            headline(&end, &teller()),
            "The Maharajah wins. Another time!"
        );
    }
}
