//! Checks of points by source.

use crate::components::{BONUS_TILES, Bonus, City, Gain, Good, SPECIAL_POINTS, Special, Tile};
use crate::scoring::{Source, hand_points, provinces_connected};
use crate::state::{Open, Player, Stage, TajMahal};
use kit::{Flaw, Key, Seat, Set, ensure};

/// The first visit in which a special card can be laid: a pair of markers takes two visits.
const FIRST_VISIT_WITH_SPECIALS: u8 = 3;

impl TajMahal {
    pub(super) fn check_points(&self) -> Result<(), Flaw> {
        let open = &self.open;
        for (seat, hand) in self.hands.iter() {
            let player = &open.players[seat];
            let held = Special::all().filter(|&special| open.special_cards[special] == Some(seat));
            let hand = match open.stage {
                Stage::Over => hand_points(*hand, held.count() as u32),
                _ => 0,
            };
            for (source, due) in [
                (Source::Goods, player.goods_points()),
                (Source::Palaces, open.palace_points(seat, player)),
                (Source::Hand, hand),
            ] {
                let points = player.points[source];
                ensure(u32::from(points) == due, || {
                    format!("seat {seat} has {points} points from {source} instead of {due}")
                })?;
            }
        }
        open.check_bonus_points()?;
        open.check_special_points()
    }
}

impl Open {
    /// Spec 6.4: each province was scored when its palaces were placed, with those of the visits before.
    fn palace_points(&self, seat: Seat, player: &Player) -> u32 {
        let mut network: Set<City> = Set::EMPTY;
        let mut points = 0;
        for tile in Tile::all().take_while(|tile| tile.number() <= self.visit) {
            let province = self.province_of(tile);
            let placed = player.network().and(province.cities());
            network = network.or(placed);
            let settled = tile != self.tile() || self.withdrawal_of(seat).is_none();
            if settled && !placed.is_empty() {
                points += provinces_connected(network, province).len();
            }
        }
        points
    }

    /// Spec 6.2: a player who built on a fortress took its bonus tile. A tile that brought neither a good nor points brought a card.
    fn check_bonus_points(&self) -> Result<(), Flaw> {
        let gone =
            |bonus| usize::from(BONUS_TILES[bonus]) - self.on_the_map(|other| other == bonus);
        let (mut points_left, mut cards_left) = (gone(Bonus::TwoPoints), gone(Bonus::Card));
        for seat in Seat::first(self.options.players) {
            let player = &self.players[seat];
            let taken = player.palaces.iter().filter(|city| city.is_fortress());
            let taken = taken.filter(|&city| city != City::AGRA).count();
            let with_points = player.tiles_with_points();
            let explained = with_points.map(|tiles| tiles + player.goods_of_bonus_tiles());
            let cards = explained.and_then(|explained| taken.checked_sub(explained));
            let left = with_points.and_then(|tiles| points_left.checked_sub(tiles));
            let (Some(cards), Some(left)) = (cards, left) else {
                let points = player.points[Source::BonusTiles];
                return Err(Flaw(format!(
                    "seat {seat} has {points} points from bonus tiles, which do not fit its fortresses"
                )));
            };
            points_left = left;
            let left = cards_left.checked_sub(cards);
            ensure(left.is_some(), || {
                format!("seat {seat} has taken more bonus tiles with a card than there are")
            })?;
            cards_left = left.unwrap_or_default();
        }
        Ok(())
    }

    /// Spec 6.1: one player holds the card throughout a visit and lays it at most once.
    fn check_special_points(&self) -> Result<(), Flaw> {
        let holder = self.special_cards[Special::Points];
        let waits = holder.is_some_and(|holder| {
            self.active.contains(holder)
                && !self.players[holder].row_specials.contains(Special::Points)
        });
        let visits = (self.visit + 1).saturating_sub(FIRST_VISIT_WITH_SPECIALS);
        let most = match holder {
            Some(_) => visits.saturating_sub(waits.into()),
            None => 0,
        };
        let mut times = 0;
        for seat in Seat::first(self.options.players) {
            let player = &self.players[seat];
            let points = player.points[Source::SpecialCard];
            let laid = points / SPECIAL_POINTS;
            times += u32::from(laid);
            let lies = player.row_specials.contains(Special::Points);
            let sound = points == laid * SPECIAL_POINTS
                && laid >= u16::from(lies)
                && times <= u32::from(most);
            ensure(sound, || {
                format!(
                    "seat {seat} has {points} points from the special card, which does not fit how often it was laid"
                )
            })?;
        }
        Ok(())
    }
}

impl Player {
    /// Spec 6.2 and 6.3: the first of a good has scored one point, the second two, and so on.
    fn goods_points(&self) -> u32 {
        let goods = self.goods.iter().map(|(_, &count)| u32::from(count));
        goods.map(|count| count * (count + 1) / 2).sum()
    }

    /// Returns the number of bonus tiles with points, other than the Taj Mahal, that a player has taken; `None` if the points cannot come from tiles.
    fn tiles_with_points(&self) -> Option<usize> {
        let taj_mahal = match Bonus::TajMahal.gain() {
            Gain::Points(points) if self.palaces.contains(City::AGRA) => points,
            _ => 0,
        };
        let Gain::Points(each) = Bonus::TwoPoints.gain() else {
            return None;
        };
        let points = self.points[Source::BonusTiles].checked_sub(taj_mahal)?;
        (points % each == 0).then_some(usize::from(points / each))
    }

    /// Returns the number of goods of a player that are not on province tiles.
    fn goods_of_bonus_tiles(&self) -> usize {
        let owned = |good| usize::from(self.goods[good]).saturating_sub(self.on_tiles(good));
        Good::all().map(owned).sum()
    }
}
