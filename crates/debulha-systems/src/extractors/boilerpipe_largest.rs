//! `boilerpipe_largest`: the one largest piece of text.

use crate::features::boilerpipe_params::num_words_params;
use debulha_core::extractor::Preset;
use debulha_core::features::boilerpipe::BoilerpipeDraft;
use debulha_core::features::boilerpipe::filters::{self, Fusion};
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

num_words_params! {
    /// Parameters of `boilerpipe_largest`.
    pub struct BoilerpipeLargestParams {
        /// Most blocks between two that are fused (boilerpipe).
        pub fusion_distance: u32 = 1, range: 0..=1_000;
    }
}

extractor! {
    /// Keeps the largest unbroken run of text blocks.
    ///
    /// ## How it decides
    /// 1. The rules of `boilerpipe_num_words` decide about every block.
    /// 2. Each content block is fused with the block before it, whatever that is, so that a run of content
    ///    becomes one block.
    /// 3. The content block with the most words is kept, the first of equals. A page of one block is kept as
    ///    the rules have it.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// The paper has step 1 alone; the pipeline is that of the authors' program. There an ignored element
    /// such as `script` cuts a block, here it does not. What the page's options count as hidden is in no
    /// block.
    /// ## Known failures
    /// An article that a block of links or a short line after links interrupts is cut there. The block before
    /// the run comes along.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::boilerpipe_largest::BoilerpipeLargest;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let story = "The barn was built of oak and stood for three hundred years before the storm of last \
    ///     winter took it, beam by beam. Nobody was hurt, and the grain was dry when neighbours came for it.";
    /// let html = format!(
    ///     "<h1>Storm</h1><p>{story}</p><p>{story}</p><p><a href=/>Next</a></p><p>{story}</p>"
    /// );
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = BoilerpipeLargest::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, format!("Storm\n{story}\n{story}"));
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeLargest(BoilerpipeLargestParams) {
        id: "boilerpipe_largest",
        title: "boilerpipe LargestContentExtractor",
        cite: ["kohlschuetter2010"],
        provenance: Program,
        unit: Block,
        presets: [
            Preset {
                name: "precision",
                docs: "Lets fewer blocks hold a run together.",
                params: r#"{"max_link_density": 0.2, "previous_words": 16}"#,
            },
            Preset {
                name: "recall",
                docs: "Lets runs go on through links.",
                params: r#"{"max_link_density": 0.9, "max_previous_link_density": 1.0}"#,
            },
        ],
        why: explain,
    }
}

impl BoilerpipeLargest {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        draft.decide("number of words", |draft| self.params.rules().classify(draft));
        draft.step("fuse content with the block before", |draft| {
            filters::fuse_near(draft, self.params.fusion_distance, Fusion::Any);
        });
        draft.decide("largest block", |draft| {
            filters::keep_largest(draft);
        });
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
