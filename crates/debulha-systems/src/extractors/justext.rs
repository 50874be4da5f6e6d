//! `justext`: paragraphs by length, links and stop words, then by their neighbours.

use debulha_core::features::justext::JustextRules;
use debulha_core::features::justext::classes::{Classes, HeadingRules, ParagraphClass};
use debulha_core::features::justext::paragraphs::{ParagraphReader, Paragraphs};
use debulha_core::features::stop_words::StopWords;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::{Scratch, choices, extractor, extractor::Preset, params};
use debulha_dom::NodeId;

choices! {
    /// What becomes of short headings near content before other short paragraphs are settled.
    pub enum HeadingPromotion {
        /// Nothing, as the program does from version 2 on: it looks for content in classes not yet set.
        Program,
        /// They are near-good, as the thesis has it, so that short paragraphs below them are content.
        Thesis,
    }
}

params! {
    /// Parameters of `justext`. Lengths are in characters.
    pub struct JustextParams {
        /// Shorter paragraphs are short (pomikalek2011).
        pub length_low: u32 = JustextRules::DEFAULT.length_low, range: 0..=100_000;
        /// Longer paragraphs with many stop words are good by themselves (pomikalek2011).
        pub length_high: u32 = JustextRules::DEFAULT.length_high, range: 0..=100_000;
        /// Least share of stop words of near-good paragraphs (pomikalek2011).
        pub stopwords_low: f64 = JustextRules::DEFAULT.stopwords_low, range: 0.0..=1.0;
        /// Least share of stop words of good paragraphs (pomikalek2011).
        pub stopwords_high: f64 = JustextRules::DEFAULT.stopwords_high, range: 0.0..=1.0;
        /// Most characters inside links by characters (pomikalek2011).
        pub max_link_density: f64 = JustextRules::DEFAULT.max_link_density, range: 0.0..=1.0;
        /// Most characters between a heading and the content that it belongs to (jusText).
        pub max_heading_distance: u32 = JustextRules::DEFAULT.headings.max_distance, range: 0..=1_000_000;
        /// Treats headings like other paragraphs.
        pub no_headings: bool = false;
        /// What becomes of short headings before other short paragraphs are settled.
        pub heading_promotion: HeadingPromotion = HeadingPromotion::Program;
        /// Stop list: an ISO 639 code; `auto` for the language that the page declares, or else seems to be in;
        /// or `none`. Without a list all words are stop words, so length and links decide.
        pub language: StopWords = StopWords::Auto;
        /// Letters that a sign of Chinese or Japanese counts for in lengths (our decision: words of some five letters
        /// there are of less than two signs; jusText: 1).
        pub ideograph_weight: u32 = JustextRules::DEFAULT.ideograph_weight, range: 1..=10;
    }
}

extractor! {
    /// Keeps long paragraphs that read like sentences, and the short ones among them.
    ///
    /// ## How it decides
    /// Tags of blocks and `br` twice cut the text into paragraphs; buttons and selections are taken off before. Each
    /// has a class by itself, from the first rule that fits:
    ///
    /// 1. `links`: more than `max_link_density` inside links is bad.
    /// 2. `copyright`: with © it is bad.
    /// 3. `length`: shorter than `length_low` it is short; bad if anything in it is a link.
    /// 4. `stop words`: from `stopwords_high` on it is good if longer than `length_high`, near-good if not; from
    ///    `stopwords_low` on it is near-good, below bad.
    ///
    /// Then neighbours decide:
    ///
    /// 5. `neighbours`: a short paragraph is good between good ones (near-good and short ones between are passed
    ///    over), bad between bad ones; else good if the first that is not short towards the bad side is near-good.
    /// 6. `neighbours`: a near-good paragraph is bad between bad ones, else good.
    /// 7. `heading`: a heading that is bad now and was not by itself is good if a good paragraph follows it within
    ///    `max_heading_distance`.
    ///
    /// Good paragraphs are content.
    /// ## Cost
    /// O(nodes + text): one pass over the body, words of paragraphs that are neither short nor full of links, four
    /// passes over the classes. The first page of a language reads its stop list. A page that does not declare its
    /// language costs some 0.2 ms more to guess it.
    /// ## Differs from the paper
    /// The program is followed where it goes beyond the thesis or against it (`heading_promotion`): the copyright
    /// rule, link characters with the white space around them, no white space between two elements whose texts have
    /// none. What the page's options count as hidden is in no paragraph, nor are frames inside the page. The
    /// program has its user name the language. It has no lists for Chinese, Japanese and Thai and takes what stands
    /// between spaces for a word: with any list such pages lose all their text; here they are judged without a list,
    /// and a sign counts for `ideograph_weight` characters. With the English list, answers on the 181 Scrapinghub
    /// articles agree with those of jusText 3.0.2 to a token F1 of .984 in the mean (.989 with a weight of 1), on
    /// WCXB's development pages to .971; the rest is parsing and what is hidden.
    /// ## Known failures
    /// Text in short pieces: forum posts, product data, poems, recipes, tables. A paragraph of a legal notice or of a
    /// teaser is as good as one of the article. Lists of names have few stop words. A page that declares a wrong
    /// language loses its text.
    /// ## Example
    /// ```
    /// use debulha_systems::extractors::justext::Justext;
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let story = "It was the first time in many years that the old barn at the end of the road had been opened, \
    ///     and all of us went there to see what was in it. There was not much to be seen: a few tools, a cart, and \
    ///     the hay of some other summer.";
    /// let html = format!("<html lang=en><ul><li><a href=1>Home</a><li><a href=2>News</a></ul>\
    ///     <h1>An old barn</h1><p>{story}<p>All rights reserved");
    /// let parsed = parse(&html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = Justext::default().extract(&page, &mut Scratch::default());
    /// let text = outcome.labels().expect("labels").plain_text(&page);
    /// assert_eq!(text, format!("An old barn\n{story}"));
    /// ```
    /// ## References
    /// pomikalek2011
    pub struct Justext(JustextParams) {
        id: "justext",
        title: "jusText",
        cite: ["pomikalek2011"],
        provenance: Program,
        unit: Block,
        presets: [
            Preset {
                name: "recall",
                docs: "Uses no stop list, so that lists of names, product data and pages in a wrongly declared language \
                    stay.",
                params: r#"{"language": "none"}"#,
            },
        ],
        why: explain,
    }
}

impl Justext {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (paragraphs, classes) = self.classify(page);
        let good =
            paragraphs.all.iter().zip(&classes.revised).filter(|(_, class)| **class == ParagraphClass::Good);
        let nodes = good.flat_map(|(paragraph, _)| paragraphs.nodes(paragraph));
        Outcome::Labeled(Labels::from_text_nodes(page.document(), nodes))
    }

    fn explain(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let (paragraphs, classes) = self.classify(page);
        let Some(index) = paragraphs.of_node(text_node) else {
            let detail = "in a control or a hidden element".to_owned();
            return vec![Reason { rule: "paragraphs", keeps: false, node: text_node, detail }];
        };
        let paragraph = &paragraphs.all[index];
        let judgement = self.rules().judge(&mut self.reader(page), &paragraphs, paragraph);
        let (alone, revised) = (classes.alone[index], classes.revised[index]);
        let stop_words = judgement.stop_word_density.map(|density| format!(", stop words {density:.2}"));
        let detail = format!(
            "{} by itself: {} characters, link density {:.2}{}",
            alone.name(),
            paragraph.chars,
            paragraph.link_density(),
            stop_words.unwrap_or_default()
        );
        let mut reasons = vec![Reason {
            rule: judgement.rule,
            keeps: alone == ParagraphClass::Good,
            node: text_node,
            detail,
        }];
        if alone != revised {
            // Only the last rule of headings goes against the neighbours.
            let without_headings = Classes::revise(
                &paragraphs.all,
                classes.alone,
                HeadingRules { enabled: false, ..self.rules().headings },
            );
            let rule = if without_headings.revised[index] == revised { "neighbours" } else { "heading" };
            let detail = format!("{} in view of the paragraphs around it", revised.name());
            reasons.push(Reason { rule, keeps: revised == ParagraphClass::Good, node: text_node, detail });
        }
        reasons
    }

    fn classify(&self, page: &Page<'_>) -> (Paragraphs, Classes) {
        self.rules().classify(page, self.params.language.list(page))
    }

    fn reader<'p, 'd>(&self, page: &'p Page<'d>) -> ParagraphReader<'p, 'd> {
        ParagraphReader::new(page, self.params.language.list(page))
    }

    fn rules(&self) -> JustextRules {
        let params = &self.params;
        JustextRules {
            length_low: params.length_low,
            length_high: params.length_high,
            stopwords_low: params.stopwords_low,
            stopwords_high: params.stopwords_high,
            max_link_density: params.max_link_density,
            ideograph_weight: params.ideograph_weight,
            headings: HeadingRules {
                enabled: !params.no_headings,
                promote: params.heading_promotion == HeadingPromotion::Thesis,
                max_distance: params.max_heading_distance,
            },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
