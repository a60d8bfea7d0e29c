//! What an action leads to by the end of the turn.
//!
//! In the middle of a turn, a state promises more than it will keep: markers not yet used, an action not yet begun. A bot that looks one step ahead
//! therefore puts off the end of its turn, and does what costs nothing in the meantime. Only ends of turns can be compared fairly.

use crate::Judgement;
use kit::{Judge, Seat};

/// How a turn ends after an action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Foreseen {
    /// The evaluation for the seat at the best end of its turn that was found, minus the price of its steps.
    pub(crate) value: f32,
    /// The number of its own decisions up to this end, with the action itself.
    pub(crate) steps: u32,
}

/// What each decision costs, in points: among ways to equal ends, the shortest is the best.
const STEP: f32 = 0.01;
/// The number of steps that may follow each other without any gain.
const PATIENCE: u32 = 3;
/// The maximum number of steps of a turn that are foreseen.
const LONGEST: u32 = 30;

/// Plays on from an action with what looks best one step ahead, and returns the best end on the way. A turn ends when the seat has nothing to decide or a chapter is over. `legal` is a buffer.
/// Returns `None` if the action is not legal in this world.
pub(crate) fn foresee<G: Judge>(
    judgement: &Judgement<G::Prospect>,
    world: &G,
    seat: Seat,
    action: G::Action,
    legal: &mut Vec<G::Action>,
) -> Option<Foreseen> {
    let chapter = world.chapter();
    let is_over = |state: &G| !state.deciders().contains(seat) || state.chapter() != chapter;
    let end = |state: &G, steps: u32| Foreseen {
        value: judgement.leads(state)[seat] - STEP * steps as f32,
        steps,
    };
    let mut state = world.clone();
    state.apply(seat, action, &mut ()).ok()?;
    if is_over(&state) {
        return Some(end(&state, 1));
    }
    let mut promise = judgement.points(&state, seat);
    let (mut best, mut patience): (Option<Foreseen>, _) = (None, PATIENCE);
    for steps in 2..LONGEST {
        let mut next = (f32::NEG_INFINITY, None);
        state.legal(seat, legal);
        for &action in legal.iter() {
            let mut after = state.clone();
            if after.apply(seat, action, &mut ()).is_err() {
                continue;
            }
            if is_over(&after) {
                let end = end(&after, steps);
                best = best.filter(|best| best.value >= end.value).or(Some(end));
            } else {
                let points = judgement.points(&after, seat);
                if points > next.0 {
                    next = (points, Some(after));
                }
            }
        }
        let (points, Some(after)) = next else {
            break;
        };
        patience = if points > promise {
            PATIENCE
        } else {
            patience - 1
        };
        if patience == 0 && best.is_some() {
            break;
        }
        patience = patience.max(1);
        (promise, state) = (points, after);
    }
    best.or_else(|| Some(end(&state, LONGEST)))
}

/// Returns for each action whether it brings nothing: another one leads on a shorter way to an end that is as good.
pub(crate) fn futile(foreseen: &[Foreseen]) -> Vec<bool> {
    let beaten = |end: &Foreseen| {
        foreseen
            .iter()
            .any(|other| other.steps < end.steps && other.value >= end.value)
    };
    foreseen.iter().map(beaten).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_way_to_no_better_end_is_futile() {
        let ends = [(5.0, 1), (5.0, 2), (4.0, 3), (6.0, 3), (4.0, 1)];
        let ends = ends.map(|(value, steps)| Foreseen { value, steps });
        assert_eq!(futile(&ends), [false, true, true, false, false]);
    }
}
