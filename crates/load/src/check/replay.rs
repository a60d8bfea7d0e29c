//! What was told is compared with the table, replayed to each of its versions.

use super::claims::Claim;
use super::clocks::Thinking;
use super::order::Order;
use super::{Stored, Violation};
use crate::history::{Operation, Outcome, Refusal, Sight, TableHistory, Time, Wish, digest};
use kit::{Eyes, Id as _};
use protocol::Watch;
use std::collections::BTreeMap;
use table::{
    BadAction, Change, Hosting, Person, PersonId, Presence, Refused, Request, Table, TableId,
};

/// Something that was shown of a version.
pub struct Shown<'a> {
    /// The seat of the viewer.
    pub by: Option<u8>,
    /// When it was complete.
    pub at: Time,
    /// What was shown.
    pub sight: &'a Sight,
    /// The version that the viewer knew; the steps after it are told.
    pub since: Option<u64>,
    /// Whether steps may be missing, because the stream skipped more than the server keeps.
    pub may_skip: bool,
}

/// What is to be compared with each version.
#[derive(Default)]
pub struct Expected<'a> {
    /// What was shown of it.
    pub shown: BTreeMap<u64, Vec<Shown<'a>>>,
    /// What was refused because of it.
    pub refused: BTreeMap<u64, Vec<(&'a Operation, &'a Refusal)>>,
    /// What was refused because of one of several versions.
    pub refused_somewhere: Vec<(&'a Operation, &'a Refusal)>,
}

/// The largest number of entries of a table before it counts as full, as the server has it.
const ENTRIES: u64 = 5_000;

/// Replays the table and compares.
pub fn replay(
    history: &TableHistory,
    stored: &Stored,
    claims: &BTreeMap<u64, &Claim<'_>>,
    order: &Order,
    expected: Expected<'_>,
    idle: &[(Time, Time)],
) -> Result<(), Violation> {
    let hosting = Hosting {
        entries: ENTRIES,
        ..Hosting::default()
    };
    let broken = |version: u64| {
        let what = "the stored history cannot be replayed";
        move |refused: Refused| Violation::at(0, format!("{what}: {refused}")).about(version)
    };
    let id: TableId = history
        .table
        .parse()
        .map_err(|_| Violation::at(0, "odd id"))?;
    let mut entries = stored.entries.iter();
    let first = entries
        .next()
        .ok_or_else(|| Violation::at(0, "the table is not stored"))?;
    let mut table = Table::open(id, first, &hosting).map_err(broken(1))?;
    let mut thinking = Thinking::new(&table, idle);
    let mut steps: [Vec<u64>; 3] = [const { Vec::new() }; 3];
    let mut doubted = expected.refused_somewhere;
    loop {
        let version = table.version();
        for (steps, eyes) in steps.iter_mut().zip(EYES) {
            let told = table.steps_since(version - 1, eyes_of(&table, eyes));
            let told = told.unwrap_or_default();
            steps.extend(told.iter().map(|step| {
                let text = serde_json::to_string(&step.what);
                digest(&text.unwrap_or_default())
            }));
        }
        for shown in expected.shown.get(&version).into_iter().flatten() {
            compare(&table, shown, &steps)?;
        }
        for (operation, refusal) in expected.refused.get(&version).into_iter().flatten() {
            let truth = would_refuse(&mut table, operation, refusal);
            truth.map_err(|what| Violation::of(operation, version, &what))?;
        }
        let mut wrong = None;
        doubted.retain(|(operation, refusal)| {
            let may_be = order
                .current(operation.begin, operation.end)
                .contains(&version);
            let wish = &operation.wish;
            match wish {
                _ if !may_be => true,
                Wish::Read { at_least, .. } => at_least.is_none_or(|wanted| version >= wanted),
                _ => match would_refuse(&mut table, operation, refusal) {
                    Ok(()) => false,
                    Err(what) => {
                        wrong = Some(what);
                        true
                    }
                },
            }
        });
        let Some(entry) = entries.next() else { break };
        if let Some(claim) = claims.get(&entry.version) {
            as_wished(&table, claim, &entry.change).map_err(|what| {
                let request = claim.requests[claim.requests.len() - 1];
                Violation::of(request, entry.version, &what)
            })?;
        } else if entry.version > history.base {
            by_nobody(&table, &entry.change)
                .map_err(|what| Violation::at(0, what).about(entry.version))?;
        }
        if let Some(thinking) = &mut thinking {
            let passed = thinking.pass(&table, entry, order);
            passed.map_err(|what| {
                Violation::at(order.known(entry.version), what).about(entry.version)
            })?;
        }
        table.add(entry).map_err(broken(entry.version))?;
        if let Some(thinking) = &mut thinking {
            thinking.run(&table);
        }
    }
    match doubted.first() {
        Some((operation, _)) => {
            let between = order.current(operation.begin, operation.end);
            let what = format!("it is refused, but not true of any version of {between:?}");
            Err(Violation::of(operation, *between.end(), &what))
        }
        None => Ok(()),
    }
}

/// Those who look: a spectator and both players.
const EYES: [Option<u8>; 3] = [None, Some(0), Some(1)];

fn person_at(table: &Table, seat: Option<u8>) -> Option<Person> {
    let (_, sitter, _) = table.seats().nth(usize::from(seat?))?;
    let table::Sitter::Person { person, name } = sitter else {
        return None;
    };
    Some(Person {
        id: person.clone(),
        name: name.clone(),
    })
}

/// Returns the people at a table, in seat order.
pub fn people(stored: &Stored, base: u64) -> Vec<PersonId> {
    let mut seats: Vec<Option<PersonId>> = Vec::new();
    for entry in stored.entries.iter().filter(|entry| entry.version <= base) {
        match &entry.change {
            Change::Create(setup) => {
                seats = setup
                    .seats
                    .iter()
                    .map(|sitter| sitter.person().cloned())
                    .collect();
            }
            Change::Seat { seat, sitter } => {
                if let Some(place) = seats.get_mut(usize::from(seat.number())) {
                    *place = sitter.person().cloned();
                }
            }
            _ => (),
        }
    }
    seats.into_iter().flatten().collect()
}

fn eyes_of(table: &Table, by: Option<u8>) -> Eyes {
    let person = person_at(table, by);
    table.eyes_of(person.as_ref().map(|person| &person.id))
}

/// Compares what was shown with what the table shows.
fn compare(table: &Table, shown: &Shown<'_>, steps: &[Vec<u64>; 3]) -> Result<(), Violation> {
    let version = table.version();
    let violation = |what: String| Err(Violation::at(shown.at, what).about(version));
    let person = person_at(table, shown.by);
    let person = person.as_ref().map(|person| &person.id);
    let update = table.update(person, Watch::default(), &Presence::default(), 0);
    if Sight::of(&update).state != shown.sight.state {
        return violation(format!(
            "version {version} was shown to {:?} in another state",
            shown.by
        ));
    }
    let Some(since) = shown.since.filter(|since| *since < version) else {
        return match shown.sight.steps.is_empty() {
            true => Ok(()),
            false => violation("steps were told that were not new".to_owned()),
        };
    };
    let place = EYES.iter().position(|eyes| *eyes == shown.by).unwrap_or(0);
    let true_steps = (since + 1..=version).map(|version| {
        let step = steps[place].get(version as usize - 1);
        (version, step.copied().unwrap_or_default())
    });
    if true_steps.eq(shown.sight.steps.iter().copied()) {
        return Ok(());
    }
    if shown.may_skip {
        return Ok(());
    }
    let told: Vec<u64> = shown.sight.steps.iter().map(|(step, _)| *step).collect();
    violation(format!(
        "after version {since}, the steps to version {version} were told as {told:?}, or differently"
    ))
}

/// Returns whether the table, as it is, refuses the request for the same reason.
fn would_refuse(table: &mut Table, operation: &Operation, told: &Refusal) -> Result<(), String> {
    let person = person_at(table, operation.by).ok_or("nobody sits there")?;
    let request = request_of(&operation.wish).ok_or("it is no request")?;
    let refused = match table.request(&person, &request, table.changed()) {
        Err(refused) => refused,
        Ok(change) => refused_by_rules(table, &person, change)
            .ok_or("it is refused, but the table allows it")?,
    };
    let is_same = match &refused {
        Refused::Because(reason) => told.reason.as_deref() == Some(reason.id()),
        Refused::Action(action) => {
            let rule = match action {
                BadAction::Refused(kit::Refusal::Breaks(rule)) => Some(rule.key),
                _ => None,
            };
            told.kind == "illegal-action" && told.rule.as_deref() == rule
        }
        _ => false,
    };
    match is_same {
        true => Ok(()),
        false => Err(format!(
            "it is refused, but the true reason is another one: {refused}"
        )),
    }
}

/// Returns why the rules refuse a change, if they do. The table stays as it is.
fn refused_by_rules(table: &mut Table, person: &Person, change: Change) -> Option<Refused> {
    let Change::Play { seat, action } = &change else {
        return None;
    };
    if table.history()?.legal(*seat).contains(action) {
        return None;
    }
    let entry = table.entry(change, Some(&person.id), table.changed());
    table.add(&entry).err()
}

/// The request that the server makes of a wish.
fn request_of(wish: &Wish) -> Option<Request> {
    match wish {
        Wish::Play { action, .. } => Some(Request::Play(action.clone())),
        Wish::Undo(_) => Some(Request::Undo),
        Wish::AnswerUndo(_, agree) => Some(Request::AnswerUndo(*agree)),
        Wish::ComeBack => Some(Request::ComeBack),
        Wish::Say(_) | Wish::Read { .. } => None,
    }
}

/// Checks that an entry is what its wish leads to at the version before.
fn as_wished(table: &Table, claim: &Claim<'_>, change: &Change) -> Result<(), String> {
    if let Some(version) = claim.wish().version()
        && version != table.version()
    {
        return Err(format!("it was carried out on version {}", table.version()));
    }
    let person = person_at(table, Some(claim.by)).ok_or("nobody sits there")?;
    let request = request_of(claim.wish()).ok_or("it is no change")?;
    match table.request(&person, &request, table.changed()) {
        Ok(wanted) if wanted == *change => Ok(()),
        Ok(wanted) => Err(format!("it leads to {wanted:?}, but {change:?} is stored")),
        Err(refused) => Err(format!("it was carried out, but not allowed: {refused}")),
    }
}

/// Checks an entry that no person made.
fn by_nobody(table: &Table, change: &Change) -> Result<(), String> {
    match change {
        Change::RunOut { .. } => Ok(()),
        Change::Play { seat, .. } if table.bots_due().any(|(due, _)| due == *seat) => Ok(()),
        _ => Err(format!("nobody made {change:?}")),
    }
}

/// Whether the outcome is a refusal that says which version it is about.
pub fn refused_at(operation: &Operation) -> Option<(u64, &Refusal)> {
    let Outcome::Refused(refusal) = &operation.outcome else {
        return None;
    };
    match &refusal.sight {
        Some(_) => None,
        None => Some((operation.wish.version()?, refusal)),
    }
}
