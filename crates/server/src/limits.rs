//! Limits for clients.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Limits for clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum average number of requests per second from one address; a few seconds' worth can come at once.
    pub requests_per_address: u32,
    /// The maximum average number of requests per second from one session.
    pub requests_per_session: u32,
    /// The maximum number of unfinished tables that one person owns.
    pub tables_per_person: u32,
    /// The maximum number of unfinished tables with bots that one person owns.
    pub bot_tables_per_person: u32,
    /// The maximum number of guests created from one address in an hour; 0 for no limit.
    pub guests_per_address: u32,
    /// The maximum number of tables created from one address in an hour; 0 for no limit.
    pub tables_per_address: u32,
    /// The maximum number of requests to sign in from one address in an hour; 0 for no limit. A sign-in by a passkey takes two.
    pub sign_ins_per_address: u32,
    /// The number of entries from which on a table accepts only what comes to an end.
    pub entries_per_table: u64,
    /// The maximum number of chat messages at one table.
    pub messages_per_table: u64,
    /// The maximum number of live viewers on this node.
    pub viewers: usize,
    /// The maximum number of live viewers with one session.
    pub viewers_per_session: usize,
    /// The maximum number of connections from one address, and of live viewers there.
    pub connections_per_address: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests_per_address: 100,
            requests_per_session: 50,
            tables_per_person: 100,
            bot_tables_per_person: 20,
            guests_per_address: 60,
            tables_per_address: 120,
            sign_ins_per_address: 120,
            entries_per_table: 5_000,
            messages_per_table: 5_000,
            viewers: 20_000,
            viewers_per_session: 32,
            connections_per_address: 256,
        }
    }
}

impl Limits {
    /// Returns limits that nobody meets, for tests and networks of friends.
    pub fn none() -> Self {
        Limits {
            requests_per_address: 0,
            requests_per_session: 0,
            tables_per_person: u32::MAX,
            bot_tables_per_person: u32::MAX,
            guests_per_address: 0,
            tables_per_address: 0,
            sign_ins_per_address: 0,
            viewers_per_session: usize::MAX,
            connections_per_address: usize::MAX,
            ..Limits::default()
        }
    }
}

/// The maximum length of a request's body, in bytes.
pub const LONGEST_BODY: usize = 16 * 1024;
/// The maximum length of a chat message, in characters.
pub const LONGEST_LINE: usize = 500;
/// The number of chat messages sent to somebody who does not say which ones they know.
pub const LAST_MESSAGES: usize = 50;
/// The maximum number of chat messages in one answer.
pub const MOST_MESSAGES: usize = 200;
/// The maximum average number of chat messages of one person per second, and how many can come at once.
pub const CHAT_RATE: (f64, f64) = (1.0, 5.0);
/// The maximum average number of new names of one person per second, and how many can come at once: each is told at all of their tables.
pub const NAME_RATE: (f64, f64) = (1.0 / 60.0, 10.0);
/// The maximum number of codes that are mailed on behalf of one address in an hour, half of them at once.
pub const CODES_PER_HOUR: u32 = 10;
/// The maximum number of contacts of a person, and of webhooks of a table.
pub const MOST_CONTACTS: usize = 10;
/// The maximum number of people whom one person can block.
pub const MOST_BLOCKED: usize = 500;
/// The maximum length of a report to the host, in characters.
pub const LONGEST_REPORT: usize = 1_000;
/// The maximum number of chat messages that a report names.
pub const MOST_REPORTED: usize = 20;
/// The maximum number of reports from one address in an hour, half of them at once.
pub const REPORTS_PER_HOUR: u32 = 40;
/// The maximum length of an action, in characters.
pub const LONGEST_ACTION: usize = 200;
/// The maximum length of an idempotency key, in characters.
pub const LONGEST_KEY: usize = 64;
/// The capacity of a bucket of requests, in seconds' worth.
const BURST: f64 = 4.0;
const HOUR: f64 = 60.0 * 60.0;
/// The interval at which full buckets are removed once there are too many.
const SWEEP: Duration = Duration::from_secs(1);
/// The maximum number of buckets; beyond it, full buckets are removed.
const MOST_COUNTED: usize = 100_000;

/// A rate limiter: each key has a bucket that fills steadily, and each request takes a token.
pub struct Buckets<K> {
    per_second: f64,
    full: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
    /// When full buckets were last removed: a long list is not searched for each request.
    swept: Mutex<Option<Instant>>,
}

impl<K: Eq + Hash> Buckets<K> {
    /// Creates buckets that gain this many tokens per second; 0 for no limit.
    pub fn per_second(tokens: u32) -> Self {
        let tokens = f64::from(tokens);
        Buckets::new(tokens, tokens * BURST)
    }

    /// Creates buckets that gain this many tokens per hour, half of which can be used at once; 0 for no limit.
    pub fn per_hour(tokens: u32) -> Self {
        let tokens = f64::from(tokens);
        Buckets::new(tokens / HOUR, (tokens / 2.0).max(1.0))
    }

    /// Creates buckets that gain this many tokens per second and hold so many.
    pub fn new(per_second: f64, full: f64) -> Self {
        Buckets {
            per_second,
            full,
            buckets: Mutex::default(),
            swept: Mutex::default(),
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
        let full = self.full;
        let filled = |drops: f64, since: Instant| {
            let seconds = now.saturating_duration_since(since).as_secs_f64();
            (drops + seconds * self.per_second).min(full)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_COUNTED && !buckets.contains_key(&key) {
            let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
            let recently = |swept: Instant| now.saturating_duration_since(swept) < SWEEP;
            if !swept.is_some_and(recently) {
                *swept = Some(now);
                buckets.retain(|_, (drops, since)| filled(*drops, *since) < full);
            }
            // So many strangers at once are an attack; whoever is already known goes on.
            if buckets.len() >= MOST_COUNTED {
                return false;
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

    #[test]
    fn a_burst_is_allowed_and_then_only_the_steady_rate() {
        let (buckets, now) = (Buckets::per_second(10), Instant::now());
        let taken = |at| (0..100).filter(|_| buckets.take_at("one", at)).count();
        assert_eq!(taken(now), 40);
        assert_eq!(taken(now + Duration::from_secs(1)), 10);
        assert!(buckets.take_at("other", now));
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let (buckets, now) = (Buckets::per_second(1), Instant::now());
        for key in 0..3 * MOST_COUNTED {
            buckets.take_at(key, now);
        }
        assert!(buckets.buckets.lock().unwrap().len() <= MOST_COUNTED);
        assert!(buckets.take_at(0, now) && !buckets.take_at(usize::MAX, now));
        let later = now + Duration::from_secs(10);
        assert!(buckets.take_at(usize::MAX, later));
    }

    #[test]
    fn half_of_an_hours_worth_can_come_at_once() {
        let (buckets, now) = (Buckets::per_hour(60), Instant::now());
        let taken = |at| (0..100).filter(|_| buckets.take_at("one", at)).count();
        assert_eq!(taken(now), 30);
        assert_eq!(taken(now + Duration::from_secs(120)), 2);
    }
}
