//! How lucky each seat was: what turned up, compared with what could have turned up.

use crate::{Judgement, Mind, Prospects};
use kit::{Dice, Eyes, Game, Judge, PerSeat, Refusal, Seat, Seed, dice};

/// Follows a game and adds up the luck of each seat, in shares of the victory.
///
/// Before each action, everything that all seats together know is a view, and worlds imagined from it, in which the same action is taken, are as likely as the true one, since every
/// choice depends only on what seats know and on dice of their own. So whatever is estimated of what all seats then know, the true world and an imagined one differ by 0 on average, and a
/// result minus any multiple of this luck has the same mean as the result itself.
pub struct Luck<G: Judge> {
    game: G,
    mind: Prospects<G>,
    judgement: Judgement<G::Prospect>,
    dice: Dice,
    legal: Vec<G::Action>,
    sums: PerSeat<f32>,
}

/// The number of worlds that the true one is compared with.
const WORLDS: u16 = 16;
/// How often is played on from the true one.
const PLAY_OUTS: u16 = 8;
/// The points ahead with which a seat is 2.7 times as likely to win. Any figure is fair; this one explains most.
const SURE: f32 = 6.0;

impl<G: Judge> Luck<G> {
    /// Begins with the first state of a game.
    pub fn new(game: &G, seed: Seed) -> Self {
        Luck {
            game: game.clone(),
            mind: Prospects::default(),
            judgement: Judgement::of_outcome(),
            dice: dice(seed),
            legal: Vec::new(),
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
        let mut revealed = reveals(&mut self.game, seat, action)?;
        let mut worlds = Vec::with_capacity(WORLDS.into());
        for _ in 0..WORLDS {
            let mut world = G::imagine(&view, &mut self.dice);
            revealed |= reveals(&mut world, seat, action)?;
            worlds.push(world);
        }
        // Whether it counts depends on all worlds in the same way: otherwise only the true surprises would count.
        if revealed {
            let truth = self.game.clone();
            for _ in 0..PLAY_OUTS {
                self.add(&truth, 1.0 / f32::from(PLAY_OUTS));
            }
            for world in &worlds {
                self.add(world, -1.0 / f32::from(WORLDS));
            }
        }
        Ok(())
    }

    /// Adds a part of what a state promises to each seat: the shares of victory after it was played on to the end of the chapter, with everything redrawn that is hidden from all seats.
    fn add(&mut self, state: &G, part: f32) {
        let mut world = G::imagine(&state.view(Eyes::AllSeeing), &mut self.dice);
        let chapter = world.chapter();
        self.mind
            .play_on(&mut world, chapter, &mut self.legal, &mut self.dice);
        let shares = self.judgement.shares(&world, SURE);
        for (seat, sum) in self.sums.iter_mut() {
            *sum += part * shares[seat];
        }
    }
}

/// Carries out an action. Returns whether something turned up that was hidden from all seats together.
fn reveals<G: Game>(world: &mut G, seat: Seat, action: G::Action) -> Result<bool, Refusal> {
    let mut events = Vec::new();
    world.apply(seat, action, &mut events)?;
    Ok(events
        .iter()
        .any(|event| G::reveals(event, Eyes::AllSeeing)))
}
