//! Real servers with real stores, visited over HTTP and WebSocket.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod api;
mod bots;
mod clocks;
mod described;
mod house;
mod nodes;
mod people;
mod problems;
mod secrecy;
mod stores;
mod strangers;
mod tables;
mod watching;
