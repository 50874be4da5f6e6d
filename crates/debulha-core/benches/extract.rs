//! Views, extractors, content, metadata and writers, each over all pages. `cargo bench -p debulha-core`
#![allow(missing_docs)]

#[path = "../../debulha-dom/benches/pages.rs"]
mod pages;

use debulha_core::extractors::{EXTRACTORS, build};
use debulha_core::{Labels, Outcome, Page, ParamMap, Scratch};
use debulha_dom::{Document, Limits, parse};
use divan::Bencher;

fn main() {
    divan::main();
}

fn documents() -> Vec<Document> {
    pages::texts().iter().map(|page| parse(page, &Limits::default()).document).collect()
}

fn ids() -> impl Iterator<Item = &'static str> {
    EXTRACTORS.iter().map(|info| info.id)
}

#[divan::bench]
fn visibility(bencher: Bencher<'_, '_>) {
    let documents = documents();
    bencher.bench_local(|| documents.iter().for_each(|document| drop(Page::new(document).visibility())));
}

/// Visibility included.
#[divan::bench]
fn stats(bencher: Bencher<'_, '_>) {
    let documents = documents();
    bencher.bench_local(|| {
        documents.iter().map(|document| Page::new(document).text_nodes().len()).sum::<usize>()
    });
}

/// The views that the extractor asks for included.
#[divan::bench(args = ids())]
fn extractor(bencher: Bencher<'_, '_>, id: &str) {
    let documents = documents();
    let extractor = build(id, &ParamMap::new()).expect("registered");
    let mut scratch = Scratch::default();
    bencher.bench_local(|| {
        documents.iter().for_each(|document| drop(extractor.extract(&Page::new(document), &mut scratch)));
    });
}
