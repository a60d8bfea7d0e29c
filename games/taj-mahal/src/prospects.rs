//! The prospects of future points, for bots that look ahead.

use crate::components::{
    City, Colour, DRAFT, MARKER_SYMBOLS, Province, Special, Symbol, Tile, VISITS,
};
use crate::scoring::{connected, provinces_connected};
use crate::state::{Open, Player, Stage, TajMahal, Withdrawal};
use kit::{By, Judge, Key, PerSeat, Seat, SeatSet, Set};
use tinyvec::ArrayVec;

kit::prospects! {
    /// The prospects of future points. `worth` was found by `durbar tune`, `brings` by `durbar fit`.
    pub enum Prospect {
        Cards = "cards in hand" { worth: 0.54, brings: 1.13 },
        WhiteCards = "white cards in hand" { worth: 0.68, brings: -0.29 },
        LongestColour = "cards of the longest colour" { worth: 0.06, brings: 0.10 },
        LateCards = "cards in hand, as the end comes near" { worth: 0.0, brings: -1.04 },
        LateWhiteCards = "white cards in hand, as the end comes near" { worth: 0.0, brings: 1.27 },
        LateLongestColour = "cards of the longest colour, as the end comes near" { worth: 0.0, brings: 0.67 },
        CardsToTake = "cards still to take" { worth: 1.02, brings: 1.33 },
        Markers = "single markers" { worth: 0.49, brings: 0.48 },
        SpecialElephant = "special elephant" { worth: 3.7, brings: 0.67 },
        SpecialMogul = "special mogul" { worth: 2.0, brings: 0.17 },
        SpecialPoints = "special points" { worth: 3.7, brings: -0.18 },
        SpecialFreeColour = "special free colour" { worth: 1.8, brings: 0.38 },
        GoodsToCome = "goods that can come again" { worth: 0.41, brings: -0.01 },
        LinksToCome = "provinces linked to those to come" { worth: 0.39, brings: 0.27 },
        PalacesToPlace = "palaces to place" { worth: 1.12, brings: 0.42 },
        PointsOfPalacesToPlace = "points of palaces to place" { worth: 0.62, brings: 0.49 },
        PointsOfTileWon = "points of the tile that was won" { worth: 1.00, brings: 0.67 },
        PalacesInReach = "palaces within reach" { worth: 0.77, brings: 0.63 },
        PointsOfPalacesInReach = "points of palaces within reach" { worth: 0.60, brings: 0.40 },
        PointsOfTileInReach = "points of the tile within reach" { worth: 0.28, brings: 0.38 },
        SafePrizes = "prizes led by two or more" { worth: 0.20, brings: 0.41 },
        SharedPrizes = "prizes shared with the best rival" { worth: 0.28, brings: 0.31 },
        CardsToLay = "cards that can still be laid in this visit" { worth: 0.04, brings: 0.13 },
    }
}

impl Judge for TajMahal {
    type Prospect = Prospect;

    /// With 3.0 points, `medium` would win only 40 % of its games against three `easy` bots.
    const EASY_NOISE: f32 = 5.0;
    const MEDIUM_NOISE: f32 = 0.5;

    fn prospects(&self, seats: SeatSet, amounts: &mut PerSeat<Amounts>) {
        let rows = self.open.rows();
        for seat in seats.iter() {
            let groups = Groups::of(&self.open.players[seat]);
            let amounts = &mut amounts[seat];
            self.hand_prospects(seat, amounts);
            self.open.lasting_prospects(seat, &groups, amounts);
            self.visit_prospects(seat, &rows, &groups, amounts);
        }
    }

    fn chapter(&self) -> u32 {
        self.open.visit.into()
    }
}

type Amounts = kit::Amounts<TajMahal>;

impl TajMahal {
    fn hand_prospects(&self, seat: Seat, amounts: &mut Amounts) {
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
        // In the last visit, a card is worth hardly more than its points in the final scoring.
        let near = 1.0 / (1.0 + self.open.visits_to_come());
        amounts[Prospect::Cards] = cards;
        amounts[Prospect::WhiteCards] = white;
        amounts[Prospect::LongestColour] = longest;
        amounts[Prospect::LateCards] = near * cards;
        amounts[Prospect::LateWhiteCards] = near * white;
        amounts[Prospect::LateLongestColour] = near * longest;
        amounts[Prospect::CardsToTake] = takes.into();
    }

    /// Adds the prospects of this visit: what was won and is still to be placed, what withdrawing now would win, and how safe that is.
    fn visit_prospects(&self, seat: Seat, rows: &Rows, groups: &Groups, amounts: &mut Amounts) {
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
                let palaces = normal + u8::from(crown);
                let prizes = open.prizes(player, groups, palaces, placed, tile);
                amounts[Prospect::PalacesToPlace] = prizes.palaces;
                amounts[Prospect::PointsOfPalacesToPlace] = prizes.palace_points;
                amounts[Prospect::PointsOfTileWon] = prizes.tile_points;
            }
            _ if open.active.contains(seat) && !player.row.is_empty() => {
                let Contest { won, safe, tied } = open.contest(seat, rows);
                let palaces =
                    won.and(MARKER_SYMBOLS).len() as u8 + u8::from(won.contains(Symbol::Mogul));
                let tile = won.contains(Symbol::Elephant);
                let prizes = open.prizes(player, groups, palaces, 0, tile);
                let cards = player
                    .bound_colour
                    .map_or(0, |colour| self.hands[seat].of_colour(colour));
                amounts[Prospect::PalacesInReach] = prizes.palaces;
                amounts[Prospect::PointsOfPalacesInReach] = prizes.palace_points;
                amounts[Prospect::PointsOfTileInReach] = prizes.tile_points;
                amounts[Prospect::SafePrizes] = safe;
                amounts[Prospect::SharedPrizes] = tied;
                amounts[Prospect::CardsToLay] = cards as f32;
            }
            _ => (),
        }
    }
}

/// The number of times that each row shows each symbol.
type Rows = PerSeat<By<Symbol, u32, 6>>;

/// A player's row compared with the others.
struct Contest {
    won: Set<Symbol>,
    safe: f32,
    tied: f32,
}

/// The result of a withdrawal.
struct Prizes {
    palaces: f32,
    /// The points for the palaces.
    palace_points: f32,
    /// The points of the tile.
    tile_points: f32,
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

    fn prizes(
        &self,
        player: &Player,
        groups: &Groups,
        palaces: u8,
        placed: u8,
        tile: bool,
    ) -> Prizes {
        let linked = provinces_connected(player.network(), self.province()).len() as f32;
        let around = groups.linked_to(self.province());
        let palace_points = if palaces + placed > 0 {
            linked.max(1.0 + around)
        } else {
            0.0
        };
        let goods = if tile { self.tile().goods() } else { &[] };
        Prizes {
            palaces: palaces.into(),
            palace_points,
            tile_points: goods
                .iter()
                .map(|&good| 1.0 + f32::from(player.goods[good]))
                .sum(),
        }
    }

    /// Adds the prospects that last beyond this visit.
    fn lasting_prospects(&self, seat: Seat, groups: &Groups, amounts: &mut Amounts) {
        let player = &self.players[seat];
        let lasts = self.visits_to_come().min(1.0);
        let markers: u8 = player.markers.iter().map(|(_, &count)| count).sum();
        let special = |special: Special| match self.special_cards[special] {
            Some(owner) if owner == seat => lasts,
            _ => 0.0,
        };
        amounts[Prospect::Markers] = lasts * f32::from(markers);
        amounts[Prospect::SpecialElephant] = special(Special::Elephant);
        amounts[Prospect::SpecialMogul] = special(Special::Mogul);
        amounts[Prospect::SpecialPoints] = special(Special::Points);
        amounts[Prospect::SpecialFreeColour] = special(Special::FreeColour);
        amounts[Prospect::GoodsToCome] = self.goods_to_come(player);
        amounts[Prospect::LinksToCome] = self.links_to_come(groups);
    }

    fn visits_to_come(&self) -> f32 {
        VISITS.saturating_sub(self.visit).into()
    }

    /// Sums, over the goods owned, how often each can still be won.
    fn goods_to_come(&self, player: &Player) -> f32 {
        let next = self.visit + u8::from(!self.court.contains(Symbol::Elephant));
        let tiles = Tile::all().filter(|tile| tile.number() >= next);
        tiles
            .flat_map(Tile::goods)
            .map(|&good| f32::from(player.goods[good]))
            .sum()
    }

    /// Sums, over the provinces to come, the number of provinces that a palace there could be connected with.
    fn links_to_come(&self, groups: &Groups) -> f32 {
        let to_come = Tile::all().filter(|tile| tile.number() > self.visit);
        to_come
            .map(|tile| groups.linked_to(self.province_of(tile)))
            .sum()
    }
}

/// A player's palaces, divided into groups connected by roads.
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

    /// Returns the number of provinces that a palace in this province could be connected with.
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
