//! A whole game between bots.

use crate::{Bot, Chair};
use kit::{Game, Refusal, Seat};

/// Counts of a game that was played out.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// The number of decisions.
    pub decisions: u64,
    /// The sum of legal actions over all decisions.
    pub legal: u64,
    /// The maximum number of legal actions at one decision.
    pub most_legal: u64,
}

/// The reason why a game could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StuckGame {
    /// A seat has to decide but has no legal action.
    #[error("seat {0} has to decide but has no legal action")]
    NoAction(Seat),
    /// A seat has to decide but has no bot.
    #[error("no bot sits in seat {0}")]
    NoBot(Seat),
    /// A bot's choice was refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Plays to the end and reports every action. `legal` is a reusable buffer for the legal actions.
pub fn play_out<G: Game>(
    game: &mut G,
    bots: &mut [Box<dyn Bot<G>>],
    legal: &mut Vec<G::Action>,
    told: &mut dyn FnMut(Seat, G::Action),
) -> Result<Counts, StuckGame> {
    let mut counts = Counts::default();
    while let Some(seat) = game.deciders().lowest() {
        let chair = Chair::new(game, seat, legal).ok_or(StuckGame::NoAction(seat))?;
        let bot = bots
            .get_mut(usize::from(seat.number()))
            .ok_or(StuckGame::NoBot(seat))?;
        let action = bot.choose(&chair);
        game.apply(seat, action, &mut ())?;
        told(seat, action);
        counts.decisions += 1;
        counts.legal += legal.len() as u64;
        counts.most_legal = counts.most_legal.max(legal.len() as u64);
    }
    Ok(counts)
}
