//! Turns and rounds (spec 6.1).

use crate::components::*;
use crate::event::Event;
use crate::pending::Pending;
use crate::play::Play;
use crate::player::Movement;
use kit::{Seat, Sink};

impl<S: Sink<Event>> Play<'_, S> {
    pub(crate) fn start_turn(&mut self, seat: Seat) {
        self.open_window();
        let open = self.open();
        open.active = seat;
        let player = &mut open.players[seat];
        player.exchange_used = false;
        player.turns = player.turns.saturating_add(1);
        let (decade, round) = (open.decade, open.round);
        self.tell(Event::TurnBegan {
            seat,
            decade,
            round,
        });
        self.go_on_to(Pending::Elephant1);
    }

    /// Spec 7.1: the second elephant move is open once the movement token is unlocked.
    pub(crate) fn end_actions(&mut self, seat: Seat, worker: Colour) {
        match self.player(seat).movement {
            Movement::Locked => self.open_follow_window(worker),
            Movement::Available | Movement::Spent => {
                self.go_on_to(Pending::Elephant2 { worker });
            }
        }
    }

    pub(crate) fn end_turn(&mut self) {
        let open = self.open();
        let next = open.active.after(1, open.options.players);
        if next == open.start_player {
            self.end_round();
        } else {
            self.start_turn(next);
        }
    }

    pub(crate) fn end_round(&mut self) {
        let open = self.open();
        open.token = open.token.next();
        let to = open.token;
        self.tell(Event::TokenMoved { to });
        self.ask_maharajah_followers();
    }

    /// Starts the next round, or ends the decade when the token is back on the red space.
    pub(crate) fn check_round(&mut self) {
        let open = self.open();
        if open.token == MaharajahSpace::RED {
            self.end_decade();
        } else {
            open.round += 1;
            let start = open.start_player;
            self.start_turn(start);
        }
    }
}
