//! A decision in the making: the page's blocks, which the steps of a system mark, merge and remove.

use super::blocks::{BoilerpipeBlocks, WordLineCounts};
use crate::outcome::{Labels, Reason};
use crate::page::Page;
use debulha_dom::NodeId;
use std::fmt;

/// What steps have noted on a block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BlockMarks(u8);

impl BlockMarks {
    /// Begins inside `li`.
    pub const LIST_ITEM: BlockMarks = BlockMarks(1);
    /// Begins inside `h1`, `h2` or `h3`.
    pub const HEADING: BlockMarks = BlockMarks(1 << 1);
    /// Is the page's title.
    pub const TITLE: BlockMarks = BlockMarks(1 << 2);
    /// Says that the article is over.
    pub const END: BlockMarks = BlockMarks(1 << 3);
    /// Is the largest block of content.
    pub const VERY_LIKELY: BlockMarks = BlockMarks(1 << 4);
    /// Was beside the largest block.
    pub const MIGHT_BE: BlockMarks = BlockMarks(1 << 5);

    /// Whether all of `others` are among the marks.
    pub fn has(self, others: BlockMarks) -> bool {
        self.0 & others.0 == others.0
    }

    /// Adds marks.
    pub fn add(&mut self, others: BlockMarks) {
        self.0 |= others.0;
    }
}

impl fmt::Display for BlockMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 6] = ["list item", "heading", "title", "end", "very likely", "might be"];
        for (bit, name) in NAMES.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1) {
            let separator = if self.0 & ((1 << bit) - 1) == 0 { "" } else { ", " };
            write!(f, "{separator}{name}")?;
        }
        Ok(())
    }
}

/// A block of a draft: one block of the page, or several that were merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftBlock {
    /// Sums over the merged blocks.
    pub counts: WordLineCounts,
    /// The lowest level of the merged blocks.
    pub tag_level: u32,
    /// The marks of all merged blocks.
    pub marks: BlockMarks,
    /// Whether the block is content, as far as the steps have come.
    pub content: bool,
    /// Index on the page of the first merged block.
    pub first: u32,
    /// Index on the page of the last merged block; some between may not belong to this one.
    pub last: u32,
}

/// The blocks of a page on their way to a decision. At first none is content.
#[derive(Debug)]
pub struct BoilerpipeDraft<'p> {
    /// The page.
    pub page: &'p Page<'p>,
    /// The blocks that are left, in document order.
    pub blocks: Vec<DraftBlock>,
    /// For each block of the page, the one that it was merged into: itself, or one before it.
    merged_into: Vec<u32>,
    watched: Option<WatchedBlock>,
}

/// A block whose way through the steps is recorded.
#[derive(Debug)]
struct WatchedBlock {
    block: u32,
    node: NodeId,
    reasons: Vec<Reason>,
}

impl<'p> BoilerpipeDraft<'p> {
    /// The blocks as the page has them.
    pub fn new(page: &'p Page<'p>) -> Self {
        let source = page.boilerpipe_blocks().all();
        let blocks: Vec<DraftBlock> = source
            .iter()
            .zip(0..)
            .map(|(block, index)| {
                let mut marks = BlockMarks::default();
                if block.in_list_item {
                    marks.add(BlockMarks::LIST_ITEM);
                }
                if block.in_heading {
                    marks.add(BlockMarks::HEADING);
                }
                let (counts, tag_level) = (block.counts, block.tag_level);
                DraftBlock { counts, tag_level, marks, content: false, first: index, last: index }
            })
            .collect();
        let merged_into = (0..source.len() as u32).collect();
        BoilerpipeDraft { page, blocks, merged_into, watched: None }
    }

    /// The text of the block at `first` on the page. Asked for before blocks are merged.
    pub fn text(&self, block: &DraftBlock) -> &'p str {
        let blocks: &BoilerpipeBlocks = self.page.boilerpipe_blocks();
        blocks.text(&blocks.all()[block.first as usize])
    }

    /// A step that decides about every block.
    pub fn decide(&mut self, name: &'static str, step: impl FnOnce(&mut Self)) {
        self.run(name, true, step);
    }

    /// A step that changes some blocks.
    pub fn step(&mut self, name: &'static str, step: impl FnOnce(&mut Self)) {
        self.run(name, false, step);
    }

    fn run(&mut self, name: &'static str, always_told: bool, step: impl FnOnce(&mut Self)) {
        let Some(block) = self.watched.as_ref().map(|watched| watched.block) else { return step(self) };
        let before = self.find(block).cloned();
        step(self);
        let after = self.find(block);
        if !always_told && before.as_ref() == after {
            return;
        }
        let keeps = after.is_some_and(|block| block.content);
        let detail = match (before, after) {
            (Some(_), Some(block)) => self.describe(block),
            (Some(_), None) => "the block is removed".to_owned(),
            (None, _) => return,
        };
        if let Some(watched) = &mut self.watched {
            watched.reasons.push(Reason { rule: name, keeps, node: watched.node, detail });
        }
    }

    /// The numbers of a block and its neighbours, in words.
    fn describe(&self, block: &DraftBlock) -> String {
        let at = self.blocks.partition_point(|other| other.first < block.first);
        let state = if block.content { "content" } else { "not content" };
        let merged = if block.first == block.last {
            format!("block {}", block.first)
        } else {
            format!("blocks {} to {}", block.first, block.last)
        };
        let marks =
            if block.marks == BlockMarks::default() { String::new() } else { format!("; {}", block.marks) };
        format!(
            "{merged} ({}; level {}{marks}) after ({}) before ({}): {state}",
            numbers(self.counts(at as i64)),
            block.tag_level,
            numbers(self.counts(at as i64 - 1)),
            numbers(self.counts(at as i64 + 1)),
        )
    }

    /// Counts of the block at a position of the list; zeros before the first and after the last.
    pub fn counts(&self, at: i64) -> WordLineCounts {
        usize::try_from(at)
            .ok()
            .and_then(|at| self.blocks.get(at))
            .map_or(WordLineCounts::default(), |b| b.counts)
    }

    /// The block of the draft that holds a block of the page; `None` once it is removed.
    fn find(&self, mut block: u32) -> Option<&DraftBlock> {
        while self.merged_into[block as usize] != block {
            block = self.merged_into[block as usize];
        }
        let at = self.blocks.binary_search_by_key(&block, |b| b.first).ok()?;
        Some(&self.blocks[at])
    }

    /// Merges each block into the one before it where `fuses` says so. O(blocks).
    ///
    /// `fuses` sees the earlier block with all that was merged into it already.
    pub fn fuse(&mut self, fuses: impl Fn(&DraftBlock, &DraftBlock) -> bool) {
        let mut kept: Vec<DraftBlock> = Vec::with_capacity(self.blocks.len());
        for block in std::mem::take(&mut self.blocks) {
            match kept.last_mut() {
                Some(previous) if fuses(previous, &block) => {
                    self.merged_into[block.first as usize] = previous.first;
                    previous.counts.add(block.counts);
                    previous.tag_level = previous.tag_level.min(block.tag_level);
                    previous.marks.add(block.marks);
                    previous.content |= block.content;
                    previous.last = block.last;
                }
                _ => kept.push(block),
            }
        }
        self.blocks = kept;
    }

    /// Parts merged blocks into those of the page again; each keeps what was decided about the whole. O(blocks).
    pub fn split(&mut self) {
        let mut decided = vec![None; self.merged_into.len()];
        for block in &self.blocks {
            decided[block.first as usize] = Some((block.content, block.marks));
        }
        // A block is merged into one before it, so that one's answer is final already.
        for (block, &into) in self.merged_into.iter().enumerate() {
            decided[block] = decided[into as usize];
        }
        let parts = BoilerpipeDraft::new(self.page);
        let answered = parts.blocks.into_iter().zip(decided);
        let with_answer = |(mut block, decided): (DraftBlock, Option<(bool, BlockMarks)>)| {
            let (content, marks) = decided?;
            block.content = content;
            block.marks.add(marks);
            Some(block)
        };
        self.blocks = answered.filter_map(with_answer).collect();
        self.merged_into = parts.merged_into;
    }

    /// The text of the content blocks. O(blocks + text nodes).
    pub fn labels(&self) -> Labels {
        let source = self.page.boilerpipe_blocks();
        let mut content = vec![false; source.all().len()];
        for block in &self.blocks {
            content[block.first as usize] = block.content;
        }
        // A block is merged into one before it, so that one's answer is final already.
        for (block, &into) in self.merged_into.iter().enumerate() {
            content[block] = content[into as usize];
        }
        let kept = source.all().iter().zip(content).filter(|&(_, content)| content);
        let nodes = kept.flat_map(|(block, _)| source.nodes(block).iter().copied());
        Labels::from_text_nodes(self.page.document(), nodes)
    }

    /// What the steps of `system` do with the block of a text node, first step first.
    pub fn why(
        page: &Page<'_>,
        text_node: NodeId,
        system: impl FnOnce(&mut BoilerpipeDraft<'_>),
    ) -> Vec<Reason> {
        let Some(block) = page.boilerpipe_blocks().block_of(text_node) else {
            let detail = "in no text block: hidden, blank, ignored or outside the body".to_owned();
            return vec![Reason { rule: "text blocks", keeps: false, node: text_node, detail }];
        };
        let mut draft = BoilerpipeDraft::new(page);
        draft.watched = Some(WatchedBlock { block: block as u32, node: text_node, reasons: Vec::new() });
        system(&mut draft);
        draft.watched.map_or_else(Vec::new, |watched| watched.reasons)
    }
}

fn numbers(counts: WordLineCounts) -> String {
    format!(
        "{} words, link density {:.3}, text density {:.2}",
        counts.words,
        counts.link_density(),
        counts.text_density()
    )
}
