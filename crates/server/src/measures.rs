//! What `/metrics` shows.

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

/// Seconds, from a fast answer to a bot's long thought.
const SECONDS: &[f64] = &[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];
const WRITES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Begins to measure; one process has one set of measures, however many servers it runs.
pub fn begin() -> Option<PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            use metrics_exporter_prometheus::Matcher::Suffix;
            PrometheusBuilder::new()
                .set_buckets_for_metric(Suffix("_seconds".to_owned()), SECONDS)
                .and_then(|builder| {
                    builder.set_buckets_for_metric(Suffix("_writes".to_owned()), WRITES)
                })
                .ok()
                .and_then(|builder| builder.install_recorder().ok())
        })
        .clone()
}
