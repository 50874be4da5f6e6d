//! A page's way from bytes to text and Markdown, over the golden pages and, where it is at hand, the start of the
//! corpus. `cargo bench -p debulha`
#![allow(missing_docs)]

#[path = "../../debulha-dom/benches/corpus/mod.rs"]
mod corpus;

use debulha::Pipeline;
use debulha_core::Scratch;
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

fn main() {
    divan::main();
}

/// The default system, and the cheapest that decides anything.
const SYSTEMS: [&str; 2] = [debulha::DEFAULT_EXTRACTOR, "cetd"];

fn run(bencher: Bencher<'_, '_>, system: &str, write: impl Fn(&debulha::Extraction) -> usize) {
    let pages = corpus::raw();
    let pipeline = Pipeline::new(system).expect("registered");
    let mut scratch = Scratch::default();
    let bytes: usize = pages.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(bytes)).counter(ItemsCount::new(pages.len())).bench_local(|| {
        let mut of_page = |page: &Vec<u8>| write(&pipeline.extract_in(page, &mut scratch));
        pages.iter().map(&mut of_page).sum::<usize>()
    });
}

#[divan::bench(args = SYSTEMS)]
fn text(bencher: Bencher<'_, '_>, system: &str) {
    run(bencher, system, |extraction| extraction.text().len());
}

/// With what the page says of itself.
#[divan::bench(args = SYSTEMS)]
fn markdown(bencher: Bencher<'_, '_>, system: &str) {
    run(bencher, system, |extraction| extraction.markdown().len() + extraction.metadata().authors.len());
}
