//! Errors of actions, options, texts and states.

use crate::{Seat, SeatSet};
use serde::Serialize;

/// A rule that an action can break. Each game defines its rules as constants in one file; the texts for players are found by the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rule {
    /// The identifier for programs and translations: `"not-in-hand"`.
    pub key: &'static str,
    /// The section of the game's specification that states the rule: `"5.2"`.
    pub section: &'static str,
}

/// The reason why an action was refused. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The seat has nothing to decide.
    #[error("seat {seat} has nothing to decide now; the decision is with {}", them(*.deciders))]
    NotYourTurn {
        /// The seat that tried to act.
        seat: Seat,
        /// The seats that have to decide.
        deciders: SeatSet,
    },
    /// The action breaks a rule.
    #[error("breaks the rule ‘{}’ ({})", .0.key, .0.section)]
    Breaks(Rule),
}

fn them(deciders: SeatSet) -> String {
    let numbers: Vec<String> = deciders.iter().map(|seat| seat.to_string()).collect();
    format!("seat {}", numbers.join(" and "))
}

impl Refusal {
    /// Returns an error unless the seat is among the deciders. Every `apply` begins with this check.
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

/// An error about invalid options. The message says what is valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadOptions(pub String);

/// An error about a text that is not an action of the game. The message says what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("‘{text}’ is not a valid action: {expected}")]
pub struct BadText {
    /// The rejected text, shortened.
    pub text: String,
    /// A description of the valid texts.
    pub expected: String,
}

impl BadText {
    /// Creates the error. Shortens a long text.
    pub fn new(text: &str, expected: impl Into<String>) -> Self {
        BadText {
            text: shortened(text),
            expected: expected.into(),
        }
    }
}

/// Returns the beginning of a text that may be very long.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The reason why a state is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Flaw(pub String);

/// Returns a [`Flaw`] with the given message unless `holds`.
pub fn ensure(holds: bool, flaw: impl FnOnce() -> String) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw(flaw())) }
}
