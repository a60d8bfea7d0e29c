//! The JSON types that a server, the page and programs exchange about tables.
//!
//! The central type is [`Update`]: everything that one viewer is told of one table. A server sends it to each viewer of a table. The page builds the same
//! type for a local table with [`Position::of`] and [`played`], so that the same components show both.
//!
//! Secrets cannot leak: an update is made for one pair of [`Eyes`](kit::Eyes), through [`Game`](kit::Game)'s own `view`, `seen`
//! and `text_for`.

mod catalogue;
mod person;
mod position;
mod problem;
mod request;
mod seats;
mod update;

pub use bots::Level;
pub use catalogue::{Catalogue, GameAbout, OptionAbout};
pub use person::{Me, Rename, SessionAbout, Sessions, Token};
pub use position::{Position, Score, Source, Standings, opening, played};
pub use problem::{BrokenRule, Problem, Reason};
pub use request::{
    AnswerUndo, Done, NewTable, Pace, Play, Rematch, Say, SeatFor, SetSeat, Sit, Versioned, Watch,
};
pub use seats::{Clock, SeatState, Who};
pub use update::{
    Audience, ChatLine, Status, Step, TableLine, Tables, UndoAsked, Update, WhatHappened, You,
};
