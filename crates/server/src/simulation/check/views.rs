//! What was told of each version, and whether refusals were true: a table is replayed version by version.

use super::{Versions, Violation, ensure, host, person_of};
use crate::problem::Problem;
use crate::simulation::people::{Answered, Attempt, Want};
use crate::simulation::schedule::History;
use crate::simulation::viewers::{Told, Way};
use crate::store::simulated::Written;
use ::table::{Change, Hosting, PersonId, Presence, Refused, Request, Sitter, Table, TableId};
use protocol::{Problem as Document, Reason, Spectators, Update, Watch};
use std::collections::BTreeMap;

/// The number of steps that the server keeps of a table.
const STEPS_KEPT: usize = 32;

/// Replays a table version by version: what was told of each version, and whether refusals were true.
pub fn check(history: &History, id: &TableId, versions: &Versions<'_>) -> Result<(), Violation> {
    let mut told: BTreeMap<u64, Vec<Told>> = BTreeMap::new();
    for one in history.told.iter().filter(|told| told.table == *id) {
        told.entry(one.update.version)
            .or_default()
            .push(one.clone());
    }
    let mut refusals = Vec::new();
    for attempt in history
        .attempts
        .iter()
        .filter(|attempt| attempt.table.as_ref() == Some(id))
    {
        let Some(Answered {
            from,
            to,
            result: Err(problem),
            ..
        }) = &attempt.answered
        else {
            continue;
        };
        if let Some(update) = &problem.update {
            told.entry(update.version).or_default().push(Told {
                table: id.clone(),
                person: attempt.person,
                way: Way::Read,
                known: Watch::default(),
                update: (**update).clone(),
            });
        }
        let (from, to) = (versions.after(*from), versions.after(*to));
        let is_of_table = problem.status != 429 && !host::is_of_host(problem);
        if (400..500).contains(&problem.status) && is_of_table {
            refusals.push((from, to, attempt, &**problem, false));
        }
    }
    let mut table: Option<Table> = None;
    let hosting = Hosting::default();
    for (_, _, entry) in &versions.entries {
        let added = match table.as_mut() {
            None => Table::open(id.clone(), entry, &hosting).map(|opened| table = Some(opened)),
            Some(table) => table.add(entry),
        };
        added.map_err(|refused| format!("{id} does not replay: {refused}: {entry:?}"))?;
        let Some(table) = &table else {
            continue;
        };
        let mut fresh = BTreeMap::new();
        for told in told.remove(&table.version()).unwrap_or_default() {
            same(history, table, &told, &mut fresh)?;
        }
        for (from, to, attempt, problem, is_true) in &mut refusals {
            if !*is_true && (*from..=*to).contains(&table.version()) {
                *is_true = would_refuse(history, table, attempt, problem);
            }
        }
    }
    if let Some(told) = told.into_values().flatten().next() {
        return Err(format!("a version was told that does not exist: {told:?}"));
    }
    for (from, to, attempt, problem, is_true) in refusals {
        // Before the table existed, or when nothing was there to refuse it.
        ensure(is_true || from == 0, || {
            let Document {
                kind,
                detail,
                reason,
                ..
            } = problem;
            let want = &attempt.want;
            format!(
                "refused without a reason in versions {from} to {to}: {want:?}: {kind} {reason:?} {detail}"
            )
        })?;
    }
    Ok(())
}

/// Returns whether a table refuses a request in this way.
fn would_refuse(history: &History, table: &Table, attempt: &Attempt, problem: &Document) -> bool {
    let stale = problem.kind == "/problems/version-conflict";
    if let Some(version) = attempt.want.version()
        && version != table.version()
    {
        return stale;
    }
    let Some(person) = person_of(history, attempt) else {
        return false;
    };
    let request = match &attempt.want {
        Want::Create(_) | Want::Say(_) | Want::Rename(_) => return false,
        Want::Read(watch) => {
            return watch
                .at_least
                .is_some_and(|version| version > table.version());
        }
        Want::Sit => Request::Sit(None),
        Want::SetSeat(seat, place) => Request::SetSeat(*seat, place.clone()),
        Want::Start => Request::Start,
        Want::Leave => Request::Leave,
        Want::Play(play) => Request::Play(play.action.clone()),
        Want::Undo(_) => Request::Undo,
        Want::AnswerUndo(_, agree) => Request::AnswerUndo(*agree),
        Want::Resign => Request::Resign,
        Want::ComeBack => Request::ComeBack,
        Want::Rematch => Request::Rematch(table.id().clone()),
    };
    match (table.request(person, &request, table.changed()), &request) {
        (Err(refused), _) => is_same(refused, problem),
        (Ok(Change::Play { seat, action }), _) => {
            let legal = table.history().map(|game| game.legal(seat));
            problem.kind == "/problems/illegal-action"
                && legal.is_none_or(|legal| !legal.contains(&action))
        }
        (Ok(_), Request::Start) => {
            let mut seats = table.seats();
            problem.reason == Some(Reason::SeatOpen)
                && seats.any(|(_, sitter, _)| *sitter == Sitter::Open)
        }
        (Ok(_), _) => false,
    }
}

fn is_same(refused: Refused, problem: &Document) -> bool {
    let expected = Problem::from(refused);
    let expected = expected.document();
    (&expected.kind, expected.reason) == (&problem.kind, problem.reason)
}

/// An update is exactly what these eyes may see of this version, and tells every step since the version that they knew.
fn same(
    history: &History,
    table: &Table,
    told: &Told,
    fresh: &mut BTreeMap<Option<usize>, Update>,
) -> Result<(), Violation> {
    let context = || {
        let version = told.update.version;
        format!(
            "{:?} of version {version} for person {:?}, who knew {:?}",
            told.way, told.person, told.known
        )
    };
    let person = told.person.and_then(|person| history.people.get(person));
    let person = person.map(|person| &person.id);
    let expected = fresh
        .entry(told.person)
        .or_insert_with(|| plain(&table.update(person, Watch::default(), &Presence::default(), 0)));
    let shown = plain(&told.update);
    ensure(shown == *expected, || {
        format!("{}: shows {shown:?} instead of {expected:?}", context())
    })?;
    let since = told.known.since.unwrap_or(u64::MAX);
    ensure(told.way == Way::Read || since <= table.version(), || {
        format!("{}: goes back", context())
    })?;
    let expected = match told.known.since {
        Some(since) => table
            .steps_since(since, table.eyes_of(person))
            .unwrap_or_default(),
        None => Vec::new(),
    };
    let steps = &told.update.steps;
    let complete = *steps == expected;
    let shortened =
        told.way == Way::Next && expected.len() > STEPS_KEPT && expected.ends_with(steps);
    ensure(complete || shortened, || {
        format!("{}: tells {steps:?} instead of {expected:?}", context())
    })?;
    chat(history, table, told, person).map_err(|words| format!("{}: {words}", context()))
}

/// Messages come in order, each once, and only to those who may read them.
fn chat(
    history: &History,
    table: &Table,
    told: &Told,
    person: Option<&PersonId>,
) -> Result<(), Violation> {
    let mut last = told.known.chat.unwrap_or(0);
    for line in &told.update.chat {
        ensure(line.number > last, || {
            format!("message {} again", line.number)
        })?;
        last = line.number;
        let mut written = history.log.iter().filter_map(|row| match &row.what {
            Written::Message(message, _) if row.table == told.table => Some(message),
            _ => None,
        });
        let message = written.find(|message| message.number == line.number);
        let message = message.ok_or_else(|| format!("message {} is not stored", line.number))?;
        let audible = table.audible([message], table.eyes_of(person));
        ensure(audible.first() == Some(line), || {
            format!("message {} is not for them: {line:?}", line.number)
        })?;
    }
    Ok(())
}

/// Removes what depends on the time and on who is connected, and what is checked apart.
fn plain(update: &Update) -> Update {
    let mut update = update.clone();
    for seat in &mut update.seats {
        seat.connected = false;
        if let Some(clock) = &mut seat.clock {
            clock.left = 0;
        }
    }
    update.thinking.clear();
    update.spectators = Spectators::default();
    update.steps.clear();
    update.chat.clear();
    update
}
