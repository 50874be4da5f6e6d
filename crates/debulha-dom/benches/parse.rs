//! Bytes to text to tree. `cargo bench -p debulha-dom`
#![allow(missing_docs)]

mod corpus;
mod html5ever_arena;

use debulha_dom::decode::decode;
use debulha_dom::style::hidden_by_sheets;
use debulha_dom::{Document, Limits};
use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::main();
}

#[divan::bench(name = "decode")]
fn decode_pages(bencher: Bencher<'_, '_>) {
    let pages = corpus::raw();
    let bytes: usize = pages.iter().map(Vec::len).sum();
    bencher
        .counter(BytesCount::new(bytes))
        .bench_local(|| pages.iter().map(|page| decode(page, None).text.len()).sum::<usize>());
}

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let pages = corpus::texts();
    let bytes: usize = pages.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        pages.iter().map(|page| debulha_dom::parse(page, &Limits::default()).document.len()).sum::<usize>()
    });
}

/// The parser beside ours that does the same work; `benches/peers` has more of them.
#[divan::bench]
fn parse_html5ever_arena(bencher: Bencher<'_, '_>) {
    let pages = corpus::texts();
    let bytes: usize = pages.iter().map(String::len).sum();
    bencher
        .counter(BytesCount::new(bytes))
        .bench_local(|| pages.iter().map(|page| html5ever_arena::parse(page).len()).sum::<usize>());
}

#[divan::bench]
fn style_sheets(bencher: Bencher<'_, '_>) {
    let documents: Vec<Document> =
        corpus::texts().iter().map(|page| debulha_dom::parse(page, &Limits::default()).document).collect();
    bencher.bench_local(|| documents.iter().map(|document| hidden_by_sheets(document).len()).sum::<usize>());
}
