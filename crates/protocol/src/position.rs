//! How a game stands to one pair of eyes.

use crate::WhatHappened;
use kit::{Eyes, Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a game stands to one pair of eyes, and what they can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Position {
    /// The seats that owe a decision; none when the game is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub deciders: Vec<Seat>,
    /// The texts of all that these eyes' own seat can do now; none if it has nothing to decide.
    pub legal: Vec<String>,
    /// The game's own `View` for these eyes.
    pub view: Value,
    /// Points, and the winners once the game is over.
    pub standings: Standings,
}

/// How a game stands in points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Standings {
    /// One score for each seat, in order.
    pub scores: Vec<Score>,
    /// The score of the rulebook's automatic opponent, where one plays.
    pub automatic: Option<Score>,
    /// Whether the game is over.
    pub over: bool,
    /// Who won, once it is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub winners: Vec<Seat>,
}

/// The points of one participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Score {
    /// All points.
    pub total: i32,
    /// The same points by where they came from.
    pub sources: Vec<Source>,
}

/// Points from one source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Source {
    /// Where they came from: `palaces`.
    pub name: String,
    /// How many.
    pub points: i32,
}

impl Position {
    /// How this game stands to these eyes.
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

/// What these eyes are told of an action and of what followed from it.
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

/// What these eyes are told of the set-up of a game in which nothing was played yet.
pub fn opening<G: Game>(game: &G, eyes: Eyes) -> WhatHappened {
    WhatHappened::Started {
        events: seen::<G>(&game.opening(), eyes),
    }
}

fn seen<G: Game>(events: &[G::Event], eyes: Eyes) -> Vec<Value> {
    let seen = events.iter().filter_map(|event| G::seen(event, eyes));
    seen.map(|event| json(&event)).collect()
}

/// Views and events are plain data, which always has a JSON form.
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
