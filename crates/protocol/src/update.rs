//! What one viewer is told of one table.

use crate::{Pace, Position, SeatState};
use bots::Level;
use kit::{Fields, Seat};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// All that one viewer is told of one table: how it stands now, and what happened since the version that the viewer knew.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Update {
    /// The table's name in links.
    pub table: String,
    /// Grows by one with everything that happens at the table, undo included. Chat, clocks and presence do not count.
    pub version: u64,
    /// The game's key.
    pub game: String,
    /// The game's options.
    pub options: Value,
    /// How far the table is.
    pub status: Status,
    /// How fast it is played.
    pub pace: Pace,
    /// The level of the bot that plays on for whoever runs out of time or resigns.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub stand_in: Level,
    /// Whether the table is listed for everybody.
    pub listed: bool,
    /// Who sits where, in seat order.
    pub seats: Vec<SeatState>,
    /// Who is told this.
    pub you: You,
    /// How the game stands, to these eyes; nothing before it starts.
    pub position: Option<Position>,
    /// What happened since the version that the viewer knew, oldest first.
    pub steps: Vec<Step>,
    /// What was said since the line that the viewer knew, oldest first.
    pub chat: Vec<ChatLine>,
    /// Seats whose bot has been thinking for a while.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub thinking: Vec<Seat>,
    /// Somebody wants to take back more than they may alone.
    pub undo_asked: Option<UndoAsked>,
    /// The hash of the seed, from the start of the game.
    pub commitment: Option<String>,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// The table of the rematch, once there is one.
    pub rematch: Option<String>,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// People still take their seats.
    Waiting,
    /// The game goes on.
    Running,
    /// The game is over.
    Over,
}

/// Who is told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct You {
    /// The seat whose eyes these are; a spectator has none.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// Whether the table belongs to the viewer.
    pub owner: bool,
    /// Whether the viewer can take back the last action without asking anybody.
    pub can_undo: bool,
}

/// Something that happened at the table; each has the version that it led to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The version of the table after it.
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
        /// The table was made.
        Created,
        /// Somebody or a bot took a seat, or the seat became open.
        Seated {
            /// Which one.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// Who sits there now.
            who: crate::Who,
        },
        /// The game started.
        Started {
            /// What there is to tell of the set-up, as these eyes see it: the game's own events.
            events: Vec<Value>,
        },
        /// A seat acted.
        Played {
            /// Who.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// The action as it reads to these eyes: `?` stands for what is secret.
            action: String,
            /// What followed, as these eyes see it: the game's own events.
            events: Vec<Value>,
        },
        /// The last actions were taken back.
        TookBack {
            /// Who wanted it.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// How many actions.
            actions: u32,
        },
        /// A seat asked the others whether it may take back.
        AskedUndo {
            /// Who asked.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// A seat answered that question.
        AnsweredUndo {
            /// Who answered.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
            /// Whether they agree.
            agrees: bool,
        },
        /// A bot plays on for this seat, because its person resigned.
        Resigned {
            /// Which seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// A bot plays on for this seat, because its time ran out.
        RanOutOfTime {
            /// Which seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// The person plays for themselves again.
        CameBack {
            /// Which seat.
            #[cfg_attr(feature = "openapi", schema(value_type = u8))]
            seat: Seat,
        },
        /// A rematch was arranged at another table.
        Rematch {
            /// The other table.
            table: String,
        },
    }
}

/// A question to all people at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UndoAsked {
    /// Who asks.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// How many actions would be taken back.
    pub actions: u32,
    /// Who has agreed so far, the asker included.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub agreed: Vec<Seat>,
}

/// One line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// Counts the table's lines; a viewer gives the last one it knows.
    pub number: u64,
    /// Who said it.
    pub name: String,
    /// The seat of whoever said it; spectators have none.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// Who can hear it.
    pub room: Audience,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Who can hear a line of chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everybody; said by people who sit at the table.
    Table,
    /// Only spectators while the game runs, then everybody.
    Spectators,
}

/// One table in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLine {
    /// The table's name in links.
    pub table: String,
    /// The game's key.
    pub game: String,
    /// How far it is.
    pub status: Status,
    /// How fast it is played.
    pub pace: Pace,
    /// Who sits where.
    pub seats: Vec<crate::Who>,
    /// Whether it waits for me.
    pub your_turn: bool,
    /// When something last happened, in milliseconds since 1970.
    pub changed: u64,
}

/// A list of tables, the one that changed last first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tables {
    /// The tables.
    pub tables: Vec<TableLine>,
}
