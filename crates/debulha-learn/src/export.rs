//! Tables of features for other programs: CSV and Weka's ARFF, written page by page.
//!
//! Columns are `page`, `node` (the row's node as a number), `xpath` and `tag` of it, then the features, then `label`
//! where there are labels. CSV is that of RFC 4180 with `\n` at the ends of lines; a missing value is empty there, `?`
//! in ARFF. Numbers have a point and as many digits as tell them apart, whatever the locale.
//!
//! ```
//! use debulha_core::feature_table::{RowUnit, Selection};
//! use debulha_core::{Page, Scratch};
//! use debulha_dom::{Limits, parse};
//! use debulha_learn::export::{PageTable, TextFormat};
//!
//! let parsed = parse("<body><p>Rye</p>", &Limits::default());
//! let selection = Selection::of(RowUnit::Block, [("words", 1), ("above_nav", 1)])?;
//! let table = PageTable::of("rye, oats.html", &Page::new(&parsed.document), &selection, &mut Scratch::default());
//! let names: Vec<&str> = selection.features().iter().map(|feature| feature.name).collect();
//! let csv = TextFormat::Csv.header("block", &names, false) + &TextFormat::Csv.rows(&table);
//! let row = "\"rye, oats.html\",5,/html[1]/body[1]/p[1]/text()[1],p,1,\n";
//! assert_eq!(csv, format!("page,node,xpath,tag,words,above_nav\n{row}"));
//! # Ok::<(), debulha_core::feature_table::UnknownColumn>(())
//! ```

use debulha_core::feature_table::{FeatureTable, Selection, compute};
use debulha_core::{Page, Scratch};
use debulha_dom::NodeId;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Columns before the features, in order.
pub const KEYS: [&str; 4] = ["page", "node", "xpath", "tag"];

/// The column after them.
pub const LABEL: &str = "label";

/// The table of one page, with what tells its rows.
#[derive(Debug, Clone)]
pub struct PageTable {
    /// The page's name.
    pub page: String,
    /// The rows in document order.
    pub rows: Vec<RowKey>,
    /// A label a row, NaN where there is none; `None` for a table without labels.
    pub labels: Option<Vec<f32>>,
    /// The values.
    pub values: FeatureTable,
}

/// What tells a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowKey {
    /// The node.
    pub node: NodeId,
    /// Where it stands.
    pub xpath: String,
    /// Name of the element: the node itself, or of a text node the element it stands in.
    pub tag: String,
}

impl PageTable {
    /// Computes the features of a page. Linear in the page and in its rows' XPaths.
    pub fn of(name: &str, page: &Page<'_>, selection: &Selection, scratch: &mut Scratch) -> Self {
        PageTable::new(name, page, compute(page, selection, scratch))
    }

    /// A table of a page with what tells its rows. Linear in the rows' XPaths.
    pub fn new(name: &str, page: &Page<'_>, values: FeatureTable) -> Self {
        let doc = page.document();
        let key = |&node: &NodeId| {
            let element = if doc.is_element(node) { Some(node) } else { doc.parent(node) };
            let tag = element.map_or("", |element| doc.name_str(doc.name(element)));
            RowKey { node, xpath: doc.xpath(node), tag: tag.to_owned() }
        };
        let rows = values.rows().iter().map(key).collect();
        PageTable { page: name.to_owned(), rows, labels: None, values }
    }

    /// The same with labels by node; rows without one have none.
    #[must_use]
    pub fn labelled(mut self, labels: &BTreeMap<u32, f32>) -> Self {
        let label = |row: &RowKey| labels.get(&row.node.0).copied().unwrap_or(f32::NAN);
        self.labels = Some(self.rows.iter().map(label).collect());
        self
    }

    /// The values of a row, and its label after them where there are labels.
    fn numbers(&self, row: usize) -> impl Iterator<Item = f32> {
        let label = self.labels.as_ref().map(|labels| labels[row]);
        self.values.row(row).iter().copied().chain(label)
    }
}

/// A format that is text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFormat {
    /// Values parted by commas.
    Csv,
    /// Weka's attribute-relation file format.
    Arff,
}

impl TextFormat {
    /// What stands before the first row, by the names of the unit of rows and of the features.
    pub fn header(self, unit: &str, features: &[&str], labelled: bool) -> String {
        let features = features.iter().copied();
        let names = KEYS.into_iter().chain(features).chain(labelled.then_some(LABEL));
        match self {
            TextFormat::Csv => names.collect::<Vec<_>>().join(",") + "\n",
            TextFormat::Arff => {
                let mut text = format!("@relation debulha_{}\n\n", unit.replace('-', "_"));
                for name in names {
                    let is_text = KEYS.contains(&name) && name != "node";
                    let kind = if is_text { "string" } else { "numeric" };
                    let _ = writeln!(text, "@attribute {name} {kind}");
                }
                text + "\n@data\n"
            }
        }
    }

    /// The rows of a page, each a line.
    pub fn rows(self, table: &PageTable) -> String {
        match self {
            TextFormat::Csv => csv_rows(table),
            TextFormat::Arff => arff_rows(table),
        }
    }

    fn push_number(self, out: &mut String, value: f32) {
        let infinite = match self {
            TextFormat::Csv => "inf",
            TextFormat::Arff => "Infinity",
        };
        if value.is_nan() {
            out.push_str(if self == TextFormat::Csv { "" } else { "?" });
        } else if value.is_infinite() {
            out.push_str(if value < 0.0 { "-" } else { "" });
            out.push_str(infinite);
        } else {
            let _ = write!(out, "{value}");
        }
    }
}

fn csv_rows(table: &PageTable) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut number = String::new();
    for (at, row) in table.rows.iter().enumerate() {
        let node = row.node.0.to_string();
        // Writing to a vector cannot fail, and all rows have as many cells.
        let _ = [&table.page, &node, &row.xpath, &row.tag]
            .into_iter()
            .try_for_each(|key| writer.write_field(key));
        for value in table.numbers(at) {
            number.clear();
            TextFormat::Csv.push_number(&mut number, value);
            let _ = writer.write_field(&number);
        }
        let _ = writer.write_record(None::<&[u8]>);
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

fn arff_rows(table: &PageTable) -> String {
    let mut text = String::new();
    for (at, row) in table.rows.iter().enumerate() {
        push_arff_text(&mut text, &table.page);
        let _ = write!(text, ",{},", row.node.0);
        push_arff_text(&mut text, &row.xpath);
        text.push(',');
        push_arff_text(&mut text, &row.tag);
        for value in table.numbers(at) {
            text.push(',');
            TextFormat::Arff.push_number(&mut text, value);
        }
        text.push('\n');
    }
    text
}

fn push_arff_text(out: &mut String, text: &str) {
    out.push('\'');
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\'' | '"' | '\\' | '%' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push('\'');
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::feature_table::RowUnit;
    use debulha_dom::{Limits, parse};

    fn table(name: &str) -> PageTable {
        let parsed = parse("<body><p>Rye", &Limits::default());
        let names = [("word_chars", 1), ("stop_word_share", 1)];
        let selection = Selection::of(RowUnit::Block, names).expect("features");
        PageTable::of(name, &Page::new(&parsed.document), &selection, &mut Scratch::default())
    }

    #[test]
    fn names_are_quoted_as_each_format_has_it() {
        let table = table("a 'b' \"c\", 5 %\n\\d");
        let csv = TextFormat::Csv.rows(&table);
        assert!(csv.starts_with("\"a 'b' \"\"c\"\", 5 %\n\\d\",5,/html[1]"), "{csv}");
        let arff = TextFormat::Arff.rows(&table);
        assert!(arff.starts_with(r#"'a \'b\' \"c\", 5 \%\n\\d',5,'/html[1]"#), "{arff}");
    }

    #[test]
    fn numbers_have_points_and_missing_ones_their_sign() {
        let number = |format: TextFormat, value: f32| {
            let mut text = String::new();
            format.push_number(&mut text, value);
            text
        };
        let values = [0.1, -0.0, 1e20, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
        let csv = values.map(|value| number(TextFormat::Csv, value));
        assert_eq!(csv, ["0.1", "-0", "100000000000000000000", "", "inf", "-inf"]);
        let arff = values.map(|value| number(TextFormat::Arff, value));
        assert_eq!(arff[3..], ["?", "Infinity", "-Infinity"]);
    }

    #[test]
    fn labels_stand_last_and_may_be_missing() {
        let table = table("x");
        let header = TextFormat::Arff.header("visual-block", &["word_chars"], true);
        assert!(header.starts_with(
            "@relation debulha_visual_block\n\n@attribute page string\n@attribute node numeric\n"
        ));
        assert!(header.ends_with("@attribute label numeric\n\n@data\n"));
        let row = |labels: BTreeMap<u32, f32>| TextFormat::Csv.rows(&table.clone().labelled(&labels));
        assert!(row(BTreeMap::from([(5, 0.5)])).ends_with(",0.5\n"));
        assert!(row(BTreeMap::from([(3, 0.5)])).ends_with(",\n"));
    }
}
