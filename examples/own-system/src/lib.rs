//! A system outside of debulha's workspace: it keeps the text blocks that have enough words and few of them in links.

use debulha::extend::{Labels, Outcome, Reason, extractor, params};
use debulha::{Page, Scratch, dom::NodeId};

params! {
    /// Parameters of `long_blocks`.
    pub struct LongBlocksParams {
        /// Fewest words of a block that is kept.
        pub min_words: u32 = 10, range: 1..=1000;
        /// Largest share of its characters that links may have.
        pub max_link_density: f64 = 0.5, range: 0.0..=1.0;
    }
}

extractor! {
    /// Keeps text blocks that are long and are no links.
    ///
    /// ## How it decides
    /// A text block is kept if it has `min_words` words and at most `max_link_density` of its characters are in links.
    pub struct LongBlocks(LongBlocksParams) {
        id: "long_blocks",
        title: "Long text blocks",
        cite: [],
        provenance: Original,
        unit: Block,
        presets: [],
        why: explain,
    }
}

impl LongBlocks {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let blocks = page.text_blocks();
        let kept = blocks.blocks().iter().filter(|block| {
            let counts = block.counts;
            let link_density = f64::from(counts.link_chars) / f64::from(counts.chars.max(1));
            counts.words >= self.params.min_words && link_density <= self.params.max_link_density
        });
        let nodes = kept.flat_map(|block| blocks.nodes(block).iter().copied());
        Outcome::Labeled(Labels::from_text_nodes(page.document(), nodes))
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, node: NodeId) -> Vec<Reason> {
        let block = page.text_blocks().block_of(node).map(|block| &page.text_blocks().blocks()[block]);
        let words = block.map_or(0, |block| block.counts.words);
        let detail = format!("{words} words, kept from {} on", self.params.min_words);
        vec![Reason { rule: "min_words", keeps: words >= self.params.min_words, node, detail }]
    }
}
