//! What a search thinks with.

use crate::Judgement;
use crate::foresight::{Foreseen, foresee, futile};
use kit::{Dice, Judge, PerSeat, Seat, below};

/// What a search believes about single actions and about states.
pub trait Mind<G: Judge>: Send {
    /// Estimates for each legal action of the seat how likely it is to be the best. There are at least two, and the estimates add up to one.
    fn weigh(&mut self, world: &G, seat: Seat, legal: &[G::Action], priors: &mut Vec<f32>);

    /// The same for the decision that the search is about, which may take longer.
    fn weigh_decision(
        &mut self,
        world: &G,
        seat: Seat,
        legal: &[G::Action],
        priors: &mut Vec<f32>,
    ) {
        self.weigh(world, seat, legal, priors);
    }

    /// Plays on to a state that can be evaluated; by default the state itself can be. `chapter` is that of the state before the last action, and `legal` a buffer.
    fn play_on(
        &mut self,
        _world: &mut G,
        _chapter: u32,
        _legal: &mut Vec<G::Action>,
        _dice: &mut Dice,
    ) {
    }

    /// Returns each seat's reward, from 0 to 1, in a world that the thinker has imagined.
    fn rewards(&mut self, world: &G, thinker: Seat) -> PerSeat<f32>;
}

/// The difference in points to the best action at which the prior of an action drops to a quarter.
const DOUBT: f32 = 3.0;
/// How much of its prior is left to an action that seems to bring nothing.
const FUTILE: f32 = 0.05;
/// The lead in points that counts as a reward of three quarters.
const COMFORT: f32 = 10.0;
/// The share of victory in a reward; the rest depends on the margin.
const VICTORY: f32 = 0.7;
/// The maximum number of decisions in a play-out that does not reach the end of the chapter.
const LONGEST_PLAY_OUT: usize = 60;
/// The number of randomly drawn alternatives that a play-out compares at each decision: more iterations are worth more than better steps.
const CANDIDATES: usize = 5;

/// Returns the reward for a probability of victory and a lead in points.
pub fn reward(share: f32, lead: f32) -> f32 {
    VICTORY * share + (1.0 - VICTORY) * comfort(lead)
}

/// Returns how good a lead is, from 0 to 1.
fn comfort(lead: f32) -> f32 {
    let lead = lead / COMFORT;
    0.5 + 0.5 * lead / (1.0 + lead.abs())
}

/// Returns each seat's reward at the end of a game.
pub fn final_rewards<G: Judge>(game: &G) -> PerSeat<f32> {
    let leads = Judgement::<G::Prospect>::points_only().leads(game);
    let winners = game.standings().winners;
    PerSeat::new(game.seats(), |seat| {
        let won = if winners.contains(seat) {
            1.0 / winners.len() as f32
        } else {
            0.0
        };
        reward(won, leads[seat])
    })
}

/// Thinks with the prospects that a game lists, and with the figures found for them.
pub struct Prospects<G: Judge> {
    /// Evaluates single steps: priors in the tree and choices in play-outs.
    guide: Judgement<G::Prospect>,
    /// Evaluates the states at which play-outs end.
    outcome: Judgement<G::Prospect>,
}

impl<G: Judge> Default for Prospects<G> {
    fn default() -> Self {
        Prospects {
            guide: Judgement::of_worth(),
            outcome: Judgement::of_outcome(),
        }
    }
}

impl<G: Judge> Mind<G> for Prospects<G> {
    /// Looks one step ahead.
    fn weigh(&mut self, world: &G, seat: Seat, legal: &[G::Action], priors: &mut Vec<f32>) {
        priors.clear();
        priors.extend(legal.iter().map(|&action| {
            let mut after = world.clone();
            match after.apply(seat, action, &mut ()) {
                Ok(()) => self.guide.leads(&after)[seat],
                Err(_) => f32::MIN / 4.0,
            }
        }));
        trust(priors);
        share(priors);
    }

    /// Looks ahead to the end of the turn if turns of the game are long.
    fn weigh_decision(
        &mut self,
        world: &G,
        seat: Seat,
        legal: &[G::Action],
        priors: &mut Vec<f32>,
    ) {
        if !G::LONG_TURNS {
            return self.weigh(world, seat, legal, priors);
        }
        let mut buffer = Vec::new();
        let ends: Vec<Foreseen> = legal
            .iter()
            .map(|&action| {
                let end = foresee(&self.guide, world, seat, action, &mut buffer);
                end.unwrap_or(Foreseen {
                    value: f32::MIN / 4.0,
                    steps: 0,
                })
            })
            .collect();
        priors.clear();
        priors.extend(ends.iter().map(|end| end.value));
        trust(priors);
        for (prior, futile) in priors.iter_mut().zip(futile(&ends)) {
            if futile {
                *prior *= FUTILE;
            }
        }
        share(priors);
    }

    /// Plays on until the chapter is over. Every seat takes the action that looks best one step ahead.
    fn play_on(
        &mut self,
        world: &mut G,
        chapter: u32,
        legal: &mut Vec<G::Action>,
        dice: &mut Dice,
    ) {
        for _ in 0..LONGEST_PLAY_OUT {
            let Some(seat) = world
                .deciders()
                .lowest()
                .filter(|_| world.chapter() == chapter)
            else {
                return;
            };
            world.legal(seat, legal);
            if let [only] = legal[..] {
                // The action is legal, so it cannot fail.
                let _ = world.apply(seat, only, &mut ());
            } else {
                draw(legal, CANDIDATES, dice);
                *world = self.best_step(world, seat, legal);
            }
        }
    }

    fn rewards(&mut self, world: &G, _thinker: Seat) -> PerSeat<f32> {
        if world.deciders().is_empty() {
            return final_rewards(world);
        }
        let leads = self.outcome.leads(world);
        PerSeat::new(world.seats(), |seat| comfort(leads[seat]))
    }
}

impl<G: Judge> Prospects<G> {
    /// Returns the state one step ahead that is best for the seat.
    fn best_step(&self, world: &G, seat: Seat, legal: &[G::Action]) -> G {
        let mut best = (f32::NEG_INFINITY, None);
        for &action in legal {
            let mut after = world.clone();
            if after.apply(seat, action, &mut ()).is_err() {
                continue;
            }
            let points = self.guide.points(&after, seat);
            if points > best.0 {
                best = (points, Some(after));
            }
        }
        best.1.unwrap_or_else(|| world.clone())
    }
}

/// Turns evaluations into weights: the more points are missing to the best one, the smaller the weight.
fn trust(values: &mut [f32]) {
    let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for value in values {
        let doubt = 1.0 + (best - *value) / DOUBT;
        *value = 1.0 / (doubt * doubt);
    }
}

/// Divides all weights by their sum.
fn share(weights: &mut [f32]) {
    let sum: f32 = weights.iter().sum();
    for weight in weights {
        *weight /= sum;
    }
}

/// Reduces the list to at most `most` randomly drawn items.
fn draw<T>(list: &mut Vec<T>, most: usize, dice: &mut Dice) {
    if list.len() > most {
        for place in 0..most {
            let drawn = below(dice, (list.len() - place) as u32);
            list.swap(place, place + drawn as usize);
        }
        list.truncate(most);
    }
}
