//! Records: what repeats on a page, such as search results, entries of a list, posts.
//!
//! A record is a run of siblings with all below them. What makes records is a *key*: a tag path that occurs once in
//! each, such as that of their titles. Every tag path that returns is tried as the key (after miao2009, who cluster
//! such paths):
//!
//! 1. **Lift.** Each occurrence of the key rises to the highest element that holds no other occurrence.
//! 2. **Cut.** A record begins with a lifted element and runs up to the next one under the same parent: one element, or
//!    several, as where a record is two rows of a table, or a `dt` with its `dd` (the generalised nodes of liu2003, of
//!    any length). Siblings that stand before every lifted element alike go with it, and the last record goes on as
//!    long as the ones before it do. Where the key is a `br` or `hr`, records end with it instead.
//! 3. **Join.** Runs under several parents are one region if their records are alike, so records in cells of rows, or
//!    in lists under headings, are found together.
//! 4. **Score.** Characters in records, times how alike neighbours are (their tag paths, and how many siblings they
//!    have) to the power of `regularity`, times 1 − 1/records, and less where records are shorter than `full_record`
//!    characters, as those of menus are.
//! 5. **Choose.** The best region is the main one. Of keys that give as many records, nearly as well, the one counts
//!    whose records begin first. Then records are dropped that are unlike the typical one, such as a header row.
//!
//! Records whose fields lie apart, such as a row of names above a row of prices, are not found; nor are those that only
//! line breaks inside one text part.

mod candidates;
mod clues;
mod cut;
mod fields;
mod keys;
mod profile;
mod table;
pub mod wrapper;

use crate::features::tag_path_sequence::{SegmentOptions, segment};
use crate::features::tag_paths::TagPaths;
use crate::outcome::Labels;
use crate::page::Page;
use crate::{choices, params};
pub use candidates::{Candidate, agree};
use clues::Clues;
use cut::Cutter;
use debulha_dom::{Document, NodeId, names};
pub use fields::{Field, fields};
use keys::Keys;
use profile::Profiles;
use std::ops::Range;
pub use table::{PLACE_COLUMNS, PageRecords, RecordRow, RecordTable};

/// Splits of the tag path sequence at most, as in the system `tps`.
const MAX_SPLITS: u32 = 64;

/// Likeness of neighbours is measured at so many places of a region, spread evenly; bounds the work of a key.
const MEASURED_PAIRS: usize = 16;

choices! {
    /// Where records are looked for.
    pub enum Scope {
        /// In the whole body.
        Page,
        /// In the region that tag path sequence segmentation leaves (velloso2013).
        Tps,
    }
}

params! {
    /// Parameters of the search for records. All numbers are our decisions.
    pub struct RecordParams {
        /// Where records are looked for.
        pub region: Scope = Scope::Page;
        /// Regions at most, best first. With 1, keys that cannot be best are not tried, which is faster.
        pub max_regions: u32 = 1, range: 1..=10_000;
        /// Fewer records make no region.
        pub min_records: u32 = 2, range: 2..=10_000;
        /// Keys tried at most, those with most text between their first and last place first; bounds the work.
        pub max_keys: u32 = 64, range: 1..=100_000;
        /// Nodes of a record from this one on are not compared; bounds the work.
        pub max_nodes: u32 = 256, range: 1..=100_000;
        /// Occurrences of a path in a record beyond this number are not compared: lists inside records differ in length.
        pub max_count: u32 = 2, range: 1..=1_000;
        /// Runs under different parents are one region if their middle records are so alike (0 to 1).
        pub min_similarity: f64 = 0.5, range: 0.0..=1.0;
        /// Weight of the number of siblings, against tag paths, in the likeness of records.
        pub sibling_weight: f64 = 0.2, range: 0.0..=1.0;
        /// Exponent of the mean likeness of neighbours in the score.
        pub regularity: f64 = 1.5, range: 0.0..=16.0;
        /// Mean characters of a record below which a region counts less, in proportion: items of menus are shorter.
        pub full_record: f64 = 30.0, range: 1.0..=10_000.0;
        /// Characters of a record that count in the score, by those of the median record: what is larger is no record.
        pub max_record: f64 = 4.0, range: 1.0..=1_000.0;
        /// Weight of the share of records that hold a word of the query, where the query is known: answers repeat it.
        pub query_weight: f64 = 1.0, range: 0.0..=16.0;
        /// Weight of the share of the records' text that a system keeps, where one is asked.
        pub kept_weight: f64 = 1.0, range: 0.0..=16.0;
        /// Share of the best score that makes a key with earlier records as good.
        pub tie: f64 = 0.85, range: 0.0..=1.0;
        /// Records less like the typical one than this share of the mean are dropped.
        pub cutoff: f64 = 0.5, range: 0.0..=1.0;
    }
}

/// A record: a run of siblings with all below them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The ids of its nodes, consecutive in document order; the first is its first sibling.
    pub nodes: Range<u32>,
}

impl Record {
    /// The first of its siblings.
    pub fn first(&self) -> NodeId {
        NodeId(self.nodes.start)
    }

    /// From the first to the last byte of the source that a sibling of the record was made from; `None` where the
    /// parser implied them all. O(siblings).
    pub fn source_range(&self, doc: &Document) -> Option<Range<usize>> {
        let next =
            |&node: &NodeId| Some(NodeId(doc.subtree_end(node))).filter(|node| node.0 < self.nodes.end);
        std::iter::successors(Some(self.first()), next)
            .filter_map(|node| doc.source_range(node))
            .reduce(|all, range| all.start.min(range.start)..all.end.max(range.end))
    }
}

/// Records that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The first occurrence of the path that the records have in common.
    pub key: NodeId,
    /// The records in document order, disjoint.
    pub records: Vec<Record>,
    /// Mean likeness of neighbours, 0 to 1.
    pub similarity: f64,
    /// What the region was chosen by: characters, weighted.
    pub score: f64,
}

impl Region {
    /// From the first node of the first record to the last node of the last.
    pub fn nodes(&self) -> Range<u32> {
        match (self.records.first(), self.records.last()) {
            (Some(first), Some(last)) => first.nodes.start..last.nodes.end,
            _ => 0..0,
        }
    }

    /// The innermost element around all records. O(depth).
    pub fn root(&self, doc: &Document) -> NodeId {
        let Range { start, end } = self.nodes();
        let first = NodeId(start);
        let around = doc.lowest_common_ancestor(first, NodeId(end.max(1) - 1));
        if around == first { doc.parent(first).unwrap_or(first) } else { around }
    }

    fn overlaps(&self, other: &Region) -> bool {
        let (own, other) = (self.nodes(), other.nodes());
        own.start < other.end && other.start < own.end
    }
}

/// Finds the regions of records, best first; none where nothing repeats.
///
/// O(nodes) for each key tried, of which there are at most `max_keys`.
///
/// ```
/// use debulha_core::Page;
/// use debulha_core::features::records::{RecordParams, fields, find};
/// use debulha_dom::{Limits, parse};
///
/// let html = "<a href=/>Home</a> <dl>
///     <dt><a href=1>Rye</a><dd>Sown in autumn, reaped in July, ground in winter.
///     <dt><a href=2>Oats</a><dd>Sown in spring, for horses and for porridge.
///     <dt><a href=3>Barley</a><dd>Sown in spring, for beer and for bread.</dl>";
/// let parsed = parse(html, &Limits::default());
/// let page = Page::new(&parsed.document);
/// let regions = find(&page, &RecordParams::default());
/// assert_eq!(regions[0].records.len(), 3);
/// let second = fields(&page, &regions[0].records[1]);
/// assert_eq!((second[0].path.as_str(), second[0].text.as_str()), ("dt/a", "Oats"));
/// assert_eq!(second[0].href.as_deref(), Some("2"));
/// ```
pub fn find(page: &Page<'_>, params: &RecordParams) -> Vec<Region> {
    find_with(page, params, None)
}

/// As [`find`], with what a system keeps of the page as further evidence.
pub fn find_with(page: &Page<'_>, params: &RecordParams, kept: Option<&Labels>) -> Vec<Region> {
    let paths = TagPaths::compute(page.document(), page.visibility(), page.body(), false);
    let mut search = KeySearch::new(page, &paths, params, kept);
    let regions = search.regions(&paths, params.max_regions == 1);
    let mut chosen = choose(regions, params);
    for region in &mut chosen {
        search.drop_outliers(region);
    }
    chosen
}

/// The regions that may be the main one, at most so many, best first; they may overlap. The first is the one that [`find`]
/// chooses. [`agree`] chooses among those of several pages.
///
/// O(nodes) for each key, of which there are at most `max_keys`.
pub fn candidates(
    page: &Page<'_>,
    params: &RecordParams,
    kept: Option<&Labels>,
    most: usize,
) -> Vec<Candidate> {
    let paths = TagPaths::compute(page.document(), page.visibility(), page.body(), false);
    let mut search = KeySearch::new(page, &paths, params, kept);
    let mut regions = search.regions(&paths, false);
    regions.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
    let main = choose(regions.clone(), &RecordParams { max_regions: 1, ..params.clone() });
    // First the one that is chosen, which need not have the best score.
    let others = regions.into_iter().filter(|region| main.first() != Some(region));
    main.iter()
        .cloned()
        .chain(others)
        .take(most)
        .map(|mut region| {
            search.drop_outliers(&mut region);
            Candidate::new(page, region)
        })
        .collect()
}

/// The nodes among which records are looked for.
fn scope(page: &Page<'_>, paths: &TagPaths, scope: Scope) -> Range<u32> {
    let body = page.body();
    let whole = body.0 + 1..page.document().subtree_end(body);
    if scope == Scope::Page {
        return whole;
    }
    let sequence: Vec<u32> = paths.nodes().iter().map(|&node| paths.of(node)).collect();
    let main = segment(&sequence, SegmentOptions { keep_border: true, max_splits: MAX_SPLITS }).main;
    let first = paths.nodes().get(main.start).map_or(whole.start, |node| node.0);
    first.max(whole.start)..paths.nodes().get(main.end).map_or(whole.end, |node| node.0)
}

/// What is needed to try a key.
struct KeySearch<'a> {
    text: ReadText<'a>,
    params: &'a RecordParams,
    cutter: Cutter<'a>,
    profiles: Profiles<'a>,
    clues: Clues,
}

impl<'a> KeySearch<'a> {
    fn new(page: &'a Page<'a>, paths: &'a TagPaths, params: &'a RecordParams, kept: Option<&Labels>) -> Self {
        KeySearch {
            text: ReadText::new(page),
            params,
            cutter: Cutter::new(page.document(), paths),
            profiles: Profiles::new(paths, params.max_count, params.max_nodes),
            clues: Clues::new(page, kept),
        }
    }

    /// The regions of all keys in their order, or as far as one may be the best.
    fn regions(&mut self, paths: &TagPaths, best_alone: bool) -> Vec<Region> {
        let page = self.text.page;
        let keys = Keys::new(page, paths, scope(page, paths, self.params.region));
        let mut regions = Vec::new();
        let mut best = 0.0;
        for (key, bound) in keys.ranked(self.params) {
            if best_alone && bound * self.clues.most(self.params) < best * self.params.tie {
                break;
            }
            if let Some(region) = self.region(keys.occurrences(key)) {
                best = region.score.max(best);
                regions.push(region);
            }
        }
        regions
    }

    /// The region of a key, given its occurrences, with its score.
    fn region(&mut self, occurrences: &[NodeId]) -> Option<Region> {
        let runs = self.cutter.runs(occurrences);
        let records = self.join(runs);
        let count = records.len();
        if count < self.params.min_records as usize {
            return None;
        }
        let similarity = self.regularity(&records);
        let mut sizes: Vec<f64> = records.iter().map(|record| f64::from(self.chars(record))).collect();
        let (_, &mut median, _) = sizes.select_nth_unstable_by(count / 2, f64::total_cmp);
        let most = self.params.max_record * median;
        let chars: f64 = sizes.iter().map(|&size| size.min(most)).sum();
        let count = count as f64;
        let full = (chars / count / self.params.full_record).min(1.0);
        let score = chars * full * similarity.powf(self.params.regularity) * (1.0 - 1.0 / count);
        let score = score * self.clues.factor(&records, self.params);
        let key = *occurrences.first()?;
        (score > 0.0).then_some(Region { key, records, similarity, score })
    }

    fn chars(&self, record: &Record) -> u32 {
        self.text.chars(record.nodes.clone())
    }

    /// The run with most text and those like it, as one.
    fn join(&mut self, mut runs: Vec<Vec<Record>>) -> Vec<Record> {
        let chars =
            |run: &Vec<Record>| -> u64 { run.iter().map(|record| u64::from(self.chars(record))).sum() };
        let sizes: Vec<u64> = runs.iter().map(chars).collect();
        let Some(largest) = (0..runs.len()).rev().max_by_key(|&place| sizes[place]) else {
            return Vec::new();
        };
        let sample = runs[largest][runs[largest].len() / 2].clone();
        runs.retain(|run| {
            self.profiles.similarity(&sample, &run[run.len() / 2]) >= self.params.min_similarity
        });
        runs.into_iter().flatten().collect()
    }

    /// Mean likeness of neighbours, at places spread evenly.
    fn regularity(&mut self, records: &[Record]) -> f64 {
        let pairs = records.len() - 1;
        let measured = pairs.min(MEASURED_PAIRS);
        let sum: f64 = (0..measured)
            .map(|nth| {
                let at = nth * pairs / measured;
                let (a, b) = (&records[at], &records[at + 1]);
                let (of_a, of_b) = (self.cutter.siblings(a) as f64, self.cutter.siblings(b) as f64);
                let lengths = of_a.min(of_b) / of_a.max(of_b);
                let weight = self.params.sibling_weight;
                self.profiles.similarity(a, b) * (1.0 - weight + weight * lengths)
            })
            .sum();
        sum / measured as f64
    }

    /// Drops the records that are unlike the typical one: of three, the one most like both others.
    fn drop_outliers(&mut self, region: &mut Region) {
        let records = &region.records;
        let len = records.len();
        let trio = [&records[len / 4], &records[len / 2], &records[3 * len / 4]];
        let typical = trio
            .map(|one| (trio.map(|other| self.profiles.similarity(one, other)).iter().sum::<f64>(), one))
            .into_iter()
            .reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map_or_else(|| records[0].clone(), |(_, record)| record.clone());
        let likeness: Vec<f64> =
            records.iter().map(|record| self.profiles.similarity(&typical, record)).collect();
        let least = self.params.cutoff * likeness.iter().sum::<f64>() / len as f64;
        let mut likeness = likeness.into_iter();
        region.records.retain(|_| likeness.next().is_some_and(|likeness| likeness >= least));
    }
}

/// Counts text that is read: the options of a form are not.
struct ReadText<'a> {
    page: &'a Page<'a>,
    /// The `select` elements in document order, each with the characters of all up to it.
    selects: Vec<(u32, u32)>,
}

impl<'a> ReadText<'a> {
    /// O(nodes).
    fn new(page: &'a Page<'a>) -> Self {
        let doc = page.document();
        let mut sum = 0;
        let selects = doc.elements_named(names::SELECT).map(|node| {
            sum += page.stats().chars(doc, node);
            (node.0, sum)
        });
        ReadText { page, selects: selects.collect() }
    }

    /// Characters of a run of nodes that is no part of a `select`. O(log selects).
    fn chars(&self, nodes: Range<u32>) -> u32 {
        let up_to = |id: u32| {
            let count = self.selects.partition_point(|&(select, _)| select < id);
            if count == 0 { 0 } else { self.selects[count - 1].1 }
        };
        let options = up_to(nodes.end) - up_to(nodes.start);
        self.page.stats().range(nodes).chars.saturating_sub(options)
    }
}

/// The best regions that do not overlap.
fn choose(mut regions: Vec<Region>, params: &RecordParams) -> Vec<Region> {
    regions.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
    let mut chosen: Vec<Region> = Vec::new();
    while !regions.is_empty() && chosen.len() < params.max_regions as usize {
        let best = &regions[0];
        let begins_earlier = |other: &&Region| {
            other.score >= best.score * params.tie
                && other.records.len() == best.records.len()
                && other.nodes().start < best.nodes().start
                && other.overlaps(best)
        };
        let region = regions.iter().find(begins_earlier).unwrap_or(best).clone();
        regions.retain(|other| !other.overlaps(&region));
        chosen.push(region);
    }
    chosen
}

#[cfg(test)]
mod tests;
