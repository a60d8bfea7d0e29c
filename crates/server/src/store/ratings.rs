//! Ratings of people: one row for each person, game and number of players. They change in the transaction of the entry that ends a rated game.

use super::reading::person;
use super::sql::Value::{Number, Text};
use super::sql::{Connection, Row};
use super::{Store, StoreError};
use ratings::Rating;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::PersonId;

/// The end of a rated game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The game's key.
    pub game: &'static str,
    /// Who took part, with their rank.
    pub players: Vec<(Player, usize)>,
}

/// A participant of a rated game.
#[derive(Clone, PartialEq, Debug)]
pub enum Player {
    /// A person, whose rating changes.
    Person(PersonId),
    /// Somebody whose rating stays: a bot, or a person who has deleted their data.
    Fixed(Rating),
}

/// The rating of a person in a game with a number of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingRow {
    /// The person.
    pub person: PersonId,
    /// The game's key.
    pub game: String,
    /// The number of players.
    pub players: u64,
    /// The estimated strength, in thousandths.
    pub value: i64,
    /// The standard deviation of the estimate, in thousandths.
    pub uncertainty: i64,
    /// The number of rated games.
    pub games: u64,
}

impl RatingRow {
    /// Returns the rating.
    pub fn rating(&self) -> Rating {
        Rating {
            value: self.value as f64 / THOUSAND,
            uncertainty: self.uncertainty as f64 / THOUSAND,
        }
    }
}

const THOUSAND: f64 = 1000.0;

fn thousandths(number: f64) -> i64 {
    (number * THOUSAND).round() as i64
}

/// Selects all columns of the ratings.
pub const RATINGS: &str = "SELECT person, game, players, value, uncertainty, games FROM ratings ORDER BY person, game, players";

/// The key of a row: person, game, number of players.
type Key<'a> = (&'a str, &'static str, u64);

/// Changes the ratings of those who took part in these games, in their order.
pub async fn write(connection: &mut Connection<'_>, games: &[&Ended]) -> Result<(), StoreError> {
    let mut known: BTreeMap<Key<'_>, (Rating, u64)> = BTreeMap::new();
    for game in games {
        for (player, _) in &game.players {
            if let Some(key) = key(game, player) {
                known.insert(key, (Rating::default(), 0));
            }
        }
    }
    // In the order of the keys, so that two nodes never wait for each other. The update that changes nothing locks the row until the transaction ends.
    for ((person, game, players), present) in &mut known {
        let sql = "INSERT INTO ratings (person, game, players, value, uncertainty, games) VALUES ($1, $2, $3, $4, $5, 0) \
            ON CONFLICT (person, game, players) DO UPDATE SET games = ratings.games \
            RETURNING person, game, players, value, uncertainty, games";
        let fresh = Rating::default();
        let values = [
            Text(person),
            Text(game),
            Number(*players),
            Number(thousandths(fresh.value) as u64),
            Number(thousandths(fresh.uncertainty) as u64),
        ];
        if let Some(row) = connection.rows(sql, &values).await?.first() {
            let row = rating(row)?;
            *present = (row.rating(), row.games);
        }
    }
    for game in games {
        let before = game.players.iter().map(|(player, rank)| {
            let rating = match player {
                Player::Fixed(rating) => *rating,
                Player::Person(_) => key(game, player)
                    .and_then(|key| known.get(&key))
                    .map_or_else(Rating::default, |(rating, _)| *rating),
            };
            (rating, *rank)
        });
        let before: Vec<(Rating, usize)> = before.collect();
        for ((player, _), rating) in game.players.iter().zip(ratings::after(&before)) {
            if let Some(present) = key(game, player).and_then(|key| known.get_mut(&key)) {
                *present = (rating, present.1 + 1);
            }
        }
    }
    for ((person, game, players), (rating, games)) in known {
        let sql = "UPDATE ratings SET value = $4, uncertainty = $5, games = $6 WHERE person = $1 AND game = $2 AND players = $3";
        let values = [
            Text(person),
            Text(game),
            Number(players),
            Number(thousandths(rating.value) as u64),
            Number(thousandths(rating.uncertainty) as u64),
            Number(games),
        ];
        connection.execute(sql, &values).await?;
    }
    Ok(())
}

fn key<'a>(game: &Ended, player: &'a Player) -> Option<Key<'a>> {
    match player {
        Player::Person(person) => Some((person.as_str(), game.game, game.players.len() as u64)),
        Player::Fixed(_) => None,
    }
}

/// Writes a rating as another store had it.
pub async fn set(connection: &mut Connection<'_>, row: &RatingRow) -> Result<u64, StoreError> {
    let sql = "INSERT INTO ratings (person, game, players, value, uncertainty, games) VALUES ($1, $2, $3, $4, $5, $6) \
        ON CONFLICT (person, game, players) DO UPDATE SET value = excluded.value, \
        uncertainty = excluded.uncertainty, games = excluded.games";
    let values = [
        Text(row.person.as_str()),
        Text(&row.game),
        Number(row.players),
        Number(row.value as u64),
        Number(row.uncertainty as u64),
        Number(row.games),
    ];
    connection.execute(sql, &values).await
}

/// Gives the ratings of a guest to an account. Where both have one, that of the account stays.
pub async fn join(
    connection: &mut Connection<'_>,
    guest: &PersonId,
    person: &PersonId,
) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM ratings WHERE person = $1 AND EXISTS (SELECT 1 FROM ratings AS own \
            WHERE own.person = $2 AND own.game = ratings.game AND own.players = ratings.players)",
        "UPDATE ratings SET person = $2 WHERE person = $1",
    ] {
        let values = [Text(guest.as_str()), Text(person.as_str())];
        connection.execute(sql, &values).await?;
    }
    Ok(())
}

impl Store {
    /// Returns the ratings of a person.
    pub async fn ratings(&self, person: &PersonId) -> Result<Vec<RatingRow>, StoreError> {
        let sql = "SELECT person, game, players, value, uncertainty, games FROM ratings WHERE person = $1 ORDER BY game, players";
        self.find(sql, &[Text(person.as_str())], rating).await
    }
}

/// Reads a rating.
pub fn rating(row: &Row) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        person: person(row.text(0)?)?,
        game: row.text(1)?.to_owned(),
        players: row.number(2)?,
        value: row.number(3)? as i64,
        uncertainty: row.number(4)? as i64,
        games: row.number(5)?,
    })
}
