//! The seats of a table.

use bots::Level;
use serde::{Deserialize, Serialize};

/// One seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatState {
    /// The sitter of the seat.
    pub who: Who,
    /// Whether the person is currently watching the table.
    pub connected: bool,
    /// Whether a bot plays for the person.
    pub played_by_bot: bool,
    /// The seat's clock, if the table has clocks.
    pub clock: Option<Clock>,
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
