//! The net: its weights, and what it computes from them.

use crate::input::{Input, Shape};
use crate::math::softmax;
use kit::MAX_SEATS;
use std::ops::Range;

/// The size of the first layer.
pub const FIRST: usize = 128;
/// The size of the second layer, from which the policy is computed.
pub const SECOND: usize = 64;
/// The size of the third layer, from which the outcome is computed.
pub const THIRD: usize = 32;
/// The unit in which points to come are predicted.
pub const POINTS: f32 = 20.0;

/// Where the weights of each part of a net are in the list of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The number of inputs and outputs.
    pub shape: Shape,
    /// What the amounts are multiplied by.
    pub units: Range<usize>,
    /// A row of [`FIRST`] for each input.
    pub first: Range<usize>,
    /// The constants of the first layer.
    pub first_bias: Range<usize>,
    /// A row of [`SECOND`] for each neuron of the first layer.
    pub second: Range<usize>,
    /// The constants of the second layer.
    pub second_bias: Range<usize>,
    /// A row of [`THIRD`] for each neuron of the second layer.
    pub third: Range<usize>,
    /// The constants of the third layer.
    pub third_bias: Range<usize>,
    /// For each side a row of [`THIRD`] and a constant: its share of victory.
    pub share: Range<usize>,
    /// For each side a row of [`THIRD`] and a constant: its points to come.
    pub points: Range<usize>,
    /// For each part of actions a row of [`SECOND`] and a constant.
    pub policy: Range<usize>,
}

impl Layout {
    /// Returns the layout of nets of that shape.
    pub fn new(shape: Shape) -> Self {
        let mut end = 0;
        let mut next = |length: usize| {
            let start = end;
            end += length;
            start..end
        };
        Layout {
            shape,
            units: next(shape.amounts),
            first: next(shape.inputs() * FIRST),
            first_bias: next(FIRST),
            second: next(FIRST * SECOND),
            second_bias: next(SECOND),
            third: next(SECOND * THIRD),
            third_bias: next(THIRD),
            share: next(shape.sides * (THIRD + 1)),
            points: next(shape.sides * (THIRD + 1)),
            policy: next(shape.parts * (SECOND + 1)),
        }
    }

    /// Returns the number of weights.
    pub fn weights(&self) -> usize {
        self.policy.end
    }
}

/// A net for a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    pub(crate) layout: Layout,
    pub(crate) weights: Vec<f32>,
}

/// How a game will end, as far as a net can tell. Sides are counted from the viewer.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The probability that each side wins.
    pub shares: [f32; MAX_SEATS],
    /// The final points of each side.
    pub points: [f32; MAX_SEATS],
}

/// The layers of one computation, kept for reuse and for learning.
#[derive(Clone, Debug)]
pub struct Work {
    /// The first layer.
    pub first: [f32; FIRST],
    /// The second layer.
    pub second: [f32; SECOND],
    /// The third layer.
    pub third: [f32; THIRD],
}

impl Default for Work {
    fn default() -> Self {
        Work {
            first: [0.0; FIRST],
            second: [0.0; SECOND],
            third: [0.0; THIRD],
        }
    }
}

impl Net {
    /// Creates a net from its weights. Missing ones are 0.
    pub fn new(shape: Shape, mut weights: Vec<f32>) -> Self {
        let layout = Layout::new(shape);
        weights.resize(layout.weights(), 0.0);
        Net { layout, weights }
    }

    /// Returns the layout of the weights.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns all weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns all weights for changing them.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn part(&self, range: &Range<usize>) -> &[f32] {
        self.weights.get(range.clone()).unwrap_or_default()
    }

    /// Computes the layers. Everything else follows from them.
    pub fn think(&self, input: &Input, work: &mut Work) {
        let layout = &self.layout;
        let (rows, _) = self.part(&layout.first).as_chunks::<FIRST>();
        start(&mut work.first, self.part(&layout.first_bias));
        for &feature in input.features.found() {
            if let Some(row) = rows.get(usize::from(feature)) {
                for (sum, weight) in work.first.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        let amounts = input.amounts.iter().zip(self.part(&layout.units));
        let rows = rows.iter().skip(layout.shape.features);
        for ((amount, unit), row) in amounts.zip(rows) {
            add(&mut work.first, amount * unit, row);
        }
        cut(&mut work.first);
        start(&mut work.second, self.part(&layout.second_bias));
        forward(&work.first, self.part(&layout.second), &mut work.second);
        start(&mut work.third, self.part(&layout.third_bias));
        forward(&work.second, self.part(&layout.third), &mut work.third);
    }

    /// Returns how the game will end.
    pub fn outcome(&self, input: &Input, work: &Work) -> Outcome {
        let mut outcome = Outcome::default();
        let rows = |range: &Range<usize>| self.part(range).as_chunks::<{ THIRD + 1 }>().0;
        let sides = outcome.shares.iter_mut().zip(rows(&self.layout.share));
        for (share, row) in sides.take(input.sides) {
            *share = dot(&work.third, row);
        }
        softmax(outcome.shares.get_mut(..input.sides).unwrap_or_default());
        let sides = outcome.points.iter_mut().zip(rows(&self.layout.points));
        for ((points, row), now) in sides.zip(input.points).take(input.sides) {
            *points = now + POINTS * dot(&work.third, row);
        }
        outcome
    }

    /// Returns how promising an action with these parts is; [`softmax`] turns this into probabilities.
    pub fn promise(&self, parts: &[u16], work: &Work) -> f32 {
        let (rows, _) = self.part(&self.layout.policy).as_chunks::<{ SECOND + 1 }>();
        let rows = parts.iter().filter_map(|&part| rows.get(usize::from(part)));
        rows.fold(0.0, |sum, row| sum + dot(&work.second, row))
    }
}

fn start<const N: usize>(layer: &mut [f32; N], bias: &[f32]) {
    for (sum, bias) in layer.iter_mut().zip(bias) {
        *sum = *bias;
    }
}

fn add<const N: usize>(layer: &mut [f32; N], amount: f32, row: &[f32; N]) {
    if amount != 0.0 {
        for (sum, weight) in layer.iter_mut().zip(row) {
            *sum += amount * weight;
        }
    }
}

/// The activation: what is below 0 becomes 0.
fn cut<const N: usize>(layer: &mut [f32; N]) {
    for sum in layer {
        *sum = sum.max(0.0);
    }
}

fn forward<const N: usize, const M: usize>(from: &[f32; N], weights: &[f32], to: &mut [f32; M]) {
    for (&amount, row) in from.iter().zip(weights.as_chunks::<M>().0) {
        add(to, amount, row);
    }
    cut(to);
}

/// Multiplies a layer with a row, whose last number is a constant. Eight sums at a time, in a fixed order, so that the compiler can use vectors.
fn dot(layer: &[f32], row: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (layer, _) = layer.as_chunks::<8>();
    let (weights, rest) = row.as_chunks::<8>();
    for (amounts, weights) in layer.iter().zip(weights) {
        for ((sum, amount), weight) in sums.iter_mut().zip(amounts).zip(weights) {
            *sum += amount * weight;
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h)) + rest.iter().sum::<f32>()
}
