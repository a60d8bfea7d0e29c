//! What every game of the house is made of.
//!
//! A game is a deterministic state machine: options and a [`Seed`] make the first state, seats drive it with actions.
//! [`Game`] is that one abstraction; tables, servers and pages use nothing else, and bots that look ahead only [`Judge`] besides. The rest of this
//! crate is its vocabulary:
//!
//! * [`Seat`], [`SeatSet`], [`PerSeat`]: who sits at the table and what belongs to them;
//! * [`Key`], [`Id`], [`Set`], [`By`]: counted and named things, and containers indexed by them;
//! * [`Chance`]: all randomness of a game, reproducible from its seed and unpredictable without it;
//! * [`Refusal`], [`BadOptions`], [`BadText`], [`Flaw`]: what can be wrong with a request;
//! * [`Standings`]: points and where they came from;
//! * [`tagged!`], [`Fields`]: JSON objects that are read field by field;
//! * [`conformance`]: the promises of [`Game`], checked for any game in one line.
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
mod refusal;
mod seat;
mod standings;
mod tagged;

pub use chance::{Chance, Dice, Seed, below, dice, hexadecimal, shuffle};
pub use game::{About, Eyes, Game, OptionAbout, Sink};
pub use judge::{Amounts, Judge, NoProspect, Prospect};
pub use key::{By, Id, Key, Set, UnknownId, sparse};
pub use rand_core::Rng;
pub use refusal::{BadOptions, BadText, Flaw, Refusal, Rule, ensure};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
pub use standings::{Score, Source, Standings};
pub use tagged::Fields;
