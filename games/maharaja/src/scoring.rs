//! Worship, city scorings, and the final scoring.

use crate::components::doubts::FINAL_TILE_REPLACES_MAJORITY;
use crate::components::{
    BOT_FIRST_RANK, BOT_OTHER_RANK, COINS_WITHOUT_WORSHIP, Character, City, FINAL_COINS,
    FINAL_MAJORITY, FINAL_STATUE, FIRST_RANK_PRESTIGE, FinalTile, Road, SHRINE_PAIR, SpecialRule,
    WORSHIP_CENTRAL, WORSHIP_OUTER, WORSHIP_PRIEST, WORSHIP_SHRINE, WORSHIP_WEAK_OUTER,
};
use crate::event::Event;
use crate::prestige::Source;
use crate::state::{Open, Stage};
use kit::{Id, Key, Score, Seat, SeatSet, Sink, Standings};
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use tinyvec::ArrayVec;

/// The players with worship in the scored city, the first rank first.
pub type Ranking = ArrayVec<[Seat; 4]>;

/// Worship points in a city, by origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Worship {
    /// The player's statue on the central field.
    pub centre: u8,
    /// The player's statues on outer fields.
    pub outer: u8,
    /// The player's shrines.
    pub shrines: u8,
    /// The player's priest.
    pub priest: u8,
    /// Abilities of characters.
    pub abilities: u8,
}

impl Worship {
    /// Returns the sum.
    pub fn total(self) -> u8 {
        self.centre + self.outer + self.shrines + self.priest + self.abilities
    }
}

impl Open {
    /// Returns the worship of the player's pieces in a city, given the value of an outer statue.
    fn worship_of_pieces(&self, seat: Seat, city: City, outer: u8) -> Worship {
        let mut worship = Worship {
            shrines: self.cities[city].shrines[seat] * WORSHIP_SHRINE,
            priest: u8::from(self.priest_is_in(seat, city)) * WORSHIP_PRIEST,
            ..Worship::default()
        };
        for field in self.statues_in(seat, city) {
            if field.is_central() {
                worship.centre = WORSHIP_CENTRAL;
            } else {
                worship.outer += outer;
            }
        }
        worship
    }

    fn priest_is_in(&self, seat: Seat, city: City) -> bool {
        self.tableaus[seat].priest == city.node()
    }

    /// Spec 10.1 without abilities: returns the worship points in a city under the special rules in play.
    pub fn worship(&self, seat: Seat, city: City) -> u8 {
        self.scored_pieces(seat, city).total()
    }

    fn scored_pieces(&self, seat: Seat, city: City) -> Worship {
        let outer = if self.plays(SpecialRule::WeakOuter) {
            WORSHIP_WEAK_OUTER
        } else {
            WORSHIP_OUTER
        };
        self.worship_of_pieces(seat, city, outer)
    }

    /// Spec 10.1: returns the worship points in a city scoring, including abilities.
    pub fn scored_worship(&self, seat: Seat, city: City) -> u8 {
        self.worship_by_piece(seat, city).total()
    }

    /// Spec 10.1: returns the worship points in a city scoring by origin.
    pub fn worship_by_piece(&self, seat: Seat, city: City) -> Worship {
        let pairs = self.cities[city].shrines[seat] / SHRINE_PAIR;
        let priest = u8::from(self.priest_is_in(seat, city));
        let abilities = [
            (Character::PriestPlusOne, priest),
            (Character::ShrinePairs, pairs),
            (Character::FreeWorship, 1),
        ];
        let abilities = abilities
            .into_iter()
            .filter(|&(character, _)| self.has(seat, character))
            .map(|(_, times)| times * Character::WORSHIP)
            .sum();
        Worship {
            abilities,
            ..self.scored_pieces(seat, city)
        }
    }

    /// Spec 11: returns the worship points in the final scoring, where no ability and no special rule counts.
    pub fn final_worship(&self, seat: Seat, city: City) -> u8 {
        self.worship_of_pieces(seat, city, WORSHIP_OUTER).total()
    }

    /// Spec 10.2: ranks all players with worship in that city; ties go to the lower number.
    pub fn rank(&self, city: City) -> Ranking {
        let mut ranking: Ranking = self
            .tableaus
            .seats()
            .take(4)
            .filter(|&seat| self.scored_worship(seat, city) > 0)
            .collect();
        ranking.sort_unstable_by_key(|&seat| {
            (Reverse(self.scored_worship(seat, city)), self.number(seat))
        });
        ranking
    }

    /// Spec 10.2 and 13.3: pays coins by rank, and the benefits of the first rank. Returns the ranking.
    pub(crate) fn score_city(&mut self, city: City, events: &mut impl Sink<Event>) -> Ranking {
        let ranking = self.rank(city);
        let coins_by_rank = self.table().coins_by_rank;
        for (place, (&seat, &coins)) in ranking.iter().zip(coins_by_rank).enumerate() {
            let pieces = self.worship_by_piece(seat, city);
            events.tell(Event::Ranked {
                seat,
                city,
                rank: place as u8 + 1,
                worship: pieces.total(),
                pieces,
            });
            if Some(seat) != self.bot() {
                self.take_coins(seat, coins, events);
            }
        }
        for seat in self.people().filter(|seat| !ranking.contains(seat)) {
            events.tell(Event::Unranked { seat, city });
            self.take_coins(seat, COINS_WITHOUT_WORSHIP, events);
        }
        self.score_first_rank(ranking.first().copied(), events);
        ranking
    }

    fn score_first_rank(&mut self, first: Option<Seat>, events: &mut impl Sink<Event>) {
        let Some(first) = first else { return };
        if let Some(bot) = self.bot() {
            let points = if bot == first {
                BOT_FIRST_RANK
            } else {
                BOT_OTHER_RANK
            };
            self.gain(bot, points, Source::Ranks, events);
        }
        if self.plays(SpecialRule::FirstRankPrestige) {
            self.gain(first, FIRST_RANK_PRESTIGE, Source::Ranks, events);
        }
    }
}

/// The prestige of the final scoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Final {
    /// For statues.
    pub statues: i16,
    /// For coins.
    pub coins: i16,
    /// For majorities, if they count.
    pub majorities: i16,
    /// For the final-scoring tile, if one is in play.
    pub tile: i16,
}

impl Final {
    /// Returns the sum.
    pub fn total(self) -> i16 {
        self.statues + self.coins + self.majorities + self.tile
    }

    /// Returns each part with its name.
    pub fn by_source(self) -> [(&'static str, i16); 4] {
        [
            ("statues", self.statues),
            ("coins", self.coins),
            ("majorities", self.majorities),
            ("final tile", self.tile),
        ]
    }
}

impl Open {
    /// Spec 11 and 12: returns the final scoring of this player.
    pub fn final_scoring(&self, seat: Seat) -> Final {
        let majority_counts = self.final_tile.is_none() || !FINAL_TILE_REPLACES_MAJORITY;
        Final {
            statues: i16::from(self.statues_built(seat)) * FINAL_STATUE,
            coins: (self.tableaus[seat].coins / FINAL_COINS) as i16,
            majorities: if majority_counts {
                self.majorities(seat, FINAL_MAJORITY)
            } else {
                0
            },
            tile: self
                .final_tile
                .map_or(0, |tile| self.score_final_tile(tile, seat)),
        }
    }

    /// Returns the prestige for the most worship in a city, alone and shared, if majorities count: by themselves, or by the final-scoring tile.
    pub fn majority_rates(&self) -> Option<[i16; 2]> {
        match self.final_tile {
            Some(FinalTile::StrongMajority) => Some(FinalTile::STRONG_MAJORITY),
            Some(_) if FINAL_TILE_REPLACES_MAJORITY => None,
            _ => Some(FINAL_MAJORITY),
        }
    }

    /// Returns the points of this player for a city with the most worship, alone or shared.
    pub fn majority(&self, seat: Seat, city: City, [alone, shared]: [i16; 2]) -> i16 {
        let own = self.final_worship(seat, city);
        let others = self.tableaus.seats().filter(|&other| other != seat);
        let most = others.map(|other| self.final_worship(other, city)).max();
        match own.cmp(&most.unwrap_or(0)) {
            Ordering::Greater => alone,
            Ordering::Equal if own > 0 => shared,
            _ => 0,
        }
    }

    fn majorities(&self, seat: Seat, rates: [i16; 2]) -> i16 {
        City::all()
            .map(|city| self.majority(seat, city, rates))
            .sum()
    }

    fn score_final_tile(&self, tile: FinalTile, seat: Seat) -> i16 {
        let cities =
            |counts: &dyn Fn(City) -> bool| City::all().filter(|&city| counts(city)).count() as i16;
        let statues = |city| self.statues_in(seat, city).count();
        match tile {
            FinalTile::StrongMajority => self.majorities(seat, FinalTile::STRONG_MAJORITY),
            FinalTile::Presence => {
                let present = |city| statues(city) > 0 || self.cities[city].shrines[seat] > 0;
                cities(&present) * FinalTile::PRESENCE
            }
            FinalTile::Roads => {
                Road::all()
                    .filter(|&road| self.owns_road(seat, road))
                    .count() as i16
                    * FinalTile::ROAD
            }
            FinalTile::TwoStatues => {
                cities(&|city| statues(city) >= FinalTile::STATUES) * FinalTile::TWO_STATUES
            }
            FinalTile::UnusedShrines => {
                i16::from(self.tableaus[seat].supply) * FinalTile::UNUSED_SHRINE
            }
        }
    }

    fn owns_road(&self, seat: Seat, road: Road) -> bool {
        let villages = road.villages();
        villages.len() == FinalTile::ROAD_VILLAGES
            && villages
                .iter()
                .all(|&village| self.villages[village].include(seat))
    }

    /// Returns the score of this player, including the final scoring once the game is over.
    fn score(&self, seat: Seat) -> Score {
        let in_play = self.tableaus[seat].prestige.by_source();
        let in_play = in_play.map(|(source, points)| (source.id(), points.into()));
        let at_the_end = (self.stage == Stage::Over).then(|| self.final_scoring(seat).by_source());
        let at_the_end = at_the_end.into_iter().flatten();
        Score::of(in_play.chain(at_the_end.map(|(name, points)| (name, points.into()))))
    }

    /// Returns the points of this player, as in the standings, but without building the list of sources.
    pub fn total(&self, seat: Seat) -> i32 {
        match self.stage {
            Stage::Over => self.total_if_over(seat),
            _ => self.tableaus[seat].prestige.total().into(),
        }
    }

    /// Returns the points of this player if the game ended now, with the final scoring.
    pub fn total_if_over(&self, seat: Seat) -> i32 {
        let in_play = self.tableaus[seat].prestige.total();
        i32::from(in_play) + i32::from(self.final_scoring(seat).total())
    }

    /// Spec 11: returns the criteria of victory: prestige, then statues, then coins.
    fn merit(&self, seat: Seat) -> (i32, u8, u16) {
        let coins = self.tableaus[seat].coins;
        (self.total(seat), self.statues_built(seat), coins)
    }

    /// Spec 11: returns the players whom nobody surpasses; a complete tie is shared.
    fn winners(&self) -> SeatSet {
        let best = self.tableaus.seats().map(|seat| self.merit(seat)).max();
        self.people()
            .filter(|&seat| Some(self.merit(seat)) == best)
            .collect()
    }

    /// Spec 13.7: returns whether Brahmabot and the player are equal in all criteria.
    fn is_draw(&self) -> bool {
        self.bot()
            .is_some_and(|bot| self.merit(bot) == self.merit(Seat::FIRST))
    }

    pub(crate) fn standings(&self) -> Standings {
        let over = self.stage == Stage::Over;
        Standings {
            scores: self.people().map(|seat| self.score(seat)).collect(),
            automatic: self.bot().map(|bot| self.score(bot)),
            over,
            winners: if over { self.winners() } else { SeatSet::EMPTY },
        }
    }

    /// Reports the final scoring.
    pub(crate) fn tell_final_scoring(&self, events: &mut impl Sink<Event>) {
        for seat in self.tableaus.seats() {
            let Final {
                statues,
                coins,
                majorities,
                tile,
            } = self.final_scoring(seat);
            events.tell(Event::FinalScoring {
                seat,
                built: statues,
                coins,
                majorities,
                tile,
            });
        }
        events.tell(Event::GameOver {
            winners: self.winners(),
            draw: self.is_draw(),
        });
    }
}
