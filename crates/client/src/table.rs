//! One table, local or online: prompt line, board, players, log.

mod chat;
mod clock;
mod course;
mod curtain;
mod end;
mod lobby;
mod log;
mod names;
mod page;
mod players;
mod prompt;
mod rules;

pub use course::Course;
pub use log::Log;
pub use names::names;
pub use page::TablePage;
pub use players::Players;
pub use rules::{OpenRules, RulesText};
