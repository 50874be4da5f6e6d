//! Where the labelled spans of a page come out in its content.

use crate::outcome::Span;
use std::ops::Range;

/// What a formula is written as: its TeX stands for its text.
const FORMULA: &str = "math";

/// Where the text of a page comes out in its content.
#[derive(Debug, Default)]
pub struct TextPlaces {
    /// What each labelled span came out as, in document order.
    pub spans: Vec<SpanPlace>,
    /// The nodes of each formula, in document order: the content has its TeX, whichever of its texts are labelled.
    pub formulas: Vec<Range<u32>>,
}

/// What a span came out as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpanPlace {
    /// The span.
    pub span: Span,
    /// The kind of its block, as [`BlockKind::name`](super::BlockKind::name) gives it, or `caption`; `None` where the content lacks the
    /// text: in controls, line numbers of listings, marks to edit a section and copies for another screen.
    pub kind: Option<&'static str>,
    /// Whether its block stands beside the running text: plain text lacks it.
    pub is_beside: bool,
}

/// Notes where spans come out; nothing at all unless it was made for some spans.
#[derive(Debug, Default)]
pub(super) struct Trace {
    notes: Vec<Note>,
    formulas: Vec<Range<u32>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Note {
    is_written: bool,
    is_beside: bool,
    kind: Option<&'static str>,
}

impl Trace {
    pub(super) fn of(spans: usize) -> Self {
        Trace { notes: vec![Note::default(); spans], formulas: Vec::new() }
    }

    /// The notes of some spans; none where nothing is traced.
    fn notes_of(&mut self, spans: Range<usize>) -> &mut [Note] {
        self.notes.get_mut(spans).unwrap_or_default()
    }

    /// The text of the spans is written.
    pub(super) fn wrote(&mut self, spans: Range<usize>) {
        self.notes_of(spans).iter_mut().for_each(|note| note.is_written = true);
    }

    /// A formula stands for the text of the spans.
    pub(super) fn wrote_formula(&mut self, spans: Range<usize>) {
        self.wrote(spans.clone());
        self.is_in(spans, FORMULA, false);
    }

    /// The TeX of a formula is written, which stands for all text of its nodes.
    pub(super) fn wrote_tex(&mut self, nodes: Range<u32>) {
        if !self.notes.is_empty() {
            self.formulas.push(nodes);
        }
    }

    /// The spans are in a block. Blocks come before those around them: a heading stays one in a list, while a paragraph is part of it.
    pub(super) fn is_in(&mut self, spans: Range<usize>, kind: &'static str, is_beside: bool) {
        for note in self.notes_of(spans) {
            note.is_beside |= is_beside;
            if matches!(note.kind, None | Some("paragraph")) {
                note.kind = Some(kind);
            }
        }
    }

    /// The block of the spans is left out.
    pub(super) fn leave_out(&mut self, spans: Range<usize>) {
        self.notes_of(spans).iter_mut().for_each(|note| note.is_written = false);
    }

    /// The places of the spans that it was made for.
    pub(super) fn places(self, spans: &[Span]) -> TextPlaces {
        let place = |(note, &span): (Note, &Span)| SpanPlace {
            span,
            kind: note.kind.filter(|_| note.is_written),
            is_beside: note.is_beside,
        };
        let spans = self.notes.into_iter().zip(spans).map(place).collect();
        TextPlaces { spans, formulas: self.formulas }
    }
}
