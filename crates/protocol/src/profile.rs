//! People as others see them: names, ratings, finished games.

use crate::Who;
use bots::Level;
use serde::{Deserialize, Serialize};

/// A person as others see them: `GET /api/people/{id}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The public id, as in links.
    pub id: String,
    /// The present name.
    pub name: String,
    /// When they first came, in milliseconds since 1970.
    pub since: u64,
    /// Whether they are the viewer.
    pub you: bool,
    /// Whether the viewer has blocked them.
    #[serde(default)]
    pub blocked: bool,
    /// How strong they are, by game and number of players, as far as rated games tell.
    pub ratings: Vec<RatingAbout>,
    /// The levels of the bots on the same scale.
    pub levels: Vec<LevelRating>,
    /// The finished games of this person with the viewer; `null` without a session, and for oneself.
    pub together: Option<Together>,
}

/// The strength of a person in a game with a number of players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingAbout {
    /// The game's key.
    pub game: String,
    /// The number of players.
    pub players: u32,
    /// The number of rated games.
    pub games: u64,
    /// The estimated strength. A new player has 25.
    pub value: f64,
    /// The strength is at least this with a probability of 97.5 %.
    pub low: f64,
    /// The strength is at most this with a probability of 97.5 %.
    pub high: f64,
}

/// The fixed strength of a level of bots.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LevelRating {
    /// The game's key.
    pub game: String,
    /// The level.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub level: Level,
    /// The strength.
    pub value: f64,
}

/// The finished games of two people with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Together {
    /// How many they have finished.
    pub games: u64,
    /// In how many the viewer came before the other person.
    pub ahead: u64,
    /// In how many the viewer came behind the other person.
    pub behind: u64,
}

/// The finished games of a person, the last one first: `GET /api/people/{id}/games`. Private tables are shown only to those who sat there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Finished {
    /// The games.
    pub games: Vec<FinishedGame>,
    /// What to ask for as `before` to get more; `null` if there are no more.
    pub next: Option<String>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FinishedGame {
    /// The id of the table, as in links.
    pub table: String,
    /// The game's key.
    pub game: String,
    /// The time of the last change, in milliseconds since 1970.
    pub at: u64,
    /// Whether the result changed ratings.
    pub rated: bool,
    /// The seats, in order.
    pub seats: Vec<FinishedSeat>,
}

/// The result of one seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FinishedSeat {
    /// Who sat there, by their present name.
    pub who: Who,
    /// 1 for the best; the same for equal results. Not known of old tables.
    pub rank: Option<u32>,
    /// The points.
    pub points: Option<i32>,
}

/// The place in a list where more is wanted, in its query.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct More {
    /// `next` of the part before.
    #[serde(default)]
    pub before: Option<String>,
}
