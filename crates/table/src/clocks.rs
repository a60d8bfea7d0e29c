//! The seats' clocks. They depend only on the times of the table's entries, so that every replay shows the same.

use crate::pauses::Pauses;
use kit::{Seat, SeatSet};
use protocol::{Clock, Pace};
use std::sync::Arc;

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// The minimum time, in milliseconds, that a person who comes back to a live table gets.
const WELCOME_BACK: u64 = 60 * 1000;
/// The maximum time on a clock, in milliseconds.
const LONGEST: u64 = 400 * DAY;

/// The clocks of one table.
#[derive(Clone, Debug)]
pub struct Clocks {
    pace: Pace,
    left: Vec<u64>,
    running: SeatSet,
    /// The end of each seat's vacation, up to which its clock stands still.
    away_until: Vec<u64>,
    /// The time up to which the clocks have been advanced.
    upto: u64,
    /// When all clocks of the host stood still.
    pauses: Arc<Pauses>,
}

impl Clocks {
    /// Creates clocks that are not running.
    pub fn new(pace: Pace, seats: usize, pauses: Arc<Pauses>) -> Self {
        Clocks {
            pace,
            left: vec![budget(pace); seats],
            running: SeatSet::default(),
            away_until: vec![0; seats],
            upto: 0,
            pauses,
        }
    }

    /// Advances the running clocks to the given time.
    pub fn pass(&mut self, at: u64) {
        for seat in self.running.iter() {
            let spent = self.waited(seat, self.upto, at);
            if let Some(left) = self.left.get_mut(usize::from(seat.number())) {
                *left = left.saturating_sub(spent);
            }
        }
        self.upto = self.upto.max(at);
    }

    /// Adds the increment, or resets the time, after a seat's decision.
    pub fn decided(&mut self, seat: Seat) {
        let Some(left) = self.left.get_mut(usize::from(seat.number())) else {
            return;
        };
        match self.pace {
            Pace::Relaxed => (),
            Pace::Live { increment, .. } => {
                *left = left
                    .saturating_add(u64::from(increment) * 1000)
                    .min(LONGEST);
            }
            Pace::Correspondence { .. } => *left = budget(self.pace),
        }
    }

    /// Ensures a minimum time for a person who takes over from a bot.
    pub fn welcome_back(&mut self, seat: Seat) {
        if let Some(left) = self.left.get_mut(usize::from(seat.number())) {
            *left = match self.pace {
                Pace::Correspondence { .. } => budget(self.pace),
                _ => (*left).max(WELCOME_BACK),
            };
        }
    }

    /// Stops the clock of a seat up to a time, even while the seat has to decide.
    pub fn rest(&mut self, seat: Seat, until: u64) {
        if let Some(end) = self.away_until.get_mut(usize::from(seat.number())) {
            *end = until;
        }
    }

    /// Returns how long a seat is waited for between two times: without its vacation, and without the host's pauses.
    pub fn waited(&self, seat: Seat, from: u64, to: u64) -> u64 {
        let from = from.max(self.away_until(seat));
        to.saturating_sub(from)
            .saturating_sub(self.pauses.within(from, to))
    }

    fn away_until(&self, seat: Seat) -> u64 {
        let until = self.away_until.get(usize::from(seat.number()));
        until.copied().unwrap_or_default()
    }

    /// Runs the clocks of these seats and stops all others.
    pub fn run(&mut self, seats: SeatSet) {
        self.running = match self.pace {
            Pace::Relaxed => SeatSet::default(),
            _ => seats,
        };
    }

    /// Returns the time at which the first clock runs out.
    pub fn deadline(&self) -> Option<u64> {
        let deadline = |seat: Seat| {
            let left = self.left.get(usize::from(seat.number()))?;
            let from = self.upto.max(self.away_until(seat));
            Some(self.pauses.after(from, *left))
        };
        self.running.iter().filter_map(deadline).min()
    }

    /// Returns a seat whose clock has run out at the given time.
    pub fn run_out(&self, at: u64) -> Option<Seat> {
        self.running.iter().find(|&seat| self.left(seat, at) == 0)
    }

    /// Returns a seat's clock at the given time, or `None` if the table has no clocks.
    pub fn shown(&self, seat: Seat, at: u64) -> Option<Clock> {
        (self.pace != Pace::Relaxed).then(|| Clock {
            left: self.left(seat, at),
            running: self.running.contains(seat) && at >= self.away_until(seat),
        })
    }

    fn left(&self, seat: Seat, at: u64) -> u64 {
        let left = self.left.get(usize::from(seat.number())).copied();
        let spent = match self.running.contains(seat) {
            true => self.waited(seat, self.upto, at),
            false => 0,
        };
        left.unwrap_or_default().saturating_sub(spent)
    }
}

fn budget(pace: Pace) -> u64 {
    match pace {
        Pace::Relaxed => 0,
        Pace::Live { seconds, .. } => u64::from(seconds) * 1000,
        Pace::Correspondence { days } => u64::from(days) * DAY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::FIRST;

    fn running(pace: Pace) -> Clocks {
        paused(pace, Pauses::default())
    }

    fn paused(pace: Pace, pauses: Pauses) -> Clocks {
        let mut clocks = Clocks::new(pace, 2, Arc::new(pauses));
        clocks.pass(1_000_000);
        clocks.run(SeatSet::only(FIRST));
        clocks
    }

    #[test]
    fn a_live_clock_runs_while_its_seat_decides_and_gains_the_increment() {
        let mut clocks = running(Pace::Live {
            seconds: 60,
            increment: 5,
        });
        assert_eq!(clocks.deadline(), Some(1_060_000));
        assert_eq!(
            clocks.shown(FIRST, 1_010_000),
            Some(Clock {
                left: 50_000,
                running: true
            })
        );
        clocks.pass(1_020_000);
        clocks.decided(FIRST);
        clocks.run(SeatSet::only(FIRST.after(1, 2)));
        assert_eq!(clocks.shown(FIRST, 2_000_000).unwrap().left, 45_000);
        assert_eq!(clocks.run_out(1_079_999), None);
        assert_eq!(clocks.run_out(1_080_000), Some(FIRST.after(1, 2)));
    }

    #[test]
    fn correspondence_gives_the_same_days_to_each_decision() {
        let mut clocks = running(Pace::Correspondence { days: 2 });
        clocks.pass(1_000_000 + DAY);
        clocks.decided(FIRST);
        assert_eq!(
            clocks.shown(FIRST, u64::MAX).map(|clock| clock.left),
            Some(0)
        );
        clocks.run(SeatSet::default());
        assert_eq!(clocks.shown(FIRST, 0).unwrap().left, 2 * DAY);
    }

    #[test]
    fn a_pause_of_the_host_takes_nobodys_time() {
        let pace = Pace::Live {
            seconds: 60,
            increment: 0,
        };
        let mut pauses = Pauses::default();
        pauses.add(1_010_000, 9_010_000);
        let mut clocks = paused(pace, pauses);
        assert_eq!(clocks.deadline(), Some(9_060_000));
        assert_eq!(clocks.shown(FIRST, 9_010_000).unwrap().left, 50_000);
        assert_eq!(clocks.run_out(9_059_999), None);
        clocks.pass(9_020_000);
        assert_eq!(clocks.shown(FIRST, 9_020_000).unwrap().left, 40_000);
        assert_eq!(clocks.deadline(), Some(9_060_000));
    }

    #[test]
    fn a_vacation_stops_one_clock_and_no_other() {
        let pace = Pace::Correspondence { days: 2 };
        let mut clocks = running(pace);
        let second = FIRST.after(1, 2);
        clocks.run([FIRST, second].into_iter().collect());
        clocks.rest(FIRST, 1_000_000 + 5 * DAY);
        assert_eq!(clocks.deadline(), Some(1_000_000 + 2 * DAY));
        let left = |seat, days| clocks.shown(seat, 1_000_000 + days * DAY).unwrap();
        assert_eq!(
            (left(FIRST, 1).left, left(FIRST, 1).running),
            (2 * DAY, false)
        );
        assert_eq!((left(second, 1).left, left(second, 1).running), (DAY, true));
        assert_eq!((left(FIRST, 6).left, left(FIRST, 6).running), (DAY, true));
        clocks.run(SeatSet::only(FIRST));
        assert_eq!(clocks.deadline(), Some(1_000_000 + 7 * DAY));
        clocks.pass(1_000_000 + 6 * DAY);
        assert_eq!(clocks.deadline(), Some(1_000_000 + 7 * DAY));
    }

    #[test]
    fn time_that_runs_backwards_takes_nothing_and_gives_nothing() {
        let mut clocks = running(Pace::Live {
            seconds: 60,
            increment: 0,
        });
        clocks.pass(5);
        assert_eq!(clocks.deadline(), Some(1_060_000));
        assert_eq!(clocks.shown(FIRST, 5).unwrap().left, 60_000);
    }
}
