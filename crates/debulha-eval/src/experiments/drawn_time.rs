//! Times of systems on rendered pages: how long a browser draws a page, and how long the system takes then.
//!
//! ```toml
//! [trained_system.time]
//! rows = ["…"]                    # labels of the rows whose pages are timed
//! drawn = 100                     # pages of each corpus that they test which are drawn, spread over the corpus
//! published = { pages = 479, rendering = 1817.65, algorithm = 105.81 }   # optional; seconds over all pages
//! recorded = …                    # written by `debulha-lab reproduce --record MACHINE`, which draws the pages
//! ```
//!
//! *Rendering* is the time that passes until the browser has given the record of a page. *Reading* is the page and its
//! record from the file to the fitted layout, *algorithm* is all that the system needs beyond that; both are processor
//! time of one thread, in one run.

use super::page::write_heading;
use super::time::{FIRST_POWER, PageTimes, histogram, seconds};
use super::{Experiment, ExperimentError};
use debulha_corpus::{Corpus, without_wrapper};
use debulha_dom::decode::decode;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};
use std::time::{Duration, Instant};

/// Draws a page, given by its text and its address; the reason where it cannot be drawn.
pub type Draw<'a> = &'a dyn Fn(&str, Option<&str>) -> Result<(), String>;

/// Power of ten, in milliseconds, that the histogram of rendering begins at.
const FIRST_POWER_OF_RENDERING: i32 = 0;

/// Which times are measured.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnTiming {
    /// Heading.
    pub title: String,
    /// What the times show, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Labels of the rows.
    pub rows: Vec<String>,
    /// Pages of each corpus that are drawn.
    pub drawn: usize,
    /// What the source prints, for its machine.
    pub published: Option<PublishedPhases>,
    /// What was measured, and on which machine.
    pub recorded: Option<DrawnRecord>,
}

/// Seconds over all pages.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPhases {
    /// Pages.
    pub pages: usize,
    /// The browser.
    pub rendering: f64,
    /// The system.
    pub algorithm: f64,
}

/// Times as measured once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnRecord {
    /// Date and kind of machine; empty for what is measured now.
    #[serde(default)]
    pub on: String,
    /// Pages that could not be drawn.
    pub failed: usize,
    /// Seconds over all pages of `algorithm`.
    pub reading: f64,
    /// The system.
    pub algorithm: PageTimes,
    /// The browser; absent where nothing was drawn.
    pub rendering: Option<PageTimes>,
}

/// How long a page took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageTime {
    /// Reading.
    pub reading: Duration,
    /// The system.
    pub algorithm: Duration,
}

impl Experiment {
    /// Whether it times how long pages take to be drawn.
    pub fn times_drawing(&self) -> bool {
        self.trained_system.iter().any(|table| table.time.is_some())
    }
}

impl DrawnTiming {
    /// The times of the rows' pages, and, with a browser, of drawing some pages of the corpora that they test.
    pub(super) fn measure(
        &self,
        pages: &[PageTime],
        corpora: &[&Corpus],
        draw: Option<Draw<'_>>,
    ) -> Result<DrawnRecord, ExperimentError> {
        let mut record = DrawnRecord {
            on: String::new(),
            failed: 0,
            reading: seconds(pages.iter().map(|page| page.reading).sum()),
            algorithm: PageTimes::of(pages.iter().map(|page| page.algorithm), FIRST_POWER),
            rendering: None,
        };
        let Some(draw) = draw else { return Ok(record) };
        let mut times = Vec::new();
        for corpus in corpora {
            for labels in spread(corpus.pages(), self.drawn) {
                let bytes = corpus.page_bytes(&labels.id)?;
                let text = decode(without_wrapper(&bytes), labels.encoding.as_deref()).text;
                let begun = Instant::now();
                match draw(&text, labels.url.as_deref()) {
                    Ok(()) => times.push(begun.elapsed()),
                    Err(_) => record.failed += 1,
                }
            }
        }
        record.rendering = Some(PageTimes::of(times, FIRST_POWER_OF_RENDERING));
        Ok(record)
    }

    /// Histograms of what is recorded: titles and files.
    pub(super) fn charts(&self) -> Vec<(String, String)> {
        let Some(record) = &self.recorded else { return Vec::new() };
        let algorithm = ("algorithm", Some(&record.algorithm));
        let phases = [algorithm, ("rendering", record.rendering.as_ref())];
        let chart = |(phase, times): (&str, Option<&PageTimes>)| {
            let times = times?;
            let title = format!("Time of {phase} a page, {} pages", times.pages);
            let quantity = format!("milliseconds of {phase}");
            let svg = histogram(&title, &quantity, (times.from, &times.counts), [times.median, times.p95]);
            Some((title, svg))
        };
        phases.into_iter().filter_map(chart).collect()
    }

    /// Published times beside the recorded ones.
    pub(super) fn write(&self, out: &mut String) -> fmt::Result {
        write_heading(out, &self.title, &self.about)?;
        let Some(record) = &self.recorded else { return writeln!(out, "Nothing is recorded yet.") };
        writeln!(
            out,
            "| | published, s | published, ms a page | pages | s | ms a page | median | 95 % |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|"
        )?;
        let published = |of: fn(PublishedPhases) -> f64| {
            let of_page = |from: PublishedPhases| of(from) * 1e3 / from.pages.max(1) as f64;
            self.published
                .map_or("– | –".to_owned(), |from| format!("{} | {:.0}", of(from), of_page(from)))
        };
        let measured = |times: &PageTimes| {
            let PageTimes { pages, seconds, median, p95, .. } = times;
            let of_page = seconds * 1e3 / (*pages).max(1) as f64;
            format!("{pages} | {seconds:.2} | {of_page:.2} | {median:.2} | {p95:.2}")
        };
        if let Some(rendering) = &record.rendering {
            writeln!(out, "| rendering | {} | {} |", published(|from| from.rendering), measured(rendering))?;
        }
        let DrawnRecord { reading, algorithm, on, failed, .. } = record;
        let of_page = reading * 1e3 / algorithm.pages.max(1) as f64;
        writeln!(out, "| reading | – | – | {} | {reading:.2} | {of_page:.2} | – | – |", algorithm.pages)?;
        writeln!(out, "| algorithm | {} | {} |", published(|from| from.algorithm), measured(algorithm))?;
        writeln!(
            out,
            "\nRecorded {on}. Rendering is the time that passes until the browser gives the record of a page, one page after \
             the other; {failed} could not be drawn.\nReading is page and record from the file to the fitted layout, \
             algorithm all that the system needs beyond that: both are processor\ntime of one thread, in one run. Times are not \
             pinned."
        )
    }
}

/// So many items, evenly spread; all where there are no more.
fn spread<T>(items: &[T], wanted: usize) -> impl Iterator<Item = &T> {
    let wanted = wanted.min(items.len());
    (0..wanted).map(move |place| &items[place * items.len() / wanted])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing() -> DrawnTiming {
        let ms = Duration::from_millis;
        let times = |at: &[u64], from| PageTimes::of(at.iter().map(|&at| ms(at)), from);
        DrawnTiming {
            title: "Times".to_owned(),
            about: String::new(),
            rows: Vec::new(),
            drawn: 2,
            published: Some(PublishedPhases { pages: 4, rendering: 8.0, algorithm: 1.0 }),
            recorded: Some(DrawnRecord {
                on: "today".to_owned(),
                failed: 1,
                reading: 0.2,
                algorithm: times(&[1, 3], FIRST_POWER),
                rendering: Some(times(&[400, 500, 1500], FIRST_POWER_OF_RENDERING)),
            }),
        }
    }

    #[test]
    fn published_and_recorded_times_stand_side_by_side() {
        let mut out = String::new();
        timing().write(&mut out).expect("a string");
        assert!(out.contains("| rendering | 8 | 2000 | 3 | 2.40 | 800.00 | 500.00 |"), "{out}");
        assert!(out.contains("| reading | – | – | 2 | 0.20 | 100.00 |"), "{out}");
        assert!(out.contains("| algorithm | 1 | 250 | 2 | 0.00 | 2.00 |"), "{out}");
        assert!(out.contains("Recorded today.") && out.contains("1 could not be drawn"), "{out}");
        let charts = timing().charts();
        let titles: Vec<&str> = charts.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, ["Time of algorithm a page, 2 pages", "Time of rendering a page, 3 pages"]);
        assert_eq!(charts[1].1.matches("class=\"bar\"").count(), 3, "{}", charts[1].1);
        let nothing = DrawnTiming { recorded: None, ..timing() };
        assert!(nothing.charts().is_empty());
    }

    #[test]
    fn pages_are_spread_over_the_corpus() {
        assert_eq!(spread(&[0, 1, 2, 3, 4, 5, 6], 3).collect::<Vec<_>>(), [&0, &2, &4]);
        assert_eq!(spread(&[0, 1], 5).count(), 2);
        assert_eq!(spread::<u8>(&[], 5).count(), 0);
    }
}
