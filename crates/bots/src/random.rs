//! The random bot.

use crate::{Bot, Chair};
use kit::{Dice, Game, Seed, below, dice};

/// Chooses among the legal actions at random, uniformly.
pub struct Random {
    dice: Dice,
}

impl Random {
    /// Creates the bot. The same seed makes the same choices.
    pub fn new(seed: Seed) -> Self {
        Random { dice: dice(seed) }
    }
}

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        chair.action(below(&mut self.dice, chair.legal().len() as u32))
    }
}
