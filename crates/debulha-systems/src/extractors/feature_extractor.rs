//! `feature_extractor`: the block that a desired feature dominates most.

use crate::features::block_features::{Dominated, dominated_params, largest, share, words};
use debulha_core::extractor::Preset;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::segmentation::Segmentation;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

dominated_params! {
    /// Parameters of `feature_extractor`.
    pub struct FeatureExtractorParams {}
}

extractor! {
    /// Keeps the one block that is mostly text, or mostly whatever feature is asked for.
    ///
    /// ## How it decides
    /// 1. The page is cut into blocks by a list of tags, as by the segmenter `tag_list`.
    /// 2. Each block has ten counts: words; elements of text, lists, tables, links, objects, frames, forms; scripts;
    ///    style sheets. Each is divided by its largest value among the blocks.
    /// 3. The share of the desired feature is its value by the sum of all. Blocks with a share above .5 go on;
    ///    where there are none, the block with the largest share.
    /// 4. The counts of these are divided by their largest values anew. The block with the largest share is the
    ///    content; of equals the one with the most words.
    /// ## Cost
    /// O(tags · nodes) for the blocks, O(nodes) for the counts; 80 bytes a block.
    /// ## Differs from the paper
    /// The paper's counts have no scale that is known to us; without one, words drown all else. The element that a
    /// block is bounds it and does not count. Where blocks of one tag contain one another, the outermost are taken.
    /// ## Known failures
    /// A text of several blocks, such as the paragraphs of a news page: one of them is kept. Text beside the blocks
    /// that a tag cuts out is in none; with `span` in the list, as published, that is the text around any `span`.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::feature_extractor::FeatureExtractor;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<div><a href=1>Home</a> <a href=2>News</a></div>
    ///     <div>The rye is in.<br>The oats will follow.</div>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = FeatureExtractor::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, "The rye is in. The oats will follow.");
    /// ```
    /// ## References
    /// debnath2005
    pub struct FeatureExtractor(FeatureExtractorParams) {
        id: "feature_extractor",
        title: "FeatureExtractor",
        cite: ["debnath2005"],
        provenance: Paper,
        unit: Block,
        presets: [
            Preset {
                name: "x_cex",
                docs: "Cuts at the tags of fernandes2021, a list for pages of today.",
                params: r#"{"tags": ["body", "main", "article", "div", "p"]}"#,
            },
            Preset {
                name: "recall",
                docs: "Cuts at sections alone, not at paragraphs, so that the winner is a whole text.",
                params: r#"{"tags": ["body", "main", "article", "section", "div"]}"#,
            },
        ],
        why: explain,
    }
}

impl FeatureExtractor {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (segmentation, winner, _) = self.decide(page);
        let nodes = winner.map(|winner| segmentation.blocks[winner].nodes.clone());
        Outcome::Labeled(Labels::from_ranges(page, nodes))
    }

    /// The blocks, the index of the winner, and what led to it.
    fn decide(&self, page: &Page<'_>) -> (Segmentation, Option<usize>, Dominated) {
        let (segmentation, counts) = self.params.segment(page);
        let dominated = self.params.dominated(&counts);
        let shares = dominated.vectors.iter().map(|vector| share(vector, self.params.feature));
        let ranks = shares.zip(&dominated.blocks).map(|(share, &block)| (share, words(&counts[block])));
        let winner = largest(ranks).map(|winner| dominated.blocks[winner]);
        (segmentation, winner, dominated)
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let (segmentation, winner, dominated) = self.decide(page);
        let mut reasons = dominated.explain(page, &segmentation, text_node, self.params.threshold);
        if reasons.iter().all(|reason| reason.keeps)
            && let Some(winner) = winner
        {
            let Segmentation { blocks } = &segmentation;
            let node = blocks[winner].element;
            let detail = format!(
                "the largest share among {} blocks has {}",
                dominated.blocks.len(),
                page.document().xpath(node)
            );
            let keeps = blocks[winner].nodes.contains(&text_node.0);
            reasons.push(Reason { rule: "winner", keeps, node, detail });
        }
        reasons
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::block_features::BlockFeature;
    use debulha_core::Extractor;
    use debulha_dom::{Limits, parse};

    fn text(html: &str, params: FeatureExtractorParams) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let outcome = FeatureExtractor { params }.extract(&page, &mut Scratch::default());
        outcome.labels().unwrap().plain_text(&page)
    }

    fn block(words: usize, links: usize, images: usize) -> String {
        let links_and_images = "<a href=x></a>".repeat(links) + &"<img>".repeat(images);
        format!("<div>{}{links_and_images}</div>", "w ".repeat(words))
    }

    #[test]
    fn spec_15_the_winner_is_the_block_of_text() {
        let html = [block(120, 2, 0), block(10, 8, 1), block(90, 0, 1)].concat();
        assert_eq!(text(&html, FeatureExtractorParams::default()).split(' ').count(), 120);
    }

    #[test]
    fn spec_15_a_page_of_one_block_is_kept() {
        assert_eq!(text("<a href=1>all link</a>", FeatureExtractorParams::default()), "all link");
        assert_eq!(text("", FeatureExtractorParams::default()), "");
    }

    #[test]
    fn another_feature_may_be_desired() {
        let html = [block(20, 0, 0), block(10, 8, 0), block(9, 0, 3)].concat();
        let words = |feature| {
            let params = FeatureExtractorParams { feature, ..FeatureExtractorParams::default() };
            text(&html, params).split(' ').count()
        };
        assert_eq!([BlockFeature::Text, BlockFeature::Link, BlockFeature::Object].map(words), [20, 10, 9]);
    }

    #[test]
    fn the_scale_is_anew_among_dominated_blocks() {
        // Of the page's 100 links the second has 2: a share of .92 against .8. Among the two alone it is .41.
        let html = [block(100, 4, 0), block(25, 2, 0), block(5, 100, 0)].concat();
        assert_eq!(text(&html, FeatureExtractorParams::default()).split(' ').count(), 100);
    }

    #[test]
    fn why_names_the_rule_that_decided() {
        let html = [block(120, 2, 0), block(9, 8, 1), block(90, 1, 0), "stray".to_owned()].concat();
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let last = |index: usize| {
            let node = page.text_nodes()[index];
            let reasons = FeatureExtractor::default().why(&page, &mut Scratch::default(), node);
            let last = reasons.last().unwrap();
            (last.rule, last.keeps)
        };
        assert_eq!(last(0), ("winner", false));
        assert_eq!(last(1), ("share", false));
        assert_eq!(last(2), ("winner", true));
        assert_eq!(last(3), ("block", false));
    }
}
