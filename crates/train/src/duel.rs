//! Duels: one bot against a table of others.

use bots::{Bot, Chair};
use kit::{Game, Key, Seat, Seed};

/// The result of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contest {
    /// The number of games.
    pub games: u64,
    /// The number of first places of the challenger; shared ones count in part.
    pub wins: f64,
    /// The number of players at the table.
    pub seats: u8,
}

impl Contest {
    /// Returns the share of first places.
    pub fn share(&self) -> f64 {
        self.wins / self.games.max(1) as f64
    }

    /// Returns whether the challenger has won more than its fair share.
    pub fn is_won(&self) -> bool {
        self.share() > 1.0 / f64::from(self.seats.max(1))
    }
}

/// Plays one game of a duel. Consecutive games have the same shuffles, with the challenger one seat further each time. Returns the part of the first place that the
/// challenger has won, or `None` if the game got stuck.
pub fn duel<G: Game>(
    options: &G::Options,
    seed: Seed,
    number: u64,
    challenger: &dyn Fn(Seed) -> Box<dyn Bot<G>>,
    others: &dyn Fn(Seed) -> Box<dyn Bot<G>>,
) -> Option<f64> {
    let seats = G::new(options, seed).ok()?.seats();
    let shuffles = seed.child(number / u64::from(seats));
    let hero = Seat::at((number % u64::from(seats)) as usize)?;
    let mut game = G::new(options, shuffles).ok()?;
    let mut bots: Vec<Box<dyn Bot<G>>> = Seat::first(seats)
        .map(|seat| {
            let seed = shuffles.child(number).child(seat.number().into());
            if seat == hero {
                challenger(seed)
            } else {
                others(seed)
            }
        })
        .collect();
    let mut legal = Vec::new();
    while let Some(seat) = game.deciders().lowest() {
        let chair = Chair::new(&game, seat, &mut legal)?;
        let action = bots.get_mut(usize::from(seat.number()))?.choose(&chair);
        game.apply(seat, action, &mut ()).ok()?;
    }
    let winners = game.standings().winners;
    Some(if winners.contains(hero) {
        1.0 / f64::from(winners.len())
    } else {
        0.0
    })
}
