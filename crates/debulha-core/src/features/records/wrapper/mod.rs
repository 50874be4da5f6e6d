//! Wrappers: where the records of a site's answers are, and what their fields are, learned from some pages without labels.
//!
//! Pages of one form are made from one template. What they share is template, and what changes is data:
//!
//! 1. **Template.** A text that stands at the same path on nearly all pages says nothing, so menus and banners weigh nothing.
//! 2. **Place.** Each page proposes regions, as [`find`](super::find) does. The place counts whose regions hold most of the data
//!    of all pages, in records that are alike. Entries under headings of their own leave the headings over, so the groups win.
//! 3. **Boundary.** What begins a record, which siblings follow, and which paths most records have ([`Boundary`]).
//!    On a page, records are then found by these alone, even a single one.
//! 4. **Fields.** What stands in one place of many records and is not the same in all. Constant text before it is its label;
//!    constant text inside it is cut off ([`FieldSet`]).
//!
//! Where pages have no such place, or where each of the "records" is one labelled value, the page itself is the record.

mod boundary;
mod cells;
mod columns;
mod drift;
mod kinds;
mod names;
mod split;
mod template;

use super::{Candidate, Record, RecordParams, Region, candidates};
use crate::features::hashing::hash_text;
use crate::page::Page;
use crate::{choices, params};
pub use boundary::Boundary;
use boundary::RegionPlace;
use cells::CellReader;
pub use columns::{Constant, FieldRule, FieldSet, JOINED_BY, Take};
use columns::{PagedRecord, rounded};
pub use drift::{Drift, DriftKind};
pub use kinds::ValueKind;
use names::Naming;
pub use names::TABLE_COLUMNS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use template::{DataSums, TextTemplate};

/// Version of the form in which a wrapper is written.
pub const VERSION: u32 = 1;

/// Share of the pages that have a text which is template. All numbers here are our decisions, chosen on the development sets of
/// `docs/records.md`.
const PAGE_SHARE: f64 = 0.8;

/// Share of the records with the same text, from which on it is no data.
const SAME_TEXT: f64 = 0.9;

/// Records below which a text is no label for being the same in all.
const LABEL_RECORDS: usize = 3;

/// Share of the texts of a sort that begin with labels, from which on labels are no data.
const LABELLED: f64 = 0.5;

/// Share of the records that have a field equally often, from which on its places have columns of their own.
const SAME_COUNT: f64 = 0.8;

/// Places of one sort that have columns of their own, at most.
const MAX_NTH: usize = 6;

/// Fields at most.
const MAX_FIELDS: usize = 100;

/// Cells of a record that are read at most, and records of a page from which fields are learned; both bound the work.
const MAX_CELLS: usize = 2_000;
const MAX_RECORDS: usize = 2_000;

/// Steps of a path inside a record that are kept, the last.
const MAX_STEPS: usize = 8;

/// Nodes of a record that are looked at for its marks.
const MAX_NODES: usize = 256;

/// Marks of records at most.
const MAX_MARKS: usize = 24;

/// Share of the records that have a mark.
const SHARE_OF_MARKS: f64 = 0.5;

/// Share of the marks that a record has at least, unless learned ones have fewer.
const MIN_LIKENESS: f64 = 0.5;

/// Characters of a text that are kept as a label or a name.
const MAX_TEXT: usize = 80;

/// Mean share of the data in records, weighted by likeness, below which pages have no list.
const MIN_SCORE: f64 = 0.1;

/// Share of all data in records, below which a list is an aside and the page the record.
const MIN_DATA: f64 = 0.4;

/// Data texts of a record up to which it may be a labelled value.
const VALUE_TEXTS: f64 = 1.5;

/// Share of the entries that stand in groups, where groups are the records.
const HELD_ENTRIES: f64 = 0.9;

/// Share of the data that groups hold, and that entries hold at most, where groups are the records though entries are in one of them.
const HELD_DATA: f64 = 0.95;
const LEFT_DATA: f64 = 0.85;

/// Mean likeness of neighbouring groups, at least in that case.
const ALIKE_GROUPS: f64 = 0.5;

/// Share of the pages whose entries stand in several groups, at least.
const SEVERAL_GROUPS: f64 = 0.3;

/// Regions of a page that are looked at.
const CANDIDATES: usize = 64;

choices! {
    /// How many records a page has.
    pub enum Expect {
        /// As the pages tell.
        Auto,
        /// A list of them.
        Many,
        /// One: the page is the record.
        One,
    }
}

params! {
    /// Parameters of learning. All numbers are our decisions.
    pub struct WrapperParams {
        /// How many records a page has.
        pub expect: Expect = Expect::Auto;
        /// Whether entries under heads of their own are one record with their head.
        pub groups: bool = true;
        /// Exponent of the mean likeness of neighbouring records in the choice of the place.
        pub regularity: f64 = 1.5, range: 0.0..=16.0;
        /// Mean characters of a record below which a place counts less, in proportion: cells of rows are shorter.
        pub full_record: f64 = 30.0, range: 1.0..=10_000.0;
    }
}

/// Why nothing was learned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrapperError {
    /// One page does not tell what changes.
    #[error("only {0} page(s); give at least two different ones, to tell template from data")]
    TooFewPages(usize),
    /// Nothing changes from page to page.
    #[error("no records: the pages have no shared place whose text differs")]
    NoRecords,
    /// A file of another version.
    #[error(
        "the wrapper has version {0}, but this version of debulha reads version {VERSION}; learn it again"
    )]
    Version(u32),
    /// A file that is no wrapper.
    #[error("not a wrapper: {0}")]
    Malformed(String),
}

/// How the records of a site's pages are read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wrapper {
    /// Version of the form.
    pub version: u32,
    /// What was seen in learning.
    pub seen: Seen,
    /// Where records are; `None` where the page is the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<Boundary>,
    /// Fields of records.
    #[serde(flatten)]
    pub fields: FieldSet,
    /// Fields of the page beside its records, such as the number of results.
    #[serde(default)]
    pub page: FieldSet,
}

/// What was seen in learning.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Pages.
    pub pages: usize,
    /// Share of the pages that have records.
    pub with_records: f64,
    /// Fewest records of a page that has any.
    pub fewest: usize,
    /// Most records of a page.
    pub most: usize,
    /// Share of the pages' data that stands in records.
    pub data: f64,
}

/// What a wrapper reads of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The records in the order of the page.
    pub records: Vec<ReadRecord>,
    /// The values of the page's own fields, by their place in [`Wrapper::page`].
    pub page: Vec<Option<String>>,
    /// How like the learned pages this one is, 0 to 1: 0 without records.
    pub confidence: f64,
}

/// A record as a wrapper reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRecord {
    /// Where it is.
    pub record: Record,
    /// The values, by the place of the field in [`Wrapper::fields`].
    pub values: Vec<Option<String>>,
    /// How like the learned records it is, 0 to 1.
    pub confidence: f64,
}

/// The regions of a place: the page and the region.
type Regions = Vec<(usize, Region)>;

impl Wrapper {
    /// Learns from answers to one form. The order of the pages does not matter, and of equal pages one counts.
    ///
    /// O(nodes) for each key tried on a page, as [`find`](super::find), and O(cells · log cells).
    ///
    /// # Errors
    /// Fewer than two different pages; pages that share no place with data.
    ///
    /// ```
    /// use debulha_core::Page;
    /// use debulha_core::features::records::wrapper::{Wrapper, WrapperParams};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let answer = |items: &[(&str, &str)]| {
    ///     let item = |(name, price): &(&str, &str)| format!("<li><b>{name}</b><br>Price: {price} EUR</li>");
    ///     format!("<a href=/>Home</a><ul>{}</ul>", items.iter().map(item).collect::<String>())
    /// };
    /// let pages = [answer(&[("Rye", "3"), ("Oats", "4")]), answer(&[("Peas", "2"), ("Beans", "5"), ("Vetch", "9")])];
    /// let parsed: Vec<_> = pages.iter().map(|html| parse(html, &Limits::default())).collect();
    /// let pages: Vec<Page<'_>> = parsed.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let wrapper = Wrapper::learn(&pages.iter().collect::<Vec<_>>(), &WrapperParams::default())?;
    ///
    /// let other = parse(&answer(&[("Barley", "7")]), &Limits::default());
    /// let reading = wrapper.apply(&Page::new(&other.document));
    /// assert_eq!(reading.records.len(), 1);
    /// let names: Vec<&str> = wrapper.fields.fields.iter().map(|field| field.name.as_str()).collect();
    /// assert_eq!(names, ["field_1", "price"]);
    /// assert_eq!(reading.records[0].values, [Some("Barley".to_owned()), Some("7 EUR".to_owned())]);
    /// # Ok::<(), debulha_core::features::records::wrapper::WrapperError>(())
    /// ```
    pub fn learn(pages: &[&Page<'_>], params: &WrapperParams) -> Result<Self, WrapperError> {
        let pages = in_order(pages);
        if pages.len() < 2 {
            return Err(WrapperError::TooFewPages(pages.len()));
        }
        let template = TextTemplate::of(&pages);
        let data: Vec<DataSums> = pages.iter().map(|page| template.data(page)).collect();
        let boundary = match params.expect {
            Expect::One => None,
            Expect::Auto | Expect::Many => boundary(&pages, &data, params),
        };
        if boundary.is_none() && params.expect == Expect::Many {
            return Err(WrapperError::NoRecords);
        }
        let wrapper = Wrapper::with_fields(&pages, &data, boundary);
        if wrapper.fields.fields.is_empty() { Err(WrapperError::NoRecords) } else { Ok(wrapper) }
    }

    /// Learns the fields of the records that a boundary gives.
    fn with_fields(pages: &[&Page<'_>], data: &[DataSums], boundary: Option<Boundary>) -> Self {
        let naming = Naming::of(pages);
        let (mut rows, mut rests) = (Vec::new(), Vec::new());
        let (mut counts, mut inside, mut all) = (Vec::new(), 0, 0);
        for (nth, page) in pages.iter().enumerate() {
            let found = records(boundary.as_ref(), page);
            counts.push(found.len());
            let mut reader = CellReader::new(page, Some(&data[nth]));
            let whole = body(page);
            all += data[nth].chars(&whole);
            let step = found.len().div_ceil(MAX_RECORDS).max(1);
            inside += found.iter().map(|(record, _)| data[nth].chars(&record.nodes)).sum::<u32>();
            for (record, _) in found.iter().step_by(step) {
                rows.push(PagedRecord { page: nth, cells: reader.cells(record.nodes.clone()) });
            }
            if boundary.is_some() {
                rests.push(PagedRecord { page: nth, cells: beside(&mut reader, whole, &found) });
            }
        }
        let with: Vec<usize> = counts.iter().copied().filter(|&count| count > 0).collect();
        let seen = Seen {
            pages: pages.len(),
            with_records: rounded(with.len() as f64 / pages.len() as f64),
            fewest: with.iter().copied().min().unwrap_or(0),
            most: with.iter().copied().max().unwrap_or(0),
            data: rounded(f64::from(inside) / f64::from(all.max(1))),
        };
        let fields = FieldSet::learn(&rows, pages.len(), &naming);
        let page = if boundary.is_some() {
            FieldSet::learn(&rests, pages.len(), &naming)
        } else {
            FieldSet::default()
        };
        Wrapper { version: VERSION, seen, records: boundary, fields, page }
    }

    /// Reads a page. O(nodes + text + cells · depth).
    pub fn apply(&self, page: &Page<'_>) -> Reading {
        let mut reader = CellReader::new(page, None);
        let found = records(self.records.as_ref(), page);
        let expected: f64 = self.fields.fields.iter().map(|field| field.share).sum();
        let read = |(record, likeness): &(Record, f64)| {
            let values = self.fields.apply(&reader.cells(record.nodes.clone()));
            let shares = self.fields.fields.iter().zip(&values).filter(|(_, value)| value.is_some());
            let having: f64 = shares.map(|(field, _)| field.share).sum();
            let confidence = rounded(likeness * (having / expected.max(f64::MIN_POSITIVE)).min(1.0));
            ReadRecord { record: record.clone(), values, confidence }
        };
        let records: Vec<ReadRecord> =
            found.iter().map(read).filter(|record| record.values.iter().any(Option::is_some)).collect();
        let page_values = match self.records {
            Some(_) if !self.page.fields.is_empty() => {
                self.page.apply(&beside(&mut reader, body(page), &found))
            }
            _ => Vec::new(),
        };
        // The sum of nothing is -0.
        let sum = records.iter().fold(0.0, |sum, record| sum + record.confidence);
        let confidence = rounded(sum / records.len().max(1) as f64);
        Reading { records, page: page_values, confidence }
    }

    /// Compares a page with what was seen in learning. [`Wrapper::compare`] does so for several at once, and sees more.
    pub fn check(&self, page: &Page<'_>) -> Drift {
        self.compare(&[self.apply(page)])
    }

    /// The wrapper as JSON, with a line for each part that a person may look for.
    ///
    /// # Errors
    /// Those of the writer, which has none for what [`Wrapper::learn`] gives.
    pub fn to_json(&self) -> Result<String, WrapperError> {
        serde_json::to_string_pretty(self).map_err(|error| WrapperError::Malformed(error.to_string()))
    }

    /// Reads a wrapper.
    ///
    /// # Errors
    /// A text that is none, or of another version.
    pub fn from_json(text: &str) -> Result<Self, WrapperError> {
        let malformed = |error: serde_json::Error| WrapperError::Malformed(error.to_string());
        let value: serde_json::Value = serde_json::from_str(text).map_err(malformed)?;
        match value["version"].as_u64() {
            Some(version) if version != u64::from(VERSION) => {
                Err(WrapperError::Version(u32::try_from(version).unwrap_or(u32::MAX)))
            }
            _ => serde_json::from_value(value).map_err(malformed),
        }
    }
}

/// The pages in an order that is theirs alone, each once.
fn in_order<'p, 'd>(pages: &[&'p Page<'d>]) -> Vec<&'p Page<'d>> {
    let source = |page: &Page<'_>| hash_text(page.document().source());
    let mut pages: Vec<(u64, &Page<'_>)> = pages.iter().map(|page| (source(page), *page)).collect();
    pages.sort_by_key(|&(hash, _)| hash);
    pages.dedup_by_key(|&mut (hash, _)| hash);
    pages.into_iter().map(|(_, page)| page).collect()
}

fn body(page: &Page<'_>) -> std::ops::Range<u32> {
    page.body().0 + 1..page.document().subtree_end(page.body())
}

/// The records of a page; the page itself without a boundary.
fn records(boundary: Option<&Boundary>, page: &Page<'_>) -> Vec<(Record, f64)> {
    let nodes = body(page);
    match boundary {
        Some(boundary) => boundary.records(page),
        None if nodes.is_empty() => Vec::new(),
        None => vec![(Record { nodes }, 1.0)],
    }
}

/// The cells of a page that are in none of its records.
fn beside(
    reader: &mut CellReader<'_>,
    whole: std::ops::Range<u32>,
    records: &[(Record, f64)],
) -> Vec<cells::RecordCell> {
    if whole.is_empty() {
        return Vec::new();
    }
    let is_beside = |cell: &cells::RecordCell| {
        let after = records.partition_point(|(record, _)| record.nodes.start <= cell.node.0);
        after == 0 || cell.node.0 >= records[after - 1].0.nodes.end
    };
    reader.cells(whole).into_iter().filter(is_beside).collect()
}

/// What finds the records of pages; `None` where they have no list.
fn boundary(pages: &[&Page<'_>], data: &[DataSums], params: &WrapperParams) -> Option<Boundary> {
    let mut places: BTreeMap<RegionPlace, (f64, Regions)> = BTreeMap::new();
    for (nth, page) in pages.iter().enumerate() {
        let mut own: BTreeMap<RegionPlace, (f64, Region)> = BTreeMap::new();
        for candidate in candidates(page, &RecordParams::default(), None, CANDIDATES) {
            let Some(place) = RegionPlace::of(page, &candidate) else { continue };
            let score = score(page, &data[nth], &candidate, params);
            let entry = own.entry(place).or_insert_with(|| (0.0, candidate.region.clone()));
            if score > entry.0 {
                *entry = (score, candidate.region);
            }
        }
        for (place, (score, region)) in own {
            let entry = places.entry(place).or_default();
            entry.0 += score;
            entry.1.push((nth, region));
        }
    }
    let (place, (score, regions)) =
        places.iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0).then_with(|| b.0.cmp(a.0)))?;
    let is_list = *score >= MIN_SCORE * pages.len() as f64
        && share_in(pages, data, regions) >= MIN_DATA
        && !are_values(pages, data, regions);
    if !is_list && params.expect == Expect::Auto {
        return None;
    }
    // The head of a group is a column of the rows of a table.
    let may_be_groups = params.groups && !are_table_rows(pages, regions);
    let groups = if may_be_groups { groups(pages, data, regions, &places) } else { None };
    let are_groups = groups.is_some();
    let (place, regions) = groups.unwrap_or((place, regions));
    let regions: Vec<(&Page<'_>, &DataSums, &Region)> =
        regions.iter().map(|(nth, region)| (pages[*nth], &data[*nth], region)).collect();
    let boundary = Boundary::outline(place, &regions);
    Some(if are_groups { boundary.headed() } else { boundary.with_marks(&regions) })
}

/// Whether records are rows of tables.
fn are_table_rows(pages: &[&Page<'_>], regions: &Regions) -> bool {
    regions.iter().all(|(nth, region)| {
        let doc = pages[*nth].document();
        region.records.iter().all(|record| doc.name(record.first()) == debulha_dom::names::TR)
    })
}

/// The groups that entries stand in, each under a head of its own, if there are such.
///
/// A group begins with a head, an element with text and without entries, and all entries stand in groups. Either those of a page often
/// stand in several, or groups hold data that the entries leave over.
fn groups<'p>(
    pages: &[&Page<'_>],
    data: &[DataSums],
    entries: &Regions,
    places: &'p BTreeMap<RegionPlace, (f64, Regions)>,
) -> Option<(&'p RegionPlace, &'p Regions)> {
    let share = |inside: u32, all: u32| f64::from(inside) / f64::from(all.max(1));
    let count = |regions: &Regions| regions.iter().map(|(_, region)| region.records.len()).sum::<usize>();
    let of_entries = count(entries);
    let are_groups = |place: &RegionPlace, regions: &Regions| {
        if count(regions) * 2 > of_entries || regions.len() * 2 < entries.len() {
            return false;
        }
        let learned: Vec<(&Page<'_>, &DataSums, &Region)> =
            regions.iter().map(|(nth, region)| (pages[*nth], &data[*nth], region)).collect();
        let boundary = Boundary::outline(place, &learned).headed();
        let (mut held, mut in_several, mut with_entries, mut with_others) = (0, 0, 0, 0);
        let (mut in_entries, mut in_groups, mut all) = (0, 0, 0);
        for (nth, inner) in entries {
            let (page, data) = (pages[*nth], &data[*nth]);
            let starts: Vec<u32> = inner.records.iter().map(|entry| entry.nodes.start).collect();
            all += data.chars(&body(page));
            in_entries += inner.records.iter().map(|entry| data.chars(&entry.nodes)).sum::<u32>();
            let mut having = 0;
            for group in boundary.cut(page) {
                let first = starts.partition_point(|&start| start < group.start);
                let after = starts.partition_point(|&start| start < group.end);
                let head = group.start..page.document().subtree_end(debulha_dom::NodeId(group.start));
                // What begins with an entry has no head.
                if starts.get(first).is_some_and(|start| head.contains(start))
                    || page.text_nodes_in(head).is_empty()
                {
                    return false;
                }
                held += after - first;
                having += usize::from(after > first);
                with_others += usize::from(after == first && data.chars(&group) > 0);
                in_groups += data.chars(&group);
            }
            with_entries += having;
            in_several += usize::from(having > 1);
        }
        let in_groups = share(in_groups, all);
        let are_several =
            in_several as f64 >= SEVERAL_GROUPS * entries.len() as f64 && with_others <= with_entries;
        // The parts of a page, such as its head, the list and a column beside it, hold all data too, but are unlike.
        let likeness: f64 = regions.iter().map(|(_, region)| region.similarity).sum();
        let hold_more = in_groups >= HELD_DATA
            && share(in_entries, all) <= LEFT_DATA
            && likeness >= ALIKE_GROUPS * regions.len() as f64;
        held as f64 >= HELD_ENTRIES * of_entries as f64 && (are_several || hold_more)
    };
    let found = places.iter().filter(|(place, (_, regions))| are_groups(place, regions));
    let best = found.max_by(|a, b| a.1.0.total_cmp(&b.1.0).then_with(|| b.0.cmp(a.0)));
    best.map(|(place, (_, regions))| (place, regions))
}

/// The share of a page's data that a region's records hold, less where they are unlike, few or short.
fn score(page: &Page<'_>, data: &DataSums, candidate: &Candidate, params: &WrapperParams) -> f64 {
    let region = &candidate.region;
    let chars: Vec<u32> = region.records.iter().map(|record| data.chars(&record.nodes)).collect();
    let with_data = chars.iter().filter(|&&chars| chars > 0).count();
    let all = f64::from(data.chars(&body(page)).max(1));
    let share = chars.iter().map(|&chars| f64::from(chars)).sum::<f64>() / all;
    let text = |record: &Record| f64::from(page.stats().range(record.nodes.clone()).chars);
    let mean = region.records.iter().map(text).sum::<f64>() / region.records.len().max(1) as f64;
    let full = (mean / params.full_record).min(1.0);
    share * full * region.similarity.powf(params.regularity) * (1.0 - 1.0 / (1.0 + with_data as f64))
}

/// The share of all pages' data that stands in records.
fn share_in(pages: &[&Page<'_>], data: &[DataSums], regions: &Regions) -> f64 {
    let all: u32 = pages.iter().zip(data).map(|(page, data)| data.chars(&body(page))).sum();
    let own =
        regions.iter().flat_map(|(nth, region)| region.records.iter().map(move |record| (*nth, record)));
    let inside: u32 = own.map(|(nth, record)| data[nth].chars(&record.nodes)).sum();
    f64::from(inside) / f64::from(all.max(1))
}

/// Whether the "records" are labelled values of one record: each has one value, and the nth of each page begins with the same word,
/// which the others do not.
fn are_values(pages: &[&Page<'_>], data: &[DataSums], regions: &Regions) -> bool {
    let (mut texts, mut records) = (0, 0);
    let mut words: Vec<Vec<String>> = Vec::new();
    for (nth, region) in regions {
        let doc = pages[*nth].document();
        let with_data = region.records.iter().filter(|record| data[*nth].texts(&record.nodes) > 0);
        let mut own = Vec::new();
        for record in with_data {
            texts += data[*nth].texts(&record.nodes);
            records += 1;
            let first = pages[*nth].text_nodes_in(record.nodes.clone()).first();
            let word = first.and_then(|&node| doc.text(node).split_whitespace().next()).unwrap_or_default();
            own.push(word.to_owned());
        }
        words.push(own);
    }
    if f64::from(texts) > VALUE_TEXTS * f64::from(records) || words.len() < 2 {
        return false;
    }
    let is_word = |word: &&String| word.chars().any(char::is_alphabetic);
    let (mut same, mut compared, mut different, mut all) = (0, 0, 0, 0);
    for pair in words.windows(2) {
        compared += pair[0].len().max(pair[1].len());
        same += pair[0].iter().zip(&pair[1]).filter(|(a, b)| a == b && is_word(a)).count();
    }
    for own in &words {
        let mut distinct: Vec<&String> = own.iter().filter(is_word).collect();
        all += own.len();
        distinct.sort_unstable();
        distinct.dedup();
        different += distinct.len();
    }
    2 * same >= compared && 2 * different >= all
}

#[cfg(test)]
mod tests;
