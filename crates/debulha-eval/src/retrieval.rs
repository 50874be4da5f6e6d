//! Known-item retrieval and near-duplicates: what removing noise is worth to an index.
//!
//! Queries are titles and headings of pages; the page that a query was taken from is the only relevant one. Pages are ranked by
//! BM25 (robertson2009) over weighted term frequencies, so a term may count less where it is noise.

use debulha_compare::metrics::tokens::alphanumeric_words;
use debulha_core::features::hashing::hash_text;
use std::collections::{BTreeMap, BTreeSet};

/// Saturation of term frequencies (robertson2009: 1.2 to 2).
const K1: f64 = 1.2;

/// How far lengths are normalised (robertson2009: .5 to .8).
const B: f64 = 0.75;

/// Results that nDCG looks at.
const DEPTH: f64 = 10.0;

/// Words of a shingle. Longer than most phrases, shorter than most sentences (our decision).
const SHINGLE: usize = 5;

/// Frequency of each term of a page; a term may weigh more or less than its occurrences.
pub type TermWeights = BTreeMap<String, f64>;

/// The terms of a text: words in lower case. O(bytes).
pub fn terms(text: &str) -> impl Iterator<Item = String> {
    alphanumeric_words(text).map(str::to_lowercase)
}

/// Adds a text to the frequencies of a page, each occurrence with a weight. O(bytes · log terms).
pub fn add_text(page: &mut TermWeights, text: &str, weight: f64) {
    for term in terms(text) {
        *page.entry(term).or_default() += weight;
    }
}

/// An inverted index.
///
/// ```
/// use debulha_eval::retrieval::{SearchIndex, TermWeights, add_text};
///
/// let page = |text: &str| {
///     let mut page = TermWeights::new();
///     add_text(&mut page, text, 1.0);
///     page
/// };
/// let index = SearchIndex::new(&[page("Rye in autumn"), page("Oats in spring")]);
/// assert_eq!(index.rank("spring oats", 1), Some(1.0));
/// assert_eq!(index.rank("wheat", 1), None);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SearchIndex {
    /// Page and frequency, by term.
    postings: BTreeMap<String, Vec<(u32, f64)>>,
    lengths: Vec<f64>,
    mean_length: f64,
}

impl SearchIndex {
    /// Indexes pages. Terms of no weight are left out. O(terms of all pages).
    pub fn new(pages: &[TermWeights]) -> Self {
        let mut postings: BTreeMap<String, Vec<(u32, f64)>> = BTreeMap::new();
        let mut lengths = Vec::with_capacity(pages.len());
        for (page, terms) in (0..).zip(pages) {
            for (term, &weight) in terms.iter().filter(|(_, weight)| **weight > 0.0) {
                postings.entry(term.clone()).or_default().push((page, weight));
            }
            lengths.push(terms.values().filter(|weight| **weight > 0.0).sum());
        }
        let mean_length = lengths.iter().sum::<f64>() / pages.len().max(1) as f64;
        SearchIndex { postings, lengths, mean_length }
    }

    /// The BM25 score of each page. O(pages + postings of the query's terms).
    pub fn scores(&self, query: &str) -> Vec<f64> {
        let mut scores = vec![0.0; self.lengths.len()];
        let pages = self.lengths.len() as f64;
        for term in terms(query).collect::<BTreeSet<_>>() {
            let Some(postings) = self.postings.get(&term) else { continue };
            let with_term = postings.len() as f64;
            let idf = (1.0 + (pages - with_term + 0.5) / (with_term + 0.5)).ln();
            for &(page, weight) in postings {
                let length = self.lengths[page as usize] / self.mean_length;
                scores[page as usize] += idf * weight * (K1 + 1.0) / (weight + K1 * (1.0 - B + B * length));
            }
        }
        scores
    }

    /// The rank of a page, from 1; among equal scores the mean rank. `None` if the page has no term of the query.
    pub fn rank(&self, query: &str, page: usize) -> Option<f64> {
        let scores = self.scores(query);
        let own = scores.get(page).copied().filter(|&own| own > 0.0)?;
        let above = scores.iter().filter(|&&score| score > own).count();
        let equal = scores.iter().filter(|&&score| score == own).count();
        Some(above as f64 + f64::midpoint(equal as f64, 1.0))
    }

    /// Pairs of a term and a page that has it.
    pub fn postings(&self) -> usize {
        self.postings.values().map(Vec::len).sum()
    }

    /// Bytes of the index: each term once with a byte for its length, and of each posting the distance from the page before and the
    /// rounded frequency, in seven bits a byte.
    pub fn bytes(&self) -> usize {
        let variable = |number: u64| (number.max(1).ilog2() / 7 + 1) as usize;
        let list = |postings: &Vec<(u32, f64)>| {
            let mut before = 0;
            let sizes = postings.iter().map(|&(page, weight)| {
                let gap = page - std::mem::replace(&mut before, page);
                variable(u64::from(gap)) + variable(weight.round().max(1.0) as u64)
            });
            sizes.sum::<usize>()
        };
        self.postings.iter().map(|(term, postings)| term.len() + 1 + list(postings)).sum()
    }
}

/// A query with the one page that answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownItem {
    /// The query.
    pub query: String,
    /// Place of the page in the collection.
    pub page: usize,
}

/// The queries that have at least two terms and were taken from one page alone, in order, each once. O(bytes · log queries).
pub fn unambiguous(items: Vec<KnownItem>) -> Vec<KnownItem> {
    let key = |item: &KnownItem| terms(&item.query).collect::<Vec<_>>();
    let mut pages: BTreeMap<Vec<String>, BTreeSet<usize>> = BTreeMap::new();
    for item in &items {
        pages.entry(key(item)).or_default().insert(item.page);
    }
    let mut kept = Vec::new();
    for item in items {
        let key = key(&item);
        // Removed when it is kept, so that it is kept once.
        if key.len() >= 2 && pages.get(&key).is_some_and(|pages| pages.len() == 1) {
            pages.remove(&key);
            kept.push(item);
        }
    }
    kept
}

/// Reciprocal rank; 0 of what is not found. Its mean over queries is MRR.
pub fn reciprocal_rank(rank: Option<f64>) -> f64 {
    rank.map_or(0.0, |rank| 1.0 / rank)
}

/// nDCG of the first ten results with one relevant page.
pub fn ndcg(rank: Option<f64>) -> f64 {
    rank.filter(|&rank| rank <= DEPTH).map_or(0.0, |rank| 1.0 / (1.0 + rank).log2())
}

/// Pairs of texts whose shingles of five words have at least a Jaccard similarity, the first before the second (broder1997). Texts
/// of fewer words have none.
///
/// O(pairs that share a shingle, counted once per shingle).
pub fn near_duplicates(texts: &[String], min_similarity: f64) -> BTreeSet<(usize, usize)> {
    let mut pages_of: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let mut sizes = Vec::with_capacity(texts.len());
    for (page, text) in texts.iter().enumerate() {
        let words: Vec<String> = terms(text).collect();
        let shingles: BTreeSet<u64> =
            words.windows(SHINGLE).map(|words| hash_text(&words.join(" "))).collect();
        sizes.push(shingles.len());
        for shingle in shingles {
            pages_of.entry(shingle).or_default().push(page);
        }
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for pages in pages_of.values() {
        for (place, &first) in pages.iter().enumerate() {
            for &second in &pages[place + 1..] {
                *shared.entry((first, second)).or_default() += 1;
            }
        }
    }
    let is_alike = |&(&(first, second), &shared): &(&(usize, usize), &usize)| {
        shared as f64 >= min_similarity * (sizes[first] + sizes[second] - shared) as f64
    };
    shared.iter().filter(is_alike).map(|(&pair, _)| pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> TermWeights {
        let mut page = TermWeights::new();
        add_text(&mut page, text, 1.0);
        page
    }

    #[test]
    fn scores_are_those_of_bm25() {
        // Two pages of 2 and 4 terms: the mean is 3. "rye" is on one of two pages, twice.
        let index = SearchIndex::new(&[page("oats barley"), page("rye rye oats wheat")]);
        let idf = (1.0f64 + 1.5 / 1.5).ln();
        let expected = idf * 2.0 * 2.2 / (2.0 + 1.2 * (0.25 + 0.75 * 4.0 / 3.0));
        let scores = index.scores("Rye, rye");
        assert!((scores[1] - expected).abs() < 1e-12 && scores[0] == 0.0, "{scores:?}");
        // oats 1 + 2 × 2 bytes, and three terms of one page.
        assert_eq!((index.postings(), index.bytes()), (5, 5 + 4 + 7 + 2 + 4 + 2 + 6 + 2));
    }

    #[test]
    fn equal_scores_share_a_rank_and_weights_change_it() {
        let mut menu = page("rye");
        let same = SearchIndex::new(&[menu.clone(), page("rye"), page("oats")]);
        assert_eq!(
            (same.rank("rye", 0), same.rank("rye", 1), same.rank("rye", 2)),
            (Some(1.5), Some(1.5), None)
        );
        menu.clear();
        add_text(&mut menu, "rye", 0.1);
        add_text(&mut menu, "wheat", 0.0);
        let weighted = SearchIndex::new(&[menu, page("rye"), page("oats")]);
        assert_eq!((weighted.rank("rye", 1), weighted.postings()), (Some(1.0), 3));
    }

    #[test]
    fn measures_of_one_relevant_page() {
        assert_eq!([None, Some(1.0), Some(4.0)].map(reciprocal_rank), [0.0, 1.0, 0.25]);
        assert_eq!([None, Some(1.0), Some(3.0), Some(10.5)].map(ndcg), [0.0, 1.0, 0.5, 0.0]);
        assert!(ndcg(Some(10.0)) > 0.28);
    }

    #[test]
    fn queries_of_several_pages_and_of_one_word_are_dropped() {
        let item = |query: &str, page| KnownItem { query: query.to_owned(), page };
        let items = vec![
            item("See also", 0),
            item("see  Also!", 1),
            item("Rye", 0),
            item("Winter rye", 1),
            item("winter rye", 1),
        ];
        assert_eq!(unambiguous(items), [item("Winter rye", 1)]);
    }

    #[test]
    fn near_duplicates_share_most_shingles() {
        let text =
            |words: std::ops::Range<u32>| words.map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ");
        // 96 shingles each, of which 86 are shared: .811 of 106.
        let texts = [text(0..100), text(10..110), text(500..600), "a b c d".to_owned(), "a b c d".to_owned()];
        assert_eq!(near_duplicates(&texts, 0.8), BTreeSet::from([(0, 1)]));
        assert!(near_duplicates(&texts, 0.82).is_empty());
    }
}
