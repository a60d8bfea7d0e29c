//! PostgreSQL, shared by several nodes.

use super::batch::carry_out;
use super::migrations::{POSTGRES, migrate};
use super::news::{News, news_of};
use super::sql::Value::{Number, Text};
use super::sql::{Connection, Pool};
use super::writer::{self, Handed, Write, answer, ops, timed, waiting};
use super::{Store, StoreError, TIMEOUT, in_time};
use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc, watch};

/// The number of connections of one node.
const CONNECTIONS: u32 = 12;
/// The number of batches that are written at the same time.
const WRITERS: usize = 3;
/// The channel for notifications between nodes.
const CHANNEL: &str = "durbar";
/// Sends a notification.
const NOTIFY: &str = "SELECT pg_notify($1, $2)";
/// The advisory lock that lets only one node migrate at a time; an arbitrary number.
const MIGRATION_LOCK: u64 = 0x6475_7262_6172;

/// Connects, updates the schema, and starts the writers.
pub async fn open(address: &str) -> Result<Store, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(TIMEOUT)
        .connect(address)
        .await?;
    bring_up_to_date(&pool).await?;
    let (writes, inbox) = writer::channel();
    let inbox = Arc::new(Mutex::new(inbox));
    let closing = watch::Sender::new(false);
    for _ in 0..WRITERS {
        let told = closing.subscribe();
        tokio::spawn(write_for_everybody(pool.clone(), inbox.clone(), told));
    }
    Ok(Store {
        pool: Pool::Postgres(pool),
        writes,
        closing,
        lock: None,
    })
}

async fn bring_up_to_date(pool: &PgPool) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    let mut connection = Connection::Postgres(&mut transaction);
    let lock = "SELECT pg_advisory_xact_lock($1)";
    connection.execute(lock, &[Number(MIGRATION_LOCK)]).await?;
    migrate(&mut connection, POSTGRES).await?;
    Ok(transaction.commit().await?)
}

async fn write_for_everybody(
    pool: PgPool,
    inbox: Arc<Mutex<mpsc::Receiver<Write>>>,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        let batch = waiting(&mut *inbox.lock().await, &mut closing).await;
        if batch.is_empty() {
            return;
        }
        let handed = Handed::default();
        let outcome = timed(commit(&pool, &batch, &handed)).await;
        answer(batch, outcome, &handed);
    }
}

async fn commit(pool: &PgPool, batch: &[Write], handed: &Handed) -> Result<Vec<bool>, StoreError> {
    let mut transaction = pool.begin().await?;
    let mut connection = Connection::Postgres(&mut transaction);
    let took_effect = carry_out(&mut connection, &ops(batch)).await?;
    for news in news_of(&ops(batch), &took_effect) {
        let values = [Text(CHANNEL), Text(&news)];
        connection.execute(NOTIFY, &values).await?;
    }
    handed.over();
    transaction.commit().await?;
    Ok(took_effect)
}

/// Listens to notifications of other nodes.
pub async fn listen(pool: &PgPool) -> Result<News, StoreError> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(News::Postgres(Box::new(listener)))
}

/// Notifies all nodes.
pub async fn notify(pool: &Pool, news: &str) -> Result<(), StoreError> {
    let values = [Text(CHANNEL), Text(news)];
    in_time(pool.rows(NOTIFY, &values)).await.map(drop)
}
