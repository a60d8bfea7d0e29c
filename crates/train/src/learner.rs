//! Learning: steps down the gradient, by Adam's method.

use crate::Lesson;
use crate::gradient::{Errors, Gradient};
use kit::{Dice, below, shuffle};
use nets::{FIRST, Net, SECOND, Shape, THIRD};
use std::ops::Range;

/// A net that learns.
pub struct Learner {
    net: Net,
    gradient: Gradient,
    /// The running means of the gradient and of its square, for each weight.
    means: Vec<[f32; 2]>,
    steps: i32,
    decay: f32,
}

/// The mean errors of a net over some lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// The cross-entropy of the shares of victory.
    pub shares: f64,
    /// The share of outcomes in which the right winner was predicted.
    pub right: f64,
    /// The cross-entropy of the policy beyond that of the search.
    pub policy: f64,
    /// The share of searched decisions in which the policy prefers what the search did.
    pub agrees: f64,
    /// The number of lessons that teach the outcome, and of those with a searched decision.
    pub lessons: [u64; 2],
}

/// The number of lessons for each step.
const BATCH: usize = 128;
const MEAN: f32 = 0.9;
const MEAN_OF_SQUARES: f32 = 0.999;
/// By how much each step makes a weight smaller, as a share of the step's size.
const DECAY: f32 = 0.01;
/// The same for the weights of features, of which there are many, and which also learn more slowly.
const DECAY_OF_FEATURES: f32 = 2.0;
const SLOW: f32 = 0.2;

impl Learner {
    /// Lets this net learn on.
    pub fn new(net: Net) -> Self {
        Learner {
            gradient: Gradient::new(net.layout()),
            means: vec![[0.0; 2]; net.weights().len()],
            net,
            steps: 0,
            decay: DECAY_OF_FEATURES,
        }
    }

    /// Creates a net with random weights, whose amounts are measured in units in which they usually are about one in these lessons.
    pub fn beginner(shape: Shape, lessons: &[Lesson], dice: &mut Dice) -> Self {
        let mut net = Net::new(shape, Vec::new());
        let layout = net.layout().clone();
        let mut squares = vec![0.0f32; shape.amounts];
        for lesson in lessons {
            for (square, amount) in squares.iter_mut().zip(&lesson.input.amounts) {
                *square += amount * amount / lessons.len() as f32;
            }
        }
        let units = net.weights_mut().get_mut(layout.units.clone());
        for (unit, square) in units.into_iter().flatten().zip(squares) {
            *unit = 1.0 / square.sqrt().max(0.05);
        }
        // Features begin with no effect: with random ones, a net would recognise each game by them and remember how it ended.
        let amounts = layout.first.start + shape.features * FIRST..layout.first.end;
        for (range, inputs) in [
            (&amounts, shape.amounts),
            (&layout.second, FIRST),
            (&layout.third, SECOND),
            (&layout.share, 16 * THIRD),
            (&layout.points, 16 * THIRD),
            (&layout.policy, 16 * SECOND),
        ] {
            let width = (6.0 / inputs as f32).sqrt();
            let weights = net.weights_mut().get_mut(range.clone());
            for weight in weights.into_iter().flatten() {
                *weight = width * (below(dice, 20_001) as f32 / 10_000.0 - 1.0);
            }
        }
        Learner::new(net)
    }

    /// Lets the net remember single positions: the weights of features do not decay.
    #[must_use]
    pub fn with_good_memory(self) -> Self {
        Learner { decay: 0.0, ..self }
    }

    /// Returns the net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Learns from all lessons once, in random order. Returns the errors before each step.
    pub fn learn(&mut self, lessons: &mut [Lesson], rate: f32, dice: &mut Dice) -> Quality {
        shuffle(dice, lessons);
        let mut sums = Sums::default();
        for batch in lessons.chunks(BATCH) {
            self.gradient.clear();
            for lesson in batch {
                sums.add(self.gradient.add(&self.net, lesson), lesson);
            }
            self.step(batch.len() as f32, rate);
        }
        sums.means()
    }

    /// Returns the errors in lessons without learning from them.
    pub fn test(&mut self, lessons: &[Lesson]) -> Quality {
        let mut sums = Sums::default();
        for lesson in lessons {
            sums.add(self.gradient.add(&self.net, lesson), lesson);
        }
        self.gradient.clear();
        sums.means()
    }

    fn step(&mut self, lessons: f32, rate: f32) {
        self.steps += 1;
        let warm = 1.0 - MEAN.powi(self.steps);
        let warm_squares = 1.0 - MEAN_OF_SQUARES.powi(self.steps);
        let units: Range<usize> = self.net.layout().units.clone();
        let features = units.end + self.net.layout().shape.features * FIRST;
        let weights = self.net.weights_mut().iter_mut().zip(self.gradient.sums());
        let weights = weights.zip(&mut self.means).enumerate().skip(units.end);
        for (place, ((weight, sum), [mean, square])) in weights {
            let (rate, decay) = if place < features {
                (SLOW * rate, self.decay)
            } else {
                (rate, DECAY)
            };
            let slope = sum / lessons;
            // An input that has never been present needs no step.
            if slope == 0.0 && *square == 0.0 {
                continue;
            }
            *mean += (1.0 - MEAN) * (slope - *mean);
            *square += (1.0 - MEAN_OF_SQUARES) * (slope * slope - *square);
            let step = (*mean / warm) / ((*square / warm_squares).sqrt() + 1e-8);
            *weight -= rate * (step + decay * *weight);
        }
    }
}

#[derive(Default)]
struct Sums {
    all: Quality,
}

impl Sums {
    fn add(&mut self, errors: Errors, lesson: &Lesson) {
        let [outcomes, searched] = &mut self.all.lessons;
        if lesson.teaches_outcome {
            *outcomes += 1;
            self.all.shares += f64::from(errors.shares);
            self.all.right += f64::from(u8::from(errors.right));
        }
        if !lesson.choices.is_empty() {
            *searched += 1;
            self.all.policy += f64::from(errors.policy);
            self.all.agrees += f64::from(u8::from(errors.agrees));
        }
    }

    fn means(&self) -> Quality {
        let [outcomes, searched] = self.all.lessons.map(|count| count.max(1) as f64);
        Quality {
            shares: self.all.shares / outcomes,
            right: self.all.right / outcomes,
            policy: self.all.policy / searched,
            agrees: self.all.agrees / searched,
            lessons: self.all.lessons,
        }
    }
}
