//! The absent maharaja of the two-player game (spec 9.1), and players who ran out of time (E37).

use crate::action::Action;
use crate::components::{ABSENT_MAHARAJA_CARDS, City, Marker, Symbol};
use crate::event::{Event, PalaceKind};
use crate::state::{Open, Stage, TajMahal, Withdrawal};
use kit::{Key, Seat, Set, Sink};

impl TajMahal {
    /// The absent maharaja lays the top card while a person is active and he has laid fewer than three; otherwise he withdraws.
    pub(crate) fn absent_maharaja_acts(&mut self, absent: Seat, events: &mut impl Sink<Event>) {
        let stays = self.open.active != Set::only(absent)
            && self.open.players[absent].row.len() < ABSENT_MAHARAJA_CARDS;
        let card = if stays { self.draw(events) } else { None };
        match card {
            Some(card) => {
                self.open.players[absent].row.add(card);
                events.tell(Event::TurnedUp { seat: absent, card });
            }
            None => self.open.absent_maharaja_withdraws(absent, events),
        }
    }

    /// Returns the action that the rules take for a player who does not decide in time, or `None` when the game is over.
    pub fn time_out(&self) -> Option<Action> {
        match self.open.stage {
            Stage::Turn { .. } => Some(Action::Withdraw),
            Stage::Place(Withdrawal { normal: 1.., .. }) => {
                self.open.default_city().map(Action::Palace)
            }
            Stage::Place(_) => self.open.province().cities().lowest().map(Action::Crown),
            Stage::Draft { .. } => self.open.display.first().copied().map(Action::Take),
            Stage::Over => None,
        }
    }
}

impl Open {
    /// Returns the first free city with a bonus tile, otherwise the first free city.
    fn default_city(&self) -> Option<City> {
        let free = self.free_cities();
        free.iter()
            .find(|&city| self.bonus_tiles[city].is_some())
            .or(free.lowest())
    }

    /// He wins like a player but keeps nothing: markers go back, and only his palaces stay.
    fn absent_maharaja_withdraws(&mut self, absent: Seat, events: &mut impl Sink<Event>) {
        let won = self.wins(absent);
        self.court = self.court.without(won);
        events.tell(Event::Withdrew { seat: absent, won });
        for marker in Marker::all().filter(|marker| won.contains(marker.symbol())) {
            self.supply[marker] += 1;
            self.place_for_absent_maharaja(absent, events);
        }
        if won.contains(Symbol::Elephant) {
            events.tell(Event::TileLeft { tile: self.tile() });
        }
        self.clear_row(absent);
        for _ in 0..self.takes() {
            let card = self.display.remove(0);
            self.discard_pile.add(card);
            events.tell(Event::Discarded { card });
        }
    }

    fn place_for_absent_maharaja(&mut self, absent: Seat, events: &mut impl Sink<Event>) {
        let Some(city) = self.default_city() else {
            return;
        };
        self.players[absent].palaces.insert(city);
        events.tell(Event::Placed {
            seat: absent,
            kind: PalaceKind::Normal,
            city,
        });
        if let Some(bonus) = self.bonus_tiles[city].take() {
            events.tell(Event::BonusLeft { city, bonus });
        }
    }
}
