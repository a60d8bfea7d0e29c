//! Bots that look one step ahead.

use crate::{Bot, Chair, Judgement};
use kit::{Dice, Game, Judge, Seat, Seed, below, dice};

/// Takes the action that leads to the best evaluation for its seat.
pub struct Lookahead<G: Judge> {
    goal: Goal,
    judgement: Judgement<G::Prospect>,
    /// The number of imagined states for each decision.
    worlds: u32,
    /// The number of random decisions between the action and the evaluation.
    play_on: u32,
    /// The maximum error of an evaluation, in points.
    noise: f32,
    dice: Dice,
}

/// The quantity that a bot maximises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// Its own points.
    Points,
    /// Its lead over the best other seat.
    Lead,
}

impl<G: Judge> Lookahead<G> {
    /// Creates a bot that maximises its points. Few actions score at once, so some random decisions are played before the points are counted.
    pub fn greedy(seed: Seed) -> Self {
        Lookahead {
            goal: Goal::Points,
            judgement: Judgement::points_only(),
            worlds: 4,
            play_on: 5,
            noise: 0.0,
            dice: dice(seed),
        }
    }

    /// Creates a bot that maximises its expected lead at the end of the game.
    pub fn value(judgement: Judgement<G::Prospect>, seed: Seed) -> Self {
        Lookahead {
            goal: Goal::Lead,
            judgement,
            worlds: 2,
            play_on: 0,
            noise: 0.0,
            dice: dice(seed),
        }
    }

    /// Adds a random error of up to `noise` points to each evaluation.
    #[must_use]
    pub fn with_noise(self, noise: f32) -> Self {
        Lookahead { noise, ..self }
    }

    /// Returns the evaluation for the seat after it has taken that action in that world.
    fn appraise(
        &mut self,
        mut world: G,
        seat: Seat,
        action: G::Action,
        legal: &mut Vec<G::Action>,
    ) -> f32 {
        if world.apply(seat, action, &mut ()).is_err() {
            return f32::NEG_INFINITY;
        }
        for _ in 0..self.play_on {
            play_at_random(&mut world, legal, &mut self.dice);
        }
        match self.goal {
            Goal::Points => self.judgement.points(&world, seat),
            Goal::Lead => self.judgement.leads(&world)[seat],
        }
    }
}

/// Takes one random decision for a seat that has to decide.
fn play_at_random<G: Game>(world: &mut G, legal: &mut Vec<G::Action>, dice: &mut Dice) {
    let Some(seat) = world.deciders().lowest() else {
        return;
    };
    world.legal(seat, legal);
    if let Some(&action) = legal.get(below(dice, legal.len() as u32) as usize) {
        let _ = world.apply(seat, action, &mut ());
    }
}

impl<G: Judge> Bot<G> for Lookahead<G> {
    fn choose(&mut self, chair: &Chair<'_, G>) -> G::Action {
        let mut choice = chair.action(0);
        if chair.legal().len() == 1 {
            return choice;
        }
        let worlds: Vec<G> = (0..self.worlds)
            .map(|_| chair.imagine(&mut self.dice))
            .collect();
        let mut legal = Vec::new();
        let (mut best, mut equals) = (f32::NEG_INFINITY, 0);
        for &action in chair.legal() {
            let sum: f32 = worlds
                .iter()
                .map(|world| self.appraise(world.clone(), chair.seat(), action, &mut legal))
                .sum();
            let mistake = self.noise * (below(&mut self.dice, 2001) as f32 / 1000.0 - 1.0);
            let value = sum / worlds.len() as f32 + mistake;
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
