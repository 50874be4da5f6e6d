//! `info_discoverer`: blocks whose terms are spread evenly over the site's pages are redundant.

use crate::features::text_partition::TextPartition;
use crate::segmenters::tag_list::names_of;
use crate::site::terms::{Stemming, Terms, number};
use debulha_core::extractor::Preset;
use debulha_core::features::stop_words::StopWords;
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::site::sample::PageKey;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, choices, params, site_method};
use debulha_dom::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

choices! {
    /// Where the threshold on the entropy of blocks comes from.
    pub enum EntropyThreshold {
        /// From the site: the first one whose next step makes no further term informative (lin2002).
        Greedy,
        /// `theta`.
        Fixed,
    }
}

params! {
    /// Parameters of `info_discoverer`.
    pub struct InfoDiscovererParams {
        /// Names of elements that are blocks (lin2002).
        pub tags: Vec<String> = names_of(&["table"]);
        /// Words that are no terms (lin2002: stop words; our decision: those of the page's language).
        pub stop_words: StopWords = StopWords::Auto;
        /// How words are reduced to stems (lin2002: the Porter stemmer).
        pub stemming: Stemming = Stemming::Porter;
        /// Where the threshold comes from (lin2002: greedy).
        pub threshold: EntropyThreshold = EntropyThreshold::Greedy;
        /// The fixed threshold: highest entropy of an informative block (our decision).
        pub theta: f64 = 0.5, range: 0.0..=1.0;
        /// First greedy threshold and distance to the next one (lin2002).
        pub step: f64 = 0.1, range: 0.001..=1.0;
        /// Highest greedy threshold (lin2002).
        pub last: f64 = 0.9, range: 0.0..=1.0;
    }
}

/// The terms of a page's blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InfoDiscovererRecord {
    /// Of each block that has terms, the numbers of its terms in order, each once, and how often it occurs.
    pub blocks: Vec<Vec<(u64, u32)>>,
}

site_method! {
    /// Drops blocks whose terms are spread evenly over the pages of the site.
    ///
    /// ## How it decides
    /// 1. Each `table` is a block, nested ones too, with the text that is in no table further in. The text outside
    ///    is one block more.
    /// 2. Terms are stems of words that are no stop words. The entropy of a term is that of its distribution over
    ///    the n pages, to base n: 0 for a term of one page, 1 for one that is equally frequent on all.
    /// 3. The entropy of a block is the mean over its distinct terms. Above the threshold the block is redundant, and
    ///    so is one without terms; the others are content.
    /// 4. The threshold is the first of .1, .2, … .9 that makes terms informative and whose next one would add none.
    ///
    /// A page that was not learned from is counted as one page more when it is judged. On a site of one page all is
    /// informative.
    ///
    /// ## Cost
    /// O(text) a page, to observe and to decide; O(terms of the pages) to learn. Kept: 7 bytes a distinct term of
    /// a block.
    /// ## Differs from the paper
    /// Weights by TF-IDF and by frequency agree here, as the shares of a term's pages sum to 1 and its IDF cancels.
    /// The entropy of a block is read as the mean over its terms, not the sum. Stems are those of Porter's second
    /// stemmer for English. Text in nested tables counts once, in the innermost. Thresholds under which nothing is
    /// informative are passed over; without that, the paper's rule could drop whole sites.
    /// ## Known failures
    /// Pages without tables are one block, kept or dropped whole: `modern` cuts at other elements. Words that every
    /// article of the site has raise the entropy of articles; the threshold adapts only as far as whole blocks do.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, ParamMap, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = |story: &str| format!("<table><tr><td>Home Sport</table><table><tr><td>{story}</table>");
    /// let trees = ["Rye ripens", "Oats sprout"].map(|story| parse(&html(story), &Limits::default()));
    /// let method = site::build("info_discoverer", &ParamMap::new())?;
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&*method, &pages);
    /// let outcome = extractor.extract(&pages[1], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[1]), "Oats sprout");
    /// # Ok::<(), debulha_core::BuildError>(())
    /// ```
    /// ## References
    /// lin2002, debnath2005
    pub struct InfoDiscoverer(InfoDiscovererParams) {
        id: "info_discoverer",
        title: "InfoDiscoverer",
        cite: ["lin2002", "debnath2005"],
        provenance: Paper,
        unit: Block,
        record: InfoDiscovererRecord,
        learned: TermEntropies,
        kept: ["tags", "stop_words", "stemming"],
        min_pages: 10,
        presets: [
            Preset {
                name: "modern",
                docs: "Blocks by the elements that pages without layout tables are made of.",
                params: r#"{"tags": ["table", "div", "section", "article", "main", "header", "footer", "nav", "aside"]}"#,
            },
            Preset {
                name: "modern_fixed",
                docs: "`modern` with the fixed threshold: the greedy one often goes beyond it.",
                params: r#"{"tags": ["table", "div", "section", "article", "main", "header", "footer", "nav", "aside"],
                    "threshold": "fixed"}"#,
            },
        ],
    }
}

impl InfoDiscoverer {
    fn keep(&self, page: &Page<'_>) -> InfoDiscovererRecord {
        let (_, blocks) = blocks(page, &self.params);
        InfoDiscovererRecord { blocks: blocks.into_iter().filter(|terms| !terms.is_empty()).collect() }
    }

    #[allow(clippy::needless_pass_by_value)]
    fn learn(&self, pages: Vec<Observed<InfoDiscovererRecord>>) -> TermEntropies {
        let mut terms: FxHashMap<u64, Spread> = FxHashMap::default();
        for page in &pages {
            for (term, count) in on_page(&page.record.blocks) {
                terms.entry(term).or_default().add(count);
            }
        }
        let keys = pages.iter().map(|page| page.key).collect();
        let mut learned =
            TermEntropies { params: self.params.clone(), theta: self.params.theta, keys, terms };
        if self.params.threshold == EntropyThreshold::Greedy {
            learned.theta = learned.greedy_threshold(&pages);
        }
        learned
    }
}

/// The blocks of a page and the terms of each with their counts, in the order of the terms' numbers.
fn blocks(page: &Page<'_>, params: &InfoDiscovererParams) -> (TextPartition, Vec<Vec<(u64, u32)>>) {
    let partition = TextPartition::by_nearest(page, &params.tags);
    let mut reader = Terms::of(page, &params.stop_words, params.stemming);
    let mut terms: Vec<Vec<u64>> = vec![Vec::new(); partition.blocks().len()];
    for (node, block) in partition.texts(page) {
        reader.for_each(page.document().text(node), |term| terms[block].push(number(term)));
    }
    (partition, terms.into_iter().map(counted).collect())
}

/// Numbers in order, each once, with how often each was there.
fn counted(mut numbers: Vec<u64>) -> Vec<(u64, u32)> {
    numbers.sort_unstable();
    numbers.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect()
}

/// The terms of all blocks of a page with their counts, each once.
fn on_page(blocks: &[Vec<(u64, u32)>]) -> Vec<(u64, u32)> {
    let mut all: Vec<(u64, u32)> = blocks.iter().flatten().copied().collect();
    all.sort_unstable();
    let sum = |run: &[(u64, u32)]| run.iter().fold(0_u32, |sum, &(_, count)| sum.saturating_add(count));
    all.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, sum(run))).collect()
}

/// How a term is spread over pages: enough to tell its entropy, and to add a page.
#[derive(Debug, Clone, Copy, Default)]
struct Spread {
    /// Σ c over the pages, c the term's count on a page.
    sum: f64,
    /// Σ c · ln c.
    sum_of_logs: f64,
}

impl Spread {
    fn add(&mut self, count: u32) {
        let count = f64::from(count);
        self.sum += count;
        self.sum_of_logs += count * count.ln();
    }

    /// −Σ c/s · log_n(c/s) for the sum s over n pages.
    fn entropy(self, pages: usize) -> f64 {
        if pages < 2 || self.sum <= 0.0 {
            return 0.0;
        }
        let nats = self.sum.ln() - self.sum_of_logs / self.sum;
        (nats / (pages as f64).ln()).clamp(0.0, 1.0)
    }
}

/// The entropies of a site's terms.
#[derive(Debug)]
pub struct TermEntropies {
    params: InfoDiscovererParams,
    theta: f64,
    keys: FxHashSet<PageKey>,
    terms: FxHashMap<u64, Spread>,
}

impl TermEntropies {
    /// The threshold in force: highest entropy of an informative block.
    pub fn theta(&self) -> f64 {
        self.theta
    }

    /// The first threshold whose next one makes no further term informative. O(terms of the pages).
    fn greedy_threshold(&self, pages: &[Observed<InfoDiscovererRecord>]) -> f64 {
        let InfoDiscovererParams { step, last, .. } = self.params;
        let steps = (last / step).round().max(1.0) as usize;
        let threshold = |number: usize| number as f64 * step;
        // By term, the number of the first threshold that lets a block with it through.
        let mut first: FxHashMap<u64, usize> = FxHashMap::default();
        let mut new_terms = vec![0_i64; steps + 2];
        for block in pages.iter().flat_map(|page| &page.record.blocks) {
            let entropy = mean(block.iter().map(|(term, _)| self.terms[term].entropy(pages.len())));
            let number = (1..=steps).find(|&number| entropy <= threshold(number)).unwrap_or(steps + 1);
            for &(term, _) in block {
                let known = first.entry(term).or_insert(usize::MAX);
                if number < *known {
                    if *known != usize::MAX {
                        new_terms[*known] -= 1;
                    }
                    new_terms[number] += 1;
                    *known = number;
                }
            }
        }
        let mut covered = 0;
        let is_last_to_add = |&number: &usize| {
            covered += new_terms[number];
            covered > 0 && new_terms[number + 1] == 0
        };
        (1..steps).find(is_last_to_add).map_or(last, threshold)
    }

    /// The blocks of a page and the entropy of each; `None` for blocks without terms.
    fn judge(&self, page: &Page<'_>) -> (TextPartition, Vec<Option<f64>>) {
        let (partition, blocks) = blocks(page, &self.params);
        let is_learned = self.keys.contains(&page.key());
        let pages = self.keys.len() + usize::from(!is_learned);
        let entropies: FxHashMap<u64, f64> = on_page(&blocks)
            .into_iter()
            .map(|(term, count)| {
                let mut spread = self.terms.get(&term).copied().unwrap_or_default();
                if !is_learned {
                    spread.add(count);
                }
                (term, spread.entropy(pages))
            })
            .collect();
        let of_block = |terms: &Vec<(u64, u32)>| {
            (!terms.is_empty()).then(|| mean(terms.iter().map(|(term, _)| entropies[term])))
        };
        let of_blocks = blocks.iter().map(of_block).collect();
        (partition, of_blocks)
    }

    fn is_informative(&self, entropy: Option<f64>) -> bool {
        entropy.is_some_and(|entropy| entropy <= self.theta)
    }
}

/// The mean of at least one value.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let len = values.len();
    values.sum::<f64>() / len as f64
}

impl LearnedMethod for TermEntropies {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (partition, entropies) = self.judge(page);
        Outcome::Labeled(partition.labels(page, |block| self.is_informative(entropies[block])))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let (partition, entropies) = self.judge(page);
        let block = partition.block_of_node(page, text_node)?;
        let keeps = self.is_informative(entropies[block]);
        let detail = match entropies[block] {
            Some(entropy) => format!("entropy of the block {entropy:.3}, threshold {:.3}", self.theta),
            None => "the block has no terms".to_owned(),
        };
        Some(vec![Reason { rule: "entropy", keeps, node: partition.blocks()[block].element, detail }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::site::{SiteMethod, learn};
    use debulha_dom::{Document, Limits, parse};

    fn spread(counts: &[u32]) -> Spread {
        let mut spread = Spread::default();
        counts.iter().filter(|&&count| count > 0).for_each(|&count| spread.add(count));
        spread
    }

    fn rounded(value: f64) -> f64 {
        (value * 1e4).round() / 1e4
    }

    #[test]
    fn spec_14_entropy_of_terms() {
        let of = |counts: &[u32]| rounded(spread(counts).entropy(4));
        assert_eq!(of(&[1, 1, 1, 1]), 1.0);
        assert_eq!(of(&[3, 0, 0, 0]), 0.0);
        assert_eq!(of(&[1, 1, 0, 0]), 0.5);
        assert_eq!(of(&[3, 1, 0, 0]), 0.4056);
    }

    /// Four pages; terms have the counts of the specification: menu 1 1 1 1 and 1 1 0 0, story 3 and 3 1.
    fn site() -> Vec<Document> {
        let html = |menu: &str, story: &str| {
            format!("<html lang=en><table><tr><td>{menu}</table><table><tr><td>{story}</table>")
        };
        [
            ("barn plough", "rye rye rye oats oats oats"),
            ("barn plough", "oats"),
            ("barn", "wheat"),
            ("barn", "spelt"),
        ]
        .map(|(menu, story)| parse(&html(menu, story), &Limits::default()).document)
        .into()
    }

    #[test]
    fn spec_14_entropy_of_blocks() {
        let trees = site();
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        for fixed in [true, false] {
            let mut method = InfoDiscoverer::default();
            if fixed {
                method.params.threshold = EntropyThreshold::Fixed;
            }
            let observed = pages.iter().map(|page| Observed {
                key: page.key(),
                crawl: "".into(),
                record: SiteMethod::observe(&method, page),
            });
            let learned = SiteMethod::finish(&method, observed.collect());
            let (_, entropies) = learned.judge(&pages[0]);
            assert_eq!(entropies[0], None, "no text outside tables");
            assert_eq!(entropies[1].map(rounded), Some(0.75), "menu");
            assert_eq!(entropies[2].map(rounded), Some(0.2028), "story");
            let outcome = learned.label(&pages[0], &mut Scratch::default());
            let text = outcome.labels().map(|labels| labels.plain_text(&pages[0]));
            assert_eq!(text.as_deref(), Some(if fixed { "rye rye rye oats oats oats" } else { "" }));
            // Blocks' entropies: .75, .75, 1, 1 (menus), .2028, .4056, 0, 0 (stories). At .1 wheat and spelt are
            // covered, and .2 adds nothing.
            assert_eq!(learned.theta(), if fixed { 0.5 } else { 0.1 });
        }
    }

    #[test]
    fn thresholds_that_let_nothing_through_are_passed_over() {
        let html = |story: &str| format!("<html lang=en><table><tr><td>barn plough</table><p>{story}");
        let trees = ["rye plough", "oats plough", "wheat plough"]
            .map(|story| parse(&html(story), &Limits::default()).document);
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let extractor = learn(&InfoDiscoverer::default(), &pages);
        let outcome = extractor.extract(&pages[1], &mut Scratch::default());
        assert_eq!(
            outcome.labels().map(|labels| labels.plain_text(&pages[1])).as_deref(),
            Some("oats plough")
        );
    }

    #[test]
    fn a_page_counts_once_whether_it_was_learned_from_or_not() {
        let trees = site();
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let method = InfoDiscoverer {
            params: InfoDiscovererParams {
                threshold: EntropyThreshold::Fixed,
                ..InfoDiscovererParams::default()
            },
        };
        let extract = |learned_from: &[Page<'_>]| {
            learn(&method, learned_from).extract(&pages[3], &mut Scratch::default())
        };
        assert_eq!(extract(&pages), extract(&pages[..3]));
        let alone = learn(&method, &pages[..1]).extract(&pages[0], &mut Scratch::default());
        assert_eq!(alone.labels().map(|labels| labels.spans.len()), Some(2), "one page: all is informative");
    }
}
