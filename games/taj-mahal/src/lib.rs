//! The rules of *Taj Mahal*, a game by Reiner Knizia.
//!
//! The game consists of twelve visits to the provinces of Mughal India. In each, players lay cards or withdraw. A player who withdraws takes the
//! prizes for which they show more symbols than anyone still in the visit, builds palaces, and takes new cards from the display.
//!
//! [`TajMahal`] is the state at one point of play. Modules are named after the game's own terms; `components` holds all data printed on the
//! components.
//!
//! ```
//! use kit::{Game, Seat};
//! use taj_mahal::{Options, TajMahal};
//!
//! let mut game = TajMahal::new(&Options::default(), "an evening".parse().unwrap()).unwrap();
//! let starts = game.deciders().lowest().unwrap();
//! game.apply(starts, "withdraw".parse().unwrap(), &mut ()).unwrap();
//! assert_eq!(game.hands[starts].len(), 7); // six cards and a blind one; now two from the display
//! ```

mod absent;
mod action;
mod cards;
mod check;
pub mod components;
mod event;
mod features;
mod game;
mod options;
mod preview;
mod prospects;
pub mod rules;
mod scoring;
mod setup;
mod state;
mod turn;
mod view;
mod visit;
mod withdrawal;

pub use action::{Action, Extra};
pub use cards::{Cards, Pile};
pub use event::{Event, PalaceKind, Reason};
pub use options::{Options, TieBreak};
pub use preview::{Placement, Preview};
pub use prospects::Prospect;
pub use scoring::{Points, Source};
pub use state::{Open, Player, Stage, TajMahal, Withdrawal};
pub use view::View;
