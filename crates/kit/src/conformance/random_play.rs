//! Random games with only the cheap checks, fast enough to play millions of them.

use super::{BrokenPromise, Promise, check_standings, json, kept};
use crate::{Dice, Game, Seat, below};

/// A game with more decisions than this counts as endless.
const LONGEST: u64 = 20_000;

/// How much is checked during a random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// Seats that have to decide can, listed actions are accepted, the game ends, and its last state is valid.
    AtTheEnd,
    /// In addition, every state is valid: its invariants hold, its standings add up, and exactly the deciders have legal actions.
    AtEveryStep,
}

/// Plays random actions to the end and returns the number of decisions. `legal` is a reusable buffer for the legal actions.
pub fn play_at_random<G: Game>(
    game: &mut G,
    care: Care,
    dice: &mut Dice,
    legal: &mut Vec<G::Action>,
) -> Result<u64, BrokenPromise> {
    let mut decisions = 0;
    loop {
        let deciders = game.deciders();
        let seat = deciders.iter().nth(below(dice, deciders.len()) as usize);
        if care == Care::AtEveryStep || seat.is_none() {
            check_state(game, legal)?;
        }
        let Some(seat) = seat else {
            return Ok(decisions);
        };
        kept(Promise::Ends, decisions < LONGEST, || {
            format!("still going on after {decisions} decisions")
        })?;
        game.legal(seat, legal);
        let Some(&action) = legal.get(below(dice, legal.len() as u32) as usize) else {
            return kept(Promise::DecidersCanDecide, false, || stuck(game, seat)).map(|()| 0);
        };
        let accepted = game.apply(seat, action, &mut ());
        kept(Promise::ListedIsAccepted, accepted.is_ok(), || {
            format!("seat {seat}: {action}: {accepted:?}")
        })?;
        decisions += 1;
    }
}

fn check_state<G: Game>(game: &G, legal: &mut Vec<G::Action>) -> Result<(), BrokenPromise> {
    game.check().map_err(|flaw| BrokenPromise {
        promise: Promise::InvariantsHold,
        details: format!("{flaw} in {}", json(game)),
    })?;
    check_standings(game)?;
    for seat in Seat::first(game.seats()) {
        game.legal(seat, legal);
        match game.deciders().contains(seat) {
            true => kept(Promise::DecidersCanDecide, !legal.is_empty(), || {
                stuck(game, seat)
            }),
            false => kept(Promise::OthersCannotDecide, legal.is_empty(), || {
                format!("seat {seat}: {legal:?}")
            }),
        }?;
    }
    Ok(())
}

fn stuck<G: Game>(game: &G, seat: Seat) -> String {
    format!("seat {seat} in {}", json(game))
}
