//! Questions to bots and their answers. A question contains only a view, so a bot cannot know more than a person in its seat.

use crate::any::{AnyGame, ForGame, Playable};
use bots::{Chair, Spec};
use kit::{Seat, Seed, dice};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A decision for a bot. It can be taken anywhere, such as on another thread or in a browser's worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The version of the table; an answer for an earlier version is ignored.
    pub version: u64,
    /// The game.
    pub game: AnyGame,
    /// The seat that decides.
    pub seat: Seat,
    /// The bot that decides.
    pub bot: Spec,
    /// The seed of the bot's randomness.
    pub seed: Seed,
    /// The view of the seat.
    pub view: Value,
}

impl Question {
    /// Returns the action that the bot chooses, or an error message. A search limited by time reads `now`; any search ends early once `stop` returns true.
    pub fn answer(
        &self,
        now: fn() -> f64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<String, String> {
        self.game.run(Choose {
            question: self,
            now,
            stop,
        })
    }
}

struct Choose<'a> {
    question: &'a Question,
    now: fn() -> f64,
    stop: &'a mut dyn FnMut() -> bool,
}

impl ForGame for Choose<'_> {
    type Output = Result<String, String>;

    fn run<G: Playable>(self) -> Self::Output {
        let Question {
            game,
            seat,
            bot,
            seed,
            view,
            ..
        } = self.question;
        let view: G::View = serde_json::from_value(view.clone())
            .map_err(|error| format!("this is not a view of {game}: {error}"))?;
        // To this seat, any imagined world looks like the true one.
        let world = G::imagine(&view, &mut dice(seed.child(1)));
        let mut legal = Vec::new();
        let chair = Chair::new(&world, *seat, &mut legal)
            .ok_or_else(|| format!("seat {seat} has nothing to decide"))?;
        let mut bot = G::seat_bot(*bot, *seed, self.now);
        Ok(bot.choose_until(&chair, self.stop).to_string())
    }
}
