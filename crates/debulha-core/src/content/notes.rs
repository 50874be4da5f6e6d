//! Notes in the middle of a sentence, which style sheets put into the margin or a box.

use super::builder::{Close, ContentBuilder};
use super::class_names::has_class_word;
use super::glued::GluedSigns;
use super::inline::InlineGap;
use crate::features::display::is_block;
use debulha_dom::{Document, NodeId};

/// Classes of notes: LaTeXML, Tufte CSS, tooltips of W3Schools and shops.
const NOTES: [&str; 9] = [
    "ltx_note_content",
    "side-note",
    "margin-note",
    "inline-note",
    "inline-footnote",
    "tooltiptext",
    "tooltip-text",
    "tooltip-content",
    "tooltip__content",
];

/// Words in the classes of notes, and in those of their marks.
const NOTE_WORDS: [&str; 3] = ["sidenote", "marginnote", "footnote"];
const MARK_WORDS: [&str; 8] = ["ref", "reference", "mark", "number", "link", "toggle", "anchor", "back"];

/// Minimum words of a note that only a word of its class tells: marks have one.
const MIN_WORDS: u32 = 2;

/// Maximum nodes of a note: those of a sentence or two. Bounds the search for blocks in it.
const MAX_NODES: u32 = 200;

impl ContentBuilder<'_> {
    /// Puts a note within a sentence in parentheses. Whether the element is one.
    pub(super) fn start_note(&mut self, element: NodeId) -> bool {
        let doc = self.doc;
        if self.in_note || self.run.is_empty() || self.run.in_code() || !self.is_note(element) {
            return false;
        }
        // A note of several blocks is no part of the sentence.
        let is_long = doc.subtree_end(element) - element.0 > MAX_NODES;
        if is_long || doc.descendants(element).any(|node| is_block(doc.name(node))) {
            return false;
        }
        self.in_note = true;
        self.run.widen(InlineGap::Space);
        let since = self.run.open_signs("(");
        self.signs.push(GluedSigns { close: ")".to_owned(), since });
        self.push_open(element, Close::Note);
        true
    }

    fn is_note(&self, element: NodeId) -> bool {
        let doc = self.doc;
        has_class(doc, element, &NOTES)
            || has_class_word(doc, element, &NOTE_WORDS)
                && !has_class_word(doc, element, &MARK_WORDS)
                && self.page.stats().subtree(doc, element).words >= MIN_WORDS
    }

    pub(super) fn end_note(&mut self) {
        self.in_note = false;
        self.close_signs();
        self.run.widen(InlineGap::Cut);
    }
}

fn has_class(doc: &Document, element: NodeId, known: &[&str]) -> bool {
    doc.classes(element).any(|class| known.contains(&class))
}
