//! The rules of *Amritsar: The Golden Temple*, a game by David Heras Pino.
//!
//! Shared workers move around the town; the last worker of a group gives its player up to three actions. Elephants carry counters to the
//! temple, where donations form pyramids. Other players may follow with a mahout of the same colour. Each of three decades ends with
//! majorities, taxes and income. The player with the most prestige wins. A single player plays against the Maharajah.
//!
//! [`Amritsar`] is the state at one point of play. Pending decisions are on a stack ([`Pending`]): the turn at the bottom, and above it
//! the consequences of its effects, so that an effect is completely resolved before the entry below continues. Each kind of decision is a
//! small type in a module of its own, which contains its legal answers and their effect.
//!
//! ```
//! use amritsar::{Amritsar, Options};
//! use kit::Game;
//!
//! let mut game = Amritsar::new(&Options::default(), "an evening".parse().unwrap()).unwrap();
//! let starts = game.deciders().lowest().unwrap();
//! let mut choices = Vec::new();
//! game.legal(starts, &mut choices);
//! assert_eq!(choices.len(), 4); // one objective of each type
//! game.apply(starts, choices[0], &mut ()).unwrap();
//! game.apply(starts, "mahout white".parse().unwrap(), &mut ()).unwrap();
//! assert_eq!(game.open.players[starts].counters_elephant, 2);
//! ```

mod action;
mod board;
mod bridge;
mod check;
pub mod components;
mod decade;
mod donation;
mod effects;
mod elephant;
mod event;
mod exchange;
mod features;
mod follow;

mod gains;
mod game;
mod knowledge;
mod maharajah;
mod mahout;
mod market;
mod menu;
mod numbers;
mod options;
mod pending;
mod play;
mod player;
mod prestige;
mod preview;
mod prospects;
pub mod rules;
mod scoring;
mod setup;
mod sowing;
mod state;
mod turn;
mod upgrade;
mod version;
mod view;

pub use action::{Action, ElephantAction, FreeMove, Half, Steps, Upgrade};
pub use board::{DonationTile, Ring, SectionState, Side};
pub use event::{Event, Installed};
pub use follow::{Following, Progress};

pub use gains::ChooseResource;
pub use knowledge::Knowledge;
pub use maharajah::Maharajah;
pub use market::{Market, Trade};
pub use menu::{Block, Menu};
pub use options::{Edition, Options};
pub use pending::Pending;
pub use player::{Movement, Objectives, Player};
pub use prestige::{Prestige, Source};
pub use preview::{Landing, Way};
pub use prospects::Prospect;
pub use sowing::Sowing;
pub use state::{Amritsar, Open};
pub use upgrade::Upgrades;
pub use version::RulesVersion;
pub use view::View;
