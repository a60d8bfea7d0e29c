//! One test for each acceptance example of the specification, named after its id, and for the rulings that they leave out.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod actions;
mod decade;
mod details;
mod donations;
mod editions;
mod elephant;
mod following;
mod knowledge;
mod market;
mod rulings;
mod scoring;
mod setup;
mod solo;
mod sowing;
mod table;
mod upgrades;
