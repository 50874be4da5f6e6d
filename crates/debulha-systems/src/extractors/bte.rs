//! `bte`: one span with many words and few tags.

use debulha_core::extractor::Preset;
use debulha_core::features::best_span::best_span;
use debulha_core::features::tokens::Tokens;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, extractor, params};
use debulha_dom::NodeId;
use std::ops::Range;

params! {
    /// Parameters of `bte`.
    pub struct BteParams {
        /// Words that a tag inside the span costs; 1 in finn2001. Above it the span shrinks to denser text, below
        /// it the span bridges more markup.
        pub tag_weight: f64 = 1.0, range: 0.0..=100.0;
    }
}

extractor! {
    /// Keeps the one contiguous span of the page with the most words inside and the most tags outside.
    ///
    /// ## How it decides
    /// The body is a sequence of tags and words ([`Tokens`]). Of all runs of it, the one is taken for which words
    /// inside plus tags outside is largest; its words are content. Tags outside are all tags less those inside, so
    /// this is the run with the largest sum when a word counts 1 and a tag -1. Ties go to the earliest start, then
    /// to the earliest end. A page without words has no content.
    /// ## Cost
    /// O(tokens) time in one pass, nothing beyond the shared token stream; the paper searches all pairs of ends.
    /// ## Differs from the paper
    /// The objective is the paper's. Tokens come from the tree: implied end tags count and stray ones do not, only
    /// the body is read, and its own two tags are left out. Hidden elements count as their own tags, without words.
    /// `tag_weight` is ours; the paper has it at 1.
    /// ## Known failures
    /// One span cannot leave out what stands between two parts of an article (related links, advertisements), and
    /// takes in headlines, bylines and comments next to it. Dense navigation text with few tags joins the span. Of
    /// several short texts on a listing only the longest stretch is found.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::bte::Bte;
    /// use debulha_core::{Extractor, Outcome, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>\
    ///     <p>The harvest was <i>late</i> again this year.</p><ul><li><a href=/o>Older</a></ul>";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Bte::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, "The harvest was late again this year.");
    /// ```
    /// ## References
    /// finn2001
    pub struct Bte(BteParams) {
        id: "bte",
        title: "Body Text Extraction",
        cite: ["finn2001"],
        provenance: Paper,
        unit: Token,
        presets: [
            Preset {
                name: "precision",
                docs: "A denser span: a tag costs two words.",
                params: r#"{"tag_weight": 2.0}"#,
            },
            Preset {
                name: "recall",
                docs: "A longer span: a tag costs three quarters of a word.",
                params: r#"{"tag_weight": 0.75}"#,
            },
        ],
        why: explain,
    }
}

impl Bte {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let tokens = page.tokens();
        let mut labels = Labels::default();
        if let Some(span) = best_span(tokens.tags(), self.params.tag_weight) {
            tokens.push_spans(page.document(), span, &mut labels.spans);
        }
        Outcome::Labeled(labels)
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let tokens = page.tokens();
        let words = tokens.words_of(text_node);
        let reason = |rule, keeps, detail| Reason { rule, keeps, node: text_node, detail };
        if words.is_empty() {
            return vec![reason("words", false, "blank, hidden or outside the body: no words".to_owned())];
        }
        let Some(span) = best_span(tokens.tags(), self.params.tag_weight) else {
            return vec![reason("span", false, "no span of the page outweighs its tags".to_owned())];
        };
        let (tags_in, words_in) = tokens.count(span.clone());
        let kept = words.end.min(span.end).saturating_sub(words.start.max(span.start));
        let detail = format!(
            "{kept} of {} words, tokens {}..{} of {}, lie in the best span, tokens {}..{} with {words_in} words and \
             {tags_in} tags",
            words.len(),
            words.start,
            words.end,
            tokens.len(),
            span.start,
            span.end,
        );
        let mut reasons = vec![reason("span", kept > 0, detail)];
        if kept == 0 {
            reasons.push(reason("reach", false, self.reach(tokens, &words, &span)));
        }
        reasons
    }

    /// What it would cost to widen the span to words outside.
    fn reach(&self, tokens: &Tokens, words: &Range<usize>, span: &Range<usize>) -> String {
        let wider = if words.start < span.start { words.start..span.start } else { span.end..words.end };
        let (tags, gained) = tokens.count(wider);
        let cost = tags as f64 * self.params.tag_weight;
        format!(
            "a span that reaches it takes in {gained} more words for {tags} more tags, which cost {cost:.1} words"
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::Extractor;
    use debulha_dom::{Document, Limits, parse};
    use proptest::prelude::*;

    /// The page of which the specification gives the tokens: `B` = 1,1,0,1,1,0,0,0,1,0,0,1,1,0,1.
    const PAGE: &str = "<hr><p>a</p><p>b c d<br>e f</p><p>g</p>";

    fn text(doc: &Document, bte: &Bte) -> String {
        let page = Page::new(doc);
        let outcome = bte.extract(&page, &mut Scratch::default());
        let labels = outcome.labels().unwrap();
        assert!(labels.is_valid(doc));
        labels.plain_text(&page)
    }

    /// The objective as printed: words inside plus tags outside.
    fn objective(tags: &[bool], span: &Range<usize>) -> usize {
        tags.iter().enumerate().filter(|&(i, &is_tag)| span.contains(&i) != is_tag).count()
    }

    #[test]
    fn spec_07_t1() {
        let doc = parse(PAGE, &Limits::default()).document;
        let tags: Vec<bool> = Page::new(&doc).tokens().tags().collect();
        let bits: Vec<u8> = tags.iter().map(|&is_tag| u8::from(is_tag)).collect();
        assert_eq!(bits, [1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1]);
        assert_eq!(bits.iter().sum::<u8>(), 8);
        let span = best_span(tags.iter().copied(), 1.0).unwrap();
        assert_eq!(span, 5..11);
        assert_eq!(objective(&tags, &span), 12);
        assert_eq!(text(&doc, &Bte::default()), "b c d e f");
    }

    #[test]
    fn heavier_tags_give_a_shorter_span_and_lighter_ones_a_longer() {
        let doc = parse(PAGE, &Limits::default()).document;
        let with = |tag_weight| text(&doc, &Bte { params: BteParams { tag_weight } });
        assert_eq!(with(4.0), "b c d");
        assert_eq!(with(0.4), "a\nb c d e f\ng");
    }

    #[test]
    fn ties_go_to_the_earliest_start_then_the_earliest_end() {
        let span = |bits: &[u8]| best_span(bits.iter().map(|&bit| bit == 1), 1.0);
        assert_eq!(span(&[0, 1, 0, 0, 1, 0]), Some(0..4));
        assert_eq!(span(&[1, 0, 1, 1, 0]), Some(1..2));
        assert_eq!(span(&[1, 1]), None);
        assert_eq!(span(&[]), None);
    }

    #[test]
    fn a_page_without_words_has_no_content() {
        for html in ["", "<p></p><img src=a>", "<script>var a</script><p>"] {
            assert_eq!(text(&parse(html, &Limits::default()).document, &Bte::default()), "", "{html}");
        }
    }

    #[test]
    fn why_names_the_span_and_the_cost_of_reaching_beyond_it() {
        let doc = parse(PAGE, &Limits::default()).document;
        let page = Page::new(&doc);
        let why = |index: usize| Bte::default().why(&page, &mut Scratch::default(), page.text_nodes()[index]);
        assert!(why(1)[0].keeps);
        assert_eq!(
            why(1)[0].detail,
            "3 of 3 words, tokens 5..8 of 15, lie in the best span, tokens 5..11 with 5 words and 1 tags"
        );
        let outside = why(0);
        assert!(!outside[1].keeps);
        assert_eq!(
            outside[1].detail,
            "a span that reaches it takes in 1 more words for 2 more tags, which cost 2.0 words"
        );
    }

    proptest! {
        #[test]
        fn no_span_has_a_larger_objective(tags in prop::collection::vec(any::<bool>(), 1..40)) {
            let spans = (0..tags.len()).flat_map(|i| (i + 1..=tags.len()).map(move |j| i..j));
            // `max_by_key` would give the last of equal spans; the first one has the earliest start and end.
            let best = spans.reduce(|a, b| if objective(&tags, &b) > objective(&tags, &a) { b } else { a });
            match best_span(tags.iter().copied(), 1.0) {
                Some(span) => prop_assert_eq!(Some(span), best),
                None => prop_assert!(tags.iter().all(|&is_tag| is_tag)),
            }
        }
    }
}
