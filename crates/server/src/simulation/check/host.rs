//! Orders of the host: carried out once they can be, at every node, and for nobody else.

use super::{Violation, ensure, person_of};
use crate::orders::Order;
use crate::simulation::people::{Attempt, Want};
use crate::simulation::schedule::History;
use crate::store::{Op, Standing};
use ::table::{Change, PersonId};
use protocol::{Problem as Document, Reason};

/// Every order has an outcome. Once it is there, whoever is excluded is served at no node any more, and whoever is muted does not write.
pub fn check(history: &History) -> Result<(), Violation> {
    for number in 0..history.orders.len() {
        let carried = outcome(history, number, usize::MAX);
        ensure(carried.is_some(), || {
            format!("order {number} was not carried out: {:?}", history.orders)
        })?;
    }
    for (place, (_, op)) in history.judged.iter().enumerate() {
        if let Op::Judge(person, standing) = op {
            let is_ordered = open_orders(history, place).any(|order| match order {
                Order::Mute { person: who } => (who, Some(Standing::Muted)) == (person, *standing),
                Order::Ban { person: who } => (who, Some(Standing::Banned)) == (person, *standing),
                Order::Pardon { person: who } => (who, None) == (person, *standing),
                _ => false,
            });
            ensure(is_ordered, || {
                format!("no open order says that {person} is {standing:?}")
            })?;
        }
    }
    for attempt in &history.attempts {
        let Some(person) = person_of(history, attempt) else {
            continue;
        };
        let served = attempt
            .answered
            .as_ref()
            .is_some_and(|answered| answered.result.is_ok());
        let standing = acknowledged(history, &person.id, attempt.sent, attempt.arrived);
        let forbidden = match standing {
            Some(Standing::Banned) => true,
            Some(Standing::Muted) => matches!(attempt.want, Want::Say(_)),
            None => false,
        };
        ensure(!(served && forbidden), || {
            format!(
                "{standing:?} at {}, and served nevertheless: {attempt:?}",
                attempt.sent
            )
        })?;
    }
    Ok(())
}

/// Returns the orders that were not carried out before this place among the commits.
fn open_orders(history: &History, place: usize) -> impl Iterator<Item = &Order> {
    let orders = history.orders.iter().enumerate();
    let open = orders.filter(move |(number, _)| outcome(history, *number, place).is_none());
    open.map(|(_, (_, order))| order)
}

/// Returns the result of an order in words, if it was carried out before this place among the commits.
fn outcome(history: &History, number: usize, place: usize) -> Option<&str> {
    history
        .judged
        .iter()
        .take(place)
        .find_map(|(_, op)| match op {
            Op::Carried { id, outcome, .. } if id.parse() == Ok(number) => Some(outcome.as_str()),
            _ => None,
        })
}

/// Returns the standing of a person that the host knew of when a request was sent, if nothing milder was decided until it was answered.
fn acknowledged(history: &History, person: &PersonId, sent: u64, arrived: u64) -> Option<Standing> {
    let (mut standing, mut known) = (None, None);
    for (at, op) in history.judged.iter().filter(|(at, _)| *at <= arrived) {
        match op {
            Op::Judge(who, new) if who == person && *new != standing => {
                standing = *new;
                known = known.filter(|_| standing == Some(Standing::Banned));
            }
            // At the same moment, nobody can tell which came first.
            Op::Carried { id, .. } if *at < sent => {
                let number = id.parse().ok();
                let order = number.and_then(|number: usize| history.orders.get(number));
                let judges = order.is_some_and(|(_, order)| judges(order, person));
                known = if judges { standing } else { known };
            }
            _ => (),
        }
    }
    known
}

/// Returns whether an order decides about a person.
fn judges(order: &Order, person: &PersonId) -> bool {
    match order {
        Order::Mute { person: who }
        | Order::Ban { person: who }
        | Order::Pardon { person: who } => who == person,
        _ => false,
    }
}

/// A person is refused because of the host only if the host has ordered it.
pub fn refusal(history: &History, attempt: &Attempt, problem: &Document) -> Result<(), Violation> {
    let banned = problem.kind == "/problems/banned";
    if !is_of_host(problem) {
        return Ok(());
    }
    let person = person_of(history, attempt).map(|person| &person.id);
    let ordered = history.orders.iter().any(|(at, order)| {
        let meant = match order {
            Order::Ban { person } => Some(person),
            Order::Mute { person } if !banned => Some(person),
            _ => None,
        };
        meant.is_some() && meant == person && *at <= attempt.arrived
    });
    ensure(ordered, || {
        format!("refused without an order of the host: {attempt:?}")
    })
}

/// Returns whether a refusal is the host's.
pub fn is_of_host(problem: &Document) -> bool {
    problem.kind == "/problems/banned" || problem.reason == Some(Reason::Muted)
}

/// Returns whether the host lets this person leave: a bot plays on for whoever is excluded.
pub fn lets_leave(history: &History, person: &PersonId, change: &Change) -> bool {
    let leaves = matches!(change, Change::Seat { .. } | Change::Resign { .. });
    let banned = |(_, order): &(u64, Order)| {
        *order
            == Order::Ban {
                person: person.clone(),
            }
    };
    leaves && history.orders.iter().any(banned)
}
