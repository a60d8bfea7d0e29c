//! Points, where they came from, and who won.

use crate::{Seat, SeatSet};
use serde::{Serialize, Serializer};

/// How a game stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standings {
    /// One score for each seat, in order.
    pub scores: Vec<Score>,
    /// The score of the rulebook's automatic opponent, where one plays.
    pub automatic: Option<Score>,
    /// Whether the game is over.
    pub over: bool,
    /// Who won, once it is over. Several share a victory, also with an automatic opponent of equal points; against a stronger one
    /// nobody wins.
    pub winners: SeatSet,
}

/// The points of one participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Score {
    /// All points.
    pub total: i32,
    /// The same points by where they came from; the parts add up to the total. In JSON, an object.
    #[serde(serialize_with = "as_object")]
    pub sources: Vec<Source>,
}

/// Points from one source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// Where they came from: `"palaces"`.
    pub name: &'static str,
    /// How many.
    pub points: i32,
}

fn as_object<S: Serializer>(sources: &[Source], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(sources.iter().map(|source| (source.name, source.points)))
}

impl Score {
    /// The sum of these sources.
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
    /// A seat's points.
    pub fn total(&self, seat: Seat) -> i32 {
        self.scores
            .get(usize::from(seat.number()))
            .map_or(0, |score| score.total)
    }
}
