//! One sitting: who sits where, what was played, taking back, and the game record.
//!
//! ```
//! use kit::Game;
//! use table::{Record, Table};
//! use taj_mahal::{Options, TajMahal};
//!
//! let mut table = Table::<TajMahal>::new(&Options::default(), "an evening".parse().unwrap()).unwrap();
//! let seat = table.game().deciders().lowest().unwrap();
//! table.play(seat, "withdraw".parse().unwrap()).unwrap();
//!
//! let text = table.record(&["Anna", "Ben", "Chandra", "Dev"]).unwrap().to_string();
//! let record: Record = text.parse().unwrap();
//! assert_eq!(Table::<TajMahal>::replay(&record).unwrap().game(), table.game());
//! ```

mod any;
mod options;
mod record;
mod sitting;

pub use any::{AnyGame, ForGame, Playable};
pub use options::{options_from_json, options_from_words, options_to_words};
pub use record::{BadRecord, Record};
pub use sitting::{CannotUndo, Move, Table};
