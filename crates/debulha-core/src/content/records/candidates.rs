//! Runs of nodes that may be the records of the content, the likeliest first.

use super::GroupParams;
use super::evidence::{id_stem, is_price, language, says_when};
use crate::features::records::{RecordParams, find as find_regions};
use crate::outcome::Labels;
use crate::page::Page;
use debulha_dom::{Document, NameId, NodeId, names};
use std::collections::HashMap;
use std::ops::Range;

/// Classes of an element that are read; bounds the work.
const MAX_CLASSES: usize = 8;

/// Regions by tag paths that are candidates beside those by class.
const MAX_REGIONS: u32 = 1;

/// Characters of a record that count in the score, by those of the median record, as in the search for regions.
const MAX_RECORD: u32 = 4;

/// Characters of a record, on average, below which a group counts less, in proportion: items of menus are shorter.
const FULL_RECORD: f64 = 30.0;

/// Share of the best score of candidates with as many records that makes the one with the widest records as good.
const TIE: f64 = 0.85;

/// Share of records with a link and of those with a price of their own from which on they are goods (our decision).
const GOODS: f64 = 0.8;

/// What the score counts of records with nothing in common, and how much more where all have a date or a price, and
/// where all have a link (our decisions; together 1).
const PLAIN: f64 = 0.2;
const MARKED: f64 = 0.5;
const LINKED: f64 = 0.3;

/// Candidates that are compared, those with the best scores; bounds the work.
const MAX_CANDIDATES: usize = 64;

/// The kept characters of runs of nodes.
pub(super) struct KeptCharacters {
    nodes: Vec<NodeId>,
    /// Entry `n` sums the characters of the spans before `n`.
    before: Vec<u32>,
}

impl KeptCharacters {
    /// O(kept text).
    pub(super) fn new(page: &Page<'_>, labels: &Labels) -> Self {
        let doc = page.document();
        let mut before = Vec::with_capacity(labels.spans.len() + 1);
        let mut sum = 0;
        before.push(sum);
        for span in &labels.spans {
            let text = &doc.text(span.node)[span.start as usize..span.end as usize];
            sum += text.chars().filter(|c| !c.is_whitespace()).count() as u32;
            before.push(sum);
        }
        KeptCharacters { nodes: labels.spans.iter().map(|span| span.node).collect(), before }
    }

    /// Of all nodes.
    pub(super) fn all(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// O(log spans).
    pub(super) fn of(&self, nodes: &Range<u32>) -> u32 {
        let from = self.nodes.partition_point(|node| node.0 < nodes.start);
        let to = self.nodes.partition_point(|node| node.0 < nodes.end);
        self.before[to] - self.before[from]
    }
}

/// Which records lie in which.
pub(super) struct Nesting {
    pub(super) parent: Vec<Option<usize>>,
    pub(super) depth: Vec<u32>,
}

impl Nesting {
    /// Of records in document order, each inside or outside another one. O(records).
    pub(super) fn of(records: &[Range<u32>]) -> Self {
        let mut nesting = Nesting { parent: Vec::new(), depth: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        for (place, record) in records.iter().enumerate() {
            while open.pop_if(|&mut above| records[above].end <= record.start).is_some() {}
            nesting.parent.push(open.last().copied());
            nesting.depth.push(open.len() as u32);
            open.push(place);
        }
        nesting
    }

    /// Sums of records without those inside of them.
    fn own(&self, sums: impl Iterator<Item = u32>) -> Vec<u32> {
        let all: Vec<u32> = sums.collect();
        let mut own = all.clone();
        for (place, sum) in all.iter().enumerate() {
            if let Some(parent) = self.parent[place] {
                own[parent] = own[parent].saturating_sub(*sum);
            }
        }
        own
    }
}

/// Runs of nodes that may be records.
pub(super) struct RecordCandidate {
    /// In document order.
    pub(super) records: Vec<Range<u32>>,
    score: f64,
}

impl RecordCandidate {
    fn nodes(&self) -> u32 {
        self.records.iter().map(|record| record.end - record.start).sum()
    }
}

/// The candidates of a page, best first.
pub(super) struct RecordCandidates {
    sorted: Vec<RecordCandidate>,
}

impl RecordCandidates {
    /// Scores all of them. O(nodes · classes + nodes · keys tried + candidates · records · depth).
    pub(super) fn new(page: &Page<'_>, kept: &KeptCharacters, params: &GroupParams) -> Self {
        let mut sorted: Vec<RecordCandidate> = Vec::new();
        let marks = RecordMarks::new(page);
        let mut add = |mut records: Vec<Range<u32>>| {
            drop_wrappers(&mut records, &marks.dates);
            if let Some(score) = score(&records, &marks, kept, params) {
                sorted.push(RecordCandidate { records, score });
            }
        };
        let doc = page.document();
        for group in alike(page) {
            add(group.iter().map(|&node| node.0..doc.subtree_end(node)).collect());
        }
        let search = RecordParams { max_regions: MAX_REGIONS, ..RecordParams::default() };
        for region in find_regions(page, &search) {
            add(region.records.into_iter().map(|record| record.nodes).collect());
        }
        sorted.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.records[0].start.cmp(&b.records[0].start)));
        sorted.truncate(MAX_CANDIDATES);
        for candidate in &mut sorted {
            candidate.records = lifted(doc, std::mem::take(&mut candidate.records));
        }
        RecordCandidates { sorted }
    }

    /// Takes the best one out, or the widest of those that are as good with as many records.
    pub(super) fn next(&mut self) -> Option<RecordCandidate> {
        let best = self.sorted.first()?;
        let mut widest = 0;
        for (place, other) in self.sorted.iter().enumerate() {
            let is_as_good = other.score >= best.score * TIE && other.records.len() == best.records.len();
            if is_as_good && overlap(other, best) && other.nodes() > self.sorted[widest].nodes() {
                widest = place;
            }
        }
        Some(self.sorted.remove(widest))
    }

    /// Drops all that overlap a candidate. Gives those whose records lie inside of single ones of it, such as the comments
    /// below posts, best first.
    pub(super) fn drop_overlapping(&mut self, taken: &RecordCandidate) -> Vec<Vec<Range<u32>>> {
        let all = std::mem::take(&mut self.sorted);
        let (overlapping, apart) = all.into_iter().partition(|other| overlap(other, taken));
        self.sorted = apart;
        let overlapping: Vec<RecordCandidate> = overlapping;
        overlapping.into_iter().filter(|inner| lies_in(inner, taken)).map(|inner| inner.records).collect()
    }
}

/// Whether each record of a candidate is a small part of one of another's: together at most half of those they are in.
fn lies_in(inner: &RecordCandidate, outer: &RecordCandidate) -> bool {
    let mut sums = vec![0; outer.records.len()];
    let all_in = inner.records.iter().all(|record| {
        let after = outer.records.partition_point(|other| other.start <= record.start);
        let around = after.checked_sub(1).filter(|&place| record.end <= outer.records[place].end);
        around.is_some_and(|place| {
            sums[place] += record.end - record.start;
            outer.records[place].start < record.start
        })
    });
    all_in
        && sums
            .iter()
            .zip(&outer.records)
            .any(|(&sum, record)| sum > 0 && sum * 2 <= record.end - record.start)
}

fn overlap(a: &RecordCandidate, b: &RecordCandidate) -> bool {
    let all = |c: &RecordCandidate| {
        let end = c.records.iter().map(|record| record.end).max().unwrap_or(0);
        c.records.first().map_or(0, |record| record.start)..end
    };
    let (a, b) = (all(a), all(b));
    a.start < b.end && b.start < a.end
}

/// The visible elements that share a name and a class, a numbered id or an item type; in document order, never one.
fn alike(page: &Page<'_>) -> Vec<Vec<NodeId>> {
    let doc = page.document();
    let body = page.body();
    let mut places: HashMap<(NameId, u8, &str), usize> = HashMap::new();
    let mut groups: Vec<Vec<NodeId>> = Vec::new();
    let mut put = |name, sort, token, node| {
        let place = *places.entry((name, sort, token)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        let group: &mut Vec<NodeId> = &mut groups[place];
        if group.last() != Some(&node) {
            group.push(node);
        }
    };
    for node in doc.descendants(body) {
        if !doc.is_element(node) || page.visibility().is_hidden(node) {
            continue;
        }
        let name = doc.name(node);
        for class in doc.classes(node).take(MAX_CLASSES) {
            put(name, 0, class, node);
        }
        if let Some(stem) = doc.attribute(node, names::ID).and_then(id_stem) {
            put(name, 1, stem, node);
        }
        if let Some(item) = doc.attribute(node, names::ITEMTYPE) {
            put(name, 2, item, node);
        }
        if name == names::ARTICLE {
            put(name, 3, "", node);
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Drops what is around all records and no record itself: it has no date of its own.
fn drop_wrappers(records: &mut Vec<Range<u32>>, dates: &[NodeId]) {
    let mut first = 0;
    while first + 2 < records.len() && records[records.len() - 1].end <= records[first].end {
        let before_next = dates.partition_point(|date| date.0 < records[first + 1].start);
        let after_start = dates.partition_point(|date| date.0 < records[first].start);
        if before_next > after_start {
            break;
        }
        first += 1;
    }
    records.drain(..first);
}

/// Places of dates, prices and links.
struct RecordMarks {
    dates: Vec<NodeId>,
    prices: Vec<NodeId>,
    links: Vec<NodeId>,
}

impl RecordMarks {
    fn new(page: &Page<'_>) -> Self {
        let doc = page.document();
        let language = language(page);
        let dates =
            page.text_nodes().iter().copied().filter(|&node| says_when(doc.text(node), language).is_some());
        let mut dates: Vec<NodeId> = dates.chain(doc.elements_named(names::TIME)).collect();
        dates.sort_unstable();
        let prices = page.text_nodes().iter().copied().filter(|&node| is_price(doc.text(node))).collect();
        RecordMarks { dates, prices, links: page.links().all().iter().map(|link| link.node).collect() }
    }
}

/// Kept characters in records, less where they have neither dates nor prices nor links; `None` where there are too few.
fn score(
    records: &[Range<u32>],
    marks: &RecordMarks,
    kept: &KeptCharacters,
    params: &GroupParams,
) -> Option<f64> {
    let count = records.len();
    if count < params.min_records as usize {
        return None;
    }
    let nesting = Nesting::of(records);
    let mut sizes = nesting.own(records.iter().map(|record| kept.of(record)));
    let all: u32 = sizes.iter().sum();
    let with_text = sizes.iter().filter(|&&size| size > 0).count();
    let holds = |least: f64| f64::from(all) >= (f64::from(kept.all()) * least).max(1.0);
    if (with_text as f64) < params.min_records_kept * count as f64
        || !holds(params.min_kept.min(params.min_goods_kept))
    {
        return None;
    }
    let within = |marks: &[NodeId], record: &Range<u32>| {
        let up_to = |id: u32| marks.partition_point(|node| node.0 < id) as u32;
        up_to(record.end) - up_to(record.start)
    };
    let share = |marks: &[NodeId]| {
        let own = nesting.own(records.iter().map(|record| within(marks, record)));
        own.iter().filter(|&&marks| marks > 0).count() as f64 / count as f64
    };
    let (linked, priced) = (share(&marks.links), share(&marks.prices));
    let are_goods = linked.min(priced) >= GOODS;
    if !holds(if are_goods { params.min_goods_kept } else { params.min_kept }) {
        return None;
    }
    let evidence = PLAIN + MARKED * share(&marks.dates).max(priced) + LINKED * linked;
    let (_, &mut median, _) = sizes.select_nth_unstable(count / 2);
    let most = median.max(1).saturating_mul(MAX_RECORD);
    let chars: f64 = sizes.iter().map(|&size| f64::from(size.min(most))).sum();
    let count = count as f64;
    let full = (chars / count / FULL_RECORD).min(1.0);
    Some(chars * full * evidence * (1.0 - 1.0 / count) * with_text as f64 / count)
}

/// Each record as the highest element that it stands in alone, or with its replies; all rise by as many levels.
///
/// O(records · depth).
fn lifted(doc: &Document, records: Vec<Range<u32>>) -> Vec<Range<u32>> {
    let single = |record: &Range<u32>| doc.subtree_end(NodeId(record.start)) == record.end;
    if !records.iter().all(single) {
        return records;
    }
    let above = |record: &Range<u32>, levels: usize| {
        doc.ancestors(NodeId(record.start)).nth(levels.wrapping_sub(1)).filter(|_| levels > 0)
    };
    let room = |pair: &[Range<u32>]| {
        doc.ancestors(NodeId(pair[1].start)).take_while(|parent| parent.0 > pair[0].start).count()
    };
    let mut levels = records.windows(2).map(room).min().unwrap_or(0);
    // The first record has none before it that would hold it back.
    let last = records[records.len() - 1].start;
    while above(&records[0], levels).is_some_and(|node| doc.subtree_end(node) > last) {
        levels -= 1;
    }
    let lift = |record: Range<u32>| match above(&record, levels) {
        Some(node) => node.0..doc.subtree_end(node),
        None => record,
    };
    records.into_iter().map(lift).collect()
}
