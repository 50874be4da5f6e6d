//! Text blocks with the same text.

use crate::features::hashing::{hash_text, then};
use crate::features::white_space::folded;
use crate::page::Page;
use debulha_dom::NodeId;
use rustc_hash::FxHashMap;

/// Which blocks of a page have the same text, white space folded and cut by text nodes alike.
#[derive(Debug)]
pub struct SameText {
    /// By block.
    number_of: Vec<u32>,
    /// By number: blocks with the text.
    counts: Vec<u32>,
}

impl SameText {
    /// One pass over the text of the blocks. O(text).
    pub fn compute(page: &Page<'_>) -> Self {
        let (doc, blocks) = (page.document(), page.text_blocks());
        let mut buffer = String::new();
        let mut hash = |nodes: &[NodeId]| {
            nodes.iter().fold(0, |hash, &node| then(hash, hash_text(folded(doc.text(node), &mut buffer))))
        };
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut counts: Vec<u32> = Vec::new();
        let number_of = blocks.blocks().iter().map(|block| {
            let number = *numbers.entry(hash(blocks.nodes(block))).or_insert(counts.len() as u32);
            if number as usize == counts.len() {
                counts.push(0);
            }
            counts[number as usize] += 1;
            number
        });
        SameText { number_of: number_of.collect(), counts }
    }

    /// The number of the text of a block: the same for the same text, below [`Self::len`].
    pub fn number(&self, block: usize) -> usize {
        self.number_of[block] as usize
    }

    /// How many different texts there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many blocks have the text of a block, itself among them.
    pub fn count(&self, block: usize) -> u32 {
        self.counts[self.number_of[block] as usize]
    }

    /// For each block, the last one before it with the same text.
    pub fn last_before(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        let mut last: Vec<Option<usize>> = vec![None; self.counts.len()];
        let all = self.number_of.iter().enumerate();
        all.map(move |(block, &number)| last[number as usize].replace(block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn white_space_does_not_count() {
        let doc = parse("<p>a  b<p>c<p> a b\n<p>a b<p>a<b> b</b>", &Limits::default()).document;
        let same = SameText::compute(&Page::new(&doc));
        assert_eq!((0..5).map(|block| same.count(block)).collect::<Vec<_>>(), [3, 1, 3, 3, 1]);
        assert_eq!(same.last_before().collect::<Vec<_>>(), [None, None, Some(0), Some(2), None]);
    }
}
