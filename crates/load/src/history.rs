//! What clients did and what they were told, with the times of one monotonic clock.

use protocol::{Update, WhatHappened};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

/// A time in microseconds since the start of the run.
pub type Time = u64;

/// The one clock of a run. It is monotonic, and no fault touches it.
#[derive(Clone, Copy)]
pub struct Clock(Instant);

impl Clock {
    /// Starts at 0.
    pub fn start() -> Self {
        Clock(Instant::now())
    }

    /// Returns the time since the start.
    pub fn now(&self) -> Time {
        self.0.elapsed().as_micros() as Time
    }
}

/// What a client wants of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wish {
    /// Act on a version of the table.
    Play {
        /// The version.
        version: u64,
        /// The text of the action.
        action: String,
    },
    /// Take back on a version of the table.
    Undo(u64),
    /// Agree or disagree to take back on a version of the table.
    AnswerUndo(u64, bool),
    /// Take over from the bot.
    ComeBack,
    /// Write a message; every text is written only once.
    Say(String),
    /// Read the table.
    Read {
        /// The version that it must have reached.
        at_least: Option<u64>,
        /// The version after which the steps are told.
        since: Option<u64>,
    },
}

impl Wish {
    /// Returns the version that the request names.
    pub fn version(&self) -> Option<u64> {
        match self {
            Wish::Play { version, .. } | Wish::Undo(version) | Wish::AnswerUndo(version, _) => {
                Some(*version)
            }
            _ => None,
        }
    }

    /// Returns whether the request changes the table's versions.
    pub fn is_change(&self) -> bool {
        !matches!(self, Wish::Say(_) | Wish::Read { .. })
    }
}

/// What somebody was shown of a table, in digests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sight {
    /// The version.
    pub version: u64,
    /// The digest of the state for the viewer's eyes; see [`digest`].
    pub state: u64,
    /// The version of each step, with its digest.
    pub steps: Vec<(u64, u64)>,
    /// The number of each chat message, with the digest of its text.
    pub chat: Vec<(u64, u64)>,
}

impl Sight {
    /// What this update shows.
    pub fn of(update: &Update) -> Self {
        let step = |what: &WhatHappened| digest(&serde_json::to_string(what).unwrap_or_default());
        let steps = update.steps.iter();
        let chat = update.chat.iter();
        Sight {
            version: update.version,
            state: state(update),
            steps: steps.map(|told| (told.version, step(&told.what))).collect(),
            chat: chat.map(|line| (line.number, digest(&line.text))).collect(),
        }
    }
}

/// The digest of what an update shows of the table's state: not of clocks and presence, which are no part of a version.
fn state(update: &Update) -> u64 {
    let seats = update.seats.iter();
    let seats: Vec<_> = seats.map(|seat| (&seat.who, seat.played_by_bot)).collect();
    let shown = (
        update.status,
        seats,
        &update.you,
        &update.position,
        &update.undo_asked,
        &update.rematch,
    );
    digest(&serde_json::to_string(&shown).unwrap_or_default())
}

/// The digest of a text.
pub fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The answer to a request, as far as one came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The change is acknowledged: the table has this version.
    Done(u64),
    /// The table was read.
    Seen(Sight),
    /// The table refused.
    Refused(Refusal),
    /// The server says that nothing was changed.
    NotWritten,
    /// Nobody knows: no answer, or one that says so.
    Unknown,
    /// An answer that no server should give.
    Odd(String),
}

impl Outcome {
    /// A word for tables of outcomes.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Done(_) | Outcome::Seen(_) => "ok",
            Outcome::Refused(_) => "refused",
            Outcome::NotWritten => "not written",
            Outcome::Unknown => "unknown",
            Outcome::Odd(_) => "odd",
        }
    }
}

/// Why a table refused, by the identifiers of the problem document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    /// The type, without its path: `version-conflict`.
    pub kind: String,
    /// The reason of the table.
    pub reason: Option<String>,
    /// The broken rule of the game.
    pub rule: Option<String>,
    /// The current table, if the answer contains it.
    pub sight: Option<Sight>,
}

/// One request with its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The seat of the person; `None` for a spectator.
    pub by: Option<u8>,
    /// The number of the node that was asked.
    pub node: usize,
    /// When it was sent.
    pub begin: Time,
    /// When its answer was complete, or when it was given up.
    pub end: Time,
    /// What was wanted.
    pub wish: Wish,
    /// Its key; several requests with one key are one wish.
    pub key: Option<String>,
    /// What came of it.
    pub outcome: Outcome,
}

impl Operation {
    /// Returns the version that it is about, as far as anybody was told.
    pub fn version(&self) -> Option<u64> {
        match &self.outcome {
            Outcome::Done(version) => Some(*version),
            Outcome::Seen(sight) => Some(sight.version),
            _ => self.wish.version(),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (begin, end) = (self.begin as f64 / 1e6, self.end as f64 / 1e6);
        write!(f, "{begin:10.4} to {end:10.4} s, node {}, ", self.node)?;
        match self.by {
            Some(seat) => write!(f, "seat {seat}: ")?,
            None => write!(f, "spectator: ")?,
        }
        write!(f, "{:?}", self.wish)?;
        if let Some(key) = &self.key {
            write!(f, " with key {key}")?;
        }
        match &self.outcome {
            Outcome::Done(version) => write!(f, " -> done, version {version}"),
            Outcome::Seen(sight) => write!(f, " -> {}", shown(sight)),
            Outcome::Refused(refusal) => {
                write!(f, " -> refused, {}", refusal.kind)?;
                for word in [&refusal.reason, &refusal.rule].into_iter().flatten() {
                    write!(f, " {word}")?;
                }
                match &refusal.sight {
                    Some(sight) => write!(f, ", {}", shown(sight)),
                    None => Ok(()),
                }
            }
            other => write!(f, " -> {other:?}"),
        }
    }
}

fn shown(sight: &Sight) -> String {
    let line = sight.chat.last().map_or(0, |(number, _)| *number);
    format!("saw version {} and message {line}", sight.version)
}

/// What one live stream told, from its beginning to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream {
    /// The seat of the viewer; `None` for a spectator.
    pub by: Option<u8>,
    /// The number of the node.
    pub node: usize,
    /// When it was asked for.
    pub begin: Time,
    /// The version that the viewer said to know.
    pub since: Option<u64>,
    /// Each update, with the time at which it was complete.
    pub told: Vec<(Time, Sight)>,
}

/// Everything that was done at one table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableHistory {
    /// The id of the table.
    pub table: String,
    /// The version that the table had before anything was recorded, with nothing under way.
    pub base: u64,
    /// When the table was asked for.
    pub began: Time,
    /// When it was known to have that version.
    pub ready: Time,
    /// The requests, in no order.
    pub operations: Vec<Operation>,
    /// The live streams.
    pub streams: Vec<Stream>,
}
