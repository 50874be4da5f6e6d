//! Records as a table: a row a record, a column a field, the same over the pages of a site.

use super::fields::fields;
use super::{Record, Region};
use crate::page::Page;
use debulha_dom::{NodeId, names};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Elements at the top of records that a page of a site may have more of than those before, at most (our decision: where a record is a
/// `tr` on one page, it is its `tbody` on a page with one).
const MAX_SHIFT: usize = 3;

/// Columns at most; further fields are left out (our decision: a page without templates would have one for every field).
const MAX_COLUMNS: usize = 200;

/// Columns that say which record a row is; no field has these names.
pub const PLACE_COLUMNS: [&str; 3] = ["file", "region", "record"];

/// Elements at the end of a path that name a column (our decision: enough to tell `b/a` from `td/a`).
const NAMED_STEPS: usize = 2;

/// The fields of the records of one page, ready to be joined with those of others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageRecords {
    /// For each record its region, from 1, and its fields.
    records: Vec<(usize, Vec<FieldCell>)>,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FieldCell {
    /// What its column is known by.
    key: FieldKey,
    text: String,
    /// Where a link leads, or where an image is; absolute where the page's address is known.
    address: Option<String>,
}

/// Path of elements, class, and how many fields of both stand before it in the record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct FieldKey {
    path: Vec<String>,
    class: String,
    nth: usize,
}

impl PageRecords {
    /// The fields of the records of regions. O(nodes + text), and O(depth) a field.
    pub fn of(page: &Page<'_>, regions: &[Region]) -> Self {
        let row = |nth: usize, record: &Record| (nth + 1, cells(page, record));
        let rows = regions.iter().enumerate();
        let records =
            rows.flat_map(|(nth, region)| region.records.iter().map(move |record| row(nth, record)));
        PageRecords { records: records.collect() }
    }

    /// Takes the page's records as if their paths began so many elements further down.
    fn shifted(&mut self, by: usize) {
        for cell in self.records.iter_mut().flat_map(|(_, cells)| cells) {
            let path = &mut cell.key.path;
            path.drain(..by.min(path.len()));
        }
    }
}

fn cells(page: &Page<'_>, record: &Record) -> Vec<FieldCell> {
    let mut seen: FxHashMap<(String, String), usize> = FxHashMap::default();
    let cell = |field: super::Field| {
        let class = class_of(page, record, field.node);
        let nth = seen.entry((field.path.clone(), class.clone())).or_default();
        *nth += 1;
        let path = field.path.split('/').filter(|step| !step.is_empty()).map(str::to_owned).collect();
        let address =
            field.href.map(|href| match page.base_address().and_then(|base| base.join(&href).ok()) {
                Some(address) => address.into(),
                None => href,
            });
        FieldCell { key: FieldKey { path, class, nth: *nth }, text: field.text, address }
    };
    fields(page, record).into_iter().map(cell).collect()
}

/// The first class, without those that hold a digit and may number something, of the innermost element that has one; of
/// those inside the record's siblings, whose own classes tell odd from even. Empty where there is none.
pub(super) fn class_of(page: &Page<'_>, record: &Record, node: NodeId) -> String {
    let doc = page.document();
    let top = doc.depth(record.first());
    let around = std::iter::once(node).chain(doc.ancestors(node)).take_while(|&node| doc.depth(node) > top);
    let class = |node: NodeId| {
        let classes = doc.attribute(node, names::CLASS)?.split_ascii_whitespace();
        classes.into_iter().find(|class| !class.bytes().any(|byte| byte.is_ascii_digit())).map(str::to_owned)
    };
    around.filter(|&node| doc.is_element(node)).find_map(class).unwrap_or_default()
}

/// The records of pages as one table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordTable {
    /// Names of the columns, each once: a class or the end of a path, `#2` for the second of its sort, `@href` for addresses of links, and
    /// `@src` for those of images.
    pub columns: Vec<String>,
    /// The rows in the order of the pages.
    pub rows: Vec<RecordRow>,
}

/// A record of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordRow {
    /// Its page, by its place.
    pub page: usize,
    /// Its region, from 1.
    pub region: usize,
    /// Its place in the region, from 1.
    pub record: usize,
    /// What stands in a column, by its place; in the order of the columns.
    pub values: Vec<(usize, String)>,
}

impl RecordTable {
    /// One table of pages. Fields of one path and class are one column on all of them. O(fields · log columns).
    ///
    /// Pages whose records begin some elements further up than those before are brought in line with them, where most of their
    /// fields then fall into columns that are there.
    pub fn new(pages: impl IntoIterator<Item = PageRecords>) -> Self {
        let mut columns = FieldColumns::default();
        let mut pages: Vec<PageRecords> = pages.into_iter().collect();
        for page in &mut pages {
            columns.add(page);
        }
        let names = columns.names(&pages);
        let places: BTreeMap<&FieldKey, usize> =
            columns.order.iter().enumerate().map(|(at, key)| (key, at)).collect();
        let (mut table, mut place_of) = (RecordTable::default(), Vec::new());
        for own in &names {
            let mut place = |name: &Option<String>| {
                name.as_ref().map(|name| {
                    table.columns.push(name.clone());
                    table.columns.len() - 1
                })
            };
            place_of.push((place(&own.0), place(&own.1)));
        }
        for (nth, page) in pages.into_iter().enumerate() {
            let mut last = (0, 0);
            for (region, cells) in page.records {
                last = if last.0 == region { (region, last.1 + 1) } else { (region, 1) };
                let mut values = Vec::new();
                for cell in cells {
                    let Some(&(text, address)) = places.get(&cell.key).map(|&at| &place_of[at]) else {
                        continue;
                    };
                    values.extend(text.map(|place| (place, cell.text)));
                    values.extend(address.zip(cell.address));
                }
                values.retain(|(_, value)| !value.is_empty());
                values.sort_by_key(|&(place, _)| place);
                table.rows.push(RecordRow { page: nth, region, record: last.1, values });
            }
        }
        table
    }
}

/// The columns so far.
#[derive(Default)]
struct FieldColumns {
    /// In the order in which records have them.
    order: Vec<FieldKey>,
}

impl FieldColumns {
    /// Adds the fields of a page, after it was brought in line.
    fn add(&mut self, page: &mut PageRecords) {
        self.align(page);
        let mut known: FxHashMap<FieldKey, usize> =
            self.order.iter().enumerate().map(|(at, key)| (key.clone(), at)).collect();
        for (_, cells) in &page.records {
            // A new column stands behind that of the field before it.
            let mut behind = 0;
            for FieldCell { key, .. } in cells {
                if let Some(&at) = known.get(key) {
                    behind = at + 1;
                } else if self.order.len() < MAX_COLUMNS {
                    self.order.insert(behind, key.clone());
                    known.values_mut().filter(|at| **at >= behind).for_each(|at| *at += 1);
                    known.insert(key.clone(), behind);
                    behind += 1;
                }
            }
        }
    }

    /// Drops elements at the top of the page's paths until most fields fall into columns; changes nothing where they never do.
    fn align(&mut self, page: &mut PageRecords) {
        let keys: Vec<&FieldKey> =
            page.records.iter().flat_map(|(_, cells)| cells).map(|cell| &cell.key).collect();
        let known: FxHashSet<(&[String], &str, usize)> =
            self.order.iter().map(|key| (key.path.as_slice(), key.class.as_str(), key.nth)).collect();
        let matches = |by: usize| {
            let is_known = |key: &&&FieldKey| {
                key.path.get(by..).is_some_and(|path| known.contains(&(path, key.class.as_str(), key.nth)))
            };
            keys.iter().filter(is_known).count()
        };
        let most = keys.len().div_ceil(2);
        if self.order.is_empty() || matches(0) >= most {
            return;
        }
        let best =
            (1..=MAX_SHIFT).map(|by| (matches(by), by)).max_by_key(|&(found, by)| (found, MAX_SHIFT - by));
        if let Some((_, by)) = best.filter(|&(found, _)| found >= most) {
            page.shifted(by);
        }
    }

    /// The names of each column for text and for addresses, where any field has them.
    fn names(&self, pages: &[PageRecords]) -> Vec<(Option<String>, Option<String>)> {
        let mut has: FxHashMap<&FieldKey, (bool, bool, bool)> = FxHashMap::default();
        for FieldCell { key, text, address } in
            pages.iter().flat_map(|page| &page.records).flat_map(|(_, cells)| cells)
        {
            let entry = has.entry(key).or_default();
            entry.0 |= !text.is_empty();
            entry.1 |= address.is_some();
            entry.2 |= key.path.last().is_some_and(|step| step == "img");
        }
        let mut taken: FxHashSet<String> = PLACE_COLUMNS.map(str::to_owned).into_iter().collect();
        let name = |key: &FieldKey| {
            let end = &key.path[key.path.len().saturating_sub(NAMED_STEPS)..];
            let path = if end.is_empty() { "text".to_owned() } else { end.join("/") };
            let plain = if key.class.is_empty() { path } else { key.class.clone() };
            let (has_text, has_address, is_image) = has.get(key).copied().unwrap_or_default();
            let address = |own: &str| format!("{own}@{}", if is_image { "src" } else { "href" });
            let numbered = (2..).map(|number| format!("{plain}#{number}"));
            let own = std::iter::once(plain.clone())
                .chain(numbered)
                .find(|own| !taken.contains(own) && !taken.contains(&address(own)))
                .unwrap_or_default();
            let address = address(&own);
            taken.extend([own.clone(), address.clone()]);
            (has_text.then_some(own), has_address.then_some(address))
        };
        self.order.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RecordParams, find};
    use super::*;
    use debulha_dom::{Limits, parse};

    fn records(html: &str, url: Option<&str>) -> PageRecords {
        let document = parse(html, &Limits::default()).document;
        let page = Page::with_options(&document, url, crate::PageOptions::default());
        PageRecords::of(&page, &find(&page, &RecordParams::default()))
    }

    fn offers(names: &[(&str, &str)], open: &str, close: &str) -> String {
        let offer = |(name, price): &(&str, &str)| {
            let price = if price.is_empty() { String::new() } else { format!("<p class=price>{price}</p>") };
            format!(
                "<div class=offer><a class='name n1' href=/{name}>{name} of the best sort</a>{price}<p class=note>Sown in the autumn of the year before.</p></div>"
            )
        };
        format!("{open}{}{close}", names.iter().map(offer).collect::<String>())
    }

    #[test]
    fn a_field_that_is_missing_moves_no_other() {
        let page = offers(&[("rye", "3"), ("oats", ""), ("barley", "4")], "<main>", "</main>");
        let table = RecordTable::new([records(&page, Some("https://example.org/list"))]);
        assert_eq!(table.columns, ["name", "name@href", "price", "note"]);
        let value = |row: usize, column: usize| {
            table.rows[row].values.iter().find(|(at, _)| *at == column).map(|(_, value)| value.as_str())
        };
        assert_eq!((value(0, 2), value(1, 2), value(2, 2)), (Some("3"), None, Some("4")));
        assert_eq!(value(1, 1), Some("https://example.org/oats"));
        assert!((0..3).all(|row| value(row, 3) == Some("Sown in the autumn of the year before.")));
        assert_eq!((table.rows[2].region, table.rows[2].record), (1, 3));
    }

    #[test]
    fn pages_of_a_site_share_their_columns() {
        let first =
            records(&offers(&[("rye", "3"), ("oats", "2"), ("barley", "4")], "<main>", "</main>"), None);
        let mut second =
            records(&offers(&[("peas", "5"), ("beans", ""), ("vetch", "1")], "<main>", "</main>"), None);
        // As if they lay one element further down.
        for cell in second.records.iter_mut().flat_map(|(_, cells)| cells) {
            cell.key.path.insert(0, "section".to_owned());
        }
        let table = RecordTable::new([first, second]);
        assert_eq!(table.columns, ["name", "name@href", "price", "note"]);
        assert_eq!(
            (table.rows.len(), table.rows[3].page, &table.rows[3].values[0]),
            (6, 1, &(0, "peas of the best sort".to_owned()))
        );
    }

    #[test]
    fn columns_are_bounded() {
        let cell = |at: usize| FieldCell {
            key: FieldKey { path: vec![format!("x{at}")], class: String::new(), nth: 1 },
            text: "x".to_owned(),
            address: None,
        };
        let page = PageRecords { records: vec![(1, (0..5_000).map(cell).collect())] };
        let table = RecordTable::new([page]);
        assert_eq!((table.columns.len(), table.rows[0].values.len()), (MAX_COLUMNS, MAX_COLUMNS));
    }

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let cell = |(class, nth): (&str, usize)| FieldCell {
            key: FieldKey {
                path: vec!["ul".to_owned(), "li".to_owned(), "a".to_owned()],
                class: class.to_owned(),
                nth,
            },
            text: "x".to_owned(),
            address: Some("y".to_owned()),
        };
        let classes = [("file", 1), ("a", 1), ("a", 2), ("a#2", 1), ("a@href", 1), ("", 1)];
        let table = RecordTable::new([PageRecords { records: vec![(1, classes.map(cell).to_vec())] }]);
        let names: FxHashSet<&String> = table.columns.iter().collect();
        assert_eq!((names.len(), table.columns.len()), (12, 12), "{:?}", table.columns);
        assert!(table.columns.starts_with(&["file#2".to_owned(), "file#2@href".to_owned()]));
        assert_eq!(table.columns[10..], ["li/a", "li/a@href"]);
    }
}
