//! What can be asked of a table.

use bots::Level;
use kit::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A new table: `POST /api/tables`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's key.
    pub game: String,
    /// The game's options; what is missing has its default.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// Who shall sit where; seats that are not mentioned stay open.
    #[serde(default)]
    pub seats: Vec<SeatFor>,
    /// How fast it is played.
    #[serde(default)]
    pub pace: Pace,
    /// The level of the bot that plays on for whoever runs out of time or resigns; `medium` if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub stand_in: Option<Level>,
    /// Whether everybody finds the table in the list; otherwise only whoever has its link.
    #[serde(default)]
    pub listed: bool,
}

impl NewTable {
    /// A table of a game with all its defaults, at which nobody sits yet.
    pub fn of(game: &str) -> Self {
        NewTable {
            game: game.to_owned(),
            options: Map::new(),
            seats: Vec::new(),
            pace: Pace::Relaxed,
            stand_in: None,
            listed: false,
        }
    }
}

/// Who shall sit in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeatFor {
    /// Whoever comes.
    #[default]
    Open,
    /// Whoever makes the table.
    Me,
    /// A bot of this level.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Bot(Level),
}

/// How fast a table is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Nobody looks at a clock.
    #[default]
    Relaxed,
    /// Each seat has a clock that runs while it decides.
    Live {
        /// Seconds for the whole game.
        seconds: u32,
        /// Seconds added after each decision.
        increment: u32,
    },
    /// Each decision may take this long.
    Correspondence {
        /// Days for one decision.
        days: u32,
    },
}

/// Take a seat: `POST /api/tables/{id}/sit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// Which one; the first open one if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
}

/// The owner gives a seat to a bot or opens it: `POST /api/tables/{id}/seat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetSeat {
    /// Which one.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// Who shall sit there.
    pub place: SeatFor,
}

/// A move: `POST /api/tables/{id}/moves`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The version of the table on which it was chosen.
    pub version: u64,
    /// The action's text, one of the position's `legal`.
    pub action: String,
    /// A name for this request, new for each; a repeated one is answered as the first time and not played again.
    #[serde(default)]
    pub key: Option<String>,
}

/// Something that only needs the version it was chosen on: `undo`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Versioned {
    /// The version of the table on which it was chosen.
    pub version: u64,
}

/// An answer to whoever wants to take back: `POST /api/tables/{id}/undo/answer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerUndo {
    /// The version of the table on which it was chosen.
    pub version: u64,
    /// Whether they may.
    pub agree: bool,
}

/// Something to say: `POST /api/tables/{id}/chat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// What to say.
    pub text: String,
}

/// What a change led to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Done {
    /// The table.
    pub table: String,
    /// Its version right after the change.
    pub version: u64,
}

/// Where a rematch takes place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rematch {
    /// The new table.
    pub table: String,
}

/// From where on to tell, in the query of a read or of the live stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams, utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct Watch {
    /// The last version known; steps after it are told. Without it: no steps, only how things stand.
    #[serde(default)]
    pub since: Option<u64>,
    /// The last line of chat known; lines after it are told.
    #[serde(default)]
    pub chat: Option<u64>,
}
