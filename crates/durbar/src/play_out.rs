//! One whole game between bots.

use anyhow::{Context, Result, bail};
use bots::{Bot, Chair, Spec};
use kit::{Game, Seat, Seed};

/// What a play-out counted.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    /// Decisions taken.
    pub decisions: u64,
    /// Legal actions, added up over all decisions.
    pub legal: u64,
    /// The most legal actions at one decision.
    pub most_legal: u64,
}

/// Bots for all seats of the game with that seed. They and the game's shuffles know nothing of each other.
pub fn seat_bots<G: Game>(specs: &[Spec], seed: Seed) -> Vec<Box<dyn Bot<G>>> {
    specs
        .iter()
        .enumerate()
        .map(|(seat, bot)| bot.seat(seed.child(seat as u64), bots::now))
        .collect()
}

/// Plays on to the end and tells every action. `legal` is room for the legal actions, to be used again for the next game.
pub fn play_out<G: Game>(
    game: &mut G,
    bots: &mut [Box<dyn Bot<G>>],
    legal: &mut Vec<G::Action>,
    mut told: impl FnMut(Seat, G::Action),
) -> Result<Counts> {
    let mut counts = Counts::default();
    while let Some(seat) = game.deciders().lowest() {
        let Some(chair) = Chair::new(game, seat, legal) else {
            bail!("seat {seat} has to decide but has no legal action")
        };
        let bot = bots
            .get_mut(usize::from(seat.number()))
            .with_context(|| format!("no bot sits in seat {seat}"))?;
        let action = bot.choose(&chair);
        game.apply(seat, action, &mut ())?;
        told(seat, action);
        counts.decisions += 1;
        counts.legal += legal.len() as u64;
        counts.most_legal = counts.most_legal.max(legal.len() as u64);
    }
    Ok(counts)
}
