//! Checks of prizes: markers, special cards, tiles with their goods, and palaces.

use crate::components::{
    BONUS_TILES, Bonus, City, Gain, Good, MARKER_SYMBOLS, MARKERS_FOR_A_SPECIAL, MARKERS_OF_A_KIND,
    Marker, PALACES_PER_VISIT, Special, Symbol, Tile,
};
use crate::scoring::Source;
use crate::state::{Open, Player, Stage};
use kit::{Flaw, Id, Key, PerSeat, Seat, Set, ensure};
use std::cmp::Ordering;

impl Open {
    /// Checks that there are six markers of each kind, and that no pair lasts beyond its visit.
    pub(super) fn check_markers(&self) -> Result<(), Flaw> {
        for (special, holder) in self.special_cards.iter() {
            let exists = holder.is_none_or(|seat| seat.number() < self.options.players);
            ensure(exists, || {
                format!("{special} is held by a seat that does not exist")
            })?;
        }
        for marker in Marker::ALL {
            let at_court = u32::from(self.court.contains(marker.symbol()));
            let held = self.held(marker);
            let total = held + u32::from(self.supply[marker]) + at_court;
            ensure(total == u32::from(MARKERS_OF_A_KIND), || {
                format!("there are {total} {marker} markers instead of {MARKERS_OF_A_KIND}")
            })?;
            self.check_pairs(marker)?;
            // Every visit awards one marker of a kind, and a special card has cost two.
            let paid = match self.special_cards[marker.special()] {
                Some(_) => u32::from(MARKERS_FOR_A_SPECIAL),
                None => 0,
            };
            ensure(held + paid <= u32::from(self.visit) - at_court, || {
                format!("more {marker} markers were won than there were visits")
            })?;
        }
        Ok(())
    }

    fn held(&self, marker: Marker) -> u32 {
        let held = self.players.iter();
        held.map(|(_, player)| u32::from(player.markers[marker]))
            .sum()
    }

    fn check_pairs(&self, marker: Marker) -> Result<(), Flaw> {
        let mut pairs = 0;
        for (seat, player) in self.players.iter() {
            let held = player.markers[marker];
            ensure(held <= MARKERS_FOR_A_SPECIAL, || {
                format!(
                    "seat {seat} has {held} {marker} markers; two are exchanged after the visit"
                )
            })?;
            pairs += u32::from(held == MARKERS_FOR_A_SPECIAL);
        }
        ensure(pairs <= 1, || {
            format!("two players have a pair of {marker} markers")
        })?;
        ensure(pairs == 0 || !self.court.contains(marker.symbol()), || {
            format!("a {marker} marker was won but is still at the court")
        })?;
        ensure(pairs == 0 || self.stage != Stage::Over, || {
            format!("a pair of {marker} markers was not exchanged at the end")
        })
    }

    /// Checks that every normal palace was won with a marker, which the player still has or exchanged, two at a time.
    pub(super) fn check_exchanges(&self, seat: Seat, player: &Player) -> Result<(), Flaw> {
        let pending = self
            .withdrawal_of(seat)
            .map_or(0, |withdrawal| withdrawal.normal);
        let won = player.palaces.len() + u32::from(pending);
        let held: u32 = player
            .markers
            .iter()
            .map(|(_, &held)| u32::from(held))
            .sum();
        let exchanged = won.checked_sub(held);
        let pairs = exchanged.filter(|exchanged| exchanged % u32::from(MARKERS_FOR_A_SPECIAL) == 0);
        let Some(pairs) = pairs.map(|exchanged| exchanged / u32::from(MARKERS_FOR_A_SPECIAL))
        else {
            return Err(Flaw(format!(
                "seat {seat} has won {won} normal palaces, which does not fit its {held} markers"
            )));
        };
        let holds = |special| self.special_cards[special] == Some(seat);
        let held = Special::all().filter(|&special| holds(special)).count() as u32;
        let has_held = player.points[Source::SpecialCard] > 0 && !holds(Special::Points);
        ensure(held + u32::from(has_held) <= pairs, || {
            format!("seat {seat} has had more special cards than it has exchanged markers for")
        })
    }

    /// Checks that bonus tiles lie on all fortresses ahead, on none behind, and that there are not too many of any kind.
    pub(super) fn check_tiles(&self) -> Result<(), Flaw> {
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
            let times = self.on_the_map(|other| other == bonus);
            ensure(times <= usize::from(count), || {
                format!("there are {times} bonus tiles {bonus}; the game has {count}")
            })?;
        }
        for tile in Tile::all() {
            self.check_fortresses(tile)?;
            self.check_keepers(tile)?;
        }
        Ok(())
    }

    /// Returns the number of such bonus tiles on the map.
    pub(super) fn on_the_map(&self, which: impl Fn(Bonus) -> bool) -> usize {
        let tiles = self.bonus_tiles.iter();
        tiles.filter(|(_, bonus)| bonus.is_some_and(&which)).count()
    }

    /// Checks that in the province of this visit, exactly the fortresses without a normal palace still have their bonus tiles.
    fn check_fortresses(&self, tile: Tile) -> Result<(), Flaw> {
        let province = self.province_of(tile);
        let built = self.built();
        let sound = province
            .cities()
            .iter()
            .filter(|city| city.is_fortress())
            .all(|city| {
                let has_tile = match tile.number().cmp(&self.visit) {
                    Ordering::Less => false,
                    Ordering::Equal => self.stage != Stage::Over && !built.contains(city),
                    Ordering::Greater => true,
                };
                self.bonus_tiles[city].is_some() == has_tile
            });
        ensure(sound, || {
            format!("the bonus tiles in {province} do not fit the visit")
        })
    }

    fn check_keepers(&self, tile: Tile) -> Result<(), Flaw> {
        let keepers = self.players.iter();
        let keepers = keepers
            .filter(|(_, player)| player.tiles.contains(tile))
            .count();
        ensure(keepers <= 1, || {
            format!("two players keep province tile {}", tile.number())
        })?;
        let at_stake = tile.number() > self.visit
            || (tile == self.tile() && self.tile_is_pending_or_at_court());
        ensure(keepers == 0 || !at_stake, || {
            format!(
                "province tile {} is kept but was not won yet",
                tile.number()
            )
        })
    }

    fn tile_is_pending_or_at_court(&self) -> bool {
        self.court.contains(Symbol::Elephant)
            || self.withdrawal().is_some_and(|withdrawal| withdrawal.tile)
    }

    /// Checks that goods come from the province tiles that their owners have, and from bonus tiles that are no longer on the map.
    pub(super) fn check_goods(&self) -> Result<(), Flaw> {
        for good in Good::ALL {
            let shows_it = |bonus: Bonus| bonus.gain() == Gain::Good(good);
            let made = Bonus::all().filter(|&bonus| shows_it(bonus));
            let made = made.map(|bonus| usize::from(BONUS_TILES[bonus])).sum();
            let mut taken = self.on_the_map(shows_it);
            for (seat, player) in self.players.iter() {
                let owned = usize::from(player.goods[good]);
                let on_tiles = player.on_tiles(good);
                taken += owned.saturating_sub(on_tiles);
                ensure(owned >= on_tiles && taken <= made, || {
                    format!("seat {seat} has {owned} of {good}, which does not fit its tiles")
                })?;
            }
        }
        Ok(())
    }

    /// Checks for at most four normal palaces and one crown palace in each province visited so far, one of each kind on a city.
    pub(super) fn check_palaces(&self) -> Result<(), Flaw> {
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
            ensure(normal <= u32::from(PALACES_PER_VISIT), || {
                format!("more than {PALACES_PER_VISIT} normal palaces in {province}")
            })?;
            ensure(crown <= 1, || {
                format!("more than one crown palace in {province}")
            })?;
            if province == self.province() {
                self.check_palaces_of_this_visit(normal, crown)?;
            }
        }
        Ok(())
    }

    /// Checks that every marker and the crown is at the court, or its palace is on the map or about to be placed. This ensures that there is room
    /// for the remaining palaces.
    fn check_palaces_of_this_visit(&self, normal: u32, crown: u32) -> Result<(), Flaw> {
        let province = self.province();
        let (normal_pending, crown_pending) = self.withdrawal().map_or((0, 0), |withdrawal| {
            (withdrawal.normal.into(), withdrawal.crown.into())
        });
        let markers = self.court.and(MARKER_SYMBOLS).len();
        let normal = normal + normal_pending + markers;
        ensure(normal <= u32::from(PALACES_PER_VISIT), || {
            format!(
                "a normal palace in {province} was won with a marker that is still at the court"
            )
        })?;
        ensure(normal == u32::from(PALACES_PER_VISIT), || {
            format!("a marker is gone from the court without a palace in {province}")
        })?;
        let crown = crown + crown_pending + u32::from(self.court.contains(Symbol::Mogul));
        ensure(crown <= 1, || {
            format!(
                "the crown palace in {province} was won with a crown that is still at the court"
            )
        })?;
        ensure(crown == 1 || self.absent_maharaja_has_withdrawn(), || {
            format!("the crown is gone from the court without a palace in {province}")
        })
    }

    /// Checks that each owner of a palace of this visit has its marker, and that the player who is placing palaces shows the most symbols for them.
    pub(super) fn check_prizes_of_this_visit(&self) -> Result<(), Flaw> {
        if self.stage == Stage::Over {
            return Ok(());
        }
        let nowhere = !self.tile_is_pending_or_at_court()
            && !self
                .players
                .iter()
                .any(|(_, player)| player.tiles.contains(self.tile()));
        ensure(!nowhere || self.absent_maharaja_has_withdrawn(), || {
            "the province tile is gone from the court, but nobody has it".to_owned()
        })?;
        if let Some(withdrawal) = self.withdrawal() {
            let seat = withdrawal.seat;
            ensure(self.wins(seat).is_empty(), || {
                format!("seat {seat} wins a prize that is still at the court")
            })?;
            let crowned = self.players[seat]
                .crown_palaces
                .and(self.province().cities());
            let crown = withdrawal.crown || !crowned.is_empty();
            for (won, symbol) in [(crown, Symbol::Mogul), (withdrawal.tile, Symbol::Elephant)] {
                ensure(!won || self.is_prize_of(seat, symbol), || {
                    format!("seat {seat} cannot have won a prize with its {symbol} symbols")
                })?;
            }
        }
        let due = PerSeat::new(self.players.count(), |seat| {
            let pending = self
                .withdrawal_of(seat)
                .map_or(0, |withdrawal| withdrawal.normal);
            let here = self.players[seat].palaces.and(self.province().cities());
            here.len() + u32::from(pending)
        });
        let gone: Set<Marker> = Marker::all()
            .filter(|marker| !self.court.contains(marker.symbol()))
            .collect();
        ensure(self.can_be_handed_out(gone, due), || {
            "the markers gone from the court do not fit the palaces of this visit".to_owned()
        })
    }

    /// Returns whether the markers can have been won in this visit, with the given number for each player.
    fn can_be_handed_out(&self, mut markers: Set<Marker>, due: PerSeat<u32>) -> bool {
        let Some(marker) = markers.lowest() else {
            return true;
        };
        markers.remove(marker);
        self.players.seats().any(|seat| {
            let mut due = due;
            let left = due[seat].checked_sub(1);
            due[seat] = left.unwrap_or_default();
            left.is_some()
                && self.can_have_won(seat, marker)
                && self.can_be_handed_out(markers, due)
        })
    }

    fn can_have_won(&self, seat: Seat, marker: Marker) -> bool {
        let mut others = self.players.iter().filter(|(other, _)| *other != seat);
        let pair_elsewhere =
            others.any(|(_, player)| player.markers[marker] == MARKERS_FOR_A_SPECIAL);
        let has_it = self.is_absent(seat) || self.players[seat].markers[marker] > 0;
        let shows_it =
            self.withdrawal_of(seat).is_none() || self.is_prize_of(seat, marker.symbol());
        has_it && shows_it && !pair_elsewhere
    }

    /// Returns whether a player shows more of a symbol than each other active player.
    fn is_prize_of(&self, seat: Seat, symbol: Symbol) -> bool {
        self.shows(seat, symbol) > self.rivals_show(seat, symbol)
    }
}

impl Player {
    /// Returns the number of a good on the province tiles that a player has.
    pub(super) fn on_tiles(&self, good: Good) -> usize {
        let goods = self.tiles.iter().flat_map(Tile::goods);
        goods.filter(|&&other| other == good).count()
    }
}
