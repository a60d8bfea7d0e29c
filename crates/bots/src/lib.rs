//! Players that are programs, written once for all games.
//!
//! A bot never holds a state. It sits in a [`Chair`], which gives it what a person in that seat would have: a view, the legal
//! actions, and the ability to imagine the rest.
//!
//! ```
//! use bots::{Bot, Chair, Random};
//! use kit::{Game, Seat, Seed};
//! use taj_mahal::TajMahal;
//!
//! let seed: Seed = "a quick game".parse().unwrap();
//! let mut game = TajMahal::new(&Default::default(), seed).unwrap();
//! let mut bot = Random::new(seed);
//! let mut legal = Vec::new();
//! while let Some(seat) = game.deciders().lowest() {
//!     let chair = Chair::new(&game, seat, &mut legal).unwrap();
//!     let action = bot.choose(&chair);
//!     game.apply(seat, action, &mut ()).unwrap();
//! }
//! assert!(game.standings().over);
//! ```

mod judgement;
mod lookahead;
mod play_out;
mod random;
mod search;
mod spec;

pub use judgement::Judgement;
pub use lookahead::Lookahead;
pub use play_out::{Counts, StuckGame, play_out};
pub use random::Random;
pub use search::{Budget, Ranked, Search};
pub use spec::{Level, Spec, Thought, UnknownBot};

use kit::{Eyes, Game, Rng, Seat};

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// Takes the decision of the seat; always one of the chair's legal actions.
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action;

    /// The same, but a bot that thinks long takes its best so far as soon as `stop` says so.
    fn choose_until(&mut self, chair: &Chair<'_, G>, _stop: &mut dyn FnMut() -> bool) -> G::Action {
        self.choose(chair)
    }
}

/// What a bot has of a game: what a person in that seat would have, and nothing else.
pub struct Chair<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    first: G::Action,
    legal: &'a [G::Action],
}

impl<'a, G: Game> Chair<'a, G> {
    /// A chair for a decision that is due, with `legal` as room for its actions; `None` if the seat has nothing to decide.
    pub fn new(game: &'a G, seat: Seat, legal: &'a mut Vec<G::Action>) -> Option<Self> {
        game.legal(seat, legal);
        Some(Chair {
            game,
            seat,
            first: *legal.first()?,
            legal,
        })
    }

    /// The seat that decides.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// All that this seat can do; at least one action.
    pub fn legal(&self) -> &[G::Action] {
        self.legal
    }

    /// One of the legal actions, counted around.
    pub fn action(&self, number: u32) -> G::Action {
        self.legal
            .get(number as usize % self.legal.len())
            .copied()
            .unwrap_or(self.first)
    }

    /// All that this seat may know.
    pub fn view(&self) -> G::View {
        self.game.view(Eyes::Seat(self.seat))
    }

    /// A whole state that this seat cannot tell from the true one.
    pub fn imagine(&self, rng: &mut impl Rng) -> G {
        G::imagine(&self.view(), rng)
    }
}

/// Milliseconds since this was first asked; for bots that think by the clock. Browsers have a clock of their own.
#[cfg(not(target_arch = "wasm32"))]
pub fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64() * 1000.0
}
