//! What a server counts.

use crate::jobs::JobQueue;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Bounds of the times that are told apart, in seconds: from pages out of the cache to the longest that is worked on.
const SECONDS: [f64; 9] = [0.001, 0.004, 0.016, 0.064, 0.25, 1.0, 4.0, 16.0, 64.0];

/// What is told of a request: its route, and not its address, so that there are few series.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    route: String,
    status: u16,
}

/// What is told of the time that requests take.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

/// The counts of a server.
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Family<RouteLabel, Histogram>,
}

impl Metrics {
    /// Counts of requests from now on, and those of a job queue.
    pub fn new(jobs: &Arc<JobQueue>) -> Metrics {
        let mut registry = Registry::with_prefix("grundy");
        let requests = Family::default();
        registry.register("requests", "Requests that were answered", requests.clone());
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> Histogram);
        registry.register("request_seconds", "Time until a response begins", seconds.clone());
        registry.register_collector(Box::new(JobMetrics(Arc::clone(jobs))));
        Metrics { registry, requests, seconds }
    }

    /// Counts a request.
    pub fn count(&self, route: String, status: u16, took: Duration) {
        self.seconds.get_or_create(&RouteLabel { route: route.clone() }).observe(took.as_secs_f64());
        self.requests.get_or_create(&Labels { route, status }).inc();
    }

    /// All counts as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a text can be written to");
        text
    }
}

/// The counts of a job queue, read when they are asked for.
struct JobMetrics(Arc<JobQueue>);

impl fmt::Debug for JobMetrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JobMetrics")
    }
}

impl Collector for JobMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let jobs = &self.0;
        let mut counter = |name, help, value| {
            let metric = ConstCounter::new(value);
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        counter("job_tries", "Tries at questions that were begun", jobs.tries())?;
        counter("job_replies_kept", "Questions that were answered by replies kept", jobs.kept_used())?;
        let mut gauge = |name, help, value: usize| {
            let metric = ConstGauge::new(value as i64);
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        gauge("jobs_at_work", "Threads that work on questions", jobs.at_work())?;
        gauge("jobs_waiting", "Clients that wait for hard questions, or listen to them", jobs.waiting())
    }
}
