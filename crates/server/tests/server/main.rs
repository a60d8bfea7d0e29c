//! Real servers with real stores, visited over HTTP and WebSocket.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod absence;
mod accounts;
mod api;
mod authenticator;
mod bots;
mod certificates;
mod clocks;
mod conduct;
mod described;
mod house;
mod nodes;
mod notices;
mod open_tables;
mod people;
mod previews;
mod problems;
mod profiles;
#[cfg(target_os = "linux")]
mod proxy;
mod ratings;
mod secrecy;
mod stored_accounts;
mod stored_orders;
mod stores;
mod strangers;
mod tables;
mod tls;
mod watching;
