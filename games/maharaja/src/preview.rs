//! Previews of a decision's result, for people. They contain no rules: they apply the real rules to a copy of the state.

use crate::action::Action;
use crate::components::{City, Road};
use crate::state::{Maharaja, Open};
use kit::{By, Game, PerSeat, Seat};

/// The changes that an action would cause.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preview {
    /// The table right after it, before anybody else acts.
    pub after: Open,
    /// The change of each player's coins.
    pub coins: PerSeat<i32>,
    /// The change of the player's prestige.
    pub prestige: i16,
    /// The change of the shrines on the player's tableau.
    pub shrines: i16,
    /// The change of the player's action markers.
    pub markers: i16,
    /// The player's worship in each city, before and after.
    pub worship: By<City, [u8; 2], 7>,
}

impl Maharaja {
    /// Returns the changes of this action, or `None` if it is not allowed or others act before its result is visible.
    pub fn preview(&self, seat: Seat, action: Action) -> Option<Preview> {
        if matches!(action, Action::Plan(_) | Action::End) {
            return None;
        }
        let mut game = *self;
        game.apply(seat, action, &mut ()).ok()?;
        let (before, after) = (&self.open, game.open);
        let (had, has) = (&before.tableaus[seat], &after.tableaus[seat]);
        Some(Preview {
            after,
            coins: PerSeat::new(before.tableaus.count(), |owner| {
                i32::from(after.tableaus[owner].coins) - i32::from(before.tableaus[owner].coins)
            }),
            prestige: has.prestige.total() - had.prestige.total(),
            shrines: i16::from(has.shrines) - i16::from(had.shrines),
            markers: i16::from(has.markers) - i16::from(had.markers),
            worship: By::from_fn(|city| {
                [before, &after].map(|open| open.scored_worship(seat, city))
            }),
        })
    }
}

impl Open {
    /// Returns the total toll of a road for this player, or `None` if a village on it has no shrine.
    pub fn road_toll(&self, seat: Seat, road: Road) -> Option<u16> {
        self.toll(self.traveller(seat), road)
            .map(|burden| burden.total())
    }

    /// Returns whether every village on a road has a shrine.
    pub fn is_open(&self, road: Road) -> bool {
        let mut villages = road.villages().iter();
        villages.all(|&village| !self.villages[village].is_empty())
    }
}
