//! The store: an append-only list of entries for each table, and little else.

mod accounts;
mod batch;
mod conduct;
mod due;
mod migrations;
mod names;
mod news;
pub mod notices;
mod overview;
mod postgres;
mod profiles;
mod ratings;
mod reading;
#[cfg(test)]
pub mod simulated;
mod sql;
mod sqlite;
mod whole;
mod writer;

pub use conduct::{Block, ConductOp, Report};
pub use news::{Heard, News};
pub use notices::{Contact, ContactOp, Notice};
pub use overview::{PersonAbout, Statistics};
pub use profiles::PersonKnown;
use protocol::Status;
pub use ratings::{Ended, Player, RatingRow};
pub use reading::{Account, Listed, Order, Session};
use sql::Pool;
use std::fs::File;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::{mpsc, watch};
pub use whole::Whole;
pub use writer::{Append, OneTime, Op, Passkey, Standing};

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An error of the database.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// A timeout.
    #[error("the database does not answer in time")]
    TooSlow,
    /// A batch was not written.
    #[error("it could not be written")]
    NotWritten,
    /// The database did not confirm a batch after it was asked to commit it: it may be stored or not.
    #[error("it may have been written")]
    Unknown,
    /// Another process uses the SQLite file.
    #[error("another process uses {0}; only one server can use a SQLite file at a time")]
    InUse(String),
    /// The writer has ended; only while the server stops.
    #[error("the store is closed")]
    Closed,
    /// The address of the database is invalid.
    #[error(
        "‘{0}’ is not a database URL; give a file such as durbar.sqlite, or postgres://user@host/name"
    )]
    BadAddress(String),
    /// A newer version of Durbar has used this database.
    #[error(
        "the database has version {found} of the schema; this program supports up to {known}; please update it"
    )]
    TooNew {
        /// The version of the database.
        found: i64,
        /// The latest version that this program supports.
        known: i64,
    },
    /// A row with invalid content.
    #[error("a row of {0} cannot be read")]
    BadRow(&'static str),
}

/// The time limit for a statement.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A handle to the database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    writes: mpsc::Sender<writer::Write>,
    /// Asks the writers to end; they have ended when all receivers are dropped.
    closing: watch::Sender<bool>,
    /// Keeps other processes away from a SQLite file.
    lock: Option<Arc<File>>,
}

impl Store {
    /// Opens a database: a SQLite file, which no other process may serve, or `postgres://…`. Updates its schema.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        Store::open_as(address, true).await
    }

    /// Opens a database that a server may be using at the same time.
    pub async fn visit(address: &str) -> Result<Self, StoreError> {
        Store::open_as(address, false).await
    }

    async fn open_as(address: &str, alone: bool) -> Result<Self, StoreError> {
        match address.split_once("://") {
            Some(("postgres" | "postgresql", _)) => postgres::open(address).await,
            Some(("sqlite", file)) => sqlite::open(file, alone).await,
            Some(_) => Err(StoreError::BadAddress(address.to_owned())),
            None => sqlite::open(address, alone).await,
        }
    }

    /// Returns whether several nodes can share the store.
    pub fn is_shared(&self) -> bool {
        match &self.pool {
            Pool::Sqlite(_) => false,
            Pool::Postgres(_) => true,
            #[cfg(test)]
            Pool::Simulated(link) => link.is_shared(),
        }
    }

    /// Writes durably. Returns whether it took effect; an entry does not if its version already exists.
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

    /// Sends a notification that says nothing, so that every node hears one from time to time.
    pub async fn notify_nobody(&self) -> Result<(), StoreError> {
        self.notify("-").await
    }

    async fn notify(&self, news: &str) -> Result<(), StoreError> {
        match &self.pool {
            Pool::Sqlite(_) => Ok(()),
            Pool::Postgres(_) => postgres::notify(&self.pool, news).await,
            #[cfg(test)]
            Pool::Simulated(link) => in_time(link.notify(news)).await,
        }
    }

    /// Returns the notifications of other nodes, if the store is shared.
    pub async fn news(&self) -> Result<Option<News>, StoreError> {
        match &self.pool {
            Pool::Sqlite(_) => Ok(None),
            Pool::Postgres(pool) => postgres::listen(pool).await.map(Some),
            #[cfg(test)]
            Pool::Simulated(link) => link.listen().await,
        }
    }

    /// Waits until all pending writes are done, then closes.
    pub async fn close(self) {
        self.closing.send_replace(true);
        self.closing.closed().await;
        self.pool.close().await;
        if let Some(lock) = &self.lock {
            let _ = lock.unlock();
        }
    }
}

/// Returns the result of the work, or an error if it takes too long.
async fn in_time<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let outcome = tokio::time::timeout(TIMEOUT, work).await;
    outcome.unwrap_or(Err(StoreError::TooSlow))
}

/// Returns the text of a status in the database.
fn status_word(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Running => "running",
        Status::Over => "over",
    }
}
