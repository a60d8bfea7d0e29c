//! What is counted while the load runs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What is counted by all tables together.
#[derive(Default)]
pub struct Measure {
    latencies: Mutex<Vec<u32>>,
    /// Updates that viewers got.
    pub updates: AtomicU64,
    /// Answers 409.
    pub stale: AtomicU64,
    /// Updates whose steps were not the next versions.
    pub gaps: AtomicU64,
    /// Games that came to their end.
    pub ended: AtomicU64,
    /// Anything else that went wrong.
    pub failures: AtomicU64,
}

impl Measure {
    /// A move was acknowledged.
    pub fn acknowledged(&self, after: Duration) {
        let mut latencies = self
            .latencies
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        latencies.push(after.as_micros() as u32);
    }

    /// How many moves were acknowledged.
    pub fn moves(&self) -> usize {
        self.latencies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    /// One line for people.
    pub fn report(&self, seconds: f64) -> String {
        let mut latencies = self
            .latencies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        latencies.sort_unstable();
        let at = |share: f64| {
            let index =
                ((latencies.len() as f64 * share) as usize).min(latencies.len().saturating_sub(1));
            f64::from(latencies.get(index).copied().unwrap_or_default()) / 1000.0
        };
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        format!(
            "{} moves in {seconds:.1} s: {:.0} per second, p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms; \
             {:.0} updates per second, {} stale, {} gaps, {} games ended, {} failures",
            latencies.len(),
            latencies.len() as f64 / seconds,
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0),
            count(&self.updates) as f64 / seconds,
            count(&self.stale),
            count(&self.gaps),
            count(&self.ended),
            count(&self.failures),
        )
    }
}
