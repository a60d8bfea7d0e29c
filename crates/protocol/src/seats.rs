//! The seats of a table.

use bots::Level;
use kit::Seat;
use serde::{Deserialize, Serialize};

/// One seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatState {
    /// The sitter of the seat.
    pub who: Who,
    /// Whether the person is currently watching the table.
    pub connected: bool,
    /// Whether the person said that they are ready to start.
    #[serde(default)]
    pub ready: bool,
    /// Whether a bot plays for the person.
    pub played_by_bot: bool,
    /// What is known of a person whom the others wait for.
    #[serde(default)]
    pub absence: Absence,
    /// The seat's clock, if the table has clocks.
    pub clock: Option<Clock>,
}

/// What is known of a person whom the others wait for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Absence {
    /// When the person was asked to act, in milliseconds since 1970; `null` if nobody waits for them. After the table's `patience`, without the time of a
    /// vacation or of a pause of the host, the others may decide about them.
    pub since: Option<u64>,
    /// Whether the others have reminded the person since they are to act.
    pub nudged: bool,
    /// The seat that reminded them last.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub nudged_by: Option<Seat>,
    /// The seats that agreed that a bot plays on for the person.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub agreed: Vec<Seat>,
    /// The end of the person's vacation, in milliseconds since 1970.
    pub vacation: Option<u64>,
}

kit::tagged! {
    /// The sitter of a seat.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Who: "who" {
        /// The seat is open.
        Open,
        /// A person.
        Person {
            /// The public name.
            name: String,
            /// The public id, as in the address of their profile; `null` of people who have deleted their data.
            id: Option<String>,
        },
        /// A bot.
        Bot {
            /// The level: `easy`, `medium`, `hard` or `expert`.
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            level: Level,
        },
    }
}

/// A seat's clock at the time of the update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clock {
    /// The remaining time in milliseconds.
    pub left: u64,
    /// Whether the clock is running.
    pub running: bool,
}
