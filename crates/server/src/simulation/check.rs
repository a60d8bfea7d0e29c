//! What must be true of every history.

mod clocks;

use super::people::{Answered, Attempt, Got, Want};
use super::schedule::History;
use super::viewers::{Told, Way};
use crate::problem::Problem;
use crate::store::simulated::{Committed, Written};
use ::table::{
    Change, Entry, Hosting, Person, PersonId, Presence, Refused, Request, Table, TableId,
};
use protocol::{Problem as Document, Reason, Update, Watch};
use std::collections::BTreeMap;

/// The number of steps that the server keeps of a table.
const STEPS_KEPT: usize = 32;

/// Something that must not happen, in words.
pub type Violation = String;

/// The versions of one table by the order of the commits.
pub struct Versions<'a> {
    /// Each entry with its place in the log.
    pub entries: Vec<(usize, &'a Committed, &'a Entry)>,
}

impl Versions<'_> {
    /// Returns the version after so many commits.
    fn after(&self, committed: usize) -> u64 {
        let before = self.entries.iter().filter(|(place, ..)| *place < committed);
        before.count() as u64
    }
}

/// Checks a history.
pub fn check(history: &History) -> Result<(), Violation> {
    let mut tables: BTreeMap<&TableId, Versions<'_>> = BTreeMap::new();
    for (place, row) in history.log.iter().enumerate() {
        if let Written::Entry(entry) = &row.what {
            let versions = tables.entry(&row.table).or_insert(Versions {
                entries: Vec::new(),
            });
            versions.entries.push((place, row, entry));
        }
    }
    for (table, versions) in &tables {
        stored(history, table, versions)?;
        entries_were_asked_for(history, table, versions)?;
        replay(history, table, versions)?;
        clocks::check(history, table, versions)?;
    }
    messages(history)?;
    for attempt in &history.attempts {
        if let Some(answered) = &attempt.answered {
            answer(history, &tables, attempt, answered)?;
        }
    }
    at_the_end(history, &tables)
}

/// The store contains what was committed.
fn stored(history: &History, table: &TableId, versions: &Versions<'_>) -> Result<(), Violation> {
    let stored = history.stored.get(table).map_or(&[][..], Vec::as_slice);
    let same = versions.entries.iter().map(|(.., entry)| *entry).eq(stored);
    ensure(same, || format!("the store has other entries of {table}"))?;
    let in_order = (1..)
        .zip(stored)
        .all(|(version, entry)| entry.version == version);
    ensure(in_order, || format!("a version of {table} is missing"))
}

fn ensure(fine: bool, words: impl FnOnce() -> String) -> Result<(), Violation> {
    if fine { Ok(()) } else { Err(words()) }
}

fn person_of<'a>(history: &'a History, attempt: &Attempt) -> Option<&'a Person> {
    history.people.get(attempt.person?)
}

/// Returns whether nobody can know if a request was carried out.
fn is_unknown(attempt: &Attempt) -> bool {
    match &attempt.answered {
        None => true,
        Some(answered) => match &answered.result {
            Ok(_) => false,
            Err(problem) => problem.kind == "/problems/outcome-unknown",
        },
    }
}

/// Returns whether an entry is what the request asks for.
fn fits(want: &Want, entry: &Entry) -> bool {
    let change = &entry.change;
    want.key()
        .is_none_or(|key| matches!(change, Change::Create(_)) || entry.key.as_deref() == Some(key))
        && match want {
            Want::Create(_) => matches!(change, Change::Create(_)),
            Want::Sit | Want::SetSeat(..) => matches!(change, Change::Seat { .. }),
            Want::Leave => matches!(change, Change::Seat { .. } | Change::Resign { .. }),
            Want::Start => *change == Change::Start,
            Want::Play(play) => {
                matches!(change, Change::Play { action, .. } if *action == play.action)
            }
            Want::Undo(_) => matches!(change, Change::TakeBack { .. } | Change::AskUndo { .. }),
            Want::AnswerUndo(..) => {
                matches!(change, Change::TakeBack { .. } | Change::AnswerUndo { .. })
            }
            Want::Resign => matches!(change, Change::Resign { .. }),
            Want::ComeBack => matches!(change, Change::ComeBack { .. }),
            Want::Say(_) | Want::Read(_) => false,
        }
}

/// Every entry of a person was asked for, and not refused; a key makes one entry, and an acknowledgement without a key one of its own.
fn entries_were_asked_for(
    history: &History,
    table: &TableId,
    versions: &Versions<'_>,
) -> Result<(), Violation> {
    let mut keys: Vec<(&PersonId, &str)> = Vec::new();
    for (_, _, entry) in &versions.entries {
        let Some(by) = &entry.by else {
            continue;
        };
        let own = history.attempts.iter().filter(|attempt| {
            person_of(history, attempt).is_some_and(|person| person.id == *by)
                && attempt.table.as_ref().is_none_or(|own| own == table)
                && fits(&attempt.want, entry)
        });
        let (mut unknown, mut acknowledged) = (0, 0);
        for attempt in own {
            unknown += usize::from(is_unknown(attempt));
            let done = attempt
                .answered
                .as_ref()
                .and_then(|answered| match &answered.result {
                    Ok(Got::Done(done)) => Some(done),
                    _ => None,
                });
            acknowledged +=
                usize::from(done.is_some_and(|done| {
                    done.version == entry.version && done.table == table.as_str()
                }));
        }
        ensure(unknown + acknowledged > 0, || {
            format!("{table} has an entry that was refused, or that nobody wanted: {entry:?}")
        })?;
        match &entry.key {
            Some(key) => keys.push((by, key)),
            None => ensure(
                acknowledged <= 1 || matches!(entry.change, Change::Create(_)),
                || format!("{acknowledged} requests were acknowledged for one entry: {entry:?}"),
            )?,
        }
    }
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    ensure(keys.len() == all, || {
        format!("a key was used twice at {table}")
    })
}

/// Every message of the chat was asked for, and is there once.
fn messages(history: &History) -> Result<(), Violation> {
    let mut keys = Vec::new();
    for row in &history.log {
        let Written::Message(message, key) = &row.what else {
            continue;
        };
        let wanted = history.attempts.iter().any(|attempt| {
            let done = attempt.answered.as_ref().is_some_and(|answered| answered.result.is_ok());
            matches!(&attempt.want, Want::Say(say) if say.key == *key && say.text == message.said.text)
                && (done || is_unknown(attempt))
        });
        ensure(wanted, || {
            format!("a message was refused, and is stored: {message:?}")
        })?;
        keys.push(key);
    }
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    ensure(keys.len() == all, || "a message is there twice".to_owned())
}

/// An acknowledgement is true when it is given; a read shows everything that was there before.
fn answer(
    history: &History,
    tables: &BTreeMap<&TableId, Versions<'_>>,
    attempt: &Attempt,
    answered: &Answered,
) -> Result<(), Violation> {
    let context = || format!("{:?} of person {:?}", attempt.want, attempt.person);
    let versions = attempt.table.as_ref().and_then(|table| tables.get(table));
    match &answered.result {
        Ok(Got::Done(done)) => {
            if let Want::Say(say) = &attempt.want {
                let there = history.log.iter().take(answered.to).any(|row| {
                    matches!(&row.what, Written::Message(_, key) if *key == say.key)
                        && attempt.table.as_ref() == Some(&row.table)
                });
                return ensure(there, || format!("{}: acknowledged, not stored", context()));
            }
            let mut rows = history.log.iter().take(answered.to).enumerate();
            let there = rows.any(|(place, row)| {
                let keyed = attempt.want.key().is_some();
                matches!(&row.what, Written::Entry(entry) if entry.version == done.version
                    && row.table.as_str() == done.table
                    && entry.by.as_ref() == person_of(history, attempt).map(|person| &person.id)
                    && fits(&attempt.want, entry) && (keyed || place >= answered.from))
            });
            ensure(there, || {
                format!(
                    "{}: acknowledged as version {}, not stored",
                    context(),
                    done.version
                )
            })
        }
        Ok(Got::Update(update)) => {
            let versions = versions.ok_or_else(|| format!("{}: no such table", context()))?;
            let (from, to) = (versions.after(answered.from), versions.after(answered.to));
            ensure((from..=to).contains(&update.version), || {
                let version = update.version;
                format!("{}: shows version {version}, not {from} to {to}", context())
            })
        }
        Err(problem) => {
            ensure(problem.status != 500, || {
                format!("{}: {problem:?}", context())
            })?;
            ensure(!problem.detail.contains("operator"), || {
                format!(
                    "{}: the table does not replay: {}",
                    context(),
                    problem.detail
                )
            })?;
            if let (Some(versions), 400..500) = (versions, problem.status) {
                key_is_kept(attempt, answered, versions, problem)?;
            }
            Ok(())
        }
    }
}

/// A request whose key was used before is not refused.
fn key_is_kept(
    attempt: &Attempt,
    answered: &Answered,
    versions: &Versions<'_>,
    problem: &protocol::Problem,
) -> Result<(), Violation> {
    let Some(key) = attempt.want.key() else {
        return Ok(());
    };
    let mut entries = versions.entries.iter();
    let used = entries
        .any(|(place, _, entry)| *place < answered.from && entry.key.as_deref() == Some(key));
    ensure(!used, || {
        format!("{key} was carried out before, and is refused now: {problem:?}")
    })
}

/// Replays a table version by version: what was told of each version, and whether refusals were true.
fn replay(history: &History, id: &TableId, versions: &Versions<'_>) -> Result<(), Violation> {
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
        if (400..500).contains(&problem.status) && problem.status != 429 {
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
        Want::Create(_) | Want::Say(_) => return false,
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
    };
    match (table.request(person, &request), &request) {
        (Err(refused), _) => is_same(refused, problem),
        (Ok(Change::Play { seat, action }), _) => {
            let legal = table.history().map(|game| game.legal(seat));
            problem.kind == "/problems/illegal-action"
                && legal.is_none_or(|legal| !legal.contains(&action))
        }
        (Ok(_), Request::Start) => {
            let mut seats = table.seats();
            problem.reason == Some(Reason::SeatOpen)
                && seats.any(|(_, sitter, _)| *sitter == ::table::Sitter::Open)
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
    update.steps.clear();
    update.chat.clear();
    update
}

/// Every node shows the end, every viewer knows it, and nothing waits.
fn at_the_end(
    history: &History,
    tables: &BTreeMap<&TableId, Versions<'_>>,
) -> Result<(), Violation> {
    for attempt in &history.last {
        let node = attempt.node;
        let Some(Answered {
            result: Ok(Got::Update(update)),
            ..
        }) = &attempt.answered
        else {
            return Err(format!(
                "node {node} does not answer at the end: {attempt:?}"
            ));
        };
        if let Some(answered) = &attempt.answered {
            answer(history, tables, attempt, answered)?;
        }
        let expired = update.seats.iter().any(|seat| {
            seat.clock
                .is_some_and(|clock| clock.running && clock.left == 0)
        });
        ensure(!expired, || {
            format!("nobody notices a clock that has run out: {update:?}")
        })?;
    }
    if let Some((person, table, known)) = history.unsettled.first() {
        return Err(format!(
            "person {person:?} is not told of the end of {table}, but of {known:?}"
        ));
    }
    for (id, versions) in tables {
        let entries: Vec<Entry> = versions
            .entries
            .iter()
            .map(|(.., entry)| (*entry).clone())
            .collect();
        let table = Table::replay((*id).clone(), &entries, &Hosting::default());
        let table = table.map_err(|refused| refused.to_string())?;
        let waits = table.bots_due().next().is_some() && table.people().next().is_some();
        ensure(!waits, || {
            format!(
                "nobody plays for the bot at {id}, version {}",
                table.version()
            )
        })?;
    }
    Ok(())
}
