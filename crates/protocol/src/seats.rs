//! Who sits at a table.

use bots::Level;
use serde::{Deserialize, Serialize};

/// One seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatState {
    /// Who sits there.
    pub who: Who,
    /// Whether that person watches the table right now.
    pub connected: bool,
    /// Whether a bot plays on for that person.
    pub played_by_bot: bool,
    /// The seat's clock, if the table has clocks.
    pub clock: Option<Clock>,
}

kit::tagged! {
    /// Who sits in a seat.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Who: "who" {
        /// Nobody yet.
        Open,
        /// A person.
        Person {
            /// The name they gave.
            name: String,
        },
        /// A bot.
        Bot {
            /// How strong: `easy`, `medium`, `hard` or `expert`.
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            level: Level,
        },
    }
}

/// A seat's clock at the moment of the update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clock {
    /// Milliseconds left.
    pub left: u64,
    /// Whether it is running down.
    pub running: bool,
}
