//! Evaluation of a state for each seat.

use kit::{Judge, PerSeat, Prospect, Seat, SeatSet};

/// An evaluation function for a game with the prospects `P`: the weight of each prospect.
#[derive(Clone, Copy, Debug)]
pub struct Judgement<P: Prospect> {
    /// The weights, or `None` if only points count.
    worth: Option<P::Amounts>,
}

impl<P: Prospect> Judgement<P> {
    /// Counts only points.
    pub fn points_only() -> Self {
        Judgement { worth: None }
    }

    /// Counts points and prospects by their [worth](Prospect::WORTH): for choosing the next step.
    pub fn of_worth() -> Self {
        Judgement::with(P::WORTH)
    }

    /// Counts points and prospects by what they [bring](Prospect::BRINGS): for predicting the outcome.
    pub fn of_outcome() -> Self {
        Judgement::with(P::BRINGS)
    }

    /// Counts points and prospects with the given weights; for tuning.
    pub fn with(worth: P::Amounts) -> Self {
        Judgement { worth: Some(worth) }
    }

    /// Returns the expected final points of a seat.
    pub fn points<G: Judge<Prospect = P>>(&self, game: &G, seat: Seat) -> f32 {
        self.expected(game, SeatSet::only(seat))[seat]
    }

    /// Returns the expected final points of each of the given seats.
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

    /// Returns how likely each seat is to win, as far as the expected final points tell; they add up to one unless an automatic opponent plays. With `sure` more points than another, a
    /// seat is 2.7 times as likely to win.
    pub fn shares<G: Judge<Prospect = P>>(&self, game: &G, sure: f32) -> PerSeat<f32> {
        let expected = self.expected(game, Seat::first(game.seats()).collect());
        let automatic = game.automatic_score().map(|score| score as f32);
        let all = || expected.iter().map(|(_, &points)| points).chain(automatic);
        let most = all().fold(f32::NEG_INFINITY, f32::max);
        let weight = |points: f32| ((points - most) / sure).exp();
        let sum: f32 = all().map(weight).sum();
        PerSeat::new(game.seats(), |seat| weight(expected[seat]) / sum)
    }

    /// Returns each seat's expected final lead over the best of the others.
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
