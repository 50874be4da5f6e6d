//! Views, extractors, content, metadata and writers, each over all pages. `cargo bench -p debulha-systems`
#![allow(missing_docs)]

#[path = "../../debulha-dom/benches/corpus/mod.rs"]
mod corpus;

use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Labels, Page, ParamMap, Scratch, content, metadata};
use debulha_dom::{Document, Limits, parse};
use debulha_systems::extractors::{EXTRACTORS, build};
use divan::Bencher;

fn main() {
    divan::main();
}

fn documents() -> Vec<Document> {
    corpus::texts().iter().map(|page| parse(page, &Limits::default()).document).collect()
}

fn ids() -> impl Iterator<Item = &'static str> {
    EXTRACTORS.iter().map(|info| info.id)
}

#[divan::bench]
fn visibility(bencher: Bencher<'_, '_>) {
    let documents = documents();
    bencher.bench_local(|| {
        let hides = |document| Page::new(document).visibility().is_hidden(Document::ROOT);
        documents.iter().filter(|document| hides(document)).count()
    });
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
        let mut extract = |document| extractor.extract(&Page::new(document), &mut scratch);
        documents.iter().filter(|document| extract(document).labels().is_some()).count()
    });
}

/// The labels of the default extractor, and what is built of them.
fn labels_of(documents: &[Document]) -> Vec<Labels> {
    let vote = build("vote", &ParamMap::new()).expect("registered");
    let mut scratch = Scratch::default();
    let mut label = |document| vote.extract(&Page::new(document), &mut scratch).labels().cloned();
    documents.iter().map(|document| label(document).unwrap_or_default()).collect()
}

/// The views that the builder asks for included.
#[divan::bench(name = "content")]
fn build_content(bencher: Bencher<'_, '_>) {
    let documents = documents();
    let labels = labels_of(&documents);
    bencher.bench_local(|| {
        let pages = documents.iter().zip(&labels);
        pages
            .map(|(document, labels)| content::build(&Page::new(document), labels).blocks.len())
            .sum::<usize>()
    });
}

#[divan::bench(name = "metadata")]
fn read_metadata(bencher: Bencher<'_, '_>) {
    let documents = documents();
    bencher.bench_local(|| {
        let titled = |document| metadata::extract(&Page::new(document)).title.best.is_some();
        documents.iter().filter(|document| titled(document)).count()
    });
}

#[divan::bench(args = Format::ALL)]
fn writer(bencher: Bencher<'_, '_>, format: Format) {
    let documents = documents();
    let labels = labels_of(&documents);
    let contents: Vec<_> = documents
        .iter()
        .zip(&labels)
        .map(|(document, labels)| content::build(&Page::new(document), labels))
        .collect();
    let options = WriteOptions::default();
    bencher.bench_local(|| {
        let bytes = documents.iter().zip(&contents).map(|(document, content)| {
            let written = Written {
                document,
                byte_map: None,
                content,
                metadata: None,
                records: None,
                comments: &[],
                url: None,
                extractor: "vote",
                agreement: None,
                verdict: None,
                warnings: &[],
            };
            render(format, &written, &options).len()
        });
        bytes.sum::<usize>()
    });
}
