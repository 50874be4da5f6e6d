//! The visible words of a page in order, with the text node and the block of each.

use super::words::{GoldWords, NOT_IN_GOLD, normalise_into, word_ranges};
use debulha_core::Page;
use debulha_dom::{NodeId, names};

/// The words of a page's text blocks, as numbers of gold words.
#[derive(Debug, Default)]
pub(crate) struct PageWords {
    /// The words; those that the gold does not have are [`NOT_IN_GOLD`].
    pub(crate) words: Vec<u32>,
    /// The text node of each word, as its place in [`Page::text_nodes`]; where a word runs over several, the first.
    pub(crate) text_of: Vec<u32>,
    /// Words before each block, and after the last one.
    pub(crate) block_starts: Vec<usize>,
}

impl PageWords {
    /// Reads the page. Text nodes of a block stand side by side without a space, as in `<b>R</b>ye`, unless a `br` is
    /// between them; a word over several nodes that the gold does not have is taken apart at their ends. O(nodes + text).
    pub(crate) fn new(page: &Page<'_>, gold: &GoldWords) -> Self {
        let doc = page.document();
        let blocks = page.text_blocks();
        let mut found = PageWords { block_starts: vec![0], ..PageWords::default() };
        let mut text = String::new();
        // Where the text of each node begins in `text`, and the node's place.
        let mut starts: Vec<(usize, u32)> = Vec::new();
        for block in blocks.blocks() {
            text.clear();
            starts.clear();
            let mut before: Option<NodeId> = None;
            for (&node, place) in blocks.nodes(block).iter().zip(block.runs.clone()) {
                let is_break = |id: u32| doc.is_element(NodeId(id)) && doc.name(NodeId(id)) == names::BR;
                if before.is_some_and(|before| (before.0 + 1..node.0).any(is_break)) {
                    text.push(' ');
                }
                starts.push((text.len(), place));
                normalise_into(doc.text(node), &mut text);
                before = Some(node);
            }
            found.add(&text, &starts, gold);
            found.block_starts.push(found.words.len());
        }
        found
    }

    fn add(&mut self, text: &str, starts: &[(usize, u32)], gold: &GoldWords) {
        let mut node = 0;
        for range in word_ranges(text) {
            while starts.get(node + 1).is_some_and(|&(start, _)| start <= range.start) {
                node += 1;
            }
            let word = gold.id(&text[range.clone()]);
            let is_whole = starts.get(node + 1).is_none_or(|&(start, _)| start >= range.end);
            if is_whole || word != NOT_IN_GOLD {
                self.push(word, starts[node].1);
                continue;
            }
            let mut start = range.start;
            while start < range.end {
                let end = starts.get(node + 1).map_or(range.end, |&(next, _)| next.min(range.end));
                for part in word_ranges(&text[start..end]) {
                    self.push(gold.id(&text[start + part.start..start + part.end]), starts[node].1);
                }
                start = end;
                node += usize::from(start < range.end);
            }
        }
    }

    fn push(&mut self, word: u32, text_node: u32) {
        self.words.push(word);
        self.text_of.push(text_node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn words(html: &str, gold: &str) -> (Vec<u32>, Vec<u32>, Vec<usize>) {
        let parsed = parse(html, &Limits::default());
        let found = PageWords::new(&Page::new(&parsed.document), &GoldWords::new(gold));
        (found.words, found.text_of, found.block_starts)
    }

    #[test]
    fn a_word_may_run_over_elements() {
        let html = "<p><b>R</b>ye <i>and</i> oats<p>More";
        assert_eq!(words(html, "Rye and oats").0, [0, 1, 2, NOT_IN_GOLD]);
        assert_eq!(words(html, "Rye and oats").1, [0, 2, 3, 4]);
        assert_eq!(words(html, "Rye and oats").2, [0, 3, 4]);
    }

    #[test]
    fn or_be_two_words_side_by_side() {
        let html = "<span>Rye</span><span>oats</span><br>barley";
        assert_eq!(words(html, "rye oats barley"), (vec![0, 1, 2], vec![0, 1, 2], vec![0, 3]));
        assert_eq!(words("<span>Rye</span><b></b><span></span><i>oats, </i>", "rye oats").0, [0, 1]);
    }

    #[test]
    fn a_page_without_text_has_no_words() {
        assert_eq!(words("", "rye"), (vec![], vec![], vec![0]));
    }
}
