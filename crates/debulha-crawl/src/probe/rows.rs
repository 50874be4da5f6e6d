//! The rows of an answer.
//!
//! On the first answers the largest region of records is looked for that the page of an empty answer does not have. Its shape,
//! the path of elements to its records, finds them on later answers too, also where there is but one.
//!
//! A row is known again by its link, where the rows of an answer each have another one in the same place, or else by its text without
//! relative times ("2 hours ago").

use super::space::{AnswerRow, MAX_ROWS_PER_ANSWER, RowWord};
use super::vocabulary::words_of;
use debulha_core::Page;
use debulha_core::features::hashing::{hash_folded, hash_text, then};
use debulha_core::features::records::{Record, RecordParams, fields, find};
use debulha_core::features::relative_times::is_relative_time;
use debulha_core::features::stop_words::StopWords;
use debulha_dom::{Document, NodeId, names};
use std::collections::{BTreeMap, BTreeSet};
use url::Url;

/// Regions that are looked at for one that is no menu.
const MAX_REGIONS: u32 = 8;

/// Words of a row that are kept at most.
const MAX_WORDS: usize = 200;

/// Links of a row that are looked at for one that names it.
const MAX_LINKS: usize = 8;

/// Parameters of an address that are compared; bounds the work of a link.
const MAX_PARAMETERS: usize = 64;

/// Answers on which a shape must be found before it is trusted, and pages without it are empty.
const ENOUGH_ANSWERS: u32 = 2;

/// Where the records of a region are.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RegionShape {
    /// Of the elements down to the parent of the records.
    path: u64,
    /// Of the first element of each.
    first: u64,
    /// Whether a record is one element, told by its name alone.
    is_single: bool,
}

/// Reads rows, and learns where they are.
#[derive(Debug, Default)]
pub(super) struct RowReader {
    shape: Option<RegionShape>,
    /// Answers on which the shape was found since it was learned.
    found: u32,
    /// Rows of the page of an empty answer: menus, hints, advertisements.
    background: BTreeSet<u64>,
    /// That page's markup, for shapes that are learned later.
    empty: Option<String>,
    /// Two rows were read at once, so that `key` is known.
    knows_key: bool,
    /// The place among the links of a row of the one that names it, if there is one.
    key: Option<usize>,
}

impl RowReader {
    /// Learns from the answer to a query that nothing fits.
    pub(super) fn learn_empty(&mut self, page: &Page<'_>) {
        let params = RecordParams { max_regions: MAX_REGIONS, ..RecordParams::default() };
        for region in find(page, &params) {
            self.background.extend(
                region.records.iter().filter_map(|record| row(page, record)).map(|r| r.row.fingerprint),
            );
        }
        self.empty = Some(page.document().source().to_owned());
    }

    /// The rows of an answer. O(nodes) for each key of records that is tried, until a shape is trusted; then O(nodes).
    pub(super) fn read(&mut self, page: &Page<'_>) -> Vec<AnswerRow> {
        if let Some(shape) = &self.shape {
            let rows = self.without_background(by_shape(page, shape));
            if !rows.is_empty() {
                self.found += 1;
            }
            if !rows.is_empty() || self.found >= ENOUGH_ANSWERS {
                return self.keyed(rows);
            }
        }
        let params = RecordParams { max_regions: MAX_REGIONS, ..RecordParams::default() };
        for region in find(page, &params) {
            let Some(middle) = region.records.get(region.records.len() / 2) else { continue };
            let shape = shape_of(page, middle);
            if let Some(empty) = &self.empty {
                let document = debulha_dom::parse(empty, &debulha_dom::Limits::default()).document;
                let of_empty = by_shape(&Page::new(&document), &shape);
                self.background.extend(of_empty.iter().map(|read| read.row.fingerprint));
            }
            let rows = self.without_background(by_shape(page, &shape));
            if rows.len() >= 2 {
                (self.shape, self.found) = (Some(shape), 1);
                return self.keyed(rows);
            }
        }
        Vec::new()
    }

    fn without_background(&self, mut rows: Vec<ReadRow>) -> Vec<ReadRow> {
        rows.retain(|read| !self.background.contains(&read.row.fingerprint));
        rows.truncate(MAX_ROWS_PER_ANSWER);
        rows
    }

    /// The rows, each numbered by its link where links are keys.
    fn keyed(&mut self, rows: Vec<ReadRow>) -> Vec<AnswerRow> {
        if !self.knows_key && rows.len() >= 2 {
            (self.knows_key, self.key) = (true, key_of(&rows));
        }
        let key = self.key;
        let number = |read: &ReadRow| read.links.get(key?).copied();
        let keyed = |read: ReadRow| AnswerRow {
            fingerprint: number(&read).unwrap_or(read.row.fingerprint),
            ..read.row
        };
        rows.into_iter().map(keyed).collect()
    }
}

/// A row with the numbers of its links.
#[derive(Debug)]
struct ReadRow {
    row: AnswerRow,
    links: Vec<u64>,
}

/// The first place in which all rows have a link, each another one.
fn key_of(rows: &[ReadRow]) -> Option<usize> {
    let most = rows.iter().map(|read| read.links.len()).min()?;
    (0..most).find(|&at| {
        let links: BTreeSet<u64> = rows.iter().map(|read| read.links[at]).collect();
        links.len() == rows.len()
    })
}

/// The numbers of the links of a record: what they lead to, without what the page's own address has too and without addresses to return to.
fn links_of(page: &Page<'_>, record: &Record) -> Vec<u64> {
    let doc = page.document();
    let links = (record.nodes.start..record.nodes.end.min(doc.len() as u32)).map(NodeId);
    let hrefs =
        links.filter(|&node| doc.name(node) == names::A).filter_map(|node| doc.attribute(node, names::HREF));
    let base = page.base_address();
    let resolved = hrefs.filter_map(|href| match base {
        Some(base) => base.join(href.trim()).ok(),
        None => Url::parse(href.trim()).ok(),
    });
    let web = resolved.filter(|url| matches!(url.scheme(), "http" | "https") && Some(url) != page.address());
    web.map(|url| link_number(&url, page.address())).take(MAX_LINKS).collect()
}

fn link_number(url: &Url, own: Option<&Url>) -> u64 {
    let is_own = |name: &str, value: &str| {
        own.is_some_and(|own| {
            own.query_pairs().take(MAX_PARAMETERS).any(|pair| pair.0 == name && pair.1 == value)
        })
    };
    let mut kept: Vec<String> = url
        .query_pairs()
        .take(MAX_PARAMETERS)
        .filter(|(name, value)| {
            !is_own(name, value) && !value.starts_with(['/', '?']) && !value.contains("://")
        })
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    kept.sort_unstable();
    let address = format!("{}{}?{}", url.host_str().unwrap_or_default(), url.path(), kept.join("&"));
    hash_text(&address)
}

/// The shape of a record.
fn shape_of(page: &Page<'_>, record: &Record) -> RegionShape {
    let doc = page.document();
    let first = record.first();
    let is_single = doc.subtree_end(first) >= record.nodes.end;
    RegionShape { path: path_of(doc, first), first: number_of(doc, first, !is_single), is_single }
}

/// Of the elements around a node: their names, and the classes of its parent.
fn path_of(doc: &Document, node: NodeId) -> u64 {
    let around = doc.ancestors(node).filter(|&around| doc.is_element(around));
    let names = around.enumerate().map(|(at, around)| number_of(doc, around, at == 0));
    names.fold(0, then)
}

fn number_of(doc: &Document, node: NodeId, with_class: bool) -> u64 {
    let class = doc.attribute(node, names::CLASS).filter(|_| with_class).unwrap_or_default();
    let name = if doc.is_element(node) { doc.name_str(doc.name(node)) } else { "" };
    then(hash_text(name), hash_folded(class))
}

/// The rows of a shape: from each element that begins one to the next.
fn by_shape(page: &Page<'_>, shape: &RegionShape) -> Vec<ReadRow> {
    let doc = page.document();
    let mut rows = Vec::new();
    let mut parents: BTreeMap<NodeId, bool> = BTreeMap::new();
    let mut begun: Option<(NodeId, u32)> = None;
    let mut finish = |begun: &mut Option<(NodeId, u32)>, end: u32| {
        if let Some((first, limit)) = begun.take() {
            rows.extend(row(page, &Record { nodes: first.0..end.min(limit) }));
        }
    };
    let body = page.body();
    for node in (body.0 + 1..doc.subtree_end(body)).map(NodeId) {
        if !doc.is_element(node) || number_of(doc, node, !shape.is_single) != shape.first {
            continue;
        }
        let Some(parent) = doc.parent(node) else { continue };
        let fits = *parents.entry(parent).or_insert_with(|| path_of(doc, node) == shape.path);
        if !fits || is_head(doc, node) {
            continue;
        }
        finish(&mut begun, node.0);
        let end = if shape.is_single { doc.subtree_end(node) } else { doc.subtree_end(parent) };
        begun = Some((node, end));
    }
    finish(&mut begun, u32::MAX);
    rows
}

/// Whether an element is the head of a table: a row of nothing but `th`.
fn is_head(doc: &Document, node: NodeId) -> bool {
    let mut cells = doc.children(node).filter(|&cell| doc.is_element(cell)).peekable();
    cells.peek().is_some() && cells.all(|cell| doc.name(cell) == names::TH)
}

/// A record as a row; none without text.
fn row(page: &Page<'_>, record: &Record) -> Option<ReadRow> {
    let stop = StopWords::Auto.list(page);
    let mut lower = String::new();
    let mut row = AnswerRow::default();
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    let shown = fields(page, record).into_iter().filter(|field| !field.text.trim().is_empty());
    for (at, field) in shown.enumerate() {
        // The place in a list is no part of what stands there.
        if at == 0 && is_ordinal(&field.text) {
            continue;
        }
        if !is_relative_time(&field.text) {
            row.fingerprint = then(row.fingerprint, hash_folded(&field.text));
        }
        let path = hash_text(&field.path);
        let count = counts.entry(path).or_insert(0);
        *count += 1;
        let place = then(path, *count);
        for text in words_of(&field.text) {
            let is_empty = stop.is_some_and(|stop| stop.contains(&text, &mut lower));
            if !is_empty && row.words.len() < MAX_WORDS {
                row.words.push(RowWord { text, place });
            }
        }
    }
    (row.fingerprint != 0).then(|| ReadRow { links: links_of(page, record), row })
}

/// Whether a text is the number of an entry: `12.`, `12)` or `#12`.
fn is_ordinal(text: &str) -> bool {
    let text = text.trim();
    let digits = text.strip_prefix('#').or_else(|| text.strip_suffix(['.', ')']));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn html(rows: &[&str]) -> String {
        let row = |row: &&str| format!("<tr><td>{row}<td>Sown in autumn, reaped in July<td>of {row}</tr>");
        let rows = rows.iter().map(row).collect::<Vec<_>>().concat();
        format!(
            "<html lang=en><ul><li><a href=/>Home of the farm<li><a href=/map>Map of the farm<li><a href=/x>Imprint of it</ul>\
             <table><tr><th>Crop<th>When<th>Seed</tr>{rows}</table>"
        )
    }

    fn read(reader: &mut RowReader, html: &str) -> Vec<AnswerRow> {
        let document = parse(html, &Limits::default()).document;
        reader.read(&Page::new(&document))
    }

    #[test]
    fn a_shape_finds_single_rows_and_none() {
        let mut reader = RowReader::default();
        let empty = parse(&html(&[]), &Limits::default()).document;
        reader.learn_empty(&Page::new(&empty));
        let three = read(&mut reader, &html(&["Rye", "Oats", "Barley"]));
        assert_eq!(three.len(), 3);
        let two = read(&mut reader, &html(&["Barley", "Wheat"]));
        assert_eq!((two.len(), two[0].fingerprint), (2, three[2].fingerprint));
        let one = read(&mut reader, &html(&["Oats"]));
        assert_eq!(one, [three[1].clone()]);
        assert_eq!(read(&mut reader, &html(&[])), []);
    }

    #[test]
    fn words_have_the_places_of_their_columns() {
        let mut reader = RowReader::default();
        let rows = read(&mut reader, &html(&["Rye", "Oats"]));
        let place =
            |row: &AnswerRow, word: &str| row.words.iter().find(|known| known.text == word).map(|w| w.place);
        assert_eq!(place(&rows[0], "rye"), place(&rows[1], "oats"));
        assert_ne!(place(&rows[0], "rye"), place(&rows[0], "autumn"));
        assert_eq!(place(&rows[0], "in"), None);
    }

    fn numbers(reader: &mut RowReader, html: &str) -> Vec<u64> {
        let document = parse(html, &Limits::default()).document;
        let url = "https://e.org/find?q=rye&page=2";
        let page = Page::with_options(&document, Some(url), debulha_core::PageOptions::default());
        reader.read(&page).iter().map(|row| row.fingerprint).collect()
    }

    #[test]
    fn rows_are_known_again_by_link() {
        let of = |time: &str, more: &str| {
            html(&["Rye", "Oats"])
                .replace("<td>Rye", &format!("<td><a href='/lot/1?{more}'>Rye</a><td>{time}"))
                .replace("<td>Oats", &format!("<td><a href='/lot/2?{more}'>Oats</a><td>{time}"))
        };
        let mut reader = RowReader::default();
        let first = numbers(&mut reader, &of("today at 5", ""));
        assert_eq!(numbers(&mut reader, &of("on Monday", "")), first);
        assert_eq!(numbers(&mut reader, &of("on Monday", "q=rye&back=/find")), first);
        assert_ne!(numbers(&mut reader, &of("on Monday", "x=1")), first);
    }

    #[test]
    fn rows_are_known_again_without_relative_times() {
        let of = |time: &str| html(&["Rye", "Oats"]).replace("<td>of", &format!("<td>{time}<td>of"));
        let mut reader = RowReader::default();
        let first = numbers(&mut reader, &of("2 hours ago"));
        assert_eq!(numbers(&mut reader, &of("a day ago")), first);
        assert_ne!(numbers(&mut reader, &of("2 hours")), first);
    }

    #[test]
    fn numbers_of_entries_are_no_part_of_them() {
        for (text, expected) in
            [("12.", true), ("#3", true), ("4)", true), ("12", false), (".", false), ("1.5.", false)]
        {
            assert_eq!(is_ordinal(text), expected, "{text}");
        }
    }
}
