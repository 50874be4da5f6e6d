//! `boilerpipe_num_words`: text blocks decided by numbers of words.

use crate::features::boilerpipe_params::num_words_params;
use debulha_core::extractor::Preset;
use debulha_core::features::boilerpipe::BoilerpipeDraft;
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

num_words_params! {
    /// Parameters of `boilerpipe_num_words`.
    pub struct BoilerpipeNumWordsParams {}
}

extractor! {
    /// Decides about each text block by its words and links and those of its neighbours.
    ///
    /// ## How it decides
    /// 1. The body is cut into text blocks at every tag that is not inline; words and linked words are
    ///    counted.
    /// 2. A block with more than a third of its words in links is no content.
    /// 3. After a block that is mostly links, a block is content if it has more than 40 words, or the next
    ///    one more than 17.
    /// 4. Elsewhere a block is content if it has more than 16 words, or the next one more than 15, or the one
    ///    before more than 4.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// The rules are those of the paper's second algorithm, the block and word boundaries those of the
    /// authors' program, but that there an ignored element such as `script` cuts a block. What the page's
    /// options count as hidden is in no block. Signs of scripts without spaces are words.
    /// ## Known failures
    /// Captions, dates and bylines beside paragraphs are kept, as are long comments and teasers without
    /// links; lists of short items are lost. Inline elements that are younger than the program (`time`,
    /// `mark`) cut blocks. In scripts without spaces, where each sign is a word, headlines count as long.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::boilerpipe_num_words::BoilerpipeNumWords;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>\
    ///     <p>The barn was built of oak and stood for three hundred years, and then the storm took it.</p>\
    ///     <p>Nobody was hurt.</p><p><a href=/next>Next story</a></p>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let system = BoilerpipeNumWords::default();
    /// let outcome = system.extract(&page, &mut Scratch::default());
    /// // Right after links, 18 words are not enough.
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&page), "Nobody was hurt.");
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeNumWords(BoilerpipeNumWordsParams) {
        id: "boilerpipe_num_words",
        title: "boilerpipe NumWordsRules",
        cite: ["kohlschuetter2010"],
        provenance: Paper,
        unit: Block,
        presets: [
            Preset {
                name: "precision",
                docs: "Asks for longer blocks and does not trust their neighbours.",
                params: r#"{"max_link_density": 0.2, "next_words": 30, "previous_words": 16}"#,
            },
            Preset {
                name: "recall",
                docs: "Lets blocks after links be as short as elsewhere.",
                params: r#"{"max_link_density": 0.5, "max_previous_link_density": 1.0}"#,
            },
        ],
        why: explain,
    }
}

impl BoilerpipeNumWords {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        draft.decide("number of words", |draft| self.params.rules().classify(draft));
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
