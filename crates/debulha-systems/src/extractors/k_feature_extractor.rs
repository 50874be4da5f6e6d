//! `k_feature_extractor`: the cluster of blocks that a desired feature dominates most.

use crate::features::block_features::{Dominated, FeatureVector, dominated_params, largest, share, words};
use crate::features::k_means::{KMeans, PointClusters};
use debulha_core::extractor::Preset;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::segmentation::Segmentation;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

dominated_params! {
    /// Parameters of `k_feature_extractor`.
    pub struct KFeatureExtractorParams {
        /// Number of clusters (debnath2005).
        pub k: u32 = 3, range: 1..=1_000;
        /// Times that clusters are sought from new seeds; the tightest count (our decision).
        pub restarts: u32 = 20, range: 1..=1_000;
        /// Most moves of the centroids in each (our decision; pages of today need some 5).
        pub iterations: u32 = 50, range: 1..=1_000;
        /// Seed of the random numbers (our decision).
        pub seed: u64 = 0;
        /// Distances computed at most, within one assignment of all blocks (our decision: bounds the cost of pages
        /// with many thousand blocks).
        pub budget: u64 = 1_000_000, range: 1..=1_000_000_000;
    }
}

extractor! {
    /// Keeps the blocks that are mostly text, as far as they are alike, or mostly whatever feature is asked for.
    ///
    /// ## How it decides
    /// 1. The page is cut into blocks by a list of tags, as by the segmenter `tag_list`.
    /// 2. Each block has ten counts: words; elements of text, lists, tables, links, objects, frames, forms; scripts;
    ///    style sheets. Each is divided by its largest value among the blocks.
    /// 3. The share of the desired feature is its value by the sum of all. Blocks with a share above .5 go on;
    ///    where there are none, the block with the largest share.
    /// 4. The counts of these are divided by their largest values anew, and the blocks are clustered by k-means with
    ///    k = 3. The cluster whose centroid has the largest share is the content; of equals the one with the most
    ///    words.
    /// ## Cost
    /// O(tags · nodes) for the blocks, O(nodes) for the counts, O(restarts · iterations · k · blocks) within a
    /// budget for the clusters; 160 bytes a block.
    /// ## Differs from the paper
    /// As `feature_extractor`. Centroids are seeded by distance, from a fixed seed, and the tightest of 20 results
    /// counts, so that the same page gives the same content.
    /// ## Known failures
    /// Blocks that are text alone have a share of 1 whatever their length: the cluster with the most words wins,
    /// and short paragraphs, which lie in another, are lost. Text beside the blocks that a tag cuts out is in none.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::k_feature_extractor::KFeatureExtractor;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<div><a href=1>Home</a> <a href=2>News</a></div>
    ///     <p>The rye is in.</p><p>The oats will follow.</p>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = KFeatureExtractor::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, "The rye is in.\nThe oats will follow.");
    /// ```
    /// ## References
    /// debnath2005, arthur2007
    pub struct KFeatureExtractor(KFeatureExtractorParams) {
        id: "k_feature_extractor",
        title: "K-FeatureExtractor",
        cite: ["debnath2005", "arthur2007"],
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
                docs: "As `x_cex`, with one cluster: all blocks that are mostly text.",
                params: r#"{"tags": ["body", "main", "article", "div", "p"], "k": 1}"#,
            },
        ],
        why: explain,
    }
}

/// What was decided about a page.
struct KFeatureDecision {
    segmentation: Segmentation,
    dominated: Dominated,
    /// The dominated blocks in clusters.
    clusters: PointClusters<FeatureVector>,
    /// The cluster that is content.
    winner: Option<usize>,
}

impl KFeatureExtractor {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let decision = self.decide(page);
        let clustered = decision.dominated.blocks.iter().zip(&decision.clusters.of);
        let kept = clustered.filter(|&(_, &cluster)| Some(cluster) == decision.winner);
        let ranges = kept.map(|(&block, _)| decision.segmentation.blocks[block].nodes.clone());
        Outcome::Labeled(Labels::from_ranges(page, ranges))
    }

    fn decide(&self, page: &Page<'_>) -> KFeatureDecision {
        let (segmentation, counts) = self.params.segment(page);
        let dominated = self.params.dominated(&counts);
        let clusters = self.cluster(&dominated.vectors);
        let mut words_of = vec![0.0; clusters.centroids.len()];
        for (&block, &cluster) in dominated.blocks.iter().zip(&clusters.of) {
            words_of[cluster] += words(&counts[block]);
        }
        let ranks = clusters.centroids.iter().map(|centroid| share(centroid, self.params.feature));
        let winner = largest(ranks.zip(words_of));
        KFeatureDecision { segmentation, dominated, clusters, winner }
    }

    fn cluster(&self, vectors: &[FeatureVector]) -> PointClusters<FeatureVector> {
        let KFeatureExtractorParams { k, restarts, iterations, seed, budget, .. } = self.params;
        KMeans { clusters: k as usize, restarts, iterations, seed, budget }.find(vectors)
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let KFeatureDecision { segmentation, dominated, clusters, winner } = self.decide(page);
        let mut reasons = dominated.explain(page, &segmentation, text_node, self.params.threshold);
        let own = segmentation.block_of(text_node);
        let position = dominated.blocks.iter().position(|&block| Some(block) == own);
        if let (Some(block), Some(position), Some(winner)) = (own, position, winner) {
            let of_centroid = |cluster: usize| share(&clusters.centroids[cluster], self.params.feature);
            let cluster = clusters.of[position];
            let detail = format!(
                "cluster {cluster} of {}, share {:.4} at its centroid; cluster {winner} has the largest, {:.4}",
                clusters.centroids.len(),
                of_centroid(cluster),
                of_centroid(winner)
            );
            let node = segmentation.blocks[block].element;
            reasons.push(Reason { rule: "cluster", keeps: cluster == winner, node, detail });
        }
        reasons
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Extractor;
    use debulha_dom::{Limits, parse};

    fn text(html: &str, params: KFeatureExtractorParams) -> String {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let outcome = KFeatureExtractor { params }.extract(&page, &mut Scratch::default());
        outcome.labels().unwrap().plain_text(&page)
    }

    fn paragraph(words: usize, links: usize) -> String {
        format!("<p>{}{}</p>", format!("w{words} ").repeat(words), "<a href=x></a>".repeat(links))
    }

    /// How many words the kept paragraphs have.
    fn lengths(paragraphs: &[(usize, usize)], params: KFeatureExtractorParams) -> Vec<usize> {
        let html: String = paragraphs.iter().map(|&(words, links)| paragraph(words, links)).collect();
        text(&html, params).lines().map(|line| line.split(' ').count()).collect()
    }

    #[test]
    fn spec_15_alike_blocks_are_kept_together() {
        let page = [(3, 0), (100, 0), (30, 2), (95, 0), (4, 0), (98, 0), (5, 9)];
        assert_eq!(lengths(&page, KFeatureExtractorParams::default()), [100, 95, 98]);
        let one = KFeatureExtractorParams { k: 1, ..KFeatureExtractorParams::default() };
        assert_eq!(lengths(&page, one), [3, 100, 30, 95, 4, 98]);
    }

    #[test]
    fn spec_15_a_page_of_one_block_is_kept() {
        assert_eq!(text("<a href=1>all link</a>", KFeatureExtractorParams::default()), "all link");
        assert_eq!(text("", KFeatureExtractorParams::default()), "");
    }

    #[test]
    fn the_seed_is_a_parameter() {
        let page: Vec<(usize, usize)> = (1..40).map(|words| (words * 7 % 41, words % 3)).collect();
        let with =
            |seed| lengths(&page, KFeatureExtractorParams { seed, ..KFeatureExtractorParams::default() });
        assert_eq!(with(0), with(0));
        assert!(!with(7).is_empty());
    }

    #[test]
    fn why_tells_the_cluster() {
        let html = [paragraph(100, 0), paragraph(3, 0), paragraph(2, 9)].concat();
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let last = |index: usize| {
            let node = page.text_nodes()[index];
            let reasons = KFeatureExtractor::default().why(&page, &mut Scratch::default(), node);
            let last = reasons.last().unwrap();
            (last.rule, last.keeps)
        };
        assert_eq!(last(0), ("cluster", true));
        assert_eq!(last(1), ("cluster", false));
        assert_eq!(last(2), ("share", false));
    }
}
