//! What is written down of a table: one entry for everything that happens. The table is the replay of its entries.

use crate::ids::{PersonId, TableId};
use kit::{Seat, Seed};
use protocol::Pace;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that happened at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The version that it led to; the first entry makes version 1.
    pub version: u64,
    /// When, in milliseconds since 1970. Never earlier than the entry before.
    pub at: u64,
    /// Whose request it was; nobody's if a bot or a clock did it.
    pub by: Option<PersonId>,
    /// The name that the request had.
    pub key: Option<String>,
    /// What happened.
    pub what: What,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// The table was made.
    Create(Box<Setting>),
    /// A seat was taken, given to a bot, or opened.
    Seat {
        /// Which one.
        seat: Seat,
        /// Who sits there from now on.
        sitter: Sitter,
    },
    /// The game began.
    Start,
    /// A seat acted.
    Play {
        /// Who.
        seat: Seat,
        /// What they did.
        action: String,
    },
    /// The last actions were taken back.
    TakeBack {
        /// Who wanted it.
        seat: Seat,
        /// How many.
        actions: u32,
    },
    /// A seat asked whether it may take back.
    AskUndo {
        /// Who asked.
        seat: Seat,
        /// How many actions.
        actions: u32,
    },
    /// A seat answered; the answer that completes the agreement is a `TakeBack` instead.
    AnswerUndo {
        /// Who answered.
        seat: Seat,
        /// Whether they agree.
        agrees: bool,
    },
    /// A bot plays on, because the person wants it.
    Resign {
        /// For whom.
        seat: Seat,
    },
    /// A bot plays on, because the time ran out.
    RunOut {
        /// For whom.
        seat: Seat,
    },
    /// The person plays again.
    ComeBack {
        /// Who.
        seat: Seat,
    },
    /// A rematch takes place elsewhere.
    Rematch {
        /// Where.
        table: TableId,
    },
}

/// What a table is set up with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The game's key.
    pub game: String,
    /// The game's options, complete.
    pub options: Value,
    /// Who sits where at first.
    pub seats: Vec<Sitter>,
    /// How fast it is played.
    pub pace: Pace,
    /// The level of the bot that plays on for people who are away.
    pub stand_in: String,
    /// Whether everybody finds the table.
    pub listed: bool,
    /// Who made it.
    pub owner: PersonId,
    /// Where all chance comes from: 256 bits that nobody knows, so that its hash needs no further salt.
    pub seed: Seed,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    #[default]
    Open,
    /// A person.
    Person {
        /// Who.
        person: PersonId,
        /// The name they had when they sat down.
        name: String,
    },
    /// A bot.
    Bot {
        /// How strong.
        level: String,
    },
}

impl Sitter {
    /// Whether this person sits here.
    pub fn is(&self, who: &PersonId) -> bool {
        matches!(self, Sitter::Person { person, .. } if person == who)
    }

    /// The person who sits here.
    pub fn person(&self) -> Option<&PersonId> {
        match self {
            Sitter::Person { person, .. } => Some(person),
            _ => None,
        }
    }

    /// What everybody may know of whoever sits here.
    pub fn shown(&self) -> protocol::Who {
        match self {
            Sitter::Open => protocol::Who::Open,
            Sitter::Person { name, .. } => protocol::Who::Person { name: name.clone() },
            Sitter::Bot { level } => protocol::Who::Bot {
                level: level.clone(),
            },
        }
    }

    /// The name in a game record.
    pub fn name(&self) -> String {
        match self {
            Sitter::Open => "nobody".to_owned(),
            Sitter::Person { name, .. } => name.clone(),
            Sitter::Bot { level } => format!("{level} bot"),
        }
    }
}

/// A line of chat, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Counts the table's lines from 1.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who said it.
    pub person: PersonId,
    /// What everybody who may hear it is told.
    pub said: Said,
}

/// What was said, and to whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// The speaker's name then.
    pub name: String,
    /// The speaker's seat then.
    pub seat: Option<Seat>,
    /// Who can hear it.
    pub room: protocol::Room,
    /// The words.
    pub text: String,
}

impl From<&Line> for protocol::ChatLine {
    fn from(line: &Line) -> Self {
        protocol::ChatLine {
            number: line.number,
            name: line.said.name.clone(),
            seat: line.said.seat,
            room: line.said.room,
            text: line.said.text.clone(),
            at: line.at,
        }
    }
}
