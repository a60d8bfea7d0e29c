//! Nobody may run out of time who has not used it up.

use crate::check::order::Order;
use crate::history::Time;
use kit::{Seat, SeatSet};
use protocol::Pace;
use table::{Change, Entry, Table};

/// A time without any running node up to this length, in microseconds, may count as thinking; a longer one is a pause of all clocks.
const SHORT: Time = 10_000_000;
/// The smallest time on the clock of a person who comes back, in microseconds.
const WELCOME_BACK: Time = 60_000_000;
/// What may be missing on a clock that runs out, in microseconds: entries have whole milliseconds.
const SLACK: Time = 250_000;

/// What is left at least on the clock of each seat, if each decision took as long as the clients' times allow.
pub struct Thinking<'a> {
    increment: Time,
    left: Vec<Time>,
    running: SeatSet,
    idle: &'a [(Time, Time)],
}

impl<'a> Thinking<'a> {
    /// The clocks of a new table; `None` if it has none. `idle` are the times without a running node.
    pub fn new(table: &Table, idle: &'a [(Time, Time)]) -> Option<Self> {
        let Pace::Live { seconds, increment } = table.setup().pace else {
            return None;
        };
        Some(Thinking {
            increment: u64::from(increment) * 1_000_000,
            left: vec![u64::from(seconds) * 1_000_000; table.setup().seats.len()],
            running: SeatSet::default(),
            idle,
        })
    }

    /// An entry, before it is added to the table. The error says whose time was taken.
    pub fn pass(&mut self, table: &Table, entry: &Entry, order: &Order) -> Result<(), String> {
        let (from, to) = (order.born(entry.version - 1), order.known(entry.version));
        let spent = (to - from.min(to)).saturating_sub(self.paused(from, to));
        for seat in self.running.iter() {
            let left = self.left(seat);
            *left = left.saturating_sub(spent);
        }
        match &entry.change {
            Change::Play { seat, .. } if table.plays_self(*seat) => {
                let increment = self.increment;
                *self.left(*seat) += increment;
            }
            Change::ComeBack { seat } => {
                let left = self.left(*seat);
                *left = (*left).max(WELCOME_BACK);
            }
            Change::RunOut { seat } => {
                let left = *self.left(*seat);
                if !self.running.contains(*seat) {
                    return Err(format!("seat {seat} ran out of time while its clock stood"));
                }
                if left > SLACK {
                    let left = left as f64 / 1e6;
                    return Err(format!(
                        "seat {seat} ran out of time with at least {left:.1} s left"
                    ));
                }
            }
            _ => (),
        }
        Ok(())
    }

    /// The table, after the entry was added.
    pub fn run(&mut self, table: &Table) {
        self.running = SeatSet::default();
        for seat in table.deciders().iter() {
            if table.plays_self(seat) {
                self.running.insert(seat);
            }
        }
    }

    fn left(&mut self, seat: Seat) -> &mut Time {
        &mut self.left[usize::from(seat.number())]
    }

    fn paused(&self, from: Time, to: Time) -> Time {
        let long = self.idle.iter().filter(|(start, end)| end - start > SHORT);
        long.map(|&(start, end)| end.min(to).saturating_sub(start.max(from)))
            .sum()
    }
}
