//! Where things without text of their own, such as images, count as content.

use crate::outcome::Labels;
use crate::page::Page;
use debulha_dom::{NodeId, names};

/// Share of a region's characters that must be kept for its images to be content.
const KEPT_SHARE: f64 = 0.5;

/// Decides for regions of a page, each once in a row.
#[derive(Debug, Default)]
pub(super) struct RegionDecider {
    /// Entry `n` sums the characters of the text nodes of the spans before `n`. Filled on first use.
    kept_before: Vec<u32>,
    /// The last region and what was found.
    last: Option<(NodeId, bool)>,
}

impl RegionDecider {
    /// Whether an image at `node` is content: most text of its region, the nearest element with kept text around
    /// it, is kept. Where the region is the body, it must also stand between kept texts, `next` being the first
    /// span after it.
    ///
    /// The caller is at a node without kept text whose parent has some. O(log text) a region.
    pub(super) fn is_kept(&mut self, page: &Page<'_>, labels: &Labels, next: usize, node: NodeId) -> bool {
        let doc = page.document();
        let Some(region) = doc.parent(node) else { return false };
        if matches!(doc.name(region), names::BODY | names::HTML | names::HEAD)
            && (next == 0 || next == labels.spans.len())
        {
            return false;
        }
        if let Some((known, kept)) = self.last
            && known == region
        {
            return kept;
        }
        let kept = self.is_mostly_kept(page, labels, region);
        self.last = Some((region, kept));
        kept
    }

    fn is_mostly_kept(&mut self, page: &Page<'_>, labels: &Labels, region: NodeId) -> bool {
        let doc = page.document();
        if self.kept_before.is_empty() {
            self.kept_before.push(0);
            let mut sum = 0;
            let mut last = None;
            for span in &labels.spans {
                // Several spans of one node count as the node once.
                if last.replace(span.node) != Some(span.node) {
                    sum += page.stats().chars(doc, span.node);
                }
                self.kept_before.push(sum);
            }
        }
        let end = doc.subtree_end(region);
        let first = labels.spans.partition_point(|span| span.node < region);
        let after = labels.spans.partition_point(|span| span.node.0 < end);
        let kept = self.kept_before[after] - self.kept_before[first];
        f64::from(kept) >= KEPT_SHARE * f64::from(page.stats().chars(doc, region))
    }
}
