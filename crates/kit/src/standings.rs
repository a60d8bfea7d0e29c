//! Points, their sources, and the winners.

use crate::{Seat, SeatSet};
use serde::{Serialize, Serializer};

/// The points of a game, and its winners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standings {
    /// The score of each seat, in order.
    pub scores: Vec<Score>,
    /// The score of the rulebook's automatic opponent, if it has one.
    pub automatic: Option<Score>,
    /// Whether the game is over.
    pub over: bool,
    /// The winners, once the game is over. Several can share a victory, also with an automatic opponent of equal points. If an automatic opponent has more
    /// points than every seat, the set is empty.
    pub winners: SeatSet,
}

/// The score of one participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Score {
    /// The sum of all points.
    pub total: i32,
    /// The points by source; they add up to the total. In JSON, an object.
    #[serde(serialize_with = "as_object")]
    pub sources: Vec<Source>,
}

/// Points from one source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name of the source: `"palaces"`.
    pub name: &'static str,
    /// The points, which can be negative.
    pub points: i32,
}

fn as_object<S: Serializer>(sources: &[Source], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(sources.iter().map(|source| (source.name, source.points)))
}

impl Score {
    /// Creates a score as the sum of the given sources.
    pub fn of(sources: impl IntoIterator<Item = (&'static str, i32)>) -> Self {
        let sources: Vec<Source> = sources
            .into_iter()
            .map(|(name, points)| Source { name, points })
            .collect();
        Score {
            total: sources.iter().map(|source| source.points).sum(),
            sources,
        }
    }
}

impl Standings {
    /// Returns the totals of all seats, and of the automatic opponent behind them.
    pub fn totals(&self) -> Vec<i32> {
        let scores = self.scores.iter().chain(&self.automatic);
        scores.map(|score| score.total).collect()
    }

    /// Returns the total of a seat.
    pub fn total(&self, seat: Seat) -> i32 {
        self.scores
            .get(usize::from(seat.number()))
            .map_or(0, |score| score.total)
    }
}
