//! `content_extractor`: blocks that few pages have alike, by one vector of tags and terms.

use crate::segmenters::tag_list::{CONTENT_EXTRACTOR_TAGS, Nested, TagList, TagListParams, names_of};
use crate::site::block_repetition::blocks::{Identical, Letters, Observation, PageBlocks};
use crate::site::block_repetition::similarity::BlockSimilarity;
use crate::site::block_repetition::{Limit, RepeatedBlocks, RepetitionRules};
use debulha_core::features::stop_words::StopWords;
use debulha_core::page::Page;
use debulha_core::site::Observed;
use debulha_core::{params, site_method};

params! {
    /// Parameters of `content_extractor`.
    pub struct ContentExtractorParams {
        /// Names of elements that pages are cut at, those that cut first in front (debnath2005, as fernandes2021 has
        /// it).
        pub tags: Vec<String> = names_of(&CONTENT_EXTRACTOR_TAGS);
        /// Which elements become blocks where they contain one another (our decision, as in the segmenter `tag_list`).
        pub nested: Nested = Nested::Outermost;
        /// Whether `hr` parts the children of a block (our decision: it does not).
        pub hr_splits: bool = false;
        /// Which words are terms (our decision; `ascii` is what fernandes2021 ran, which drops words with accents).
        pub letters: Letters = Letters::Unicode;
        /// The list of words that are no terms: of the page's language, of one given by its code, or none
        /// (fernandes2021).
        pub stop_words: StopWords = StopWords::Auto;
        /// Whether the number of a block's terms is one of the counts (fernandes2021 lists it; our decision: it is
        /// not, since it outweighs all others: any two paragraphs would be similar).
        pub term_count: bool = false;
        /// Cosine above which two blocks are similar (fernandes2021: ε).
        pub epsilon: f64 = 0.9, range: 0.0..=1.0;
        /// Share of the pages that make a block template if they have a similar one (our decision: that of
        /// fernandes2021's own method).
        pub lambda: f64 = 0.2, range: 0.0..=1.0;
        /// What the least of these pages is (our decision; `as_printed` keeps nothing of fewer than 10 pages).
        pub limit: Limit = Limit::AtLeastOne;
        /// Whether text in no block is content (debnath2005 loses it).
        pub keep_outside: bool = false;
        /// Tags of a block that are counted, the first of them (our decision: a bound).
        pub max_tags: u32 = 1_000, range: 1..=60_000;
        /// Steps of comparisons a page: pairs of counts (our decision: a bound; later blocks of a page that exceeds it
        /// are compared with fewer).
        pub max_steps: u64 = 2_000_000_000, range: 1..=1_000_000_000_000;
    }
}

site_method! {
    /// Keeps blocks that are similar to blocks of few other pages.
    ///
    /// ## How it decides
    /// 1. Every page is cut into blocks, as the segmenter `tag_list` does.
    /// 2. A block is a vector: how often it has each element, and a one for each term. Two blocks are similar if the
    ///    cosine of their vectors is above .9.
    /// 3. A block is content if fewer than a fifth of the pages, its own left aside, have a similar block.
    ///
    /// A page that was not learned from is judged as one more page of the sample.
    ///
    /// ## Cost
    /// To observe: O(nodes + text) a page with nested blocks counted once each. To learn: O(terms). To decide, a
    /// block: the postings of its rarer features, see `max_steps`. Kept: 8 to 10 bytes a distinct term of a page and
    /// some 25 bytes a block.
    /// ## Differs from the paper
    /// The paper's text was not at hand; this is the method as fernandes2021 describes it. Its threshold is not
    /// printed; it is that of `x_cex`. The number of terms is no feature unless told (`term_count`): a paragraph of
    /// fifty terms and any other one would have a cosine of .98.
    /// ## Known failures
    /// Text beside the blocks is lost, see `tag_list` and `keep_outside`. Two texts in the same style with other
    /// words are not similar, so template that changes its words from page to page is kept; what few words stand
    /// among many elements is template.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let stories = ["Ripe rye stood high", "Oats fell to hail", "Barley fetched little"];
    /// let trees = stories.map(|story| {
    ///     parse(&format!("<html lang=en><p>Subscribe now</p><p>{story}</p>"), &Limits::default())
    /// });
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&site::content_extractor::ContentExtractor::default(), &pages);
    /// let outcome = extractor.extract(&pages[0], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[0]), "Ripe rye stood high");
    /// ```
    /// ## References
    /// debnath2005, fernandes2021
    pub struct ContentExtractor(ContentExtractorParams) {
        id: "content_extractor",
        title: "ContentExtractor: blocks with few like them",
        cite: ["debnath2005", "fernandes2021"],
        provenance: Paper,
        unit: Block,
        record: PageBlocks,
        learned: RepeatedBlocks,
        kept: ["tags", "nested", "hr_splits", "letters", "stop_words", "max_tags"],
        min_pages: 10,
        presets: [],
    }
}

impl ContentExtractorParams {
    fn observation(&self) -> Observation {
        let &ContentExtractorParams { nested, hr_splits, letters, .. } = self;
        let tags = self.tags.clone();
        Observation {
            segmenter: TagList {
                params: TagListParams { tags, nested, hr_splits, ..TagListParams::default() },
            },
            letters,
            stop_words: self.stop_words.clone(),
            identical: Identical::Never,
            max_tags: self.max_tags as usize,
            max_chars: 0,
        }
    }
}

impl ContentExtractor {
    fn keep(&self, page: &Page<'_>) -> PageBlocks {
        let observation = self.params.observation();
        observation.read(page, &observation.segmenter.blocks(page).blocks)
    }

    fn learn(&self, pages: Vec<Observed<PageBlocks>>) -> RepeatedBlocks {
        let &ContentExtractorParams { term_count, epsilon, lambda, limit, keep_outside, max_steps, .. } =
            &self.params;
        let rules = RepetitionRules { lambda, limit, own_page: false, keep_outside, max_steps };
        RepeatedBlocks::learn(
            self.params.observation(),
            BlockSimilarity::Vector { epsilon, term_count },
            rules,
            pages,
        )
    }
}
