//! How good a state is for each seat.

use kit::{Judge, PerSeat, Prospect, Seat, SeatSet};

/// What counts, and how much: the yardstick of a bot for a game with the prospects `P`.
#[derive(Clone, Copy, Debug)]
pub struct Judgement<P: Prospect> {
    /// `None` if only points count.
    worth: Option<P::Amounts>,
}

impl<P: Prospect> Judgement<P> {
    /// Only points count.
    pub fn points_only() -> Self {
        Judgement { worth: None }
    }

    /// Points, and what the game's prospects should seem worth: what to go by in the next step.
    pub fn of_worth() -> Self {
        Judgement::with(P::WORTH)
    }

    /// Points, and what the game's prospects bring in the end: how a state is likely to turn out.
    pub fn of_outcome() -> Self {
        Judgement::with(P::BRINGS)
    }

    /// Points, and the game's prospects at another worth; for tuning.
    pub fn with(worth: P::Amounts) -> Self {
        Judgement { worth: Some(worth) }
    }

    /// The points that a seat can be expected to end with.
    pub fn points<G: Judge<Prospect = P>>(&self, game: &G, seat: Seat) -> f32 {
        self.expected(game, SeatSet::only(seat))[seat]
    }

    /// The points that each of these seats can be expected to end with.
    fn expected<G: Judge<Prospect = P>>(&self, game: &G, seats: SeatSet) -> PerSeat<f32> {
        let mut expected = PerSeat::new(game.seats(), |seat| game.score(seat) as f32);
        if let Some(worth) = self.worth.filter(|_| !game.deciders().is_empty()) {
            let mut amounts = PerSeat::<P::Amounts>::of(game.seats());
            game.prospects(seats, &mut amounts);
            for seat in seats.iter() {
                let prospects = worth.as_ref().iter().zip(amounts[seat].as_ref());
                expected[seat] += prospects.map(|(worth, amount)| worth * amount).sum::<f32>();
            }
        }
        expected
    }

    /// For each seat, by how much it can be expected to end before the best of the others.
    pub fn leads<G: Judge<Prospect = P>>(&self, game: &G) -> PerSeat<f32> {
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
