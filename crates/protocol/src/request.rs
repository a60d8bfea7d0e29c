//! The requests to a table.

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
    /// The game's options. Missing ones have their default.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The sitter of each seat, in seat order. Seats beyond the list stay open.
    #[serde(default)]
    pub seats: Vec<SeatFor>,
    /// The time control.
    #[serde(default)]
    pub pace: Pace,
    /// The level of the bot that takes over when a person runs out of time or resigns. The default is `medium`.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub stand_in: Option<Level>,
    /// The time in seconds after which the others may decide about a person who is to act and does not. The default depends on the pace.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 30, maximum = 5184000))]
    pub patience: Option<u32>,
    /// Whether the table is in the public list. Otherwise people need its link.
    #[serde(default)]
    pub listed: bool,
    /// Whether the result changes the players' ratings. A rated game needs at least two people; nothing is taken back by consent, and nobody plays on for
    /// somebody else.
    #[serde(default)]
    pub rated: bool,
    /// The language that the host speaks, as a tag such as `de`. Lists show it.
    #[serde(default)]
    pub language: Option<String>,
    /// An idempotency key. A request with a key that was used before gets the same answer again and creates no second table.
    #[serde(default)]
    pub key: Option<String>,
}

impl NewTable {
    /// Returns a table of the game with all defaults and open seats.
    pub fn of(game: &str) -> Self {
        NewTable {
            game: game.to_owned(),
            options: Map::new(),
            seats: Vec::new(),
            pace: Pace::Relaxed,
            stand_in: None,
            patience: None,
            listed: false,
            rated: false,
            language: None,
            key: None,
        }
    }
}

/// The requested sitter of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeatFor {
    /// Open for anybody.
    #[default]
    Open,
    /// The person who sends the request.
    Me,
    /// A bot of this level.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Bot(Level),
}

/// The time control of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// No clocks.
    #[default]
    Relaxed,
    /// Each seat has a clock that runs while the seat has to decide.
    Live {
        /// Seconds for the whole game.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86400))]
        seconds: u32,
        /// Seconds added after each decision.
        #[cfg_attr(feature = "openapi", schema(maximum = 86400))]
        increment: u32,
    },
    /// Each decision has a time limit.
    Correspondence {
        /// Days for one decision.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 60))]
        days: u32,
    },
}

/// Take a seat: `POST /api/tables/{id}/sit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The seat; the first open one if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
}

/// Gives a seat to a bot or opens it; for the owner: `POST /api/tables/{id}/seat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetSeat {
    /// The seat.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The new sitter.
    pub place: SeatFor,
}

/// Says whether I am ready, before the game: `POST /api/tables/{id}/ready`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Whether I am ready.
    pub ready: bool,
}

/// Says whether the seats are drawn when the game starts; for the owner: `POST /api/tables/{id}/shuffle`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Shuffle {
    /// Whether the seats are drawn.
    pub shuffle: bool,
}

/// A request about another seat: `POST /api/tables/{id}/nudge`, `stand-in` and `substitute`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AboutSeat {
    /// The seat.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
}

/// An answer to a person who asks to play on for somebody: `POST /api/tables/{id}/substitute/answer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerSubstitute {
    /// Whether that person may take the seat.
    pub agree: bool,
}

/// Says how long I am away: `POST /api/tables/{id}/vacation`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    /// The end of the vacation, in milliseconds since 1970; `null` if I am back.
    pub until: Option<u64>,
}

/// An action: `POST /api/tables/{id}/moves`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The version of the table for which the action was chosen.
    pub version: u64,
    /// The text of the action, one of the position's `legal`.
    pub action: String,
    /// An idempotency key. A request with a key that was used before gets the same answer again and is not carried out twice.
    #[serde(default)]
    pub key: Option<String>,
}

/// A request that only needs the version for which it was chosen: `undo`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Versioned {
    /// The version of the table for which the request was chosen.
    pub version: u64,
}

/// An answer to a request to take back: `POST /api/tables/{id}/undo/answer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerUndo {
    /// The version of the table for which the answer was chosen.
    pub version: u64,
    /// Whether the actions may be taken back.
    pub agree: bool,
}

/// A chat message: `POST /api/tables/{id}/chat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The text of the message.
    pub text: String,
    /// An idempotency key. A request with a key that was used before gets the same answer again and adds no message.
    #[serde(default)]
    pub key: Option<String>,
}

/// The result of a change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Done {
    /// The id of the table.
    pub table: String,
    /// Its version after the change.
    pub version: u64,
}

/// The table of a rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rematch {
    /// The id of the new table.
    pub table: String,
}

/// The starting point of an update, in the query of a read or of the live stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams, utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct Watch {
    /// The last known version; the update contains the steps after it. If omitted, the update contains no steps.
    #[serde(default)]
    pub since: Option<u64>,
    /// The number of the last known chat message; the update contains those after it, at most 200. If omitted, it contains the last 50.
    #[serde(default)]
    pub chat: Option<u64>,
    /// The version that the table must have reached.
    #[serde(default)]
    pub at_least: Option<u64>,
}
