//! The page in a real browser.
//!
//! `cargo xtask browser` builds the page, finds Chromium, and runs the tests of this crate; their own words are few: open a page, click, wait
//! until something is there.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test's own tool may panic"
)]

mod browser;
mod mortal;
mod others;
mod play;
mod site;
mod visit;

pub use browser::{Browser, DevTools, Device, Driver, Tab, decoded};
pub use mortal::{Mortal, Wire, serve};
pub use others::{Firefox, Other, WebKit};
pub use play::play_together;
pub use site::{Closed, Site};
pub use visit::visit;
