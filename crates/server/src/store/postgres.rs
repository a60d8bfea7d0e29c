//! PostgreSQL, shared by several nodes.

use super::batch::carry_out;
use super::migrations::{POSTGRES, migrate};
use super::sql::Value::{Number, Text};
use super::sql::{Connection, Pool};
use super::writer::{self, Handed, Op, Write, answer, ops, timed, waiting};
use super::{Store, StoreError, TIMEOUT};
use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use table::TableId;
use tokio::sync::{Mutex, mpsc, watch};

/// The number of connections of one node.
const CONNECTIONS: u32 = 12;
/// The number of batches that are written at the same time.
const WRITERS: usize = 3;
/// The channel for notifications between nodes.
pub const CHANNEL: &str = "durbar";
/// The maximum length of a notification; PostgreSQL allows at most 8,000 bytes.
const LONGEST_NEWS: usize = 7_000;
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
    let mut news = vec![String::new()];
    let written = batch.iter().zip(&took_effect).filter(|(_, took)| **took);
    for heard in written.filter_map(|(write, _)| Heard::of(&write.op)) {
        let heard = heard.to_string();
        match news.last_mut() {
            Some(last) if last.len() + heard.len() < LONGEST_NEWS => *last += &heard,
            _ => news.push(heard),
        }
    }
    for news in news.iter().filter(|news| !news.is_empty()) {
        let sql = "SELECT pg_notify($1, $2)";
        connection
            .execute(sql, &[Text(CHANNEL), Text(news)])
            .await?;
    }
    handed.over();
    transaction.commit().await?;
    Ok(took_effect)
}

/// Listens to notifications of other nodes.
pub async fn listen(pool: &PgPool) -> Result<News, StoreError> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(News { listener })
}

/// Notifications of other nodes.
pub struct News {
    listener: PgListener,
}

impl News {
    /// Returns what was written since the last call, or `None` if the connection was lost in between, so that notifications may be missing.
    pub async fn next(&mut self) -> Result<Option<Vec<Heard>>, StoreError> {
        let news = self.listener.try_recv().await?;
        Ok(news.map(|news| {
            let items = news.payload().split_whitespace();
            items.filter_map(|item| item.parse().ok()).collect()
        }))
    }
}

/// A notification: the version or the chat message that a table has reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The id of the table.
    pub table: TableId,
    /// The version, or 0.
    pub version: u64,
    /// The number of the last chat message, or 0.
    pub line: u64,
}

impl Heard {
    /// The table has to be read again from the beginning.
    pub fn reload(table: &TableId) -> Self {
        Heard {
            table: table.clone(),
            version: u64::MAX,
            line: 0,
        }
    }

    /// Returns whether the table has to be read again from the beginning.
    pub fn is_reload(&self) -> bool {
        self.version == u64::MAX
    }

    fn of(op: &Op) -> Option<Self> {
        let (version, line) = match op {
            Op::Append(append) => (append.entry.version, 0),
            Op::Say(_, line, _) => (0, line.number),
            _ => return None,
        };
        let table = op.table()?.clone();
        Some(Heard {
            table,
            version,
            line,
        })
    }
}

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{} ", self.table, self.version, self.line)
    }
}

impl FromStr for Heard {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = text.split(':').collect();
        let [table, version, line] = *parts.as_slice() else {
            return Err(());
        };
        Ok(Heard {
            table: table.parse().map_err(drop)?,
            version: version.parse().map_err(drop)?,
            line: line.parse().map_err(drop)?,
        })
    }
}
