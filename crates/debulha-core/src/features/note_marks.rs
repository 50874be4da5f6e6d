//! Marks in running text that lead to notes, such as `[12]`.

use crate::page::Page;
use debulha_dom::{NodeId, names};
use rustc_hash::FxHashMap;

/// Maximum characters of the text of a link that is the mark of a note: `[1234]` has six. A longer link is a word of
/// the text.
const MAX_MARK_CHARS: u32 = 6;

/// Minimum words outside of links in a text block with the mark of a note: a short sentence. Blocks with fewer are
/// lists of links, such as page numbers and slides.
const MIN_WORDS_AT_MARK: u32 = 4;

/// Short links to places in the page, by the element that they lead to: the first one with the id.
#[derive(Debug)]
pub struct Marks(FxHashMap<NodeId, Vec<NodeId>>);

impl Marks {
    /// Those of a page. O(nodes + text of short links).
    pub fn of(page: &Page<'_>) -> Self {
        let doc = page.document();
        let mut by_id: FxHashMap<&str, Vec<NodeId>> = FxHashMap::default();
        for link in doc.elements_named(names::A) {
            let target = doc.attribute(link, names::HREF).and_then(|href| href.trim().strip_prefix('#'));
            let Some(target) = target.filter(|target| !target.is_empty()) else { continue };
            let chars = page.stats().chars(doc, link);
            if (1..=MAX_MARK_CHARS).contains(&chars) && is_mark(page, link) {
                by_id.entry(target).or_default().push(link);
            }
        }
        let mut found = FxHashMap::default();
        if !by_id.is_empty() {
            let named = doc.nodes().filter_map(|node| Some((node, doc.attribute(node, names::ID)?)));
            found.extend(named.filter_map(|(node, id)| Some((node, by_id.remove(id)?))));
        }
        Marks(found)
    }

    /// Those that lead to an element, in document order.
    pub fn to(&self, element: NodeId) -> Option<&[NodeId]> {
        self.0.get(&element).map(Vec::as_slice)
    }
}

/// Whether a short link is the mark of a note: above the line, in brackets, a number or signs, amid running text. Numbers
/// beside numbers lead to slides and pages.
fn is_mark(page: &Page<'_>, link: NodeId) -> bool {
    let doc = page.document();
    let texts = page.text_nodes_in(link.0..doc.subtree_end(link));
    let Some(block) = texts.first().and_then(|&text| page.text_blocks().block_of(text)) else { return false };
    let around = page.text_measures().range(page.text_blocks().blocks()[block].runs.clone());
    if around.words - around.link_words < MIN_WORDS_AT_MARK {
        return false;
    }
    let is_raised = |node: NodeId| doc.name(node) == names::SUP;
    let text = doc.text_content(link);
    doc.parent(link).is_some_and(is_raised)
        || doc.first_child(link).is_some_and(is_raised)
        || text.trim().starts_with(['[', '('])
        || !text.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn a_mark_is_short_and_amid_words() {
        let long = MAX_MARK_CHARS as usize - 2;
        let few = MIN_WORDS_AT_MARK as usize;
        for (digits, words, is_mark) in [(long, few, true), (long + 1, few, false), (1, few - 1, false)] {
            let html = format!(
                "<p>{}<a href=#n>[{}]</a></p><p id=n>Note</p>",
                "rye ".repeat(words),
                "1".repeat(digits)
            );
            let doc = parse(&html, &Limits::default()).document;
            let note = doc.elements_named(names::P).nth(1).expect("a note");
            assert_eq!(Marks::of(&Page::new(&doc)).to(note).is_some(), is_mark, "{html}");
        }
    }
}
