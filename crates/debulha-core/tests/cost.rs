//! Cost grows with the page, not with its square: every step, on families of generated pages.
//!
//! Counted in processor time of the test's own thread, of which other load on the machine is no part.
#![allow(clippy::unwrap_used)]

mod common;

use common::families::FAMILIES;
use common::{all_extractors, label};
use debulha_core::extractors::all_text::AllText;
use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Page, Scratch, content, metadata};
use debulha_dom::{Document, Limits, parse};
use std::fs;

/// Bytes of the smaller page: above the sizes at which fixed costs count.
const SMALL_BYTES: usize = 64 << 10;

/// How much larger the larger page is.
const GROWTH: usize = 8;

/// Growth of the time that is an error. Linear code has about [`GROWTH`], twice that where the larger page leaves
/// the caches; quadratic code has 64.
const MAX_TIME_GROWTH: f64 = 30.0;

/// A page that takes less than this is too quick to compare.
const MIN_NANOS: f64 = 20e6;

/// Measurements of a step before it is called superlinear.
const ATTEMPTS: usize = 4;

/// Processor time of this thread in nanoseconds; `None` where the system does not tell.
fn cpu_nanos() -> Option<f64> {
    let line = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    line.split_whitespace().next()?.parse().ok()
}

fn nanos_of(work: impl FnOnce()) -> f64 {
    let start = cpu_nanos().unwrap();
    work();
    cpu_nanos().unwrap() - start
}

/// Fails when `work` on the larger input takes far more than [`GROWTH`] times as long, again and again.
fn check_growth(what: &str, small: impl Fn(), large: impl Fn()) {
    let mut growth = f64::INFINITY;
    for _ in 0..ATTEMPTS {
        let large = nanos_of(&large);
        if large < MIN_NANOS {
            return;
        }
        growth = growth.min(large / nanos_of(&small).max(1.0));
        if growth < MAX_TIME_GROWTH {
            return;
        }
    }
    panic!("{what}: a page {GROWTH} times as large takes {growth:.0} times as long");
}

#[test]
#[should_panic(expected = "times as long")]
fn quadratic_work_is_caught() {
    assert!(cpu_nanos().is_some(), "without it a page takes {GROWTH} times as long");
    let pairs = |len: usize| {
        let sum: usize =
            (0..len).map(|a| (0..len).filter(|&b| std::hint::black_box(a ^ b) % 3 == 0).count()).sum();
        std::hint::black_box(sum);
    };
    check_growth("pairs", || pairs(2_000), || pairs(2_000 * GROWTH));
}

/// Content of the whole text of a page, and that in every format.
fn write_all(document: &Document) {
    let page = Page::new(document);
    let content = content::build(&page, &label(&AllText::default(), &page));
    let written = Written {
        document,
        content: &content,
        metadata: None,
        url: None,
        extractor: "all_text",
        warnings: &[],
    };
    for format in Format::ALL {
        drop(render(format, &written, &WriteOptions::default()));
    }
}

#[test]
fn every_step_is_linear_on_every_family() {
    if cpu_nanos().is_none() {
        println!("skipped: no processor time of a thread on this system");
        return;
    }
    for (family, generate) in FAMILIES {
        let (small, large) = (generate(SMALL_BYTES), generate(SMALL_BYTES * GROWTH));
        check_growth(
            &format!("parse on {family}"),
            || drop(parse(&small, &Limits::default())),
            || drop(parse(&large, &Limits::default())),
        );
        let small = parse(&small, &Limits::default()).document;
        let large = parse(&large, &Limits::default()).document;
        for extractor in all_extractors() {
            let run = |document| drop(extractor.extract(&Page::new(document), &mut Scratch::default()));
            check_growth(&format!("{} on {family}", extractor.info().id), || run(&small), || run(&large));
        }
        check_growth(&format!("content on {family}"), || write_all(&small), || write_all(&large));
        let metadata = |document| drop(metadata::extract(&Page::new(document)));
        check_growth(&format!("metadata on {family}"), || metadata(&small), || metadata(&large));
    }
}
