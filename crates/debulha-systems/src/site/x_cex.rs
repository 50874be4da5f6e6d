//! `x_cex`: blocks that no other page has and few pages have alike, by tags and text apart.

use crate::segmenters::tag_list::{Nested, TagList, TagListParams, X_CEX_TAGS, names_of};
use crate::site::block_repetition::blocks::{Identical, Letters, Observation, PageBlocks};
use crate::site::block_repetition::similarity::{
    BlockSimilarity, PartSimilarity, TagSimilarity, TextSimilarity,
};
use crate::site::block_repetition::{Limit, RepeatedBlocks, RepetitionRules};
use debulha_core::extractor::Preset;
use debulha_core::features::stop_words::StopWords;
use debulha_core::page::Page;
use debulha_core::site::Observed;
use debulha_core::{params, site_method};

params! {
    /// Parameters of `x_cex`.
    pub struct XCexParams {
        /// Names of elements that pages are cut at, those that cut first in front (fernandes2021; presets name its
        /// other lists).
        pub tags: Vec<String> = names_of(&X_CEX_TAGS);
        /// Which elements become blocks where they contain one another (our decision, as in the segmenter `tag_list`).
        pub nested: Nested = Nested::Outermost;
        /// Whether `hr`, where the list has it, parts the children of a block (our decision: it does not).
        pub hr_splits: bool = false;
        /// Which words are terms (our decision; `ascii` is what fernandes2021 ran, which drops words with accents).
        pub letters: Letters = Letters::Unicode;
        /// The list of words that are no terms: of the page's language, of one given by its code, or none
        /// (fernandes2021).
        pub stop_words: StopWords = StopWords::Auto;
        /// Identical blocks on two pages are no content (fernandes2021): identical by what.
        pub identical: Identical = Identical::Html;
        /// How alike tags are (fernandes2021).
        pub structure: TagSimilarity = TagSimilarity::Sequence;
        /// Whether frequent tags of long sequences begin no shared run (as the library that fernandes2021 uses).
        pub autojunk: bool = true;
        /// Weight of tags in the similarity of structure; class names have the rest (fernandes2021).
        pub tag_weight: f64 = 0.5, range: 0.0..=1.0;
        /// Score of a place with two different elements before the coefficient, squared: the cost O_c of a change,
        /// for `structure` `griazev` (our decision: it is not printed).
        pub griazev_change: f64 = 0.5, range: 0.0..=1.0;
        /// The same of a place with one element, the cost of an insertion or removal (our decision).
        pub griazev_insertion: f64 = 0.0, range: 0.0..=1.0;
        /// The coefficient K_L (fernandes2021).
        pub griazev_coefficient: f64 = 0.9, range: 0.0..=1.0;
        /// How alike texts are (fernandes2021).
        pub content: TextSimilarity = TextSimilarity::Cosine;
        /// Weight of structure (fernandes2021: SImp).
        pub structure_importance: f64 = 0.3, range: 0.0..=1.0;
        /// Weight of content (fernandes2021: CImp).
        pub content_importance: f64 = 0.7, range: 0.0..=1.0;
        /// Similarity above which two blocks are similar (fernandes2021: ε).
        pub epsilon: f64 = 0.5, range: 0.0..=1.0;
        /// Share of the pages that make a block template if they have a similar one (fernandes2021: λ).
        pub lambda: f64 = 0.2, range: 0.0..=1.0;
        /// What the least of these pages is (our decision; `as_printed` keeps nothing of fewer than 10 pages).
        pub limit: Limit = Limit::AtLeastOne;
        /// Whether other blocks of the same page count (fernandes2021).
        pub own_page: bool = true;
        /// Whether text in no block is content (fernandes2021 loses it).
        pub keep_outside: bool = false;
        /// Tags of a block that are compared, the first of them (our decision: a bound).
        pub max_tags: u32 = 1_000, range: 1..=60_000;
        /// Characters of a block that are compared where `content` is by characters (our decision: a bound).
        pub max_chars: u32 = 2_000, range: 1..=20_000;
        /// Steps of comparisons a page: pairs of terms, tags or characters (our decision: a bound; later blocks of a
        /// page that exceeds it are compared with fewer).
        pub max_steps: u64 = 2_000_000_000, range: 1..=1_000_000_000_000;
    }
}

site_method! {
    /// Keeps blocks that no other page has and that are similar to blocks of few pages.
    ///
    /// ## How it decides
    /// 1. Every page is cut into blocks, as the segmenter `tag_list` does.
    /// 2. A block that is identical on another page is template.
    /// 3. Two blocks are similar if .3 times the similarity of their structure (of sequences of tags, and of sets of
    ///    class names, half each) and .7 times that of their content (the cosine of their sets of terms) are above .5.
    /// 4. A block is content if fewer than a fifth of the pages have a similar block. Other blocks of its own page
    ///    count.
    ///
    /// A page that was not learned from is judged as one more page of the sample.
    ///
    /// ## Cost
    /// To observe: O(nodes + text) a page with nested blocks counted once each. To learn: O(terms). To decide, a
    /// block: the postings of its rarer terms, see `max_steps`; where `content` is by characters or every pair may be
    /// similar, all blocks of the sample until enough pages are found. Kept: 8 to 10 bytes a distinct term of a page
    /// and some 25 bytes a block, and the text where it is compared by characters. 2,000 pages of some 13 blocks are
    /// learned and judged in 4 s on one core (`measure repeated_blocks`).
    /// ## Differs from the paper
    /// The same decisions without comparing all pairs: tested against the rules written out. Words with accents are
    /// terms. Nested elements do not become blocks twice. ⌊λN⌋ is one at least. Visible text alone counts. Words of
    /// the stop lists are those of jusText, not NLTK's.
    /// ## Known failures
    /// Text beside the blocks is lost, see `tag_list` and `keep_outside`. A text that two pages share, as a service
    /// box in a live report, is template; so are short paragraphs of the same few words. With equal importances
    /// (`content_importance` .5) paragraphs that share one term are similar.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let stories = ["Ripe rye stood high", "Oats fell to hail", "Barley fetched little"];
    /// let trees = stories.map(|story| {
    ///     parse(&format!("<div><p>Subscribe now</p><p>{story}</p></div>"), &Limits::default())
    /// });
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&site::x_cex::XCex::default(), &pages);
    /// let outcome = extractor.extract(&pages[0], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[0]), "Ripe rye stood high");
    /// ```
    /// ## References
    /// fernandes2021, debnath2005
    pub struct XCex(XCexParams) {
        id: "x_cex",
        title: "X-CEX: blocks without like on other pages",
        cite: ["fernandes2021", "debnath2005"],
        provenance: Paper,
        unit: Block,
        record: PageBlocks,
        learned: RepeatedBlocks,
        kept: ["tags", "nested", "hr_splits", "letters", "stop_words", "identical", "content", "max_tags", "max_chars"],
        min_pages: 10,
        presets: [
            Preset {
                name: "recommended",
                docs: "What fernandes2021 concludes: a quarter of the pages, texts by Hamming distance.",
                params: r#"{"lambda": 0.25, "content": "hamming"}"#,
            },
            Preset {
                name: "section",
                docs: "List 1 of fernandes2021: the default with `section`.",
                params: r#"{"tags": ["body", "main", "article", "section", "div", "p"]}"#,
            },
            Preset {
                name: "content_extractor_tags",
                docs: "List 2 of fernandes2021, which is that of debnath2005.",
                params: r#"{"tags": ["table", "tr", "p", "hr", "ul", "div", "span"]}"#,
            },
        ],
    }
}

impl XCexParams {
    fn observation(&self) -> Observation {
        let &XCexParams { nested, hr_splits, letters, identical, .. } = self;
        let tags = self.tags.clone();
        let by_characters = self.content != TextSimilarity::Cosine;
        Observation {
            segmenter: TagList {
                params: TagListParams { tags, nested, hr_splits, ..TagListParams::default() },
            },
            letters,
            stop_words: self.stop_words.clone(),
            identical,
            max_tags: self.max_tags as usize,
            max_chars: if by_characters { self.max_chars as usize } else { 0 },
        }
    }

    fn measure(&self) -> BlockSimilarity {
        let score = |cost: f64| cost * cost * self.griazev_coefficient;
        BlockSimilarity::Parts(PartSimilarity {
            structure: self.structure,
            content: self.content,
            structure_importance: self.structure_importance,
            content_importance: self.content_importance,
            tag_weight: self.tag_weight,
            autojunk: self.autojunk,
            griazev_scores: [score(self.griazev_change), score(self.griazev_insertion)],
            epsilon: self.epsilon,
        })
    }

    fn rules(&self) -> RepetitionRules {
        let &XCexParams { lambda, limit, own_page, keep_outside, max_steps, .. } = self;
        RepetitionRules { lambda, limit, own_page, keep_outside, max_steps }
    }
}

impl XCex {
    fn keep(&self, page: &Page<'_>) -> PageBlocks {
        let observation = self.params.observation();
        observation.read(page, &observation.segmenter.blocks(page).blocks)
    }

    fn learn(&self, pages: Vec<Observed<PageBlocks>>) -> RepeatedBlocks {
        RepeatedBlocks::learn(self.params.observation(), self.params.measure(), self.params.rules(), pages)
    }
}
