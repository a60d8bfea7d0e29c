//! People as others see them.

use super::input::Asked;
use crate::App;
use crate::people::Viewer;
use crate::problem::{Answer, Problem};
use crate::store::{Listed, PersonKnown, RatingRow};
use crate::tables::{Outcome, result_of};
use axum::Json;
use axum::extract::{Path, State};
use bots::Level;
use kit::Key as _;
use protocol::{
    Finished, FinishedGame, FinishedSeat, LevelRating, More, Profile, RatingAbout, Together, Who,
};
use ratings::of_level;
use std::collections::HashMap;
use table::{AnyGame, PersonId, Sitter};

/// The number of games in one part of a list.
const PART: usize = 20;
/// The maximum number of games of two people that are counted.
const MOST_TOGETHER: u32 = 1_000;

impl App {
    /// Returns the person with a public id.
    pub async fn known(&self, public: &str) -> Answer<PersonKnown> {
        let known = self.store.person_of_public(public).await?;
        known.ok_or_else(|| Problem::not_found("there is no person with this id"))
    }
}

/// Return what everybody may know of a person: name, ratings, and the games with me.
#[utoipa::path(get, path = "/api/people/{id}", tag = "people", params(("id" = String, Path)), responses(
    (status = 200, body = Profile), (status = 404, body = protocol::Problem)
))]
pub async fn profile(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
) -> Answer<Json<Profile>> {
    let person = app.known(&id).await?;
    let ratings = app.store.ratings(&person.id).await?;
    let you = viewer.as_ref().is_some_and(|viewer| viewer.id == person.id);
    let blocked = match &viewer {
        Some(viewer) => app.store.has_blocked(&viewer.id, &person.id).await?,
        None => false,
    };
    let together = match viewer.filter(|_| !you) {
        None => None,
        Some(viewer) => {
            let tables = app
                .store
                .finished_together(&viewer.id, &person.id, MOST_TOGETHER);
            Some(together(&tables.await?, &viewer.id, &person.id))
        }
    };
    Ok(Json(Profile {
        id,
        name: person.name,
        since: person.created,
        you,
        blocked,
        ratings: ratings.iter().map(rating_about).collect(),
        levels: levels(),
        together,
    }))
}

/// List the finished games of a person, the last one first. Private tables are listed only for those who sat there.
#[utoipa::path(get, path = "/api/people/{id}/games", tag = "people", params(("id" = String, Path), More), responses(
    (status = 200, body = Finished), (status = 404, body = protocol::Problem)
))]
pub async fn games(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
    Asked(more): Asked<More>,
) -> Answer<Json<Finished>> {
    let person = app.known(&id).await?;
    let before = more.before.as_deref().map(|before| {
        let (at, table) = before.split_once('-')?;
        Some((at.parse().ok()?, table.parse().ok()?))
    });
    let (at, table) = match before {
        None => (i64::MAX as u64, None),
        Some(Some((at, table))) if at <= i64::MAX as u64 => (at, Some(table)),
        Some(_) => {
            let problem = "‘before’ is what ‘next’ was in the part before";
            return Err(Problem::bad_request(problem));
        }
    };
    let viewer = viewer.map(|viewer| viewer.id);
    let found = app
        .store
        .finished_of(
            &person.id,
            viewer.as_ref(),
            (at, table.as_ref()),
            PART as u32,
        )
        .await?;
    let last = found.last().filter(|_| found.len() == PART);
    let next = last.map(|last| format!("{}-{}", last.changed, last.table));
    let results = found
        .iter()
        .filter_map(|listed| Some((listed, result_of(listed)?)));
    let mut results: Vec<(&Listed, Outcome)> = results.collect();
    // Whoever only made the table did not play.
    results.retain(|(_, result)| result.seats.iter().any(|sitter| sitter.is(&person.id)));
    let people = results.iter().flat_map(|(_, result)| &result.seats);
    let names = app.store.names(people.filter_map(Sitter::person)).await?;
    let games = results
        .into_iter()
        .map(|(listed, result)| finished_game(listed, &result, &names));
    Ok(Json(Finished {
        games: games.collect(),
        next,
    }))
}

fn finished_game(
    listed: &Listed,
    result: &Outcome,
    names: &HashMap<PersonId, String>,
) -> FinishedGame {
    let seats = result.seats.iter().enumerate();
    let seat = |(seat, sitter): (usize, &Sitter)| {
        let place = result.places.get(seat);
        let mut who = sitter.shown();
        if let (Who::Person { name, .. }, Some(person)) = (&mut who, sitter.person())
            && let Some(present) = names.get(person)
        {
            present.clone_into(name);
        }
        FinishedSeat {
            who,
            rank: place.map(|place| place.rank as u32),
            points: place.map(|place| place.points),
        }
    };
    FinishedGame {
        table: listed.table.to_string(),
        game: result.game.clone(),
        at: listed.changed,
        rated: result.rated,
        seats: seats.map(seat).collect(),
    }
}

/// Counts the games of two people.
fn together(tables: &[Listed], viewer: &PersonId, other: &PersonId) -> Together {
    let mut together = Together::default();
    for result in tables.iter().filter_map(result_of) {
        let seat_of = |person| result.seats.iter().position(|sitter| sitter.is(person));
        let (Some(own), Some(others)) = (seat_of(viewer), seat_of(other)) else {
            continue;
        };
        together.games += 1;
        let rank = |seat: usize| result.places.get(seat).map(|place| place.rank);
        if let (Some(own), Some(others)) = (rank(own), rank(others)) {
            together.ahead += u64::from(own < others);
            together.behind += u64::from(own > others);
        }
    }
    together
}

fn rating_about(row: &RatingRow) -> RatingAbout {
    let rating = row.rating();
    let (low, high) = rating.range();
    RatingAbout {
        game: row.game.clone(),
        players: row.players as u32,
        games: row.games,
        value: tenths(rating.value),
        low: tenths(low),
        high: tenths(high),
    }
}

fn levels() -> Vec<LevelRating> {
    let games = AnyGame::GAMES.iter().map(|game| game.about().key);
    let levels = games.flat_map(|game| Level::all().map(move |level| (game, level)));
    let level = |(game, level): (&str, Level)| {
        Some(LevelRating {
            game: game.to_owned(),
            level,
            value: tenths(of_level(game, level)?.value),
        })
    };
    levels.filter_map(level).collect()
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
