//! The JSON types that a server, the page and programs exchange about tables.
//!
//! The central type is [`Update`]: everything that one viewer is told of one table. A server sends it to each viewer of a table. The page builds the same
//! type for a local table with [`Position::of`] and [`played`], so that the same components show both.
//!
//! Secrets cannot leak: an update is made for one pair of [`Eyes`](kit::Eyes), through [`Game`](kit::Game)'s own `view`, `seen`
//! and `text_for`.

mod account;
mod catalogue;
mod conduct;
mod contact;
mod person;
mod position;
mod problem;
mod profile;
mod request;
mod seats;
mod update;

pub use account::{
    AccountAbout, CodeSignIn, Codes, DeviceLink, LinkSignIn, NewPasskey, PasskeyAbout,
    PasskeyChallenge, PasskeySignIn, Privacy, SignInChallenge, Which,
};
pub use bots::Level;
pub use catalogue::{Catalogue, GameAbout, OptionAbout};
pub use conduct::{Blocked, BlockedPerson, NewReport};
pub use contact::{
    ConfirmContact, ContactAbout, ContactKind, Contacts, NewContact, NewWebhook, Quiet, SetQuiet,
    Subscription, Webhooks,
};
pub use person::{DELETED, Me, Rename, SessionAbout, Sessions, Token};
pub use position::{Position, Score, Source, Standings, opening, played};
pub use problem::{BrokenRule, Problem, Reason};
pub use profile::{
    Finished, FinishedGame, FinishedSeat, LevelRating, More, Profile, RatingAbout, Together,
};
pub use request::{
    AboutSeat, AnswerSubstitute, AnswerUndo, Done, NewTable, Pace, Play, Ready, Rematch, Say,
    SeatFor, SetSeat, Shuffle, Sit, Vacation, Versioned, Watch,
};
pub use seats::{Absence, Clock, SeatState, Who};
pub use update::{
    Audience, ChatLine, Spectators, Status, Step, SubstituteAsked, TableLine, Tables, UndoAsked,
    Update, Wanted, WhatHappened, You,
};
