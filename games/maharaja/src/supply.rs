//! Pieces from the common supply and back to it.

use crate::event::Event;
use crate::state::Open;
use kit::{Seat, Sink};

impl Open {
    pub(crate) fn take_coins(&mut self, seat: Seat, coins: u16, events: &mut impl Sink<Event>) {
        self.tableaus[seat].coins += coins;
        events.tell(Event::CoinsTaken { seat, coins });
    }

    /// Pays as much of the price as the player has. Callers check before whether a full payment is required.
    pub(crate) fn pay_coins(&mut self, seat: Seat, price: u16, events: &mut impl Sink<Event>) {
        let coins = price.min(self.tableaus[seat].coins);
        if coins > 0 {
            self.tableaus[seat].coins -= coins;
            events.tell(Event::CoinsPaid { seat, coins });
        }
    }

    /// Spec 14.10: moves shrines from the supply to the tableau, as many as there are.
    pub(crate) fn take_shrines(&mut self, seat: Seat, shrines: u8, events: &mut impl Sink<Event>) {
        let tableau = &mut self.tableaus[seat];
        let shrines = shrines.min(tableau.supply);
        tableau.supply -= shrines;
        tableau.shrines += shrines;
        events.tell(Event::ShrinesTaken { seat, shrines });
    }

    /// Spec 14.2: takes action markers from the supply, as many as there are.
    pub(crate) fn take_markers(&mut self, seat: Seat, markers: u8, events: &mut impl Sink<Event>) {
        let markers = markers.min(self.markers);
        self.markers -= markers;
        self.tableaus[seat].markers += markers;
        events.tell(Event::MarkersTaken { seat, markers });
    }

    /// Returns a used action marker to the supply.
    pub(crate) fn return_marker(&mut self, seat: Seat) {
        let tableau = &mut self.tableaus[seat];
        if tableau.markers > 0 {
            tableau.markers -= 1;
            self.markers += 1;
        }
    }
}
