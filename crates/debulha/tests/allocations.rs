//! How often memory is asked for on the way of a page: a step that begins to allocate by word or by node shows here
//! before it shows in a bench.
//!
//! The numbers are pinned. Where one changes for a reason, the failure says what to pin.
#![allow(unsafe_code)] // A counting allocator cannot be had without; it only counts and hands on.

use debulha_core::content;
use debulha_core::feature_table::{GROUPS, RowUnit, Selection, compute};
use debulha_core::write::{WriteOptions, Written, render};
use debulha_core::{Extractor, Page, ParamMap, Scratch, write::Format};
use debulha_dom::parse;
use debulha_dom::{Document, Limits};
use debulha_systems::extractors::build;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Calls of this thread, so that the test's own threads do not count.
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed to the system's allocator as it is; counting does not allocate, and asks for no thread
// local that has ended.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn count() {
    // A thread that ends may still allocate: those calls are nobody's.
    let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Share of a pinned number by which a count may differ, and calls that it may differ by at least: how buffers grow is
/// the standard library's affair.
const TOLERANCE: f64 = 0.03;
const MIN_TOLERANCE: f64 = 3.0;

/// The groups of features that are counted.
const COUNTED_GROUPS: [&str; 10] = [
    "block_text",
    "block_position",
    "block_containers",
    "block_systems",
    "block_neighbours",
    "block_headings",
    "block_ancestors",
    "block_paths",
    "block_page",
    "block_site",
];

/// A page with its calls for parsing, for features of blocks, and from the tree to text with the system `cetd`.
const PINNED: [(&str, &str, [u64; 3]); 3] = [
    ("barn-story", include_str!("../../../testdata/pages/barn-story/source.html"), [46, 252, 251]),
    ("forum-thread", include_str!("../../../testdata/pages/forum-thread/source.html"), [46, 213, 185]),
    ("listing", include_str!("../../../testdata/pages/listing/source.html"), [32, 206, 85]),
];

/// The calls of the second of two runs: the first may fill what is kept for all pages.
fn calls<T>(mut work: impl FnMut() -> T) -> u64 {
    drop(work());
    let before = CALLS.get();
    let result = work();
    let calls = CALLS.get() - before;
    drop(result);
    calls
}

fn text(extractor: &dyn Extractor, document: &Document, scratch: &mut Scratch) -> String {
    let page = Page::new(document);
    let labels = extractor.extract(&page, scratch).labels().cloned().unwrap_or_default();
    let content = content::build(&page, &labels);
    let written = Written {
        document,
        byte_map: None,
        content: &content,
        metadata: None,
        url: None,
        extractor: extractor.info().id,
        agreement: None,
        records: None,
        comments: &[],
        verdict: None,
        warnings: &[],
    };
    render(Format::Text, &written, &WriteOptions::default())
}

#[test]
fn allocations_are_as_pinned() {
    let counted = GROUPS.iter().filter(|group| COUNTED_GROUPS.contains(&group.name));
    let names = counted.flat_map(|group| group.features.iter().map(|feature| feature.name));
    let all = Selection::named(RowUnit::Block, names).expect("features of blocks");
    let cetd = build("cetd", &ParamMap::new()).expect("registered");
    let mut scratch = Scratch::default();
    let mut wrong = Vec::new();
    for (page, html, pinned) in PINNED {
        let document = parse(html, &Limits::default()).document;
        let counted = [
            calls(|| parse(html, &Limits::default())),
            calls(|| compute(&Page::new(&document), &all, &mut scratch)),
            calls(|| text(&*cetd, &document, &mut scratch)),
        ];
        let differs = |(&counted, &pinned): (&u64, &u64)| {
            counted.abs_diff(pinned) as f64 > (TOLERANCE * pinned as f64).max(MIN_TOLERANCE)
        };
        if counted.iter().zip(&pinned).any(differs) {
            wrong.push(format!("{page}: {pinned:?} is pinned, {counted:?} were counted"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
