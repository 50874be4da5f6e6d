//! `boilerpipe_canola`: text blocks decided by rules learned on another corpus.

use debulha_core::features::boilerpipe::BoilerpipeDraft;
use debulha_core::features::boilerpipe::rules::CanolaRules;
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::NodeId;

params! {
    /// Parameters of `boilerpipe_canola`; all values are boilerpipe's.
    pub struct BoilerpipeCanolaParams {
        /// A block with links is content if the next one has more words than this.
        pub next_words_after_links: u32 = 11, range: 0..=10_000;
        /// A block with more words than this is content.
        pub block_words: u32 = 19, range: 0..=10_000;
        /// Between blocks without links, and if the next one has more words than this, a shorter block may be content.
        pub next_words: u32 = 6, range: 0..=10_000;
        /// There a block with more words than this is content.
        pub short_block_words: u32 = 6, range: 0..=10_000;
        /// There a block after one with more words than this is content.
        pub previous_words: u32 = 7, range: 0..=10_000;
        /// There a block before one with more words than this is content.
        pub long_next_words: u32 = 19, range: 0..=10_000;
    }
}

extractor! {
    /// Decides about each text block by rules learned on the Canola corpus, which calls more of a page content.
    ///
    /// ## How it decides
    /// 1. The body is cut into text blocks at every tag that is not inline; words and linked words are counted.
    /// 2. A block is content if it has more than 19 words, or has a link and the next one more than 11 words.
    /// 3. Between two blocks without links, the second of more than 6 words, it is content as well if it has more
    ///    than 6 words, or the block before more than 7, or the next more than 19.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// The rules are in no paper; they are those of boilerpipe's program, as are block and word boundaries, but that
    /// there an ignored element such as `script` cuts a block. What the page's options count as hidden is in no
    /// block.
    /// ## Known failures
    /// Links do not speak against a block: menus of more than 19 words in one block are kept, and so is the last
    /// link before any paragraph. Short last paragraphs are lost.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::boilerpipe_canola::BoilerpipeCanola;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<p><a href=/>Home</a></p><p>News</p><h1>Storm takes barn</h1>\
    ///     <p>The barn was built of oak and stood for three hundred years, until the storm of last winter took \
    ///     it.</p><p>Nobody was hurt.</p>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = BoilerpipeCanola::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert!(text.starts_with("Storm takes barn\nThe barn") && text.ends_with("took it."));
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeCanola(BoilerpipeCanolaParams) {
        id: "boilerpipe_canola",
        title: "boilerpipe CanolaExtractor",
        cite: ["kohlschuetter2010"],
        provenance: Program,
        unit: Block,
        presets: [],
        why: explain,
    }
}

impl BoilerpipeCanolaParams {
    /// The thresholds of the classifier.
    pub fn rules(&self) -> CanolaRules {
        CanolaRules {
            next_words_after_links: self.next_words_after_links,
            block_words: self.block_words,
            next_words: self.next_words,
            short_block_words: self.short_block_words,
            previous_words: self.previous_words,
            long_next_words: self.long_next_words,
        }
    }
}

impl BoilerpipeCanola {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        draft.decide("Canola rules", |draft| self.params.rules().classify(draft));
    }

    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let mut draft = BoilerpipeDraft::new(page);
        self.decide(&mut draft);
        Outcome::Labeled(draft.labels())
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        BoilerpipeDraft::why(page, text_node, |draft| self.decide(draft))
    }
}
