//! Views as numbered features, for bots that learn.

use crate::action::Action;
use crate::board::Side;
use crate::components::*;
use crate::menu::{Block, Menu};
use crate::numbers::{self, NUMBERING};
use crate::options::Edition;
use crate::pending::Pending;
use crate::player::{Movement, Player};
use crate::state::Amritsar;
use crate::view::View;
use kit::{Features, Key, Learn, Numbering, Seat, Set, distance};

/// The most players, and with them the most places of players in the features.
const PLACES: u8 = 4;
/// The steps in which the numbers of items are told apart.
const ITEMS: [i32; 5] = [1, 2, 3, 4, 6];
/// Counters of a player beyond this number are not told apart.
const MOST_COUNTERS: u16 = ELEPHANT_CAPACITY as u16 + 1;
/// The rounds of the game.
const ROUNDS_IN_ALL: u16 = Decade::COUNT as u16 * ROUNDS as u16;

impl Learn for Amritsar {
    const FEATURES: u16 = 1323;
    const PARTS: u16 = numbers::PARTS;

    fn features(view: &View, seat: Seat, features: &mut Features) {
        features.clear();
        view.table_features(seat, features);
        view.pending_features(seat, features);
        view.town_features(features);
        view.temple_features(seat, features);
        view.objective_features(seat, features);
        let players = view.open.options.players;
        for place in 0..PLACES {
            if place < players {
                view.player_features(seat.after(place, players), features);
            } else {
                features.none(PLAYER_FEATURES);
            }
        }
        view.maharajah_features(features);
    }

    fn known(view: &View) -> Self {
        Amritsar {
            open: view.open,
            objectives: view.objectives,
        }
    }

    fn numbering() -> &'static Numbering<Action> {
        &NUMBERING
    }

    fn parts(action: Action, parts: &mut Features) {
        parts.clear();
        numbers::parts(action, parts);
    }
}

const PLAYER_FEATURES: u16 = 140;

impl View {
    /// Adds the place of a seat, counted from the viewer.
    fn place(&self, viewer: Seat, seat: Option<Seat>, features: &mut Features) {
        match seat {
            Some(seat) => features.one_of(
                distance(viewer, seat, self.open.options.players),
                PLACES.into(),
            ),
            None => features.none(PLACES.into()),
        }
    }

    fn table_features(&self, viewer: Seat, features: &mut Features) {
        let open = &self.open;
        features.one_of(usize::from(open.options.players).saturating_sub(1), 4);
        features.flag(open.options.hard);
        features.flag(open.options.edition == Edition::En);
        features.key(Some(open.decade));
        features.one_of(usize::from(open.round).saturating_sub(1), ROUNDS.into());
        self.place(viewer, Some(open.start_player), features);
        self.place(viewer, Some(open.active), features);
        self.place(viewer, open.actor(), features);
        features.key(Some(open.token));
        features.key(Some(open.temple_tile()));
        features.key(open.decade.next().map(|next| next.pick(open.temple)));
        for bridge in open.bridges {
            features.key(Some(bridge));
        }
        for resource in Resource::all() {
            features.at_least(open.market[resource].into(), MARKET_ROWS.into());
        }
        features.set(open.offer);
    }

    /// The pending decision, and the turn around it.
    fn pending_features(&self, viewer: Seat, features: &mut Features) {
        let stack = &self.open.stack;
        let (main, top) = (stack.first(), stack.last());
        features.one_of(main.map_or(0, number_of), PENDING);
        features.one_of(top.map_or(0, number_of), PENDING);
        let menu = match main {
            Some(Pending::Actions(menu)) => Some(*menu),
            _ => None,
        };
        self.menu_features(menu, features);
        let sowing = match top {
            Some(Pending::Sow(sowing)) => Some(*sowing),
            _ => None,
        };
        for colour in Colour::all() {
            let left = sowing.map_or(0, |sowing| sowing.hand[colour]);
            features.at_least(left.into(), WORKERS_OF_A_COLOUR.into());
        }
        features.key(sowing.map(|sowing| sowing.origin));
        features.key(sowing.map(|sowing| sowing.last));
        let worker = match main {
            Some(Pending::Follow(following) | Pending::MaharajahFollow(following)) => {
                Some(following.worker)
            }
            Some(Pending::Elephant2 { worker }) => Some(*worker),
            _ => None,
        };
        features.key(worker);
        let (mut kinds, mut free, mut due) = (None, false, None);
        match top {
            Some(Pending::Upgrade(upgrades)) => {
                (kinds, free) = (Some(upgrades.kinds), upgrades.free);
            }
            Some(Pending::Knowledge(knowledge)) => due = knowledge.due,
            _ => (),
        }
        features.key(kinds);
        features.flag(free);
        features.key(due);
        features.flag(self.open.actor() == Some(viewer) && self.open.in_own_turn());
    }

    fn menu_features(&self, menu: Option<Menu>, features: &mut Features) {
        features.key(menu.map(|menu| menu.worker));
        features.key(menu.map(|menu| menu.section));
        features.flag(menu.is_some_and(|menu| menu.elephant_used));
        let (mut tile, mut main, mut second, mut closed) = (None, false, false, false);
        match menu.map(|menu| menu.block) {
            Some(Block::Open {
                tile: open,
                main_done,
                second_done,
            }) => (tile, main, second) = (Some(open), main_done, second_done),
            Some(Block::Closed) => closed = true,
            _ => (),
        }
        features.key(tile);
        features.flag(main);
        features.flag(second);
        features.flag(closed);
    }

    fn town_features(&self, features: &mut Features) {
        let open = &self.open;
        for (_, section) in open.ring.iter() {
            for colour in Colour::all() {
                let workers = section.workers[colour];
                features.at_least(workers.into(), WORKERS_OF_A_COLOUR.into());
            }
            features.at_least(section.coins.into(), 2);
        }
        for space in MaharajahSpace::all() {
            features.key(open.maharajah_workers[space]);
        }
        for district in District::all() {
            features.set(open.districts[district]);
        }
    }

    fn temple_features(&self, viewer: Seat, features: &mut Features) {
        let players = self.open.options.players;
        for (_, tile) in self.open.donations.iter() {
            for space in Space::all() {
                let owner = tile.counters[space].map(|side| match side {
                    Side::Player(seat) => distance(viewer, seat, players),
                    Side::Maharajah => PLACES.into(),
                });
                match owner {
                    Some(owner) => features.one_of(owner, u16::from(PLACES) + 1),
                    None => features.none(u16::from(PLACES) + 1),
                }
            }
        }
    }

    fn objective_features(&self, viewer: Seat, features: &mut Features) {
        let own = self.objectives[viewer];
        features.set(own.hand);
        features.set(
            own.played
                .iter()
                .filter_map(|(_, tile)| *tile)
                .collect::<Set<Objective>>(),
        );
    }

    fn player_features(&self, seat: Seat, features: &mut Features) {
        let player: &Player = &self.open.players[seat];
        for item in Item::all() {
            features.steps(player.items.count(item).into(), &ITEMS);
        }
        let room = player.capacity().saturating_sub(player.items.total());
        features.at_least(room.into(), 4);
        features.set(player.storehouses);
        features.flag(player.flipped);
        features.key(player.elephant);
        features.one_of(player.counters_elephant.into(), MOST_COUNTERS);
        features.one_of(player.counters_market.into(), MOST_COUNTERS);
        for colour in Colour::all() {
            features.key(player.mahouts[colour]);
        }
        features.set(player.objectives_played);
        for track in Track::all() {
            features.one_of(player.knowledge[track].into(), u16::from(LAST_STEP) + 1);
        }
        features.flag(player.movement == Movement::Available);
        features.flag(player.movement == Movement::Spent);
        features.one_of(player.turns.into(), ROUNDS_IN_ALL + 1);
        features.at_least(self.open.tax_missing(seat).into(), 4);
        for resource in Resource::all() {
            features.key(player.ledger[resource]);
        }
        features.flag(player.exchange_used);
    }

    fn maharajah_features(&self, features: &mut Features) {
        let maharajah = self.open.maharajah;
        features.key(maharajah.map(|he| he.elephant));
        let counters = maharajah.map_or(0, |he| he.counters_elephant);
        features.at_least(counters.into(), ELEPHANT_CAPACITY.into());
        for resource in Resource::all() {
            let stored = maharajah.map_or(0, |he| he.storehouse[resource]);
            features.at_least(stored.into(), 4);
        }
        features.at_least(maharajah.map_or(0, |he| he.white_track.into()), 7);
        features.key(maharajah.map(|he| he.objective));
    }
}

/// The number of kinds of entries of the stack, and none.
const PENDING: u16 = 25;

/// Returns the number of the kind of an entry of the stack, from 1.
fn number_of(pending: &Pending) -> usize {
    match pending {
        Pending::SetupObjective { .. } => 1,
        Pending::SetupMahout { .. } => 2,
        Pending::Elephant1 => 3,
        Pending::ChooseGroup => 4,
        Pending::Sow(_) => 5,
        Pending::Actions(_) => 6,
        Pending::Elephant2 { .. } => 7,
        Pending::Follow(_) => 8,
        Pending::MaharajahFollow(_) => 9,
        Pending::Income { .. } => 10,
        Pending::ChooseGain => 11,
        Pending::Order => 12,
        Pending::ChooseResource(choice) => 13 + usize::from(choice.left > 1),
        Pending::Discard => 15,
        Pending::Market(market) => 16 + usize::from(market.bought || market.sold),
        Pending::Upgrade(_) => 18,
        Pending::Knowledge(_) => 19,
        Pending::MahoutTile => 20,
        Pending::Donate => 21,
        Pending::Bridges(_) | Pending::Bridge(_) => 22,
        Pending::Coins(_) => 23,
        Pending::Prestige { .. } => 24,
    }
}
