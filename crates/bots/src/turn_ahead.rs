//! Bots that look ahead to the end of their turn.

use crate::foresight::{Foreseen, foresee, futile};
use crate::{Bot, Chair, Judgement};
use kit::{Dice, Judge, Seed, below, dice};

/// Takes the action that leads to the best end of its turn.
pub struct TurnAhead<G: Judge> {
    judgement: Judgement<G::Prospect>,
    /// The maximum error of an evaluation, in points.
    noise: f32,
    dice: Dice,
}

/// The number of imagined states for each decision.
const WORLDS: u32 = 2;

impl<G: Judge> TurnAhead<G> {
    /// Creates a bot that maximises its expected lead at the end of the game.
    pub fn new(seed: Seed) -> Self {
        TurnAhead {
            judgement: Judgement::of_worth(),
            noise: 0.0,
            dice: dice(seed),
        }
    }

    /// Adds a random error of up to `noise` points to each evaluation. What brings nothing is not done by mistake either.
    #[must_use]
    pub fn with_noise(self, noise: f32) -> Self {
        TurnAhead { noise, ..self }
    }
}

impl<G: Judge> Bot<G> for TurnAhead<G> {
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        if chair.legal().len() == 1 {
            return chair.action(0);
        }
        let worlds: Vec<G> = (0..WORLDS).map(|_| chair.imagine(&mut self.dice)).collect();
        let mut legal = Vec::new();
        let mut ends = Vec::new();
        for &action in chair.legal() {
            let mut sum = Foreseen {
                value: 0.0,
                steps: 0,
            };
            for world in &worlds {
                // What is legal to the eyes of the seat is legal in every world that it imagines.
                let end = foresee(&self.judgement, world, chair.seat(), action, &mut legal);
                sum.value += end.map_or(f32::NEG_INFINITY, |end| end.value);
                sum.steps += end.map_or(0, |end| end.steps);
            }
            sum.value /= worlds.len() as f32;
            ends.push(sum);
        }
        let (mut best, mut equals, mut choice) = (f32::NEG_INFINITY, 0, chair.action(0));
        let futile = futile(&ends);
        let best_end = ends
            .iter()
            .max_by(|one, other| one.value.total_cmp(&other.value));
        let longest = best_end.map_or(0, |end| end.steps);
        for ((&action, end), futile) in chair.legal().iter().zip(&ends).zip(futile) {
            if futile {
                continue;
            }
            let mistake = self.noise * (below(&mut self.dice, 2001) as f32 / 1000.0 - 1.0);
            // A mistake chooses something worse; it does not make less of a turn look like more.
            let value = end.value
                + if end.steps < longest {
                    mistake.min(0.0)
                } else {
                    mistake
                };
            // Ties are broken at random, uniformly.
            equals = if value > best {
                1
            } else {
                equals + u32::from(value == best)
            };
            if value > best || (value == best && below(&mut self.dice, equals) == 0) {
                (best, choice) = (value, action);
            }
        }
        choice
    }
}
