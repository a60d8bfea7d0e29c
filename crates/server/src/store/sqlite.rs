//! One SQLite file: full durability, one writer, a few readers.

use super::migrations::{SQLITE, migrate};
use super::writer::{self, Write, answer, in_time, on_sqlite, waiting};
use super::{PATIENCE, Pool, Store, StoreError};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::mpsc;

/// How many read at the same time.
const READERS: u32 = 4;

/// Opens the file, makes it if it is not there, and starts its writer.
pub async fn open(file: &str) -> Result<Store, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(PATIENCE);
    let mut connection = options.connect().await?;
    bring_up_to_date(&mut connection).await?;
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        .connect_with(options)
        .await?;
    let (writes, inbox) = writer::channel();
    tokio::spawn(write_for_everybody(connection, inbox));
    Ok(Store {
        pool: Pool::Sqlite(pool),
        writes,
    })
}

async fn bring_up_to_date(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    migrate!(transaction, SQLITE);
    Ok(transaction.commit().await?)
}

async fn write_for_everybody(mut connection: SqliteConnection, mut inbox: mpsc::Receiver<Write>) {
    loop {
        let batch = waiting(&mut inbox).await;
        if batch.is_empty() {
            let _ = connection.close().await;
            return;
        }
        let outcome = in_time(commit(&mut connection, &batch)).await;
        answer(batch, outcome);
    }
}

async fn commit(
    connection: &mut SqliteConnection,
    batch: &[Write],
) -> Result<Vec<bool>, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut took_effect = Vec::with_capacity(batch.len());
    for write in batch {
        took_effect.push(on_sqlite(&mut transaction, &write.op).await?);
    }
    transaction.commit().await?;
    Ok(took_effect)
}
