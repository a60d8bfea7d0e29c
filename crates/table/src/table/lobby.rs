//! A table before the game: who is ready, and whether the seats are drawn.

use super::{Table, told};
use crate::any_history::Tell;
use crate::entry::Change;
use crate::people::Person;
use crate::request::Refused;
use kit::{Seat, dice, shuffle};
use protocol::{Status, WhatHappened};

/// The number of the child of the table's seed that draws the seats. The game uses the seed itself.
const SEATING: u64 = 0x5ea7;

/// Requests.
impl Table {
    pub(crate) fn want_ready(&self, by: &Person, ready: bool) -> Result<Change, Refused> {
        self.in_status(Status::Waiting)?;
        let seat = self.own_seat(&by.id)?;
        Ok(Change::Ready { seat, ready })
    }

    pub(crate) fn want_shuffle(&self, by: &Person, shuffle: bool) -> Result<Change, Refused> {
        self.in_status(Status::Waiting)?;
        self.only_owner(&by.id)?;
        Ok(Change::Shuffle { shuffle })
    }
}

/// Changes.
impl Table {
    pub(super) fn set_ready(&mut self, seat: Seat, ready: bool) -> Result<Tell, Refused> {
        self.in_status(Status::Waiting)?;
        self.seat_mut(seat)?.ready = ready;
        Ok(told(WhatHappened::Ready { seat, ready }))
    }

    pub(super) fn set_shuffle(&mut self, shuffle: bool) -> Result<Tell, Refused> {
        self.in_status(Status::Waiting)?;
        self.shuffle = shuffle;
        Ok(told(WhatHappened::Shuffle { shuffle }))
    }

    /// Draws the seats from the table's seed, which nobody can choose or foresee.
    pub(super) fn draw_seats(&mut self) {
        if self.shuffle {
            let mut dice = dice(self.setup.seed.child(SEATING));
            shuffle(&mut dice, &mut self.seats);
        }
    }

    /// Returns whether the seats are drawn at the start.
    pub fn shuffles(&self) -> bool {
        self.shuffle
    }

    /// Returns whether the person in this seat said that they are ready.
    pub fn is_ready(&self, seat: Seat) -> bool {
        let place = self.seats.get(usize::from(seat.number()));
        place.is_some_and(|place| place.ready)
    }
}
