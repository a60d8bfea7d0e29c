//! The writer task. All waiting writes are committed together, so that they share one wait for the disk.

use super::{StoreError, in_time};
use crate::measures;
use protocol::Status;
use std::time::Instant;
use table::{Entry, Message, PersonId, TableId};
use tokio::sync::{mpsc, oneshot, watch};

/// A write.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// A new entry of a table.
    Append(Box<Append>),
    /// A chat message.
    Say(TableId, Message),
    /// A new person.
    Person(PersonId, String, u64),
    /// A new name of a person.
    Rename(PersonId, String),
    /// A new session of a person.
    Session {
        /// The hash of its secret.
        hash: String,
        /// The person.
        person: PersonId,
        /// `cookie` or `token`.
        kind: String,
        /// The time of creation in milliseconds since 1970.
        created: u64,
    },
    /// The end of a session.
    EndSession(String),
}

/// An entry with its data for lists and clocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The id of the table.
    pub table: TableId,
    /// The entry.
    pub entry: Entry,
    /// The owner of the table.
    pub owner: PersonId,
    /// The status of the table.
    pub status: Status,
    /// Whether the table is in the public list.
    pub listed: bool,
    /// The time at which the first clock runs out.
    pub deadline: Option<u64>,
    /// Whether a bot has to decide.
    pub bot_due: bool,
    /// The time until which this node is responsible for that bot.
    pub leased_until: u64,
    /// The list entry as JSON.
    pub line: String,
    /// People who gain the table in their list.
    pub came: Vec<PersonId>,
    /// People who lose the table from their list.
    pub went: Vec<PersonId>,
}

impl Op {
    /// Returns the table that the write concerns.
    pub fn table(&self) -> Option<&TableId> {
        match self {
            Op::Append(append) => Some(&append.table),
            Op::Say(table, _) => Some(table),
            _ => None,
        }
    }
}

/// A write, and the channel for its result.
pub struct Write {
    pub(super) op: Op,
    pub(super) reply: oneshot::Sender<Result<bool, StoreError>>,
}

/// The maximum number of writes committed together.
const MOST: usize = 256;

/// Creates the bounded queue of writes.
pub fn channel() -> (mpsc::Sender<Write>, mpsc::Receiver<Write>) {
    mpsc::channel(4 * MOST)
}

/// Returns all waiting writes, sorted by table so that two nodes never deadlock; empty when the store closes.
pub async fn waiting(
    writes: &mut mpsc::Receiver<Write>,
    closing: &mut watch::Receiver<bool>,
) -> Vec<Write> {
    let mut batch = Vec::new();
    tokio::select! {
        _ = writes.recv_many(&mut batch, MOST) => (),
        () = asked_to_close(closing) => {
            // Writes that are already waiting are still carried out.
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

/// Sends the results to all writes of the batch.
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

/// Commits a batch within the time limit, and measures the duration.
pub async fn timed<T>(
    commit: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let start = Instant::now();
    let outcome = in_time(commit).await;
    measures::STORE_COMMITS.record(start.elapsed().as_secs_f64());
    outcome
}
