//! The rules of *Amritsar: The Golden Temple*, a game by David Heras Pino.
//!
//! Shared workers go round the town; the last one of a group lends its player up to three actions. Counters ride on elephants to the
//! temple, where donations build up pyramids. Other players may follow with a mahout of the same colour. Three decades end with
//! majorities, taxes and income; whoever has the most prestige wins. Alone, one plays against the Maharajah.
//!
//! [`Amritsar`] is one point of play. What has to be decided stands on a stack ([`Pending`]): the turn at the bottom, and above it
//! whatever its effects have caused, so that an effect is finished with all its consequences before the one below goes on. Each kind
//! of decision is a small type in a file of its own, with its legal answers and their effect side by side.
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
mod follow;

mod gains;
mod game;
mod knowledge;
mod maharajah;
mod mahout;
mod market;
mod menu;
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
