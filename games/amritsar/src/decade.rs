//! The end of a decade (spec 9).

use crate::board::Side;
use crate::components::*;
use crate::event::Event;
use crate::pending::Pending;
use crate::play::Play;
use crate::prestige::Source;
use crate::state::Open;
use kit::{Key, Seat, Sink};

impl Open {
    /// Returns whether the side has counters in the district and no other side has more.
    pub(crate) fn has_majority(&self, side: Side, district: District) -> bool {
        let tile = &self.donations[district];
        let own = tile.count(side);
        own > 0 && self.sides().all(|other| tile.count(other) <= own)
    }

    /// Returns the event for the start of the current decade.
    pub(crate) fn decade_began(&self) -> Event {
        Event::DecadeBegan {
            decade: self.decade,
            temple: self.temple_tile(),
            bridge: self.bridge_tile(),
        }
    }
}

impl<S: Sink<Event>> Play<'_, S> {
    pub(crate) fn end_decade(&mut self) {
        let decade = self.open().decade;
        self.tell(Event::DecadeEnded { decade });
        District::all().for_each(|district| self.score_majority(district));
        for seat in self.open().turn_order() {
            self.pay_taxes(seat);
        }
        self.go_on_to(Pending::Income {
            seat: self.game.open.start_player,
            due: Some(Track::Development),
        });
    }

    /// Spec 9.1: all sides with the most counters get the full prestige.
    fn score_majority(&mut self, district: District) {
        let open = self.open();
        let (temple, source) = (open.temple_tile(), Source::majorities(open.decade));
        for side in open.sides() {
            if !self.open().has_majority(side, district) {
                continue;
            }
            self.tell(Event::WonMajority { side, district });
            self.score(side, temple.prestige(district), source);
        }
    }

    /// Spec 9.2: pays as many coins as possible, and prestige for the missing ones.
    fn pay_taxes(&mut self, seat: Seat) {
        let open = self.open();
        let decade = open.decade;
        let (due, missing) = (open.tax_due(seat), open.tax_missing(seat));
        let paid = due - missing;
        self.player(seat).items.remove(Item::Coin, paid);
        self.tell(Event::PaidTaxes { seat, due, paid });
        let points = i16::from(missing) * i16::from(decade.penalty());
        self.lose(seat, points, Source::Taxes);
    }

    /// Spec 9.3: each player in turn, each track in turn, each resolved before the next.
    pub(crate) fn pay_income(&mut self, seat: Seat, due: Option<Track>) {
        let Some(track) = due else {
            return self.end_income(seat);
        };
        let next = Track::all().find(|&next| next > track);
        self.go_on_to(Pending::Income { seat, due: next });
        if self.player(seat).knowledge[track] < INCOME_STEP {
            return;
        }
        self.tell(Event::IncomePaid { seat, track });
        self.carry_out(seat, track.income(), Source::Knowledge);
    }

    fn end_income(&mut self, seat: Seat) {
        let open = self.open();
        let next = seat.after(1, open.options.players);
        if next == open.start_player {
            self.close_decade();
        } else {
            self.go_on_to(Pending::Income {
                seat: next,
                due: Some(Track::Development),
            });
        }
    }

    /// Spec 9.4, 9.5: closes the decade's bridge and temple tile; the next decade begins, or the game ends.
    fn close_decade(&mut self) {
        let open = self.open();
        match open.decade.next() {
            Some(decade) => {
                open.decade = decade;
                open.round = 1;
                let began = open.decade_began();
                self.tell(began);
                self.start_turn(self.game.open.start_player);
            }
            None => self.score_finally(),
        }
    }
}
