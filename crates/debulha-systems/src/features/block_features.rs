//! What blocks of a page are full of: counts of text and of kinds of elements (debnath2005).

use debulha_core::choices;
use debulha_core::features::display::is_raw;
use debulha_core::outcome::Reason;
use debulha_core::page::Page;
use debulha_core::segmentation::{SegmentKind, Segmentation};
use debulha_dom::{Document, NameId, NodeId, names};

choices! {
    /// What is counted in a block. All but text are numbers of elements.
    pub enum BlockFeature {
        /// Words that a reader sees.
        Text,
        /// `b`, `i`, `em`, `strong`, `font`, `h1` to `h6`, `p`, `blockquote`, `pre`.
        TextTag,
        /// `ul`, `ol`, `dl`, `li`.
        List,
        /// `table`, `tr`, `td`, `th`.
        Table,
        /// `a`.
        Link,
        /// `img`, `object`, `embed`, `applet`, `video`.
        Object,
        /// `frame`, `iframe`.
        Frame,
        /// `form`, `input`, `select`, `textarea`, `button`.
        Form,
        /// `script`.
        Script,
        /// `style`, and `link` to a style sheet.
        StyleSheet,
    }
}

/// Number of features.
pub const FEATURES: usize = BlockFeature::StyleSheet as usize + 1;

/// A value for each [`BlockFeature`], in its order.
pub type FeatureVector = [f64; FEATURES];

/// The share of a feature in all of a block: P(F | b); 0 where all are 0.
pub fn share(vector: &FeatureVector, feature: BlockFeature) -> f64 {
    let sum: f64 = vector.iter().sum();
    if sum > 0.0 { vector[feature as usize] / sum } else { 0.0 }
}

/// Vectors with each feature divided by its largest value among them, so that words do not drown tags (our decision:
/// the paper gives no scale).
///
/// ```
/// use debulha_systems::features::block_features::{BlockFeature, normalised, share};
///
/// let block = |words: f64, links: f64| {
///     let mut block = [0.0; 10];
///     (block[BlockFeature::Text as usize], block[BlockFeature::Link as usize]) = (words, links);
///     block
/// };
/// let scaled = normalised(&[block(120.0, 2.0), block(10.0, 8.0)]);
/// assert_eq!(share(&scaled[0], BlockFeature::Text), 1.0 / 1.25);
/// ```
pub fn normalised(vectors: &[FeatureVector]) -> Vec<FeatureVector> {
    let mut largest = [0.0_f64; FEATURES];
    for vector in vectors {
        for (largest, value) in largest.iter_mut().zip(vector) {
            *largest = largest.max(*value);
        }
    }
    let scale = |vector: &FeatureVector| {
        std::array::from_fn(|index| if largest[index] > 0.0 { vector[index] / largest[index] } else { 0.0 })
    };
    vectors.iter().map(scale).collect()
}

/// The counts of each block, in their order.
///
/// `own_tag`: whether the element that a block is counts in it. Hidden elements do not count, but scripts, style
/// sheets and the other elements that are never shown as text do. One pass: O(nodes in blocks + blocks).
pub fn count(page: &Page<'_>, segmentation: &Segmentation, own_tag: bool) -> Vec<FeatureVector> {
    let doc = page.document();
    let blocks = &segmentation.blocks;
    let mut counts = vec![[0.0; FEATURES]; blocks.len()];
    // Blocks that hold the node, the innermost last. What one counts, those around it get when it ends.
    let mut open: Vec<usize> = Vec::new();
    let mut coming = 0;
    let mut at = 0;
    loop {
        while let Some(&innermost) = open.last()
            && blocks[innermost].nodes.end <= at
        {
            open.pop();
            let ended = counts[innermost];
            if let Some(&around) = open.last() {
                counts[around].iter_mut().zip(ended).for_each(|(sum, count)| *sum += count);
            }
        }
        if open.is_empty() {
            let Some(block) = blocks.get(coming) else { break };
            at = block.nodes.start;
        }
        let mut holder = open.last().copied();
        while let Some(block) = blocks.get(coming).filter(|block| block.nodes.start == at) {
            open.push(coming);
            if own_tag || block.kind == SegmentKind::Siblings {
                holder = Some(coming);
            }
            coming += 1;
        }
        let node = NodeId(at);
        if let (Some(holder), Some(feature)) = (holder, feature_of(page, node)) {
            counts[holder][feature as usize] += 1.0;
        }
        at += 1;
        debug_assert!(at as usize <= doc.len());
    }
    for (counts, block) in counts.iter_mut().zip(blocks) {
        counts[BlockFeature::Text as usize] = f64::from(block.counts(page).words);
    }
    counts
}

/// The feature that an element counts for.
fn feature_of(page: &Page<'_>, node: NodeId) -> Option<BlockFeature> {
    let doc = page.document();
    let name = doc.name(node);
    let feature = feature_of_name(name)?;
    let counts = match name {
        names::LINK => is_style_sheet(doc, node),
        _ => is_raw(name) || !page.visibility().is_hidden(node),
    };
    counts.then_some(feature)
}

fn feature_of_name(name: NameId) -> Option<BlockFeature> {
    Some(match name {
        names::B
        | names::I
        | names::EM
        | names::STRONG
        | names::FONT
        | names::H1
        | names::H2
        | names::H3
        | names::H4
        | names::H5
        | names::H6
        | names::P
        | names::BLOCKQUOTE
        | names::PRE => BlockFeature::TextTag,
        names::UL | names::OL | names::DL | names::LI => BlockFeature::List,
        names::TABLE | names::TR | names::TD | names::TH => BlockFeature::Table,
        names::A => BlockFeature::Link,
        names::IMG | names::OBJECT | names::EMBED | names::APPLET | names::VIDEO => BlockFeature::Object,
        names::FRAME | names::IFRAME => BlockFeature::Frame,
        names::FORM | names::INPUT | names::SELECT | names::TEXTAREA | names::BUTTON => BlockFeature::Form,
        names::SCRIPT => BlockFeature::Script,
        names::STYLE | names::LINK => BlockFeature::StyleSheet,
        _ => return None,
    })
}

fn is_style_sheet(doc: &Document, link: NodeId) -> bool {
    let relation = doc.attribute(link, names::REL).unwrap_or_default();
    relation.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("stylesheet"))
}

/// The blocks that a feature dominates.
#[derive(Debug, Clone, PartialEq)]
pub struct Dominated {
    /// The share of the feature in each block of the page, scaled over the page.
    pub shares: Vec<f64>,
    /// The dominated blocks by index: those with a share above the threshold, or the one with the largest.
    pub blocks: Vec<usize>,
    /// Their vectors, scaled over themselves.
    pub vectors: Vec<FeatureVector>,
}

impl Dominated {
    /// Finds the blocks with a share of `feature` above `threshold`; where none has, the one with the largest share,
    /// among equals the one with the most words. O(blocks).
    pub fn find(counts: &[FeatureVector], feature: BlockFeature, threshold: f64) -> Self {
        let shares: Vec<f64> = normalised(counts).iter().map(|vector| share(vector, feature)).collect();
        let mut blocks: Vec<usize> = (0..counts.len()).filter(|&block| shares[block] > threshold).collect();
        if blocks.is_empty() {
            blocks.extend(largest((0..counts.len()).map(|block| (shares[block], words(&counts[block])))));
        }
        let chosen: Vec<FeatureVector> = blocks.iter().map(|&block| counts[block]).collect();
        Dominated { shares, blocks, vectors: normalised(&chosen) }
    }

    /// Why the block of a text node goes on or does not.
    pub fn explain(
        &self,
        page: &Page<'_>,
        segmentation: &Segmentation,
        text_node: NodeId,
        threshold: f64,
    ) -> Vec<Reason> {
        let Some(block) = segmentation.block_of(text_node) else {
            let detail = "in no block: beside the elements that blocks were cut at".to_owned();
            return vec![Reason { rule: "block", keeps: false, node: text_node, detail }];
        };
        let node = segmentation.blocks[block].element;
        let counts = segmentation.blocks[block].counts(page);
        let detail = format!(
            "block {} of {}, {} words: share of the feature {:.4}, threshold {threshold}",
            block + 1,
            segmentation.blocks.len(),
            counts.words,
            self.shares[block]
        );
        vec![Reason { rule: "share", keeps: self.blocks.contains(&block), node, detail }]
    }
}

/// Words of a block.
pub fn words(counts: &FeatureVector) -> f64 {
    counts[BlockFeature::Text as usize]
}

/// The index of the largest pair, the first of equals.
pub fn largest(pairs: impl Iterator<Item = (f64, f64)>) -> Option<usize> {
    let mut best: Option<(usize, (f64, f64))> = None;
    for (index, pair) in pairs.enumerate() {
        if best.is_none_or(|(_, (first, second))| pair.0 > first || (pair.0 == first && pair.1 > second)) {
            best = Some((index, pair));
        }
    }
    best.map(|(index, _)| index)
}

/// Declares a parameter set that begins with blocks, feature and threshold, and its methods `segment` and `dominated`.
macro_rules! dominated_params {
    ($(#[$meta:meta])* pub struct $name:ident { $($further:tt)* }) => {
        debulha_core::params! {
            $(#[$meta])*
            pub struct $name {
                /// The desired feature.
                pub feature: $crate::features::block_features::BlockFeature =
                    $crate::features::block_features::BlockFeature::Text;
                /// A block is dominated by the feature if it makes up more than this share of it (debnath2005).
                pub threshold: f64 = 0.5, range: 0.0..=1.0;
                /// Whether the element that a block is counts in it (our decision: it does not, as it bounds the
                /// block; else each plain `p` would be as much tag as text).
                pub own_tag: bool = false;
                /// Names of elements that blocks are cut at, those that cut first in front; see `tag_list`. The
                /// default is that of debnath2005.
                pub tags: Vec<String> = $crate::segmenters::tag_list::names_of(
                    &$crate::segmenters::tag_list::CONTENT_EXTRACTOR_TAGS
                );
                /// Which elements become blocks where they contain one another; see `tag_list`.
                pub nested: $crate::segmenters::tag_list::Nested = $crate::segmenters::tag_list::Nested::Outermost;
                /// Whether `hr`, where the list has it, parts the children of a block; see `tag_list`.
                pub hr_splits: bool = false;
                /// Fewest words of a block that is cut out; see `tag_list`.
                pub min_words: u32 = 1, range: 1..=1_000_000;
                $($further)*
            }
        }

        impl $name {
            /// The blocks of a page and their counts.
            pub fn segment(
                &self,
                page: &debulha_core::Page<'_>,
            ) -> (
                debulha_core::segmentation::Segmentation,
                Vec<$crate::features::block_features::FeatureVector>,
            ) {
                let tag_list = $crate::segmenters::tag_list::TagList {
                    params: $crate::segmenters::tag_list::TagListParams {
                        tags: self.tags.clone(),
                        nested: self.nested,
                        hr_splits: self.hr_splits,
                        min_words: self.min_words,
                    },
                };
                let segmentation = tag_list.blocks(page);
                let counts = $crate::features::block_features::count(page, &segmentation, self.own_tag);
                (segmentation, counts)
            }

            /// The blocks among them that the desired feature dominates.
            pub fn dominated(
                &self,
                counts: &[$crate::features::block_features::FeatureVector],
            ) -> $crate::features::block_features::Dominated {
                $crate::features::block_features::Dominated::find(counts, self.feature, self.threshold)
            }
        }
    };
}
pub(crate) use dominated_params;

/// Blocks of so many words, links and images; for tests.
#[cfg(test)]
pub(crate) fn blocks_of(counts: &[(u32, u32, u32)]) -> Vec<FeatureVector> {
    let vector = |&(words, links, images): &(u32, u32, u32)| {
        let mut vector = [0.0; FEATURES];
        vector[BlockFeature::Text as usize] = f64::from(words);
        vector[BlockFeature::Link as usize] = f64::from(links);
        vector[BlockFeature::Object as usize] = f64::from(images);
        vector
    };
    counts.iter().map(vector).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::segmentation::SegmentBlock;
    use debulha_dom::{Limits, parse};

    #[test]
    fn spec_15_shares_of_three_blocks() {
        let counts = blocks_of(&[(120, 2, 0), (10, 8, 1), (90, 0, 1)]);
        let found = Dominated::find(&counts, BlockFeature::Text, 0.5);
        let rounded: Vec<f64> = found.shares.iter().map(|share| (share * 1e4).round() / 1e4).collect();
        assert_eq!(rounded, [0.8, 0.04, 0.4286]);
        assert_eq!(found.blocks, [0]);
    }

    #[test]
    fn without_a_dominated_block_the_nearest_is_taken() {
        let of =
            |counts: &[(u32, u32, u32)], feature| Dominated::find(&blocks_of(counts), feature, 0.5).blocks;
        assert_eq!(of(&[(1, 9, 9), (2, 9, 9)], BlockFeature::Text), [1]);
        assert_eq!(
            of(&[(1, 0, 0), (2, 0, 0), (2, 0, 0)], BlockFeature::Script),
            [1],
            "more text, then the first"
        );
        assert_eq!(of(&[(0, 0, 0)], BlockFeature::Text), [0]);
        assert!(of(&[], BlockFeature::Text).is_empty());
    }

    #[test]
    fn elements_are_counted_where_they_stand() {
        let html = "<div>Rye <a href=x>and</a> <script>no words</script><p>oats<img></p><p hidden><img></p></div>\
                    <iframe></iframe><link rel='x stylesheet'><link rel=icon><form><input><textarea>t</textarea></form>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let named = |name| doc.elements_named(name).next().map(|node| SegmentBlock::of_element(&doc, node));
        let blocks = [names::P, names::BODY, names::DIV].into_iter().filter_map(named).collect();
        let segmentation = Segmentation::new(blocks);
        let counted = |own_tag| {
            let counts = count(&page, &segmentation, own_tag);
            counts.iter().map(|vector| vector.map(|count| count as u32)).collect::<Vec<_>>()
        };
        let body = [3, 1, 0, 0, 1, 1, 1, 3, 1, 1];
        let div = [3, 1, 0, 0, 1, 1, 0, 0, 1, 0];
        assert_eq!(counted(false), [body, div, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0]]);
        assert_eq!(counted(true), [body, div, [1, 1, 0, 0, 0, 1, 0, 0, 0, 0]]);
    }
}
