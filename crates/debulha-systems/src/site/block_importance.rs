//! `block_importance`: classes of blocks weigh as much as their terms vary from page to page and spread over the page.

use crate::features::text_partition::TextPartition;
use crate::segmenters::tag_list::{Nested, names_of};
use crate::site::page_blocks::{BlockCut, BlocksBy};
use crate::site::terms::{Stemming, Terms, number};
use debulha_core::extractor::Preset;
use debulha_core::features::hashing::{hash_text, then};
use debulha_core::features::stop_words::StopWords;
use debulha_core::outcome::{Abstention, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::segmentation::Missing;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, choices, params, site_method};
use debulha_dom::{Document, NameId, NodeId, names};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

choices! {
    /// What makes blocks of different pages the same.
    pub enum BlockIdentity {
        /// Names and classes of the elements from the root to the block.
        Path,
        /// Name and class of the block's element.
        Class,
        /// Names of the elements from the root to the block, each with its place among its siblings of that name.
        Place,
    }
}

choices! {
    /// Which pages are compared.
    pub enum PageClasses {
        /// Those with the same number of blocks with each label (fernandes2007).
        Structure,
        /// All of the site.
        Site,
    }
}

choices! {
    /// What the number of blocks that have a term is compared with.
    pub enum Icf {
        /// The number of blocks in the class (our reading: with it, a term of all blocks counts 0).
        Blocks,
        /// The number of block classes of the page class, as our source has it word by word.
        Literal,
    }
}

choices! {
    /// What a class of one block weighs, of which nothing is known but itself.
    pub enum SingleBlock {
        /// It is not judged: its text is content.
        Unknown,
        /// As much as its terms spread over the page.
        Spread,
        /// Nothing, as the formula has it.
        Zero,
    }
}

params! {
    /// Parameters of `block_importance`.
    pub struct BlockImportanceParams {
        /// What cuts pages into blocks (our decision: fernandes2007 cut pages by hand).
        pub blocks: BlocksBy = BlocksBy::Tags;
        /// Permitted degree of coherence of visual blocks; see `vips` (li2006: 5).
        pub pdoc: u8 = 5, range: 1..=11;
        /// Names of elements that are blocks where tags cut (our decision).
        pub tags: Vec<String> = names_of(&["div", "td"]);
        /// Which elements become blocks where they contain one another (our decision: all, text belongs to the
        /// innermost).
        pub nested: Nested = Nested::All;
        /// What makes blocks of different pages the same (our decision: labels were given by hand).
        pub label: BlockIdentity = BlockIdentity::Path;
        /// Words that are no terms (our decision: none, as frequent words have low ICF).
        pub stop_words: StopWords = StopWords::None;
        /// How words are reduced to stems (our decision: not at all).
        pub stemming: Stemming = Stemming::None;
        /// Which pages are compared.
        pub page_classes: PageClasses = PageClasses::Structure;
        /// What the number of blocks that have a term is compared with.
        pub icf: Icf = Icf::Blocks;
        /// What a class of one block weighs (our decision).
        pub single_block: SingleBlock = SingleBlock::Unknown;
        /// Weight below which a class is noise, as a share of the largest on the site (our decision).
        pub threshold: f64 = 0.1, range: 0.0..=1.0;
    }
}

/// A block that has text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelledBlock {
    /// The number of its label.
    pub label: u64,
    /// The numbers of its distinct terms, in order.
    pub terms: Vec<u64>,
}

/// The blocks of a page that have text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockImportanceRecord {
    /// In document order.
    pub blocks: Vec<LabelledBlock>,
}

site_method! {
    /// Drops classes of blocks whose terms are the same on all pages, or occur nowhere else on their page.
    ///
    /// ## How it decides
    /// 1. Blocks are `div` and `td` elements, with the text that is in no block further in; the text outside is one
    ///    more. With `blocks=vips` they are the leaves of the visual tree. A block's label is its path of names and classes. Only blocks with text count.
    /// 2. Pages with the same labels, each as often, are a page class; blocks with one label in it a block class.
    /// 3. ICF of a term in a class: the logarithm of the class's blocks by those that have the term. AICF of the class:
    ///    the mean over its distinct terms.
    /// 4. Spread of a term on a page: the number of blocks that have it. Spread of a block: the mean over its distinct
    ///    terms. BCS of the class: the mean over its blocks.
    /// 5. A class weighs AICF · BCS. Below a tenth of the largest weight on the site it is noise; the rest is content,
    ///    and so are classes that were not learned or have one block.
    ///
    /// Weights belong to classes, so a page that was not learned from does not change them.
    /// [`BlockWeights::term_weights`] gives the term frequencies for ranking that the paper is about.
    ///
    /// ## Cost
    /// O(nodes + text) a page, to observe and to decide; O(terms of the pages) to learn. Kept: 6 bytes a distinct
    /// term of a block.
    /// ## Differs from the paper
    /// Segmentation and labels were made by hand there. Tags cut by default, also where a page has a layout: pages of a site
    /// must be cut alike. With `blocks=vips` (preset `visual`) a page without a layout gives nothing to learn and no
    /// answer, and labels are those of the blocks' elements, or of the element around a text. The product and the threshold are ours: the paper ranks, and
    /// drops nothing.
    /// ## Known failures
    /// Pages that differ by a block are of different classes; where that leaves a page alone, all of it is content:
    /// `one_class` compares all pages of the site. Lists of other stories vary like stories do.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, ParamMap, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = |story: &str| format!("<div class=menu>Home Sport</div><div class=story>{story}</div>");
    /// let trees = ["Rye ripens", "Oats sprout"].map(|story| parse(&html(story), &Limits::default()));
    /// let method = site::build("block_importance", &ParamMap::new())?;
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&*method, &pages);
    /// let outcome = extractor.extract(&pages[1], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[1]), "Oats sprout");
    /// # Ok::<(), debulha_core::BuildError>(())
    /// ```
    /// ## References
    /// fernandes2007
    pub struct BlockImportance(BlockImportanceParams) {
        id: "block_importance",
        title: "Block importance (ICF, AICF, BCS)",
        cite: ["fernandes2007"],
        provenance: Paper,
        unit: Block,
        record: BlockImportanceRecord,
        learned: BlockWeights,
        kept: ["blocks", "pdoc", "tags", "nested", "label", "stop_words", "stemming"],
        min_pages: 2,
        presets: [
            Preset {
                name: "one_class",
                docs: "Compares all pages of the site, whatever their structure.",
                params: r#"{"page_classes": "site"}"#,
            },
            Preset {
                name: "visual",
                docs: "Visual blocks; pages need a layout.",
                params: r#"{"blocks": "vips"}"#,
            },
        ],
    }
}

impl BlockImportance {
    fn keep(&self, page: &Page<'_>) -> BlockImportanceRecord {
        let blocks = blocks(page, &self.params).map(|(_, blocks)| blocks).unwrap_or_default();
        BlockImportanceRecord { blocks: blocks.into_iter().flatten().collect() }
    }

    fn learn(&self, pages: Vec<Observed<BlockImportanceRecord>>) -> BlockWeights {
        let mut learned =
            BlockWeights { params: self.params.clone(), weights: BTreeMap::new(), largest: 0.0 };
        let mut by_class: BTreeMap<u64, Vec<BlockImportanceRecord>> = BTreeMap::new();
        for page in pages {
            let class = learned.page_class(page.record.blocks.iter().map(|block| block.label));
            by_class.entry(class).or_default().push(page.record);
        }
        for (class, pages) in by_class {
            for (label, weight) in weigh(&pages, &self.params) {
                learned.largest = learned.largest.max(weight.value.unwrap_or_default());
                learned.weights.insert((class, label), weight);
            }
        }
        learned
    }
}

/// The parts of a page's text, and of each the block; `None` for those without text of their own.
type Blocks = (TextPartition, Vec<Option<LabelledBlock>>);

/// The blocks of a page.
fn blocks(page: &Page<'_>, params: &BlockImportanceParams) -> Result<Blocks, Missing> {
    let cut = BlockCut { by: params.blocks, tags: &params.tags, nested: params.nested, pdoc: params.pdoc };
    let segmentation = cut.blocks(page)?;
    let partition = TextPartition::by_segmentation(page, &segmentation);
    let labels = labels(page.document(), params.label);
    let mut reader = Terms::of(page, &params.stop_words, params.stemming);
    let mut blocks: Vec<Option<LabelledBlock>> = vec![None; partition.blocks().len()];
    for (node, index) in partition.texts(page) {
        let label = labels[partition.blocks()[index].element.index()];
        let block = blocks[index].get_or_insert_with(|| LabelledBlock { label, terms: Vec::new() });
        reader.for_each(page.document().text(node), |term| block.terms.push(number(term)));
    }
    for block in blocks.iter_mut().flatten() {
        block.terms.sort_unstable();
        block.terms.dedup();
    }
    Ok((partition, blocks))
}

/// The number of the label that each node would have. O(nodes + classes).
fn labels(doc: &Document, by: BlockIdentity) -> Vec<u64> {
    let mut labels: Vec<u64> = Vec::with_capacity(doc.len());
    // By parent and name, the children seen.
    let mut places: FxHashMap<(NodeId, NameId), u64> = FxHashMap::default();
    for node in doc.nodes() {
        let parent = doc.parent(node);
        let around = parent.map_or(0, |parent| labels[parent.index()]);
        if !doc.is_element(node) {
            labels.push(around);
            continue;
        }
        let name = doc.name(node);
        let named = |above| then(above, hash_text(doc.name_str(name)));
        let class = || hash_text(doc.attribute(node, names::CLASS).unwrap_or_default());
        labels.push(match by {
            BlockIdentity::Path => then(named(around), class()),
            BlockIdentity::Class => then(named(0), class()),
            BlockIdentity::Place => {
                let place = places.entry((parent.unwrap_or(Document::ROOT), name)).or_default();
                *place += 1;
                then(named(around), *place)
            }
        });
    }
    labels
}

/// What a class of blocks weighs.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ClassWeight {
    /// Blocks of the class.
    blocks: usize,
    /// Average inverse class frequency.
    aicf: f64,
    /// Block class spread.
    bcs: f64,
    /// `None` where it is unknown.
    value: Option<f64>,
}

/// The block classes of one page class, in the order of their labels, with their weights. O(terms).
fn weigh(pages: &[BlockImportanceRecord], params: &BlockImportanceParams) -> Vec<(u64, ClassWeight)> {
    /// What is counted of a class: its blocks, those that have each term, and the sum of their spreads.
    #[derive(Default)]
    struct BlockClass {
        blocks: usize,
        terms: BTreeMap<u64, u32>,
        spreads: f64,
    }
    let mut classes: BTreeMap<u64, BlockClass> = BTreeMap::new();
    for page in pages {
        let mut spread: FxHashMap<u64, u32> = FxHashMap::default();
        for term in page.blocks.iter().flat_map(|block| &block.terms) {
            *spread.entry(*term).or_default() += 1;
        }
        for block in &page.blocks {
            let class = classes.entry(block.label).or_default();
            class.blocks += 1;
            class.spreads += mean(block.terms.iter().map(|term| f64::from(spread[term])));
            for &term in &block.terms {
                *class.terms.entry(term).or_default() += 1;
            }
        }
    }
    let all = classes.len();
    let weight = |class: &BlockClass| {
        let of = match params.icf {
            Icf::Blocks => class.blocks,
            Icf::Literal => all,
        };
        let aicf = mean(class.terms.values().map(|&blocks| (of as f64 / f64::from(blocks)).ln()));
        let bcs = class.spreads / class.blocks as f64;
        let value = match params.single_block {
            SingleBlock::Unknown if class.blocks == 1 => None,
            SingleBlock::Spread if class.blocks == 1 => Some(bcs),
            _ => Some(aicf * bcs),
        };
        ClassWeight { blocks: class.blocks, aicf, bcs, value }
    };
    classes.iter().map(|(&label, class)| (label, weight(class))).collect()
}

/// The mean, 0 of no values.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let len = values.len();
    if len == 0 { 0.0 } else { values.sum::<f64>() / len as f64 }
}

/// What the classes of a site's blocks weigh.
#[derive(Debug)]
pub struct BlockWeights {
    params: BlockImportanceParams,
    /// By page class and label.
    weights: BTreeMap<(u64, u64), ClassWeight>,
    largest: f64,
}

impl BlockWeights {
    /// The number of the class of a page whose blocks have these labels.
    fn page_class(&self, labels: impl Iterator<Item = u64>) -> u64 {
        match self.params.page_classes {
            PageClasses::Site => 0,
            PageClasses::Structure => {
                let mut labels: Vec<u64> = labels.collect();
                labels.sort_unstable();
                labels.into_iter().fold(0, then)
            }
        }
    }

    /// The blocks of a page with the weights of their classes; `None` for blocks without text and unknown classes.
    fn judge(&self, page: &Page<'_>) -> Result<(TextPartition, Vec<Option<ClassWeight>>), Missing> {
        let (partition, blocks) = blocks(page, &self.params)?;
        let class = self.page_class(blocks.iter().flatten().map(|block| block.label));
        let weight = |block: &Option<LabelledBlock>| {
            block.as_ref().and_then(|block| self.weights.get(&(class, block.label)).copied())
        };
        let weights = blocks.iter().map(weight).collect();
        Ok((partition, weights))
    }

    /// A weight as a share of the largest on the site.
    fn share(&self, weight: ClassWeight) -> Option<f64> {
        let value = weight.value?;
        Some(if self.largest > 0.0 { value / self.largest } else { 0.0 })
    }

    fn is_content(&self, weight: Option<ClassWeight>) -> bool {
        weight.and_then(|weight| self.share(weight)).is_none_or(|share| share >= self.params.threshold)
    }

    /// The frequency of each term of a page for ranking: the sum over the blocks that have it of the weight of their
    /// class, as often as it occurs there. Blocks of unknown weight count 0. In alphabetical order; none where blocks are
    /// visual and the page has no layout. O(text).
    pub fn term_weights(&self, page: &Page<'_>) -> BTreeMap<String, f64> {
        let Ok((partition, weights)) = self.judge(page) else { return BTreeMap::new() };
        let mut reader = Terms::of(page, &self.params.stop_words, self.params.stemming);
        let mut sums: BTreeMap<String, f64> = BTreeMap::new();
        for (node, block) in partition.texts(page) {
            let weight = weights[block].and_then(|weight| weight.value).unwrap_or_default();
            reader.for_each(page.document().text(node), |term| {
                *sums.entry(term.to_owned()).or_default() += weight;
            });
        }
        sums
    }
}

impl LearnedMethod for BlockWeights {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        match self.judge(page) {
            Ok((partition, weights)) => {
                Outcome::Labeled(partition.labels(page, |block| self.is_content(weights[block])))
            }
            Err(missing) => Outcome::Abstained(Abstention::from(missing)),
        }
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let (partition, weights) = self.judge(page).ok()?;
        let block = partition.block_of_node(page, text_node)?;
        let weight = weights[block];
        let detail = match weight {
            None => "no page of this structure was learned from".to_owned(),
            Some(weight) => {
                let ClassWeight { blocks, aicf, bcs, .. } = weight;
                let class = format!("{blocks} blocks of the class, AICF {aicf:.3}, BCS {bcs:.3}");
                match self.share(weight) {
                    Some(share) => {
                        format!("{class}: {share:.3} of the largest weight, least {}", self.params.threshold)
                    }
                    None => format!("{class}: not judged"),
                }
            }
        };
        let keeps = self.is_content(weight);
        Some(vec![Reason { rule: "weight", keeps, node: partition.blocks()[block].element, detail }])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;
    use debulha_core::site::SiteMethod;
    use debulha_dom::{Limits, parse};

    #[test]
    fn visual_blocks_are_weighed_where_told() {
        let html = |[menu, title, text]: [&str; 3]| {
            format!(
                "<body at='0 0 900 900'><p class=menu at='0 0 900 50'>{menu}</p><p class=title at='0 100 900 50'>{title}</p>\
                 <p class=text at='0 200 900 400'>{text}</p>"
            )
        };
        let drawings = PAGES.map(|page| LaidOutPage::of(&html(page)));
        let pages: Vec<Page<'_>> = drawings.iter().map(LaidOutPage::page).collect();
        let params = BlockImportanceParams { blocks: BlocksBy::Vips, ..params() };
        let learned = learned(&params, &pages);
        let text = learned.label(&pages[0], &mut Scratch::default()).labels().unwrap().plain_text(&pages[0]);
        assert_eq!(text, "rain lisbon\nrain lisbon flood street");
        let without = learned.label(&Page::new(&drawings[0].document), &mut Scratch::default());
        assert!(matches!(without, Outcome::Abstained(_)), "no layout");
    }

    /// The pages of the specification: menu, title, text.
    const PAGES: [[&str; 3]; 2] = [
        ["home sports", "rain lisbon", "rain lisbon flood street"],
        ["home sports", "bank crisis", "bank crisis euro home"],
    ];

    fn trees() -> Vec<Document> {
        let html = |[menu, title, text]: [&str; 3]| {
            format!("<div class=menu>{menu}</div><div class=title>{title}</div><div class=text>{text}</div>")
        };
        PAGES.iter().map(|&page| parse(&html(page), &Limits::default()).document).collect()
    }

    fn learned(params: &BlockImportanceParams, pages: &[Page<'_>]) -> BlockWeights {
        let method = BlockImportance { params: params.clone() };
        let observed = pages.iter().map(|page| Observed {
            key: page.key(),
            crawl: "".into(),
            record: SiteMethod::observe(&method, page),
        });
        SiteMethod::finish(&method, observed.collect())
    }

    fn params() -> BlockImportanceParams {
        BlockImportanceParams::default()
    }

    /// AICF, BCS and weight of menu, title and text.
    fn weights(params: &BlockImportanceParams) -> Vec<[f64; 3]> {
        let trees = trees();
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let (_, weights) = learned(params, &pages).judge(&pages[0]).unwrap();
        let rounded = |value: f64| (value * 1e4).round() / 1e4;
        let shown = |weight: ClassWeight| [weight.aicf, weight.bcs, weight.value.unwrap()].map(rounded);
        weights.into_iter().flatten().map(shown).collect()
    }

    #[test]
    // .6931 is the specification's figure, not a constant.
    #[allow(clippy::approx_constant)]
    fn spec_19_weights_of_block_classes() {
        let expected = [[0.0, 1.25, 0.0], [0.6931, 2.0, 1.3863], [0.6931, 1.625, 1.1264]];
        for label in [BlockIdentity::Path, BlockIdentity::Class, BlockIdentity::Place] {
            assert_eq!(weights(&BlockImportanceParams { label, ..params() }), expected, "{label:?}");
        }
        let one_class = BlockImportanceParams { page_classes: PageClasses::Site, ..params() };
        assert_eq!(weights(&one_class), expected);
    }

    #[test]
    fn spec_19_literal_frequencies_are_by_classes() {
        let literal = BlockImportanceParams { icf: Icf::Literal, ..params() };
        // Three classes: ln(3/2) for a term of both menus, ln 3 for one of one block.
        let aicf: Vec<f64> = weights(&literal).iter().map(|weight| weight[0]).collect();
        assert_eq!(aicf, [0.4055, 1.0986, 1.0986]);
    }

    #[test]
    fn spec_19_classes_of_one_block() {
        let trees = trees();
        let page = [Page::new(&trees[0])];
        let value = |single_block| {
            let learned = learned(&BlockImportanceParams { single_block, ..params() }, &page);
            let weight = learned.judge(&page[0]).unwrap().1[2].unwrap();
            (weight.value, learned.is_content(Some(weight)))
        };
        assert_eq!(value(SingleBlock::Unknown), (None, true));
        assert_eq!(value(SingleBlock::Spread), (Some(2.0), true));
        assert_eq!(value(SingleBlock::Zero), (Some(0.0), false));
    }

    #[test]
    fn pages_of_other_structure_are_content() {
        let trees = trees();
        let other = parse("<div class=menu>home sports</div><div class=text>hail</div>", &Limits::default());
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let other = Page::new(&other.document);
        let text = |params: &BlockImportanceParams, page: &Page<'_>| {
            let outcome = learned(params, &pages).label(page, &mut Scratch::default());
            outcome.labels().unwrap().plain_text(page)
        };
        assert_eq!(text(&params(), &pages[1]), "bank crisis\nbank crisis euro home");
        assert_eq!(text(&params(), &other), "home sports\nhail");
        let one_class = BlockImportanceParams { page_classes: PageClasses::Site, ..params() };
        assert_eq!(text(&one_class, &other), "hail");
    }

    #[test]
    fn terms_are_weighed_by_their_blocks() {
        let trees = trees();
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let weights = learned(&params(), &pages).term_weights(&pages[1]);
        let of = |term: &str| (weights[term] * 1e4).round() / 1e4;
        assert_eq!([of("bank"), of("home"), of("sports")], [2.5127, 1.1264, 0.0]);
    }
}
