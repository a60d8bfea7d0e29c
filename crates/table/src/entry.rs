//! The log of a table: one entry for each change. Replaying the entries rebuilds the table.

use crate::people::{Person, PersonId, TableId};
use crate::record::{End, Player};
use crate::setup::Setup;
use bots::Level;
use kit::Seat;
use protocol::{Audience, ChatLine, DELETED, Who};
use serde::{Deserialize, Serialize};

/// One change of a table, with its version, time and author.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The version of the table after this entry. The first entry makes version 1.
    pub version: u64,
    /// The time in milliseconds since 1970. Never earlier than that of the previous entry.
    pub at: u64,
    /// The person who made the request; `None` if a bot or a clock caused the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonId>,
    /// The idempotency key of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The digest of the game's state after this entry; see [`Table::digest`](crate::Table::digest). Only some entries have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The change.
    pub change: Change,
}

kit::tagged! {
    /// A change of a table.
    #[derive(Clone, PartialEq, Debug)]
    pub enum Change: "what" {
        /// The table was created.
        Create(Box<Setup>),
        /// A seat was taken, given to a bot, or opened.
        Seat {
            /// The seat.
            seat: Seat,
            /// Its new sitter.
            sitter: Sitter,
        },
        /// A person said whether they are ready to start.
        Ready {
            /// The seat of the person.
            seat: Seat,
            /// Whether they are ready.
            ready: bool,
        },
        /// The owner decided whether the seats are drawn at the start.
        Shuffle {
            /// Whether they are drawn.
            shuffle: bool,
        },
        /// The game began.
        Start,
        /// A seat acted.
        Play {
            /// The seat.
            seat: Seat,
            /// The text of the action.
            action: String,
        },
        /// The last actions were taken back.
        TakeBack {
            /// The seat that asked for it.
            seat: Seat,
            /// The number of actions.
            actions: u32,
        },
        /// A seat asked to take back actions.
        AskUndo {
            /// The seat that asked.
            seat: Seat,
            /// The number of actions.
            actions: u32,
        },
        /// A seat answered; the answer that completes the agreement is a `TakeBack` instead.
        AnswerUndo {
            /// The seat that answered.
            seat: Seat,
            /// Whether they agree.
            agrees: bool,
        },
        /// A bot takes over because the person resigned.
        Resign {
            /// The seat that the bot plays for.
            seat: Seat,
        },
        /// A bot takes over because the time ran out.
        RunOut {
            /// The seat that the bot plays for.
            seat: Seat,
        },
        /// The person takes over from the bot.
        ComeBack {
            /// The seat of the person.
            seat: Seat,
        },
        /// A person goes by another name, or by another account because two became one.
        Rename {
            /// The person before.
            from: PersonId,
            /// The person from now on.
            to: PersonId,
            /// Their name.
            name: String,
        },
        /// A seat reminded another, whom everybody waits for.
        Nudge {
            /// The seat that is waited for.
            seat: Seat,
            /// The seat that reminded it.
            by: Seat,
        },
        /// A seat agreed that a bot plays on for another; the agreement that is enough is a `StandIn` instead.
        AgreeToBot {
            /// The seat that is waited for.
            seat: Seat,
            /// The seat that agreed.
            by: Seat,
        },
        /// A bot takes over because the others agreed to it.
        StandIn {
            /// The seat that the bot plays for.
            seat: Seat,
        },
        /// A person went on vacation, or came back from it.
        Vacation {
            /// The seat of the person.
            seat: Seat,
            /// The end of the vacation, in milliseconds since 1970.
            until: Option<u64>,
        },
        /// A person without a seat asked to play on in one that a bot plays.
        AskSeat {
            /// The seat that a bot plays.
            seat: Seat,
            /// The person who asked.
            person: PersonId,
            /// The person's name.
            name: String,
        },
        /// A seat answered that person; the answer that completes the agreement is a `Substitute` instead.
        AnswerSeat {
            /// The seat that answered.
            seat: Seat,
            /// Whether they agree.
            agrees: bool,
        },
        /// That person plays on in the seat.
        Substitute {
            /// The seat.
            seat: Seat,
            /// Its new sitter.
            sitter: Sitter,
        },
        /// The host of the site ended the table as it is.
        Close,
        /// A rematch was arranged at another table.
        Rematch {
            /// The new table.
            table: TableId,
        },
    }
}

kit::tagged! {
    /// The sitter of a seat.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub enum Sitter: "who" {
        /// The seat is open.
        #[default]
        Open,
        /// A person.
        Person {
            /// The id of the person.
            person: PersonId,
            /// The person's name when they sat down.
            name: String,
        },
        /// A bot.
        Bot {
            /// The strength of the bot.
            level: Level,
        },
    }
}

impl Sitter {
    /// Returns whether this person sits here.
    pub fn is(&self, who: &PersonId) -> bool {
        matches!(self, Sitter::Person { person, .. } if person == who)
    }

    /// Returns the person who sits here.
    pub fn person(&self) -> Option<&PersonId> {
        match self {
            Sitter::Person { person, .. } => Some(person),
            _ => None,
        }
    }

    /// Returns whether a bot sits here.
    pub fn is_bot(&self) -> bool {
        matches!(self, Sitter::Bot { .. })
    }

    /// Returns the public description of the sitter.
    pub fn shown(&self) -> Who {
        match self {
            Sitter::Open => Who::Open,
            Sitter::Person { person, name } => Who::Person {
                name: name.clone(),
                id: (name != DELETED).then(|| person.public()),
            },
            Sitter::Bot { level } => Who::Bot { level: *level },
        }
    }

    /// Returns the sitter as game records name them.
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

/// A stored line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// The number of the message at this table, counted from 1.
    pub number: u64,
    /// The time in milliseconds since 1970.
    pub at: u64,
    /// The author.
    pub person: PersonId,
    /// The part of the message that its audience sees.
    pub said: Said,
}

/// The text of a message, with its author and audience.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// The author's name at the time.
    pub name: String,
    /// The author's seat at the time.
    pub seat: Option<Seat>,
    /// The audience.
    pub room: Audience,
    /// The text.
    pub text: String,
}

impl From<&Message> for ChatLine {
    fn from(message: &Message) -> Self {
        ChatLine {
            number: message.number,
            name: message.said.name.clone(),
            id: (message.said.name != DELETED).then(|| message.person.public()),
            seat: message.said.seat,
            room: message.said.room,
            text: message.said.text.clone(),
            at: message.at,
        }
    }
}
