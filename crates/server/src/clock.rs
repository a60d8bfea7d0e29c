//! The time of a site: one for all its nodes, never earlier than before, and never taken from anybody who could not use it.

use crate::App;
use crate::Now;
use crate::store::{Op, StoreError};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// A longer time without a running server, or a larger jump of the database's clock, is a pause of all clocks. In milliseconds.
const TOLERANCE: u64 = 5_000;
/// The interval at which a server with running clocks writes down that it is running, in milliseconds.
const BEAT: u64 = 5_000;

/// A store that has written so recently is able to write.
const LATELY: Duration = Duration::from_secs(1);

/// The clock of a site. On PostgreSQL it follows the database's clock; otherwise it is this machine's, as it was at the start.
pub struct SiteClock {
    machine: Now,
    /// What is added to the machine's clock, in milliseconds.
    ahead: AtomicI64,
    latest: AtomicU64,
    attended: Mutex<Option<Attended>>,
}

/// The last time at which this node could do its work.
#[derive(Clone, Copy)]
struct Attended {
    at: Instant,
    /// The same in milliseconds since 1970.
    now: u64,
    /// Whether it was written down; there is no need without running clocks.
    written: bool,
}

/// A jump of the clock that the site's clock follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Jump {
    /// The time before it.
    before: u64,
    /// The time after it.
    after: u64,
    /// What is then added to the machine's clock.
    ahead: i64,
}

impl SiteClock {
    /// Creates a clock that shows the machine's time.
    pub fn new(machine: Now) -> Self {
        SiteClock {
            machine,
            ahead: AtomicI64::new(0),
            latest: AtomicU64::new(0),
            attended: Mutex::default(),
        }
    }

    fn attended(&self) -> Option<Attended> {
        *self.attended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the present as a time at which this node can do its work.
    fn present(&self) -> Attended {
        Attended {
            at: Instant::now(),
            now: self.now(),
            written: false,
        }
    }

    fn attend(&self, attended: Attended) {
        *self.attended.lock().unwrap_or_else(PoisonError::into_inner) = Some(attended);
    }

    /// Returns the time in milliseconds since 1970. It stands still instead of going back.
    pub fn now(&self) -> u64 {
        let ahead = self.ahead.load(Ordering::Relaxed);
        let now = (self.machine)().saturating_add_signed(ahead);
        self.latest.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Follows another clock from now on, which showed this time between two times of the machine. Returns a jump, which is only taken by `jump`. If the
    /// other clock went back, time goes on as before until that clock has caught up.
    fn follow(&self, shown: u64, between: (u64, u64)) -> Option<Jump> {
        let here = between.0 + between.1.saturating_sub(between.0) / 2;
        let ahead = shown as i64 - here as i64;
        if self.latest.load(Ordering::Relaxed) == 0 {
            self.ahead.store(ahead, Ordering::Relaxed);
            return None;
        }
        let (before, was) = (self.now(), self.ahead.load(Ordering::Relaxed));
        if ahead + (TOLERANCE as i64) < was {
            return None;
        }
        let after = (self.machine)().saturating_add_signed(ahead);
        if after > before + TOLERANCE {
            return Some(Jump {
                before,
                after,
                ahead,
            });
        }
        self.ahead.store(ahead, Ordering::Relaxed);
        None
    }

    /// Takes a jump, once it is written down that nobody loses the time.
    fn jump(&self, jump: Jump) {
        self.ahead.store(jump.ahead, Ordering::Relaxed);
    }
}

impl App {
    /// Sets the clock at the start: not before the last time at which a server was running. The time since then is a pause.
    pub async fn start_clock(&self) -> Result<(), StoreError> {
        self.read_database_clock().await?;
        let last = self.store.last_beat().await?;
        if let Some(last) = last {
            let now = self.clock.now();
            if now < last {
                tracing::warn!(
                    seconds = (last - now) / 1_000,
                    "the clock is behind the store; time goes on from where it was"
                );
                let behind = (last - now) as i64;
                self.clock.ahead.fetch_add(behind, Ordering::Relaxed);
            } else if now > last + BEAT + TOLERANCE && self.store.has_clocks().await? {
                self.store.write(Op::Pause(last, now)).await?;
            }
        }
        self.read_pauses().await?;
        self.beat(self.clock.present()).await
    }

    /// Writes down that this server was running until now, after it has given back the time in which it could not work. If that fails, the next server begins
    /// with a pause since the last time that was written down.
    pub async fn stop_clock(&self) {
        let given_back = self.give_back().await;
        if given_back.is_ok() {
            let _ = self.beat(self.clock.present()).await;
        }
    }

    /// Checks that the store can still write.
    pub async fn check_store(&self) -> Result<(), StoreError> {
        let attended = self.clock.attended();
        if attended.is_some_and(|last| last.written && last.at.elapsed() < LATELY) {
            return self.store.ping().await;
        }
        self.give_back().await?;
        self.beat(self.clock.present()).await
    }

    /// Compares the clock with the database's, if nodes share it, and writes down that this server is running. Returns the time up to which it is certain that
    /// nobody's time is taken wrongly.
    pub async fn check_clock(&self) -> Result<u64, StoreError> {
        if let Some(jump) = self.read_database_clock().await? {
            let Jump { before, after, .. } = jump;
            tracing::error!(
                seconds = (after - before) / 1_000,
                "the database's clock jumped; nobody loses this time"
            );
            self.store.write(Op::Pause(before, after)).await?;
            self.clock.jump(jump);
        }
        self.give_back().await?;
        // Taken before anything is awaited: the node may stand still at any time.
        let present = self.clock.present();
        if self.store.has_clocks().await? {
            let beat = Duration::from_millis(BEAT);
            let attended = self.clock.attended();
            if !attended.is_some_and(|last| last.written && last.at.elapsed() < beat) {
                self.beat(present).await?;
            }
        } else {
            self.clock.attend(present);
        }
        self.read_pauses().await?;
        Ok(present.now)
    }

    /// Makes a pause of the time in which this node stood still or the store did not answer, unless another node was running.
    async fn give_back(&self) -> Result<(), StoreError> {
        let longest = Duration::from_millis(BEAT + TOLERANCE);
        while let Some(attended) = self.clock.attended()
            && attended.at.elapsed() >= longest
        {
            let present = self.clock.present();
            let now = present.now;
            let last = self.store.last_beat().await?.unwrap_or(0).max(attended.now);
            // Even if no clock is known to run: what was being written meanwhile may start one.
            if now > last + BEAT + TOLERANCE {
                tracing::warn!(
                    seconds = (now - last) / 1_000,
                    "no server could work; nobody loses this time"
                );
                self.store.write(Op::Pause(last, now)).await?;
            }
            self.clock.attend(present);
        }
        Ok(())
    }

    /// Writes down that this server is running.
    async fn beat(&self, present: Attended) -> Result<(), StoreError> {
        self.store.write(Op::Beat(present.now)).await?;
        self.clock.attend(Attended {
            written: true,
            ..present
        });
        Ok(())
    }

    async fn read_database_clock(&self) -> Result<Option<Jump>, StoreError> {
        let before = (self.clock.machine)();
        let Some(shown) = self.store.time().await? else {
            return Ok(None);
        };
        let after = (self.clock.machine)();
        Ok(self.clock.follow(shown, (before, after)))
    }

    /// Reads the pauses; if there is a new one, tables in memory are read again.
    async fn read_pauses(&self) -> Result<(), StoreError> {
        let pauses = self.store.pauses().await?;
        let known = self.pauses.borrow().clone();
        if *known != pauses {
            self.pauses.send_replace(Arc::new(pauses));
            self.reload_all().await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> (Arc<AtomicU64>, SiteClock) {
        let machine = Arc::new(AtomicU64::new(1_000_000));
        let time = machine.clone();
        let clock = SiteClock::new(Arc::new(move || time.load(Ordering::Relaxed)));
        (machine, clock)
    }

    #[test]
    fn the_clock_stands_still_instead_of_going_back() {
        let (machine, clock) = clock();
        assert_eq!(clock.now(), 1_000_000);
        machine.store(900_000, Ordering::Relaxed);
        assert_eq!(clock.now(), 1_000_000);
    }

    #[test]
    fn the_clock_of_the_database_counts_and_its_jumps_are_noticed() {
        let (machine, clock) = clock();
        assert_eq!(clock.follow(5_000_000, (1_000_000, 1_000_000)), None);
        assert_eq!(clock.now(), 5_000_000);
        machine.store(1_001_000, Ordering::Relaxed);
        assert_eq!(clock.follow(5_001_200, (1_001_000, 1_001_000)), None);
        assert_eq!(clock.now(), 5_001_200);
        machine.store(1_002_000, Ordering::Relaxed);
        let jump = clock.follow(9_000_000, (1_002_000, 1_002_000)).unwrap();
        assert_eq!((jump.before, jump.after), (5_002_200, 9_000_000));
        // It could not be written down: it is not taken, and noticed again.
        assert_eq!(clock.now(), 5_002_200);
        assert_eq!(clock.follow(9_000_000, (1_002_000, 1_002_000)), Some(jump));
        clock.jump(jump);
        assert_eq!(clock.now(), 9_000_000);
        // Back again: time does not.
        machine.store(1_003_000, Ordering::Relaxed);
        assert_eq!(clock.follow(5_003_200, (1_003_000, 1_003_000)), None);
        assert_eq!(clock.now(), 9_001_000);
    }
}
