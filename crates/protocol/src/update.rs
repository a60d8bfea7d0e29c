//! What one viewer is told of one table.

use crate::{Pace, Position, SeatState};
use bots::Level;
use kit::{Fields, Seat};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Everything that one viewer is told of one table: its current state, and the steps since the version that the viewer knew.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Update {
    /// The id of the table, as in links.
    pub table: String,
    /// Grows by one with every change of the table, including undo. Chat, clocks and presence do not count.
    pub version: u64,
    /// The game's key.
    pub game: String,
    /// The game's options.
    pub options: Value,
    /// The status of the table.
    pub status: Status,
    /// The time control.
    pub pace: Pace,
    /// The level of the bot that takes over when a person runs out of time or resigns.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub stand_in: Level,
    /// The time in seconds after which the others may decide about a person who is to act and does not.
    #[serde(default)]
    pub patience: u32,
    /// Whether the table is in the public list.
    pub listed: bool,
    /// Whether the result changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether the seats are drawn when the game starts.
    #[serde(default)]
    pub shuffle: bool,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
    /// The viewer.
    pub you: You,
    /// The position as the viewer sees it; `null` before the game starts.
    pub position: Option<Position>,
    /// What happened since the version that the viewer knew, oldest first.
    pub steps: Vec<Step>,
    /// The chat messages since the one that the viewer knew, oldest first.
    pub chat: Vec<ChatLine>,
    /// The seats whose bot has been thinking for a while.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub thinking: Vec<Seat>,
    /// Who watches without a seat, as far as this server knows.
    #[serde(default)]
    pub spectators: Spectators,
    /// An open request to take back actions that needs everybody's agreement.
    pub undo_asked: Option<UndoAsked>,
    /// A person who asks to play on in a seat that a bot plays.
    #[serde(default)]
    pub substitute_asked: Option<SubstituteAsked>,
    /// The hash of the seed, from the start of the game.
    pub commitment: Option<String>,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// The id of the rematch's table, if there is one.
    pub rematch: Option<String>,
}

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The game has not started; people are taking their seats.
    Waiting,
    /// The game has started.
    Running,
    /// The game is over.
    Over,
}

/// The viewer of an update.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct You {
    /// The seat of the viewer; `null` for a spectator.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// The public id of the viewer, with which their chat messages are marked; `null` without a session.
    #[serde(default)]
    pub id: Option<String>,
    /// Whether the viewer owns the table.
    pub owner: bool,
    /// Whether the viewer can take back the last action without asking.
    pub can_undo: bool,
    /// The whole days of vacation that the viewer has left at this table.
    #[serde(default)]
    pub vacation_days: u32,
}

/// Who watches a table without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Spectators {
    /// The names of those who have given one, in alphabetical order; not more than twenty.
    pub names: Vec<String>,
    /// The number of all others.
    pub others: u32,
}

/// One step: something that happened at the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The version of the table after the step.
    pub version: u64,
    /// What happened.
    #[serde(flatten)]
    pub what: WhatHappened,
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(deserializer, |fields| {
            Ok(Step {
                version: fields.take("version")?,
                what: fields.rest()?,
            })
        })
    }
}

kit::tagged! {
    /// What happened at the table.
    #[derive(Clone, PartialEq, Debug)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum WhatHappened: "step" {
        /// The table was created.
        Created,
        /// A person or a bot took a seat, or the seat became open.
        Seated {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The new sitter.
            who: crate::Who,
        },
        /// A person said whether they are ready to start.
        Ready {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// Whether they are ready.
            ready: bool,
        },
        /// The owner decided whether the seats are drawn at the start.
        Shuffle {
            /// Whether they are drawn.
            shuffle: bool,
        },
        /// The game started.
        Started {
            /// The game's own events of the set-up, as the viewer sees them.
            events: Vec<Value>,
        },
        /// A seat acted.
        Played {
            /// The seat that acted.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The text of the action as the viewer sees it. Secret parts are replaced by `?`.
            action: String,
            /// The game's own events that followed, as the viewer sees them.
            events: Vec<Value>,
        },
        /// The last actions were taken back.
        TookBack {
            /// The seat that asked for it.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The number of actions.
            actions: u32,
        },
        /// A seat asked the others to agree to a takeback.
        AskedUndo {
            /// The seat that asked.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// A seat answered a request to take back.
        AnsweredUndo {
            /// The seat that answered.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// Whether they agree.
            agrees: bool,
        },
        /// A bot takes over this seat because its person resigned.
        Resigned {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// A bot takes over this seat because its time ran out.
        RanOutOfTime {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// The person takes over from the bot.
        CameBack {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// A person has a new name.
        Renamed {
            /// Their seat; `null` if they own the table without sitting at it.
            #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
            seat: Option<Seat>,
            /// The person with the new name.
            who: crate::Who,
        },
        /// A seat reminded another, whom everybody waits for.
        Nudged {
            /// The seat that is waited for.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The seat that reminded it.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            by: Seat,
        },
        /// A seat agreed that a bot plays on for another, whom everybody waits for.
        AgreedToBot {
            /// The seat that is waited for.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The seat that agreed.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            by: Seat,
        },
        /// A bot takes over this seat, because the others agreed to it.
        StoodIn {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// A person went on vacation, or came back from it.
        Vacation {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The end of the vacation, in milliseconds since 1970; `null` if it is over.
            until: Option<u64>,
        },
        /// A person without a seat asked to play on in one that a bot plays.
        AskedSeat {
            /// The seat that a bot plays.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The name of the person.
            name: String,
        },
        /// A seat answered a person who asked to play on for somebody.
        AnsweredSeat {
            /// The seat that answered.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// Whether they agree.
            agrees: bool,
        },
        /// A person plays on in a seat that a bot played, because everybody agreed to it.
        Substituted {
            /// The seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The new sitter.
            who: crate::Who,
        },
        /// The host of the site ended the table as it is.
        Closed,
        /// A rematch was arranged at another table.
        Rematch {
            /// The id of the new table.
            table: String,
        },
    }
}

/// A request to take back actions, to all people at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UndoAsked {
    /// The seat that asks.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The number of actions to take back.
    pub actions: u32,
    /// The seats that have agreed so far, including the one that asks.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub agreed: Vec<Seat>,
}

/// A person who asks to play on in a seat that a bot plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SubstituteAsked {
    /// The seat.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The name of the person who asks.
    pub name: String,
    /// The seats that have agreed so far.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub agreed: Vec<Seat>,
}

/// One chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// The number of the message at this table, counted from 1.
    pub number: u64,
    /// The name of the author.
    pub name: String,
    /// The public id of the author, as in the address of their profile; `null` if they have deleted their data.
    #[serde(default)]
    pub id: Option<String>,
    /// The seat of the author; `null` for a spectator.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// The audience.
    pub room: Audience,
    /// The text of the message.
    pub text: String,
    /// The time in milliseconds since 1970.
    pub at: u64,
}

/// The audience of a chat message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everybody. Used by people who sit at the table.
    Table,
    /// Only spectators during the game, everybody after it.
    Spectators,
}

/// One table in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLine {
    /// The id of the table, as in links.
    pub table: String,
    /// The game's key.
    pub game: String,
    /// The status of the table.
    pub status: Status,
    /// The time control.
    pub pace: Pace,
    /// The sitter of each seat.
    pub seats: Vec<crate::Who>,
    /// Whether the viewer has to decide.
    pub your_turn: bool,
    /// The time of the last change, in milliseconds since 1970.
    pub changed: u64,
    /// When the game started, or before that when the table was created, in milliseconds since 1970; 0 if that is not known.
    #[serde(default)]
    pub began: u64,
    /// Whether the result changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The language that the host speaks, as a tag such as `de`.
    #[serde(default)]
    pub language: Option<String>,
}

/// Which tables a list contains, in its query.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct Wanted {
    /// Only tables that have not started and have a free seat.
    #[serde(default)]
    pub free: bool,
    /// Only tables of this game.
    #[serde(default)]
    pub game: Option<String>,
    /// Only tables whose host speaks this language.
    #[serde(default)]
    pub language: Option<String>,
}

/// A list of tables, the most recently changed first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tables {
    /// The tables.
    pub tables: Vec<TableLine>,
}
