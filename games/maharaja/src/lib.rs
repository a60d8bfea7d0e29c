//! The rules of *Maharaja*, a game by Wolfgang Kramer and Michael Kiesling, in the edition with statues and shrines.
//!
//! In each of seven rounds the Maharaja visits one of seven cities. All players secretly plan two actions, then carry them out in the
//! order of their characters: they build shrines and statues, and travel with their priests. The player with the most worship in the
//! Maharaja's city is rewarded first. A single person plays against Brahmabot.
//!
//! [`Maharaja`] is the state at one point of play. Modules are named after the game's own terms; `components` holds all data printed on
//! the components.
//!
//! ```
//! use kit::{Game, Seat};
//! use maharaja::{Maharaja, Options};
//!
//! let mut game = Maharaja::new(&Options::default(), "an evening".parse().unwrap()).unwrap();
//! let starts = game.deciders().lowest().unwrap();
//! let mut actions = Vec::new();
//! game.legal(starts, &mut actions);
//! assert_eq!(actions.len(), 7); // four players choose among seven characters
//! ```

mod action;
mod brahmabot;
mod building;
mod characters;
mod check;
pub mod components;
mod event;
mod features;
mod game;
mod list;
mod numbered;
mod numbers;
mod options;
mod plan;
mod prestige;
mod preview;
mod projection;
mod prospects;
mod rewards;
mod round;
mod routes;
pub mod rules;
mod scoring;
mod setup;
mod state;
mod supply;
mod track;
mod travel;
mod turn;
mod view;

pub use action::{Ability, Action, Begin, Exchange, PlainAction};
pub use brahmabot::{Brahmabot, FaceDown, Row};
pub use event::{Aim, Event, Hindrance};
pub use options::{FinalChoice, Options, Rules};
pub use plan::Plan;
pub use prestige::{Prestige, Source};
pub use preview::Preview;
pub use prospects::Prospect;
pub use rewards::{Applying, RewardTrack, Rewarding};
pub use scoring::{Final, Ranking, Worship};
pub use state::{Characters, Maharaja, Mark, Open, Owners, Stage, Tableau, Town};
pub use track::Track;
pub use travel::Route;
pub use turn::{OpenAction, Turn};
pub use view::View;
