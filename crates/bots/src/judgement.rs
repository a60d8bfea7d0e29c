//! How good a state is for each seat.

use kit::{Amounts, Game, MOST_PROSPECTS, PerSeat, Seat, SeatSet};

/// What counts, and how much: the yardstick of a bot.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// `None` if only points count.
    worth: Option<Amounts>,
}

impl Judgement {
    /// Only points count.
    pub fn points_only() -> Self {
        Judgement { worth: None }
    }

    /// Points, and the game's own prospects: what to go by in the next step.
    pub fn of<G: Game>() -> Self {
        Judgement::with(G::PROSPECTS.iter().map(|prospect| prospect.worth))
    }

    /// Points, and what the game's prospects bring in the end: how a state is likely to turn out.
    pub fn of_outcome<G: Game>() -> Self {
        Judgement::with(G::PROSPECTS.iter().map(|prospect| prospect.brings))
    }

    /// Points, and the game's prospects at another worth; for tuning.
    pub fn with(weights: impl IntoIterator<Item = f32>) -> Self {
        let mut worth = [0.0; MOST_PROSPECTS];
        for (worth, weight) in worth.iter_mut().zip(weights) {
            *worth = weight;
        }
        Judgement { worth: Some(worth) }
    }

    /// The points that a seat can be expected to end with.
    pub fn points<G: Game>(&self, game: &G, seat: Seat) -> f32 {
        self.expected(game, SeatSet::only(seat))[seat]
    }

    /// The points that each of these seats can be expected to end with.
    fn expected<G: Game>(&self, game: &G, seats: SeatSet) -> PerSeat<f32> {
        let mut expected = PerSeat::new(game.seats(), |seat| game.score(seat) as f32);
        if let Some(worth) = self.worth.filter(|_| !game.deciders().is_empty()) {
            let mut amounts = PerSeat::<Amounts>::of(game.seats());
            game.prospects(seats, &mut amounts);
            for seat in seats.iter() {
                let prospects = worth.iter().zip(&amounts[seat]);
                expected[seat] += prospects.map(|(worth, amount)| worth * amount).sum::<f32>();
            }
        }
        expected
    }

    /// For each seat, by how much it can be expected to end before the best of the others.
    pub fn leads<G: Game>(&self, game: &G) -> PerSeat<f32> {
        let expected = self.expected(game, Seat::first(game.seats()).collect());
        let automatic = game.automatic_score().map(|score| score as f32);
        PerSeat::new(game.seats(), |seat| {
            let others = expected
                .iter()
                .filter(|(other, _)| *other != seat)
                .map(|(_, &points)| points);
            let best = others.chain(automatic).fold(f32::NEG_INFINITY, f32::max);
            if best.is_finite() {
                expected[seat] - best
            } else {
                expected[seat]
            }
        })
    }
}
