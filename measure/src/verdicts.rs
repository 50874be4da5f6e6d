//! Processor time of the verdict on top of an extraction: `cargo run --release -p measure -- verdicts SYSTEM PAGES…`.

use cpu_time::ThreadTime;
use debulha_core::verdict::{Verdict, VerdictParams};
use debulha_core::{Page, ParamMap, Scratch, content};
use debulha_dom::decode::decode;
use debulha_dom::{Limits, parse};
use debulha_systems::extractors::build;
use std::error::Error;
use std::time::Duration;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let mut args = crate::arguments();
    let extractor = build(&args.next().ok_or("a system is missing")?, &ParamMap::new())?;
    let (mut scratch, params) = (Scratch::default(), VerdictParams::default());
    let mut times: Vec<(Duration, String)> = Vec::new();
    for path in args {
        let text = decode(&std::fs::read(&path)?, None).text.into_owned();
        let parsed = parse(&text, &Limits::default());
        let page = Page::new(&parsed.document);
        let outcome = extractor.extract(&page, &mut scratch);
        // As in an extraction, the views that the content document needs are there.
        if let Some(labels) = outcome.labels() {
            content::build(&page, labels);
        }
        let start = ThreadTime::now();
        let verdict = Verdict::of(&page, &outcome, &parsed.truncations, &params);
        times.push((start.elapsed(), format!("{path}: {}", verdict.kind)));
    }
    times.sort();
    let sum: Duration = times.iter().map(|(time, _)| *time).sum();
    println!("{} pages, mean {:?}", times.len(), sum / (times.len().max(1) as u32));
    for (name, share) in [("median", 0.5), ("95 %", 0.95), ("most", 1.0)] {
        if let Some((time, page)) = times.get(((times.len().max(1) - 1) as f64 * share) as usize) {
            println!("{name} {time:?} {page}");
        }
    }
    Ok(())
}
