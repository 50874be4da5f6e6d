//! Clusters of blocks of one style that are similar to their first one.

use super::{ChenYeLiParams, StyledBlock};
use crate::site::terms::common;
use debulha_core::features::hashing::then;
use rustc_hash::FxHashMap;

/// A block and the pages that have one like it.
#[derive(Debug)]
struct BlockCluster {
    first: StyledBlock,
    /// In order, each once.
    pages: Vec<u32>,
}

/// Clusters in the order in which they began, found by style and pairs.
#[derive(Debug)]
pub(super) struct BlockClusters {
    all: Vec<BlockCluster>,
    /// By style and pair, the clusters that have the pair among their first ones, in order.
    by_pair: FxHashMap<u64, Vec<u32>>,
    similarity: f64,
    tolerance: u32,
    max_comparisons: u32,
}

impl BlockClusters {
    pub(super) fn new(params: &ChenYeLiParams) -> Self {
        let &ChenYeLiParams { similarity, tolerance, max_comparisons, .. } = params;
        BlockClusters {
            all: Vec::new(),
            by_pair: FxHashMap::default(),
            similarity,
            tolerance,
            max_comparisons,
        }
    }

    /// Whether blocks of which the larger one has `terms` terms are similar if they share so many pairs.
    pub(super) fn may_be_similar(&self, shared: usize, terms: usize) -> bool {
        shared > 0 && shared as f64 >= self.similarity * terms as f64
    }

    /// The pairs of a block by which it is found. Of the pairs in one order, similar blocks share at least one of
    /// these, since what follows is too few to make them similar (prefix filtering).
    fn keys<'b>(&self, block: &'b StyledBlock) -> impl Iterator<Item = u64> + use<'b> {
        let terms = block.pairs.len();
        let min_shared = (self.similarity * terms as f64).ceil().max(1.0) as usize;
        let prefix = (terms + 1).saturating_sub(min_shared);
        block.pairs[..prefix].iter().map(|&pair| then(block.style, pair))
    }

    /// The first cluster that a block belongs to.
    fn find(&self, block: &StyledBlock) -> Option<usize> {
        let mut left = self.max_comparisons;
        let mut found: Option<u32> = None;
        'keys: for key in self.keys(block) {
            for &cluster in self.by_pair.get(&key).into_iter().flatten() {
                if found.is_some_and(|found| found <= cluster) {
                    break;
                }
                if left == 0 {
                    break 'keys;
                }
                left -= 1;
                if self.is_similar(&self.all[cluster as usize].first, block) {
                    found = Some(cluster);
                }
            }
        }
        found.map(|found| found as usize)
    }

    /// O(terms · log terms), O(1) for blocks of very different lengths.
    fn is_similar(&self, a: &StyledBlock, b: &StyledBlock) -> bool {
        let (fewer, more) = (a.pairs.len().min(b.pairs.len()), a.pairs.len().max(b.pairs.len()));
        a.style == b.style
            && a.number.abs_diff(b.number) <= self.tolerance
            && self.may_be_similar(fewer, more)
            && self.may_be_similar(common(&a.pairs, &b.pairs), more)
    }

    /// Puts a block of a page into a cluster. Pages come in order.
    pub(super) fn add(&mut self, block: StyledBlock, page: u32) {
        if let Some(found) = self.find(&block) {
            let pages = &mut self.all[found].pages;
            if pages.last() != Some(&page) {
                pages.push(page);
            }
        } else {
            self.begin(BlockCluster { first: block, pages: vec![page] });
        }
    }

    fn begin(&mut self, cluster: BlockCluster) {
        let number = self.all.len() as u32;
        for key in self.keys(&cluster.first) {
            self.by_pair.entry(key).or_default().push(number);
        }
        self.all.push(cluster);
    }

    /// Forgets the clusters of fewer pages.
    pub(super) fn retain_shared_by(&mut self, pages: u32) {
        self.by_pair.clear();
        for cluster in std::mem::take(&mut self.all) {
            if cluster.pages.len() >= pages as usize {
                self.begin(cluster);
            }
        }
    }

    /// Pages other than the block's own one that have a block like it.
    pub(super) fn other_pages_with(&self, block: &StyledBlock, own: Option<u32>) -> u32 {
        self.find(block).map_or(0, |found| {
            let pages = &self.all[found].pages;
            let has_own = own.is_some_and(|own| pages.binary_search(&own).is_ok());
            pages.len() as u32 - u32::from(has_own)
        })
    }
}
