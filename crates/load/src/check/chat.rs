//! Chat messages are a total order, too: each wish is there at most once, and an acknowledged one exactly once.

use super::claims::wishes;
use super::order::Order;
use super::{Stored, Violation};
use crate::history::{Outcome, Sight, TableHistory, Time, Wish, digest};
use std::collections::{HashMap, HashSet};

/// Checks the chat of a table.
pub fn check(history: &TableHistory, stored: &Stored) -> Result<(), Violation> {
    let claims = wishes(&history.operations, |wish| matches!(wish, Wish::Say(_)))?;
    let mut by_key = HashMap::new();
    for claim in &claims {
        if let Wish::Say(text) = claim.wish() {
            by_key.insert((text.as_str(), claim.key()), claim);
        }
    }
    let last = stored.chat.len() as u64;
    let mut order = Order::new(last, 0, (history.began, history.ready));
    let mut written = HashSet::new();
    for (place, (message, key)) in stored.chat.iter().enumerate() {
        let violation = |what: &str| {
            let what = format!("message {}: {what}", message.number);
            Err(Violation::at(history.began, what))
        };
        if message.number != place as u64 + 1 {
            return violation("its number is not the next one");
        }
        let named = (message.said.text.as_str(), key.as_deref());
        let Some(claim) = by_key.get(&named) else {
            return violation("nobody wrote it");
        };
        if !written.insert(named) {
            return violation("it is stored twice");
        }
        if !claim.may_exist() {
            return violation("it is stored, although the server said that it was not");
        }
        order.asked(message.number, claim.begin());
        for request in &claim.requests {
            if matches!(request.outcome, Outcome::Done(_)) {
                order.seen(message.number, request.end);
            }
        }
    }
    for claim in claims.iter().filter(|claim| claim.done().is_some()) {
        if let Wish::Say(text) = claim.wish()
            && !written.contains(&(text.as_str(), claim.key()))
        {
            let what = "an acknowledged message is not stored: it is lost";
            return Err(Violation::of(claim.requests[0], 0, what));
        }
    }
    let mut shown: Vec<(Option<Time>, Time, &Sight)> = Vec::new();
    for operation in &history.operations {
        match &operation.outcome {
            Outcome::Seen(sight) => shown.push((Some(operation.begin), operation.end, sight)),
            Outcome::Refused(refusal) => {
                let sight = refusal.sight.as_ref();
                shown.extend(sight.map(|sight| (Some(operation.begin), operation.end, sight)));
            }
            _ => (),
        }
    }
    for stream in &history.streams {
        let mut begin = Some(stream.begin);
        let mut known = None;
        for (at, sight) in &stream.told {
            let first = sight.chat.first().map(|(number, _)| *number);
            if let (Some(known), Some(first)) = (known, first)
                && first != known + 1
            {
                let what = format!("after message {known}, a stream told message {first}");
                return Err(Violation::at(*at, what));
            }
            let line = sight.chat.last().map(|(number, _)| *number);
            known = line.or(known).or(Some(0));
            if begin.is_some() || line.is_some() {
                shown.push((begin.take(), *at, sight));
            }
        }
    }
    for (_, at, sight) in &shown {
        are_true(stored, sight).map_err(|what| Violation::at(*at, what))?;
        order.seen(number(sight), *at);
    }
    order.settle();
    if let Some(early) = order.early() {
        let what = format!("message {early} was seen before it was written");
        return Err(Violation::at(order.known(early), what));
    }
    for (begin, at, sight) in shown {
        let next = number(sight) + 1;
        if begin.is_some_and(|begin| order.known(next) < begin) {
            let what = format!("message {next} was known before, but is not shown here");
            return Err(Violation::at(at, what));
        }
    }
    Ok(())
}

fn number(sight: &Sight) -> u64 {
    sight.chat.last().map_or(0, |(number, _)| *number)
}

/// Checks that the messages are consecutive and as they are stored.
fn are_true(stored: &Stored, sight: &Sight) -> Result<(), String> {
    let first = sight.chat.first().map_or(1, |(number, _)| *number);
    for ((number, text), next) in sight.chat.iter().zip(first..) {
        let message = stored.chat.get((*number as usize).wrapping_sub(1));
        let text_stored = message.map(|(message, _)| digest(&message.said.text));
        if *number != next || text_stored != Some(*text) {
            return Err(format!("message {number} was shown, but is not stored so"));
        }
    }
    Ok(())
}
