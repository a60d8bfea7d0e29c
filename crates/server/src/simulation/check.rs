//! What must be true of every history.

mod clocks;
mod host;
mod names;
mod views;

use super::people::{Answered, Attempt, Got, Want};
use super::schedule::History;
use crate::store::simulated::{Committed, Written};
use ::table::{Change, Entry, Hosting, Person, PersonId, Table, TableId};
use protocol::Problem as Document;
use std::collections::BTreeMap;

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
        views::check(history, table, versions)?;
        clocks::check(history, table, versions)?;
    }
    messages(history)?;
    host::check(history)?;
    names::check(history)?;
    for number in &history.promised {
        let attempt = history.attempts.get(*number);
        ensure(attempt.is_some_and(|it| it.answered.is_some()), || {
            format!("a node stopped in good order without an answer to {attempt:?}")
        })?;
    }
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
            Want::Rematch => matches!(change, Change::Create(_) | Change::Rematch { .. }),
            Want::Say(_) | Want::Rename(_) | Want::Read(_) => false,
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
        if host::lets_leave(history, by, &entry.change) {
            continue;
        }
        let own = history.attempts.iter().filter(|attempt| {
            let asked_at = match (&attempt.want, &entry.change) {
                // The request was made at the table before.
                (Want::Rematch, Change::Create(_)) => leads_here(history, attempt, table),
                _ => attempt.table.as_ref().is_none_or(|own| own == table),
            };
            person_of(history, attempt).is_some_and(|person| person.id == *by)
                && asked_at
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
            acknowledged += usize::from(is_answered_with_rematch(attempt));
        }
        ensure(unknown + acknowledged > 0, || {
            format!("{table} has an entry that was refused, or that nobody wanted: {entry:?}")
        })?;
        match &entry.key {
            Some(key) => keys.push((by, key)),
            None => ensure(
                acknowledged <= 1
                    || matches!(entry.change, Change::Create(_) | Change::Rematch { .. }),
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

/// Returns whether the table of a request has this one as its rematch.
fn leads_here(history: &History, attempt: &Attempt, table: &TableId) -> bool {
    attempt
        .table
        .as_ref()
        .is_some_and(|from| rematches(history, from).any(|(_, to)| to == table))
}

/// Returns the rematches of a table, with their places in the log; there should be one at most.
fn rematches<'a>(
    history: &'a History,
    from: &'a TableId,
) -> impl Iterator<Item = (usize, &'a TableId)> {
    let rows = history.log.iter().enumerate();
    let rows = rows.filter(move |(_, row)| row.table == *from);
    rows.filter_map(|(place, row)| match &row.what {
        Written::Entry(Entry {
            change: Change::Rematch { table },
            ..
        }) => Some((place, table)),
        _ => None,
    })
}

fn is_answered_with_rematch(attempt: &Attempt) -> bool {
    let answered = attempt.answered.as_ref();
    answered.is_some_and(|answered| matches!(answered.result, Ok(Got::Rematch(_))))
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
        Ok(Got::Rematch(rematch)) => {
            let from = attempt
                .table
                .iter()
                .flat_map(|from| rematches(history, from));
            let announced: Vec<_> = from.collect();
            let is_this = |(place, table): &(usize, &TableId)| {
                *place < answered.to && table.as_str() == rematch
            };
            ensure(
                announced.len() == 1 && announced.iter().all(is_this),
                || format!("{}: the rematch is {rematch}, not {announced:?}", context()),
            )?;
            let mut created = history.log.iter().take(answered.to);
            let is_there = created.any(|row| {
                row.table.as_str() == rematch
                    && matches!(&row.what, Written::Entry(entry) if entry.version == 1)
            });
            ensure(is_there, || {
                format!("{}: the rematch {rematch} does not exist", context())
            })
        }
        Ok(Got::Renamed(name)) => ensure(attempt.want == Want::Rename(name.clone()), || {
            format!("{}: is called {name} now", context())
        }),
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
            host::refusal(history, attempt, problem)?;
            ensure(!problem.detail.contains("operator"), || {
                format!(
                    "{}: the table does not replay: {}",
                    context(),
                    problem.detail
                )
            })?;
            if let (Some(versions), 400..500) = (versions, problem.status)
                && !host::is_of_host(problem)
            {
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
    problem: &Document,
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
    if let Some(left) = history.left_over {
        return Err(format!("{left} is left that is kept no longer"));
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
