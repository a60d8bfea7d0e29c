//! The five phases of a round.

use crate::characters::return_mark;
use crate::components::ROUNDS;
use crate::event::Event;
use crate::plan::Plan;
use crate::rewards::Rewarding;
use crate::state::{Maharaja, Open, Stage};
use crate::turn::Turn;
use kit::{PerSeat, Seat, SeatSet, Set, Sink};

impl Maharaja {
    /// Spec 6.1: the Maharaja goes to the city of the leftmost flag. Then everybody plans.
    pub(crate) fn begin_round(&mut self, events: &mut impl Sink<Event>) {
        let open = &mut self.open;
        open.round += 1;
        let city = open.track.leftmost();
        open.maharaja = Some(city);
        open.track.move_to_the_right(city);
        open.stage = Stage::Plan;
        events.tell(Event::RoundBegan {
            round: open.round,
            city,
        });
        self.lay_row(events);
    }

    /// Spec 6.2: a plan is kept secret until its owner's turn.
    pub(crate) fn commit(&mut self, seat: Seat, plan: Plan, events: &mut impl Sink<Event>) {
        self.plans[seat] = Some(plan);
        self.open.committed.insert(seat);
        events.tell(Event::Planned {
            seat,
            plan: Some(plan),
        });
        if self.open.deciders().is_empty() {
            self.next_turn(events);
        }
    }

    /// Spec 6.3: the lowest number that has not acted is next, regardless of its current owner.
    pub(crate) fn next_turn(&mut self, events: &mut impl Sink<Event>) {
        while let Some(seat) = self.open.next_to_act() {
            if let Some(plan) = self.plans[seat].filter(|_| Some(seat) != self.open.bot()) {
                events.tell(Event::TurnBegan { seat, plan });
                self.open.stage = Stage::Turn(Turn::new(seat, plan));
                return;
            }
            self.act_for_brahmabot(seat, events);
            self.open.acted.insert(seat);
        }
        self.score(events);
    }

    /// Spec 6.4 and section 10.
    fn score(&mut self, events: &mut impl Sink<Event>) {
        let open = &mut self.open;
        let Some(city) = open.maharaja else { return };
        let mut waiting = open.score_city(city, events);
        if let Some(bot) = open.bot() {
            waiting.retain(|&seat| seat != bot);
            // Spec 13.3: without worship the player loses the lowest tile.
            if waiting.is_empty()
                && let Some(reward) = open.rewards.remove_lowest()
            {
                events.tell(Event::RewardRemoved { reward });
            }
        }
        self.go_on_rewarding(
            Rewarding {
                waiting,
                applying: None,
            },
            events,
        );
    }

    /// Spec 6.5.
    pub(crate) fn end_round(&mut self, events: &mut impl Sink<Event>) {
        self.take_row_away();
        let open = &mut self.open;
        open.track.close_gaps(open.round);
        open.rewards.drop_down();
        for marker in &mut open.maharani {
            if marker.is_some_and(|mark| mark.round < open.round) {
                return_mark(Some(marker), events);
            }
        }
        for (_, tableau) in open.tableaus.iter_mut() {
            tableau.used = Set::EMPTY;
        }
        open.committed = SeatSet::EMPTY;
        open.acted = SeatSet::EMPTY;
        self.plans = PerSeat::of(self.plans.count());
        events.tell(Event::RoundEnded { round: open.round });
        if open.is_last_round() {
            open.stage = Stage::Over;
            open.tell_final_scoring(events);
        } else {
            self.begin_round(events);
        }
    }
}

impl Open {
    fn next_to_act(&self) -> Option<Seat> {
        let waiting = self
            .tableaus
            .seats()
            .filter(|&seat| !self.acted.contains(seat));
        waiting.min_by_key(|&seat| self.number(seat))
    }

    /// Spec 11: the seventh round, or one in which somebody built the last statue.
    fn is_last_round(&self) -> bool {
        self.round >= ROUNDS
            || self
                .tableaus
                .iter()
                .any(|(_, tableau)| tableau.statues == 0)
    }
}
