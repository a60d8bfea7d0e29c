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

mod random;

pub use random::Random;

use kit::{Eyes, Game, Key, Rng, Seat, Seed};

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// Takes the decision of the seat; always one of the chair's legal actions.
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action;
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

kit::ids! {
    /// The bots that can be asked for by name.
    pub enum Named: "bot" {
        /// Any legal action, each as likely.
        Random = "random",
    }
}

impl Named {
    /// Seats a bot of that name. The same seed makes the same choices.
    pub fn seat<G: Game>(self, seed: Seed) -> Box<dyn Bot<G>> {
        match self {
            Named::Random => Box::new(Random::new(seed)),
        }
    }

    /// All names, for messages: `random, ...`.
    pub fn list() -> String {
        Named::all()
            .map(|named| named.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    }
}
