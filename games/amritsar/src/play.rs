//! A game in progress with a receiver of its events.

use crate::board::Side;
use crate::components::{ELEPHANT_CAPACITY, Items, MISSING_COUNTER_PRESTIGE};
use crate::event::Event;
use crate::pending::Pending;
use crate::player::Player;
use crate::prestige::{Prestige, Source};
use crate::state::{Amritsar, Open};
use kit::{Seat, Sink};

/// A game in progress, and the receiver of its events.
pub(crate) struct Play<'a, S> {
    pub(crate) game: &'a mut Amritsar,
    pub(crate) events: &'a mut S,
}

impl<S: Sink<Event>> Play<'_, S> {
    pub(crate) fn open(&mut self) -> &mut Open {
        &mut self.game.open
    }

    pub(crate) fn player(&mut self, seat: Seat) -> &mut Player {
        &mut self.game.open.players[seat]
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.events.tell(event);
    }

    /// Pushes an entry on the stack, which always has room (see [`DEEPEST`](crate::pending::DEEPEST)).
    pub(crate) fn push(&mut self, pending: Pending) {
        let _full = self.game.open.stack.try_push(pending);
    }

    /// Removes the top entry of the stack, which has been resolved.
    pub(crate) fn pop(&mut self) {
        self.game.open.stack.pop();
    }

    /// Replaces the top entry of the stack.
    pub(crate) fn replace(&mut self, pending: Pending) {
        self.pop();
        self.push(pending);
    }

    /// Changes to another main state; nothing may be left above the old one.
    pub(crate) fn go_on_to(&mut self, main_state: Pending) {
        self.game.open.stack.clear();
        self.push(main_state);
    }

    /// Spec 8.1: adds a batch of items, then asks which ones to give back if they do not all fit.
    pub(crate) fn gain(&mut self, seat: Seat, items: Items) {
        if items.is_empty() {
            return;
        }
        let player = self.player(seat);
        player.items.add_all(items);
        let overflows = player.overflow() > 0;
        self.tell(Event::Gained { seat, items });
        if overflows {
            self.push(Pending::Discard);
        }
    }

    /// Spec 8.2: moves a counter from the market space to the elephant, or pays prestige if there is none.
    pub(crate) fn gain_counter(&mut self, seat: Seat, source: Source) {
        let player = self.player(seat);
        if player.counters_elephant >= ELEPHANT_CAPACITY {
            self.tell(Event::ElephantFull {
                side: Side::Player(seat),
            });
        } else if player.counters_market > 0 {
            player.counters_market -= 1;
            player.counters_elephant += 1;
            self.tell(Event::CounterLoaded { seat });
        } else {
            self.score(Side::Player(seat), MISSING_COUNTER_PRESTIGE, source);
        }
    }

    fn prestige(&mut self, side: Side) -> Option<&mut Prestige> {
        match side {
            Side::Player(seat) => Some(&mut self.game.open.players[seat].pp),
            Side::Maharajah => self
                .game
                .open
                .maharajah
                .as_mut()
                .map(|maharajah| &mut maharajah.pp),
        }
    }

    /// Adds prestige and reports it as an event.
    pub(crate) fn score(&mut self, side: Side, points: u8, source: Source) {
        if points == 0 {
            return;
        }
        let points = points.into();
        self.add_prestige(side, points, source);
        self.tell(Event::Scored {
            side,
            points,
            source,
        });
    }

    /// Adds prestige that another event reports.
    pub(crate) fn add_prestige(&mut self, side: Side, points: i16, source: Source) {
        if let Some(prestige) = self.prestige(side) {
            prestige.gain(source, points);
        }
    }

    /// Removes prestige, down to a total of 0 (spec 2.15).
    pub(crate) fn lose(&mut self, seat: Seat, points: i16, source: Source) {
        let points = self.player(seat).pp.lose(source, points);
        if points > 0 {
            self.tell(Event::Lost {
                seat,
                points,
                source,
            });
        }
    }

    pub(crate) fn gain_pending_coins(&mut self, seat: Seat, coins: u8) {
        self.pop();
        self.gain(seat, Items::coins(coins));
    }

    pub(crate) fn score_pending(&mut self, seat: Seat, points: u8, source: Source) {
        self.pop();
        self.score(Side::Player(seat), points, source);
    }
}
