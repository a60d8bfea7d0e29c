//! The writer task. All waiting writes are committed together, so that they share one wait for the disk.

use super::conduct::ConductOp;
use super::notices::ContactOp;
use super::ratings::{Ended, RatingRow};
use super::{StoreError, in_time};
use crate::measures;
use protocol::Status;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use table::{Entry, Message, PersonId, TableId};
use tokio::sync::{mpsc, oneshot, watch};

/// A write.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// A new entry of a table.
    Append(Box<Append>),
    /// A chat message, with its idempotency key.
    Say(TableId, Message, Option<String>),
    /// A new person.
    Person(PersonId, String, u64),
    /// The public id of a person whom an earlier release created.
    PublicId(PersonId),
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
        /// The time of its last use, up to a day.
        used: u64,
    },
    /// The end of a session.
    EndSession(String),
    /// The end of a session that was not used since this time.
    EndUnused(String, u64),
    /// The end of all sessions of a person but the one with this hash.
    EndOtherSessions(PersonId, String),
    /// A session was used at this time.
    UseSession(String, u64),
    /// All clocks stood still from one time to another.
    Pause(u64, u64),
    /// A server was running at this time.
    Beat(u64),
    /// A table that cannot be replayed is left alone until this time.
    Rest(TableId, u64),
    /// The clocks of a table, which had seemed to run out before `now`, run until later.
    Deadline {
        /// The table.
        table: TableId,
        /// The time at which the first clock runs out.
        deadline: Option<u64>,
        /// The current time.
        now: u64,
    },
    /// A table is gone, with its chat; with a time, only if it has not changed since.
    DeleteTable(TableId, Option<u64>),
    /// A person is gone, with their sessions, passkeys and recovery codes. Tables keep the name under which they played.
    DeletePerson(PersonId),
    /// The same, if the person is one of those who are kept no longer: they have not come since this time.
    DeleteIdle(PersonId, u64),
    /// The name of a person is gone from a table and its chat.
    DeleteName(PersonId, TableId),
    /// A guest became part of an account.
    Join(PersonId, PersonId),
    /// Which guests became part of this account is forgotten.
    ForgetJoined(PersonId),
    /// A new passkey.
    Passkey(Box<Passkey>),
    /// A passkey was used.
    UsePasskey {
        /// The passkey.
        id: String,
        /// The authenticator's counter of signatures.
        counter: u64,
        /// The time in milliseconds since 1970.
        at: u64,
    },
    /// A person's passkey is gone.
    RemovePasskey(PersonId, String),
    /// A new secret that works once.
    OneTime(OneTime),
    /// A person's secrets of this kind, in place of all earlier ones.
    Replace(PersonId, &'static str, Vec<OneTime>),
    /// A secret is used up. If it was still valid, the rest is carried out as well, until something takes no effect.
    Redeem {
        /// The hash of the secret.
        hash: String,
        /// The current time.
        now: u64,
        /// What it was used for.
        then: Vec<Op>,
    },
    /// Secrets that have expired at this time are gone.
    ExpireOneTime(u64),
    /// A person's rating, as another store had it.
    Rating(Box<RatingRow>),
    /// Something about contacts and their notices.
    Contact(ContactOp),
    /// Something about whom people have blocked or reported.
    Conduct(ConductOp),
    /// What the host decided about a person.
    Judge(PersonId, Option<Standing>),
    /// An order of the host.
    Order {
        /// Its random id.
        id: String,
        /// When it was given.
        at: u64,
        /// The order as JSON.
        what: String,
    },
    /// Parts of an order, as long as nobody has carried it out; until something takes no effect.
    InOrder(String, Vec<Op>),
    /// An order was carried out, with the result.
    Carried {
        /// The order.
        id: String,
        /// When it was carried out.
        at: u64,
        /// The result in words.
        outcome: String,
    },
}

/// A passkey of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passkey {
    /// The id of the credential, as base64url.
    pub id: String,
    /// The person.
    pub person: PersonId,
    /// Its name.
    pub name: String,
    /// The public key: an uncompressed point of P-256, as base64url.
    pub public_key: String,
    /// The authenticator's counter of signatures.
    pub counter: u64,
    /// The time of creation in milliseconds since 1970.
    pub created: u64,
    /// The time of the last use.
    pub used: u64,
}

/// A secret that works once. Only its hash is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneTime {
    /// The hash of the secret.
    pub hash: String,
    /// What it is for.
    pub kind: String,
    /// The person whom it concerns.
    pub person: Option<PersonId>,
    /// When it ends, in milliseconds since 1970.
    pub expires: Option<u64>,
}

/// What the host decided about a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// They cannot write messages.
    Muted,
    /// They cannot do anything.
    Banned,
}

impl Standing {
    /// Returns the text in the database.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Muted => "muted",
            Standing::Banned => "banned",
        }
    }
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
    /// Whether bots sit at the table.
    pub bots: bool,
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
    /// People who have to decide since this entry and did not before, other than its author: their contacts are told.
    pub asked: Vec<PersonId>,
    /// The order that it is a part of: it takes no effect once somebody has carried that out.
    pub order: Option<String>,
    /// The result of a rated game, if this entry ends it.
    pub ended: Option<Box<Ended>>,
}

impl Op {
    /// Returns the table that the write concerns.
    pub fn table(&self) -> Option<&TableId> {
        match self {
            Op::Append(append) => Some(&append.table),
            Op::Say(table, ..)
            | Op::Rest(table, _)
            | Op::Deadline { table, .. }
            | Op::DeleteTable(table, _)
            | Op::DeleteName(_, table) => Some(table),
            Op::InOrder(_, parts) => parts.iter().find_map(Op::table),
            _ => None,
        }
    }

    /// Returns the parts of an order, or the write itself.
    pub fn parts(&self) -> &[Op] {
        match self {
            Op::InOrder(_, parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }
}

/// A write, and the channel for its result.
pub struct Write {
    pub(super) op: Op,
    pub(super) reply: oneshot::Sender<Result<bool, StoreError>>,
}

/// Returns what a batch writes.
pub fn ops(batch: &[Write]) -> Vec<&Op> {
    batch.iter().map(|write| &write.op).collect()
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

/// Whether a batch was handed to the database for good, so that its fate is unknown if no answer comes.
#[derive(Default)]
pub struct Handed(AtomicBool);

impl Handed {
    /// The database is asked to commit from now on.
    pub fn over(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The database has refused, for a reason that tells that nothing is stored.
    pub fn back(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Sends the results to all writes of the batch.
pub fn answer(batch: Vec<Write>, outcome: Result<Vec<bool>, StoreError>, handed: &Handed) {
    match outcome {
        Ok(took_effect) => {
            for (write, took_effect) in batch.into_iter().zip(took_effect) {
                let _ = write.reply.send(Ok(took_effect));
            }
        }
        Err(error) => {
            measures::STORE_FAILURES.count();
            let unknown = handed.0.load(Ordering::Relaxed);
            tracing::error!(%error, writes = batch.len(), unknown, "a batch was not written");
            for write in batch {
                let error = match unknown {
                    true => StoreError::Unknown,
                    false => StoreError::NotWritten,
                };
                let _ = write.reply.send(Err(error));
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
