//! The fields of records: what stands in one place of many of them and is not the same in all.

use super::cells::RecordCell;
use super::kinds::{ValueKind, kind_of};
use super::names::{Naming, named};
use super::split::{Affixes, pieces};
use super::{LABEL_RECORDS, LABELLED, MAX_FIELDS, MAX_NTH, MAX_TEXT, PAGE_SHARE, SAME_COUNT, SAME_TEXT};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What joins the values of a field that a record has several times.
pub const JOINED_BY: &str = " | ";

/// Constant texts that a wrapper keeps, at most.
const MAX_CONSTANTS: usize = 200;

/// What of a cell is a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Take {
    /// Its text.
    Text,
    /// Where its link leads.
    Href,
    /// Where its image is.
    Src,
}

/// A field: where it stands, and what it was like in learning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldRule {
    /// Name of the column.
    pub name: String,
    /// Path inside the record, its last names.
    pub path: String,
    /// Class of the element, or of the one around it that has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Constant text before it in the record.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Which of those that are alike in all this, from 1; 0: all of them, joined.
    pub nth: usize,
    /// What is taken.
    pub take: Take,
    /// Constant text before the value, inside its text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// Constant text after the value, inside its text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
    /// Share of the records that have it.
    pub share: f64,
    /// Share of its values of each sort.
    pub kinds: BTreeMap<ValueKind, f64>,
}

/// A text that is the same in nearly all records.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Constant {
    /// Path inside the record.
    pub path: String,
    /// Class, as of a field.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// The text.
    pub text: String,
}

/// Fields, and the constant texts between them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FieldSet {
    /// The fields in the order in which records have them.
    pub fields: Vec<FieldRule>,
    /// The texts that are no data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub template: Vec<Constant>,
}

/// What a cell's field is known by, but for its number.
type Sort = (String, String, String);

/// A cell that holds data.
struct Datum<'c> {
    cell: &'c RecordCell,
    /// Its text without a label; empty where its address alone is data.
    text: &'c str,
    sort: Sort,
}

/// The label that a text begins with, up to its colon, and the rest.
fn labelled(cell: &RecordCell) -> Option<(&str, &str)> {
    if cell.address.is_some() {
        return None;
    }
    let colon = cell.text.find(": ")?;
    let (label, rest) = cell.text.split_at(colon + 1);
    let is_label = label.len() <= MAX_TEXT / 2 && label.chars().any(char::is_alphabetic);
    is_label.then_some((label, rest.trim_start()))
}

/// The cells that hold data, each with the constant text before it.
fn data<'c>(cells: &'c [RecordCell], constants: &FxHashSet<Constant3<'_>>) -> Vec<Datum<'c>> {
    let mut found = Vec::new();
    let mut label = "";
    for cell in cells {
        if cell.is_headed {
            found.push(Datum {
                cell,
                text: &cell.text,
                sort: (cell.path.clone(), cell.class.clone(), String::new()),
            });
            label = "";
            continue;
        }
        if !cell.is_near {
            label = "";
        }
        let is_constant = |text: &str| constants.contains(&(cell.path.as_str(), cell.class.as_str(), text));
        let (own, text) = match labelled(cell).filter(|(label, _)| is_constant(label)) {
            _ if is_constant(&cell.text) => {
                (if cell.address.is_some() { cell.text.as_str() } else { label }, "")
            }
            Some(parts) => parts,
            None => (label, cell.text.as_str()),
        };
        if !text.is_empty() || cell.address.is_some() {
            found.push(Datum { cell, text, sort: (cell.path.clone(), cell.class.clone(), short(own)) });
        }
        if !cell.text.is_empty() {
            label = if text.is_empty() && cell.address.is_none() { cell.text.as_str() } else { "" };
        }
    }
    found
}

type Constant3<'a> = (&'a str, &'a str, &'a str);

fn short(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// The cells of a record, and which page it is of.
pub(super) struct PagedRecord {
    pub(super) page: usize,
    pub(super) cells: Vec<RecordCell>,
}

/// In how many records a text is, the last of them, and on how many pages.
#[derive(Clone, Copy, Default)]
struct TextCount {
    records: usize,
    last: usize,
    pages: usize,
}

impl TextCount {
    /// Counts a row; rows come page by page.
    fn add(&mut self, nth: usize, rows: &[PagedRecord]) {
        if self.records == 0 || self.last != nth {
            self.pages += usize::from(self.records == 0 || rows[self.last].page != rows[nth].page);
            self.records += 1;
            self.last = nth;
        }
    }
}

/// The texts that are the same in nearly all rows, and labels: texts that end with a colon and return.
fn constants(rows: &[PagedRecord], pages: usize) -> BTreeSet<Constant> {
    let mut counts: FxHashMap<Constant3<'_>, TextCount> = FxHashMap::default();
    let mut labels: FxHashMap<Constant3<'_>, TextCount> = FxHashMap::default();
    for (nth, row) in rows.iter().enumerate() {
        for cell in row.cells.iter().filter(|cell| !cell.text.is_empty() && !cell.is_headed) {
            let (path, class) = (cell.path.as_str(), cell.class.as_str());
            counts.entry((path, class, cell.text.as_str())).or_default().add(nth, rows);
            if let Some((label, _)) = labelled(cell) {
                labels.entry((path, class, label)).or_default().add(nth, rows);
            }
        }
    }
    let returns = |count: &TextCount| count.records >= 2 && count.pages >= 2.min(pages);
    labels.retain(|_, count| returns(count));
    // Where texts begin with labels, most do; titles with a colon are none.
    let mut begun: FxHashMap<(&str, &str), (usize, usize)> = FxHashMap::default();
    let texts = rows.iter().flat_map(|row| &row.cells);
    for cell in texts.filter(|cell| !cell.text.is_empty() && !cell.is_headed) {
        let entry = begun.entry((&cell.path, &cell.class)).or_default();
        let label = labelled(cell).map(|(label, _)| (cell.path.as_str(), cell.class.as_str(), label));
        entry.0 += usize::from(label.is_some_and(|label| labels.contains_key(&label)));
        entry.1 += 1;
    }
    labels.retain(|&(path, class, _), _| {
        begun.get(&(path, class)).is_some_and(|&(with, all)| with as f64 >= LABELLED * all as f64)
    });
    let one_each = rows.len() == pages;
    let is_constant = |text: &str, count: &TextCount| {
        let least = if one_each { PAGE_SHARE } else { SAME_TEXT };
        let share = count.records as f64 / rows.len().max(1) as f64;
        let is_same = share >= least && count.records >= if one_each { 2 } else { LABEL_RECORDS };
        let is_mark = !text.chars().any(char::is_alphanumeric) && count.records >= 2;
        is_same || is_mark || (text.ends_with(':') && returns(count))
    };
    let same = counts.into_iter().filter(|((_, _, text), count)| is_constant(text, count));
    same.chain(labels)
        .map(|((path, class, text), _)| Constant {
            path: path.to_owned(),
            class: class.to_owned(),
            text: text.to_owned(),
        })
        .collect()
}

fn as_set(constants: &[Constant]) -> FxHashSet<Constant3<'_>> {
    constants.iter().map(|one| (one.path.as_str(), one.class.as_str(), one.text.as_str())).collect()
}

/// A cell, and its text without a label.
type Own<'c> = (&'c RecordCell, &'c str);

/// What is counted of a sort of cells.
#[derive(Default)]
struct Sorted<'c> {
    /// Sum of the places in their records, and how many.
    place: (f64, usize),
    pages: BTreeSet<usize>,
    /// The cells of each record that has any.
    records: Vec<(usize, Vec<Own<'c>>)>,
    has_text: bool,
}

impl FieldSet {
    /// Learns the fields of rows. O(cells · log sorts).
    pub(super) fn learn(rows: &[PagedRecord], pages: usize, naming: &Naming) -> Self {
        let constants: Vec<Constant> = constants(rows, pages).into_iter().collect();
        let set = as_set(&constants);
        let one_each = rows.len() == pages;
        let mut sorts: BTreeMap<Sort, Sorted<'_>> = BTreeMap::new();
        for (nth, row) in rows.iter().enumerate() {
            let data = data(&row.cells, &set);
            let len = data.len().max(1) as f64;
            for (place, datum) in data.into_iter().enumerate() {
                // Links that all pages have under one name are menus, though their addresses may tell where one was.
                if one_each && datum.text.is_empty() && !datum.cell.text.is_empty() {
                    continue;
                }
                let sorted = sorts.entry(datum.sort).or_default();
                sorted.place.0 += place as f64 / len;
                sorted.place.1 += 1;
                sorted.pages.insert(row.page);
                sorted.has_text |= !datum.text.is_empty();
                match sorted.records.last_mut() {
                    Some((last, cells)) if *last == nth => cells.push((datum.cell, datum.text)),
                    _ => sorted.records.push((nth, vec![(datum.cell, datum.text)])),
                }
            }
        }
        let least = 2.min(rows.len());
        let mut kept: Vec<(Sort, Sorted<'_>)> =
            sorts.into_iter().filter(|(_, sorted)| sorted.records.len() >= least).collect();
        kept.sort_by(|a, b| b.1.records.len().cmp(&a.1.records.len()).then_with(|| a.0.cmp(&b.0)));
        kept.truncate(MAX_FIELDS);
        let place = |sorted: &Sorted<'_>| sorted.place.0 / sorted.place.1 as f64;
        kept.sort_by(|a, b| place(&a.1).total_cmp(&place(&b.1)).then_with(|| a.0.cmp(&b.0)));
        let mut fields = Vec::new();
        for (sort, sorted) in &kept {
            rules(sort, sorted, rows, naming, &mut fields);
        }
        fields.truncate(MAX_FIELDS);
        let fields = named(fields);
        let used: BTreeSet<&str> = fields.iter().map(|rule| rule.label.as_str()).collect();
        // Labels first, so that none of them falls out.
        let (labels, rest): (Vec<Constant>, Vec<Constant>) =
            constants.iter().cloned().partition(|constant| used.contains(short(&constant.text).as_str()));
        let mut template: Vec<Constant> = labels.into_iter().chain(rest).take(MAX_CONSTANTS).collect();
        template.sort();
        FieldSet { fields, template }
    }

    /// The values of a record, field by field.
    pub(super) fn apply(&self, cells: &[RecordCell]) -> Vec<Option<String>> {
        let constants = as_set(&self.template);
        let data = data(cells, &constants);
        let mut sorts: FxHashMap<Constant3<'_>, Vec<&Datum<'_>>> = FxHashMap::default();
        for datum in &data {
            let (path, class, label) = &datum.sort;
            sorts.entry((path, class, label)).or_default().push(datum);
        }
        let value = |rule: &FieldRule| {
            let own = sorts.get(&(rule.path.as_str(), rule.class.as_str(), rule.label.as_str()))?;
            if let Some(nth) = rule.nth.checked_sub(1) {
                return rule.value(own.get(nth)?).filter(|value| !value.is_empty()).map(str::to_owned);
            }
            let mut values: Vec<&str> =
                own.iter().filter_map(|datum| rule.value(datum)).filter(|value| !value.is_empty()).collect();
            // Pages say some things twice.
            if values.iter().all(|value| *value == values[0]) {
                values.truncate(1);
            }
            let joined = values.join(JOINED_BY);
            Some(joined).filter(|joined| !joined.is_empty())
        };
        self.fields.iter().map(value).collect()
    }
}

impl FieldRule {
    fn value<'c>(&self, datum: &Datum<'c>) -> Option<&'c str> {
        match self.take {
            Take::Text if datum.text.is_empty() => None,
            Take::Text => Affixes { before: self.before.clone(), after: self.after.clone() }.of(datum.text),
            Take::Href | Take::Src => datum.cell.address.as_deref(),
        }
    }
}

/// The rules of a sort of cells.
fn rules(
    sort: &Sort,
    sorted: &Sorted<'_>,
    rows: &[PagedRecord],
    naming: &Naming,
    fields: &mut Vec<(FieldRule, Option<String>)>,
) {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for (_, cells) in &sorted.records {
        *counts.entry(cells.len()).or_default() += 1;
    }
    let (usual, having) = counts.into_iter().max_by_key(|&(_, having)| having).unwrap_or((1, 0));
    let is_steady = usual <= MAX_NTH && having as f64 >= SAME_COUNT * sorted.records.len() as f64;
    let numbers = if is_steady { 1..=usual } else { 0..=0 };
    for nth in numbers {
        let cells: Vec<(usize, Own<'_>)> = sorted
            .records
            .iter()
            .flat_map(|(row, cells)| {
                let own = if nth == 0 { &cells[..] } else { cells.get(nth - 1..nth).unwrap_or(&[]) };
                own.iter().map(move |own| (*row, *own))
            })
            .collect();
        let named: Vec<&RecordCell> = cells.iter().map(|(_, (cell, _))| *cell).collect();
        let base = FieldRule {
            name: String::new(),
            path: sort.0.clone(),
            class: sort.1.clone(),
            label: sort.2.clone(),
            nth,
            take: Take::Text,
            before: String::new(),
            after: String::new(),
            share: 0.0,
            kinds: BTreeMap::new(),
        };
        let mut add = |rule: FieldRule, values: &[(usize, &str)]| {
            let values: Vec<(usize, &str)> =
                values.iter().copied().filter(|(_, value)| !value.is_empty()).collect();
            if values.is_empty() {
                return;
            }
            let mut having: Vec<usize> = values.iter().map(|&(row, _)| row).collect();
            having.dedup();
            let mut kinds: BTreeMap<ValueKind, f64> = BTreeMap::new();
            for (_, value) in &values {
                let kind = if rule.take == Take::Text { kind_of(value) } else { ValueKind::Link };
                *kinds.entry(kind).or_default() += 1.0;
            }
            for count in kinds.values_mut() {
                *count = rounded(*count / values.len() as f64);
            }
            let share = rounded(having.len() as f64 / rows.len().max(1) as f64);
            let name = naming.name(&rule, &named, rows, &values);
            fields.push((FieldRule { share, kinds, ..rule }, name));
        };
        if sorted.has_text {
            let texts: Vec<&str> =
                cells.iter().map(|(_, (_, text))| *text).filter(|text| !text.is_empty()).collect();
            // In a column with a header values stand as the page has them.
            let is_headed = cells.iter().any(|(_, (cell, _))| cell.is_headed);
            for piece in if is_headed { vec![Affixes::default()] } else { pieces(&texts) } {
                let values: Vec<(usize, &str)> =
                    cells.iter().filter_map(|(row, (_, text))| Some((*row, piece.of(text)?))).collect();
                add(FieldRule { before: piece.before, after: piece.after, ..base.clone() }, &values);
            }
        }
        let addresses: Vec<(usize, &str)> =
            cells.iter().filter_map(|(row, (cell, _))| Some((*row, cell.address.as_deref()?))).collect();
        let take = if sort.0.ends_with("img") { Take::Src } else { Take::Href };
        let first = addresses.first().map(|&(_, address)| address);
        // An address that all share is template.
        if addresses.iter().any(|&(_, address)| Some(address) != first) {
            add(FieldRule { take, ..base.clone() }, &addresses);
        }
    }
}

/// A share with two digits behind the point, as people read it.
pub(super) fn rounded(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}
