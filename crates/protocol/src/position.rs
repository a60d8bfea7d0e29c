//! The position of a game as one pair of eyes sees it.

use crate::WhatHappened;
use kit::{Eyes, Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The position of a game as one pair of eyes sees it, with their legal actions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Position {
    /// The seats that have to decide; none when the game is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub deciders: Vec<Seat>,
    /// The texts of all legal actions of the viewer's seat; empty if it has nothing to decide.
    pub legal: Vec<String>,
    /// The game's own `View` for these eyes.
    pub view: Value,
    /// Points, and the winners once the game is over.
    pub standings: Standings,
}

/// The points of a game, and its winners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Standings {
    /// The score of each seat, in order.
    pub scores: Vec<Score>,
    /// The score of the rulebook's automatic opponent, if it has one.
    pub automatic: Option<Score>,
    /// Whether the game is over.
    pub over: bool,
    /// The winners, once the game is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub winners: Vec<Seat>,
}

/// The score of one participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Score {
    /// The sum of all points.
    pub total: i32,
    /// The points by source; they add up to the total.
    pub sources: Vec<Source>,
}

/// Points from one source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Source {
    /// The name of the source: `palaces`.
    pub name: String,
    /// The points, which can be negative.
    pub points: i32,
}

impl Position {
    /// Returns the position of the game as these eyes see it.
    pub fn of<G: Game>(game: &G, eyes: Eyes) -> Self {
        let mut legal = Vec::new();
        if let Eyes::Seat(seat) = eyes {
            game.legal(seat, &mut legal);
        }
        Position {
            deciders: game.deciders().iter().collect(),
            legal: legal.iter().map(G::Action::to_string).collect(),
            view: json(&game.view(eyes)),
            standings: game.standings().into(),
        }
    }
}

/// Returns what these eyes are told of an action and its events.
pub fn played<G: Game>(
    seat: Seat,
    action: G::Action,
    events: &[G::Event],
    eyes: Eyes,
) -> WhatHappened {
    WhatHappened::Played {
        seat,
        action: G::text_for(action, seat, eyes),
        events: seen::<G>(events, eyes),
    }
}

/// Returns what these eyes are told of the set-up. Only for a game before its first action.
pub fn opening<G: Game>(game: &G, eyes: Eyes) -> WhatHappened {
    WhatHappened::Started {
        events: seen::<G>(&game.opening(), eyes),
    }
}

fn seen<G: Game>(events: &[G::Event], eyes: Eyes) -> Vec<Value> {
    let seen = events.iter().filter_map(|event| G::seen(event, eyes));
    seen.map(|event| json(&event)).collect()
}

/// Views and events always have a JSON form.
fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

impl From<kit::Standings> for Standings {
    fn from(standings: kit::Standings) -> Self {
        Standings {
            scores: standings.scores.into_iter().map(Score::from).collect(),
            automatic: standings.automatic.map(Score::from),
            over: standings.over,
            winners: standings.winners.iter().collect(),
        }
    }
}

impl From<kit::Score> for Score {
    fn from(score: kit::Score) -> Self {
        let source = |source: kit::Source| Source {
            name: source.name.to_owned(),
            points: source.points,
        };
        Score {
            total: score.total,
            sources: score.sources.into_iter().map(source).collect(),
        }
    }
}
