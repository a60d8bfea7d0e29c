//! One table, local or online: bar, board, stage, players, log.

mod absence;
mod bar;
mod chat;
mod clock;
mod course;
mod curtain;
mod end;
mod hands;
mod lines;
mod lobby;
mod log;
mod majorities;
mod moment;
mod names;
mod objectives;
mod page;
mod players;
mod prompt;
mod rules;
mod since;
mod single;
mod stage;
mod story;
mod telling;
mod webhooks;

pub use course::Course;
pub use hands::on_capture;
#[cfg(test)]
pub use lines::tests as lines_for_tests;
pub use lines::{events, without_name};
pub use log::Log;
pub use moment::{Moment, Row};
pub use names::names;
pub use page::TablePage;
pub use players::Players;
pub use rules::{BesideRules, OpenRules, RulesPlace, RulesText};
