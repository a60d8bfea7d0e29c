//! Checks the history of a table: was every answer true, of some moment between the request and the answer?

mod chat;
mod claims;
mod clocks;
mod order;
mod replay;
#[cfg(test)]
mod tests;

use crate::history::{Operation, Outcome, TableHistory, Time, Wish};
use claims::{claimed, wishes};
use order::Order;
use replay::{Expected, Shown, people, refused_at};
use std::fmt;
use table::{Entry, Message, PersonId};

/// The number of steps that a server keeps for its viewers.
const STEPS_KEPT: u64 = 32;

/// What the store contains of one table at the end.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// All entries, in order.
    pub entries: Vec<Entry>,
    /// All chat messages with their keys, in order.
    pub chat: Vec<(Message, Option<String>)>,
}

/// Something that must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What it is.
    pub what: String,
    /// About when.
    pub at: Time,
    /// About which version.
    pub version: Option<u64>,
}

impl Violation {
    fn at(at: Time, what: impl ToString) -> Self {
        Violation {
            what: what.to_string(),
            at,
            version: None,
        }
    }

    fn about(self, version: u64) -> Self {
        Violation {
            version: Some(version),
            ..self
        }
    }

    fn of(operation: &Operation, version: u64, what: &str) -> Self {
        Violation::at(operation.end, format!("{what}\n  {operation}")).about(version)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Checks everything that was done at one table against what is stored at the end. `idle` are the times without a running node.
pub fn check(
    history: &TableHistory,
    stored: &Stored,
    idle: &[(Time, Time)],
) -> Result<(), Violation> {
    let last = stored.entries.len() as u64;
    for operation in &history.operations {
        if let Outcome::Odd(what) = &operation.outcome {
            let what = format!("no server should answer this: {what}");
            return Err(Violation::of(operation, 0, &what));
        }
    }
    let claims = wishes(&history.operations, |wish| wish.is_change())?;
    let people = people(stored, history.base);
    let by_version = claimed(&claims, stored, history.base, &people)?;
    let mut order = Order::new(last, history.base, (history.began, history.ready));
    for (version, claim) in &by_version {
        order.asked(*version, claim.begin());
    }
    let mut fresh = Vec::new();
    let mut expected = Expected::default();
    for operation in &history.operations {
        answer(operation, stored, &people, &mut fresh, &mut expected)?;
        if let Outcome::Done(version) = operation.outcome {
            order.seen(version, operation.end);
        }
    }
    for stream in &history.streams {
        let mut known = stream.since;
        for (place, (at, sight)) in stream.told.iter().enumerate() {
            let is_first = place == 0;
            if is_first {
                fresh.push((stream.begin, *at, sight.version));
            } else if known.is_some_and(|known| sight.version < known) {
                let what = format!("a stream went back from version {known:?}");
                return Err(Violation::at(*at, what).about(sight.version));
            }
            order.seen(sight.version, *at);
            let shown = Shown {
                by: stream.by,
                at: *at,
                sight,
                since: known,
                may_skip: !is_first && known.is_none_or(|known| sight.version > known + STEPS_KEPT),
            };
            expected.shown.entry(sight.version).or_default().push(shown);
            known = Some(sight.version);
        }
    }
    for &(_, at, version) in &fresh {
        order.seen(version, at);
    }
    let unknown = expected.shown.keys().chain(expected.refused.keys());
    if let Some(version) = unknown.max().filter(|version| **version > last) {
        let seen = expected.shown.get(version).and_then(|shown| shown.first());
        let at = seen.map_or(0, |shown| shown.at);
        return Err(Violation::at(at, "a version was shown that is not stored").about(*version));
    }
    order.settle();
    if let Some(version) = order.early() {
        let what = "a version was known before anybody asked for it";
        return Err(Violation::at(order.known(version), what).about(version));
    }
    for (begin, at, version) in fresh {
        if order.known(version + 1) < begin {
            let known = order.known(version + 1) as f64 / 1e6;
            let what = format!(
                "a stale answer: version {version} from {:.4} to {:.4} s, but version {} was known at {known:.4} s",
                begin as f64 / 1e6,
                at as f64 / 1e6,
                version + 1
            );
            return Err(Violation::at(at, what).about(version));
        }
    }
    replay::replay(history, stored, &by_version, &order, expected, idle)?;
    chat::check(history, stored)
}

/// Notes what an answer tells: of which version it must be true, and that this version was current.
fn answer<'a>(
    operation: &'a Operation,
    stored: &Stored,
    people: &[PersonId],
    fresh: &mut Vec<(Time, Time, u64)>,
    expected: &mut Expected<'a>,
) -> Result<(), Violation> {
    let (begin, end) = (operation.begin, operation.end);
    let mut show = |sight, since| {
        let shown = Shown {
            by: operation.by,
            at: end,
            sight,
            since,
            may_skip: false,
        };
        fresh.push((begin, end, shown.sight.version));
        let about = expected.shown.entry(shown.sight.version).or_default();
        about.push(shown);
    };
    match &operation.outcome {
        Outcome::Seen(sight) => {
            let Wish::Read { at_least, since } = &operation.wish else {
                return Ok(());
            };
            if at_least.is_some_and(|wanted| sight.version < wanted) {
                let what = "an earlier version than the one that was asked for";
                return Err(Violation::of(operation, sight.version, what));
            }
            show(sight, *since);
        }
        Outcome::Refused(refusal) => match (&refusal.sight, refused_at(operation)) {
            (Some(sight), _) => {
                show(sight, None);
                is_truly_stale(operation, sight.version, stored, people)?;
            }
            (None, Some((version, refusal))) => {
                fresh.push((begin, end, version));
                let refused = expected.refused.entry(version).or_default();
                refused.push((operation, refusal));
            }
            (None, None) => expected.refused_somewhere.push((operation, refusal)),
        },
        _ => (),
    }
    Ok(())
}

/// Checks that a request was refused for its version with reason: the table has another one, and the request was not carried out before.
fn is_truly_stale(
    operation: &Operation,
    version: u64,
    stored: &Stored,
    people: &[PersonId],
) -> Result<(), Violation> {
    if operation.wish.version() == Some(version) {
        let what = "it is refused as stale, but names the current version";
        return Err(Violation::of(operation, version, what));
    }
    let person = operation.by.and_then(|seat| people.get(usize::from(seat)));
    let mut before = stored.entries.iter().take(version as usize);
    let repeated = before.any(|entry| {
        operation.key.is_some() && entry.key == operation.key && entry.by.as_ref() == person
    });
    match repeated {
        true => {
            let what = "it is refused as stale, but was carried out with this key";
            Err(Violation::of(operation, version, what))
        }
        false => Ok(()),
    }
}
