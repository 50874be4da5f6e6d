//! `all_text`: the baseline that keeps everything.

use crate::outcome::{Labels, Outcome};
use crate::page::Page;
use crate::{Scratch, extractor, params};

params! {
    /// `all_text` has no parameters.
    pub struct AllTextParams {}
}

extractor! {
    /// Keeps all visible text of the body: the baseline beside which every other figure is read.
    ///
    /// ## How it decides
    /// Every visible, non-blank text node below `body` is content.
    /// ## Cost
    /// O(nodes), beyond the shared statistics.
    /// ## Differs from the paper
    /// It is nobody's system; benchmarks call it "all text" or "no extraction".
    /// ## Known failures
    /// Precision is the share of content on the page.
    /// ## Example
    /// ```
    /// use debulha_core::{Extractor, Outcome, Page, Scratch, extractors::all_text::AllText};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let parsed = parse("<title>t</title><nav>Menu</nav><p>Story</p>", &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = AllText::default().extract(&page, &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&page), "Menu\nStory");
    /// ```
    /// ## References
    /// None.
    pub struct AllText(AllTextParams) {
        id: "all_text",
        title: "Whole page text",
        cite: [],
        provenance: Original,
        unit: Node,
        presets: [],
    }
}

impl AllText {
    #[allow(clippy::unused_self)]
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        Outcome::Labeled(Labels::from_subtrees(page, &[page.body()]))
    }
}
