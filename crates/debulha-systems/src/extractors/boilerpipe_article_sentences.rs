//! `boilerpipe_article_sentences`: the sentences of a news article.

use crate::features::boilerpipe_params::article_params;
use debulha_core::features::boilerpipe::BoilerpipeDraft;
use debulha_core::features::boilerpipe::article;
use debulha_core::features::boilerpipe::filters;
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

article_params! {
    /// Parameters of `boilerpipe_article_sentences`.
    pub struct BoilerpipeArticleSentencesParams {
        /// Fewest words of a clause that makes a paragraph running text (boilerpipe).
        pub clause_words: u32 = 5, range: 0..=1_000;
        /// Whether what comes after the last sign of a paragraph is a clause too (boilerpipe: it is not).
        pub open_clauses: bool = false;
    }
}

extractor! {
    /// Keeps the paragraphs of a news article that hold running text, without headlines and captions.
    ///
    /// ## How it decides
    /// 1. The article is found by the steps of `boilerpipe_article`.
    /// 2. Its fused blocks are parted into paragraphs again.
    /// 3. A paragraph is kept if it has a clause of at least five words: text that ends in one of `,.:;!?` right
    ///    after a letter or digit, before white space or the paragraph's end.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// The paper knows no sentences; the pipeline is that of the authors' program. Words of a clause are counted as
    /// in text blocks, the program counts white space. Full-width signs end a clause too, whatever follows. Step 1
    /// differs as `boilerpipe_article` says.
    /// ## Known failures
    /// Headlines with a comma or colon after five words stay. Quotations whose full stop stands before the closing
    /// mark end no clause there. Scripts with other signs than the Latin and the full-width ones lose everything
    /// but what has such a sign.
    /// ## Example
    /// ```
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_systems::extractors::boilerpipe_article_sentences::BoilerpipeArticleSentences;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let story = "The barn was built of oak and stood for three hundred years before the storm of last \
    ///     winter took it, beam by beam. Nobody was hurt, and the grain was dry when neighbours came for it.";
    /// let html = format!("<h1>Storm takes barn</h1><p>{story}</p><p>{story}</p>");
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = BoilerpipeArticleSentences::default().extract(&page, &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&page), format!("{story}\n{story}"));
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeArticleSentences(BoilerpipeArticleSentencesParams) {
        id: "boilerpipe_article_sentences",
        title: "boilerpipe ArticleSentencesExtractor",
        cite: ["kohlschuetter2010"],
        provenance: Program,
        unit: Block,
        presets: [],
        why: explain,
    }
}

impl BoilerpipeArticleSentences {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        article::find(draft, &self.params.article_rules());
        draft.step("split into paragraphs", BoilerpipeDraft::split);
        draft.decide("clauses", |draft| {
            filters::keep_clauses(draft, self.params.clause_words, self.params.open_clauses);
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
