//! The words of a page and which of them a system keeps.

use debulha_core::{Labels, Page};
use debulha_dom::NodeId;
use std::ops::Range;

/// A word: a run of bytes of one text node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WordSpan {
    node: NodeId,
    start: u32,
    end: u32,
}

/// The visible words in document order, and where text blocks begin among them.
#[derive(Debug)]
pub(super) struct VisibleWords {
    words: Vec<WordSpan>,
    block_ends: Vec<usize>,
}

impl VisibleWords {
    /// O(text).
    pub(super) fn of(page: &Page<'_>) -> Self {
        let (doc, blocks) = (page.document(), page.text_blocks());
        let mut found =
            VisibleWords { words: Vec::new(), block_ends: Vec::with_capacity(blocks.blocks().len()) };
        for block in blocks.blocks() {
            for &node in blocks.nodes(block) {
                let text = doc.text(node);
                let words = text.split_whitespace().map(|word| {
                    let start = word.as_ptr() as usize - text.as_ptr() as usize;
                    WordSpan { node, start: start as u32, end: (start + word.len()) as u32 }
                });
                found.words.extend(words);
            }
            found.block_ends.push(found.words.len());
        }
        found
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The words of each text block.
    pub(super) fn of_blocks(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        self.block_ends.iter().map(move |&end| std::mem::replace(&mut start, end)..end)
    }

    /// The words that are labelled from end to end, be it by several spans that touch. O(words + spans).
    pub(super) fn kept(&self, labels: &Labels) -> KeptWords {
        let mut kept = KeptWords { bits: vec![0; self.words.len().div_ceil(64)] };
        let mut spans = labels.spans.iter().peekable();
        for (place, word) in self.words.iter().enumerate() {
            // A span may hold several words: it is left behind only when it ends before the word.
            while spans.next_if(|span| (span.node, span.end) <= (word.node, word.start)).is_some() {}
            let mut reached = word.start;
            while let Some(span) = spans.peek().filter(|span| span.node == word.node && span.start <= reached)
            {
                reached = span.end;
                if reached >= word.end {
                    kept.bits[place / 64] |= 1 << (place % 64);
                    break;
                }
                spans.next();
            }
        }
        kept
    }
}

/// The words that a system keeps, a bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeptWords {
    bits: Vec<u64>,
}

impl KeptWords {
    pub(super) fn has(&self, word: usize) -> bool {
        self.bits[word / 64] >> (word % 64) & 1 == 1
    }

    pub(super) fn count(&self) -> u32 {
        self.bits.iter().map(|bits| bits.count_ones()).sum()
    }

    pub(super) fn count_in(&self, words: Range<usize>) -> u32 {
        words.filter(|&word| self.has(word)).count() as u32
    }

    /// Twice the words in common by those of both; 1 where there are none.
    pub(super) fn f1(&self, other: &KeptWords) -> f64 {
        let common: u32 = self.bits.iter().zip(&other.bits).map(|(a, b)| (a & b).count_ones()).sum();
        let all = self.count() + other.count();
        if all == 0 { 1.0 } else { f64::from(2 * common) / f64::from(all) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::Span;
    use debulha_dom::{Limits, parse};

    #[test]
    fn words_are_kept_whole() {
        let doc = parse("<p> rye  oats<b>emmer</b>\nspelt<p>millet é", &Limits::default()).document;
        let page = Page::new(&doc);
        let words = VisibleWords::of(&page);
        assert_eq!(words.of_blocks().collect::<Vec<_>>(), [0..4, 4..6]);
        let nodes = page.text_nodes();
        let kept = |spans: &[(usize, u32, u32)]| {
            let spans =
                spans.iter().map(|&(node, start, end)| Span { node: nodes[node], start, end }).collect();
            let kept = words.kept(&Labels { spans, ..Labels::default() });
            (0..words.len()).filter(|&word| kept.has(word)).collect::<Vec<_>>()
        };
        assert_eq!(kept(&[(0, 0, 10), (1, 0, 5), (2, 0, 6), (3, 0, 9)]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(kept(&[(0, 1, 4), (0, 6, 9), (3, 7, 9)]), [0, 5]);
        assert_eq!(kept(&[(0, 1, 2), (0, 2, 4), (1, 0, 3), (1, 4, 5)]), [0], "runs that touch");
        assert_eq!(kept(&[(0, 3, 10)]), [1]);
        assert!(kept(&[]).is_empty());
    }

    #[test]
    fn f1_is_of_words_at_their_places() {
        let doc = parse(&"word ".repeat(200), &Limits::default()).document;
        let page = Page::new(&doc);
        let words = VisibleWords::of(&page);
        let first = |count: u32| {
            let spans = vec![Span { node: page.text_nodes()[0], start: 0, end: 5 * count }];
            words.kept(&Labels { spans, ..Labels::default() })
        };
        assert_eq!((first(200).count(), first(200).count_in(60..130)), (200, 70));
        assert_eq!(first(150).f1(&first(50)), 2.0 * 50.0 / 200.0);
        let none = words.kept(&Labels::default());
        assert_eq!((none.f1(&none), none.f1(&first(3))), (1.0, 0.0));
    }
}
