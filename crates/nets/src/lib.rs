//! Small neural networks that judge games.
//!
//! A [`Net`] reads what a seat may know of a game, an [`Input`], and tells how likely each side is to win, how many points each will make, and which action is
//! promising. It computes in a fixed order and with functions of its own, so a browser and a server come to the same numbers. [`NetMind`] lets a
//! [`bots::Search`] think with it, and [`NetAlone`] plays without any search.
//!
//! Nets are trained by the crate `train`, and are read from files that name the game and the version of its rules.

mod file;
mod input;
mod math;
mod mind;
mod net;

pub use file::BadNet;
pub use input::{Input, Shape};
pub use math::{exp, softmax};
pub use mind::{NetAlone, NetMind, final_shares};
pub use net::{FIRST, Layout, Net, Outcome, POINTS, SECOND, THIRD, Work};
