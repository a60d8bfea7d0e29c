//! What went wrong, as RFC 9457 wants it.

use crate::Update;
use serde::{Deserialize, Serialize};

/// A problem document (`application/problem+json`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A name for programs, as a relative address: `/problems/rate-limited`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status.
    pub status: u16,
    /// What kind of problem it is, the same each time.
    pub title: String,
    /// What was wrong and what would be right, as a sentence for people.
    pub detail: String,
    /// The rule of the game that an action would break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<BrokenRule>,
    /// What stands in the way at the table: a name for programs and translations, such as `seat-taken`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub reason: Option<Reason>,
    /// How the table stands, if the request was chosen on an older version of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update: Option<Box<Update>>,
}

kit::ids! {
    /// What stands in the way of a wish at a table.
    pub enum Reason: "reason" {
        /// The game has started.
        Started = "started",
        /// It has not.
        NotStarted = "not-started",
        /// The game is over.
        Over = "over",
        /// It is not.
        NotOver = "not-over",
        /// Somebody sits there.
        SeatTaken = "seat-taken",
        /// Somebody sits everywhere.
        NoOpenSeat = "no-open-seat",
        /// One person, one seat.
        AlreadySeated = "already-seated",
        /// Spectators cannot do this.
        NotSeated = "not-seated",
        /// Only whoever made the table can do this.
        NotOwner = "not-owner",
        /// A seat has nobody.
        SeatOpen = "seat-open",
        /// A bot plays for this person.
        Away = "away",
        /// No bot plays for this person.
        NotAway = "not-away",
        /// There is nothing to take back.
        NothingToTakeBack = "nothing-to-take-back",
        /// Somebody has asked already.
        AlreadyAsked = "already-asked",
        /// Nobody has asked.
        NotAsked = "not-asked",
        /// There is a rematch already.
        RematchExists = "rematch-exists",
    }
}

/// A rule of the game that an action would break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BrokenRule {
    /// A name for programs and translations: `not-in-hand`.
    pub key: String,
    /// Where the game's specification states it.
    pub section: String,
}

impl From<kit::Rule> for BrokenRule {
    fn from(rule: kit::Rule) -> Self {
        BrokenRule {
            key: rule.key.to_owned(),
            section: rule.section.to_owned(),
        }
    }
}
