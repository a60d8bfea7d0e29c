//! The results of games that are over: places for lists and profiles, and what ratings need.

use crate::store::{Ended, Player};
use protocol::DELETED;
use ratings::{Rating, of_level, ranks, ranks_with};
use serde::{Deserialize, Serialize};
use table::{Change, Entry, Sitter, Table};

/// The result of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// 1 for the best; the same for equal results.
    pub rank: usize,
    /// The points.
    pub points: i32,
}

/// Returns the result of each seat, once the game is over. A table that the host of the site closed has none.
pub fn places(table: &Table) -> Vec<Place> {
    let standings = table.history().map(|history| history.standings());
    let Some(standings) = standings.filter(|standings| standings.over) else {
        return Vec::new();
    };
    let places = ranks(&standings).into_iter().zip(&standings.scores);
    let place = |(rank, score): (usize, &kit::Score)| Place {
        rank,
        points: score.total,
    };
    places.map(place).collect()
}

/// Returns the result of a rated game, if this entry, the last of the table, ends it. Whoever is away at the end has left the game, and comes last.
pub fn ended(entry: &Entry, table: &Table) -> Option<Ended> {
    let is_end = matches!(entry.change, Change::Play { .. }) && table.setup().rated;
    let standings = table.history().filter(|_| is_end)?.standings();
    if !standings.over {
        return None;
    }
    let game = table.setup().game.about().key;
    let left = |seat| table.seats().any(|(other, _, away)| other == seat && away);
    let player = |sitter: &Sitter| match sitter {
        Sitter::Person { person, name } if name != DELETED => Player::Person(person.clone()),
        Sitter::Bot { level } => Player::Fixed(of_level(game, *level).unwrap_or_default()),
        _ => Player::Fixed(Rating::default()),
    };
    let players = table.seats().map(|(_, sitter, _)| player(sitter));
    Some(Ended {
        game,
        players: players.zip(ranks_with(&standings, left)).collect(),
    })
}
