//! What can be wrong with a request.

use crate::{Seat, SeatSet};
use serde::Serialize;

/// A rule that an action can break. Games keep theirs as constants in one file; what it says to people stands with the other texts, by its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rule {
    /// A name for programs and translations: `"not-in-hand"`.
    pub key: &'static str,
    /// Where the game's specification states it: `"5.2"`.
    pub section: &'static str,
}

/// Why an action was not taken. The state is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Nobody can act any more.
    #[error("the game is over")]
    Over,
    /// Somebody else is asked.
    #[error("seat {seat} has nothing to decide now; the decision is with {}", them(*.deciders))]
    NotYourTurn {
        /// Who wanted to act.
        seat: Seat,
        /// Who may.
        deciders: SeatSet,
    },
    /// The rules forbid it.
    #[error("breaks the rule ‘{}’ ({})", .0.key, .0.section)]
    Breaks(Rule),
}

fn them(deciders: SeatSet) -> String {
    let numbers: Vec<String> = deciders.iter().map(|seat| seat.to_string()).collect();
    format!("seat {}", numbers.join(" and "))
}

impl Refusal {
    /// The first check of every `apply`: may this seat decide anything now?
    pub fn unless_asked(seat: Seat, deciders: SeatSet) -> Result<(), Refusal> {
        match deciders {
            _ if deciders.contains(seat) => Ok(()),
            _ if deciders.is_empty() => Err(Refusal::Over),
            _ => Err(Refusal::NotYourTurn { seat, deciders }),
        }
    }
}

impl From<Rule> for Refusal {
    fn from(rule: Rule) -> Self {
        Refusal::Breaks(rule)
    }
}

/// Options that no game can be set up with; says what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadOptions(pub String);

/// Text that is not an action of the game; says what is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("‘{text}’ is not a valid action: {expected}")]
pub struct BadText {
    /// What was read.
    pub text: String,
    /// What would have been understood.
    pub expected: String,
}

impl BadText {
    /// Quotes the text, however long it is, and says what was expected instead.
    pub fn new(text: &str, expected: impl Into<String>) -> Self {
        BadText {
            text: shortened(text),
            expected: expected.into(),
        }
    }
}

/// At most the first few words of a text that may be very long.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Why a state is impossible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Flaw(pub String);

/// `Ok` if it holds; otherwise a [`Flaw`] that says what does not.
pub fn ensure(holds: bool, flaw: impl FnOnce() -> String) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw(flaw())) }
}
