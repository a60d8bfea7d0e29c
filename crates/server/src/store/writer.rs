//! One task writes for everybody: whatever waits is committed together, so that many writes share one wait for the disk.

use super::{PATIENCE, StoreError, status_word};
use crate::entry::{Entry, Line};
use crate::ids::{PersonId, TableId};
use protocol::Status;
use sqlx::{PgConnection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

/// Something to be written down for good.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// One more entry of a table.
    Append(Box<Append>),
    /// A line of chat.
    Say(TableId, Line),
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

/// All writes that wait, in the order of their tables, so that two nodes never wait for each other; empty when nobody can write any more.
pub async fn waiting(writes: &mut mpsc::Receiver<Write>) -> Vec<Write> {
    let mut batch = Vec::new();
    writes.recv_many(&mut batch, MOST).await;
    batch.sort_by(|one, other| one.op.table().cmp(&other.op.table()));
    metrics::histogram!("durbar_store_batch_writes").record(batch.len() as f64);
    batch
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
            metrics::counter!("durbar_store_failures_total").increment(1);
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
    metrics::histogram!("durbar_store_commit_seconds").record(start.elapsed().as_secs_f64());
    outcome.unwrap_or(Err(StoreError::TooSlow))
}

impl Op {
    /// The table that it concerns.
    pub fn table(&self) -> Option<&TableId> {
        match self {
            Op::Append(append) => Some(&append.table),
            Op::Say(table, _) => Some(table),
            _ => None,
        }
    }
}

/// The same statements for either database.
macro_rules! carry_out {
    ($name:ident, $connection:ty) => {
        /// Carries out one write inside of a transaction.
        pub async fn $name(connection: &mut $connection, op: &Op) -> Result<bool, StoreError> {
            let written = match op {
                Op::Append(append) => {
                    let entry = &append.entry;
                    let what = serde_json::to_string(&entry.what)
                        .map_err(|_| StoreError::BadRow("entries"))?;
                    let inserted = sqlx::query(
                        "INSERT INTO entries (table_id, version, at, person, key, what) VALUES ($1, $2, $3, $4, $5, $6) \
                         ON CONFLICT DO NOTHING",
                    )
                    .bind(append.table.as_str())
                    .bind(entry.version as i64)
                    .bind(entry.at as i64)
                    .bind(entry.by.as_ref().map(PersonId::as_str))
                    .bind(entry.key.as_deref())
                    .bind(what)
                    .execute(&mut *connection)
                    .await?;
                    if inserted.rows_affected() == 0 {
                        return Ok(false);
                    }
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
                    sqlx::query(
                        "INSERT INTO tables (id, owner, status, listed, changed, deadline, bot_due, leased_until, line) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                         ON CONFLICT (id) DO UPDATE SET status = excluded.status, changed = excluded.changed, \
                         deadline = excluded.deadline, bot_due = excluded.bot_due, leased_until = excluded.leased_until, \
                         line = excluded.line",
                    )
                    .bind(append.table.as_str())
                    .bind(append.owner.as_str())
                    .bind(status_word(append.status))
                    .bind(i64::from(append.listed))
                    .bind(entry.at as i64)
                    .bind(append.deadline.map(|deadline| deadline as i64))
                    .bind(i64::from(append.bot_due))
                    .bind(append.leased_until as i64)
                    .bind(append.line.as_str())
                    .execute(&mut *connection)
                    .await?
                }
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

carry_out!(on_sqlite, SqliteConnection);
carry_out!(on_postgres, PgConnection);
