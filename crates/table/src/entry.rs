//! What is written down of a table: one entry for everything that happens. The table is the replay of its entries.

use crate::any::AnyGame;
use crate::people::{Person, PersonId, TableId};
use crate::record::{End, Player};
use crate::setup::Setup;
use bots::Level;
use kit::{Seat, Seed};
use protocol::{Audience, ChatLine, Pace, Who};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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

/// What can happen at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", try_from = "FlatChange")]
pub enum Change {
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

/// A change as it is read: the fields of all changes side by side. What `serde` derives for an enum with a tag is several times as large, and the page
/// has to carry it.
#[derive(Deserialize)]
struct FlatChange {
    what: String,
    seat: Option<Seat>,
    sitter: Option<Sitter>,
    action: Option<String>,
    actions: Option<u32>,
    agrees: Option<bool>,
    table: Option<TableId>,
    game: Option<AnyGame>,
    options: Option<Value>,
    seats: Option<Vec<Sitter>>,
    pace: Option<Pace>,
    stand_in: Option<Level>,
    listed: Option<bool>,
    owner: Option<PersonId>,
    seed: Option<Seed>,
}

impl TryFrom<FlatChange> for Change {
    type Error = String;

    fn try_from(flat: FlatChange) -> Result<Self, String> {
        let what = flat.what.clone();
        flat.change()
            .ok_or_else(|| format!("‘{what}’ is not a change, or one of its fields is missing"))
    }
}

impl FlatChange {
    fn change(self) -> Option<Change> {
        let (seat, actions) = (self.seat, self.actions);
        Some(match self.what.as_str() {
            "create" => Change::Create(Box::new(Setup {
                game: self.game?,
                options: self.options?,
                seats: self.seats?,
                pace: self.pace?,
                stand_in: self.stand_in?,
                listed: self.listed?,
                owner: self.owner?,
                seed: self.seed?,
            })),
            "seat" => Change::Seat {
                seat: seat?,
                sitter: self.sitter?,
            },
            "start" => Change::Start,
            "play" => Change::Play {
                seat: seat?,
                action: self.action?,
            },
            "take-back" => Change::TakeBack {
                seat: seat?,
                actions: actions?,
            },
            "ask-undo" => Change::AskUndo {
                seat: seat?,
                actions: actions?,
            },
            "answer-undo" => Change::AnswerUndo {
                seat: seat?,
                agrees: self.agrees?,
            },
            "resign" => Change::Resign { seat: seat? },
            "run-out" => Change::RunOut { seat: seat? },
            "come-back" => Change::ComeBack { seat: seat? },
            "rematch" => Change::Rematch { table: self.table? },
            _ => return None,
        })
    }
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
