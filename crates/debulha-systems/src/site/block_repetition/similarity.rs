//! When two blocks are similar.

use crate::features::sequence_matching::SequenceMatcher;
use crate::site::block_repetition::index::{BlockShape, BlockSignature, Vectors, dot};
use debulha_core::choices;
use debulha_core::features::hashing::hash_text;
use debulha_core::features::similarity::LcsPattern;
use rustc_hash::FxHashMap;

choices! {
    /// How alike the tags of two blocks are.
    pub enum TagSimilarity {
        /// Runs that their sequences share (Ratcliff and Obershelp). Sequences begin with `html, body` and hold comments.
        Sequence,
        /// Insertions and deletions that lead from one sequence to the other, by their lengths.
        Indel,
        /// Cosine of the counts of their elements and of their words: occurrences of terms.
        Cosine,
        /// Elements that are the same at the same place of the same depth (adapted from Griazev by fernandes2021).
        Griazev,
    }
}

choices! {
    /// How alike the texts of two blocks are.
    pub enum TextSimilarity {
        /// Cosine of the sets of their terms.
        Cosine,
        /// Characters inserted, removed and replaced, by the longer text.
        Levenshtein,
        /// The same, where two characters that change places count once.
        DamerauLevenshtein,
        /// Places with another character, and what the longer text has more, by the longer text.
        Hamming,
        /// The similarity of Jaro and Winkler.
        JaroWinkler,
        /// One, less that similarity by the longer text's characters: what explains that fernandes2021 got no output.
        JaroWinklerAsD3,
    }
}

/// Which blocks may be similar to a block.
pub(crate) enum Reach {
    /// None.
    Nothing,
    /// Those whose vectors have a larger cosine with its own, or share a feature where this is 0.
    Cosine(f64),
    /// Any.
    Everything,
}

/// When two blocks are similar.
#[derive(Debug, Clone)]
pub(crate) enum BlockSimilarity {
    /// By tags, classes and text apart.
    Parts(PartSimilarity),
    /// By the cosine of one vector of counts.
    Vector { epsilon: f64, term_count: bool },
}

/// A similarity of parts.
#[derive(Debug, Clone)]
pub(crate) struct PartSimilarity {
    pub(crate) structure: TagSimilarity,
    pub(crate) content: TextSimilarity,
    pub(crate) structure_importance: f64,
    pub(crate) content_importance: f64,
    /// Share of the tags beside the classes.
    pub(crate) tag_weight: f64,
    pub(crate) autojunk: bool,
    /// Score of two elements that differ, and of one without a counterpart.
    pub(crate) griazev_scores: [f64; 2],
    pub(crate) epsilon: f64,
}

impl BlockSimilarity {
    pub(crate) fn vectors(&self) -> Vectors {
        match self {
            BlockSimilarity::Parts(parts) => {
                Vectors::Terms { term_count: parts.structure == TagSimilarity::Cosine }
            }
            &BlockSimilarity::Vector { term_count, .. } => Vectors::TagsAndTerms { term_count },
        }
    }

    /// What follows for texts from the tags counting at most in full.
    pub(crate) fn reach(&self) -> Reach {
        let least = match self {
            BlockSimilarity::Vector { epsilon, .. } => *epsilon,
            BlockSimilarity::Parts(parts) if parts.structure_importance > parts.epsilon => {
                return Reach::Everything;
            }
            BlockSimilarity::Parts(parts)
                if parts.structure_importance + parts.content_importance <= parts.epsilon =>
            {
                return Reach::Nothing;
            }
            BlockSimilarity::Parts(parts) if parts.content != TextSimilarity::Cosine => {
                return Reach::Everything;
            }
            BlockSimilarity::Parts(parts) => {
                (parts.epsilon - parts.structure_importance) / parts.content_importance
            }
        };
        Reach::Cosine(least)
    }
}

/// Compares blocks of one index with those of another, and remembers what it needs again.
pub(crate) struct BlockComparison<'s> {
    pub(crate) measure: &'s BlockSimilarity,
    shapes: [&'s [BlockShape]; 2],
    /// The similarity of tags and classes of pairs of shapes with their numbers of terms.
    known: FxHashMap<[[u32; 2]; 2], f64>,
    /// Buffers of the index: a sum a kind, zero between calls, and the kinds that have one.
    pub(crate) sums: Vec<u64>,
    pub(crate) touched: Vec<u32>,
    steps_left: u64,
    /// Whether comparisons were left out.
    pub(crate) is_cut: bool,
}

impl<'s> BlockComparison<'s> {
    pub(crate) fn new(
        measure: &'s BlockSimilarity,
        own: &'s [BlockShape],
        others: &'s [BlockShape],
        max_steps: u64,
    ) -> Self {
        BlockComparison {
            measure,
            shapes: [own, others],
            known: FxHashMap::default(),
            sums: Vec::new(),
            touched: Vec::new(),
            steps_left: max_steps,
            is_cut: false,
        }
    }

    /// Takes steps off what is left of them; false where there are too few.
    pub(crate) fn spend(&mut self, steps: usize) -> bool {
        self.is_cut |= steps as u64 > self.steps_left;
        self.steps_left = self.steps_left.saturating_sub(steps as u64);
        !self.is_cut
    }

    /// Whether two blocks are similar whose vectors have this product.
    pub(crate) fn are_similar(
        &mut self,
        block: &BlockSignature,
        other: &BlockSignature,
        product: u64,
    ) -> bool {
        let cosine = cosine(product, block.norm, other.norm);
        let parts = match self.measure {
            BlockSimilarity::Vector { epsilon, .. } => return cosine > *epsilon,
            BlockSimilarity::Parts(parts) => parts,
        };
        let is_enough = |shape: f64, content: f64| {
            parts.structure_importance * shape + parts.content_importance * content > parts.epsilon
        };
        if parts.content == TextSimilarity::Cosine {
            // Similarities grow with each part also when rounded, so bounds decide exactly.
            return is_enough(1.0, cosine)
                && (is_enough(0.0, cosine) || is_enough(self.shape(block, other), cosine));
        }
        let shape = self.shape(block, other);
        is_enough(shape, parts.content.at_most(&block.text, &other.text))
            && self.spend(parts.content.steps(&block.text, &other.text))
            && is_enough(shape, parts.content.of(&block.text, &other.text))
    }

    /// The similarity of tags and classes (SSim).
    fn shape(&mut self, block: &BlockSignature, other: &BlockSignature) -> f64 {
        let BlockSimilarity::Parts(parts) = self.measure else { return 0.0 };
        let pair = [block, other].map(|kind| [kind.shape, kind.term_count]);
        if let Some(&known) = self.known.get(&pair) {
            return known;
        }
        let [Some(own), Some(others)] =
            [self.shapes[0].get(block.shape as usize), self.shapes[1].get(other.shape as usize)]
        else {
            return 0.0;
        };
        let (structure, steps) = parts.structure(own, others, [block.term_count, other.term_count]);
        self.spend(steps as usize + own.classes.len() + others.classes.len());
        let similarity =
            parts.tag_weight * structure + (1.0 - parts.tag_weight) * jaccard(&own.classes, &others.classes);
        self.known.insert(pair, similarity);
        similarity
    }
}

impl PartSimilarity {
    /// The similarity of two blocks' tags, and the steps that it took.
    fn structure(&self, own: &BlockShape, other: &BlockShape, term_counts: [u32; 2]) -> (f64, u64) {
        let elements = own.tags.len() + other.tags.len();
        match self.structure {
            TagSimilarity::Sequence => {
                let (own, other) = (own.sequence(), other.sequence());
                let mut matcher = SequenceMatcher::new(&other, self.autojunk);
                let ratio = matcher.ratio(&own);
                (ratio, matcher.steps() + elements as u64)
            }
            TagSimilarity::Indel => {
                (indel(&own.sequence(), &other.sequence()), (own.tags.len() * other.tags.len()) as u64)
            }
            TagSimilarity::Cosine => (count_cosine(own, other, term_counts), elements as u64),
            TagSimilarity::Griazev => (griazev(own, other, self.griazev_scores), elements as u64),
        }
    }
}

impl BlockShape {
    /// The tags as of a document that holds the block alone.
    fn sequence(&self) -> Vec<u64> {
        let [html, body] = [hash_text("html"), hash_text("body")];
        let implied = if self.tags.first() == Some(&body) { vec![html] } else { vec![html, body] };
        [implied, self.tags.clone()].concat()
    }

    /// The elements, in order of their numbers, with how many there are of each.
    pub(crate) fn counts(&self) -> Vec<(u64, u32)> {
        let mut tags: Vec<u64> = self.elements().map(|(_, tag)| tag).collect();
        tags.sort_unstable();
        tags.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
    }
}

/// 0 where either vector is empty.
fn cosine(product: u64, norm: u64, other_norm: u64) -> f64 {
    if norm == 0 || other_norm == 0 { 0.0 } else { product as f64 / (norm as f64 * other_norm as f64).sqrt() }
}

/// Numbers that two sorted lists share by all of theirs; 1 where both are empty.
fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    let shared = a.iter().filter(|number| b.binary_search(number).is_ok()).count();
    shared as f64 / (a.len() + b.len() - shared) as f64
}

/// Twice the longest common subsequence by both lengths.
fn indel(own: &[u64], other: &[u64]) -> f64 {
    let mut numbers = [own, other].concat();
    numbers.sort_unstable();
    numbers.dedup();
    let symbols = |sequence: &[u64]| -> Vec<u32> {
        sequence.iter().map(|tag| numbers.partition_point(|number| number < tag) as u32).collect()
    };
    let common = LcsPattern::new(&symbols(own)).length_with(&symbols(other), &mut Vec::new());
    2.0 * common as f64 / (own.len() + other.len()) as f64
}

/// Cosine of the counts of elements and of terms; 1 where neither has any.
fn count_cosine(own: &BlockShape, other: &BlockShape, [own_terms, other_terms]: [u32; 2]) -> f64 {
    let (own, other) = (own.counts(), other.counts());
    let product = |a: &[(u64, u32)], b: &[(u64, u32)], terms: [u32; 2]| {
        dot(a, b) + u64::from(terms[0]) * u64::from(terms[1])
    };
    let norms = [product(&own, &own, [own_terms; 2]), product(&other, &other, [other_terms; 2])];
    if norms == [0, 0] {
        return 1.0;
    }
    cosine(product(&own, &other, [own_terms, other_terms]), norms[0], norms[1])
}

/// The mean score of the places of the larger of two trees: 1 where the other one has the same element at the same
/// place among the elements of the same depth; 1 where both are empty.
fn griazev(own: &BlockShape, other: &BlockShape, [modified, unmatched]: [f64; 2]) -> f64 {
    let levels = |shape: &BlockShape| {
        let mut elements: Vec<(u16, u64)> = shape.elements().collect();
        elements.sort_by_key(|&(depth, _)| depth);
        elements
    };
    let (own, other) = (levels(own), levels(other));
    let (larger, smaller) = if own.len() < other.len() { (&other, &own) } else { (&own, &other) };
    if larger.is_empty() {
        return 1.0;
    }
    let mut score = 0.0;
    let mut of_smaller = smaller.chunk_by(|a, b| a.0 == b.0).peekable();
    for level in larger.chunk_by(|a, b| a.0 == b.0) {
        while of_smaller.next_if(|other| other[0].0 < level[0].0).is_some() {}
        let counterpart = of_smaller.next_if(|other| other[0].0 == level[0].0).unwrap_or_default();
        for (place, element) in level.iter().enumerate() {
            score += match counterpart.get(place) {
                Some(other) if other == element => 1.0,
                Some(_) => modified,
                None => unmatched,
            };
        }
    }
    score / larger.len() as f64
}

impl TextSimilarity {
    /// The similarity of two texts by their characters; 1 where both are empty. O(product of their lengths).
    pub(crate) fn of(self, a: &[char], b: &[char]) -> f64 {
        let longer = a.len().max(b.len());
        if longer == 0 {
            return 1.0;
        }
        let jaro_winkler = || strsim::generic_jaro_winkler(&CharSequence(a), &CharSequence(b));
        let distance = match self {
            TextSimilarity::Cosine => return 0.0,
            TextSimilarity::JaroWinkler => return jaro_winkler(),
            TextSimilarity::JaroWinklerAsD3 => jaro_winkler(),
            TextSimilarity::Levenshtein => {
                strsim::generic_levenshtein(&CharSequence(a), &CharSequence(b)) as f64
            }
            TextSimilarity::DamerauLevenshtein => strsim::generic_damerau_levenshtein(a, b) as f64,
            TextSimilarity::Hamming => {
                let differ = a.iter().zip(b).filter(|(a, b)| a != b).count();
                (differ + a.len().abs_diff(b.len())) as f64
            }
        };
        1.0 - distance / longer as f64
    }

    /// The steps that the similarity takes.
    fn steps(self, a: &[char], b: &[char]) -> usize {
        match self {
            TextSimilarity::Hamming => a.len().max(b.len()),
            _ => a.len() * b.len(),
        }
    }

    /// What the similarity cannot be above: a distance is at least the difference of the lengths.
    fn at_most(self, a: &[char], b: &[char]) -> f64 {
        match self {
            TextSimilarity::Levenshtein | TextSimilarity::DamerauLevenshtein | TextSimilarity::Hamming
                if !(a.is_empty() && b.is_empty()) =>
            {
                1.0 - a.len().abs_diff(b.len()) as f64 / a.len().max(b.len()) as f64
            }
            _ => 1.0,
        }
    }
}

/// Characters as strsim's functions over any sequence want them.
struct CharSequence<'c>(&'c [char]);

impl<'c> IntoIterator for &CharSequence<'c> {
    type Item = char;
    type IntoIter = std::iter::Copied<std::slice::Iter<'c, char>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::site::block_repetition::blocks::PageBlocks;
    use crate::site::block_repetition::index::Index;
    use crate::site::x_cex::{XCex, XCexParams};
    use debulha_core::features::stop_words::StopWords;
    use debulha_core::page::Page;
    use debulha_core::site::SiteMethod;
    use debulha_dom::{Limits, parse};

    /// The one block of each page.
    fn index(pages: &[&str]) -> Index {
        let params = XCexParams { stop_words: StopWords::None, ..XCexParams::default() };
        let method = XCex { params };
        let records: Vec<PageBlocks> = pages
            .iter()
            .map(|html| method.observe(&Page::new(&parse(html, &Limits::default()).document)))
            .collect();
        Index::new(&records, Vectors::Terms { term_count: true })
    }

    fn parts(structure: TagSimilarity, content: TextSimilarity) -> PartSimilarity {
        PartSimilarity {
            structure,
            content,
            structure_importance: 0.3,
            content_importance: 0.7,
            tag_weight: 0.5,
            autojunk: true,
            griazev_scores: [0.225, 0.0],
            epsilon: 0.5,
        }
    }

    fn is_near(number: f64, expected: f64) -> bool {
        (number - expected).abs() < 5e-5
    }

    fn by_characters(content: TextSimilarity, a: &str, b: &str) -> f64 {
        let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
        assert!(content.at_most(&a, &b) >= content.of(&a, &b));
        content.of(&a, &b)
    }

    #[test]
    fn spec_04_t1_similarity_of_two_blocks() {
        let index = index(&[
            "<p class=lead>benfica vence porto jogo grande</p>",
            "<p class='lead big'>porto vence <b>sporting</b> jogo fora</p>",
        ]);
        let [x, y] = [&index.kinds[0], &index.kinds[1]];
        let [of_x, of_y] = [x, y].map(|kind| &index.shapes[kind.shape as usize]);
        let parts = parts(TagSimilarity::Sequence, TextSimilarity::Cosine);
        let structure = parts.structure(of_x, of_y, [5, 5]).0;
        let style = jaccard(&of_x.classes, &of_y.classes);
        let product = dot(&x.vector, &y.vector);
        let content = cosine(product, x.norm, y.norm);
        assert!(is_near(structure, 0.8571) && style == 0.5 && is_near(0.5 * structure + 0.5 * style, 0.6786));
        assert_eq!((x.vector.len(), y.vector.len(), product), (5, 5, 3));
        assert!(is_near(content, 0.6));
        assert!(is_near(0.3 * 0.5 * (structure + style) + 0.7 * content, 0.6236));
        let mut measure = BlockSimilarity::Parts(parts);
        let mut are_similar = |epsilon: f64| {
            if let BlockSimilarity::Parts(parts) = &mut measure {
                parts.epsilon = epsilon;
            }
            BlockComparison::new(&measure, &index.shapes, &index.shapes, 1_000).are_similar(x, y, product)
        };
        assert!(are_similar(0.5) && are_similar(0.6235) && !are_similar(0.6237));
    }

    #[test]
    fn spec_04_t2_similarity_by_characters() {
        for content in [TextSimilarity::Levenshtein, TextSimilarity::Hamming] {
            assert!(is_near(by_characters(content, "kitten", "sitting"), 0.5714));
        }
        assert!(is_near(by_characters(TextSimilarity::DamerauLevenshtein, "ca", "abc"), 1.0 / 3.0));
        assert_eq!(by_characters(TextSimilarity::Levenshtein, "", ""), 1.0);
        assert!(is_near(by_characters(TextSimilarity::JaroWinkler, "martha", "marhta"), 0.9611));
        let long = ["rye and oats", "wheat of may"];
        assert!(
            by_characters(TextSimilarity::JaroWinklerAsD3, long[0], long[1]) > 0.9,
            "almost all are similar"
        );
    }

    #[test]
    fn structures_differ_in_what_counts() {
        let index = index(&[
            "<p>a <b>b</b><i>c</i>",
            "<p>a <i>c</i>",
            "<p>a <b>d</b><b>b</b><!-- x -->",
            "<p>rye oats rye<i>2",
        ]);
        let of = |structure: TagSimilarity, x: usize, y: usize| {
            let shape = |kind: usize| &index.shapes[index.kinds[kind].shape as usize];
            let terms = [x, y].map(|kind| index.kinds[kind].term_count);
            parts(structure, TextSimilarity::Cosine).structure(shape(x), shape(y), terms).0
        };
        // Elements p b i, p i, and p b b with a comment; html and body are before each in sequences.
        assert!(is_near(of(TagSimilarity::Sequence, 0, 1), 8.0 / 9.0));
        assert!(is_near(of(TagSimilarity::Indel, 0, 2), 8.0 / 11.0));
        // Single letters are no terms.
        assert!(is_near(of(TagSimilarity::Cosine, 0, 1), 2.0 / 6.0_f64.sqrt()));
        assert!(
            is_near(of(TagSimilarity::Cosine, 1, 3), 2.0 / (2.0_f64 * 11.0).sqrt()),
            "p, i, and 0 and 3 words"
        );
        assert!(is_near(of(TagSimilarity::Griazev, 0, 1), 1.225 / 3.0), "b and i stand at the same place");
        assert!(is_near(of(TagSimilarity::Griazev, 2, 0), 2.225 / 3.0));
    }

    #[test]
    fn bounds_follow_from_the_importances() {
        let reach = |structure_importance: f64, content_importance: f64, content| {
            let parts = PartSimilarity {
                structure_importance,
                content_importance,
                ..parts(TagSimilarity::Sequence, content)
            };
            match BlockSimilarity::Parts(parts).reach() {
                Reach::Nothing => -1.0,
                Reach::Cosine(least) => least,
                Reach::Everything => 2.0,
            }
        };
        assert!(is_near(reach(0.3, 0.7, TextSimilarity::Cosine), 0.2857));
        assert_eq!(reach(0.5, 0.5, TextSimilarity::Cosine), 0.0);
        assert_eq!(reach(0.6, 0.4, TextSimilarity::Cosine), 2.0);
        assert_eq!(reach(0.2, 0.3, TextSimilarity::Cosine), -1.0);
        assert_eq!(reach(0.3, 0.7, TextSimilarity::Hamming), 2.0);
    }

    #[test]
    fn steps_are_bounded() {
        let index = index(&["<p>rye oats", "<p>rye oats", "<p>rye wheat"]);
        let measure = BlockSimilarity::Parts(parts(TagSimilarity::Sequence, TextSimilarity::Cosine));
        let found = |max_steps: u64| {
            let mut comparison = BlockComparison::new(&measure, &index.shapes, &index.shapes, max_steps);
            let mut found = 0;
            index.for_each_similar(&index.kinds[0], &mut comparison, |_, _| {
                found += 1;
                true
            });
            (found, comparison.is_cut)
        };
        assert_eq!((found(1_000), found(4)), ((2, false), (0, true)));
    }
}
