//! One task writes for everybody: whatever waits is committed together, so that many writes share one wait for the disk.

use super::{PATIENCE, StoreError, status_word};
use crate::measures;
use protocol::Status;
use serde::Serialize;
use sqlx::{PgConnection, Row as _, SqliteConnection};
use std::collections::{HashMap, HashSet};
use table::{Entry, Message, PersonId, TableId};
use tokio::sync::{mpsc, oneshot, watch};

/// Something to be written down for good.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// One more entry of a table.
    Append(Box<Append>),
    /// A line of chat.
    Say(TableId, Message),
    /// A new person.
    Person(PersonId, String, u64),
    /// A new name.
    Rename(PersonId, String),
    /// A new session of a person.
    Session {
        /// The hash of its secret.
        hash: String,
        /// Whose.
        person: PersonId,
        /// `cookie` or `token`.
        kind: String,
        /// When.
        created: u64,
    },
    /// The end of a session.
    EndSession(String),
}

/// An entry with what it means for lists and clocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// Which table.
    pub table: TableId,
    /// What happened.
    pub entry: Entry,
    /// Who made the table.
    pub owner: PersonId,
    /// How far it is.
    pub status: Status,
    /// Whether everybody finds it.
    pub listed: bool,
    /// When the first clock runs out.
    pub deadline: Option<u64>,
    /// Whether a bot owes a decision.
    pub bot_due: bool,
    /// Until when this node sees to that bot.
    pub leased_until: u64,
    /// What a list shows, as JSON.
    pub line: String,
    /// People whose table it now is.
    pub came: Vec<PersonId>,
    /// People whose table it no longer is.
    pub went: Vec<PersonId>,
}

/// Something to be written, and who waits for it.
pub struct Write {
    pub(super) op: Op,
    pub(super) reply: oneshot::Sender<Result<bool, StoreError>>,
}

/// The most that is committed together.
const MOST: usize = 256;

/// Where writes are handed in: so many may wait, more must wait for their turn.
pub fn channel() -> (mpsc::Sender<Write>, mpsc::Receiver<Write>) {
    mpsc::channel(4 * MOST)
}

/// All writes that wait, in the order of their tables, so that two nodes never wait for each other; empty when the store closes.
pub async fn waiting(
    writes: &mut mpsc::Receiver<Write>,
    closing: &mut watch::Receiver<bool>,
) -> Vec<Write> {
    let mut batch = Vec::new();
    tokio::select! {
        _ = writes.recv_many(&mut batch, MOST) => (),
        () = asked_to_close(closing) => {
            // What waits already is still written.
            writes.close();
            writes.recv_many(&mut batch, MOST).await;
        }
    }
    batch.sort_by(|one, other| one.op.table().cmp(&other.op.table()));
    if !batch.is_empty() {
        measures::STORE_BATCHES.record(batch.len() as f64);
    }
    batch
}

async fn asked_to_close(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await.map(drop);
}

/// Tells everybody in the batch how it ended.
pub fn answer(batch: Vec<Write>, outcome: Result<Vec<bool>, StoreError>) {
    match outcome {
        Ok(took_effect) => {
            for (write, took_effect) in batch.into_iter().zip(took_effect) {
                let _ = write.reply.send(Ok(took_effect));
            }
        }
        Err(error) => {
            measures::STORE_FAILURES.count();
            tracing::error!(%error, writes = batch.len(), "a batch was not written");
            for write in batch {
                let _ = write.reply.send(Err(StoreError::NotWritten));
            }
        }
    }
}

/// Within the time that a batch may take.
pub async fn in_time<T>(
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let start = std::time::Instant::now();
    let outcome = tokio::time::timeout(PATIENCE, work).await;
    measures::STORE_COMMITS.record(start.elapsed().as_secs_f64());
    outcome.unwrap_or(Err(StoreError::TooSlow))
}

/// Entries with their places in the batch.
type Appends<'a> = Vec<(usize, &'a Append)>;

/// The entries of a batch in rounds: no table is twice in one statement.
fn rounds(batch: &[Write]) -> Vec<Appends<'_>> {
    let mut rounds: Vec<Appends<'_>> = Vec::new();
    let mut seen: HashMap<&TableId, usize> = HashMap::new();
    for (place, write) in batch.iter().enumerate() {
        let Some(append) = write.op.append() else {
            continue;
        };
        let round = seen.entry(&append.table).or_default();
        match rounds.get_mut(*round) {
            Some(appends) => appends.push((place, append)),
            None => rounds.push(vec![(place, append)]),
        }
        *round += 1;
    }
    rounds
}

impl Op {
    fn append(&self) -> Option<&Append> {
        match self {
            Op::Append(append) => Some(append),
            _ => None,
        }
    }

    /// The table that it concerns.
    pub fn table(&self) -> Option<&TableId> {
        match self {
            Op::Append(append) => Some(&append.table),
            Op::Say(table, _) => Some(table),
            _ => None,
        }
    }
}

/// One entry as the statements below read it.
#[derive(Serialize)]
struct Row<'a> {
    table_id: &'a str,
    version: u64,
    at: u64,
    person: Option<&'a str>,
    key: Option<&'a str>,
    what: String,
    owner: &'a str,
    status: &'static str,
    listed: u8,
    deadline: Option<u64>,
    bot_due: u8,
    leased_until: u64,
    line: &'a str,
}

impl<'a> Row<'a> {
    fn of(append: &'a Append) -> Result<Self, StoreError> {
        let entry = &append.entry;
        let what = serde_json::to_string(&entry.change);
        Ok(Row {
            table_id: append.table.as_str(),
            version: entry.version,
            at: entry.at,
            person: entry.by.as_ref().map(PersonId::as_str),
            key: entry.key.as_deref(),
            what: what.map_err(|_| StoreError::BadRow("entries"))?,
            owner: append.owner.as_str(),
            status: status_word(append.status),
            listed: append.listed.into(),
            deadline: append.deadline,
            bot_due: append.bot_due.into(),
            leased_until: append.leased_until,
            line: &append.line,
        })
    }
}

/// Rows for one statement: a statement for each would cost a way to the database and back.
fn rows(appends: &[(usize, &Append)]) -> Result<String, StoreError> {
    let rows = appends.iter().map(|(_, append)| Row::of(append));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    serde_json::to_string(&rows).map_err(|_| StoreError::BadRow("entries"))
}

/// The same statements for either database; `$each` makes rows of a JSON list.
macro_rules! carry_out {
    ($name:ident, $append:ident, $other:ident, $connection:ty, $each:literal) => {
        /// Carries out a batch inside of a transaction, and tells which of it took effect.
        pub async fn $name(
            connection: &mut $connection,
            batch: &[Write],
        ) -> Result<Vec<bool>, StoreError> {
            let mut took_effect = vec![false; batch.len()];
            for mut appends in rounds(batch) {
                $append(&mut *connection, &mut appends).await?;
                for (place, _) in appends {
                    if let Some(took_effect) = took_effect.get_mut(place) {
                        *took_effect = true;
                    }
                }
            }
            for (write, took_effect) in batch.iter().zip(&mut took_effect) {
                if write.op.append().is_none() {
                    *took_effect = $other(&mut *connection, &write.op).await?;
                }
            }
            Ok(took_effect)
        }

        /// Writes the entries whose version is free, with what they mean for lists and clocks. The others are taken out of the list.
        async fn $append(
            connection: &mut $connection,
            appends: &mut Appends<'_>,
        ) -> Result<(), StoreError> {
            let inserted = sqlx::query(concat!(
                "INSERT INTO entries (table_id, version, at, person, key, what) \
                 SELECT value->>'table_id', CAST(value->>'version' AS BIGINT), CAST(value->>'at' AS BIGINT), \
                 value->>'person', value->>'key', value->>'what' FROM ", $each, " WHERE true \
                 ON CONFLICT DO NOTHING RETURNING table_id",
            ))
            .bind(rows(appends)?)
            .fetch_all(&mut *connection)
            .await?;
            let mut written: HashSet<String> = HashSet::new();
            for row in inserted {
                written.insert(row.try_get(0)?);
            }
            appends.retain(|(_, append)| written.contains(append.table.as_str()));
            for (_, append) in appends.iter() {
                for person in &append.came {
                    sqlx::query("INSERT INTO mine (person, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                        .bind(person.as_str())
                        .bind(append.table.as_str())
                        .execute(&mut *connection)
                        .await?;
                }
                for person in &append.went {
                    sqlx::query("DELETE FROM mine WHERE person = $1 AND table_id = $2")
                        .bind(person.as_str())
                        .bind(append.table.as_str())
                        .execute(&mut *connection)
                        .await?;
                }
            }
            sqlx::query(concat!(
                "INSERT INTO tables (id, owner, status, listed, changed, deadline, bot_due, leased_until, line) \
                 SELECT value->>'table_id', value->>'owner', value->>'status', CAST(value->>'listed' AS BIGINT), \
                 CAST(value->>'at' AS BIGINT), CAST(value->>'deadline' AS BIGINT), CAST(value->>'bot_due' AS BIGINT), \
                 CAST(value->>'leased_until' AS BIGINT), value->>'line' FROM ", $each, " WHERE true \
                 ON CONFLICT (id) DO UPDATE SET status = excluded.status, changed = excluded.changed, \
                 deadline = excluded.deadline, bot_due = excluded.bot_due, leased_until = excluded.leased_until, \
                 line = excluded.line",
            ))
            .bind(rows(appends)?)
            .execute(&mut *connection)
            .await?;
            Ok(())
        }

        /// Carries out whatever is no entry of a table.
        async fn $other(connection: &mut $connection, op: &Op) -> Result<bool, StoreError> {
            let written = match op {
                Op::Append(_) => return Ok(false), // Written with its like.
                Op::Say(table, line) => {
                    let said = serde_json::to_string(&line.said)
                        .map_err(|_| StoreError::BadRow("chat"))?;
                    sqlx::query(
                        "INSERT INTO chat (table_id, number, at, person, said) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                    )
                    .bind(table.as_str())
                    .bind(line.number as i64)
                    .bind(line.at as i64)
                    .bind(line.person.as_str())
                    .bind(said)
                    .execute(&mut *connection)
                    .await?
                }
                Op::Person(person, name, created) => {
                    sqlx::query("INSERT INTO people (id, name, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
                        .bind(person.as_str())
                        .bind(name.as_str())
                        .bind(*created as i64)
                        .execute(&mut *connection)
                        .await?
                }
                Op::Rename(person, name) => {
                    sqlx::query("UPDATE people SET name = $2 WHERE id = $1")
                        .bind(person.as_str())
                        .bind(name.as_str())
                        .execute(&mut *connection)
                        .await?
                }
                Op::Session {
                    hash,
                    person,
                    kind,
                    created,
                } => {
                    sqlx::query(
                        "INSERT INTO sessions (hash, person, kind, created) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                    )
                    .bind(hash.as_str())
                    .bind(person.as_str())
                    .bind(kind.as_str())
                    .bind(*created as i64)
                    .execute(&mut *connection)
                    .await?
                }
                Op::EndSession(hash) => {
                    sqlx::query("DELETE FROM sessions WHERE hash = $1")
                        .bind(hash.as_str())
                        .execute(&mut *connection)
                        .await?
                }
            };
            Ok(written.rows_affected() > 0)
        }
    };
}

carry_out!(
    on_sqlite,
    append_on_sqlite,
    other_on_sqlite,
    SqliteConnection,
    "json_each($1)"
);
carry_out!(
    on_postgres,
    append_on_postgres,
    other_on_postgres,
    PgConnection,
    "json_array_elements($1::json) AS each (value)"
);
