//! What nobody may exceed.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What nobody may exceed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests per second of one address, on average; a few seconds' worth at once.
    pub requests_per_address: u32,
    /// Requests per second of one session.
    pub requests_per_session: u32,
    /// Tables that one person has made and that are not over.
    pub tables_per_person: u32,
    /// Viewers of the live stream on this node.
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

/// The longest body of a request.
pub const LONGEST_BODY: usize = 16 * 1024;
/// The longest line of chat.
pub const LONGEST_LINE: usize = 500;
/// The longest action that is looked at.
pub const LONGEST_ACTION: usize = 200;
/// The longest name of a request.
pub const LONGEST_KEY: usize = 64;
/// How many seconds' worth of requests can come at once.
const BURST: f64 = 4.0;
/// So many are counted; when there are more, whoever has been quiet is forgotten.
const MOST_COUNTED: usize = 100_000;

/// Counts requests: everybody has a bucket that fills steadily, and each request takes a drop.
pub struct Buckets<K> {
    per_second: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Eq + Hash> Buckets<K> {
    /// Buckets that gain so many drops each second; 0 is without limit.
    pub fn new(per_second: u32) -> Self {
        Buckets {
            per_second: per_second.into(),
            buckets: Mutex::default(),
        }
    }

    /// Takes a drop; false if there is none.
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
