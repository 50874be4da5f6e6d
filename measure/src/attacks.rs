//! How the time of each verb grows on pages that are made to cost: each kind at a size and at four times that size.
//!
//! `cargo run --release -p measure -- attacks [BYTES] [WORD]`: pages of BYTES (250,000) and four times as many, only kinds with
//! WORD in their names. An exponent of 1 is linear. Prints rows whose larger page takes longer than 50 ms.

#[path = "../../crates/debulha/tests/hostile/attacks.rs"]
mod kinds;

use cpu_time::ThreadTime;
use debulha::{DEFAULT_EXTRACTOR, Extraction, Input, Pipeline};
use debulha_core::features::forms::forms;
use debulha_core::features::pagination::pagination;
use debulha_core::verdict::{Verdict, VerdictParams};
use debulha_core::write::{Format, WriteOptions};
use kinds::ATTACKS;
use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

/// Bytes of the smaller page.
const BYTES: usize = 250_000;

/// The larger page by the smaller.
const GROWTH: usize = 4;

/// A verb by its name, and its work on a page that is loaded.
type Verb = (&'static str, fn(&Extraction));

const VERBS: &[Verb] = &[
    ("markdown", |page| {
        let all = WriteOptions { links: true, images: true, metadata: true, ..WriteOptions::default() };
        black_box(page.render(Format::Markdown, &all));
    }),
    ("json", |page| {
        let all = WriteOptions {
            links: true,
            images: true,
            metadata: true,
            records: true,
            ..WriteOptions::default()
        };
        black_box(page.render(Format::Json, &all));
    }),
    ("html", |page| {
        black_box(page.render(Format::Html, &WriteOptions { links: true, ..WriteOptions::default() }));
    }),
    ("forms", |page| {
        black_box(forms(&page.page()));
    }),
    ("pagination", |page| {
        black_box(pagination(&page.page()));
    }),
    ("verdict", |page| {
        let params = VerdictParams::default();
        black_box(Verdict::of(&page.page(), &page.outcome, &[], &params));
    }),
];

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = crate::arguments().collect();
    let bytes = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(BYTES);
    let word = arguments.iter().find(|argument| argument.parse::<usize>().is_err());
    let pipeline = Pipeline::new(DEFAULT_EXTRACTOR)?;
    println!("| kind | verb | ms at {bytes} bytes | ms at {} | exponent |", GROWTH * bytes);
    println!("|---|---|---:|---:|---:|");
    for kind in ATTACKS.iter().filter(|kind| word.is_none_or(|word| kind.name.contains(&**word))) {
        let [small, large] = [bytes, GROWTH * bytes].map(|bytes| (kind.make)(bytes));
        let (small, large) = (times(&pipeline, &small), times(&pipeline, &large));
        for (&(verb, short), (_, long)) in small.iter().zip(large) {
            if long > Duration::from_millis(50) {
                let [short, long] = [short, long].map(|time| 1e3 * time.as_secs_f64());
                let exponent = (long / short).log2() / (GROWTH as f64).log2();
                println!("| {} | {verb} | {short:.0} | {long:.0} | {exponent:.2} |", kind.name);
            }
        }
    }
    Ok(())
}

/// Time of the extraction, and of each verb on its result.
fn times(pipeline: &Pipeline, page: &str) -> Vec<(&'static str, Duration)> {
    let extract = || pipeline.extract(Input::from(page.as_bytes()).url("https://example.org/mill"));
    let begin = ThreadTime::now();
    let extraction = extract();
    let mut found = vec![("extract", begin.elapsed())];
    for &(verb, work) in VERBS {
        let begin = ThreadTime::now();
        work(&extraction);
        found.push((verb, begin.elapsed()));
    }
    found
}
