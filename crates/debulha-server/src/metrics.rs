//! Counts, in the text format of Prometheus.

use crate::browsers::Drawings;
use debulha::VerdictKind;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Upper bounds of the buckets of times, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// Media type of the text.
pub(crate) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What was counted since the server was started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    routes: Mutex<BTreeMap<String, Route>>,
    bytes_in: AtomicU64,
    refused: AtomicU64,
    /// In the order of [`VerdictKind::ALL`].
    pages: [AtomicU64; VerdictKind::ALL.len()],
}

#[derive(Debug, Default)]
struct Route {
    by_status: BTreeMap<u16, u64>,
    /// Requests that took no longer than each bound and longer than the one before.
    by_time: [u64; BUCKETS.len()],
    seconds: f64,
}

/// What goes on at the moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now {
    pub(crate) in_work: usize,
    pub(crate) waiting: usize,
    /// Of a server that draws pages.
    pub(crate) drawings: Option<Drawings>,
}

impl Metrics {
    /// Counts a request. Routes are templates, of which there are few.
    pub(crate) fn request(&self, route: &str, status: u16, time: Duration, bytes_in: u64) {
        self.bytes_in.fetch_add(bytes_in, Ordering::Relaxed);
        let mut routes = self.routes();
        let seconds = time.as_secs_f64();
        let counts = match routes.get_mut(route) {
            Some(counts) => counts,
            None => routes.entry(route.to_owned()).or_default(),
        };
        *counts.by_status.entry(status).or_default() += 1;
        counts.seconds += seconds;
        if let Some(bucket) = BUCKETS.iter().position(|bound| seconds <= *bound) {
            counts.by_time[bucket] += 1;
        }
    }

    /// Counts a page.
    pub(crate) fn page(&self, verdict: VerdictKind) {
        if let Some(place) = VerdictKind::ALL.iter().position(|kind| *kind == verdict) {
            self.pages[place].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts a request that found no place.
    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// All counts.
    pub(crate) fn text(&self, now: Now) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(now, &mut text);
        text
    }

    fn write(&self, now: Now, out: &mut String) -> fmt::Result {
        let routes = self.routes();
        head(out, "debulha_requests_total", "counter", "Requests by route and status.")?;
        for (route, counts) in &*routes {
            for (status, count) in &counts.by_status {
                writeln!(out, "debulha_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}")?;
            }
        }
        let name = "debulha_request_seconds";
        head(out, name, "histogram", "Time from the head of a request to the end of its answer.")?;
        for (route, counts) in &*routes {
            let mut so_far = 0;
            for (bound, count) in BUCKETS.iter().zip(counts.by_time) {
                so_far += count;
                writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"{bound}\"}} {so_far}")?;
            }
            let all: u64 = counts.by_status.values().sum();
            writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {all}")?;
            writeln!(out, "{name}_sum{{route=\"{route}\"}} {}", counts.seconds)?;
            writeln!(out, "{name}_count{{route=\"{route}\"}} {all}")?;
        }
        head(
            out,
            "debulha_received_bytes_total",
            "counter",
            "Bytes of bodies of requests, as they were sent.",
        )?;
        writeln!(out, "debulha_received_bytes_total {}", self.bytes_in.load(Ordering::Relaxed))?;
        head(out, "debulha_pages_total", "counter", "Pages by verdict.")?;
        for (verdict, count) in VerdictKind::ALL.iter().zip(&self.pages) {
            let count = count.load(Ordering::Relaxed);
            writeln!(out, "debulha_pages_total{{verdict=\"{}\"}} {count}", verdict.name())?;
        }
        head(out, "debulha_refused_total", "counter", "Requests that found no place (status 429).")?;
        writeln!(out, "debulha_refused_total {}", self.refused.load(Ordering::Relaxed))?;
        head(out, "debulha_in_work", "gauge", "Turns at the processors that are taken.")?;
        writeln!(out, "debulha_in_work {}", now.in_work)?;
        head(out, "debulha_waiting", "gauge", "Pages that wait for a turn.")?;
        writeln!(out, "debulha_waiting {}", now.waiting)?;
        now.drawings.map_or(Ok(()), |drawings| write_drawings(drawings, out))
    }

    fn routes(&self) -> MutexGuard<'_, BTreeMap<String, Route>> {
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write_drawings(drawings: Drawings, out: &mut String) -> fmt::Result {
    let Drawings { drawn, late, crashed, failed, in_work } = drawings;
    head(out, "debulha_drawings_total", "counter", "Pages that browsers were to draw, by outcome.")?;
    for (outcome, count) in [("drawn", drawn), ("deadline", late), ("crash", crashed), ("failed", failed)] {
        writeln!(out, "debulha_drawings_total{{outcome=\"{outcome}\"}} {count}")?;
    }
    head(out, "debulha_browsers_in_work", "gauge", "Browsers that draw a page.")?;
    writeln!(out, "debulha_browsers_in_work {in_work}")
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let metrics = Metrics::default();
        for (status, milliseconds) in [(200, 2), (200, 3), (503, 31_000)] {
            metrics.request("/v1/extract", status, Duration::from_millis(milliseconds), 10);
        }
        metrics.page(VerdictKind::Ok);
        metrics.refused();
        let drawings = Drawings { drawn: 4, late: 3, crashed: 0, failed: 0, in_work: 1 };
        let text = metrics.text(Now { in_work: 2, waiting: 1, drawings: Some(drawings) });
        for line in [
            "debulha_requests_total{route=\"/v1/extract\",status=\"200\"} 2",
            "debulha_request_seconds_bucket{route=\"/v1/extract\",le=\"0.0025\"} 1",
            "debulha_request_seconds_bucket{route=\"/v1/extract\",le=\"30\"} 2",
            "debulha_request_seconds_bucket{route=\"/v1/extract\",le=\"+Inf\"} 3",
            "debulha_received_bytes_total 30",
            "debulha_pages_total{verdict=\"ok\"} 1",
            "debulha_refused_total 1",
            "debulha_in_work 2",
            "debulha_waiting 1",
            "debulha_drawings_total{outcome=\"deadline\"} 3",
            "debulha_browsers_in_work 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
