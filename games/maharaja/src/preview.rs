//! What a decision would bring, for people who want to know before they decide. Nothing here is a rule: the real rules are tried out on a copy.

use crate::action::Action;
use crate::components::{City, Road};
use crate::state::{Maharaja, Open};
use kit::{By, Game, PerSeat, Seat};

/// What one action would change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preview {
    /// The table right after it, before anybody else acts.
    pub after: Open,
    /// Coins that each player would have more, or less.
    pub coins: PerSeat<i32>,
    /// Prestige that the player would have more, or less.
    pub prestige: i16,
    /// Shrines on the tableau that the player would have more, or less.
    pub shrines: i16,
    /// Action markers that the player would have more, or less.
    pub markers: i16,
    /// The player's worship in each city, before and after.
    pub worship: By<City, [u8; 2], 7>,
}

impl Maharaja {
    /// What this action would change; `None` if it is not allowed, or if others act before the player sees what it brings.
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
    /// What passing a road would cost this player in all; `None` if a village on it has no shrine.
    pub fn road_toll(&self, seat: Seat, road: Road) -> Option<u16> {
        self.toll(self.traveller(seat), road)
            .map(|burden| burden.total())
    }

    /// Whether every village on a road has a shrine.
    pub fn is_open(&self, road: Road) -> bool {
        let mut villages = road.villages().iter();
        villages.all(|&village| !self.villages[village].is_empty())
    }
}
