//! What a bot is asked, and what it answers. Only a view travels: a bot cannot know more than a person in its seat.

use bots::{Chair, Spec};
use kit::{Seat, Seed, dice};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{AnyGame, ForGame, Playable};

/// What a bot has to think about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The version of the table that asks; an answer for another one comes too late.
    pub version: u64,
    /// The game's key.
    pub game: String,
    /// The seat that decides.
    pub seat: Seat,
    /// How strong the bot is.
    pub level: String,
    /// Where its chance comes from.
    pub seed: Seed,
    /// All that the seat may know.
    pub view: Value,
}

/// The action that the bot chooses, or a sentence on why it cannot.
pub fn think(thought: &Thought) -> Result<String, String> {
    let game: AnyGame = thought.game.parse().map_err(|error| format!("{error}"))?;
    let bot: Spec = thought.level.parse().map_err(|error| format!("{error}"))?;
    game.run(Choose(thought, bot))
}

struct Choose<'a>(&'a Thought, Spec);

impl ForGame for Choose<'_> {
    type Output = Result<String, String>;

    fn run<G: Playable>(self) -> Self::Output {
        let Choose(thought, bot) = self;
        let view: G::View = serde_json::from_value(thought.view.clone())
            .map_err(|error| format!("this is no view of {}: {error}", thought.game))?;
        // To this seat, any imagined world looks like the true one.
        let world = G::imagine(&view, &mut dice(thought.seed));
        let mut legal = Vec::new();
        let chair = Chair::new(&world, thought.seat, &mut legal)
            .ok_or_else(|| format!("seat {} has nothing to decide", thought.seat))?;
        // The levels count worlds and do not look at a clock.
        let mut bot = G::seat_bot(bot, thought.seed.child(1), || 0.0);
        Ok(bot.choose(&chair).to_string())
    }
}
