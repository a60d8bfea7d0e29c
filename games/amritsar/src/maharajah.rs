//! The Maharajah, the automatic opponent in the solo game (spec 12).

use crate::board::Side;
use crate::components::maharajah::*;
use crate::components::*;
use crate::event::Event;
use crate::options::Options;
use crate::play::Play;
use crate::prestige::{Prestige, Source};
use crate::state::Open;
use kit::{By, Key, Sink};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The Maharajah's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maharajah {
    /// Prestige by source.
    pub pp: Prestige,
    /// The district of his elephant.
    pub elephant: District,
    /// Counters on his elephant.
    pub counters_elephant: u8,
    /// Counters on his board.
    pub counters_board: u8,
    /// Resources in his storehouse; all others are in the quarry.
    pub storehouse: By<Resource, u8, 3>,
    /// His position on the white-worker track.
    pub white_track: u8,
    /// His objective, which is public.
    pub objective: Objective,
}

impl Maharajah {
    /// Spec 12.2; hard: 12.8.
    pub(crate) fn set_up(temple: TempleTile, objective: Objective, options: Options) -> Self {
        let mut pp = Prestige::default();
        pp.gain(Source::Start, START_PRESTIGE);
        let on_elephant = if options.hard {
            HARD_ELEPHANT_COUNTERS
        } else {
            ELEPHANT_COUNTERS
        };
        Maharajah {
            pp,
            elephant: districts_by_worth(temple)[0],
            counters_elephant: on_elephant,
            counters_board: COUNTERS - on_elephant,
            storehouse: START_STOREHOUSE,
            white_track: 0,
            objective,
        }
    }

    /// Returns the number of units of a resource in the quarry.
    pub fn quarry(&self, resource: Resource) -> u8 {
        QUARRY[resource].saturating_sub(self.storehouse[resource])
    }

    /// Returns the number of resources in his storehouse.
    pub fn resources(&self) -> u8 {
        self.storehouse.iter().map(|(_, &count)| count).sum()
    }

    /// Returns the coins on spaces of his storehouse that hold no resource.
    pub fn visible_coins(&self) -> u8 {
        STOREHOUSE.saturating_sub(self.resources())
    }

    fn can_pay(&self, cost: By<Resource, u8, 3>) -> bool {
        cost.iter()
            .all(|(resource, &count)| self.storehouse[resource] >= count)
    }
}

/// Returns the districts in the order 4, 3, 2, 1 prestige.
fn districts_by_worth(temple: TempleTile) -> [District; 4] {
    let mut districts = District::ALL;
    districts.sort_by_key(|&district| Reverse(temple.prestige(district)));
    districts
}

impl Open {
    /// Returns his best space in a district: most prestige for himself, then leftmost, then highest (spec 12.4).
    fn best_donation(&self, maharajah: &Maharajah, district: District) -> Option<Space> {
        let (set, tile) = (self.donation_set(), &self.donations[district]);
        let worth = |space: Space| self.donation_points(Side::Maharajah, district, space);
        Space::all()
            .filter(|&space| tile.is_open(set, district, space))
            .filter(|space| maharajah.can_pay(space.level().cost()))
            .max_by_key(|&space| (worth(space), Reverse(set.x(space)), space.level()))
            .filter(|_| maharajah.counters_elephant > 0)
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    /// Spec 12.4: a donation attempt, then an action for the player's active worker and one for the worker beside the token.
    pub(crate) fn maharajah_turn(&mut self, active_worker: Colour) {
        self.tell(Event::MaharajahTurnBegan);
        self.attempt_donation(None);
        let beside_the_token = self.game.open.maharajah_workers[self.game.open.token];
        for row in ACTION_ROWS {
            let both = [Some(active_worker), beside_the_token];
            for _ in both.into_iter().filter(|&worker| worker == Some(row)) {
                self.maharajah_action(row);
            }
        }
    }

    fn maharajah_action(&mut self, colour: Colour) {
        self.tell(Event::MaharajahActed { colour });
        match colour {
            Colour::Yellow => {
                self.take_counter();
                let taken = self.take_resource(Resource::Marble);
                let edition = self.open().options.edition;
                if let Some(resource) = edition.removed_from_the_market(taken) {
                    self.remove_from_the_market(resource);
                }
            }
            Colour::Blue => {
                let wanted = blue_action(self.open().decade);
                for resource in wanted {
                    self.take_resource(resource);
                }
            }
            Colour::White => self.advance_white_track(),
            Colour::Green => {
                let objective = self.open().maharajah.map(|maharajah| maharajah.objective);
                self.attempt_donation(objective.and_then(Objective::star));
            }
        }
    }

    /// Tries a preferred district, then the others by their worth; takes a counter if he cannot donate.
    fn attempt_donation(&mut self, preferred: Option<District>) {
        let open = &self.game.open;
        let Some(maharajah) = open.maharajah else {
            return;
        };
        let by_worth = districts_by_worth(open.temple_tile());
        let mut tried = preferred.into_iter().chain(by_worth);
        let found = tried.find_map(|district| {
            let space = open.best_donation(&maharajah, district)?;
            Some((district, space))
        });
        match found {
            Some((district, space)) => self.maharajah_donates(district, space),
            None => self.take_counter(),
        }
    }

    fn maharajah_donates(&mut self, district: District, space: Space) {
        if let Some(maharajah) = &mut self.game.open.maharajah {
            maharajah.elephant = district;
            maharajah.counters_elephant -= 1;
            for (resource, &count) in space.level().cost().iter() {
                maharajah.storehouse[resource] -= count;
            }
            self.place_donation(Side::Maharajah, district, space);
        }
    }

    /// Spec 12.5.
    fn take_counter(&mut self) {
        let Some(maharajah) = &mut self.game.open.maharajah else {
            return;
        };
        if maharajah.counters_board == 0 {
            return self.score_maharajah(MISSING_COUNTER_PRESTIGE);
        }
        if maharajah.counters_elephant >= ELEPHANT_CAPACITY {
            return self.tell(Event::ElephantFull {
                side: Side::Maharajah,
            });
        }
        maharajah.counters_board -= 1;
        maharajah.counters_elephant += 1;
        let taken = BOARD_COUNTERS.saturating_sub(maharajah.counters_board);
        self.tell(Event::MaharajahTookCounter);
        if taken % ROW == 0 && taken > 0 {
            self.give(row_gift(taken / ROW - 1));
        }
    }

    /// Spec 12.6: takes the wanted resource, another one in the order of the quarry, or prestige. Returns the resource taken.
    fn take_resource(&mut self, wanted: Resource) -> Option<Resource> {
        let maharajah = self.game.open.maharajah.as_mut()?;
        let mut choices = [wanted].into_iter().chain(Resource::ALL);
        let found = choices.find(|&resource| maharajah.quarry(resource) > 0);
        match found {
            Some(resource) => {
                maharajah.storehouse[resource] += 1;
                self.tell(Event::MaharajahTookResource { resource });
            }
            None => self.score_maharajah(MISSING_RESOURCE_PRESTIGE),
        }
        found
    }

    fn remove_from_the_market(&mut self, resource: Resource) {
        let stock = &mut self.open().market[resource];
        if *stock > 0 {
            *stock -= 1;
            self.tell(Event::MaharajahRemoved { resource });
        }
    }

    /// Moves one space to the right; at the end of the track, alternates between the last two spaces.
    fn advance_white_track(&mut self) {
        let Some(maharajah) = &mut self.game.open.maharajah else {
            return;
        };
        let place = &mut maharajah.white_track;
        *place = if *place < LAST_MARKER {
            *place + 1
        } else {
            LAST_MARKER - 1
        };
        let place = *place;
        self.tell(Event::MaharajahAdvanced { place });
        self.give(marker_gift(place));
    }

    fn give(&mut self, gift: Gift) {
        match gift {
            Gift::Nothing => (),
            Gift::Prestige(points) => self.score_maharajah(points),
            Gift::Gold => {
                self.take_resource(Resource::Gold);
            }
            Gift::GoldAndPrestige(points) => {
                self.take_resource(Resource::Gold);
                self.score_maharajah(points);
            }
            Gift::Marble(count) => {
                for _ in 0..count {
                    self.take_resource(Resource::Marble);
                }
            }
            Gift::Counter => self.take_counter(),
            Gift::MarbleAndCounter => {
                self.take_resource(Resource::Marble);
                self.take_counter();
            }
        }
    }

    fn score_maharajah(&mut self, points: u8) {
        self.score(Side::Maharajah, points, Source::MaharajahBoard);
    }

    /// Spec 12.7: the last two spaces of the white-worker track count at the end.
    pub(crate) fn score_white_track(&mut self) {
        if let Some(maharajah) = self.game.open.maharajah {
            let points = match maharajah.white_track {
                LAST_MARKER => maharajah.visible_coins(),
                RESOURCES_MARKER => maharajah.resources(),
                _ => 0,
            };
            self.score_maharajah(points);
        }
    }
}
