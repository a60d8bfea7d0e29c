//! Errors, as RFC 9457 defines them.

use crate::Update;
use serde::{Deserialize, Serialize};

/// A problem document (`application/problem+json`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The identifier for programs, as a relative URL: `/problems/rate-limited`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status code.
    pub status: u16,
    /// The kind of problem; the same text for every occurrence.
    pub title: String,
    /// What was wrong and what is valid, as a sentence for people.
    pub detail: String,
    /// The rule of the game that the action breaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<BrokenRule>,
    /// The reason why the table refused the request: an identifier for programs and translations, such as `seat-taken`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub reason: Option<Reason>,
    /// The current state of the table, if the request was made for an older version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update: Option<Box<Update>>,
}

kit::ids! {
    /// A reason why a table refuses a request.
    pub enum Reason: "reason" {
        /// The game has already started.
        Started = "started",
        /// The game has not started yet.
        NotStarted = "not-started",
        /// The game is over.
        Over = "over",
        /// The game is not over yet.
        NotOver = "not-over",
        /// The seat is not open.
        SeatTaken = "seat-taken",
        /// No seat is open.
        NoOpenSeat = "no-open-seat",
        /// The person already has a seat.
        AlreadySeated = "already-seated",
        /// Only people with a seat can do this.
        NotSeated = "not-seated",
        /// Only the owner of the table can do this.
        NotOwner = "not-owner",
        /// A seat is still open.
        SeatOpen = "seat-open",
        /// A bot plays for this person.
        Away = "away",
        /// No bot plays for this person.
        NotAway = "not-away",
        /// There is nothing to take back.
        NothingToTakeBack = "nothing-to-take-back",
        /// Another request to take back is open.
        AlreadyAsked = "already-asked",
        /// No request to take back is open for this person.
        NotAsked = "not-asked",
        /// Somebody who would have to agree is away.
        WitnessAway = "witness-away",
        /// So much has happened at the table that only the game itself can go on.
        Full = "full",
        /// No further message fits into the chat.
        ChatFull = "chat-full",
        /// The host does not let this person write messages.
        Muted = "muted",
        /// The host of the site has closed the table.
        Closed = "closed",
        /// Nobody has waited for this person long enough.
        NotAbsent = "not-absent",
        /// The person was reminded a short while ago.
        AlreadyNudged = "already-nudged",
        /// The seat has already agreed to this.
        AlreadyAgreed = "already-agreed",
        /// Only a table with days for each decision has vacations.
        NoVacation = "no-vacation",
        /// The vacation is in the past, or longer than the days that are left.
        LongVacation = "long-vacation",
        /// Nobody can take this seat: its person plays, or nobody is there to agree.
        NoSubstitute = "no-substitute",
        /// Another person already asks to play on for somebody, or too many have asked.
        SubstituteAsked = "substitute-asked",
        /// This is not possible at a rated table.
        Rated = "rated",
        /// A rated game needs at least two people.
        FewPeople = "few-people",
        /// The table already has a rematch.
        RematchExists = "rematch-exists",
    }
}

/// A rule of the game that an action breaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BrokenRule {
    /// The identifier for programs and translations: `not-in-hand`.
    pub key: String,
    /// The section of the game's specification that states the rule.
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
