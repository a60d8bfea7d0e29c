//! One SQLite file: full durability, one writer, a few readers.

use super::batch::carry_out;
use super::migrations::{SQLITE, migrate};
use super::sql::{self, Pool};
use super::writer::{self, Handed, Write, answer, ops, timed, waiting};
use super::{Store, StoreError, TIMEOUT, in_time};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use std::fs::{File, TryLockError};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

/// The number of connections for reading.
const READERS: u32 = 4;
/// SQLite's code for a disk (or database) that is full.
const FULL: &str = "13";

/// Opens the file, creates it if it does not exist, and starts its writer. Only one process at a time can have it `alone`.
pub async fn open(file: &str, alone: bool) -> Result<Store, StoreError> {
    let lock = match alone {
        true => Some(Arc::new(lock(file)?)),
        false => None,
    };
    keep_private(file).map_err(sqlx::Error::Io)?;
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(TIMEOUT);
    let mut connection = options.connect().await?;
    bring_up_to_date(&mut connection).await?;
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(TIMEOUT)
        .connect_with(options.clone())
        .await?;
    let (writes, inbox) = writer::channel();
    let closing = watch::Sender::new(false);
    let told = closing.subscribe();
    tokio::spawn(write_for_everybody(connection, options, inbox, told));
    Ok(Store {
        pool: Pool::Sqlite(pool),
        writes,
        closing,
        lock,
    })
}

/// Locks a file beside the database for this process. The lock ends with the process, however that ends.
fn lock(file: &str) -> Result<File, StoreError> {
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(format!("{file}.lock"))
        .map_err(sqlx::Error::Io)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(file.to_owned())),
        Err(TryLockError::Error(error)) => Err(sqlx::Error::Io(error).into()),
    }
}

/// Creates the file if it does not exist, and lets nobody else on this machine read it: it contains every seed. SQLite's other files take over its mode.
#[cfg(unix)]
fn keep_private(file: &str) -> std::io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt};
    let mut options = File::options();
    let file = options.create(true).append(true).mode(0o600).open(file)?;
    let permissions = file.metadata()?.permissions();
    if permissions.mode() & 0o077 != 0 {
        file.set_permissions(PermissionsExt::from_mode(permissions.mode() & !0o077))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_private(_: &str) -> std::io::Result<()> {
    Ok(())
}

async fn bring_up_to_date(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    migrate(&mut sql::Connection::Sqlite(&mut transaction), SQLITE).await?;
    Ok(transaction.commit().await?)
}

async fn write_for_everybody(
    connection: SqliteConnection,
    options: SqliteConnectOptions,
    mut inbox: mpsc::Receiver<Write>,
    mut closing: watch::Receiver<bool>,
) {
    let mut connection = Some(connection);
    loop {
        let batch = waiting(&mut inbox, &mut closing).await;
        if batch.is_empty() {
            if let Some(connection) = connection {
                let _ = connection.close().await;
            }
            return;
        }
        let handed = Handed::default();
        let outcome = timed(async {
            let ready = match connection.take() {
                Some(connection) => connection,
                None => options.connect().await?,
            };
            commit(connection.insert(ready), &batch, &handed).await
        });
        let outcome = outcome.await;
        // After a failure the state of the transaction is unknown; a new connection starts from what is on the disk. The old one may still commit: whoever
        // reads after the answer must see that.
        if outcome.is_err()
            && let Some(old) = connection.take()
        {
            let _ = in_time(async { Ok(old.close().await?) }).await;
        }
        answer(batch, outcome, &handed);
    }
}

async fn commit(
    connection: &mut SqliteConnection,
    batch: &[Write],
    handed: &Handed,
) -> Result<Vec<bool>, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let took_effect =
        carry_out(&mut sql::Connection::Sqlite(&mut transaction), &ops(batch)).await?;
    handed.over();
    let committed = transaction.commit().await;
    if committed.as_ref().is_err_and(is_full) {
        handed.back();
    }
    committed?;
    Ok(took_effect)
}

/// Returns whether SQLite found the disk full. The last thing that it writes of a transaction is what makes it valid, so that it is certain that nothing is stored;
/// of other errors, that of a disk that fails to synchronise, this cannot be said.
fn is_full(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == FULL)
}
