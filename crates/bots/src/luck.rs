//! How lucky each seat was: what turned up, compared with what could have turned up.

use crate::Judgement;
use kit::{Dice, Eyes, Game, Judge, PerSeat, Refusal, Seat, Seed, dice};

/// Follows a game and adds up the luck of each seat in shares of the victory.
///
/// Before each action, everything that all seats together know is a view, and worlds imagined from it, in which the same action is taken, are as likely as the true one, since every
/// choice depends only on what seats know and on dice of their own. So whatever the judgement says of states, the true one and an imagined one differ by 0 on average, and a result
/// minus any multiple of this luck has the same mean as the result itself.
pub struct Luck<G: Judge> {
    game: G,
    judgement: Judgement<G::Prospect>,
    dice: Dice,
    sums: PerSeat<f32>,
}

/// The number of worlds that the true one is compared with.
const WORLDS: usize = 24;
/// The points ahead with which a seat is 2.7 times as likely to win. Any figure is fair; this one explains most.
const SURE: f32 = 6.0;

impl<G: Judge> Luck<G> {
    /// Begins with the first state of a game.
    pub fn new(game: &G, seed: Seed) -> Self {
        Luck {
            game: game.clone(),
            judgement: Judgement::of_outcome(),
            dice: dice(seed),
            sums: PerSeat::new(game.seats(), |_| 0.0),
        }
    }

    /// Returns the luck of each seat so far.
    pub fn of_seats(&self) -> &PerSeat<f32> {
        &self.sums
    }

    /// Follows an action of the game.
    pub fn follow(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        let view = self.game.view(Eyes::AllSeeing);
        let mut worlds = Vec::with_capacity(WORLDS);
        let mut revealed = reveals(&mut self.game, seat, action)?;
        for _ in 0..WORLDS {
            let mut world = G::imagine(&view, &mut self.dice);
            revealed |= reveals(&mut world, seat, action)?;
            worlds.push(world);
        }
        // Whether it counts depends on all worlds in the same way: otherwise only the true surprises would count.
        if revealed {
            let truth = self.judgement.shares(&self.game, SURE);
            let mut mean = PerSeat::new(self.game.seats(), |_| 0.0);
            for world in &worlds {
                for (seat, &share) in self.judgement.shares(world, SURE).iter() {
                    mean[seat] += share / WORLDS as f32;
                }
            }
            for (seat, sum) in self.sums.iter_mut() {
                *sum += truth[seat] - mean[seat];
            }
        }
        Ok(())
    }
}

/// Carries out an action. Returns whether anybody learned something by it.
fn reveals<G: Game>(world: &mut G, seat: Seat, action: G::Action) -> Result<bool, Refusal> {
    let mut events = Vec::new();
    world.apply(seat, action, &mut events)?;
    let revealing = |event: &G::Event| Eyes::all(world.seats()).any(|eyes| G::reveals(event, eyes));
    Ok(events.iter().any(revealing))
}
