//! Bots that look one step ahead.

use crate::{Bot, Chair, Judgement};
use kit::{Dice, Game, Judge, Seat, Seed, below, dice};

/// Takes the action after which its seat stands best, as far as it can judge.
pub struct Lookahead<G: Judge> {
    goal: Goal,
    judgement: Judgement<G::Prospect>,
    /// How many imagined states are looked at for each decision.
    worlds: u32,
    /// How many decisions are taken at random before counting.
    play_on: u32,
    /// By how many points at most it misjudges an action.
    noise: f32,
    dice: Dice,
}

/// What a bot wants much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// Points of its own.
    Points,
    /// A lead over the best of the others.
    Lead,
}

impl<G: Judge> Lookahead<G> {
    /// Wants points, now. Few actions score at once, so a few decisions are taken at random before the points are counted.
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

    /// Wants to be ahead at the end, as far as the judgement can tell.
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

    /// The same bot, but misjudging each action by up to so many points.
    #[must_use]
    pub fn with_noise(self, noise: f32) -> Self {
        Lookahead { noise, ..self }
    }

    /// How the seat stands once it has taken that action in that world.
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

/// One decision of whoever owes it, taken at random.
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
            // Among equals each is as likely.
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
