//! The page in a real browser. One program, so that the longest test of one part runs beside the others.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod amritsar;
mod frame;
mod hands;
mod local;
mod maharaja;
mod online;
mod pages;
mod pictures;
mod stage;
mod story;
mod taj_mahal;
