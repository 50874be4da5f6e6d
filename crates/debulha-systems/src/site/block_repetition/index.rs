//! Finds the blocks of pages that are similar to a block without comparing it with all of them.

use crate::site::block_repetition::blocks::{PageBlocks, RepetitionBlock, comment_tag};
use crate::site::block_repetition::similarity::{BlockComparison, Reach};
use debulha_core::features::hashing::then;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The number that stands for the count of a block's terms among the features of a vector.
const TERM_COUNT: u64 = 0x7465_726d_735f_696e;
/// What the numbers of tags are followed by among the features of a vector, which terms are as well.
const TAG: u64 = 0x7461_675f_636f_756e;
/// Share by which a bound is lowered before it drops a block: rounding must not.
const SLACK: f64 = 1e-9;

/// Tags and classes of blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlockShape {
    /// Elements and comments in document order.
    pub(crate) tags: Vec<u64>,
    /// Their depths.
    pub(crate) depths: Vec<u16>,
    /// Class names in order, each once.
    pub(crate) classes: Vec<u64>,
}

/// Blocks that cannot be told apart by their similarity to others.
#[derive(Debug, Clone)]
pub(crate) struct BlockSignature {
    /// Features with their counts, in order of their numbers.
    pub(crate) vector: Vec<(u64, u32)>,
    /// The squared length of the vector.
    pub(crate) norm: u64,
    /// Place among the shapes.
    pub(crate) shape: u32,
    /// Occurrences of terms where they count beside the tags; else 0.
    pub(crate) term_count: u32,
    /// The text where it is compared.
    pub(crate) text: Box<[char]>,
    /// Pages that have such a block, each once, in order.
    pub(crate) pages: Vec<u32>,
    /// Such blocks, on all pages.
    pub(crate) blocks: u32,
}

/// Which vectors blocks have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vectors {
    /// A one for each term. With `term_count`, occurrences of terms count beside the tags.
    Terms { term_count: bool },
    /// The counts of tags as well, and of occurrences of terms if told so.
    TagsAndTerms { term_count: bool },
}

/// Blocks of pages, by their features.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) shapes: Vec<BlockShape>,
    pub(crate) kinds: Vec<BlockSignature>,
    /// The kinds that have a feature, with its count, and the largest count.
    postings: FxHashMap<u64, Postings>,
    /// The kind of each block, in the order in which pages and blocks were given.
    pub(crate) kind_of_block: Vec<u32>,
}

#[derive(Debug, Default)]
struct Postings {
    kinds: Vec<(u32, u32)>,
    most: u32,
}

/// What makes blocks one kind: a hash of the features, shape and number of terms where they count, and the text.
type KindKey = (u64, [u32; 2], Box<[char]>);

impl Index {
    /// The blocks of pages, numbered in their order. O(blocks' features, tags and text), expected.
    pub(crate) fn new<'p>(pages: impl IntoIterator<Item = &'p PageBlocks>, vectors: Vectors) -> Self {
        let mut index = Index {
            shapes: Vec::new(),
            kinds: Vec::new(),
            postings: FxHashMap::default(),
            kind_of_block: Vec::new(),
        };
        let (mut shapes, mut kinds) = (FxHashMap::default(), FxHashMap::default());
        for (number, page) in pages.into_iter().enumerate() {
            let of_page: Vec<u32> = page
                .shapes
                .iter()
                .map(|shape| {
                    let shape = BlockShape {
                        tags: shape
                            .tags
                            .iter()
                            .filter_map(|&(tag, _)| page.tags.get(tag as usize).copied())
                            .collect(),
                        depths: shape.tags.iter().map(|&(_, depth)| depth).collect(),
                        classes: looked_up(&page.classes, &shape.classes),
                    };
                    index.place_of_shape(shape, &mut shapes)
                })
                .collect();
            for block in &page.blocks {
                let shape = of_page.get(block.shape as usize).copied().unwrap_or_default();
                index.add(number as u32, page, block, shape, vectors, &mut kinds);
            }
        }
        index.post();
        index
    }

    fn place_of_shape(&mut self, shape: BlockShape, known: &mut FxHashMap<u64, u32>) -> u32 {
        let of =
            |numbers: &[u64]| numbers.iter().fold(numbers.len() as u64, |hash, &number| then(hash, number));
        let depths = shape.depths.iter().fold(0, |hash, &depth| then(hash, u64::from(depth)));
        let number = then(then(of(&shape.tags), of(&shape.classes)), depths);
        let next = self.shapes.len() as u32;
        let place = *known.entry(number).or_insert(next);
        if place == next {
            self.shapes.push(shape);
        }
        place
    }

    fn add(
        &mut self,
        number: u32,
        page: &PageBlocks,
        block: &RepetitionBlock,
        shape: u32,
        vectors: Vectors,
        known: &mut FxHashMap<KindKey, u32>,
    ) {
        let mut vector: Vec<(u64, u32)> =
            looked_up(&page.terms, &block.terms).into_iter().map(|term| (term, 1)).collect();
        if let Vectors::TagsAndTerms { term_count } = vectors {
            let counts = self.shapes.get(shape as usize).map(BlockShape::counts).unwrap_or_default();
            vector.extend(counts.into_iter().map(|(tag, count)| (then(TAG, tag), count)));
            vector.extend((term_count && block.term_count > 0).then_some((TERM_COUNT, block.term_count)));
            vector.sort_unstable();
        }
        let features =
            vector.iter().fold(0, |hash, &(feature, count)| then(then(hash, feature), u64::from(count)));
        // What does not count in the similarity does not tell kinds apart.
        let [shape, term_count] = match vectors {
            Vectors::Terms { term_count } => [shape, if term_count { block.term_count } else { 0 }],
            Vectors::TagsAndTerms { .. } => [0, 0],
        };
        let text: Box<[char]> = block.text.chars().collect();
        let place = match known.entry((features, [shape, term_count], text.clone())) {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(vacant) => {
                let norm = dot(&vector, &vector);
                let pages = Vec::new();
                self.kinds.push(BlockSignature { vector, norm, shape, term_count, text, pages, blocks: 0 });
                *vacant.insert(self.kinds.len() as u32 - 1)
            }
        };
        self.kind_of_block.push(place);
        let kind = &mut self.kinds[place as usize];
        kind.blocks += 1;
        if kind.pages.last() != Some(&number) {
            kind.pages.push(number);
        }
    }

    fn post(&mut self) {
        for (number, kind) in self.kinds.iter().enumerate() {
            for &(feature, count) in &kind.vector {
                let postings = self.postings.entry(feature).or_default();
                postings.kinds.push((number as u32, count));
                postings.most = postings.most.max(count);
            }
        }
    }

    /// Calls `found` with each kind that is similar to a block, and its place, as long as it says to go on. The order
    /// depends on nothing but the pages.
    ///
    /// The block's rare features lead to candidates (prefix filtering: a block that shares none of them is not
    /// similar), of which those are compared whose frequent features may still make up for what they lack.
    /// O(postings of the rare features + features, tags or text of what is compared).
    pub(crate) fn for_each_similar(
        &self,
        block: &BlockSignature,
        comparison: &mut BlockComparison<'_>,
        mut found: impl FnMut(usize, &BlockSignature) -> bool,
    ) {
        match comparison.measure.reach() {
            Reach::Nothing => {}
            Reach::Everything => {
                for (place, kind) in self.kinds.iter().enumerate() {
                    if !comparison.spend(block.vector.len() + kind.vector.len()) {
                        return;
                    }
                    if comparison.are_similar(block, kind, dot(&block.vector, &kind.vector))
                        && !found(place, kind)
                    {
                        return;
                    }
                }
            }
            Reach::Cosine(least) => self.by_features(block, least, comparison, found),
        }
    }

    fn by_features(
        &self,
        block: &BlockSignature,
        least: f64,
        comparison: &mut BlockComparison<'_>,
        mut found: impl FnMut(usize, &BlockSignature) -> bool,
    ) {
        let least_squared = least * least * (1.0 - SLACK);
        let none = Postings::default();
        let mut features: Vec<(&Postings, u64, u32)> = block
            .vector
            .iter()
            .map(|&(feature, count)| (self.postings.get(&feature).unwrap_or(&none), feature, count))
            .collect();
        features.sort_unstable_by_key(|&(postings, feature, _)| (postings.kinds.len(), feature));
        // The frequent features that cannot make a block similar by themselves, and the most that they can add.
        let (mut frequent, mut squares, mut most) = (0, 0, 0);
        for &(postings, _, count) in features.iter().rev() {
            squares += u64::from(count).pow(2);
            if squares as f64 > least_squared * block.norm as f64 {
                break;
            }
            frequent += 1;
            most += u64::from(count) * u64::from(postings.most);
        }
        let rare = &features[..features.len() - frequent];
        if !comparison
            .spend(rare.iter().map(|(postings, ..)| postings.kinds.len()).sum::<usize>() + rare.len())
        {
            return;
        }
        let mut sums = std::mem::take(&mut comparison.sums);
        let mut touched = std::mem::take(&mut comparison.touched);
        sums.resize(self.kinds.len(), 0);
        for &(postings, _, count) in rare {
            for &(kind, other) in &postings.kinds {
                let sum = &mut sums[kind as usize];
                if *sum == 0 {
                    touched.push(kind);
                }
                *sum += u64::from(count) * u64::from(other);
            }
        }
        let mut goes_on = true;
        for kind_place in touched.drain(..) {
            let sum = std::mem::take(&mut sums[kind_place as usize]);
            let kind = &self.kinds[kind_place as usize];
            let bound = (sum + most) as f64;
            let needed = least_squared * block.norm as f64 * kind.norm as f64;
            if !goes_on || bound * bound < needed {
                continue;
            }
            goes_on = comparison.spend(block.vector.len() + kind.vector.len());
            let product = if frequent == 0 { sum } else { dot(&block.vector, &kind.vector) };
            if goes_on && comparison.are_similar(block, kind, product) {
                goes_on = found(kind_place as usize, kind);
            }
        }
        (comparison.sums, comparison.touched) = (sums, touched);
    }
}

impl BlockShape {
    /// The elements with their depths.
    pub(crate) fn elements(&self) -> impl Iterator<Item = (u16, u64)> + '_ {
        let comment = comment_tag();
        let nodes = self.depths.iter().copied().zip(self.tags.iter().copied());
        nodes.filter(move |&(_, tag)| tag != comment)
    }
}

/// The numbers at some places of a list, in order.
fn looked_up(list: &[u64], places: &[u32]) -> Vec<u64> {
    let mut found: Vec<u64> = places.iter().filter_map(|&place| list.get(place as usize).copied()).collect();
    found.sort_unstable();
    found
}

/// The dot product of two vectors in order of their features. O(features).
pub(crate) fn dot(a: &[(u64, u32)], b: &[(u64, u32)]) -> u64 {
    let mut others = b.iter().peekable();
    let mut sum = 0;
    for &(feature, count) in a {
        while others.next_if(|other| other.0 < feature).is_some() {}
        if let Some(other) = others.next_if(|other| other.0 == feature) {
            sum += u64::from(count) * u64::from(other.1);
        }
    }
    sum
}
