//! What a bot is asked, and what it answers. Only a view travels, so a bot cannot know more than a person in its seat.

use crate::any::{AnyGame, ForGame, Playable};
use bots::{Chair, Spec};
use kit::{Seat, Seed, dice};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A decision that a bot owes. It can be taken anywhere: on another thread, or in a browser's worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The version of the table that asks; an answer for another one comes too late.
    pub version: u64,
    /// Which game is played.
    pub game: AnyGame,
    /// The seat that decides.
    pub seat: Seat,
    /// Which bot decides.
    pub bot: Spec,
    /// Where its chance comes from.
    pub seed: Seed,
    /// All that the seat may know.
    pub view: Value,
}

impl Question {
    /// The action that the bot chooses, or a sentence on why it cannot. A search by the clock looks at `now`; any search ends early once `stop` says so.
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
