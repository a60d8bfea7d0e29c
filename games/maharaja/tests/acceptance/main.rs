//! The acceptance examples of the specification.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

#[path = "../position/mod.rs"]
mod position;
mod round;
mod scoring;
mod solo;
mod turn;
