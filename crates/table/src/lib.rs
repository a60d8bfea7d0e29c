//! A table at play: its seats, its game, requests, what each pair of eyes is told, and the game record.
//!
//! Replaying its [entries](Entry) rebuilds a [`Table`]. A person's [`Request`] becomes a [`Change`], which is [added](Table::add) to the table as
//! its next entry. A bot's decision is a [`Question`] that can be answered anywhere. [`Table::update`] returns what a viewer is told.
//!
//! A [`History`] is one game with all its actions, and a [`Record`] is its text:
//!
//! ```
//! use kit::Game;
//! use table::{History, Player, Record};
//! use taj_mahal::{Options, TajMahal};
//!
//! let mut history = History::<TajMahal>::new(&Options::default(), "an evening".parse().unwrap()).unwrap();
//! let seat = history.game().deciders().lowest().unwrap();
//! history.play(seat, "withdraw".parse().unwrap()).unwrap();
//!
//! let players = ["Anna", "Ben", "Chandra", "Dev"].map(Player::person).to_vec();
//! let text = history.record(players).unwrap().to_string();
//! let record: Record = text.parse().unwrap();
//! assert_eq!(History::<TajMahal>::replay(&record).unwrap().game(), history.game());
//! ```

mod any;
mod any_history;
mod bot;
mod clocks;
mod entry;
mod history;
mod options;
mod pauses;
mod people;
mod record;
mod replay;
mod request;
mod setup;
mod table;
mod update;

pub use any::{AnyGame, ForGame, Playable};
pub use any_history::{
    AnyHistory, BadAction, Begin, Tell, begin, complete_options, replay, resume,
};
pub use bot::Question;
pub use clocks::Clocks;
pub use entry::{Change, Entry, Message, Said, Sitter};
pub use history::{CannotUndo, History, Move};
pub use options::{every_options, options_from_json, options_from_words, options_to_words};
pub use pauses::Pauses;
pub use people::{BadId, ID_LENGTH, Person, PersonId, TableId};
pub use record::{BadRecord, End, Player, Record, date};
pub use replay::{ENTRIES_BEFORE_PLAY, Replay};
pub use request::{Refused, Request};
pub use setup::{BadSetup, Setup};
pub use table::{Hosting, Table};
pub use update::Presence;
