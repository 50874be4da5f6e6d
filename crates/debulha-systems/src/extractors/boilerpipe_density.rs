//! `boilerpipe_density`: text blocks decided by text density.

use crate::features::boilerpipe_params::density_params;
use debulha_core::extractor::Preset;
use debulha_core::features::boilerpipe::BoilerpipeDraft;
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

density_params! {
    /// Parameters of `boilerpipe_density`.
    pub struct BoilerpipeDensityParams {}
}

extractor! {
    /// Decides about each text block by its text density and links and those of its neighbours.
    ///
    /// ## How it decides
    /// 1. The body is cut into text blocks at every tag that is not inline. Its words are wrapped at 80
    ///    characters; text density is words a full line, or words of the only line.
    /// 2. A block with more than a third of its words in links is no content.
    /// 3. After a block that is mostly links, a block is content if the next one has a density above 11.
    /// 4. Elsewhere a block with a density above 9 is content unless it is the last one with text; any other
    ///    is if the next one is above 10 or the one before above 4.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// The rules are those of the paper's first algorithm, the block and word boundaries those of the
    /// authors' program, but that there an ignored element such as `script` cuts a block. What the page's
    /// options count as hidden is in no block. Signs of scripts without spaces are words.
    /// ## Known failures
    /// A last block is never content by itself, whatever its length. A paragraph between two lists of links
    /// is lost, since after links only the next block counts. For the rest see `boilerpipe_num_words`.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::boilerpipe_density::BoilerpipeDensity;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<p><a href=/>Home</a></p><h1>Storm</h1>\
    ///     <p>The barn was built of oak and stood for three hundred years until the storm of last winter.</p>\
    ///     <p>Nobody was hurt.</p><p><a href=/next>Next story</a></p>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = BoilerpipeDensity::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert!(text.starts_with("Storm\nThe barn") && text.ends_with("winter.\nNobody was hurt."));
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeDensity(BoilerpipeDensityParams) {
        id: "boilerpipe_density",
        title: "boilerpipe DensityRules",
        cite: ["kohlschuetter2010"],
        provenance: Paper,
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

impl BoilerpipeDensity {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
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
