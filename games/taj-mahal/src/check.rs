//! Whether a state can occur (spec section 11, and what the rules imply).

use crate::cards::Cards;
use crate::components::*;
use crate::options::Options;
use crate::state::{Open, Player, Stage, TajMahal, Withdrawal};
use kit::{Flaw, Id, Key, Seat, Set, ensure};

/// No source of points comes near this many.
const MOST_POINTS: u16 = 1000;

impl TajMahal {
    pub(crate) fn find_flaw(&self) -> Result<(), Flaw> {
        let open = &self.open;
        open.options.check().map_err(|error| Flaw(error.0))?;
        let Options { players, .. } = open.options;
        ensure(self.hands.count() == players, || {
            format!("{} hands for {players} players", self.hands.count())
        })?;
        let visitors = open.options.visitors();
        ensure(open.players.count() == visitors, || {
            format!(
                "{} in players, but {visitors} take part in a visit",
                open.players.count()
            )
        })?;
        open.check_route()?;
        open.check_stage()?;
        self.check_cards()?;
        open.check_markers()?;
        open.check_tiles()?;
        open.check_goods()?;
        open.check_palaces()?;
        for (seat, player) in open.players.iter() {
            open.check_player(seat, player)?;
        }
        Ok(())
    }

    /// Draw pile, discard pile, display, rows and hands are the deck.
    fn check_cards(&self) -> Result<(), Flaw> {
        let open = &self.open;
        let rows = open.players.iter().map(|(_, player)| player.row);
        let hands = self.hands.iter().map(|(_, hand)| *hand);
        let unordered: Vec<Cards> = rows.chain(hands).chain([open.discard_pile]).collect();
        let ordered: Vec<Card> = self.draw_pile.iter().chain(open.display).collect();
        let total = unordered
            .iter()
            .map(|cards| cards.len() as usize)
            .sum::<usize>()
            + ordered.len();
        ensure(total == DECK, || {
            format!("there are {total} cards instead of {DECK}")
        })?;
        for card in Card::all() {
            let times = unordered
                .iter()
                .map(|cards| usize::from(cards.count(card)))
                .sum::<usize>()
                + ordered.iter().filter(|&&other| other == card).count();
            ensure(times == usize::from(card.copies()), || {
                format!("{card} is there {times} times instead of {}", card.copies())
            })?;
        }
        for (seat, hand) in self.hands.iter() {
            let known = open.players[seat].known;
            ensure(
                known
                    .faces()
                    .iter()
                    .all(|card| known.count(card) <= hand.count(card)),
                || format!("seat {seat} does not hold all the cards that it is known to hold"),
            )?;
        }
        // Spec 11: those who have not withdrawn take all that is left.
        let takes = match open.stage {
            Stage::Draft { takes, .. } => takes,
            _ => 0,
        };
        let others = match open.active.len() {
            0 => 0,
            active => display_size(active as u8),
        };
        let most = usize::from(takes + others);
        ensure(open.display.len() <= most, || {
            format!(
                "the display has {} cards; it has at most {most}",
                open.display.len()
            )
        })
    }
}

impl Open {
    fn check_route(&self) -> Result<(), Flaw> {
        ensure((1..=VISITS).contains(&self.visit), || {
            format!("there is no visit {}", self.visit)
        })?;
        let provinces: Set<Province> = self.route.into_iter().collect();
        ensure(provinces.len() == u32::from(VISITS), || {
            "the route leads to a province twice".to_owned()
        })?;
        ensure(self.route.last() == Some(&Province::Agra), || {
            "the last visit does not lead to agra".to_owned()
        })?;
        let players = self.options.players;
        ensure(self.first_start_seat.number() < players, || {
            format!(
                "seat {} cannot start: there are {players} players",
                self.first_start_seat
            )
        })
    }

    fn check_stage(&self) -> Result<(), Flaw> {
        let visitors: Set<Seat> = self.players.seats().collect();
        ensure(self.active.without(visitors).is_empty(), || {
            "a seat that does not exist is active".to_owned()
        })?;
        let person = |seat: Seat| {
            ensure(seat.number() < self.options.players, || {
                format!("seat {seat} decides, but it does not exist")
            })
        };
        let active = |seat: Seat| {
            ensure(self.active.contains(seat), || {
                format!("seat {seat} is to act but has withdrawn")
            })
        };
        match self.stage {
            Stage::Turn { seat } => person(seat).and(active(seat)),
            Stage::Place(withdrawal) => {
                let Withdrawal {
                    seat,
                    normal,
                    crown,
                    placed,
                    tile,
                } = withdrawal;
                person(seat).and(active(seat))?;
                ensure(normal > 0 || crown, || {
                    "no palace is left to place".to_owned()
                })?;
                ensure(u32::from(normal) <= self.free_cities().len(), || {
                    format!("{normal} palaces to place, but no room for them")
                })?;
                ensure(
                    normal.saturating_add(placed) <= PALACES_PER_VISIT + 1,
                    || "more palaces in one withdrawal than there are prizes".to_owned(),
                )?;
                ensure(!(tile && self.court.contains(Symbol::Elephant)), || {
                    "the tile was won but is still at the court".to_owned()
                })?;
                ensure(!(crown && self.court.contains(Symbol::Mogul)), || {
                    "the crown was won but is still at the court".to_owned()
                })
            }
            Stage::Draft { seat, takes } => {
                person(seat)?;
                ensure(!self.active.contains(seat), || {
                    format!("seat {seat} takes cards but has not withdrawn")
                })?;
                ensure((1..=self.takes()).contains(&takes), || {
                    format!("seat {seat} cannot take {takes} cards")
                })
            }
            Stage::Over => {
                let done =
                    self.visit == VISITS && self.active.is_empty() && self.display.is_empty();
                ensure(done, || {
                    "the game is over before its last visit has ended".to_owned()
                })
            }
        }
    }

    /// Supply, court and players have six markers of each kind, and a pair never lasts beyond its visit.
    fn check_markers(&self) -> Result<(), Flaw> {
        for marker in Marker::ALL {
            let held = self
                .players
                .iter()
                .map(|(_, player)| u32::from(player.markers[marker]));
            let at_court = u32::from(self.court.contains(marker.symbol()));
            let total = held.sum::<u32>() + u32::from(self.supply[marker]) + at_court;
            ensure(total == u32::from(MARKERS_OF_A_KIND), || {
                format!("there are {total} {marker} markers instead of {MARKERS_OF_A_KIND}")
            })?;
            let pairs = self
                .players
                .iter()
                .filter(|(_, player)| player.markers[marker] >= MARKERS_FOR_A_SPECIAL)
                .count();
            ensure(pairs <= 1, || {
                format!("two players have a pair of {marker} markers")
            })?;
            ensure(pairs == 0 || at_court == 0, || {
                format!("a {marker} marker was won but is still at the court")
            })?;
        }
        for (special, holder) in self.special_cards.iter() {
            let exists = holder.is_none_or(|seat| seat.number() < self.options.players);
            ensure(exists, || {
                format!("{special} is held by a seat that does not exist")
            })?;
        }
        Ok(())
    }

    /// Bonus tiles lie on all fortresses ahead, on none behind, and there are not too many of any.
    fn check_tiles(&self) -> Result<(), Flaw> {
        for (city, bonus) in self.bonus_tiles.iter() {
            let Some(bonus) = bonus else { continue };
            ensure(city.is_fortress(), || {
                format!("a bonus tile lies on {}, which is no fortress", city.id())
            })?;
            ensure((*bonus == Bonus::TajMahal) == (city == City::AGRA), || {
                format!("{bonus} cannot lie on {}", city.id())
            })?;
        }
        for (bonus, &count) in BONUS_TILES.iter() {
            let times = self
                .bonus_tiles
                .iter()
                .filter(|(_, other)| **other == Some(bonus))
                .count();
            ensure(times <= usize::from(count), || {
                format!("there are {times} bonus tiles {bonus}; the game has {count}")
            })?;
        }
        for tile in Tile::all() {
            let fortresses = || {
                self.province_of(tile)
                    .cities()
                    .iter()
                    .filter(|city| city.is_fortress())
            };
            let sound = match tile.number().cmp(&self.visit) {
                std::cmp::Ordering::Less => {
                    fortresses().all(|city| self.bonus_tiles[city].is_none())
                }
                std::cmp::Ordering::Equal => true,
                std::cmp::Ordering::Greater => {
                    fortresses().all(|city| self.bonus_tiles[city].is_some())
                }
            };
            ensure(sound, || {
                format!(
                    "the bonus tiles in {} do not fit the visit",
                    self.province_of(tile)
                )
            })?;
            let keepers = self
                .players
                .iter()
                .filter(|(_, player)| player.tiles.contains(tile))
                .count();
            ensure(keepers <= 1, || {
                format!("two players keep province tile {}", tile.number())
            })?;
            let pending = matches!(self.stage, Stage::Place(Withdrawal { tile: true, .. }));
            let at_stake = tile.number() > self.visit
                || (tile == self.tile() && (pending || self.court.contains(Symbol::Elephant)));
            ensure(keepers == 0 || !at_stake, || {
                format!(
                    "province tile {} is kept but was not won yet",
                    tile.number()
                )
            })?;
        }
        Ok(())
    }

    /// Goods are on the province tiles that their owners keep, and on bonus tiles that are no longer on the map.
    fn check_goods(&self) -> Result<(), Flaw> {
        for good in Good::ALL {
            let shows_it = |bonus: Bonus| bonus.gain() == Gain::Good(good);
            let made = Bonus::all().filter(|&bonus| shows_it(bonus));
            let made = made.map(|bonus| usize::from(BONUS_TILES[bonus])).sum();
            let on_the_map = self.bonus_tiles.iter();
            let on_the_map = on_the_map.filter(|(_, bonus)| bonus.is_some_and(shows_it));
            let mut taken = on_the_map.count();
            for (seat, player) in self.players.iter() {
                let goods = player.tiles.iter().flat_map(Tile::goods);
                let on_tiles = goods.filter(|&&other| other == good).count();
                let owned = usize::from(player.goods[good]);
                taken += owned.saturating_sub(on_tiles);
                ensure(owned >= on_tiles && taken <= made, || {
                    format!("seat {seat} has {owned} of {good}, which does not fit its tiles")
                })?;
            }
        }
        Ok(())
    }

    /// At most four normal palaces and one crown palace in each province visited so far, one of each kind on a city.
    fn check_palaces(&self) -> Result<(), Flaw> {
        let (mut built, mut crowned) = (Set::EMPTY, Set::EMPTY);
        for (_, player) in self.players.iter() {
            ensure(built.and(player.palaces).is_empty(), || {
                "two normal palaces stand on one city".to_owned()
            })?;
            ensure(crowned.and(player.crown_palaces).is_empty(), || {
                "two crown palaces stand on one city".to_owned()
            })?;
            built = built.or(player.palaces);
            crowned = crowned.or(player.crown_palaces);
        }
        for tile in Tile::all() {
            let province = self.province_of(tile);
            let [normal, crown] = [built, crowned].map(|set| set.and(province.cities()).len());
            ensure(tile.number() <= self.visit || normal + crown == 0, || {
                format!("a palace stands in {province}, which was not visited yet")
            })?;
            let (normal_pending, crown_pending) = match self.stage {
                Stage::Place(Withdrawal { normal, crown, .. }) if province == self.province() => {
                    (u32::from(normal), u32::from(crown))
                }
                _ => (0, 0),
            };
            ensure(normal + normal_pending <= PALACES_PER_VISIT.into(), || {
                format!("more than {PALACES_PER_VISIT} normal palaces in {province}")
            })?;
            ensure(crown + crown_pending <= 1, || {
                format!("more than one crown palace in {province}")
            })?;
            // Every palace of this visit has its prize, so whoever wins what is left still finds room.
            let at_court = if province == self.province() {
                self.court
            } else {
                Set::EMPTY
            };
            let markers = at_court.and(MARKER_SYMBOLS).len();
            ensure(
                normal + normal_pending + markers <= PALACES_PER_VISIT.into(),
                || {
                    format!(
                        "a normal palace in {province} was won with a marker that is still at the court"
                    )
                },
            )?;
            let crowns = u32::from(at_court.contains(Symbol::Mogul));
            ensure(crown + crown_pending + crowns <= 1, || {
                format!(
                    "the crown palace in {province} was won with a crown that is still at the court"
                )
            })?;
        }
        Ok(())
    }

    fn check_player(&self, seat: Seat, player: &Player) -> Result<(), Flaw> {
        let absent = self.options.absent_maharaja() == Some(seat);
        let idle = player.row.is_empty()
            && player.row_specials.is_empty()
            && player.bound_colour.is_none();
        ensure(idle || self.active.contains(seat), || {
            format!("seat {seat} has withdrawn but still has a row")
        })?;
        ensure(
            player
                .row_specials
                .iter()
                .all(|special| self.special_cards[special] == Some(seat)),
            || format!("seat {seat} has laid a special card that it does not hold"),
        )?;
        let bound_rightly = player
            .bound_colour
            .is_none_or(|colour| player.row.of_colour(colour) > 0);
        ensure(bound_rightly, || {
            format!("seat {seat} is bound to a colour that it has not laid")
        })?;
        for (source, &points) in player.points.iter() {
            ensure(points <= MOST_POINTS, || {
                format!("seat {seat} has {points} points from {source}, more than a game can bring")
            })?;
        }
        let has_nothing = player.total() == 0
            && player.tiles.is_empty()
            && player.goods.iter().all(|(_, &count)| count == 0)
            && player.crown_palaces.is_empty()
            && player.known.is_empty()
            && player.markers.iter().all(|(_, &count)| count == 0);
        ensure(!absent || has_nothing, || {
            "the absent maharaja owns nothing but palaces and his row".to_owned()
        })
    }
}
