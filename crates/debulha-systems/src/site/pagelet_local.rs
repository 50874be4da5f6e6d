//! `pagelet_local`: pagelets that several pages share, without the link graph.

use crate::segmenters::pagelet::{Pagelet, PageletParams};
use crate::site::frequency::DocumentFrequency;
use crate::site::pagelets::PageletRecord;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::segmentation::Segmentation;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, params, site_method};
use debulha_dom::NodeId;
use rustc_hash::FxHashSet;

params! {
    /// Parameters of `pagelet_local`.
    pub struct PageletLocalParams {
        /// Links below a child from which on its parent is cut into its children (baryossef2002).
        pub k: u32 = 3, range: 1..=10_000;
        /// Tokens of a shingle (baryossef2002).
        pub window: u32 = 4, range: 1..=64;
        /// Shingles that make a fingerprint (baryossef2002).
        pub hashes: u32 = 8, range: 1..=64;
        /// Whether the addresses of links are tokens (our decision, as in the segmenter `pagelet`).
        pub link_targets: bool = true;
        /// Pages that share a pagelet from which on it is template (baryossef2002).
        pub min_owners: u32 = 2, range: 2..=1_000_000;
        /// Share of the site's pages that must have it besides (our decision; 0: the paper's rule alone).
        pub min_share: f64 = 0.0, range: 0.0..=1.0;
    }
}

site_method! {
    /// Drops pagelets that occur on at least two pages of the site.
    ///
    /// ## How it decides
    /// 1. Every page is cut into pagelets with fingerprints, as the segmenter `pagelet` does.
    /// 2. Of pages with the same text, one counts.
    /// 3. A pagelet whose fingerprint at least `min_owners` pages have, the page itself included, is template. The
    ///    text of the others is content.
    ///
    /// ## Cost
    /// O(nodes + text · (window + hashes)) a page, to observe and to decide. Kept: 9 bytes a pagelet.
    /// ## Differs from the paper
    /// The paper sorts pagelets by fingerprint; counting them in a table gives the same clusters. `min_share` is ours.
    /// Text beside the pagelets, in elements that were cut, is dropped.
    /// ## Known failures
    /// Two pages of a story (print version, second address) make it template unless all their text is the same.
    /// Fingerprints with dates or counters in them differ from page to page.
    /// ## Example
    /// See `debulha_core::site::learn`.
    /// ## References
    /// baryossef2002, broder1997
    pub struct PageletLocal(PageletLocalParams) {
        id: "pagelet_local",
        title: "Pagelets shared by pages, local algorithm",
        cite: ["baryossef2002", "broder1997"],
        provenance: Paper,
        unit: Subtree,
        record: PageletRecord,
        learned: SharedPagelets,
        kept: ["k", "window", "hashes", "link_targets"],
        min_pages: 2,
        presets: [],
    }
}

impl PageletLocalParams {
    fn segmenter(&self) -> Pagelet {
        let &PageletLocalParams { k, window, hashes, link_targets, .. } = self;
        Pagelet { params: PageletParams { k, window, hashes, link_targets } }
    }
}

impl PageletLocal {
    fn keep(&self, page: &Page<'_>) -> PageletRecord {
        PageletRecord::of(page, &self.params.segmenter())
    }

    fn learn(&self, pages: Vec<Observed<PageletRecord>>) -> SharedPagelets {
        let mut frequency = DocumentFrequency::default();
        let mut seen = FxHashSet::default();
        for page in pages {
            if seen.insert(page.record.page) {
                frequency.add(page.key, page.record.pagelets);
            }
        }
        SharedPagelets { params: self.params.clone(), frequency }
    }
}

/// The pagelets of a site.
#[derive(Debug)]
pub struct SharedPagelets {
    params: PageletLocalParams,
    frequency: DocumentFrequency,
}

impl SharedPagelets {
    /// The pagelets of a page, and of each how many pages have it and whether it is template.
    fn judge(&self, page: &Page<'_>) -> (Segmentation, Vec<(u32, bool)>) {
        let found = self.params.segmenter().blocks(page);
        let beside = self.frequency.beside(page);
        let pages = beside.other_pages() + 1;
        let judged = found.blocks.iter().map(|block| {
            let owners = block.fingerprint.map_or(0, |fingerprint| beside.others_with(fingerprint)) + 1;
            let is_shared = owners >= self.params.min_owners;
            (owners, is_shared && f64::from(owners) >= self.params.min_share * f64::from(pages))
        });
        let judged = judged.collect();
        (found, judged)
    }
}

impl LearnedMethod for SharedPagelets {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (found, judged) = self.judge(page);
        let kept = found.blocks.iter().zip(judged).filter(|(_, (_, is_template))| !is_template);
        Outcome::Labeled(Labels::from_ranges(page, kept.map(|(block, _)| block.nodes.clone())))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let (found, judged) = self.judge(page);
        let index = found.block_of(text_node)?;
        let (owners, is_template) = judged[index];
        let detail = format!("{owners} pages of the site have this pagelet");
        Some(vec![Reason { rule: "owners", keeps: !is_template, node: found.blocks[index].element, detail }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::site::{SiteMethod, learn};
    use debulha_dom::{Limits, parse};

    #[test]
    fn spec_16_local_algorithm() {
        let nav = ["0", "1", "2", "3", "4"].map(|link| format!("<a href=/{link}>link {link}</a>")).concat();
        let html =
            |story: &str| format!("<div id=nav>{nav}</div><div id=main><p>{story} <a href=/x>more</a></div>");
        let trees =
            ["Rye was cut", "Oats were sown"].map(|story| parse(&html(story), &Limits::default()).document);
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        assert_eq!(SiteMethod::observe(&PageletLocal::default(), &pages[0]).pagelets.len(), 2);

        let text = |learned_from: &[Page<'_>], page| {
            let extractor = learn(&PageletLocal::default(), learned_from);
            extractor.extract(page, &mut Scratch::default()).labels().map(|labels| labels.plain_text(page))
        };
        assert_eq!(text(&pages, &pages[1]).as_deref(), Some("Oats were sown more"));
        assert_eq!(text(&pages[..1], &pages[1]).as_deref(), Some("Oats were sown more"), "of a new page");
        assert!(
            text(&pages[..1], &pages[0]).is_some_and(|text| text.starts_with("link 0")),
            "one page alone"
        );
    }
}
