//! Between which times something came to exist, as far as clients can know.

use crate::history::Time;
use std::ops::RangeInclusive;

/// Versions or messages are a total order, so all that matters is when each came to exist: not before it was asked for, and not after somebody was told.
/// Requests are linearizable if each can be given a moment between its beginning and its end that fits to that order. It is enough to compare pairs:
/// whenever one request ended before another began, the later one must not be about an earlier version.
pub struct Order {
    /// The earliest time of each number: when it was asked for.
    born: Vec<Time>,
    /// The latest time of each number: when somebody knew of it.
    known: Vec<Time>,
}

impl Order {
    /// The numbers up to `last`, of which those up to `base` came to exist between two times.
    pub fn new(last: u64, base: u64, (began, ready): (Time, Time)) -> Self {
        let mut order = Order {
            born: vec![began; last as usize + 1],
            known: vec![Time::MAX; last as usize + 1],
        };
        order.seen(base, ready);
        order.seen(0, began);
        order
    }

    /// It was asked for at this time.
    pub fn asked(&mut self, number: u64, at: Time) {
        if let Some(born) = self.born.get_mut(number as usize) {
            *born = at.max(*born);
        }
    }

    /// Somebody knew at this time that it exists.
    pub fn seen(&mut self, number: u64, at: Time) {
        if let Some(known) = self.known.get_mut(number as usize) {
            *known = at.min(*known);
        }
    }

    /// Each number comes after the one before it.
    pub fn settle(&mut self) {
        for place in 1..self.born.len() {
            self.born[place] = self.born[place].max(self.born[place - 1]);
        }
        for place in (1..self.known.len()).rev() {
            self.known[place - 1] = self.known[place - 1].min(self.known[place]);
        }
    }

    /// Returns the first number that somebody knew before anybody had asked for it.
    pub fn early(&self) -> Option<u64> {
        let mut pairs = self.born.iter().zip(&self.known);
        let early = pairs.position(|(born, known)| known < born);
        early.map(|number| number as u64)
    }

    /// Returns the earliest time of a number.
    pub fn born(&self, number: u64) -> Time {
        self.born.get(number as usize).copied().unwrap_or(Time::MAX)
    }

    /// Returns the time from which on everybody has to know it.
    pub fn known(&self, number: u64) -> Time {
        self.known
            .get(number as usize)
            .copied()
            .unwrap_or(Time::MAX)
    }

    /// Returns the numbers that may have been the last one at some moment between two times.
    pub fn current(&self, begin: Time, end: Time) -> RangeInclusive<u64> {
        let first = self.known[1..].partition_point(|&known| known < begin);
        let born = self.born.partition_point(|&born| born <= end);
        first as u64..=born.saturating_sub(1) as u64
    }
}
