//! The common foundation of all games.
//!
//! A game is a deterministic state machine: options and a [`Seed`] determine the first state, and the actions of the seats lead to the next ones.
//! [`Game`] is the central trait. Tables, servers and pages depend on it alone; bots that look ahead also need [`Judge`], and those that
//! learn [`Learn`]. The rest of this crate supports it:
//!
//! * [`Seat`], [`SeatSet`], [`PerSeat`]: seats, sets of them, and values for each seat;
//! * [`Key`], [`Id`], [`Set`], [`By`]: enumerable and named types, and containers indexed by them;
//! * [`Chance`]: all randomness of a game, reproducible from its seed and unpredictable without it;
//! * [`Refusal`], [`BadOptions`], [`BadText`], [`Flaw`]: errors of actions, options, texts and states;
//! * [`Standings`]: points and their sources;
//! * [`tagged!`], [`Fields`]: JSON objects that are read field by field;
//! * [`Features`]: what a view says, as numbers;
//! * [`conformance`]: checks of the promises of [`Game`] and [`Learn`].
//!
//! ```
//! use kit::{Chance, Seed};
//!
//! // The same seed gives the same shuffle, on every platform and in every version.
//! let mut cards = [1, 2, 3, 4, 5, 6];
//! Chance::new("an evening in Agra".parse::<Seed>()?).shuffle(&mut cards);
//! assert_eq!(cards, [4, 2, 1, 5, 6, 3]);
//! # Ok::<(), std::convert::Infallible>(())
//! ```

mod chance;
pub mod conformance;
mod game;
mod judge;
mod key;
mod learn;
mod refusal;
mod seat;
mod standings;
mod tagged;

pub use chance::{Chance, Dice, Seed, below, dice, hexadecimal, shuffle};
pub use game::{About, Eyes, Game, OptionAbout, Sink};
pub use judge::{Amounts, Judge, NoProspect, Prospect};
pub use key::{By, Id, Key, Set, UnknownId, sparse};
pub use learn::{Features, Learn, Numbering, distance};
pub use rand_core::Rng;
pub use refusal::{BadOptions, BadText, Flaw, Refusal, Rule, ensure};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
pub use standings::{Score, Source, Standings};
pub use tagged::Fields;
