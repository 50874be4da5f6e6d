//! Blocks that return on other pages of a site: what `content_extractor` and `x_cex` share.
//!
//! | step | file |
//! |---|---|
//! | a page becomes a record: terms, tags, classes and a number of each block | [`blocks`] |
//! | blocks of the sample that are alike are one, and found by their rare features | `index` |
//! | two blocks are compared | [`similarity`] |
//! | the blocks of a page are judged | here |
//!
//! Let S be the pages that have a block similar to a block (debnath2005). The inverse block document frequency (IBDF)
//! of the block is 1 / |S|, or 1 where S is empty, and the block is content where that is above 1 / ⌊λN⌋ for N pages.
//! So only |S| matters, and counting can stop at ⌊λN⌋.

pub mod blocks;
pub(crate) mod index;
pub mod similarity;

use crate::site::frequency::DocumentFrequency;
use blocks::{Observation, PageBlocks};
use debulha_core::choices;
use debulha_core::extractor::Scratch;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::segmentation::Segmentation;
use debulha_core::site::sample::PageKey;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_dom::NodeId;
use index::Index;
use similarity::{BlockComparison, BlockSimilarity};
use std::ops::Range;

/// What is added to λN before it is rounded down: .29 · 100 is 28.999… in binary.
const ROUNDING: f64 = 1e-9;

choices! {
    /// How many pages with a similar block make a block template.
    pub enum Limit {
        /// ⌊λN⌋, and one at least.
        AtLeastOne,
        /// As printed: IBDF must be above 1 / ⌊λN⌋, so that nothing is content where ⌊λN⌋ is below 2.
        AsPrinted,
    }
}

/// How blocks are judged.
#[derive(Debug, Clone)]
pub(crate) struct RepetitionRules {
    pub(crate) lambda: f64,
    pub(crate) limit: Limit,
    /// Whether other blocks of the page count, and the page in S.
    pub(crate) own_page: bool,
    /// Whether text in no block is content.
    pub(crate) keep_outside: bool,
    /// Steps of comparisons a page, once with others and once with itself.
    pub(crate) max_steps: u64,
}

impl RepetitionRules {
    /// |S| from which on a block is template, for N pages; `None` where no block is content.
    pub(crate) fn pages_that_make_template(&self, pages: usize) -> Option<u32> {
        let share = (self.lambda * pages as f64 + ROUNDING).floor() as u32;
        match self.limit {
            Limit::AtLeastOne => Some(share.max(1)),
            Limit::AsPrinted => (share >= 2).then_some(share),
        }
    }
}

/// The blocks of a site's pages.
#[derive(Debug)]
pub struct RepeatedBlocks {
    observation: Observation,
    measure: BlockSimilarity,
    rules: RepetitionRules,
    /// The pages in order.
    pages: Vec<PageKey>,
    index: Index,
    /// Of identical blocks.
    identical: DocumentFrequency,
}

/// What was found of one block of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BlockJudgement {
    /// Other pages with an identical block.
    identical: u32,
    /// Pages with a similar block, counted up to the limit.
    similar: u32,
    is_content: bool,
}

impl RepeatedBlocks {
    /// Learns the blocks of pages, which come in order of their keys. O(record sizes), expected.
    pub(crate) fn learn(
        observation: Observation,
        measure: BlockSimilarity,
        rules: RepetitionRules,
        pages: Vec<Observed<PageBlocks>>,
    ) -> Self {
        let mut identical = DocumentFrequency::default();
        for page in &pages {
            let numbers = page.record.blocks.iter().map(|block| block.identity);
            let mut numbers: Vec<u64> = numbers.filter(|&number| number != 0).collect();
            numbers.sort_unstable();
            numbers.dedup();
            identical.add(page.key, numbers);
        }
        let (pages, records): (Vec<PageKey>, Vec<PageBlocks>) =
            pages.into_iter().map(|page| (page.key, page.record)).unzip();
        RepeatedBlocks {
            index: Index::new(&records, measure.vectors()),
            pages,
            observation,
            measure,
            rules,
            identical,
        }
    }

    /// The blocks of a page, what was found of each, |S| that makes template, and whether comparisons were left out.
    fn judge(&self, page: &Page<'_>) -> JudgedRepetition {
        let found = self.observation.segmenter.blocks(page);
        let record = self.observation.read(page, &found.blocks);
        let own = Index::new([&record], self.measure.vectors());
        let beside = self.identical.beside(page);
        let own_number = self.pages.binary_search(&page.key()).ok();
        let limit = self.rules.pages_that_make_template(beside.other_pages() as usize + 1);
        let max_steps = self.rules.max_steps;
        let mut counter = Counter {
            site: self,
            own: &own,
            own_number,
            limit: limit.unwrap_or(1),
            with_others: BlockComparison::new(&self.measure, &own.shapes, &self.index.shapes, max_steps),
            with_itself: BlockComparison::new(&self.measure, &own.shapes, &own.shapes, max_steps),
            counted_for: vec![u32::MAX; self.pages.len()],
            of_kind: vec![None; own.kinds.len()],
        };
        let judged = record.blocks.iter().zip(&own.kind_of_block).map(|(block, &kind)| {
            let identical = if block.identity == 0 { 0 } else { beside.others_with(block.identity) };
            let similar = if identical > 0 { 0 } else { counter.pages_with_similar(kind) };
            let is_content = identical == 0 && limit.is_some_and(|limit| similar < limit);
            BlockJudgement { identical, similar, is_content }
        });
        let judgements = judged.collect();
        let is_cut = counter.with_others.is_cut || counter.with_itself.is_cut;
        JudgedRepetition { found, judgements, limit, is_cut }
    }
}

struct JudgedRepetition {
    found: Segmentation,
    judgements: Vec<BlockJudgement>,
    limit: Option<u32>,
    is_cut: bool,
}

/// Counts pages with similar blocks for the kinds of blocks of one page.
struct Counter<'c> {
    site: &'c RepeatedBlocks,
    own: &'c Index,
    own_number: Option<usize>,
    limit: u32,
    with_others: BlockComparison<'c>,
    with_itself: BlockComparison<'c>,
    /// The kind that each page was counted for last.
    counted_for: Vec<u32>,
    of_kind: Vec<Option<u32>>,
}

impl Counter<'_> {
    /// |S| of a kind of blocks, at most the limit.
    fn pages_with_similar(&mut self, place: u32) -> u32 {
        if let Some(known) = self.of_kind[place as usize] {
            return known;
        }
        let kind = &self.own.kinds[place as usize];
        let (limit, own_number) = (self.limit, self.own_number);
        let counted_for = &mut self.counted_for;
        let mut similar = 0;
        self.site.index.for_each_similar(kind, &mut self.with_others, |_, other| {
            for &page in &other.pages {
                if Some(page as usize) != own_number && counted_for[page as usize] != place {
                    counted_for[page as usize] = place;
                    similar += 1;
                }
            }
            similar < limit
        });
        if self.site.rules.own_page && similar < limit {
            self.own.for_each_similar(kind, &mut self.with_itself, |other_place, _| {
                let is_itself = other_place == place as usize && kind.blocks == 1;
                similar += u32::from(!is_itself);
                is_itself
            });
        }
        let similar = similar.min(limit);
        self.of_kind[place as usize] = Some(similar);
        similar
    }
}

impl LearnedMethod for RepeatedBlocks {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let JudgedRepetition { found, judgements, .. } = self.judge(page);
        let kept = found.blocks.iter().zip(judgements).filter(|(_, judgement)| judgement.is_content);
        let mut ranges: Vec<Range<u32>> = kept.map(|(block, _)| block.nodes.clone()).collect();
        if self.rules.keep_outside {
            ranges.extend(outside(page, &found));
        }
        Outcome::Labeled(Labels::from_ranges(page, ranges))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let judged = self.judge(page);
        let holds = |index: &usize| judged.found.blocks[*index].nodes.contains(&text_node.0);
        let holding = (0..judged.judgements.len()).filter(holds);
        // Where blocks contain one another, one of content is enough.
        let decisive = holding.max_by_key(|&index| (judged.judgements[index].is_content, index));
        let Some(index) = decisive else {
            let detail = "the text is in no block of the list of tags".to_owned();
            let keeps = self.rules.keep_outside && page.document().contains(page.body(), text_node);
            return Some(vec![Reason { rule: "block", keeps, node: text_node, detail }]);
        };
        let node = judged.found.blocks[index].element;
        let BlockJudgement { identical, similar, is_content } = judged.judgements[index];
        if identical > 0 {
            let detail = format!("{identical} other pages of the site have an identical block");
            return Some(vec![Reason { rule: "identical", keeps: false, node, detail }]);
        }
        let cut = if judged.is_cut { "; not all were compared" } else { "" };
        let detail = match judged.limit {
            Some(limit) => {
                format!("{similar} pages of the site have a similar block, {limit} make it template{cut}")
            }
            None => "too few pages for any block to be content".to_owned(),
        };
        Some(vec![Reason { rule: "similar", keeps: is_content, node, detail }])
    }
}

/// What the body has between blocks.
fn outside(page: &Page<'_>, found: &Segmentation) -> Vec<Range<u32>> {
    let body = page.body();
    let mut ranges = Vec::new();
    let mut at = body.0;
    for block in &found.blocks {
        if block.nodes.start > at {
            ranges.push(at..block.nodes.start);
        }
        at = at.max(block.nodes.end);
    }
    ranges.push(at..page.document().subtree_end(body).max(at));
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::build;
    use debulha_core::ParamMap;
    use debulha_core::page::PageOptions;
    use debulha_core::site::learn;
    use debulha_dom::{Document, Limits, parse};
    use serde_json::json;

    fn rules(lambda: f64, limit: Limit) -> RepetitionRules {
        RepetitionRules { lambda, limit, own_page: true, keep_outside: false, max_steps: 0 }
    }

    #[test]
    fn spec_04_t4_thresholds() {
        let printed = rules(0.2, Limit::AsPrinted);
        let threshold = |pages| printed.pages_that_make_template(pages).map(|limit| 1.0 / f64::from(limit));
        assert_eq!((threshold(40), threshold(100)), (Some(0.125), Some(0.05)));
        assert_eq!((threshold(10), threshold(9), threshold(4)), (Some(0.5), None, None));
        let ours = rules(0.2, Limit::AtLeastOne);
        assert_eq!(
            [100, 40, 10, 9, 4, 1].map(|pages| ours.pages_that_make_template(pages)),
            [20, 8, 2, 1, 1, 1].map(Some)
        );
        assert_eq!(rules(0.29, Limit::AtLeastOne).pages_that_make_template(100), Some(29), "rounding");
    }

    struct Site {
        trees: Vec<(String, Document)>,
    }

    impl Site {
        fn of(sources: &[&str]) -> Self {
            let tree = |html: &&str| parse(html, &Limits::default()).document;
            let address = |number: usize| format!("http://example.org/{number}");
            Site { trees: sources.iter().enumerate().map(|(n, html)| (address(n), tree(html))).collect() }
        }

        fn pages(&self) -> Vec<Page<'_>> {
            let page = |(url, tree)| Page::with_options(tree, Some(url), PageOptions::default());
            self.trees.iter().map(|(url, tree)| page((url.as_str(), tree))).collect()
        }

        /// The text of the last page, learned from the first pages.
        fn text(&self, id: &str, params: &serde_json::Value, learned_from: usize) -> String {
            let params = ParamMap::from_iter(params.as_object().cloned().unwrap_or_default());
            let pages = self.pages();
            let Ok(method) = build(id, &params) else { return "no such method".to_owned() };
            let extractor = learn(&*method, &pages[..learned_from]);
            let outcome = extractor.extract(&pages[pages.len() - 1], &mut Scratch::default());
            outcome.labels().map(|labels| labels.plain_text(&pages[pages.len() - 1])).unwrap_or_default()
        }
    }

    #[test]
    fn spec_04_t5_identical_blocks_go() {
        let site = Site::of(&["<p>menu</p><p>Rye", "<p>menu</p><p>Oats", "<p>menu</p><p>Wheat"]);
        assert_eq!(site.text("x_cex", &json!({}), 3), "Wheat");
        assert_eq!(site.text("x_cex", &json!({"limit": "as_printed"}), 3), "", "three pages are too few");
        let pages = site.pages();
        let extractor = build("x_cex", &ParamMap::new()).map(|method| learn(&*method, &pages));
        let why = extractor
            .map(|extractor| extractor.why(&pages[0], &mut Scratch::default(), pages[0].text_nodes()[0]));
        let detail = why.map(|reasons| reasons[0].detail.clone());
        assert_eq!(detail.as_deref(), Ok("2 other pages of the site have an identical block"));
    }

    #[test]
    fn a_page_is_counted_once_and_with_its_own_blocks() {
        let twice = "<p>fine barley from Avis</p><p>fine <b>barley</b> from Avis</p><p>Rye</p>";
        let site = Site::of(&["<p>Oats", "<p>Wheat", twice]);
        for learned_from in [2, 3] {
            assert_eq!(site.text("x_cex", &json!({}), learned_from), "Rye");
            let kept = "fine barley from Avis\nfine barley from Avis\nRye";
            assert_eq!(site.text("x_cex", &json!({"own_page": false}), learned_from), kept);
            let on_list = json!({"tags": ["p"]});
            assert_eq!(site.text("content_extractor", &on_list, learned_from), kept, "never counts its own");
        }
    }

    #[test]
    fn text_beside_blocks_is_kept_where_told() {
        let site = Site::of(&["<div>By Ann<p>Oats</p></div>", "<div>By Bob<p>Rye</p> and more</div> end"]);
        assert_eq!(site.text("x_cex", &json!({}), 2), "Rye");
        assert_eq!(site.text("x_cex", &json!({"keep_outside": true}), 2), "By Bob\nRye\nand more\nend");
    }
}
