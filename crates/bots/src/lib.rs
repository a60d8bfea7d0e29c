//! Bots, written once for all games.
//!
//! A bot never holds a state. It decides from a [`Chair`], which offers what a person in that seat has: a view, the legal
//! actions, and the ability to imagine the hidden rest.
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

mod foresight;
mod judgement;
mod lookahead;
mod mind;
mod play_out;
mod random;
mod search;
mod spec;
mod turn_ahead;

pub use judgement::Judgement;
pub use lookahead::Lookahead;
pub use mind::{Mind, Prospects, final_rewards, reward};
pub use play_out::{Counts, StuckGame, play_out};
pub use random::Random;
pub use search::{Budget, Ranked, Search};
pub use spec::{Level, Spec, Thought, UnknownBot};
pub use turn_ahead::TurnAhead;

use kit::{Eyes, Game, Rng, Seat};

/// A player controlled by a program.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the chair's legal actions.
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action;

    /// Like [`choose`](Bot::choose), but a bot that thinks for long returns its best action so far once `stop` returns true.
    fn choose_until(&mut self, chair: &Chair<'_, G>, _stop: &mut dyn FnMut() -> bool) -> G::Action {
        self.choose(chair)
    }
}

/// A bot's access to a game: what a person in that seat knows, and nothing else.
pub struct Chair<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    first: G::Action,
    legal: &'a [G::Action],
}

impl<'a, G: Game> Chair<'a, G> {
    /// Creates a chair, with `legal` as a buffer for the actions. Returns `None` if the seat has nothing to decide.
    pub fn new(game: &'a G, seat: Seat, legal: &'a mut Vec<G::Action>) -> Option<Self> {
        game.legal(seat, legal);
        Some(Chair {
            game,
            seat,
            first: *legal.first()?,
            legal,
        })
    }

    /// Returns the seat that decides.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns all legal actions of the seat; at least one.
    pub fn legal(&self) -> &[G::Action] {
        self.legal
    }

    /// Returns the legal action at an index, modulo their number.
    pub fn action(&self, number: u32) -> G::Action {
        self.legal
            .get(number as usize % self.legal.len())
            .copied()
            .unwrap_or(self.first)
    }

    /// Returns the view of the seat.
    pub fn view(&self) -> G::View {
        self.game.view(Eyes::Seat(self.seat))
    }

    /// Returns a whole state that looks the same to this seat as the true one.
    pub fn imagine(&self, rng: &mut impl Rng) -> G {
        G::imagine(&self.view(), rng)
    }
}

/// Returns the milliseconds since its first call, for bots limited by time. Browsers use another clock.
#[cfg(not(target_arch = "wasm32"))]
pub fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64() * 1000.0
}
