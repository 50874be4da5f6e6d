//! `chen_ye_li`: blocks of one style with the same words at the same places on many pages are template.

mod bloom_filter;
mod clusters;

use crate::features::text_partition::TextPartition;
use crate::segmenters::tag_list::names_of;
use crate::site::terms::{Terms, number};
use bloom_filter::BloomFilter;
use clusters::BlockClusters;
use debulha_core::extractor::Preset;
use debulha_core::features::hashing::{hash_attributes, hash_text, then};
use debulha_core::outcome::{Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::site::number_set::shortened;
use debulha_core::site::sample::PageKey;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, params, site_method};
use debulha_dom::{Document, NodeId, names};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

params! {
    /// Parameters of `chen_ye_li`.
    pub struct ChenYeLiParams {
        /// Names of elements that are blocks (chen2006: `table`, `p` and a third one that our source lost; `ul` is
        /// our decision).
        pub tags: Vec<String> = names_of(&["table", "p", "ul"]);
        /// By how much the numbers of blocks of a group may differ from that of the group's cluster (our decision: the
        /// paper groups by number, and each paragraph of a story moves what follows it; 0 is the exact number).
        pub tolerance: u32 = 50, range: 0..=1_000_000;
        /// Least similarity to a cluster's first block (our decision: the paper gives none).
        pub similarity: f64 = 0.8, range: 0.01..=1.0;
        /// Pages that may share a block without its being template (chen2006: more than 5 blocks of a group).
        pub max_shared: u32 = 5, range: 1..=1_000_000;
        /// Bits of the Bloom filter for each pair expected (our decision).
        pub bits_per_pair: u32 = 10, range: 1..=64;
        /// Hashes of the Bloom filter (our decision: the best number for 10 bits).
        pub hashes: u32 = 7, range: 1..=32;
        /// Comparisons of a block with clusters, and other clusters passed over on the way, at most (our decision: it
        /// bounds the work on crafted pages).
        pub max_comparisons: u32 = 256, range: 1..=1_000_000;
    }
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyledBlock {
    /// The number of tag, attributes and size in rows and columns.
    pub style: u64,
    /// Place among the page's blocks.
    pub number: u32,
    /// The numbers of its terms with the places where each occurs in the block, in order.
    pub pairs: Vec<u64>,
}

/// The blocks of a page that have terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChenYeLiRecord {
    /// In document order.
    pub blocks: Vec<StyledBlock>,
}

site_method! {
    /// Drops blocks that share style, number and the places of their words with blocks of more than five pages.
    ///
    /// ## How it decides
    /// 1. `table`, `p` and `ul` elements are blocks, with the text that is in no block further in; the text outside is
    ///    one more. They are numbered in document order.
    /// 2. Blocks of a group have the same tag, attributes and, for tables, rows and columns, and about the same number.
    /// 3. Each distinct term of a block makes a pair with the list of its offsets in words. The similarity of two
    ///    blocks is the number of pairs that they share by the larger number of terms.
    /// 4. Within a group, a block joins the first cluster whose first block is similar to it, or begins one. A cluster
    ///    of more than five pages is template; the text of all other blocks is content.
    ///
    /// A Bloom filter over all pairs tells those that may occur twice. A block with too few of them is similar to
    /// none, which spares most blocks the comparison.
    ///
    /// ## Cost
    /// O(nodes + text) a page, to observe and to decide; O(pairs) to learn, with at most `max_comparisons` comparisons
    /// a block, of which candidates share one of few pairs. Kept: 6 bytes a distinct term of a block.
    /// ## Differs from the paper
    /// Third tag, similarity and its threshold are not in our source. Colour and size count as attributes in the
    /// markup. Blocks are counted once a page, so that a page with six equal paragraphs makes no template; with
    /// exact numbers (`exact`) this is no difference. Positions in pixels are not there without a layout.
    /// ## Known failures
    /// Text outside the block tags is one block, which is content unless nearly all of it returns. Blocks without
    /// words, such as those of images, are never template. A changed word moves all offsets behind it.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, ParamMap, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let stories = ["Rye", "Oats", "Wheat", "Barley", "Spelt", "Millet"];
    /// let html = |story| format!("<p class=story>{story}</p><p>All rights reserved</p>");
    /// let trees = stories.map(|story| parse(&html(story), &Limits::default()));
    /// let method = site::build("chen_ye_li", &ParamMap::new())?;
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let text = |pages: &[Page<'_>]| {
    ///     let outcome = site::learn(&*method, pages).extract(&pages[0], &mut Scratch::default());
    ///     outcome.labels().expect("labels").plain_text(&pages[0])
    /// };
    /// assert_eq!(text(&pages), "Rye");
    /// assert_eq!(text(&pages[..5]), "Rye\nAll rights reserved");
    /// # Ok::<(), debulha_core::BuildError>(())
    /// ```
    /// ## References
    /// chen2006
    pub struct ChenYeLi(ChenYeLiParams) {
        id: "chen_ye_li",
        title: "Template detection for large scale search engines",
        cite: ["chen2006"],
        provenance: Paper,
        unit: Block,
        record: ChenYeLiRecord,
        learned: SharedBlocks,
        kept: ["tags"],
        min_pages: 6,
        presets: [
            Preset {
                name: "exact",
                docs: "Groups blocks by their exact number.",
                params: r#"{"tolerance": 0}"#,
            },
        ],
    }
}

impl ChenYeLi {
    fn keep(&self, page: &Page<'_>) -> ChenYeLiRecord {
        let (_, mut blocks) = blocks(page, &self.params.tags);
        blocks.retain(|block| !block.pairs.is_empty());
        ChenYeLiRecord { blocks }
    }

    fn learn(&self, pages: Vec<Observed<ChenYeLiRecord>>) -> SharedBlocks {
        let candidates = self.pairs_seen_twice(&pages);
        let numbers = pages.iter().zip(0..).map(|(page, number)| (page.key, number)).collect();
        let mut clusters = BlockClusters::new(&self.params);
        for (page, number) in pages.into_iter().zip(0..) {
            for block in page.record.blocks {
                let shared =
                    block.pairs.iter().filter(|&&pair| candidates.contains(&then(block.style, pair)));
                if clusters.may_be_similar(shared.count(), block.pairs.len()) {
                    clusters.add(block, number);
                }
            }
        }
        // One page more may come when a page is judged.
        clusters.retain_shared_by(self.params.max_shared);
        SharedBlocks { params: self.params.clone(), clusters, numbers }
    }

    /// Pairs that occur at least twice in a style, and a few others that the filter took for them.
    fn pairs_seen_twice(&self, pages: &[Observed<ChenYeLiRecord>]) -> FxHashSet<u64> {
        let blocks = || pages.iter().flat_map(|page| &page.record.blocks);
        let expected: usize = blocks().map(|block| block.pairs.len()).sum();
        let mut filter = BloomFilter::new(expected, self.params.bits_per_pair, self.params.hashes);
        let pairs = blocks().flat_map(|block| block.pairs.iter().map(|&pair| then(block.style, pair)));
        pairs.filter(|&pair| filter.insert(pair)).collect()
    }
}

/// The blocks of a page, those without terms too.
fn blocks(page: &Page<'_>, tags: &[String]) -> (TextPartition, Vec<StyledBlock>) {
    let doc = page.document();
    let partition = TextPartition::by_nearest(page, tags);
    let sizes = table_sizes(doc);
    let styled = |(number, element): (usize, NodeId)| {
        let size =
            sizes.get(&element).map_or(0, |&(rows, columns)| u64::from(rows) << 32 | u64::from(columns));
        let style = then(hash_text(doc.name_str(doc.name(element))), hash_attributes(doc, element));
        StyledBlock { style: then(style, size), number: number as u32, pairs: Vec::new() }
    };
    let mut blocks: Vec<StyledBlock> =
        partition.blocks().iter().map(|block| block.element).enumerate().map(styled).collect();
    let mut terms = Terms::all_words();
    // By block: the terms with their offsets.
    let mut places: Vec<Vec<(u64, u32)>> = vec![Vec::new(); blocks.len()];
    for (node, block) in partition.texts(page) {
        let places = &mut places[block];
        terms.for_each(doc.text(node), |term| places.push((number(term), places.len() as u32)));
    }
    for (block, mut places) in blocks.iter_mut().zip(places) {
        places.sort_unstable();
        let pair =
            |run: &[(u64, u32)]| run.iter().fold(run[0].0, |hash, &(_, offset)| then(hash, offset.into()));
        block.pairs = places.chunk_by(|a, b| a.0 == b.0).map(pair).map(shortened).collect();
        block.pairs.sort_unstable();
    }
    (partition, blocks)
}

/// Rows of each table, and cells of its longest row. O(nodes).
fn table_sizes(doc: &Document) -> FxHashMap<NodeId, (u32, u32)> {
    let mut sizes: FxHashMap<NodeId, (u32, u32)> = FxHashMap::default();
    let mut cells: FxHashMap<NodeId, u32> = FxHashMap::default();
    let table_of = |row: NodeId| {
        let parent = doc.parent(row)?;
        let in_section = matches!(doc.name(parent), names::TBODY | names::THEAD | names::TFOOT);
        if in_section { doc.parent(parent) } else { Some(parent) }
    };
    for node in doc.nodes() {
        match doc.name(node) {
            names::TR => {
                if let Some(table) = table_of(node) {
                    sizes.entry(table).or_default().0 += 1;
                }
            }
            names::TD | names::TH => {
                if let Some(row) = doc.parent(node) {
                    let cells = cells.entry(row).or_default();
                    *cells += 1;
                    if let Some(size) = table_of(row).and_then(|table| sizes.get_mut(&table)) {
                        size.1 = size.1.max(*cells);
                    }
                }
            }
            _ => {}
        }
    }
    sizes
}

/// The clusters of a site's blocks.
#[derive(Debug)]
pub struct SharedBlocks {
    params: ChenYeLiParams,
    clusters: BlockClusters,
    /// The pages learned from, by number.
    numbers: FxHashMap<PageKey, u32>,
}

impl SharedBlocks {
    /// The blocks of a page, and on how many pages each is, the page itself included.
    fn judge(&self, page: &Page<'_>) -> (TextPartition, Vec<u32>) {
        let (partition, blocks) = blocks(page, &self.params.tags);
        let own = self.numbers.get(&page.key()).copied();
        let pages = blocks.iter().map(|block| 1 + self.clusters.other_pages_with(block, own)).collect();
        (partition, pages)
    }
}

impl LearnedMethod for SharedBlocks {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (partition, pages) = self.judge(page);
        Outcome::Labeled(partition.labels(page, |block| pages[block] <= self.params.max_shared))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let (partition, pages) = self.judge(page);
        let block = partition.block_of_node(page, text_node)?;
        let max_shared = self.params.max_shared;
        let detail = match pages[block] {
            pages if pages > max_shared => format!("{pages} pages have this block, more than {max_shared}"),
            _ => format!("not more than {max_shared} pages have this block"),
        };
        let keeps = pages[block] <= max_shared;
        Some(vec![Reason { rule: "cluster", keeps, node: partition.blocks()[block].element, detail }])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::site::{SiteMethod, learn};
    use debulha_dom::{Limits, parse};

    fn text(htmls: &[String], judged: usize, params: &ChenYeLiParams, without_it: bool) -> String {
        let trees: Vec<Document> =
            htmls.iter().map(|html| parse(html, &Limits::default()).document).collect();
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let others = pages.iter().enumerate().filter(|&(index, _)| index != judged || !without_it);
        let extractor = learn(&ChenYeLi { params: params.clone() }, others.map(|(_, page)| page));
        let outcome = extractor.extract(&pages[judged], &mut Scratch::default());
        outcome.labels().unwrap().plain_text(&pages[judged])
    }

    fn site(pages: usize) -> Vec<String> {
        let grains = ["rye", "oats", "wheat", "barley", "spelt", "millet"];
        grains[..pages]
            .iter()
            .map(|grain| format!("<p class=story>{grain}</p><p>All rights reserved by us</p>"))
            .collect()
    }

    #[test]
    fn spec_17_six_pages_make_a_template_and_five_do_not() {
        let params = ChenYeLiParams::default();
        for without_it in [false, true] {
            assert_eq!(text(&site(6), 2, &params, without_it), "wheat");
            assert_eq!(text(&site(5), 2, &params, without_it), "wheat\nAll rights reserved by us");
        }
    }

    #[test]
    fn pairs_are_terms_with_their_offsets() {
        let pairs = |html: &str| {
            let tree = parse(html, &Limits::default()).document;
            let record = SiteMethod::observe(&ChenYeLi::default(), &Page::new(&tree));
            record.blocks.into_iter().map(|block| block.pairs).collect::<Vec<_>>()
        };
        assert_eq!(pairs("<p>a b a c")[0].len(), 3);
        let shared = |a: &str, b: &str| {
            let (a, b) = (pairs(a).remove(0), pairs(b).remove(0));
            a.iter().filter(|pair| b.contains(pair)).count()
        };
        assert_eq!(shared("<p>a b a c", "<p>A, b <b>a</b> c!"), 3);
        assert_eq!(shared("<p>a b a c", "<p>a b c"), 1);
        assert_eq!(shared("<p>a b", "<p>b a"), 0);
    }

    #[test]
    fn styles_differ_by_attributes_and_rows() {
        let styles = |html: &str| {
            let tree = parse(html, &Limits::default()).document;
            let (_, blocks) = blocks(&Page::new(&tree), &ChenYeLiParams::default().tags);
            blocks.into_iter().skip(1).map(|block| block.style).collect::<Vec<_>>()
        };
        let tables = styles(
            "<table><tr><td>a<td>b</table><table><tr><td>a<tr><td>b</table><table><tbody><tr><th>c<td>d</table>\
             <table width=1><tr><td>a<td>b</table>",
        );
        assert_eq!(tables[0], tables[2]);
        assert_eq!(tables.iter().collect::<FxHashSet<_>>().len(), 3);
    }

    #[test]
    fn numbers_may_differ_as_far_as_told() {
        let shifted: Vec<String> = (0..6)
            .map(|page| format!("{}<p class=foot>All rights reserved", format!("<p>{page}").repeat(page + 1)))
            .collect();
        let exact = ChenYeLiParams { tolerance: 0, ..ChenYeLiParams::default() };
        assert_eq!(text(&shifted, 0, &ChenYeLiParams::default(), false), "0");
        assert_eq!(text(&shifted, 0, &exact, false), "0\nAll rights reserved");
    }

    #[test]
    fn repetition_on_a_page_counts_once() {
        let pages: Vec<String> = (0..5).map(|page| format!("<b>{page}</b>{}", "<p>same".repeat(9))).collect();
        assert_eq!(text(&pages, 0, &ChenYeLiParams::default(), false).lines().count(), 10);
    }
}
