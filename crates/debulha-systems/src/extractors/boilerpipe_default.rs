//! `boilerpipe_default`: fused text blocks decided by text density.

use crate::features::boilerpipe_params::density_params;
use debulha_core::extractor::Preset;
use debulha_core::features::boilerpipe::{BoilerpipeDraft, filters};
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

density_params! {
    /// Parameters of `boilerpipe_default`.
    pub struct BoilerpipeDefaultParams {}
}

extractor! {
    /// Fuses text blocks of equal text density, then decides by density and links; for pages of any kind.
    ///
    /// ## How it decides
    /// 1. The body is cut into text blocks at every tag that is not inline. Its words are wrapped at 80
    ///    characters; text density is words a full line, or words of the only line.
    /// 2. Neighbours of exactly the same text density become one block: entries of menus and lists, mostly.
    /// 3. The rules of `boilerpipe_density` decide about the blocks.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// The pipeline is that of the authors' program, which fuses near content blocks between steps 2 and 3;
    /// no block is content by then, so that nothing is ever fused there, and the step is left out here. In
    /// the program an ignored element such as `script` cuts a block, here it does not. What the page's
    /// options count as hidden is in no block.
    /// ## Known failures
    /// As `boilerpipe_density`; besides, short lines that fuse with links by chance go with them.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::boilerpipe_default::BoilerpipeDefault;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<p><a href=/>Home</a></p><h1>Storm takes barn</h1>\
    ///     <p>The barn was built of oak and stood for three hundred years until the storm of last winter.</p>\
    ///     <p>Nobody was hurt.</p><p><a href=/next>Next story</a></p>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = BoilerpipeDefault::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert!(text.starts_with("Storm takes barn\nThe barn"));
    /// assert!(text.ends_with("winter.\nNobody was hurt."));
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeDefault(BoilerpipeDefaultParams) {
        id: "boilerpipe_default",
        title: "boilerpipe DefaultExtractor",
        cite: ["kohlschuetter2010"],
        provenance: Program,
        unit: Block,
        presets: [
            Preset {
                name: "precision",
                docs: "Asks for denser neighbours.",
                params: r#"{"max_link_density": 0.2, "next_density": 12.0, "previous_density": 9.0}"#,
            },
            Preset {
                name: "recall",
                docs: "Lets blocks after links be as thin as elsewhere.",
                params: r#"{"max_link_density": 0.5, "max_previous_link_density": 1.0}"#,
            },
        ],
        why: explain,
    }
}

impl BoilerpipeDefault {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        draft.step("fuse equal text density", filters::fuse_equal_density);
        draft.decide("text density", |draft| self.params.rules().classify(draft));
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
