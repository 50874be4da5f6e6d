//! Text nodes, and what a system decided on each.

use debulha_core::content::build_traced;
use debulha_core::{Labels, Page};
use debulha_dom::{Document, NodeId, names};
use std::ops::Range;

/// The result for a text node; the app knows the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextFate {
    Dropped = 0,
    Part = 1,
    Kept = 2,
    /// No reader sees it, and it was dropped.
    Hidden = 3,
}

/// The result for each text that is not blank, in document order: kept is what some output has, as `why` says. O(nodes + text).
pub(crate) fn fates(page: &Page<'_>, labels: Option<&Labels>) -> Vec<(NodeId, TextFate)> {
    let doc = page.document();
    let places = labels.map(|labels| build_traced(page, labels).1.spans).unwrap_or_default();
    let written = places.iter().filter(|place| place.kind.is_some());
    let mut spans = written.map(|place| place.span).peekable();
    let mut fates = Vec::new();
    for node in doc.nodes().filter(|&node| is_text(doc, node)) {
        while spans.next_if(|span| span.node < node).is_some() {}
        let (text, mut left, mut at, mut is_kept) = (doc.text(node), false, 0, false);
        while let Some(span) = spans.next_if(|span| span.node == node) {
            left |= !is_blank(text, at..span.start as usize);
            (at, is_kept) = (span.end as usize, true);
        }
        left |= !is_blank(text, at..text.len());
        let fate = match (is_kept, left) {
            (true, false) => TextFate::Kept,
            (true, true) => TextFate::Part,
            (false, _) if page.visibility().is_hidden(node) => TextFate::Hidden,
            (false, _) => TextFate::Dropped,
        };
        fates.push((node, fate));
    }
    fates
}

/// Whether a node is text, neither blank nor code of the page.
fn is_text(doc: &Document, node: NodeId) -> bool {
    let is_code = |parent: NodeId| matches!(doc.name(parent), names::SCRIPT | names::STYLE);
    doc.is_text(node) && !doc.parent(node).is_some_and(is_code) && !doc.text(node).trim().is_empty()
}

fn is_blank(text: &str, range: Range<usize>) -> bool {
    text.get(range).is_none_or(|part| part.trim().is_empty())
}

/// The numbers of the texts of parts of a page, within a number in all: parts lie inside of parts, and each has all its texts.
pub(crate) struct TextNumbers {
    left: usize,
}

impl TextNumbers {
    /// Numbers in one answer at most.
    const MOST: usize = 2_000_000;

    pub(crate) fn new() -> Self {
        TextNumbers { left: Self::MOST }
    }

    /// The numbers of some nodes; none once there were too many.
    pub(crate) fn of(&mut self, nodes: &[NodeId]) -> Vec<u32> {
        match self.left.checked_sub(nodes.len()) {
            Some(left) => {
                self.left = left;
                nodes.iter().map(|node| node.0).collect()
            }
            None => Vec::new(),
        }
    }
}

/// Ranges of bytes of a text as ranges of UTF-16 units, as JavaScript counts. The ranges must be in order. O(text).
pub(crate) fn in_utf16(text: &str, ranges: &[Option<Range<usize>>]) -> Vec<Option<[usize; 2]>> {
    let (mut byte, mut unit) = (0, 0);
    let mut units_at = |to: usize| {
        // Places of a block that is not shown, or out of order, stay where they are.
        if let Some(part) = text.get(byte..to) {
            unit += part.chars().map(char::len_utf16).sum::<usize>();
            byte = to;
        }
        unit
    };
    let both = |range: &Option<Range<usize>>| {
        range.as_ref().map(|range| [units_at(range.start), units_at(range.end)])
    };
    ranges.iter().map(both).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::outcome::Span;
    use debulha_dom::{Limits, parse};

    #[test]
    fn each_text_has_a_fate() {
        let doc = parse("<p>Rye here<p>oats <p>wheat<p hidden>spelt<script>x</script>", &Limits::default())
            .document;
        let page = Page::new(&doc);
        let texts: Vec<NodeId> = doc.nodes().filter(|&node| is_text(&doc, node)).collect();
        let span = |text: usize, end| Span { node: texts[text], start: 0, end };
        let labels = Labels { spans: vec![span(0, 3), span(1, 4)], ..Labels::default() };
        let fates: Vec<TextFate> = fates(&page, Some(&labels)).into_iter().map(|(_, fate)| fate).collect();
        assert_eq!(fates, [TextFate::Part, TextFate::Kept, TextFate::Dropped, TextFate::Hidden]);
    }

    #[test]
    fn places_are_counted_in_utf16() {
        let text = "é 🌾 x";
        let ranges = [Some(0..2), None, Some(3..7), Some(8..9)];
        assert_eq!(in_utf16(text, &ranges), [Some([0, 1]), None, Some([2, 4]), Some([5, 6])]);
    }
}
