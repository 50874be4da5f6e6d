//! Learns the blocks of a generated site and judges all its pages, on one thread: times, sizes, memory.
//!
//! `cargo run --release -p measure -- repeated_blocks [pages]`

use cpu_time::ProcessTime;
use debulha_core::site::sample::{KeptPage, Sample};
use debulha_core::{Page, PageOptions, ParamMap, Scratch};
use debulha_dom::{Limits, parse};
use debulha_systems::site::{self, AnySiteMethod};
use std::error::Error;

/// Pages of the site unless told otherwise.
const PAGES: usize = 2_000;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let pages = crate::arguments().next().map_or(Ok(PAGES), |pages| pages.parse())?;
    for (id, options) in [
        ("x_cex", "{}"),
        ("x_cex", r#"{"identical": "never"}"#),
        ("x_cex", r#"{"content": "hamming", "lambda": 0.25}"#),
        ("content_extractor", "{}"),
    ] {
        measure(id, options, pages)?;
    }
    Ok(())
}

fn measure(id: &str, options: &str, pages: usize) -> Result<(), Box<dyn Error>> {
    let params: ParamMap = serde_json::from_str(options)?;
    let method: Box<dyn AnySiteMethod> = site::build(id, &params)?;
    let sources = crate::generated_site::site(7, pages);
    let mut sample = Sample::new(usize::MAX);
    let start = ProcessTime::now();
    for (url, html) in &sources {
        let document = parse(html, &Limits::default()).document;
        let page = Page::with_options(&document, Some(url), PageOptions::default());
        sample.insert(page.key(), KeptPage { content: 0, record: method.observe(&page) });
    }
    let observed = start.elapsed().as_secs_f64();
    let record_bytes: usize = sample.pages().map(|(_, kept)| kept.record.len()).sum();
    let start = ProcessTime::now();
    let extractor = site::finish_sample(&*method, &sample)?;
    let learned = start.elapsed().as_secs_f64();
    let start = ProcessTime::now();
    let mut words = 0;
    for (url, html) in &sources {
        let document = parse(html, &Limits::default()).document;
        let page = Page::with_options(&document, Some(url), PageOptions::default());
        let outcome = extractor.extract(&page, &mut Scratch::default());
        words += outcome.labels().map_or(0, |labels| labels.spans.iter().map(|span| span.words(&page)).sum());
    }
    let judged = start.elapsed().as_secs_f64();
    println!(
        "{id} {options}: {pages} pages: observe {observed:.2} s, learn {learned:.2} s, judge {judged:.2} s; \
         records {record_bytes} bytes; {words} words kept; {}",
        peak_memory()
    );
    Ok(())
}

/// The largest amount of memory so far, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default()
}
