//! What a net sees of a game.

use kit::{Amounts, Features, Key, Learn, PerSeat, Seat, SeatSet};

/// The numbers of inputs and outputs of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of features, each present or not.
    pub features: usize,
    /// The number of amounts.
    pub amounts: usize,
    /// The number of parts of actions.
    pub parts: usize,
    /// The most sides that can win: players, and an automatic opponent.
    pub sides: usize,
}

/// The amounts of each side besides its prospects: its points, and its lead.
const POINTS_AND_LEAD: usize = 2;
/// Points count in units of this many.
const POINTS_UNIT: f32 = 20.0;

impl Shape {
    /// Returns the shape of the nets for a game.
    pub fn of<G: Learn>() -> Self {
        let sides = usize::from(*G::ABOUT.seats.end()).max(2);
        Shape {
            features: G::FEATURES.into(),
            amounts: sides * (POINTS_AND_LEAD + G::Prospect::COUNT),
            parts: G::PARTS.into(),
            sides,
        }
    }

    /// Returns the number of inputs.
    pub fn inputs(&self) -> usize {
        self.features + self.amounts
    }
}

/// What a net sees: the features of a view, and the points and prospects that it shows, counted from the viewer.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The features.
    pub features: Features,
    /// The points, the lead and the prospects of each side.
    pub amounts: Vec<f32>,
    /// The number of sides.
    pub sides: usize,
    /// The present points of each side.
    pub points: [f32; kit::MAX_SEATS],
}

impl Input {
    /// Looks at a view that was made for the eyes of this seat.
    pub fn look<G: Learn>(&mut self, view: &G::View, viewer: Seat) {
        G::features(view, viewer, &mut self.features);
        let known = G::known(view);
        let (seats, shape) = (known.seats(), Shape::of::<G>());
        let mut prospects = PerSeat::<Amounts<G>>::of(seats);
        known.prospects(Seat::first(seats).collect::<SeatSet>(), &mut prospects);
        let automatic = known.automatic_score();
        self.sides = usize::from(seats) + usize::from(automatic.is_some());
        self.points = [0.0; kit::MAX_SEATS];
        let people = (0..seats).map(|steps| known.score(viewer.after(steps, seats)));
        for (points, score) in self.points.iter_mut().zip(people.chain(automatic)) {
            *points = score as f32;
        }
        self.amounts.clear();
        for side in 0..shape.sides {
            self.push_points(side);
            match u8::try_from(side) {
                Ok(steps) if steps < seats => {
                    let prospects = &prospects[viewer.after(steps, seats)];
                    self.amounts.extend_from_slice(prospects.as_ref());
                }
                _ => {
                    let length = self.amounts.len() + G::Prospect::COUNT;
                    self.amounts.resize(length, 0.0);
                }
            }
        }
    }

    fn push_points(&mut self, side: usize) {
        let present = self.points.iter().take(self.sides).enumerate();
        let others = present.filter(|&(other, _)| other != side);
        let best = others
            .map(|(_, &points)| points)
            .fold(f32::NEG_INFINITY, f32::max);
        match self.points.get(side).filter(|_| side < self.sides) {
            Some(&own) => {
                let lead = if best.is_finite() { own - best } else { 0.0 };
                self.amounts.extend([own / POINTS_UNIT, lead / POINTS_UNIT]);
            }
            None => self.amounts.extend([0.0; POINTS_AND_LEAD]),
        }
    }
}
