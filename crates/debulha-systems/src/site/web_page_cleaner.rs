//! `web_page_cleaner`: the blocks of a page that are least like those of other pages, have few links and lie in the
//! middle.

mod neighbours;

use crate::features::text_partition::TextPartition;
use crate::segmenters::tag_list::{Nested, names_of};
use crate::site::frequency::DocumentFrequency;
use crate::site::page_blocks::{BlockCut, BlocksBy};
use crate::site::terms::{Terms, number};
use debulha_core::extractor::Preset;
use debulha_core::features::hashing::then;
use debulha_core::layout::Rectangle;
use debulha_core::outcome::{Abstention, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::segmentation::Missing;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, choices, params, site_method};
use debulha_dom::NodeId;
use neighbours::Neighbours;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

choices! {
    /// Which blocks of other pages a block is compared with.
    pub enum NeighboursBy {
        /// The next ones before and after it in the order of their texts (li2006).
        Text,
        /// The next ones in several orders by min-hash: also those that differ at the start.
        Minhash,
    }
}

choices! {
    /// How the place of a block on the page counts against it.
    pub enum PositionWeight {
        /// By the distance from the middle: 1 at both ends (our decision: the paper says that both are unimportant).
        Middle,
        /// As the formula has it: 0 at the start, 1 at the end.
        Raw,
    }
}

choices! {
    /// Which blocks are content.
    pub enum Keep {
        /// The most important ones of the page (li2006).
        Highest,
        /// All that are important enough.
        Important,
    }
}

params! {
    /// Parameters of `web_page_cleaner`.
    pub struct WebPageCleanerParams {
        /// What cuts pages into blocks (our decision: tags, as most pages come without a layout; li2006: `vips`).
        pub blocks: BlocksBy = BlocksBy::Tags;
        /// Permitted degree of coherence of visual blocks; see `vips` (li2006).
        pub pdoc: u8 = 5, range: 1..=11;
        /// Names of elements that are blocks where tags cut (our decision).
        pub tags: Vec<String> = names_of(&["div", "td"]);
        /// Which elements become blocks where they contain one another (our decision: all, text belongs to the
        /// innermost).
        pub nested: Nested = Nested::All;
        /// Bytes of a block's text that it is sorted by (our decision: they are kept of every block).
        pub sort_bytes: u32 = 48, range: 1..=1_000;
        /// Pages that have a block from which on all its copies are noise (li2006).
        pub min_copies: u32 = 2, range: 2..=1_000_000;
        /// Which blocks of other pages a block is compared with.
        pub neighbours: NeighboursBy = NeighboursBy::Text;
        /// Orders by min-hash (our decision).
        pub orders: u32 = 8, range: 1..=64;
        /// Weight of similarity (li2006).
        pub similarity_weight: f64 = 1.0 / 2.0, range: 0.0..=1.0;
        /// Weight of the share of links (li2006).
        pub link_weight: f64 = 1.0 / 3.0, range: 0.0..=1.0;
        /// Weight of the position (li2006).
        pub position_weight: f64 = 1.0 / 6.0, range: 0.0..=1.0;
        /// How the place of a block on the page counts against it.
        pub position: PositionWeight = PositionWeight::Middle;
        /// Which blocks are content.
        pub keep: Keep = Keep::Highest;
        /// Blocks of a page that are content, at most (our decision: set by observation in li2006).
        pub highest: u32 = 3, range: 1..=1_000_000;
        /// Least importance of content where `keep` is `important` (our decision).
        pub threshold: f64 = 0.5, range: 0.0..=1.0;
    }
}

/// A block that has text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CleanerBlock {
    /// The number of its text without signs and case.
    pub fingerprint: u64,
    /// How its text begins.
    pub start: String,
    /// The numbers of its distinct words, in order.
    pub words: Vec<u64>,
}

/// The blocks of a page that have text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebPageCleanerRecord {
    /// In document order.
    pub blocks: Vec<CleanerBlock>,
}

site_method! {
    /// Keeps the three blocks of a page that are least similar to blocks of other pages, link least and lie nearest to
    /// the middle.
    ///
    /// ## How it decides
    /// 1. Blocks are `div` and `td` elements, with the text that is in no block further in; the text outside is one
    ///    more. With `blocks=vips` they are the leaves of the visual tree.
    /// 2. A block whose words another page has in the same order in one block is noise.
    /// 3. The others are sorted by their words. The similarity level of a block is the larger one of its similarities
    ///    with the nearest blocks of other pages before and after it: common words by words of either.
    /// 4. Importance is 1 − (level/2 + share of words in links/3 + position/6). Position is the distance of the
    ///    block's middle from the middle of the page's text, 1 at both ends.
    /// 5. The three most important blocks of the page are content.
    ///
    /// ## Cost
    /// O(nodes + text) a page, to observe; O(blocks · log blocks + words) to learn; O(text + blocks · log blocks of
    /// the site) to decide, with at most 64 steps from a block to its neighbours. Kept: `sort_bytes`, 6 bytes a
    /// distinct word and 10 more a block.
    /// ## Differs from the paper
    /// Blocks are visual only where `blocks` is `vips` (preset `visual`); a page without a layout then gives nothing to learn
    /// and no answer. That is no default even for pages with a layout: what is learned of a site must be cut as what is
    /// judged. Positions of visual blocks are the means of x and y of the box around their text, others shares of the
    /// page's text in document order. Links are counted in words, so that their share is at most 1. Blocks of one
    /// page are never compared. Blocks are sorted by the start of their texts alone. Fingerprints are not Rabin's.
    /// ## Known failures
    /// Stories in more blocks than three lose the others: see `important`. Sorting finds no similar blocks that differ
    /// in their first words: see `minhash`. A second copy of a story makes both noise.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, ParamMap, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = |story: &str| format!("<div>Home Sport</div><div>{story}</div><div>All rights reserved</div>");
    /// let trees = ["Rye ripens", "Oats sprout"].map(|story| parse(&html(story), &Limits::default()));
    /// let method = site::build("web_page_cleaner", &ParamMap::new())?;
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&*method, &pages);
    /// let outcome = extractor.extract(&pages[1], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[1]), "Oats sprout");
    /// # Ok::<(), debulha_core::BuildError>(())
    /// ```
    /// ## References
    /// li2006
    pub struct WebPageCleaner(WebPageCleanerParams) {
        id: "web_page_cleaner",
        title: "WebPageCleaner",
        cite: ["li2006"],
        provenance: Paper,
        unit: Block,
        record: WebPageCleanerRecord,
        learned: CleanerBlocks,
        kept: ["blocks", "pdoc", "tags", "nested", "sort_bytes"],
        min_pages: 2,
        presets: [
            Preset {
                name: "visual",
                docs: "Visual blocks, as published; pages need a layout.",
                params: r#"{"blocks": "vips"}"#,
            },
            Preset {
                name: "important",
                docs: "Keeps all blocks of at least .5 importance.",
                params: r#"{"keep": "important"}"#,
            },
            Preset {
                name: "minhash",
                docs: "Compares blocks that share words, however they begin.",
                params: r#"{"neighbours": "minhash"}"#,
            },
        ],
    }
}

impl WebPageCleaner {
    fn keep(&self, page: &Page<'_>) -> WebPageCleanerRecord {
        let blocks = blocks(page, &self.params).map(|(_, blocks)| blocks).unwrap_or_default();
        WebPageCleanerRecord { blocks: blocks.into_iter().filter_map(|block| Some(block?.text)).collect() }
    }

    fn learn(&self, pages: Vec<Observed<WebPageCleanerRecord>>) -> CleanerBlocks {
        let mut frequency = DocumentFrequency::default();
        for page in &pages {
            let mut prints: Vec<u64> = page.record.blocks.iter().map(|block| block.fingerprint).collect();
            prints.sort_unstable();
            prints.dedup();
            frequency.add(page.key, prints);
        }
        let is_copied =
            |block: &CleanerBlock| frequency.pages_with(block.fingerprint) >= self.params.min_copies;
        let remaining = pages.into_iter().flat_map(|page| {
            let blocks = page.record.blocks.into_iter().filter(|block| !is_copied(block));
            blocks.map(move |block| (page.key, block)).collect::<Vec<_>>()
        });
        let neighbours = Neighbours::new(remaining, &self.params);
        CleanerBlocks { params: self.params.clone(), frequency, neighbours }
    }
}

/// A block of a page with what importance needs besides its text.
struct CleanedBlock {
    text: CleanerBlock,
    /// Words, and those in links, as pages count them.
    words: u32,
    link_words: u32,
    /// Where its middle lies in the page's text, from 0 to 1.
    middle: f64,
}

/// The parts of a page's text, and of each the block; `None` for those without words of their own.
type Blocks = (TextPartition, Vec<Option<CleanedBlock>>);

/// The blocks of a page.
fn blocks(page: &Page<'_>, params: &WebPageCleanerParams) -> Result<Blocks, Missing> {
    let cut = BlockCut { by: params.blocks, tags: &params.tags, nested: params.nested, pdoc: params.pdoc };
    let segmentation = cut.blocks(page)?;
    let layout = page.layout().filter(|_| params.blocks == BlocksBy::Vips);
    let partition = TextPartition::by_segmentation(page, &segmentation);
    let doc = page.document();
    let all_chars = f64::from(page.stats().range(0..doc.len() as u32).chars.max(1));
    let sort_bytes = params.sort_bytes as usize;
    let mut terms = Terms::all_words();
    let mut blocks: Vec<Option<CleanedBlock>> = Vec::new();
    blocks.resize_with(partition.blocks().len(), || None);
    // By block: characters of the page before its first text and after its last.
    let mut extents = vec![(0, 0); blocks.len()];
    // Around the text of each block, where it is visual.
    let mut boxes: Vec<Option<Rectangle>> = vec![None; blocks.len()];
    for (node, index) in partition.texts(page) {
        let counts = page.stats().subtree(doc, node);
        let before = page.stats().range(0..node.0).chars;
        let block = blocks[index].get_or_insert_with(|| {
            extents[index].0 = before;
            let text = CleanerBlock { fingerprint: 0, start: String::new(), words: Vec::new() };
            CleanedBlock { text, words: 0, link_words: 0, middle: 0.0 }
        });
        extents[index].1 = before + counts.chars;
        let at = layout.and_then(|layout| layout.rectangle(node));
        boxes[index] = Rectangle::around(boxes[index].into_iter().chain(at));
        block.words += counts.words;
        block.link_words += counts.link_words;
        let text = &mut block.text;
        terms.for_each(doc.text(node), |word| {
            let number = number(word);
            text.fingerprint = then(text.fingerprint, number);
            text.words.push(number);
            if text.start.len() < sort_bytes {
                text.start.push_str(word);
                text.start.push(' ');
            }
        });
    }
    for ((block, (start, end)), at) in blocks.iter_mut().zip(extents).zip(boxes) {
        if let Some(block) = block {
            block.middle = match layout.zip(at) {
                Some((layout, at)) => middle(at, layout.canvas()),
                None => f64::from(start + end) / 2.0 / all_chars,
            };
            block.text.start.truncate(block.text.start.floor_char_boundary(sort_bytes));
            block.text.words.sort_unstable();
            block.text.words.dedup();
        }
    }
    let has_words = |block: Option<CleanedBlock>| block.filter(|block| !block.text.words.is_empty());
    Ok((partition, blocks.into_iter().map(has_words).collect()))
}

/// The mean of where the middle of a box is from left to right and from top to bottom, each from 0 to 1.
fn middle(at: Rectangle, page: Rectangle) -> f64 {
    let share = |place: f32, whole: f32| f64::from(place / whole.max(1.0)).clamp(0.0, 1.0);
    f64::midpoint(share(at.center_x(), page.width), share(at.center_y(), page.height))
}

/// Importance in [0, 1]. `position` is the place of the block's middle on the page.
fn importance(params: &WebPageCleanerParams, similarity: f64, links: f64, position: f64) -> f64 {
    let &WebPageCleanerParams { similarity_weight, link_weight, position_weight, .. } = params;
    1.0 - (similarity_weight * similarity + link_weight * links + position_weight * position)
}

/// The blocks of a site's pages, as far as one needs them to judge others.
#[derive(Debug)]
pub struct CleanerBlocks {
    params: WebPageCleanerParams,
    /// Of fingerprints.
    frequency: DocumentFrequency,
    neighbours: Neighbours,
}

/// What is found of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Finding {
    /// It has no words.
    Empty,
    /// So many pages have it.
    Copied(u32),
    /// It is compared by its importance.
    Unique { similarity: f64, links: f64, position: f64, importance: f64 },
}

impl CleanerBlocks {
    /// The blocks of a page with what is found of them, and whether they are content.
    fn judge(&self, page: &Page<'_>) -> Result<(TextPartition, Vec<(Finding, bool)>), Missing> {
        let (partition, blocks) = blocks(page, &self.params)?;
        let beside = self.frequency.beside(page);
        let own: FxHashSet<u64> = blocks.iter().flatten().map(|block| block.text.fingerprint).collect();
        let find = |block: &Option<CleanedBlock>| {
            let Some(block) = block else { return Finding::Empty };
            let copies = beside.others_with(block.text.fingerprint) + 1;
            if copies >= self.params.min_copies {
                return Finding::Copied(copies);
            }
            let similarity = self.neighbours.similarity(&block.text, page.key(), &own);
            let links = f64::from(block.link_words) / f64::from(block.words.max(1));
            let position = match self.params.position {
                PositionWeight::Middle => (2.0 * block.middle - 1.0).abs(),
                PositionWeight::Raw => block.middle,
            };
            let importance = importance(&self.params, similarity, links, position);
            Finding::Unique { similarity, links, position, importance }
        };
        let findings: Vec<Finding> = blocks.iter().map(find).collect();
        let kept = self.kept(&findings);
        Ok((partition, findings.into_iter().zip(kept).collect()))
    }

    /// Which blocks are content; of equally important ones, the first.
    fn kept(&self, findings: &[Finding]) -> Vec<bool> {
        let importance = |finding: &Finding| match finding {
            Finding::Unique { importance, .. } => Some(*importance),
            _ => None,
        };
        let mut kept = vec![false; findings.len()];
        match self.params.keep {
            Keep::Important => {
                for (kept, finding) in kept.iter_mut().zip(findings) {
                    *kept = importance(finding).is_some_and(|importance| importance >= self.params.threshold);
                }
            }
            Keep::Highest => {
                let blocks = findings.iter().enumerate();
                let mut order: Vec<(f64, usize)> =
                    blocks.filter_map(|(block, finding)| Some((importance(finding)?, block))).collect();
                order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                order.iter().take(self.params.highest as usize).for_each(|&(_, block)| kept[block] = true);
            }
        }
        kept
    }
}

impl LearnedMethod for CleanerBlocks {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        match self.judge(page) {
            Ok((partition, judged)) => Outcome::Labeled(partition.labels(page, |block| judged[block].1)),
            Err(missing) => Outcome::Abstained(Abstention::from(missing)),
        }
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let (partition, judged) = self.judge(page).ok()?;
        let block = partition.block_of_node(page, text_node)?;
        let (finding, keeps) = judged[block];
        let (rule, detail) = match finding {
            Finding::Empty => ("words", "the block has no words".to_owned()),
            Finding::Copied(pages) => ("copies", format!("{pages} pages have this block")),
            Finding::Unique { similarity, links, position, importance } => {
                let numbers = format!("similarity {similarity:.3}, links {links:.3}, position {position:.3}");
                let limit = match self.params.keep {
                    Keep::Highest => format!("{} blocks are kept", self.params.highest),
                    Keep::Important => format!("at least {} is kept", self.params.threshold),
                };
                ("importance", format!("importance {importance:.3} ({numbers}); {limit}"))
            }
        };
        Some(vec![Reason { rule, keeps, node: partition.blocks()[block].element, detail }])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;
    use debulha_core::site::{SiteMethod, learn};
    use debulha_dom::{Document, Limits, parse};

    fn trees(htmls: &[&str]) -> Vec<Document> {
        htmls.iter().map(|html| parse(html, &Limits::default()).document).collect()
    }

    fn learned(params: &WebPageCleanerParams, pages: &[Page<'_>]) -> CleanerBlocks {
        let method = WebPageCleaner { params: params.clone() };
        let observed = pages.iter().map(|page| Observed {
            key: page.key(),
            crawl: "".into(),
            record: SiteMethod::observe(&method, page),
        });
        SiteMethod::finish(&method, observed.collect())
    }

    fn similarities(params: &WebPageCleanerParams, htmls: &[&str]) -> Vec<f64> {
        let trees = trees(htmls);
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let learned = learned(params, &pages);
        let of_last = |page| {
            let (_, judged) = learned.judge(page).unwrap();
            match judged.last() {
                Some((Finding::Unique { similarity, .. }, _)) => *similarity,
                other => panic!("{other:?}"),
            }
        };
        pages.iter().map(of_last).collect()
    }

    #[test]
    fn spec_20_importance() {
        let of = |similarity, links, position| {
            let params = WebPageCleanerParams::default();
            (importance(&params, similarity, links, position) * 1e4).round() / 1e4
        };
        assert_eq!(of(0.2, 0.1, 0.5), 0.7833);
        assert_eq!(of(0.9, 0.8, 0.05), 0.275);
    }

    #[test]
    fn visual_blocks_lie_where_they_are_drawn() {
        let page = Rectangle { x: 0.0, y: 0.0, width: 1000.0, height: 2000.0 };
        let at = Rectangle { x: 0.0, y: 900.0, width: 200.0, height: 200.0 };
        assert!((middle(at, page) - 0.3).abs() < 1e-9);
        let html = |story: &str| {
            format!(
                "<body at='0 0 1000 2000'><p at='0 0 1000 100'>Home Sport</p><p at='0 900 1000 200'>{story}</p>\
                 <p at='0 1900 1000 100'>All rights reserved</p>"
            )
        };
        let drawings = [LaidOutPage::of(&html("Rye ripens")), LaidOutPage::of(&html("Oats sprout"))];
        let pages: Vec<Page<'_>> = drawings.iter().map(LaidOutPage::page).collect();
        let params = WebPageCleanerParams { blocks: BlocksBy::Vips, ..WebPageCleanerParams::default() };
        let learned = learned(&params, &pages);
        let outcome = learned.label(&pages[1], &mut Scratch::default());
        assert_eq!(outcome.labels().unwrap().plain_text(&pages[1]), "Oats sprout");
        let (_, judged) = learned.judge(&pages[1]).unwrap();
        let is_in_the_middle = |(finding, _): &(Finding, bool)| matches!(finding, Finding::Unique { position, .. } if *position == 0.0);
        assert!(judged.iter().any(is_in_the_middle), "{judged:?}");
        let without = learned.label(&Page::new(&drawings[1].document), &mut Scratch::default());
        assert!(matches!(without, Outcome::Abstained(_)), "no layout");
    }

    #[test]
    fn spec_20_window_over_sorted_blocks() {
        let htmls = ["<div>A b, c!", "<div>x y", "<div>a b d"];
        assert_eq!(similarities(&WebPageCleanerParams::default(), &htmls), [0.5, 0.0, 0.5]);
    }

    #[test]
    fn minhash_finds_what_differs_at_the_start() {
        let words = "a b c d e f g h i j k l m n o p";
        let htmls = [&*format!("<div>1 {words}"), "<div>5 x", &*format!("<div>9 {words}")];
        let by = |neighbours| {
            let params = WebPageCleanerParams { neighbours, ..WebPageCleanerParams::default() };
            similarities(&params, &htmls)
        };
        assert_eq!(by(NeighboursBy::Text), [0.0, 0.0, 0.0]);
        assert_eq!(by(NeighboursBy::Minhash), [16.0 / 18.0, 0.0, 16.0 / 18.0]);
    }

    #[test]
    fn blocks_of_one_page_are_not_compared() {
        let htmls = ["<div>a b c</div><div>a b d</div>", "<div>x</div>"];
        assert_eq!(similarities(&WebPageCleanerParams::default(), &htmls), [0.0, 0.0]);
    }

    #[test]
    fn copies_go_and_the_highest_stay() {
        let html = |story: &str, links: &str| {
            format!(
                "<div>Home, Sport</div><div><a href=/>{links}</a></div><div>one {story}</div><div>two {story}</div>\
                 <div>three {story} <a href=/>{links}</a></div><div>four {story}</div><div>home sport!</div>"
            )
        };
        let htmls = [html("rye", "see field"), html("oats", "read barn"), html("wheat", "try mill")];
        let trees = trees(&htmls.each_ref().map(|html| &**html));
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let text = |params: &WebPageCleanerParams, learned_from: &[Page<'_>]| {
            let extractor = learn(&WebPageCleaner { params: params.clone() }, learned_from);
            let outcome = extractor.extract(&pages[0], &mut Scratch::default());
            outcome.labels().unwrap().plain_text(&pages[0])
        };
        let params = WebPageCleanerParams::default();
        assert_eq!(text(&params, &pages), "one rye\ntwo rye\nfour rye");
        assert_eq!(text(&params, &pages[1..]), "one rye\ntwo rye\nfour rye", "of a new page");
        let important = WebPageCleanerParams { keep: Keep::Important, threshold: 0.6, ..params.clone() };
        assert_eq!(text(&important, &pages), "one rye\ntwo rye\nthree rye see field\nfour rye");
        assert_eq!(text(&params, &pages[..1]).lines().count(), 3, "nothing is a copy on a site of one page");
    }

    #[test]
    fn positions_are_shares_of_the_text() {
        let trees = trees(&["<div>aaaa</div><div>bbbb</div><div>cc dd</div>"]);
        let page = Page::new(&trees[0]);
        let (_, blocks) = blocks(&page, &WebPageCleanerParams::default()).unwrap();
        let middles: Vec<f64> = blocks.iter().flatten().map(|block| block.middle * 13.0).collect();
        assert_eq!(middles, [2.0, 6.0, 10.5]);
        assert_eq!(blocks.iter().flatten().next_back().map(|block| &*block.text.start), Some("cc dd "));
        let short = WebPageCleanerParams { sort_bytes: 3, ..WebPageCleanerParams::default() };
        let (_, blocks) = super::blocks(&page, &short).unwrap();
        assert_eq!(blocks.iter().flatten().next_back().map(|block| &*block.text.start), Some("cc "));
    }
}
