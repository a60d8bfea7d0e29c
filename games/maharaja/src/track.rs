//! The Maharaja track: the order in which he visits the cities.

use crate::components::{City, FIRST_FLAG, SHIFT};
use kit::{By, Key};
use serde::{Deserialize, Serialize};

/// The position of each city's flag, from 1 on the far left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Track {
    positions: By<City, u8, 7>,
}

impl Track {
    /// Creates the initial track with the flags in the given order, from the left.
    pub fn new(order: [City; 7]) -> Self {
        let mut track = Track {
            positions: By::new([0; 7]),
        };
        track.fill(order, FIRST_FLAG);
        track
    }

    /// Creates a track with flags at these positions.
    pub const fn at(positions: By<City, u8, 7>) -> Self {
        Track { positions }
    }

    /// Returns the position of a city's flag.
    pub fn position(&self, city: City) -> u8 {
        self.positions[city]
    }

    /// Returns the cities, from the left.
    pub fn from_left(&self) -> [City; 7] {
        let mut order = City::ALL;
        order.sort_unstable_by_key(|&city| self.positions[city]);
        order
    }

    /// Returns the city of the leftmost flag, which the Maharaja visits next.
    pub fn leftmost(&self) -> City {
        let [leftmost, ..] = self.from_left();
        leftmost
    }

    /// Spec 6.1: moves the flag of the visited city to the right of all others.
    pub fn move_to_the_right(&mut self, city: City) {
        let rightmost = City::all().map(|city| self.positions[city]).max();
        self.positions[city] = rightmost.unwrap_or_default() + 1;
    }

    /// Returns whether the flag has enough fields to its left for a shift.
    pub fn can_shift(&self, city: City) -> bool {
        self.positions[city] > SHIFT
    }

    /// Spec 8.6: moves the flag three fields to the left; other flags move only as far as necessary.
    pub fn shift(&mut self, city: City) {
        let goal = self.positions[city].saturating_sub(SHIFT);
        self.positions[city] = 0;
        let taken = City::all().fold(0u32, |taken, other| {
            taken | 1u32.wrapping_shl(self.positions[other].into())
        });
        let first_free = goal + (taken >> goal).trailing_ones() as u8;
        for (_, position) in self.positions.iter_mut() {
            *position += u8::from((goal..first_free).contains(position));
        }
        self.positions[city] = goal;
    }

    /// Spec 6.5: closes the gaps between the flags at the end of a round, in their order.
    pub fn close_gaps(&mut self, round: u8) {
        self.fill(self.from_left(), FIRST_FLAG + round);
    }

    fn fill(&mut self, order: [City; 7], first: u8) {
        for (position, city) in (first..).zip(order) {
            self.positions[city] = position;
        }
    }
}
