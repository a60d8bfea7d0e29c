//! One SQLite file: full durability, one writer, a few readers.

use super::batch::carry_out;
use super::migrations::{SQLITE, migrate};
use super::sql::{self, Pool};
use super::writer::{self, Write, answer, timed, waiting};
use super::{Store, StoreError, TIMEOUT};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, watch};

/// The number of connections for reading.
const READERS: u32 = 4;

/// Opens the file, creates it if it does not exist, and starts its writer.
pub async fn open(file: &str) -> Result<Store, StoreError> {
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
    })
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
        let outcome = timed(async {
            // After a failure the state of the transaction is unknown; a new connection starts from what is on the disk.
            let mut fresh = match connection.take() {
                Some(connection) => connection,
                None => options.connect().await?,
            };
            let took_effect = commit(&mut fresh, &batch).await?;
            connection = Some(fresh);
            Ok(took_effect)
        });
        let outcome = outcome.await;
        answer(batch, outcome);
    }
}

async fn commit(
    connection: &mut SqliteConnection,
    batch: &[Write],
) -> Result<Vec<bool>, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let took_effect = carry_out(&mut sql::Connection::Sqlite(&mut transaction), batch).await?;
    transaction.commit().await?;
    Ok(took_effect)
}
