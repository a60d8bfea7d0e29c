//! Limits for clients.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Limits for clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum average number of requests per second from one address; a few seconds' worth can come at once.
    pub requests_per_address: u32,
    /// The maximum average number of requests per second from one session.
    pub requests_per_session: u32,
    /// The maximum number of unfinished tables that one person owns.
    pub tables_per_person: u32,
    /// The maximum number of live viewers on this node.
    pub viewers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests_per_address: 100,
            requests_per_session: 50,
            tables_per_person: 100,
            viewers: 20_000,
        }
    }
}

/// The maximum length of a request's body, in bytes.
pub const LONGEST_BODY: usize = 16 * 1024;
/// The maximum length of a chat message, in characters.
pub const LONGEST_LINE: usize = 500;
/// The maximum length of an action, in characters.
pub const LONGEST_ACTION: usize = 200;
/// The maximum length of an idempotency key, in characters.
pub const LONGEST_KEY: usize = 64;
/// The capacity of a bucket, in seconds' worth of requests.
const BURST: f64 = 4.0;
/// The maximum number of buckets; beyond it, full buckets are removed.
const MOST_COUNTED: usize = 100_000;

/// A rate limiter: each key has a bucket that fills steadily, and each request takes a token.
pub struct Buckets<K> {
    per_second: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Eq + Hash> Buckets<K> {
    /// Creates buckets that gain this many tokens per second; 0 for no limit.
    pub fn new(per_second: u32) -> Self {
        Buckets {
            per_second: per_second.into(),
            buckets: Mutex::default(),
        }
    }

    /// Takes a token. Returns false if there is none.
    pub fn take(&self, key: K) -> bool {
        self.take_at(key, Instant::now())
    }

    fn take_at(&self, key: K, now: Instant) -> bool {
        if self.per_second == 0.0 {
            return true;
        }
        let full = self.per_second * BURST;
        let filled = |drops: f64, since: Instant| {
            let seconds = now.saturating_duration_since(since).as_secs_f64();
            (drops + seconds * self.per_second).min(full)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_COUNTED {
            buckets.retain(|_, (drops, since)| filled(*drops, *since) < full);
            if buckets.len() >= MOST_COUNTED {
                buckets.clear();
            }
        }
        let (drops, since) = buckets.entry(key).or_insert((full, now));
        *drops = filled(*drops, *since);
        *since = now;
        let enough = *drops >= 1.0;
        if enough {
            *drops -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_allowed_and_then_only_the_steady_rate() {
        let (buckets, now) = (Buckets::new(10), Instant::now());
        let taken = |at| (0..100).filter(|_| buckets.take_at("one", at)).count();
        assert_eq!(taken(now), 40);
        assert_eq!(taken(now + Duration::from_secs(1)), 10);
        assert!(buckets.take_at("other", now));
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let (buckets, now) = (Buckets::new(1), Instant::now());
        for key in 0..3 * MOST_COUNTED {
            buckets.take_at(key, now);
        }
        assert!(buckets.buckets.lock().unwrap().len() <= MOST_COUNTED);
    }
}
