//! Pages that are made to cost: what they take is counted, in bytes of memory and of output and in steps, never in time.
#![allow(unsafe_code)] // A counting allocator cannot be had without; it only counts and hands on.

mod attacks;

use attacks::ATTACKS;
use debulha::Input;
use debulha::{DEFAULT_EXTRACTOR, Extraction, Pipeline};
use debulha_core::{write::Format, write::WriteOptions};
use debulha_dom::{Limits, parse, style};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes of this thread that are in use, and the most that were.
    static USED: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed to the system's allocator as it is; counting does not allocate, and asks for no thread
// local that has ended.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn count(bytes: isize) {
    // A thread that ends may still allocate: those calls are nobody's.
    let _ = USED.try_with(|used| {
        used.set(used.get() + bytes);
        MOST.try_with(|most| most.set(most.get().max(used.get())))
    });
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a page may take at default limits: so many bytes of memory for each of its own, and on any page.
const MEMORY_PER_BYTE: usize = 60;
const MEMORY_OF_ANY: usize = 64 << 20;

/// The same of output.
const OUTPUT_PER_BYTE: usize = 60;
const OUTPUT_OF_ANY: usize = 100_000;

/// Bytes of a page for memory and output: enough to be large (see `LARGE_PAGE`), not to take long.
const BYTES: usize = 1_500_000;

/// Bytes of a page that only has to end.
const SMALL: usize = 40_000;

/// The most bytes in use during work, beyond those before it.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = USED.get();
    MOST.set(before);
    let result = work();
    (result, (MOST.get() - before) as usize)
}

fn pipeline() -> Pipeline {
    Pipeline::new(DEFAULT_EXTRACTOR).expect("registered")
}

fn extract(pipeline: &Pipeline, page: &str) -> Extraction {
    pipeline.extract(Input::from(page.as_bytes()).url("https://example.org/mill"))
}

/// JSON with all that there is.
fn json(extraction: &Extraction) -> String {
    let options =
        WriteOptions { links: true, images: true, metadata: true, records: true, ..WriteOptions::default() };
    extraction.render(Format::Json, &options)
}

#[test]
fn memory_and_output_are_a_multiple_of_the_page() {
    let pipeline = pipeline();
    let mut wrong = Vec::new();
    for attack in ATTACKS {
        let page = (attack.make)(BYTES);
        let (output, bytes) = peak(|| json(&extract(&pipeline, &page)).len());
        if bytes > MEMORY_PER_BYTE * page.len() + MEMORY_OF_ANY {
            wrong.push(format!("{}: {} MB of memory", attack.name, bytes >> 20));
        }
        if output > OUTPUT_PER_BYTE * page.len() + OUTPUT_OF_ANY {
            wrong.push(format!("{}: {} MB of JSON", attack.name, output >> 20));
        }
    }
    assert!(wrong.is_empty(), "{BYTES} bytes each:\n{}", wrong.join("\n"));
}

#[test]
fn steps_of_style_sheets_are_bounded() {
    for attack in ATTACKS {
        for size in [SMALL, 4 * SMALL] {
            let document = parse(&(attack.make)(size), &Limits::default()).document;
            let found = style::hidden(&document, u64::MAX);
            let most = 16_000_000 + 16 * document.len() as u64;
            assert!(found.steps <= most, "{}: {} steps", attack.name, found.steps);
            let cut = style::hidden(&document, 1_000);
            assert!(cut.steps <= 1_000, "{}: {} steps", attack.name, cut.steps);
        }
    }
}

#[test]
fn rules_that_cost_too_much_are_reported() {
    let pipeline = pipeline();
    let warnings = |name: &str| {
        let attack = ATTACKS.iter().find(|attack| attack.name == name).expect("an attack");
        extract(&pipeline, &(attack.make)(SMALL)).warnings
    };
    for name in ["nested :is", "nested :is beyond the bound", "long selectors", "wide lists"] {
        assert!(
            warnings(name).iter().any(|warning| warning.to_string().contains("style sheet rules")),
            "{name}"
        );
    }
    assert!(!warnings("classes").iter().any(|warning| warning.to_string().contains("style sheet rules")));
}

#[test]
fn work_ends_where_it_is_told_to() {
    for attack in ATTACKS {
        let page = (attack.make)(SMALL);
        for max_work in [0, 1, 100, 3_000, 30_000] {
            let limited = pipeline().limits(Limits { max_work, ..Limits::default() });
            let extraction = extract(&limited, &page);
            let work = Limits::work(extraction.document().source().len(), extraction.document().len());
            // The elements of an empty page, and those that the payloads of a page become.
            assert!(work <= 2 * max_work + 100, "{}: {work} of {max_work}", attack.name);
            json(&extraction);
        }
        let extraction = extract(&pipeline(), &page);
        assert!(
            !extraction.warnings.iter().any(|warning| warning.to_string().contains("units of work")),
            "{}",
            attack.name
        );
    }
}

#[test]
fn work_that_is_left_out_is_reported() {
    let page = (ATTACKS[0].make)(SMALL);
    let warned = |max_work: u64| {
        let limited = pipeline().limits(Limits { max_work, ..Limits::default() });
        extract(&limited, &page)
            .warnings
            .iter()
            .filter(|warning| warning.to_string().contains("units of work"))
            .count()
    };
    assert_eq!((warned(100), warned(10_000), warned(1_000_000)), (2, 1, 0));
    let limited = pipeline().limits(Limits { max_work: 50_000, ..Limits::default() });
    assert!(json(&extract(&limited, &page)).contains("records were not searched"));
}
