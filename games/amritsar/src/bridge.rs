//! Payments of the bridge tiles (spec 2.7, 8.9).

use crate::components::*;
use crate::event::Event;
use crate::pending::Pending;
use crate::play::Play;
use crate::prestige::Source;
use crate::state::Open;
use kit::{Key, Seat, Sink};

impl Open {
    /// Returns the bridge tiles that count for a player, in the order of their decades: that of the current decade, and those of later ones
    /// for the owner of `all_bridges`.
    pub(crate) fn counting_bridges(
        &self,
        seat: Seat,
    ) -> impl DoubleEndedIterator<Item = BridgeTile> + use<> {
        let all = self.players[seat].owns(Storehouse::AllBridges);
        let past = self.decade.index();
        let tiles = self.bridges.into_iter().skip(past);
        tiles.take(if all { self.bridges.len() } else { 1 })
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Pays for every counting tile with the trigger, one after the other.
    pub(crate) fn trigger_bridges(&mut self, seat: Seat, trigger: Trigger) {
        self.pop();
        let tiles = self.open().counting_bridges(seat).rev();
        for tile in tiles.filter(|tile| tile.trigger() == trigger) {
            self.push(Pending::Bridge(tile));
        }
    }

    pub(crate) fn pay_bridge(&mut self, seat: Seat, tile: BridgeTile) {
        self.pop();
        self.tell(Event::BridgePaid { seat, tile });
        self.carry_out(seat, tile.reward(), Source::Bridges);
    }
}
