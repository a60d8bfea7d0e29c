//! What happened up to a step, from which boards derive reasons and what stops the game.

use crate::table::events;
use kit::{Game, Id, Seat};
use protocol::Step;
use serde_json::Value;
use std::fmt::Display;
use std::sync::Arc;
use words::Teller;

/// What happened up to a step, and how to tell it.
#[derive(Clone, Copy)]
pub struct Happened<'a> {
    /// All steps, the one in question last.
    pub steps: &'a [Arc<Step>],
    pub teller: &'a Teller,
    /// The position after the last step, if it is the present one.
    pub view: Option<&'a Value>,
}

impl<'a> Happened<'a> {
    /// Returns the events of the last step.
    pub fn news(self) -> &'a [Value] {
        self.steps
            .last()
            .map(|step| events(step))
            .unwrap_or_default()
    }

    /// Returns whether the last step has an event with one of these names.
    pub fn includes(self, names: &[&str]) -> bool {
        self.news().iter().any(|event| is_one_of(event, names))
    }

    /// Returns the events since the last one with one of these names before the last step, that one first.
    pub fn since(self, names: &[&str]) -> Vec<&'a Value> {
        let mut all: Vec<&Value> = Vec::new();
        let before = self.steps.split_last().map(|(_, before)| before);
        for step in before.unwrap_or_default().iter().rev() {
            let events = events(step);
            let begin = events.iter().rposition(|event| is_one_of(event, names));
            all.extend(events.iter().skip(begin.unwrap_or(0)).rev());
            if begin.is_some() {
                break;
            }
        }
        all.reverse();
        all.extend(self.news());
        all
    }

    /// Returns the name of a thing.
    pub fn called(self, thing: impl Id) -> String {
        self.teller.value("", &Value::from(thing.id()))
    }

    /// Returns the name of a seat, or of the automatic opponent behind the last one.
    pub fn name(self, seat: Seat) -> String {
        self.teller.name(seat.number().into())
    }

    /// Returns a text of the board.
    pub fn phrase(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        self.teller.phrase(key, values)
    }

    /// Returns the position after the last step.
    pub fn position<G: Game>(self) -> Option<G::View> {
        serde_json::from_value(self.view?.clone()).ok()
    }
}

/// Parses events; those that cannot be parsed are left out.
pub fn parsed<'a, G: Game>(
    events: impl IntoIterator<Item = &'a Value>,
) -> impl Iterator<Item = G::Event> {
    let events = events.into_iter();
    events.filter_map(|event| serde_json::from_value(event.clone()).ok())
}

/// Returns whether an event has one of these names.
pub fn is_one_of(event: &Value, names: &[&str]) -> bool {
    let name = event.get("event").and_then(Value::as_str);
    name.is_some_and(|name| names.contains(&name))
}
