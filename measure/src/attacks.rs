//! How the time of each verb grows on pages that are made to cost: each kind at a size and at four times that size.
//!
//! `cargo run --release -p measure -- attacks [--systems] [BYTES] [WORD]`: pages of BYTES (250,000) and four times as many, only
//! kinds with WORD in their names. An exponent of 1 is linear. Prints rows whose larger page takes longer than 50 ms. With
//! `--systems`, instead of the flagship and the verbs, every extractor and segmenter that needs the page alone, and rows above
//! 500 ms.

#[path = "../../crates/debulha/tests/hostile/attacks.rs"]
mod kinds;

use cpu_time::ThreadTime;
use debulha::systems::EXTRACTORS;
use debulha::systems::segmenters::{SEGMENTERS, Segmenter};
use debulha::{DEFAULT_EXTRACTOR, Extraction, Input, Pipeline};
use debulha_core::extractor::Needs;
use debulha_core::features::forms::forms;
use debulha_core::features::pagination::pagination;
use debulha_core::verdict::{Verdict, VerdictParams};
use debulha_core::write::{Format, WriteOptions};
use debulha_core::{Page, ParamMap};
use debulha_dom::{Limits, parse};
use kinds::ATTACKS;
use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

/// Bytes of the smaller page.
const BYTES: usize = 250_000;

/// The larger page by the smaller.
const GROWTH: usize = 4;

/// Rows that are printed, by the time of the larger page.
const SHOWN: Duration = Duration::from_millis(50);
const SHOWN_OF_SYSTEMS: Duration = Duration::from_millis(500);

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

/// What is timed on a page.
enum Measured {
    /// The flagship, and the verbs on its result.
    Verbs(Pipeline),
    /// Each extractor and each segmenter.
    Systems(Vec<(&'static str, Pipeline)>, Vec<Box<dyn Segmenter>>),
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = crate::arguments().collect();
    let bytes = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(BYTES);
    let has_systems = arguments.iter().any(|argument| argument == "--systems");
    let word = arguments.iter().find(|word| word.parse::<usize>().is_err() && !word.starts_with('-'));
    let (measured, shown) = if has_systems {
        (Measured::systems()?, SHOWN_OF_SYSTEMS)
    } else {
        (Measured::Verbs(Pipeline::new(DEFAULT_EXTRACTOR)?), SHOWN)
    };
    println!("| kind | verb | ms at {bytes} bytes | ms at {} | exponent |", GROWTH * bytes);
    println!("|---|---|---:|---:|---:|");
    for kind in ATTACKS.iter().filter(|kind| word.is_none_or(|word| kind.name.contains(&**word))) {
        let [small, large] = [bytes, GROWTH * bytes].map(|bytes| measured.times(&(kind.make)(bytes)));
        for (&(verb, short), (_, long)) in small.iter().zip(large) {
            if long > shown {
                let [short, long] = [short, long].map(|time| 1e3 * time.as_secs_f64());
                let exponent = (long / short).log2() / (GROWTH as f64).log2();
                println!("| {} | {verb} | {short:.0} | {long:.0} | {exponent:.2} |", kind.name);
            }
        }
    }
    Ok(())
}

impl Measured {
    fn systems() -> Result<Self, Box<dyn Error>> {
        let mut extractors = Vec::new();
        for info in EXTRACTORS.iter().filter(|info| info.needs == Needs::PAGE) {
            extractors.push((info.id, Pipeline::new(info.id)?));
        }
        let mut segmenters = Vec::new();
        for info in SEGMENTERS.iter().filter(|info| info.needs == Needs::PAGE) {
            segmenters.push((info.build)(&ParamMap::new())?);
        }
        Ok(Measured::Systems(extractors, segmenters))
    }

    fn times(&self, page: &str) -> Vec<(&'static str, Duration)> {
        match self {
            Measured::Verbs(pipeline) => times_of_verbs(pipeline, page),
            Measured::Systems(extractors, segmenters) => times_of_systems(extractors, segmenters, page),
        }
    }
}

fn extract(pipeline: &Pipeline, page: &str) -> (Extraction, Duration) {
    let begin = ThreadTime::now();
    let extraction = pipeline.extract(Input::from(page.as_bytes()).url("https://example.org/mill"));
    (extraction, begin.elapsed())
}

/// Time of the extraction, and of each verb on its result.
fn times_of_verbs(pipeline: &Pipeline, page: &str) -> Vec<(&'static str, Duration)> {
    let (extraction, took) = extract(pipeline, page);
    let mut found = vec![("extract", took)];
    for &(verb, work) in VERBS {
        let begin = ThreadTime::now();
        work(&extraction);
        found.push((verb, begin.elapsed()));
    }
    found
}

fn times_of_systems(
    extractors: &[(&'static str, Pipeline)],
    segmenters: &[Box<dyn Segmenter>],
    page: &str,
) -> Vec<(&'static str, Duration)> {
    let mut found: Vec<_> =
        extractors.iter().map(|(id, pipeline)| (*id, extract(pipeline, page).1)).collect();
    let parsed = parse(page, &Limits::default());
    for segmenter in segmenters {
        let begin = ThreadTime::now();
        black_box(segmenter.segment(&Page::new(&parsed.document))).ok();
        found.push((segmenter.info().id, begin.elapsed()));
    }
    found
}
