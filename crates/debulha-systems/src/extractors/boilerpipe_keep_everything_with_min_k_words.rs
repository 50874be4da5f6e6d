//! `boilerpipe_keep_everything_with_min_k_words`: boilerpipe's text blocks of some length.

use debulha_core::features::boilerpipe::{BoilerpipeDraft, filters};
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::NodeId;

params! {
    /// Parameters of `boilerpipe_keep_everything_with_min_k_words`.
    pub struct BoilerpipeKeepEverythingWithMinKWordsParams {
        /// Fewest words of a content block. boilerpipe leaves the number to its callers; ours is our decision.
        pub k: u32 = 10, range: 0..=100_000;
    }
}

extractor! {
    /// Keeps every text block of at least k words, short neighbours counted together.
    ///
    /// ## How it decides
    /// 1. The body is cut into text blocks at every tag that is not inline. Its words are wrapped at 80 characters;
    ///    text density is words a full line, or words of the only line.
    /// 2. Neighbours of exactly the same text density become one block.
    /// 3. Blocks of at least k words are content.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// It is in no paper; the steps are those of the authors' program, but that there an ignored element such as
    /// `script` cuts a block. What the page's options count as hidden is in no block.
    /// ## Known failures
    /// Links do not speak against a block: menus whose entries have one length are fused and kept.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors;
    /// use debulha_core::{Extractor, Page, ParamMap, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let params = ParamMap::from_iter([("k".to_owned(), 4.into())]);
    /// let system = extractors::build("boilerpipe_keep_everything_with_min_k_words", &params)?;
    /// let html = "<h1>Storm takes barn</h1><p>It was built of oak.</p><ul><li>One two<li>Three four</ul>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = system.extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, "It was built of oak.\nOne two\nThree four");
    /// # Ok::<(), debulha_core::BuildError>(())
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeKeepEverythingWithMinKWords(BoilerpipeKeepEverythingWithMinKWordsParams) {
        id: "boilerpipe_keep_everything_with_min_k_words",
        title: "boilerpipe KeepEverythingWithMinKWordsExtractor",
        cite: ["kohlschuetter2010"],
        provenance: Program,
        unit: Block,
        presets: [],
        why: explain,
    }
}

impl BoilerpipeKeepEverythingWithMinKWords {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        draft.step("fuse equal text density", filters::fuse_equal_density);
        draft.decide("at least k words", |draft| filters::keep_long(draft, self.params.k));
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
