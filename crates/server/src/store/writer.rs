//! One task writes for everybody: whatever waits is committed together, so that many writes share one wait for the disk.

use super::{StoreError, in_time};
use crate::measures;
use protocol::Status;
use std::time::Instant;
use table::{Entry, Message, PersonId, TableId};
use tokio::sync::{mpsc, oneshot, watch};

/// Something to be written down for good.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// One more entry of a table.
    Append(Box<Append>),
    /// A line of chat.
    Say(TableId, Message),
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

/// All writes that wait, in the order of their tables, so that two nodes never wait for each other; empty when the store closes.
pub async fn waiting(
    writes: &mut mpsc::Receiver<Write>,
    closing: &mut watch::Receiver<bool>,
) -> Vec<Write> {
    let mut batch = Vec::new();
    tokio::select! {
        _ = writes.recv_many(&mut batch, MOST) => (),
        () = asked_to_close(closing) => {
            // What waits already is still written.
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

/// Tells everybody in the batch how it ended.
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

/// Commits a batch within the time that it may take, and measures how long it took.
pub async fn timed<T>(
    commit: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let start = Instant::now();
    let outcome = in_time(commit).await;
    measures::STORE_COMMITS.record(start.elapsed().as_secs_f64());
    outcome
}
