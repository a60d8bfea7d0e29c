//! What promises points to come: the judgement of bots that look ahead.

use crate::components::{
    City, Colour, DRAFT, MARKER_SYMBOLS, Province, Special, Symbol, Tile, VISITS,
};
use crate::scoring::{connected, provinces_connected};
use crate::state::{Open, Player, Stage, TajMahal, Withdrawal};
use kit::{Amounts, By, Key, PerSeat, Prospect, Seat, SeatSet, Set};
use tinyvec::ArrayVec;

/// What each prospect should seem worth in the next step (by `durbar tune`), and what it brings in the end (by `durbar fit`).
pub(crate) const PROSPECTS: &[Prospect] = &[
    worth("cards in hand", 0.54, 1.13),
    worth("white cards in hand", 0.68, -0.29),
    worth("cards of the longest colour", 0.06, 0.10),
    worth("cards in hand, as the end comes near", 0.0, -1.04),
    worth("white cards in hand, as the end comes near", 0.0, 1.27),
    worth(
        "cards of the longest colour, as the end comes near",
        0.0,
        0.67,
    ),
    worth("cards still to take", 1.02, 1.33),
    worth("single markers", 0.49, 0.48),
    worth("special elephant", 3.7, 0.67),
    worth("special mogul", 2.0, 0.17),
    worth("special points", 3.7, -0.18),
    worth("special free colour", 1.8, 0.38),
    worth("goods that can come again", 0.41, -0.01),
    worth("provinces linked to those to come", 0.39, 0.27),
    worth("palaces to place", 1.12, 0.42),
    worth("points of palaces to place", 0.62, 0.49),
    worth("points of the tile that was won", 1.00, 0.67),
    worth("palaces within reach", 0.77, 0.63),
    worth("points of palaces within reach", 0.60, 0.40),
    worth("points of the tile within reach", 0.28, 0.38),
    worth("prizes led by two or more", 0.20, 0.41),
    worth("prizes shared with the best rival", 0.28, 0.31),
    worth("cards that can still be laid in this visit", 0.04, 0.13),
];

const fn worth(name: &'static str, worth: f32, brings: f32) -> Prospect {
    Prospect {
        name,
        worth,
        brings,
    }
}

impl TajMahal {
    /// Fills in, for each of these seats, what [`PROSPECTS`] lists, in the same order.
    pub(crate) fn measure_prospects(&self, seats: SeatSet, amounts: &mut PerSeat<Amounts>) {
        let rows = self.open.rows();
        for seat in seats.iter() {
            let groups = Groups::of(&self.open.players[seat]);
            let (hand, visit) = (
                self.hand_prospects(seat),
                self.visit_prospects(seat, &rows, &groups),
            );
            let found = hand
                .into_iter()
                .chain(self.open.lasting_prospects(seat, &groups))
                .chain(visit);
            for (amount, found) in amounts[seat].iter_mut().zip(found) {
                *amount = found;
            }
        }
    }

    fn hand_prospects(&self, seat: Seat) -> [f32; 7] {
        let hand = self.hands[seat];
        let longest = Colour::all()
            .map(|colour| hand.of_colour(colour))
            .max()
            .unwrap_or(0);
        let takes = match self.open.stage {
            Stage::Draft {
                seat: decider,
                takes,
            } if decider == seat => takes,
            _ if self.open.active.contains(seat) => DRAFT,
            _ => 0,
        };
        let [cards, white, longest] = [hand.len(), hand.white(), longest].map(|count| count as f32);
        // In the last visit a card is hardly more than what the final scoring makes of it.
        let near = 1.0 / (1.0 + self.open.visits_to_come());
        [
            cards,
            white,
            longest,
            near * cards,
            near * white,
            near * longest,
            takes.into(),
        ]
    }

    /// The contest of this visit: what was won and is still to be placed, what would be won by withdrawing now, and how safe that is.
    fn visit_prospects(&self, seat: Seat, rows: &Rows, groups: &Groups) -> [f32; 9] {
        let open = &self.open;
        let player = &open.players[seat];
        match open.stage {
            Stage::Place(withdrawal) if withdrawal.seat == seat => {
                let Withdrawal {
                    normal,
                    crown,
                    tile,
                    placed,
                    ..
                } = withdrawal;
                let [palaces, palace_points, tile_points] =
                    open.prizes(player, groups, normal + u8::from(crown), placed, tile);
                [
                    palaces,
                    palace_points,
                    tile_points,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                ]
            }
            _ if open.active.contains(seat) && !player.row.is_empty() => {
                let Contest { won, safe, tied } = open.contest(seat, rows);
                let palaces =
                    won.and(MARKER_SYMBOLS).len() as u8 + u8::from(won.contains(Symbol::Mogul));
                let [palaces, palace_points, tile_points] =
                    open.prizes(player, groups, palaces, 0, won.contains(Symbol::Elephant));
                let cards = player
                    .bound_colour
                    .map_or(0, |colour| self.hands[seat].of_colour(colour));
                [
                    0.0,
                    0.0,
                    0.0,
                    palaces,
                    palace_points,
                    tile_points,
                    safe,
                    tied,
                    cards as f32,
                ]
            }
            _ => [0.0; 9],
        }
    }
}

/// How often each row shows each symbol.
type Rows = PerSeat<By<Symbol, u32, 6>>;

/// How one player's row compares with the others.
struct Contest {
    won: Set<Symbol>,
    safe: f32,
    tied: f32,
}

impl Open {
    fn rows(&self) -> Rows {
        PerSeat::new(self.players.count(), |seat| {
            match self.active.contains(seat) {
                true => By::from_fn(|symbol| self.shows(seat, symbol)),
                false => By::default(),
            }
        })
    }

    fn contest(&self, seat: Seat, rows: &Rows) -> Contest {
        let mut contest = Contest {
            won: Set::EMPTY,
            safe: 0.0,
            tied: 0.0,
        };
        for symbol in self.court.iter() {
            let own = rows[seat][symbol];
            let best = rows
                .iter()
                .filter(|(rival, _)| *rival != seat)
                .map(|(_, row)| row[symbol])
                .max()
                .unwrap_or(0);
            if own > best {
                contest.won.insert(symbol);
                contest.safe += f32::from(u8::from(own > best + 1));
            } else if own == best && own > 0 {
                contest.tied += 1.0;
            }
        }
        contest
    }

    /// Palaces, the points that they would bring, and the points of the tile.
    fn prizes(
        &self,
        player: &Player,
        groups: &Groups,
        palaces: u8,
        placed: u8,
        tile: bool,
    ) -> [f32; 3] {
        let linked = provinces_connected(player.network(), self.province()).len() as f32;
        let around = groups.linked_to(self.province());
        let palace_points = if palaces + placed > 0 {
            linked.max(1.0 + around)
        } else {
            0.0
        };
        let goods = if tile { self.tile().goods() } else { &[] };
        [
            palaces.into(),
            palace_points,
            goods
                .iter()
                .map(|&good| 1.0 + f32::from(player.goods[good]))
                .sum(),
        ]
    }

    /// What lasts beyond this visit.
    fn lasting_prospects(&self, seat: Seat, groups: &Groups) -> [f32; 7] {
        let player = &self.players[seat];
        let lasts = self.visits_to_come().min(1.0);
        let markers: u8 = player.markers.iter().map(|(_, &count)| count).sum();
        let [elephant, mogul, points, free_colour] = Special::ALL.map(|special| {
            if self.special_cards[special] == Some(seat) {
                lasts
            } else {
                0.0
            }
        });
        [
            lasts * f32::from(markers),
            elephant,
            mogul,
            points,
            free_colour,
            self.goods_to_come(player),
            self.links_to_come(groups),
        ]
    }

    fn visits_to_come(&self) -> f32 {
        VISITS.saturating_sub(self.visit).into()
    }

    /// For each good owned, how often it is still to be won.
    fn goods_to_come(&self, player: &Player) -> f32 {
        let next = self.visit + u8::from(!self.court.contains(Symbol::Elephant));
        let tiles = Tile::all().filter(|tile| tile.number() >= next);
        tiles
            .flat_map(Tile::goods)
            .map(|&good| f32::from(player.goods[good]))
            .sum()
    }

    /// For each province to come, the provinces that a palace there could be connected with.
    fn links_to_come(&self, groups: &Groups) -> f32 {
        let to_come = Tile::all().filter(|tile| tile.number() > self.visit);
        to_come
            .map(|tile| groups.linked_to(self.province_of(tile)))
            .sum()
    }
}

/// A player's palaces, parted into groups that roads connect.
struct Groups(ArrayVec<[Group; MOST_GROUPS]>);

/// The cities of a group, and the provinces that it reaches.
#[derive(Clone, Copy, Default)]
struct Group {
    cities: Set<City>,
    provinces: Set<Province>,
}

/// A group has at least one city.
const MOST_GROUPS: usize = City::COUNT;

impl Groups {
    fn of(player: &Player) -> Self {
        let mut groups = ArrayVec::new();
        let mut left = player.network();
        while let Some(city) = left.lowest() {
            let cities = connected(player.network(), Set::only(city));
            left = left.without(cities);
            groups.push(Group {
                cities,
                provinces: cities.iter().map(City::province).collect(),
            });
        }
        Groups(groups)
    }

    /// How many provinces a palace in this province could be connected with.
    fn linked_to(&self, province: Province) -> f32 {
        let near = self
            .0
            .iter()
            .filter(|group| !group.cities.and(province.surroundings()).is_empty());
        near.fold(Set::EMPTY, |linked: Set<Province>, group| {
            linked.or(group.provinces)
        })
        .len() as f32
    }
}
