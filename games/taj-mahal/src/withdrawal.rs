//! A withdrawal: prizes, palaces, points, new cards (spec 5.3 to 5.6).

use crate::action::Action;
use crate::components::{
    Bonus, Card, City, DRAFT, DRAFT_LAST, Gain, MARKER_SYMBOLS, Marker, Symbol,
};
use crate::event::{Event, PalaceKind, Reason};
use crate::rules;
use crate::scoring::{Source, provinces_connected};
use crate::state::{Open, Stage, TajMahal, Withdrawal};
use crate::turn::require;
use kit::{Key, Rule, Seat, Set, Sink};

impl TajMahal {
    /// Spec 5.3: all wins are determined at once, before anything is placed.
    pub(crate) fn withdraw(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let won = self.open.wins(seat);
        self.open.court = self.open.court.without(won);
        events.tell(Event::Withdrew { seat, won });
        for marker in Marker::all().filter(|marker| won.contains(marker.symbol())) {
            self.open.players[seat].markers[marker] += 1;
        }
        let withdrawal = Withdrawal {
            seat,
            normal: won.and(MARKER_SYMBOLS).len() as u8,
            crown: won.contains(Symbol::Mogul),
            tile: won.contains(Symbol::Elephant),
            placed: 0,
        };
        self.place_next(withdrawal, events);
    }

    fn place_next(&mut self, withdrawal: Withdrawal, events: &mut impl Sink<Event>) {
        if withdrawal.normal > 0 || withdrawal.crown {
            self.open.stage = Stage::Place(withdrawal);
        } else {
            self.settle(withdrawal, events);
        }
    }

    pub(crate) fn place_normal(
        &mut self,
        withdrawal: Withdrawal,
        city: City,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rule> {
        let Withdrawal {
            seat,
            normal,
            placed,
            ..
        } = withdrawal;
        require(normal > 0, rules::NORMAL_PALACE)?;
        require(
            self.open.province().cities().contains(city),
            rules::CURRENT_PROVINCE,
        )?;
        require(self.open.free_cities().contains(city), rules::FREE_CITY)?;
        self.open.players[seat].palaces.insert(city);
        events.tell(Event::Placed {
            seat,
            kind: PalaceKind::Normal,
            city,
        });
        if let Some(bonus) = self.open.bonus_tiles[city].take() {
            events.tell(Event::TookBonus { seat, city, bonus });
            self.gain(seat, bonus, city, events);
        }
        self.place_next(
            Withdrawal {
                normal: normal - 1,
                placed: placed + 1,
                ..withdrawal
            },
            events,
        );
        Ok(())
    }

    pub(crate) fn place_crown(
        &mut self,
        withdrawal: Withdrawal,
        city: City,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rule> {
        let Withdrawal {
            seat,
            crown,
            placed,
            ..
        } = withdrawal;
        require(crown, rules::CROWN_PALACE)?;
        require(
            self.open.province().cities().contains(city),
            rules::CURRENT_PROVINCE,
        )?;
        // Spec 5.4: a crown palace never takes a bonus tile.
        self.open.players[seat].crown_palaces.insert(city);
        events.tell(Event::Placed {
            seat,
            kind: PalaceKind::Crown,
            city,
        });
        self.place_next(
            Withdrawal {
                crown: false,
                placed: placed + 1,
                ..withdrawal
            },
            events,
        );
        Ok(())
    }

    fn gain(&mut self, seat: Seat, bonus: Bonus, city: City, events: &mut impl Sink<Event>) {
        match bonus.gain() {
            Gain::Points(points) => self.open.score(
                seat,
                Source::BonusTiles,
                points,
                Reason::Bonus { city },
                events,
            ),
            Gain::Card => self.draw_blind(seat, events),
            Gain::Good(good) => self.open.gain_good(seat, good, events),
        }
    }

    /// Spec 5.5.
    fn settle(&mut self, withdrawal: Withdrawal, events: &mut impl Sink<Event>) {
        let Withdrawal {
            seat, tile, placed, ..
        } = withdrawal;
        if tile {
            let tile = self.open.tile();
            events.tell(Event::TookTile { seat, tile });
            self.open.players[seat].tiles.insert(tile);
            for &good in tile.goods() {
                self.open.gain_good(seat, good, events);
            }
        }
        if placed > 0 {
            let provinces =
                provinces_connected(self.open.players[seat].network(), self.open.province());
            self.open.score(
                seat,
                Source::Palaces,
                provinces.len() as u16,
                Reason::Palaces { provinces },
                events,
            );
        }
        let laid_nothing = self.open.players[seat].row.is_empty();
        self.open.clear_row(seat);
        if laid_nothing {
            self.draw_blind(seat, events);
        }
        let takes = self.open.takes();
        self.draft_next(seat, takes, events);
    }

    fn draft_next(&mut self, seat: Seat, takes: u8, events: &mut impl Sink<Event>) {
        if takes > 0 {
            self.open.stage = Stage::Draft { seat, takes };
        } else {
            self.pass_turn(seat, events);
        }
    }

    /// Spec 5.6. The first of equal cards is taken.
    pub(crate) fn take(
        &mut self,
        seat: Seat,
        takes: u8,
        card: Card,
        events: &mut impl Sink<Event>,
    ) -> Result<(), Rule> {
        let place = self
            .open
            .display
            .iter()
            .position(|&shown| shown == card)
            .ok_or(rules::ON_DISPLAY)?;
        self.open.display.remove(place);
        self.hands[seat].add(card);
        self.open.players[seat].known.add(card);
        events.tell(Event::Took { seat, card });
        self.draft_next(seat, takes.saturating_sub(1), events);
        Ok(())
    }

    fn draw_blind(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        if let Some(card) = self.draw(events) {
            self.hands[seat].add(card);
            events.tell(Event::DrewBlind {
                seat,
                card: Some(card),
            });
        }
    }
}

impl Open {
    /// Spec 5.3: returns the prizes at the court for which a player shows more symbols than each other active player.
    pub fn wins(&self, seat: Seat) -> Set<Symbol> {
        self.court
            .iter()
            .filter(|&symbol| self.shows(seat, symbol) > self.rivals_show(seat, symbol))
            .collect()
    }

    /// Returns how often a player's row shows a symbol, including white and special cards.
    pub fn shows(&self, seat: Seat, symbol: Symbol) -> u32 {
        let player = &self.players[seat];
        let specials = player
            .row_specials
            .iter()
            .filter(|special| special.symbol() == Some(symbol));
        player.row.showing(symbol) + specials.count() as u32
    }

    /// Returns the highest count of a symbol in any other active player's row.
    pub fn rivals_show(&self, seat: Seat, symbol: Symbol) -> u32 {
        let rivals = self.active.without(Set::only(seat));
        rivals
            .iter()
            .map(|rival| self.shows(rival, symbol))
            .max()
            .unwrap_or(0)
    }

    pub(crate) fn list_places(&self, withdrawal: Withdrawal, actions: &mut Vec<Action>) {
        if withdrawal.normal > 0 {
            actions.extend(self.free_cities().iter().map(Action::Palace));
        }
        if withdrawal.crown {
            actions.extend(self.province().cities().iter().map(Action::Crown));
        }
    }

    /// Lists equal cards as one action.
    pub(crate) fn list_display(&self, actions: &mut Vec<Action>) {
        let faces: Set<Card> = self.display.iter().copied().collect();
        actions.extend(faces.iter().map(Action::Take));
    }

    /// Discards the row and removes the player from the visit; special cards go back to the player.
    pub(crate) fn clear_row(&mut self, seat: Seat) {
        let player = &mut self.players[seat];
        self.discard_pile.add_all(std::mem::take(&mut player.row));
        player.row_specials = Set::EMPTY;
        player.bound_colour = None;
        self.active.remove(seat);
    }

    /// Returns the number of cards that the player who has just withdrawn takes from the display.
    pub(crate) fn takes(&self) -> u8 {
        let full = if self.active.is_empty() {
            DRAFT_LAST
        } else {
            DRAFT
        };
        full.min(self.display.len() as u8)
    }
}
