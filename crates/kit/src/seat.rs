//! Seats, sets of seats, and values for each seat.

use crate::{Key, Set};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{Index, IndexMut};

/// The maximum number of seats of any game.
pub const MAX_SEATS: usize = 5;

/// A seat at the table, numbered clockwise from 0. Always below [`MAX_SEATS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Seat(u8);

/// A set of seats.
pub type SeatSet = Set<Seat>;

impl Seat {
    /// Seat 0.
    pub const FIRST: Seat = Seat(0);

    /// Returns the seat with this number, or `None` if the number is not below [`MAX_SEATS`].
    pub fn new(number: u8) -> Option<Seat> {
        (usize::from(number) < MAX_SEATS).then_some(Seat(number))
    }

    /// Returns the number, counted clockwise from 0.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the seats 0 to `count - 1`.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count.min(MAX_SEATS as u8)).map(Seat)
    }

    /// Returns the seat `steps` places further clockwise at a table of `count` seats.
    #[must_use]
    pub fn after(self, steps: u8, count: u8) -> Seat {
        Seat(
            ((u16::from(self.0) + u16::from(steps)) % u16::from(count.clamp(1, MAX_SEATS as u8)))
                as u8,
        )
    }
}

impl Key for Seat {
    const COUNT: usize = MAX_SEATS;

    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn at(index: usize) -> Option<Seat> {
        u8::try_from(index).ok().and_then(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Seat::new(number).ok_or_else(|| {
            D::Error::custom(format!(
                "there is no seat {number}; a seat is 0 to {}",
                MAX_SEATS - 1
            ))
        })
    }
}

/// One `T` for each seat of a table.
///
/// Reading a seat that the table does not have returns the default of `T` instead of panicking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerSeat<T> {
    items: [T; MAX_SEATS],
    count: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// Creates the values of the first `count` seats by calling `make`.
    pub fn new(count: u8, mut make: impl FnMut(Seat) -> T) -> Self {
        let mut items = [T::default(); MAX_SEATS];
        for (item, seat) in items.iter_mut().zip(Seat::first(count)) {
            *item = make(seat);
        }
        PerSeat {
            items,
            count: count.min(MAX_SEATS as u8),
        }
    }

    /// Creates default values for the first `count` seats.
    pub fn of(count: u8) -> Self {
        Self::new(count, |_| T::default())
    }

    /// Returns the number of seats at the table.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// Returns the seats of the table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<T> {
        Seat::first(self.count)
    }

    /// Returns each seat with its value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.seats().zip(&self.items)
    }

    /// Returns each seat with its mutable value, in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        self.seats().zip(&mut self.items)
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "a seat is below MAX_SEATS by construction"
)]
impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.items[Key::index(seat)]
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "a seat is below MAX_SEATS by construction"
)]
impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[Key::index(seat)]
    }
}

impl<T: Copy + Default + Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(_, item)| item))
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > MAX_SEATS {
            return Err(D::Error::custom(format!(
                "a list for {} seats; a table has at most {MAX_SEATS}",
                items.len()
            )));
        }
        Ok(PerSeat::new(items.len() as u8, |seat| {
            items.get(Key::index(seat)).copied().unwrap_or_default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        let last = Seat::new(3).unwrap();
        assert_eq!(last.after(1, 4), Seat::FIRST);
        assert_eq!(last.after(6, 4), Seat(1));
        assert_eq!(Seat::new(MAX_SEATS as u8), None);
    }

    #[test]
    fn per_seat_is_a_json_list_as_long_as_the_table() {
        let points = PerSeat::new(3, |seat| seat.number() * 10);
        let json = serde_json::to_string(&points).unwrap();
        assert_eq!(json, "[0,10,20]");
        assert_eq!(serde_json::from_str::<PerSeat<u8>>(&json).unwrap(), points);
        assert!(serde_json::from_str::<PerSeat<u8>>("[1,2,3,4,5,6]").is_err());
    }
}
