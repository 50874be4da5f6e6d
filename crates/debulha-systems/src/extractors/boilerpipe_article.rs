//! `boilerpipe_article`: boilerpipe for news articles.

use crate::features::boilerpipe_params::article_params;
use debulha_core::extractor::Preset;
use debulha_core::features::boilerpipe::BoilerpipeDraft;
use debulha_core::features::boilerpipe::article;
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor};
use debulha_dom::NodeId;

article_params! {
    /// Parameters of `boilerpipe_article`.
    pub struct BoilerpipeArticleParams {}
}

extractor! {
    /// Finds the article of a news page: the largest run of text blocks, its headline, and what goes with it.
    ///
    /// ## How it decides
    /// 1. Short blocks that say the article is over are marked (`Post a comment`, `12 comments`).
    /// 2. The first block that reads like the page's title, or the telling part of it, is marked.
    /// 3. The rules of `boilerpipe_num_words` decide about every block.
    /// 4. Nothing is content from the first end mark on that follows 60 words of running text.
    /// 5. Headings after the last content block are not content.
    /// 6. Each content block is fused with the block before it; what is not content then is removed, the
    ///    title aside.
    /// 7. Content blocks at one level are fused when at most one removed block lies between.
    /// 8. The block with the most words is the article. Blocks of 150 words beside it at its level are kept.
    /// 9. So is all that is left between title and article, any block of 100 words at the article's level,
    ///    and a list without links right below it.
    ///
    /// ## Cost
    /// O(nodes + text); a copy of the text and about 100 bytes a block.
    /// ## Differs from the paper
    /// The paper has step 3 alone; the pipeline is that of the authors' program. Of a title's parts, the
    /// longest by characters counts; typographic apostrophes are as good as plain ones; a block that begins
    /// with a link is no level deeper; an ignored element such as `script` does not cut a block. What the
    /// page's options count as hidden is in no block. Signs of scripts without spaces are words.
    /// ## Known failures
    /// A page of several equal texts (forum, blog roll) keeps the largest. Step 6 takes the block before each
    /// run of content with it, often a byline, sometimes the last entry of a menu. The end phrases are
    /// English: give others as `extra_end_phrases`.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::boilerpipe_article::BoilerpipeArticle;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let story = "The barn was built of oak and stood for three hundred years before the storm of last \
    ///     winter took it, beam by beam. Nobody was hurt, and the grain was dry when neighbours came for it.";
    /// let html = format!("<title>Storm takes barn | Daily</title><h1>Storm takes barn</h1><p>{story}</p>\
    ///     <p>{story}</p><p>Post a comment</p><p>{story}</p>");
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = BoilerpipeArticle::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, format!("Storm takes barn\n{story}\n{story}"));
    /// ```
    /// ## References
    /// kohlschuetter2010
    pub struct BoilerpipeArticle(BoilerpipeArticleParams) {
        id: "boilerpipe_article",
        title: "boilerpipe ArticleExtractor",
        cite: ["kohlschuetter2010"],
        provenance: Program,
        unit: Block,
        presets: [
            Preset {
                name: "precision",
                docs: "Asks for longer blocks and fuses only direct neighbours.",
                params: r#"{"max_link_density": 0.2, "fusion_distance": 0}"#,
            },
            Preset {
                name: "recall",
                docs: "Keeps shorter blocks at the article's level and fuses further.",
                params: r#"{"max_link_density": 0.5, "fusion_distance": 3,
                    "side_block_words": 30, "large_block_words": 30}"#,
            },
        ],
        why: explain,
    }
}

impl BoilerpipeArticle {
    fn decide(&self, draft: &mut BoilerpipeDraft<'_>) {
        article::find(draft, &self.params.article_rules());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractors;
    use debulha_core::Extractor;
    use debulha_core::params::{BuildError, ParamMap};
    use debulha_dom::{Document, Limits, parse};
    use serde_json::json;

    fn node_of(doc: &Document, text: &str) -> NodeId {
        doc.nodes().find(|&node| doc.text(node) == text).expect("text")
    }

    fn story() -> String {
        "Words that run on and on in the story of the day. ".repeat(8)
    }

    #[test]
    fn why_tells_the_steps_that_touched_a_text() {
        let story = story();
        let html = format!(
            "<title>Barn lost</title><h2>Barn lost</h2><p>{story}</p><p>Post a comment</p><p>Me too</p>\
             <script>x()</script>"
        );
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let system = BoilerpipeArticle::default();
        let why = |text: &str| system.why(&page, &mut Scratch::default(), node_of(&doc, text));
        let rules = |text: &str| why(text).iter().map(|reason| reason.rule).collect::<Vec<_>>();

        assert_eq!(
            rules("Post a comment"),
            ["end phrases", "number of words", "after the end", "remove the rest"]
        );
        let comment = why("Post a comment");
        assert_eq!(
            comment.iter().map(|reason| reason.keeps).collect::<Vec<_>>(),
            [false, true, false, false]
        );
        assert!(
            comment[1]
                .detail
                .starts_with("block 2 (3 words, link density 0.000, text density 3.00; level 1; end)")
        );
        assert!(comment[1].detail.contains("after (96 words"), "{}", comment[1].detail);

        assert_eq!(rules("Barn lost"), ["text blocks"], "the first one stands in the head");
        assert_eq!(rules(&story), ["number of words", "fuse content with the block before", "largest block"]);
        assert!(why(&story).iter().all(|reason| reason.keeps));
        assert_eq!(rules("x()"), ["text blocks"]);
    }

    #[test]
    fn phrases_of_other_languages_end_an_article() {
        let story = story();
        let html = format!("<p>{story}</p><p>Kommentare lesen</p><p>{story}</p>");
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let kept = |params: serde_json::Value| {
            let params: ParamMap = params.as_object().cloned().unwrap_or_default();
            let system = extractors::build("boilerpipe_article", &params).expect("parameters");
            let outcome = system.extract(&page, &mut Scratch::default());
            outcome.labels().expect("labels").spans.len()
        };
        assert_eq!(kept(json!({})), 3);
        assert_eq!(kept(json!({"extra_end_phrases": ["KOMMENTARE"]})), 1);
        assert_eq!(kept(json!({"extra_end_phrases": ["KOMMENTARE"], "words_before_end": 100})), 3);
    }

    #[test]
    fn parameters_are_checked() {
        let params = |name: &str, value| ParamMap::from_iter([(name.to_owned(), value)]);
        let build = |params| extractors::build("boilerpipe_article", &params).err();
        assert!(matches!(build(params("max_link_density", json!(1.5))), Some(BuildError::WrongValue { .. })));
        assert!(matches!(build(params("no_such", json!(1))), Some(BuildError::UnknownParam { .. })));
    }

    #[test]
    fn pages_without_text_have_no_content() {
        for html in ["", "<p> </p>", "<frameset><frame src=x></frameset>", "<title>Only a title</title>"] {
            let doc = parse(html, &Limits::default()).document;
            let page = Page::new(&doc);
            for info in extractors::EXTRACTORS.iter().filter(|info| info.id.starts_with("boilerpipe")) {
                let system = (info.build)(&ParamMap::new()).expect("defaults");
                let outcome = system.extract(&page, &mut Scratch::default());
                assert_eq!(outcome.labels().map(|labels| labels.spans.len()), Some(0), "{} {html}", info.id);
            }
        }
    }
}
