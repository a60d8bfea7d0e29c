//! A visit from its beginning to its end (spec 5.1, 5.7, 5.8).

use crate::cards::{Cards, Pile};
use crate::components::{Card, MARKERS_FOR_A_SPECIAL, Marker, Symbol, VISITS, display_size};
use crate::event::Event;
use crate::state::{Open, Stage, TajMahal};
use kit::{Key, Seat, Sink};

impl TajMahal {
    /// Spec 5.1.
    pub(crate) fn begin_visit(&mut self, visit: u8, events: &mut impl Sink<Event>) {
        self.open.visit = visit;
        self.open.refill_court();
        self.open.active = self.open.players.seats().collect();
        let seat = self.open.start_seat();
        self.open.stage = Stage::Turn { seat };
        events.tell(self.open.visit_began());
        for _ in 0..display_size(self.open.options.visitors()) {
            if let Some(card) = self.draw(events) {
                self.open.display.try_push(card);
            }
        }
        events.tell(self.open.display_turned_up());
    }

    /// Gives the turn to the next active player; the absent maharaja acts at once. When all have withdrawn, the visit ends.
    pub(crate) fn pass_turn(&mut self, mut from: Seat, events: &mut impl Sink<Event>) {
        while let Some(next) = self.open.next_active(from) {
            if self.open.options.absent_maharaja() != Some(next) {
                self.open.stage = Stage::Turn { seat: next };
                return;
            }
            self.absent_maharaja_acts(next, events);
            from = next;
        }
        self.end_visit(events);
    }

    /// Spec 5.7.
    fn end_visit(&mut self, events: &mut impl Sink<Event>) {
        self.open.exchange_markers(events);
        self.open.clear_province(events);
        if self.open.visit < VISITS {
            self.begin_visit(self.open.visit + 1, events);
        } else {
            events.tell(Event::HandsOpened { hands: self.hands });
            self.score_hands(events);
            self.open.stage = Stage::Over;
            events.tell(Event::GameOver {
                winners: self.open.winners(),
            });
        }
    }

    /// Spec 5.8: the discard pile is shuffled only when a card is needed.
    pub(crate) fn draw(&mut self, events: &mut impl Sink<Event>) -> Option<Card> {
        if self.draw_pile.is_empty() && !self.open.discard_pile.is_empty() {
            let cards: Cards = std::mem::take(&mut self.open.discard_pile);
            self.draw_pile = Pile::shuffled(cards, &mut self.chance);
            events.tell(Event::Reshuffled {
                cards: self.draw_pile.len(),
            });
        }
        self.draw_pile.draw()
    }
}

impl Open {
    pub(crate) fn visit_began(&self) -> Event {
        Event::VisitBegan {
            visit: self.visit,
            province: self.province(),
            start: self.start_seat(),
        }
    }

    pub(crate) fn display_turned_up(&self) -> Event {
        Event::DisplayTurnedUp {
            cards: self.display,
        }
    }

    fn next_active(&self, from: Seat) -> Option<Seat> {
        let mut next = self.seat_after(from);
        for _ in 0..self.players.count() {
            if self.active.contains(next) {
                return Some(next);
            }
            next = self.seat_after(next);
        }
        None
    }

    /// Puts one marker of each kind, the crown and the tile of the visit at the court.
    fn refill_court(&mut self) {
        for marker in Marker::ALL {
            if self.court.insert(marker.symbol()) {
                self.supply[marker] = self.supply[marker].saturating_sub(1);
            }
        }
        self.court.insert(Symbol::Mogul);
        self.court.insert(Symbol::Elephant);
    }

    /// Exchanges two markers of a kind for their special card, which is taken from its holder if there is one.
    fn exchange_markers(&mut self, events: &mut impl Sink<Event>) {
        for seat in self.players.seats() {
            for marker in Marker::all() {
                if self.players[seat].markers[marker] >= MARKERS_FOR_A_SPECIAL {
                    self.players[seat].markers[marker] -= MARKERS_FOR_A_SPECIAL;
                    self.supply[marker] += MARKERS_FOR_A_SPECIAL;
                    let special = marker.special();
                    let holder = self.special_cards[special].replace(seat);
                    let from = holder.filter(|&holder| holder != seat);
                    events.tell(Event::Exchanged {
                        seat,
                        marker,
                        special,
                        from,
                    });
                }
            }
        }
    }

    /// Removes what nobody won in this province from the game; markers and the crown stay at the court.
    fn clear_province(&mut self, events: &mut impl Sink<Event>) {
        if self.court.remove(Symbol::Elephant) {
            events.tell(Event::TileLeft { tile: self.tile() });
        }
        for city in self.province().cities().iter() {
            if let Some(bonus) = self.bonus_tiles[city].take() {
                events.tell(Event::BonusLeft { city, bonus });
            }
        }
    }
}
