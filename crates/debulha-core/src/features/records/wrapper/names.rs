//! Names of fields.

use super::MAX_TEXT;
use super::cells::RecordCell;
use super::columns::{FieldRule, PagedRecord, Take};
use crate::features::forms::{Control, Field, forms};
use crate::page::Page;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Columns of the table that no field may have the name of.
pub const TABLE_COLUMNS: [&str; 3] = ["file", "record", "confidence"];

/// Characters of a name at most.
const MAX_NAME: usize = 40;

/// Words of a text beyond which it is no label.
const MAX_LABEL_WORDS: usize = 5;

/// Characters of a parameter's name or value below which it says nothing.
const MIN_TERM: usize = 3;

/// Share of a field's values that repeat the query, from which on the parameter names it.
const QUERY_SHARE: f64 = 0.8;

/// What names fields beside themselves: what each page's form was sent with.
pub(super) struct Naming {
    /// For each page the parameters that have a value: what the form calls them, and the value in lower case.
    pages: Vec<Vec<(String, String)>>,
}

impl Naming {
    /// Reads the addresses and the forms of pages. O(nodes + text of the forms).
    pub(super) fn of(pages: &[&Page<'_>]) -> Self {
        let of_forms: Vec<Vec<Field>> = pages.iter().map(|page| fields_of(page)).collect();
        let labels: BTreeMap<&str, &str> = of_forms
            .iter()
            .flatten()
            .filter_map(|field| Some((field.name.as_str(), field.label.as_ref()?.text.as_str())))
            .collect();
        let params = |(page, fields): (&&Page<'_>, &Vec<Field>)| {
            let of_address = page.address().into_iter().flat_map(|address| {
                let pairs = address.query_pairs();
                pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect::<Vec<_>>()
            });
            let filled_in = fields.iter().flat_map(|field| {
                field.chosen().into_iter().map(|value| (field.name.clone(), value.to_owned()))
            });
            let all: BTreeSet<(String, String)> = of_address
                .chain(filled_in)
                .map(|(name, value)| {
                    let name = labels.get(name.as_str()).map_or(name.clone(), |&label| label.to_owned());
                    (name, value.trim().to_lowercase())
                })
                .filter(|(name, value)| [name, value].iter().all(|text| text.chars().count() >= MIN_TERM))
                .collect();
            all.into_iter().collect()
        };
        Naming { pages: pages.iter().zip(&of_forms).map(params).collect() }
    }

    /// What a field is called, before names are made different; `None` where nothing names it.
    pub(super) fn name(
        &self,
        rule: &FieldRule,
        cells: &[&RecordCell],
        rows: &[PagedRecord],
        values: &[(usize, &str)],
    ) -> Option<String> {
        let most = |of: &dyn Fn(&RecordCell) -> Option<&str>| {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for cell in cells {
                if let Some(text) = of(cell) {
                    *counts.entry(text).or_default() += 1;
                }
            }
            let best = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)));
            best.filter(|(_, count)| count * 2 > cells.len()).map(|(text, _)| text.to_owned())
        };
        let label_inside = rule.before.trim_end().strip_suffix(':').map(str::to_owned);
        [
            most(&|cell| cell.property.as_deref()),
            label_inside,
            Some(rule.label.clone()),
            most(&|cell| cell.header.as_deref()),
            Some(rule.class.clone()),
            self.of_query(rows, values),
        ]
        .into_iter()
        .flatten()
        .find_map(|text| slug(&text))
    }

    /// The parameter whose value the field repeats on nearly all pages, where at least two pages were asked for different ones.
    fn of_query(&self, rows: &[PagedRecord], values: &[(usize, &str)]) -> Option<String> {
        let mut hits: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
        for &(row, value) in values {
            let lower = value.to_lowercase();
            for (name, asked) in self.pages.get(rows[row].page)? {
                if lower.contains(asked.as_str()) {
                    let entry = hits.entry(name).or_default();
                    entry.0 += 1;
                    entry.1.insert(asked);
                }
            }
        }
        let enough = |(_, (count, asked)): &(&str, (usize, BTreeSet<&str>))| {
            *count as f64 >= QUERY_SHARE * values.len() as f64 && asked.len() > 1
        };
        hits.into_iter().find(enough).map(|(name, _)| name.to_owned())
    }
}

/// The fields of a page's forms that are sent and may repeat a query.
fn fields_of(page: &Page<'_>) -> Vec<Field> {
    let fields = forms(page).into_iter().flat_map(|form| form.fields);
    let is_secret = |control| matches!(control, Control::Password | Control::File);
    fields.filter(|field| !field.name.is_empty() && !is_secret(field.control)).collect()
}

/// A text as a name: its words in lower case, joined by `_`; `None` where it has none, or too many.
fn slug(text: &str) -> Option<String> {
    let lower = text.chars().take(MAX_TEXT).collect::<String>().to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name: String = words.join("_").chars().take(MAX_NAME).collect();
    let is_name = (1..=MAX_LABEL_WORDS).contains(&words.len()) && name.chars().any(char::is_alphabetic);
    is_name.then_some(name)
}

/// Gives each field a name of its own: a number follows what is not the first, and fields without any are `field_1` and so on.
pub(super) fn named(fields: Vec<(FieldRule, Option<String>)>) -> Vec<FieldRule> {
    let mut taken: FxHashSet<String> = TABLE_COLUMNS.map(str::to_owned).into_iter().collect();
    let mut unnamed = 0;
    // A link's text and address share a name but for the end.
    let mut before: Option<(String, String, String, usize, String)> = None;
    let mut rules = Vec::with_capacity(fields.len());
    for (rule, name) in fields {
        let place = (rule.path.clone(), rule.class.clone(), rule.label.clone(), rule.nth);
        let same =
            before.as_ref().filter(|b| (&b.0, &b.1, &b.2, b.3) == (&place.0, &place.1, &place.2, place.3));
        let base = match (rule.take, same, name) {
            (Take::Href | Take::Src, Some(before), _) => before.4.clone(),
            (_, _, Some(name)) => name,
            _ => {
                unnamed += 1;
                format!("field_{unnamed}")
            }
        };
        let end = match rule.take {
            Take::Text => "",
            Take::Href => "@href",
            Take::Src => "@src",
        };
        let numbered = (2..).map(|number| format!("{base}_{number}{end}"));
        let name = std::iter::once(format!("{base}{end}")).chain(numbered).find(|name| !taken.contains(name));
        let name = name.unwrap_or_default();
        taken.insert(name.clone());
        let stem = name.strip_suffix(end).unwrap_or(&name).to_owned();
        before = Some((place.0, place.1, place.2, place.3, stem));
        rules.push(FieldRule { name, ..rule });
    }
    rules
}
