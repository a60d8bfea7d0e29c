//! Points (spec section 6), and the winners (section 8).

use crate::cards::Cards;
use crate::components::{City, Colour, Good, Province};
use crate::event::{Event, Reason};
use crate::options::TieBreak;
use crate::state::{Open, Player, Stage, TajMahal};
use kit::{By, Id, Key, Score, Seat, SeatSet, Set, Sink, Standings};

kit::ids! {
    /// The source of points.
    pub enum Source: "source of points" {
        /// Bonus tiles with points.
        BonusTiles = "bonus-tiles",
        /// Goods of province and bonus tiles.
        Goods = "goods",
        /// Connected palaces.
        Palaces = "palaces",
        /// The special card with two points.
        SpecialCard = "special-card",
        /// Cards in hand at the end.
        Hand = "hand",
    }
}

/// Points by source.
pub type Points = By<Source, u16, 5>;

impl Open {
    pub(crate) fn score(
        &mut self,
        seat: Seat,
        source: Source,
        points: u16,
        reason: Reason,
        events: &mut impl Sink<Event>,
    ) {
        let tally = &mut self.players[seat].points[source];
        *tally = tally.saturating_add(points);
        events.tell(Event::Scored {
            seat,
            points,
            reason,
        });
    }

    /// Spec 6.2 and 6.3: one point, and one for each such good already owned.
    pub(crate) fn gain_good(&mut self, seat: Seat, good: Good, events: &mut impl Sink<Event>) {
        let owned = &mut self.players[seat].goods[good];
        *owned = owned.saturating_add(1);
        let points = (*owned).into();
        self.score(seat, Source::Goods, points, Reason::Good { good }, events);
    }

    pub(crate) fn standings(&self) -> Standings {
        let people = Seat::first(self.options.players);
        let by_source = |seat| {
            self.players[seat]
                .points
                .iter()
                .map(|(source, &points)| (source.id(), points.into()))
                .collect::<Vec<_>>()
        };
        let over = self.stage == Stage::Over;
        Standings {
            scores: people.map(|seat| Score::of(by_source(seat))).collect(),
            automatic: None,
            over,
            winners: if over { self.winners() } else { Set::EMPTY },
        }
    }

    /// Spec 8 and 9.2: returns the leaders; equal scores share, unless the ladder decides.
    pub(crate) fn winners(&self) -> SeatSet {
        let rank = |seat: Seat| {
            let player = &self.players[seat];
            match self.options.tie_break {
                TieBreak::Shared => (player.total(), 0, 0),
                TieBreak::Ladder => (
                    player.total(),
                    player
                        .goods
                        .iter()
                        .map(|(_, &count)| u32::from(count))
                        .sum(),
                    player.palace_pieces(),
                ),
            }
        };
        let best = Seat::first(self.options.players).map(rank).max();
        Seat::first(self.options.players)
            .filter(|&seat| Some(rank(seat)) == best)
            .collect()
    }
}

impl Player {
    /// Returns the sum of all points.
    pub fn total(&self) -> u32 {
        self.points
            .iter()
            .map(|(_, &points)| u32::from(points))
            .sum()
    }

    /// Returns the cities with a palace of either kind.
    pub fn network(&self) -> Set<City> {
        self.palaces.or(self.crown_palaces)
    }

    fn palace_pieces(&self) -> u32 {
        self.palaces.len() + self.crown_palaces.len()
    }
}

/// Spec 6.4: returns the provinces reached from `current` over roads between cities of the network.
pub fn provinces_connected(network: Set<City>, current: Province) -> Set<Province> {
    let reached = connected(network, network.and(current.cities()));
    reached.iter().map(City::province).collect()
}

/// Returns the cities of a network that can be reached from some of them without leaving it.
pub(crate) fn connected(network: Set<City>, from: Set<City>) -> Set<City> {
    let mut reached = from;
    let mut edge = from;
    while !edge.is_empty() {
        let next = edge.iter().fold(Set::EMPTY, |next: Set<City>, city| {
            next.or(city.neighbours())
        });
        edge = next.and(network).without(reached);
        reached = reached.or(edge);
    }
    reached
}

/// Spec 6.5: one point for each special card, each white card, and each card of the one colour held most.
pub fn hand_points(hand: Cards, specials: u32) -> u32 {
    let longest = Colour::all()
        .map(|colour| hand.of_colour(colour))
        .max()
        .unwrap_or(0);
    specials + hand.white() + longest
}

impl TajMahal {
    pub(crate) fn score_hands(&mut self, events: &mut impl Sink<Event>) {
        for seat in self.hands.seats() {
            let specials = self
                .open
                .special_cards
                .iter()
                .filter(|(_, holder)| **holder == Some(seat))
                .count();
            let points = hand_points(self.hands[seat], specials as u32);
            self.open
                .score(seat, Source::Hand, points as u16, Reason::Hand, events);
        }
    }
}
