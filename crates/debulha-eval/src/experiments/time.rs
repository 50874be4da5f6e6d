//! Times of systems: measured on every run, recorded on purpose, never pinned, for they are of one machine and day.
//!
//! ```toml
//! [[time]]
//! title = "…"
//! systems = ["nce"]
//! pages = { chaos2017 = 140, big9 = 339 }     # the first pages of each corpus
//! published = { reading = 25.85, algorithm = 104.27, total = 132.12 }   # optional; seconds over all pages
//! recorded = …                                # written by `debulha-lab reproduce --record MACHINE`
//! ```
//!
//! Times are processor time of one thread, the least of [`ROUNDS`] rounds in a row: *reading* is the file unpacked and
//! decoded, *parsing* is text to tree, *algorithm* is all views that the system needs, its decision and its text.

use std::collections::BTreeMap;
use std::time::Duration;

use debulha_core::{Outcome, Page, ParamMap, Scratch};
use debulha_dom::Limits;
use debulha_dom::decode::decode;
use serde::{Deserialize, Serialize};

use super::ExperimentError;
use crate::plot::figure::Histogram;
use crate::runner::Spent;
use debulha_compare::System;
use debulha_compare::stats::quantile;
use debulha_corpus::Corpus;
use debulha_corpus::without_wrapper;

/// Rounds of which the least time of each phase counts.
pub(super) const ROUNDS: usize = 3;
/// Power of ten, in milliseconds, that the first bar of a histogram begins at.
pub(super) const FIRST_POWER: i32 = -2;
/// Bars between two powers of ten.
const BARS_PER_DECADE: u32 = 8;
/// Powers of ten that a histogram spans; what lies outside is in the first or last bar.
const DECADES: u32 = 4;
/// Quantile reported beside the median.
const SLOW_QUANTILE: f64 = 0.95;

/// Which times are measured.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Heading.
    pub title: String,
    /// What the times show, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Ids of the extractors, with their defaults.
    pub systems: Vec<String>,
    /// How many pages of which corpora, the first of each.
    pub pages: BTreeMap<String, usize>,
    /// What the source prints, for its machine.
    pub published: Option<Seconds>,
    /// What was measured, and on which machine.
    pub recorded: Option<TimeRecord>,
}

/// Seconds over all pages.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seconds {
    /// Reading and parsing.
    pub reading: f64,
    /// The system.
    pub algorithm: f64,
    /// All.
    pub total: f64,
}

/// Times as measured once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRecord {
    /// Date and kind of machine; empty for what is measured now.
    #[serde(default)]
    pub on: String,
    /// Pages.
    pub pages: usize,
    /// Seconds over all pages.
    pub reading: f64,
    /// Seconds over all pages.
    pub parsing: f64,
    /// By id of the extractor.
    pub systems: BTreeMap<String, SystemTimes>,
}

/// Times of one system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemTimes {
    /// Seconds over all pages.
    pub algorithm: f64,
    /// Milliseconds of parsing and algorithm on the median page.
    pub median: f64,
    /// The same at the 95th percentile.
    pub p95: f64,
    /// Pages by milliseconds of parsing and algorithm: eight bars a power of ten, from .01 ms.
    pub counts: Vec<usize>,
}

/// Measures `timing` on one thread.
pub(super) fn measure(timing: &Timing, corpora: &[Corpus]) -> Result<TimeRecord, ExperimentError> {
    let systems = timing.systems.iter().map(|id| {
        System::new(id, &ParamMap::new())
            .map_err(|source| ExperimentError::Build { label: id.clone(), source })
    });
    let systems: Vec<System> = systems.collect::<Result<_, _>>()?;
    let mut scratch = Scratch::default();
    let (mut reading, mut parsing) = (Duration::ZERO, Duration::ZERO);
    let mut of_system: Vec<Vec<(Duration, Duration)>> = vec![Vec::new(); systems.len()];
    for corpus in corpora {
        let wanted = timing.pages.get(corpus.name()).copied().unwrap_or(0);
        for labels in corpus.pages().iter().take(wanted) {
            let (read, text) = least(|| {
                let bytes = corpus.page_bytes(&labels.id)?;
                Ok(decode(without_wrapper(&bytes), labels.encoding.as_deref()).text.into_owned())
            })?;
            let (parse, parsed) = least(|| Ok(debulha_dom::parse(&text, &Limits::default())))?;
            reading += read;
            parsing += parse;
            for (system, times) in systems.iter().zip(&mut of_system) {
                let (algorithm, _) = least(|| {
                    let page = Page::new(&parsed.document);
                    Ok(match system.extractor().extract(&page, &mut scratch) {
                        Outcome::Labeled(labels) => labels.plain_text(&page),
                        Outcome::Abstained(_) => String::new(),
                    })
                })?;
                times.push((algorithm, parse + algorithm));
            }
        }
    }
    let pages = of_system.first().map_or(0, Vec::len);
    let systems = timing.systems.iter().cloned().zip(of_system.iter().map(|times| SystemTimes::of(times)));
    Ok(TimeRecord {
        on: String::new(),
        pages,
        reading: seconds(reading),
        parsing: seconds(parsing),
        systems: systems.collect(),
    })
}

/// The least time of `work`, and what it gave last.
fn least<T>(mut work: impl FnMut() -> Result<T, ExperimentError>) -> Result<(Duration, T), ExperimentError> {
    let mut once = || -> Result<(Duration, T), ExperimentError> {
        let (result, spent) = Spent::on(&mut work);
        let result = result.map_err(ExperimentError::Panic)??;
        Ok((spent.time(), result))
    };
    let mut best = once()?;
    for _ in 1..ROUNDS {
        let again = once()?;
        best = (best.0.min(again.0), again.1);
    }
    Ok(best)
}

impl SystemTimes {
    /// Of algorithm, and of parsing and algorithm, a page.
    fn of(times: &[(Duration, Duration)]) -> Self {
        let PageTimes { median, p95, counts, .. } =
            PageTimes::of(times.iter().map(|(_, both)| *both), FIRST_POWER);
        Self { algorithm: seconds(times.iter().map(|(algorithm, _)| *algorithm).sum()), median, p95, counts }
    }
}

/// Times of many pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageTimes {
    /// Pages.
    pub pages: usize,
    /// Seconds over all pages.
    pub seconds: f64,
    /// Milliseconds of the median page.
    pub median: f64,
    /// The same at the 95th percentile.
    pub p95: f64,
    /// Power of ten, in milliseconds, that the first bar begins at.
    pub from: i32,
    /// Pages by milliseconds: eight bars a power of ten, over four powers.
    pub counts: Vec<usize>,
}

/// A histogram of times a page: its power of ten in milliseconds to begin with and its counts, with marks at the median and
/// at the 95th percentile.
pub(super) fn histogram(
    title: &str,
    quantity: &str,
    (from, counts): (i32, &[usize]),
    [median, p95]: [f64; 2],
) -> String {
    let histogram = Histogram {
        title: title.to_owned(),
        quantity: quantity.to_owned(),
        counted: "pages".to_owned(),
        from,
        bars_per_decade: BARS_PER_DECADE,
        counts: counts.to_vec(),
        marks: vec![(median, format!("median {median:.2}")), (p95, format!("95 % {p95:.2}"))],
    };
    histogram.svg()
}

impl PageTimes {
    /// Of a time a page.
    pub(super) fn of(times: impl IntoIterator<Item = Duration>, from: i32) -> Self {
        let mut ms: Vec<f64> = times.into_iter().map(|time| time.as_secs_f64() * 1e3).collect();
        ms.sort_by(f64::total_cmp);
        let mut counts = vec![0; (DECADES * BARS_PER_DECADE) as usize];
        for ms in &ms {
            let bar = (ms.log10() - f64::from(from)) * f64::from(BARS_PER_DECADE);
            let bar = (bar.max(0.0) as usize).min(counts.len() - 1);
            counts[bar] += 1;
        }
        Self {
            pages: ms.len(),
            seconds: decimals(ms.iter().sum::<f64>() / 1e3),
            median: decimals(quantile(&ms, 0.5).unwrap_or(0.0)),
            p95: decimals(quantile(&ms, SLOW_QUANTILE).unwrap_or(0.0)),
            from,
            counts,
        }
    }
}

/// Seconds in four decimals.
pub(super) fn seconds(time: Duration) -> f64 {
    decimals(time.as_secs_f64())
}

/// Four decimals.
pub(super) fn decimals(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_fall_into_bars_of_a_scale_of_powers_of_ten() {
        let ms = |ms: f64| Duration::from_secs_f64(ms / 1e3);
        let page = |both: f64| (ms(0.1), ms(both));
        let times = SystemTimes::of(&[page(0.001), page(0.2), page(0.2), page(1e6)]);
        assert_eq!((times.algorithm, times.median), (0.0004, 0.2));
        let bars: Vec<(usize, usize)> =
            times.counts.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
        assert_eq!(bars, [(0, 1), (10, 2), (31, 1)]);
    }
}
