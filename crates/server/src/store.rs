//! Where everything is kept: an append-only list of entries for each table, and little besides.

mod migrations;
mod postgres;
mod sqlite;
mod writer;

use protocol::Status;
use sqlx::{PgPool, Row, SqlitePool};
use std::time::Duration;
use table::{Change, Entry, Message, PersonId, TableId};
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::{mpsc, watch};
pub use writer::{Append, Op};

/// A store cannot be reached, or refuses.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says no, or nothing.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// It takes too long.
    #[error("the database does not answer in time")]
    TooSlow,
    /// Nothing of a batch was written.
    #[error("it could not be written")]
    NotWritten,
    /// The writer is gone; only while the server stops.
    #[error("the store is closed")]
    Closed,
    /// The address is not understood.
    #[error(
        "‘{0}’ is no database; give a file such as durbar.sqlite, or postgres://user@host/name"
    )]
    BadAddress(String),
    /// A newer Durbar has used this database.
    #[error(
        "the database has version {found} of the schema; this program knows {known}: please update it"
    )]
    TooNew {
        /// What the database has.
        found: i64,
        /// What this program knows.
        known: i64,
    },
    /// A row that no version of this program wrote.
    #[error("a row of {0} cannot be read")]
    BadRow(&'static str),
}

/// No statement may take longer than this.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where everything is kept.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    writes: mpsc::Sender<writer::Write>,
    /// Asks the writers to end; they have ended when nobody listens any more.
    closing: watch::Sender<bool>,
}

/// The two databases.
#[derive(Clone, Debug)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Runs the same statement on either database.
macro_rules! either {
    ($store:expr, $pool:ident => $work:expr) => {{
        let work = async {
            match &$store.pool {
                Pool::Sqlite($pool) => Ok::<_, StoreError>($work),
                Pool::Postgres($pool) => Ok($work),
            }
        };
        match tokio::time::timeout(PATIENCE, work).await {
            Ok(result) => result,
            Err(_) => Err(StoreError::TooSlow),
        }
    }};
}

macro_rules! listed {
    ($rows:expr) => {{
        let mut tables = Vec::with_capacity($rows.len());
        for row in $rows {
            tables.push(Listed {
                table: table(row.try_get(0)?)?,
                status: read_status(row.try_get(1)?)?,
                changed: row.try_get::<i64, _>(2)? as u64,
                line: row.try_get(3)?,
            });
        }
        tables
    }};
}

macro_rules! ids {
    ($rows:expr) => {{
        let mut tables = Vec::with_capacity($rows.len());
        for row in $rows {
            tables.push(table(row.try_get(0)?)?);
        }
        tables
    }};
}
use ids;

/// What a list tells of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// Which table.
    pub table: TableId,
    /// How far it is.
    pub status: Status,
    /// When something last happened.
    pub changed: u64,
    /// The rest, as it was written.
    pub line: String,
}

impl Store {
    /// Opens a database: a SQLite file, or `postgres://…`. Brings its schema up to date.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        match address.split_once("://") {
            Some(("postgres" | "postgresql", _)) => postgres::open(address).await,
            Some(("sqlite", file)) => sqlite::open(file).await,
            Some(_) => Err(StoreError::BadAddress(address.to_owned())),
            None => sqlite::open(address).await,
        }
    }

    /// Whether several nodes can share it.
    pub fn is_shared(&self) -> bool {
        matches!(self.pool, Pool::Postgres(_))
    }

    /// Whether it answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        either!(self, pool => { sqlx::query("SELECT 1").execute(pool).await?; })
    }

    /// Writes something down for good. Tells whether it took effect; an entry does not if its version exists already.
    pub async fn write(&self, op: Op) -> Result<bool, StoreError> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        let write = writer::Write { op, reply };
        let sent = self.writes.send_timeout(write, PATIENCE).await;
        sent.map_err(|error| match error {
            SendTimeoutError::Timeout(_) => StoreError::TooSlow,
            SendTimeoutError::Closed(_) => StoreError::Closed,
        })?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// A table's entries after that version, in order.
    pub async fn entries(&self, table: &TableId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT version, at, person, key, what FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version";
        either!(self, pool => {
            let rows = sqlx::query(sql).bind(table.as_str()).bind(after as i64).fetch_all(pool).await?;
            let mut entries = Vec::with_capacity(rows.len());
            for row in rows {
                entries.push(Entry {
                    version: row.try_get::<i64, _>(0)? as u64,
                    at: row.try_get::<i64, _>(1)? as u64,
                    by: person(row.try_get(2)?)?,
                    key: row.try_get(3)?,
                    change: read_change(row.try_get(4)?)?,
                });
            }
            entries
        })
    }

    /// The version that a request with this key made.
    pub async fn version_of_key(
        &self,
        table: &TableId,
        by: &PersonId,
        key: &str,
    ) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT version FROM entries WHERE table_id = $1 AND person = $2 AND key = $3 ORDER BY version LIMIT 1";
        either!(self, pool => {
            let query = sqlx::query(sql).bind(table.as_str()).bind(by.as_str()).bind(key);
            match query.fetch_optional(pool).await? {
                Some(row) => Some(row.try_get::<i64, _>(0)? as u64),
                None => None,
            }
        })
    }

    /// A table's lines of chat after that number, in order.
    pub async fn chat(&self, table: &TableId, after: u64) -> Result<Vec<Message>, StoreError> {
        let sql = "SELECT number, at, person, said FROM chat WHERE table_id = $1 AND number > $2 ORDER BY number";
        either!(self, pool => {
            let rows = sqlx::query(sql).bind(table.as_str()).bind(after as i64).fetch_all(pool).await?;
            let mut lines = Vec::with_capacity(rows.len());
            for row in rows {
                lines.push(Message {
                    number: row.try_get::<i64, _>(0)? as u64,
                    at: row.try_get::<i64, _>(1)? as u64,
                    person: person(row.try_get(2)?)?.ok_or(StoreError::BadRow("chat"))?,
                    said: serde_json::from_str(row.try_get(3)?).map_err(|_| StoreError::BadRow("chat"))?,
                });
            }
            lines
        })
    }

    /// The person of a session, with their name.
    pub async fn session(&self, hash: &str) -> Result<Option<(PersonId, String)>, StoreError> {
        let sql = "SELECT people.id, people.name FROM sessions JOIN people ON people.id = sessions.person WHERE hash = $1";
        either!(self, pool => {
            match sqlx::query(sql).bind(hash).fetch_optional(pool).await? {
                Some(row) => {
                    let id = person(row.try_get(0)?)?.ok_or(StoreError::BadRow("people"))?;
                    Some((id, row.try_get(1)?))
                }
                None => None,
            }
        })
    }

    /// How many tables a person has made that are not over.
    pub async fn unfinished_tables(&self, owner: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM tables WHERE owner = $1 AND status <> 'over'";
        either!(self, pool => {
            let row = sqlx::query(sql).bind(owner.as_str()).fetch_one(pool).await?;
            row.try_get::<i64, _>(0)? as u64
        })
    }

    /// How many sessions a person has.
    pub async fn sessions_of(&self, person: &PersonId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM sessions WHERE person = $1";
        either!(self, pool => {
            let row = sqlx::query(sql).bind(person.as_str()).fetch_one(pool).await?;
            row.try_get::<i64, _>(0)? as u64
        })
    }

    /// The tables that everybody may find, the one that changed last first.
    pub async fn listed(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables WHERE listed = 1 ORDER BY changed DESC LIMIT $1";
        either!(self, pool => {
            let rows = sqlx::query(sql).bind(i64::from(most)).fetch_all(pool).await?;
            listed!(rows)
        })
    }

    /// The tables of a person, the one that changed last first.
    pub async fn tables_of(&self, person: &PersonId, most: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, status, changed, line FROM tables JOIN mine ON mine.table_id = tables.id \
            WHERE person = $1 ORDER BY changed DESC LIMIT $2";
        either!(self, pool => {
            let rows = sqlx::query(sql).bind(person.as_str()).bind(i64::from(most)).fetch_all(pool).await?;
            listed!(rows)
        })
    }

    /// Everybody: who, by which name, since when.
    pub async fn people(&self) -> Result<Vec<(PersonId, String, u64)>, StoreError> {
        let sql = "SELECT id, name, created FROM people ORDER BY created, id";
        either!(self, pool => {
            let mut people = Vec::new();
            for row in sqlx::query(sql).fetch_all(pool).await? {
                let id = person(row.try_get(0)?)?.ok_or(StoreError::BadRow("people"))?;
                people.push((id, row.try_get(1)?, row.try_get::<i64, _>(2)? as u64));
            }
            people
        })
    }

    /// All sessions: the hash of the secret, whose, of which kind, since when.
    pub async fn all_sessions(&self) -> Result<Vec<(String, PersonId, String, u64)>, StoreError> {
        let sql = "SELECT hash, person, kind, created FROM sessions ORDER BY created, hash";
        either!(self, pool => {
            let mut sessions = Vec::new();
            for row in sqlx::query(sql).fetch_all(pool).await? {
                let whose = person(row.try_get(1)?)?.ok_or(StoreError::BadRow("sessions"))?;
                sessions.push((row.try_get(0)?, whose, row.try_get(2)?, row.try_get::<i64, _>(3)? as u64));
            }
            sessions
        })
    }

    /// The names of all tables.
    pub async fn table_names(&self) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables ORDER BY id";
        either!(self, pool => {
            let rows = sqlx::query(sql).fetch_all(pool).await?;
            ids!(rows)
        })
    }

    /// Tables on which somebody's time has run out.
    pub async fn past_deadline(&self, now: u64, most: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE deadline <= $1 ORDER BY deadline LIMIT $2";
        either!(self, pool => {
            let rows = sqlx::query(sql).bind(now as i64).bind(i64::from(most)).fetch_all(pool).await?;
            ids!(rows)
        })
    }

    /// Tables that wait for a bot and that no node works on; they are this node's until then.
    pub async fn lease_bots(
        &self,
        now: u64,
        until: u64,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        match &self.pool {
            // The only node needs no lease; its thinkers know what they are at.
            Pool::Sqlite(_) => {
                let sql = "SELECT id FROM tables WHERE bot_due = 1 AND leased_until <= $1 ORDER BY leased_until LIMIT $2";
                either!(self, pool => {
                    let rows = sqlx::query(sql).bind(now as i64).bind(i64::from(most)).fetch_all(pool).await?;
                    ids!(rows)
                })
            }
            Pool::Postgres(pool) => postgres::lease_bots(pool, now, until, most).await,
        }
    }

    /// Keeps the leases of these tables while their bots think.
    pub async fn renew_leases(&self, tables: &[TableId], until: u64) -> Result<(), StoreError> {
        match &self.pool {
            Pool::Sqlite(_) => Ok(()),
            Pool::Postgres(pool) => postgres::renew_leases(pool, tables, until).await,
        }
    }

    /// What other nodes did; only a shared store has news.
    pub async fn news(&self) -> Result<Option<News>, StoreError> {
        match &self.pool {
            Pool::Sqlite(_) => Ok(None),
            Pool::Postgres(pool) => postgres::listen(pool).await.map(Some),
        }
    }

    /// Waits until all that was asked for is written, then closes.
    pub async fn close(self) {
        self.closing.send_replace(true);
        self.closing.closed().await;
        match self.pool {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

pub use postgres::{Heard, News};

fn table(text: &str) -> Result<TableId, StoreError> {
    text.parse().map_err(|_| StoreError::BadRow("tables"))
}

fn person(text: Option<&str>) -> Result<Option<PersonId>, StoreError> {
    text.map(|text| text.parse().map_err(|_| StoreError::BadRow("people")))
        .transpose()
}

fn read_change(text: &str) -> Result<Change, StoreError> {
    serde_json::from_str(text).map_err(|_| StoreError::BadRow("entries"))
}

fn read_status(text: &str) -> Result<Status, StoreError> {
    match text {
        "waiting" => Ok(Status::Waiting),
        "running" => Ok(Status::Running),
        "over" => Ok(Status::Over),
        _ => Err(StoreError::BadRow("tables")),
    }
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Running => "running",
        Status::Over => "over",
    }
}
