//! What a server, a page and a program say to each other about tables, as JSON.
//!
//! The heart is [`Update`]: all that one viewer is told of one table. A server sends it to whoever watches a table; a page makes the very same
//! for a table that lives in the page, by way of [`Position::of`] and [`played`], so that one set of components shows both.
//!
//! Secrets stay secret by construction: an update is made for one pair of [`Eyes`](kit::Eyes), through [`Game`](kit::Game)'s own `view`, `seen`
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
pub use person::{Me, Rename, Token};
pub use position::{Position, Score, Source, Standings, opening, played};
pub use problem::{BrokenRule, Problem, Reason};
pub use request::{
    AnswerUndo, Done, NewTable, Pace, Play, Rematch, Say, SeatFor, SetSeat, Sit, Versioned, Watch,
};
pub use seats::{Clock, SeatState, Who};
pub use update::{
    Audience, ChatLine, Status, Step, TableLine, Tables, UndoAsked, Update, WhatHappened, You,
};
