//! The end of a game: ranking, points by source, next steps.

use super::course::Course;
use super::majorities::Majorities;
use super::objectives::Objectives;
use crate::boards::{self, Seen};
use crate::browser;
use crate::chapters::chapters;
use crate::frame::t;
use crate::hosts::{Ask, Link};
use leptos::prelude::*;
use protocol::{Score, Standings, Update};
use std::fmt::Display;
use std::time::Duration;
use words::Teller;

/// The number of colours for sources of points in the style sheet.
const COLOURS: usize = 18;

/// One line of the ranking.
#[derive(Clone, PartialEq)]
struct Rank {
    place: usize,
    seat: usize,
    name: String,
    score: Score,
}

/// The result of a game that is over.
#[component]
pub fn EndOfGame(link: Link, seen: Seen) -> impl IntoView {
    let ranking = Memo::new(move |_| {
        seen.update
            .with(|update| seen.teller.with(|teller| ranking(update, teller)))
    });
    let headline = move || {
        seen.update
            .with(|update| seen.teller.with(|teller| headline(update, teller)))
    };
    let tie = move || {
        seen.update.with(|update| {
            let view = &update.position.as_ref()?.view;
            seen.teller
                .with(|teller| boards::tie(&update.game, view, teller))
        })
    };
    // Needs a replay of the whole game, which is deferred until the result is shown.
    let course = RwSignal::new(None);
    Effect::new(move |_| {
        if let Some(record) = link.record.get() {
            let play = move || {
                let replay = ::table::Replay::open(&record).ok();
                let told = |replay: ::table::Replay| (replay.course().to_vec(), chapters(&replay));
                course.try_set(replay.map(told));
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
            <div class="end-head">
                <h2 id="end-title">{headline}</h2>
                <div class="end-actions">
                    <button class="primary rematch" on:click=move |_| link.ask.run(Ask::Rematch)>
                        {move || t(if link.update.with(|update| update.rematch.is_some()) { "to-rematch" } else { "rematch" })}
                    </button>
                    <a class="button" href=replay>{move || t("watch-replay")}</a>
                    <button on:click=download>{move || t("download-record")}</button>
                </div>
            </div>
            <table class="ranking">
                <thead><tr>
                    <th scope="col">{move || t("end-rank")}</th>
                    <th scope="col">{move || t("end-player")}</th>
                    <th scope="col">{move || t("end-points")}</th>
                </tr></thead>
                <tbody>
                    {move || ranking.get().into_iter().map(|rank| view! {
                        <tr class=format!("seat-{}", rank.seat)>
                            <td>{rank.place}</td>
                            <th scope="row"><span class="player-mark" aria-hidden="true"></span>{rank.name}</th>
                            <td>{rank.score.total}</td>
                        </tr>
                    }).collect_view()}
                </tbody>
            </table>
            {move || tie().map(|tie| view! { <p class="tie">{tie}</p> })}
            <h3>{move || t("end-sources")}</h3>
            {move || ranking.with(|ranking| source_bars(ranking))}
            <div class="end-tables">
                {move || ranking.with(|ranking| seen.teller.with(|teller| source_table(ranking, teller)))}
                <Majorities seen/>
                <Objectives seen/>
            </div>
            {move || course.get().map(|(course, marks)| view! { <h3>{t("end-course")}</h3><p class="small">{t("end-course-about")}</p><Course course marks teller=seen.teller/> })}
        </section>
    }
}

/// The points by source as a bar for each player.
fn source_bars(ranking: &[Rank]) -> impl IntoView + use<> {
    let sources = Sources::of(ranking);
    let bars = ranking.iter().zip(&sources.columns).map(|(rank, column)| {
        view! {
            <div class="source-bar">
                <span>{rank.name.clone()}</span>
                {bar(column, sources.span)}
            </div>
        }
    });
    // The table says the same.
    view! { <div class="source-bars" aria-hidden="true">{bars.collect_view()}</div> }
}

/// The points by source as a table, whose first column is the legend of the bars.
fn source_table(ranking: &[Rank], teller: &Teller) -> impl IntoView + use<> {
    let sources = Sources::of(ranking);
    let heads = ranking.iter().map(|rank| {
        view! {
            <th scope="col" class=format!("seat-{}", rank.seat)>
                <span class="player-mark" aria-hidden="true"></span>{rank.name.clone()}
            </th>
        }
    });
    let rows = sources.names.iter().enumerate().map(|(number, name)| {
        let points = sources.columns.iter().map(|column| column.get(number).copied().unwrap_or(0));
        let cells = points.map(|points| view! { <td class:loss=points < 0>{shown(points)}</td> });
        let label = teller.label("source", &name.replace(' ', "-"));
        view! {
            <tr>
                <th scope="row">
                    <span class=format!("swatch from-{}", number % COLOURS) aria-hidden="true"></span>
                    <span class="source-name">{label}</span>
                </th>
                {cells.collect_view()}
            </tr>
        }
    });
    let totals = ranking
        .iter()
        .map(|rank| view! { <td>{shown(rank.score.total)}</td> });
    view! {
        <div class="end-table" tabindex="0" role="region" aria-label=t("end-sources")>
            <table>
                <thead><tr><th scope="col">{t("end-source")}</th>{heads.collect_view()}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
                <tfoot><tr><th scope="row">{t("end-total")}</th>{totals.collect_view()}</tr></tfoot>
            </table>
        </div>
    }
}

/// Points with a real minus sign.
pub(super) fn shown(points: i32) -> String {
    points.to_string().replace('-', "\u{2212}")
}

/// The points of all participants by source.
#[derive(PartialEq, Debug)]
struct Sources {
    /// The sources that brought anybody anything.
    names: Vec<String>,
    /// The points from each source, for each participant.
    columns: Vec<Vec<i32>>,
    /// The largest loss, negative, and the largest gain of a participant.
    span: (i32, i32),
}

impl Sources {
    fn of(ranking: &[Rank]) -> Self {
        let mut names: Vec<String> = Vec::new();
        let all = ranking.iter().flat_map(|rank| &rank.score.sources);
        for source in all.filter(|source| source.points != 0) {
            if !names.contains(&source.name) {
                names.push(source.name.clone());
            }
        }
        // In the order in which the game names them.
        let order = ranking.iter().max_by_key(|rank| rank.score.sources.len());
        let place = |name: &String| {
            let mut sources = order.iter().flat_map(|rank| &rank.score.sources);
            sources.position(|source| source.name == *name)
        };
        names.sort_by_key(|name| place(name).unwrap_or(usize::MAX));
        let points = |rank: &Rank, name: &String| {
            let own = rank.score.sources.iter();
            own.filter(|source| source.name == *name)
                .map(|source| source.points)
                .sum()
        };
        let column = |rank: &Rank| names.iter().map(|name| points(rank, name)).collect();
        let columns: Vec<Vec<i32>> = ranking.iter().map(column).collect();
        let sum = |column: &Vec<i32>, part: fn(i32) -> i32| -> i32 {
            column.iter().copied().map(part).sum()
        };
        let losses = columns
            .iter()
            .map(|column| sum(column, |points| points.min(0)));
        let gains = columns
            .iter()
            .map(|column| sum(column, |points| points.max(0)));
        let span = (losses.min().unwrap_or(0), gains.max().unwrap_or(0).max(1));
        Sources {
            names,
            columns,
            span,
        }
    }
}

/// The points of one player as a stacked bar: losses to the left of zero, gains to the right.
fn bar(column: &[i32], (low, high): (i32, i32)) -> impl IntoView + use<> {
    let (mut left, mut right) = (0, 0);
    let parts = column
        .iter()
        .enumerate()
        .filter(|(_, points)| **points != 0);
    let parts = parts.map(|(number, &points)| {
        let x = if points > 0 {
            right += points;
            right - points
        } else {
            left += points;
            left
        };
        view! { <rect class=format!("from-{}", number % COLOURS) x=x y="0" width=points.abs() height="1"></rect> }
    });
    view! {
        <svg viewBox=format!("{low} 0 {} 1", high - low) preserveAspectRatio="none">
            {parts.collect_view()}
            <line class="source-zero" x1="0" x2="0" y1="0" y2="1"></line>
        </svg>
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
    let say = |key: &str, values: &[(&str, &dyn Display)]| teller.say(key, values);
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
    fn gains_and_losses_are_told_by_source() {
        let rank = |points: &[(&str, i32)]| Rank {
            place: 1,
            seat: 0,
            name: String::new(),
            score: Score {
                total: points.iter().map(|(_, points)| points).sum(),
                sources: points
                    .iter()
                    .map(|&(name, points)| protocol::Source {
                        name: name.to_owned(),
                        points,
                    })
                    .collect(),
            },
        };
        let ranking = [
            rank(&[("start", 3), ("paid", 0), ("market", 0), ("taxes", -1)]),
            rank(&[("start", 3), ("paid", 0), ("market", 9), ("taxes", -4)]),
            rank(&[("board", 5)]),
        ];
        let sources = Sources::of(&ranking);
        assert_eq!(sources.names, ["start", "market", "taxes", "board"]);
        assert_eq!(
            sources.columns,
            [[3, 0, -1, 0], [3, 9, -4, 0], [0, 0, 0, 5]]
        );
        assert_eq!(sources.span, (-4, 12));
        assert_eq!(shown(-4), "−4");
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
            "The Maharajah wins. Better luck next time!"
        );
    }
}
