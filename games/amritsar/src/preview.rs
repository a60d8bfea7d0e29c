//! Previews of a group of workers' way, for people. They contain no rules of their own.

use crate::board::{Ring, head_count};
use crate::components::*;
use crate::pending::Pending;
use crate::sowing::Sowing;
use crate::state::Open;
use kit::Seat;

/// The way of a group of workers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Way {
    /// The sections where a worker is left, in order.
    pub stops: Vec<Section>,
    /// The possible landings of the last worker, the nearest first.
    pub landings: Vec<Landing>,
}

/// A possible landing of the last worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The section where it lands.
    pub section: Section,
    /// The coins for skipping the sections before it.
    pub coins: u8,
}

impl Open {
    /// Returns the way of the workers of a section if a player lifted them now.
    pub fn way_from(&self, seat: Seat, section: Section) -> Way {
        let mut ring = self.ring;
        let lifted = std::mem::take(&mut ring[section]);
        let player = &self.players[seat];
        // Coins that do not fit are lost; the preview assumes that the player keeps coins rather than resources.
        let coins = (player.items.count(Item::Coin) + lifted.coins).min(player.capacity());
        let sowing = Sowing {
            hand: lifted.workers,
            origin: section,
            last: section,
        };
        self.way_of(sowing, &ring, seat, coins)
    }

    /// Returns the way of the workers in the active player's hand.
    pub fn way_on(&self) -> Option<Way> {
        let Some(Pending::Sow(sowing)) = self.stack.first() else {
            return None;
        };
        let coins = self.players[self.active].items.count(Item::Coin);
        Some(self.way_of(*sowing, &self.ring, self.active, coins))
    }

    fn way_of(&self, mut sowing: Sowing, ring: &Ring, seat: Seat, coins: u8) -> Way {
        let mut way = Way::default();
        for _ in 1..head_count(&sowing.hand) {
            if let Some((stop, _)) = sowing.landings(ring).next() {
                way.stops.push(stop);
                sowing.last = stop;
            }
        }
        let free = u8::from(self.players[seat].owns(Storehouse::FreeSkip));
        let landings = sowing.landings(ring).map(|(section, skipped)| Landing {
            section,
            coins: (skipped.len() as u8).saturating_sub(free),
        });
        way.landings = landings.filter(|landing| landing.coins <= coins).collect();
        way
    }
}
