//! Where everything is kept: an append-only list of entries for each table, and little besides.

mod batch;
mod due;
mod migrations;
mod postgres;
mod reading;
mod sql;
mod sqlite;
mod writer;

pub use postgres::{Heard, News};
use protocol::Status;
pub use reading::Listed;
use sql::Pool;
use std::time::Duration;
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
        "‘{0}’ is not a database URL; give a file such as durbar.sqlite, or postgres://user@host/name"
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
const TIMEOUT: Duration = Duration::from_secs(10);

/// Where everything is kept.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    writes: mpsc::Sender<writer::Write>,
    /// Asks the writers to end; they have ended when nobody listens any more.
    closing: watch::Sender<bool>,
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

    /// Writes something down for good. Tells whether it took effect; an entry does not if its version exists already.
    pub async fn write(&self, op: Op) -> Result<bool, StoreError> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        let write = writer::Write { op, reply };
        let sent = self.writes.send_timeout(write, TIMEOUT).await;
        sent.map_err(|error| match error {
            SendTimeoutError::Timeout(_) => StoreError::TooSlow,
            SendTimeoutError::Closed(_) => StoreError::Closed,
        })?;
        answer.await.map_err(|_| StoreError::Closed)?
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
        self.pool.close().await;
    }
}

/// What the database answers, if it answers in time.
async fn in_time<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let outcome = tokio::time::timeout(TIMEOUT, work).await;
    outcome.unwrap_or(Err(StoreError::TooSlow))
}

/// How a table's status is written.
fn status_word(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Running => "running",
        Status::Over => "over",
    }
}
