//! Previews of a decision's result, for people. They contain no rules: they apply the real rules to a copy of the state.

use crate::action::Action;
use crate::components::{City, Province, Symbol};
use crate::event::{Event, Reason};
use crate::scoring::{Points, Source, connected};
use crate::state::{Open, Stage, TajMahal};
use kit::{By, Game, Seat, Set};

/// The result of withdrawing now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    /// The prizes won.
    pub won: Set<Symbol>,
    /// The points by source, with the palaces placed where they score most.
    pub points: Points,
}

/// The result of placing one palace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The immediate points for the bonus tile.
    pub bonus: u16,
    /// The player's cities that would be connected with this visit's palaces.
    pub cities: Set<City>,
    /// The provinces of these cities, one point each.
    pub provinces: Set<Province>,
}

impl TajMahal {
    /// Returns the result of withdrawing now, regardless of whose turn it is; `None` if the player is not in the visit.
    pub fn preview(&self, seat: Seat) -> Option<Preview> {
        if self.open.stage == Stage::Over || !self.open.active.contains(seat) {
            return None;
        }
        let mut after = *self;
        after.open.stage = Stage::Turn { seat };
        after.withdraw(seat, &mut ());
        let best = after.best_placed(seat);
        let gained = |source| match source {
            // Points of the end of the game do not belong to this withdrawal.
            Source::Hand => 0,
            _ => best.open.players[seat].points[source]
                .saturating_sub(self.open.players[seat].points[source]),
        };
        Some(Preview {
            won: self.open.wins(seat),
            points: By::from_fn(gained),
        })
    }

    /// Returns the game after all palaces of this withdrawal are placed where they score most.
    fn best_placed(self, seat: Seat) -> TajMahal {
        let Stage::Place(withdrawal) = self.open.stage else {
            return self;
        };
        if withdrawal.seat != seat {
            return self;
        }
        let mut actions = Vec::new();
        self.legal(seat, &mut actions);
        // The order does not affect the points, so the normal palaces come first.
        if withdrawal.normal > 0 {
            actions.retain(|action| matches!(action, Action::Palace(_)));
        }
        let placed = actions.into_iter().filter_map(|action| {
            let mut after = self;
            after.apply(seat, action, &mut ()).ok()?;
            Some(after.best_placed(seat))
        });
        placed
            .max_by_key(|after| after.open.players[seat].total())
            .unwrap_or(self)
    }

    /// Returns the result of placing this palace, or `None` if it cannot be placed now.
    pub fn placement(&self, seat: Seat, action: Action) -> Option<Placement> {
        let (Action::Palace(city) | Action::Crown(city)) = action else {
            return None;
        };
        let mut events = Vec::new();
        let mut after = *self;
        after.apply(seat, action, &mut events).ok()?;
        let bonus = events
            .iter()
            .take_while(|event| !matches!(event, Event::TookTile { .. }))
            .filter_map(|event| match event {
                Event::Scored {
                    points,
                    reason: Reason::Bonus { .. } | Reason::Good { .. },
                    ..
                } => Some(points),
                _ => None,
            })
            .sum();
        let network = self.open.players[seat].network().or(Set::only(city));
        let cities = connected(network, network.and(self.open.province().cities()));
        Some(Placement {
            bonus,
            cities,
            provinces: cities.iter().map(City::province).collect(),
        })
    }

    /// Returns the table right after these cards are laid, before anybody else acts; `None` if they cannot be laid now.
    pub fn laid(&self, seat: Seat, action: Action) -> Option<Open> {
        let mut after = *self;
        after.apply(seat, action, &mut ()).ok()?;
        let mut open = self.open;
        open.players[seat] = after.open.players[seat];
        Some(open)
    }
}
