//! The page in a real browser. One program, so that the longest test of one part runs beside the others.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod accounts;
mod amritsar;
mod away;
mod conduct;
mod frame;
mod hands;
mod learn;
mod loading;
mod lobby;
mod local;
mod maharaja;
mod notices;
mod online;
mod open_tables;
mod pages;
mod people;
mod pictures;
mod rules;
mod stage;
mod story;
mod taj_mahal;
