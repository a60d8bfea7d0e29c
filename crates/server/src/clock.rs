//! The time of a site: one for all its nodes, never earlier than before, and never taken from anybody who could not use it.

use crate::App;
use crate::Now;
use crate::store::{Op, StoreError};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// A jump that is not written down yet.
    skipped: Mutex<Option<(u64, u64)>>,
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

impl SiteClock {
    /// Creates a clock that shows the machine's time.
    pub fn new(machine: Now) -> Self {
        SiteClock {
            machine,
            ahead: AtomicI64::new(0),
            latest: AtomicU64::new(0),
            skipped: Mutex::default(),
            attended: Mutex::default(),
        }
    }

    fn skipped(&self) -> MutexGuard<'_, Option<(u64, u64)>> {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attended(&self) -> Option<Attended> {
        *self.attended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers that this node can do its work.
    fn attend(&self, at: Instant, now: u64, written: bool) {
        let attended = Attended { at, now, written };
        *self.attended.lock().unwrap_or_else(PoisonError::into_inner) = Some(attended);
    }

    /// Returns the time in milliseconds since 1970. It stands still instead of going back.
    pub fn now(&self) -> u64 {
        let ahead = self.ahead.load(Ordering::Relaxed);
        let now = (self.machine)().saturating_add_signed(ahead);
        self.latest.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Follows another clock from now on, which showed this time between two times of the machine. Returns the time that was skipped by a jump, if there was
    /// one. If the other clock went back, time goes on as before until that clock has caught up.
    fn follow(&self, shown: u64, between: (u64, u64)) -> Option<(u64, u64)> {
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
        self.ahead.store(ahead, Ordering::Relaxed);
        let after = self.now();
        (after > before + TOLERANCE).then_some((before, after))
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
        self.beat().await
    }

    /// Writes down that this server was running until now.
    pub async fn stop_clock(&self) {
        let _ = self.store.write(Op::Beat(self.clock.now())).await;
    }

    /// Checks that the store can still write.
    pub async fn check_store(&self) -> Result<(), StoreError> {
        let attended = self.clock.attended();
        if attended.is_some_and(|last| last.written && last.at.elapsed() < LATELY) {
            return self.store.ping().await;
        }
        self.give_back().await?;
        self.beat().await
    }

    /// Compares the clock with the database's, if nodes share it, and writes down that this server is running. Returns the time up to which it is certain that
    /// nobody's time is taken wrongly.
    pub async fn check_clock(&self) -> Result<u64, StoreError> {
        if let Some((before, after)) = self.read_database_clock().await? {
            tracing::error!(
                seconds = (after - before) / 1_000,
                "the database's clock jumped; nobody loses this time"
            );
            let mut skipped = self.clock.skipped();
            let since = skipped.map_or(before, |(since, _)| since);
            *skipped = Some((since, after));
        }
        let skipped = *self.clock.skipped();
        if let Some((before, after)) = skipped {
            self.store.write(Op::Pause(before, after)).await?;
            *self.clock.skipped() = None;
        }
        self.give_back().await?;
        // Taken before anything is awaited: the node may stand still at any time.
        let (at, now) = (Instant::now(), self.clock.now());
        if self.store.has_clocks().await? {
            let beat = Duration::from_millis(BEAT);
            let attended = self.clock.attended();
            if !attended.is_some_and(|last| last.written && last.at.elapsed() < beat) {
                self.beat_at(at, now).await?;
            }
        } else {
            self.clock.attend(at, now, false);
        }
        self.read_pauses().await?;
        Ok(now)
    }

    /// Makes a pause of the time in which this node stood still or the store did not answer, unless another node was running.
    async fn give_back(&self) -> Result<(), StoreError> {
        let longest = Duration::from_millis(BEAT + TOLERANCE);
        while let Some(attended) = self.clock.attended()
            && attended.at.elapsed() >= longest
        {
            let (at, now) = (Instant::now(), self.clock.now());
            let last = self.store.last_beat().await?.unwrap_or(0).max(attended.now);
            // Even if no clock is known to run: what was being written meanwhile may start one.
            if now > last + BEAT + TOLERANCE {
                tracing::warn!(
                    seconds = (now - last) / 1_000,
                    "no server could work; nobody loses this time"
                );
                self.store.write(Op::Pause(last, now)).await?;
            }
            self.clock.attend(at, now, false);
        }
        Ok(())
    }

    async fn beat(&self) -> Result<(), StoreError> {
        self.beat_at(Instant::now(), self.clock.now()).await
    }

    async fn beat_at(&self, at: Instant, now: u64) -> Result<(), StoreError> {
        self.store.write(Op::Beat(now)).await?;
        self.clock.attend(at, now, true);
        Ok(())
    }

    async fn read_database_clock(&self) -> Result<Option<(u64, u64)>, StoreError> {
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
        let jump = clock.follow(9_000_000, (1_002_000, 1_002_000));
        assert_eq!(jump, Some((5_002_200, 9_000_000)));
        // Back again: time does not.
        machine.store(1_003_000, Ordering::Relaxed);
        assert_eq!(clock.follow(5_003_200, (1_003_000, 1_003_000)), None);
        assert_eq!(clock.now(), 9_001_000);
    }
}
