//! What must hold for any input, as one function a fuzz target.
//!
//! `cargo test` runs them on golden pages, random pages, seeds and inputs that once failed; `fuzz/` runs them on
//! whatever it finds.

use debulha_core::{Labels, Page};
use debulha_dom::Document;

/// Each character of the source is labelled at most once, and only where it is in the clean view or the head.
pub fn source_characters_are_labelled_once(document: &Document, labels: &Labels) {
    assert!(labels.is_valid(document), "labels out of order, or not on text: {labels:?}");
    let page = Page::new(document);
    let text = labels.plain_text(&page);
    let count = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let in_spans: usize = labels
        .spans
        .iter()
        .map(|span| count(&document.text(span.node)[span.start as usize..span.end as usize]))
        .sum();
    assert_eq!(count(&text), in_spans);
}
