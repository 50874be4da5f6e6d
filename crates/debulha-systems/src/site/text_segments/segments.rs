//! The text segments of a page, and what they say of its blocks.

use super::{Labels, SegmentMeasure, TextSegmentsParams};
use crate::features::text_partition::TextPartition;
use debulha_core::features::hashing::{hash_attributes, hash_folded, hash_text, then};
use debulha_core::outcome::Reason;
use debulha_core::page::Page;
use debulha_dom::NodeId;

/// The segments of a page: its visible text nodes, each with a number for block style and text.
pub(super) struct PageSegments {
    partition: TextPartition,
    /// By text node.
    pub(super) numbers: Vec<u64>,
}

impl PageSegments {
    /// O(nodes + text).
    pub(super) fn of(page: &Page<'_>, params: &TextSegmentsParams) -> Self {
        let doc = page.document();
        let partition = TextPartition::by_nearest(page, &params.tags);
        // By block: the path of separators, and with it the style.
        let mut paths: Vec<u64> = Vec::with_capacity(partition.blocks().len());
        let mut styles: Vec<u64> = Vec::with_capacity(partition.blocks().len());
        for block in partition.blocks() {
            let around = paths.get(block.parent as usize).copied().unwrap_or_default();
            let path = then(around, hash_text(doc.name_str(doc.name(block.element))));
            paths.push(path);
            styles.push(then(path, hash_attributes(doc, block.element)));
        }
        let mut masked = String::new();
        let number = |(node, block): (NodeId, usize)| {
            let text = doc.text(node);
            let text = if params.mask_digits { mask(text, &mut masked) } else { text };
            then(styles[block], hash_folded(text))
        };
        let numbers = partition.texts(page).map(number).collect();
        PageSegments { partition, numbers }
    }

    /// The numbers in order, each once.
    pub(super) fn distinct(&self) -> Vec<u64> {
        let mut numbers = self.numbers.clone();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Which segments and blocks are template, where `pages_with` tells on how many pages of the site a segment
    /// occurs. O(text nodes + blocks).
    pub(super) fn judge(
        self,
        page: &Page<'_>,
        params: &TextSegmentsParams,
        tau: u32,
        pages_with: impl Fn(u64) -> u32,
    ) -> JudgedSegments {
        let doc = page.document();
        let pages_with: Vec<u32> = self.numbers.iter().map(|&number| pages_with(number)).collect();
        let mut sums = vec![(0_u64, 0_u64); self.partition.blocks().len()];
        for ((node, block), &pages) in self.partition.texts(page).zip(&pages_with) {
            let size = match params.measure {
                SegmentMeasure::Lengths => u64::from(doc.text_counts(node).chars),
                SegmentMeasure::Counts => 1,
            };
            sums[block].0 += if pages >= tau { size } else { 0 };
            sums[block].1 += size;
        }
        let ratio = |&(template, all): &(u64, u64)| template as f64 / all.max(1) as f64;
        let ratios = sums.iter().map(ratio).collect();
        let &TextSegmentsParams { block_ratio, drop_segments, .. } = params;
        JudgedSegments { partition: self.partition, pages_with, tau, ratios, block_ratio, drop_segments }
    }
}

/// A page with what is template on it.
pub(super) struct JudgedSegments {
    partition: TextPartition,
    /// By text node.
    pages_with: Vec<u32>,
    tau: u32,
    /// Share of template, by block.
    pub(super) ratios: Vec<f64>,
    block_ratio: f64,
    drop_segments: bool,
}

impl JudgedSegments {
    /// By place among the text nodes.
    fn is_content(&self, text: usize) -> bool {
        let is_kept = self.ratios[self.partition.block_of(text)] <= self.block_ratio;
        is_kept && !(self.drop_segments && self.pages_with[text] >= self.tau)
    }

    pub(super) fn labels(&self, page: &Page<'_>) -> Labels {
        let nodes = page.body_text_nodes().iter().enumerate();
        let kept = nodes.filter(|&(text, _)| self.is_content(text)).map(|(_, &node)| node);
        Labels::from_text_nodes(page.document(), kept)
    }

    pub(super) fn why(&self, page: &Page<'_>, node: NodeId) -> Option<Vec<Reason>> {
        let text = page.body_text_nodes().binary_search(&node).ok()?;
        let block = self.partition.block_of(text);
        let &JudgedSegments { tau, block_ratio, .. } = self;
        let (pages, ratio) = (self.pages_with[text], self.ratios[block]);
        let segment = Reason {
            rule: "segment",
            keeps: pages < tau,
            node,
            detail: format!("{pages} pages of the site have this segment; {tau} make it template"),
        };
        let block = Reason {
            rule: "block",
            keeps: ratio <= block_ratio,
            node: self.partition.blocks()[block].element,
            detail: format!(
                "{ratio:.3} of the block is template segments; more than {block_ratio} make it template"
            ),
        };
        Some(vec![segment, block])
    }
}

/// A text with each run of digits as one `0`.
fn mask<'m>(text: &str, masked: &'m mut String) -> &'m str {
    masked.clear();
    let mut after_digit = false;
    for sign in text.chars() {
        let is_digit = sign.is_numeric();
        if !is_digit {
            masked.push(sign);
        } else if !after_digit {
            masked.push('0');
        }
        after_digit = is_digit;
    }
    masked
}
