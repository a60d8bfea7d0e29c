//! The metrics at `/metrics`, in the text format of Prometheus. They are shared by all servers of a process.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of stored moves.
pub static MOVES: Counter = Counter::new("durbar_moves_total");
/// The number of clocks that ran out.
pub static TIME_OUTS: Counter = Counter::new("durbar_time_outs_total");
/// The number of tables created.
pub static TABLES_CREATED: Counter = Counter::new("durbar_tables_created_total");
/// The number of tables read from the store.
pub static TABLES_LOADED: Counter = Counter::new("durbar_tables_loaded_total");
/// The current number of tables in memory.
pub static TABLES_IN_MEMORY: Gauge = Gauge::new("durbar_tables_in_memory");
/// The number of guests created.
pub static GUESTS: Counter = Counter::new("durbar_guests_total");
/// The current number of live viewers.
pub static VIEWERS: Gauge = Gauge::new("durbar_viewers");
/// The number of updates sent to viewers.
pub static UPDATES: Counter = Counter::new("durbar_updates_total");
/// The current number of tables whose bots wait for a thread.
pub static BOT_QUEUE: Gauge = Gauge::new("durbar_bot_queue");
/// The duration of bots' decisions.
pub static BOT_THOUGHTS: Histogram = Histogram::new("durbar_bot_thought_seconds", SECONDS);
/// The duration of the store's commits.
pub static STORE_COMMITS: Histogram = Histogram::new("durbar_store_commit_seconds", SECONDS);
/// The number of writes in one transaction.
pub static STORE_BATCHES: Histogram = Histogram::new("durbar_store_batch_writes", WRITES);
/// The number of tables, people and sessions that were deleted because of their age.
pub static CLEANED: Counter = Counter::new("durbar_cleaned_total");
/// The number of notices sent.
pub static NOTICES: Counter = Counter::new("durbar_notices_total");
/// The number of attempts to send a notice that failed.
pub static NOTICES_FAILED: Counter = Counter::new("durbar_notices_failed_total");
/// The number of failed transactions.
pub static STORE_FAILURES: Counter = Counter::new("durbar_store_failures_total");
/// The number of requests that ended in a panic.
pub static PANICS: Counter = Counter::new("durbar_panics_total");
/// The duration of requests, by method, path and status.
pub static REQUESTS: Histogram = Histogram::new("durbar_request_seconds", SECONDS);

const COUNTERS: [&Counter; 11] = [
    &MOVES,
    &TIME_OUTS,
    &TABLES_CREATED,
    &TABLES_LOADED,
    &GUESTS,
    &UPDATES,
    &CLEANED,
    &NOTICES,
    &NOTICES_FAILED,
    &STORE_FAILURES,
    &PANICS,
];
const GAUGES: [&Gauge; 3] = [&TABLES_IN_MEMORY, &VIEWERS, &BOT_QUEUE];
const HISTOGRAMS: [&Histogram; 4] = [&BOT_THOUGHTS, &STORE_COMMITS, &STORE_BATCHES, &REQUESTS];

/// Bounds in seconds, from a fast answer to a bot's long decision.
const SECONDS: &[f64] = &[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];
const WRITES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Returns all metrics as text.
pub fn render() -> String {
    let mut text = String::new();
    for Counter { name, value } in COUNTERS {
        let value = value.load(Ordering::Relaxed);
        let _ = writeln!(text, "# TYPE {name} counter\n{name} {value}");
    }
    for Gauge { name, value } in GAUGES {
        let value = value.load(Ordering::Relaxed);
        let _ = writeln!(text, "# TYPE {name} gauge\n{name} {value}");
    }
    for histogram in HISTOGRAMS {
        histogram.render(&mut text);
    }
    text
}

/// A number that only grows.
pub struct Counter {
    name: &'static str,
    value: AtomicU64,
}

impl Counter {
    const fn new(name: &'static str) -> Self {
        let value = AtomicU64::new(0);
        Counter { name, value }
    }

    /// Adds one.
    pub fn count(&self) {
        self.add(1);
    }

    /// Adds a number.
    pub fn add(&self, number: usize) {
        self.value.fetch_add(number as u64, Ordering::Relaxed);
    }
}

/// A current value.
pub struct Gauge {
    name: &'static str,
    value: AtomicU64,
}

impl Gauge {
    const fn new(name: &'static str) -> Self {
        let value = AtomicU64::new(0);
        Gauge { name, value }
    }

    /// Sets the value.
    pub fn set(&self, value: usize) {
        self.value.store(value as u64, Ordering::Relaxed);
    }
}

/// The number of values below each of some bounds, for each set of labels.
pub struct Histogram {
    name: &'static str,
    bounds: &'static [f64],
    series: Mutex<BTreeMap<String, Series>>,
}

#[derive(Default)]
struct Series {
    /// The number of values between each bound and the one before.
    buckets: Vec<u64>,
    count: u64,
    sum: f64,
}

impl Histogram {
    const fn new(name: &'static str, bounds: &'static [f64]) -> Self {
        Histogram {
            name,
            bounds,
            series: Mutex::new(BTreeMap::new()),
        }
    }

    /// Records a value without labels.
    pub fn record(&self, value: f64) {
        self.record_for(String::new(), value);
    }

    /// Records a value with labels such as `method="GET",status="200"`.
    pub fn record_for(&self, labels: String, value: f64) {
        let mut series = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        let series = series.entry(labels).or_default();
        series.buckets.resize(self.bounds.len(), 0);
        let bucket = self.bounds.iter().position(|bound| value <= *bound);
        if let Some(bucket) = bucket.and_then(|bucket| series.buckets.get_mut(bucket)) {
            *bucket += 1;
        }
        series.count += 1;
        series.sum += value;
    }

    fn render(&self, text: &mut String) {
        let name = self.name;
        let _ = writeln!(text, "# TYPE {name} histogram");
        let series = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        for (
            labels,
            Series {
                buckets,
                count,
                sum,
            },
        ) in &*series
        {
            let comma = if labels.is_empty() { "" } else { "," };
            let mut below = 0;
            for (bound, bucket) in self.bounds.iter().zip(buckets) {
                below += bucket;
                let _ = writeln!(
                    text,
                    "{name}_bucket{{{labels}{comma}le=\"{bound}\"}} {below}"
                );
            }
            let _ = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {count}");
            let _ = writeln!(
                text,
                "{name}_sum{{{labels}}} {sum}\n{name}_count{{{labels}}} {count}"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_what_lies_below_each_bound() {
        let histogram = Histogram::new("h", &[1.0, 2.5]);
        for value in [0.5, 1.0, 2.0, 9.0] {
            histogram.record_for("path=\"/\"".to_owned(), value);
        }
        let mut text = String::new();
        histogram.render(&mut text);
        let lines = [
            "# TYPE h histogram",
            "h_bucket{path=\"/\",le=\"1\"} 2",
            "h_bucket{path=\"/\",le=\"2.5\"} 3",
            "h_bucket{path=\"/\",le=\"+Inf\"} 4",
            "h_sum{path=\"/\"} 12.5",
            "h_count{path=\"/\"} 4",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    }
}
