//! One table, wherever it lives: prompt line, board, players, log.

mod curtain;
mod end;
mod log;
mod names;
mod page;
mod players;
mod prompt;

pub use page::TablePage;
