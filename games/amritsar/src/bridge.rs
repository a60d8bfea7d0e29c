//! What the bridge tiles pay (spec 2.7, 8.9).

use crate::board::Side;
use crate::components::*;
use crate::event::Event;
use crate::gains::ChooseResource;
use crate::pending::Pending;
use crate::play::Play;
use crate::player::Items;
use crate::prestige::Source;
use crate::state::Open;
use kit::{Seat, Sink};

impl Open {
    /// The bridge tiles that count for a player, in the order of their decades: that of the current decade, and those of later ones
    /// for the owner of `all_bridges`.
    pub(crate) fn counting_bridges(
        &self,
        seat: Seat,
    ) -> impl DoubleEndedIterator<Item = BridgeTile> + use<> {
        let all = self.players[seat].owns(Storehouse::AllBridges);
        let decade = self.decade;
        let [first, second, third] = self.bridges;
        [
            (Decade::I, first),
            (Decade::Ii, second),
            (Decade::Iii, third),
        ]
        .into_iter()
        .filter(move |&(of, _)| of == decade || all && of > decade)
        .map(|(_, tile)| tile)
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Every counting tile with that trigger pays, one after the other.
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
        match tile {
            BridgeTile::Group4Resource => self.push(ChooseResource::of(1)),
            BridgeTile::DonationCoin | BridgeTile::UpgradeCoin => self.gain(seat, Items::coins(1)),
            BridgeTile::Group4Pp | BridgeTile::UpgradePp | BridgeTile::MarketPp => {
                self.score(Side::Player(seat), 1, Source::Bridges)
            }
        }
    }
}
