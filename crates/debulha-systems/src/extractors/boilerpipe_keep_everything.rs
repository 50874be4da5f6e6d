//! `boilerpipe_keep_everything`: all of boilerpipe's text blocks.

use debulha_core::features::boilerpipe::{BoilerpipeDraft, filters};
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::NodeId;

params! {
    /// `boilerpipe_keep_everything` has no parameters.
    pub struct BoilerpipeKeepEverythingParams {}
}

extractor! {
    /// Keeps every text block: what the other boilerpipe systems have to choose from.
    ///
    /// ## How it decides
    /// The body is cut into text blocks at every tag that is not inline; all are content.
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// It is a check that the authors' program ships, not a method. What the page's options count as hidden is in
    /// no block.
    /// ## Known failures
    /// Precision is the share of content on the page. Unlike `all_text` it lacks the text of `option` elements, and
    /// a page without `body` has nothing.
    /// ## Example
    /// ```
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_systems::extractors::boilerpipe_keep_everything::BoilerpipeKeepEverything;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let parsed = parse("<title>t</title><nav>Menu</nav><p>Story</p>", &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = BoilerpipeKeepEverything::default().extract(&page, &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&page), "Menu\nStory");
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeKeepEverything(BoilerpipeKeepEverythingParams) {
        id: "boilerpipe_keep_everything",
        title: "boilerpipe KeepEverythingExtractor",
        cite: ["kohlschuetter2010"],
        provenance: Program,
        unit: Block,
        presets: [],
        why: explain,
    }
}

#[allow(clippy::unused_self)]
impl BoilerpipeKeepEverything {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        draft.decide("all blocks", |draft| filters::keep_long(draft, 0));
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
