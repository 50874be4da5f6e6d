//! The blocks of other pages that come next to a block in some order.

use super::{CleanerBlock, NeighboursBy, WebPageCleanerParams};
use crate::site::terms::common;
use debulha_core::features::random::{GOLDEN_GAMMA, mix};
use debulha_core::site::sample::PageKey;
use rustc_hash::FxHashSet;

/// Steps from a block to the next one of another page, at most (our decision: it bounds the work on pages with many
/// blocks of one beginning).
const MAX_STEPS: usize = 64;

/// The blocks of a site in one or several orders.
#[derive(Debug)]
pub(super) struct Neighbours {
    blocks: Vec<(PageKey, CleanerBlock)>,
    by: NeighboursBy,
    /// Of each order, its keys with the indices of blocks.
    orders: Vec<Vec<(Vec<u8>, u32)>>,
}

impl Neighbours {
    /// O(orders · (words + blocks · log blocks)).
    pub(super) fn new(
        blocks: impl Iterator<Item = (PageKey, CleanerBlock)>,
        params: &WebPageCleanerParams,
    ) -> Self {
        let orders = match params.neighbours {
            NeighboursBy::Text => 1,
            NeighboursBy::Minhash => params.orders,
        };
        let mut neighbours =
            Neighbours { blocks: blocks.collect(), by: params.neighbours, orders: Vec::new() };
        for order in 0..u64::from(orders) {
            let keys = neighbours.blocks.iter().map(|(_, block)| neighbours.key(block, order));
            let mut sorted: Vec<(Vec<u8>, u32)> = keys.zip(0..).collect();
            sorted.sort_by(|a, b| neighbours.place(&a.0, a.1).cmp(&neighbours.place(&b.0, b.1)));
            neighbours.orders.push(sorted);
        }
        neighbours
    }

    /// What a block is sorted by: the start of its text, or the smallest number that its words have in this order.
    fn key(&self, block: &CleanerBlock, order: u64) -> Vec<u8> {
        match self.by {
            NeighboursBy::Text => block.start.as_bytes().to_vec(),
            NeighboursBy::Minhash => {
                let seed = order.wrapping_add(1).wrapping_mul(GOLDEN_GAMMA);
                let smallest = block.words.iter().map(|word| mix(word ^ seed)).min();
                smallest.unwrap_or_default().to_be_bytes().to_vec()
            }
        }
    }

    fn place<'k>(&self, key: &'k [u8], block: u32) -> (&'k [u8], u64, PageKey) {
        let (page, block) = &self.blocks[block as usize];
        (key, block.fingerprint, *page)
    }

    /// The larger one of the similarities with the next blocks before and after one, in any order. Blocks of the own
    /// page, and copies of such on other pages, are passed over.
    pub(super) fn similarity(&self, block: &CleanerBlock, own: PageKey, own_prints: &FxHashSet<u64>) -> f64 {
        let is_other = |&&(_, other): &&(Vec<u8>, u32)| {
            let (page, other) = &self.blocks[other as usize];
            *page != own && !own_prints.contains(&other.fingerprint)
        };
        let mut level = 0.0_f64;
        for (order, number) in self.orders.iter().zip(0..) {
            let key = self.key(block, number);
            let here = (&*key, block.fingerprint, own);
            let at = order.partition_point(|(key, other)| self.place(key, *other) < here);
            let before = order[..at].iter().rev().take(MAX_STEPS).find(is_other);
            let after = order[at..].iter().take(MAX_STEPS).find(is_other);
            for (_, other) in before.into_iter().chain(after) {
                level = level.max(jaccard(&block.words, &self.blocks[*other as usize].1.words));
            }
        }
        level
    }
}

/// Common words by words of either.
fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let common = common(a, b);
    let either = a.len() + b.len() - common;
    if either == 0 { 0.0 } else { common as f64 / either as f64 }
}
