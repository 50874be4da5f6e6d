//! What is kept of a page as pagelets.

use crate::features::shingles::{fingerprint, token};
use crate::segmenters::pagelet::{Pagelet, PageletParams};
use debulha_core::page::Page;
use serde::{Deserialize, Serialize};

/// The pagelets of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageletRecord {
    /// The fingerprint of the whole page: pages that share it are one.
    pub page: u64,
    /// The fingerprints of its pagelets in order, each once.
    pub pagelets: Vec<u64>,
}

impl PageletRecord {
    /// The pagelets of a page, cut by `segmenter`.
    pub fn of(page: &Page<'_>, segmenter: &Pagelet) -> Self {
        let doc = page.document();
        let words = page.text_nodes().iter().flat_map(|&node| doc.text(node).split_whitespace());
        let tokens: Vec<u64> = words.map(token).collect();
        let PageletParams { window, hashes, .. } = segmenter.params;
        let mut pagelets: Vec<u64> =
            segmenter.blocks(page).blocks.iter().filter_map(|block| block.fingerprint).collect();
        pagelets.sort_unstable();
        pagelets.dedup();
        PageletRecord { page: fingerprint(&tokens, window as usize, hashes as usize), pagelets }
    }
}
