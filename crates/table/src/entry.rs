//! What is written down of a table: one entry for everything that happens. The table is the replay of its entries.

use crate::people::{Person, PersonId, TableId};
use crate::record::{End, Player};
use crate::setup::Setup;
use bots::Level;
use kit::Seat;
use protocol::{Audience, ChatLine, Who};
use serde::{Deserialize, Serialize};

/// One thing that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The version that it led to; the first entry makes version 1.
    pub version: u64,
    /// When, in milliseconds since 1970. Never earlier than the entry before.
    pub at: u64,
    /// Whose request it was; nobody's if a bot or a clock did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonId>,
    /// The key that the request had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What happened.
    pub change: Change,
}

kit::tagged! {
    /// What can happen at a table.
    #[derive(Clone, PartialEq, Debug)]
    pub enum Change: "what" {
        /// The table was made.
        Create(Box<Setup>),
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
            /// Which one.
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
            /// Which one.
            seat: Seat,
        },
        /// A rematch takes place elsewhere.
        Rematch {
            /// Where.
            table: TableId,
        },
    }
}

kit::tagged! {
    /// Who sits in a seat.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub enum Sitter: "who" {
        /// Nobody yet.
        #[default]
        Open,
        /// A person.
        Person {
            /// Who it is.
            person: PersonId,
            /// The name they had when they sat down.
            name: String,
        },
        /// A bot.
        Bot {
            /// How strong it is.
            level: Level,
        },
    }
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
    pub fn shown(&self) -> Who {
        match self {
            Sitter::Open => Who::Open,
            Sitter::Person { name, .. } => Who::Person { name: name.clone() },
            Sitter::Bot { level } => Who::Bot { level: *level },
        }
    }

    /// What a game record says of whoever sits here.
    pub fn player(&self, end: End) -> Player {
        match self {
            Sitter::Open => Player::person("nobody"),
            Sitter::Person { name, .. } => Player {
                end,
                ..Player::person(name)
            },
            Sitter::Bot { level } => Player::bot(level),
        }
    }
}

impl From<&Person> for Sitter {
    fn from(person: &Person) -> Self {
        Sitter::Person {
            person: person.id.clone(),
            name: person.name.clone(),
        }
    }
}

/// A line of chat, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Counts the table's messages from 1.
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
    pub room: Audience,
    /// The words.
    pub text: String,
}

impl From<&Message> for ChatLine {
    fn from(message: &Message) -> Self {
        ChatLine {
            number: message.number,
            name: message.said.name.clone(),
            seat: message.said.seat,
            room: message.said.room,
            text: message.said.text.clone(),
            at: message.at,
        }
    }
}
