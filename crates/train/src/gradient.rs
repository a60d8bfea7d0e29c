//! How a net's errors change with its weights.

use crate::Lesson;
use nets::{FIRST, Layout, Net, POINTS, SECOND, THIRD, Work, softmax};
use std::ops::Range;

/// The weight of errors in points against errors in shares of victory.
const WEIGHT_OF_POINTS: f32 = 0.5;
/// The weight of errors of the policy.
const WEIGHT_OF_POLICY: f32 = 1.0;

/// The sum of the gradients of some lessons.
pub struct Gradient {
    layout: Layout,
    sums: Vec<f32>,
    work: Work,
    logits: Vec<f32>,
}

/// The errors of a net in one lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// The cross-entropy of the shares of victory.
    pub shares: f32,
    /// The error in points.
    pub points: f32,
    /// The cross-entropy of the policy, beyond that of the search itself.
    pub policy: f32,
    /// Whether the policy prefers what the search tried most.
    pub agrees: bool,
    /// Whether the side with the largest share was predicted.
    pub right: bool,
}

impl Errors {
    /// Returns what learning makes smaller.
    pub fn total(&self) -> f32 {
        self.shares + WEIGHT_OF_POINTS * self.points + WEIGHT_OF_POLICY * self.policy
    }
}

impl Gradient {
    /// Creates the gradient of no lessons.
    pub fn new(layout: &Layout) -> Self {
        Gradient {
            sums: vec![0.0; layout.weights()],
            layout: layout.clone(),
            work: Work::default(),
            logits: Vec::new(),
        }
    }

    /// Returns the sums, in the order of the weights.
    pub fn sums(&self) -> &[f32] {
        &self.sums
    }

    /// Forgets all lessons.
    pub fn clear(&mut self) {
        self.sums.fill(0.0);
    }

    /// Adds a lesson, and returns the errors of the net in it.
    pub fn add(&mut self, net: &Net, lesson: &Lesson) -> Errors {
        net.think(&lesson.input, &mut self.work);
        let mut work = self.work.clone();
        let mut errors = Errors::default();
        let (mut second, mut third) = ([0.0; SECOND], [0.0; THIRD]);
        self.add_outcome(net, lesson, &mut third, &mut errors);
        self.add_policy(net, lesson, &mut second, &mut errors);
        cut(&mut third, &work.third);
        let mut first = [0.0; FIRST];
        let layout = self.layout.clone();
        self.back(
            net,
            [&layout.third, &layout.third_bias],
            &work.second,
            &third,
            &mut second,
        );
        cut(&mut second, &work.second);
        self.back(
            net,
            [&layout.second, &layout.second_bias],
            &work.first,
            &second,
            &mut first,
        );
        cut(&mut first, &work.first);
        work.first = first;
        self.add_inputs(net, lesson, &work.first);
        errors
    }

    fn add_outcome(
        &mut self,
        net: &Net,
        lesson: &Lesson,
        third: &mut [f32; THIRD],
        errors: &mut Errors,
    ) {
        if !lesson.teaches_outcome {
            return;
        }
        let outcome = net.outcome(&lesson.input, &self.work);
        let sides = lesson.input.sides;
        let (share, points) = (self.layout.share.clone(), self.layout.points.clone());
        let mut best = (0.0, 0.0);
        for side in 0..sides {
            let at = |list: &[f32]| list.get(side).copied().unwrap_or_default();
            let (found, wanted) = (at(&outcome.shares), at(&lesson.shares));
            errors.shares -= wanted * found.max(1e-9).ln();
            if found > best.0 {
                best = (found, wanted);
            }
            self.add_row(net, &share, side, found - wanted, third);
            let off = (at(&outcome.points) - at(&lesson.points)) / POINTS;
            errors.points += huber(off);
            let slope = WEIGHT_OF_POINTS * off.clamp(-1.0, 1.0);
            self.add_row(net, &points, side, slope, third);
        }
        let most = lesson.shares.iter().copied().fold(0.0, f32::max);
        errors.right = best.1 >= most;
    }

    /// Adds the gradient of a row of the outputs that are computed from the third layer.
    fn add_row(
        &mut self,
        net: &Net,
        rows: &Range<usize>,
        row: usize,
        slope: f32,
        third: &mut [f32; THIRD],
    ) {
        let start = rows.start + row * (THIRD + 1);
        back_row(net, &mut self.sums, start, slope, &self.work.third, third);
    }

    fn add_policy(
        &mut self,
        net: &Net,
        lesson: &Lesson,
        second: &mut [f32; SECOND],
        errors: &mut Errors,
    ) {
        if lesson.choices.is_empty() {
            return;
        }
        self.logits.clear();
        let promises = lesson
            .choices
            .iter()
            .map(|choice| net.promise(&choice.parts, &self.work));
        self.logits.extend(promises);
        softmax(&mut self.logits);
        let mut best = (0.0, 0.0);
        for (choice, &found) in lesson.choices.iter().zip(&self.logits) {
            if choice.share > 0.0 {
                errors.policy += choice.share * (choice.share.ln() - found.max(1e-9).ln());
            }
            if found > best.0 {
                best = (found, choice.share);
            }
            let slope = WEIGHT_OF_POLICY * (found - choice.share);
            for &part in &choice.parts {
                let start = self.layout.policy.start + usize::from(part) * (SECOND + 1);
                back_row(net, &mut self.sums, start, slope, &self.work.second, second);
            }
        }
        let most = lesson
            .choices
            .iter()
            .map(|choice| choice.share)
            .fold(0.0, f32::max);
        errors.agrees = best.1 >= most;
    }

    /// Goes back through a layer: adds the gradient of its weights, and computes that of what it was computed from.
    fn back<const N: usize, const M: usize>(
        &mut self,
        net: &Net,
        [weights, bias]: [&Range<usize>; 2],
        from: &[f32; N],
        slopes: &[f32; M],
        back: &mut [f32; N],
    ) {
        let rows = net
            .weights()
            .get(weights.clone())
            .unwrap_or_default()
            .as_chunks::<M>()
            .0;
        let sums = self
            .sums
            .get_mut(weights.clone())
            .unwrap_or_default()
            .as_chunks_mut::<M>()
            .0;
        for (((row, sums), &amount), back) in rows.iter().zip(sums).zip(from).zip(back) {
            // What was cut to 0 changes nothing.
            if amount > 0.0 {
                let mut slope = 0.0;
                for ((sum, weight), one) in sums.iter_mut().zip(row).zip(slopes) {
                    *sum += amount * one;
                    slope += weight * one;
                }
                *back += slope;
            }
        }
        add_to(self.sums.get_mut(bias.clone()), 1.0, slopes);
    }

    fn add_inputs(&mut self, net: &Net, lesson: &Lesson, slopes: &[f32; FIRST]) {
        let units = net
            .weights()
            .get(self.layout.units.clone())
            .unwrap_or_default();
        let shape = self.layout.shape;
        let amounts = lesson.input.amounts.iter().zip(units).enumerate();
        let amounts =
            amounts.map(|(place, (amount, unit))| (shape.features + place, amount * unit));
        let features = lesson.input.features.found().iter();
        let features = features.map(|&feature| (usize::from(feature), 1.0));
        let first = self.layout.first.start;
        for (input, amount) in features.chain(amounts) {
            let start = first + input * FIRST;
            add_to(self.sums.get_mut(start..start + FIRST), amount, slopes);
        }
        add_to(
            self.sums.get_mut(self.layout.first_bias.clone()),
            1.0,
            slopes,
        );
    }
}

/// Adds the gradient of a row with a constant, and computes that of the layer that it is multiplied with.
fn back_row<const N: usize>(
    net: &Net,
    sums: &mut [f32],
    start: usize,
    slope: f32,
    from: &[f32; N],
    back: &mut [f32; N],
) {
    let row = net.weights().get(start..start + N).unwrap_or_default();
    for (back, weight) in back.iter_mut().zip(row) {
        *back += slope * weight;
    }
    add_to(sums.get_mut(start..start + N), slope, from);
    if let Some(constant) = sums.get_mut(start + N) {
        *constant += slope;
    }
}

fn add_to(sums: Option<&mut [f32]>, amount: f32, slopes: &[f32]) {
    for (sum, slope) in sums.into_iter().flatten().zip(slopes) {
        *sum += amount * slope;
    }
}

/// What was cut to 0 has no slope.
fn cut<const N: usize>(slopes: &mut [f32; N], layer: &[f32; N]) {
    for (slope, &amount) in slopes.iter_mut().zip(layer) {
        if amount <= 0.0 {
            *slope = 0.0;
        }
    }
}

/// The square of a small error, the size of a large one.
fn huber(off: f32) -> f32 {
    if off.abs() <= 1.0 {
        0.5 * off * off
    } else {
        off.abs() - 0.5
    }
}
