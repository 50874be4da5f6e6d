//! Gold texts of pages whose labels are not a text: records, named fields, values of a template.
//!
//! # Rule
//! The gold text of such a page is what its labels say, one per line:
//!
//! - [`Gold::Records`]: the fields of every record, as listed. A record that is given as an XPath is the visible text
//!   of that node; a path that leads nowhere is left out.
//! - [`Gold::Fields`]: the values of every named field, in the order in which the page first holds them; the colon of
//!   a caption before a value is taken off.
//! - [`Gold::Values`]: the values of the types that the authors checked by hand (`values_checked`), as listed.
//!
//! Values are pieces of source, so each is read as HTML: references are resolved, tags taken off. What no visible text
//! of the page holds, white space apart, is left out: the address of a link is a field to a wrapper, but nothing
//! that an extraction of text could keep. A page of which nothing is left has no gold text and is not scored; with
//! paths that happens where they were taken from a browser's tree before the standard said how to mend markup.

use debulha_core::{Labels, Page};
use debulha_dom::decode::decode;
use debulha_dom::{Document, Limits};
use debulha_dom::{NodeId, parse};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Which labels of a page make its gold text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gold {
    /// `text`, as labelled.
    #[default]
    Text,
    /// `records`: lists of fields, or nodes of the page.
    Records,
    /// `fields`: lists of values by name.
    Fields,
    /// `values` of the types in `values_checked`.
    Values,
}

impl Gold {
    /// The first kind of labels that any page has. `None` where no page has any.
    pub(super) fn found(pages: &[GoldLabels]) -> Option<Gold> {
        let has = |gold: Gold, pieces: &GoldLabels| match gold {
            Gold::Text => false,
            Gold::Records => !pieces.records.is_empty(),
            Gold::Fields => !pieces.fields.is_empty(),
            Gold::Values => !pieces.values.is_empty() && !pieces.values_checked.is_empty(),
        };
        let kinds = [Gold::Records, Gold::Fields, Gold::Values];
        kinds.into_iter().find(|&gold| pages.iter().any(|pieces| has(gold, pieces)))
    }
}

/// What stands between a caption and its value; labels of fields may begin with it.
const CAPTION_END: [char; 2] = [':', ' '];

/// The labels of a page that are not its text.
#[derive(Debug, Default, Deserialize)]
pub(super) struct GoldLabels {
    #[serde(default)]
    records: Vec<GoldRecord>,
    #[serde(default, deserialize_with = "by_name")]
    fields: serde_json::Map<String, Value>,
    /// Type of the value in the template, and its source.
    #[serde(default)]
    values: Vec<(u32, String)>,
    #[serde(default)]
    values_checked: Vec<u32>,
}

/// Values by name. `fields` that are a list are types of the fields of forms, and none.
fn by_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<serde_json::Map<String, Value>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Object(fields) => Ok(fields),
        Value::Array(_) => Ok(serde_json::Map::new()),
        _ => Err(D::Error::custom("`fields` must have values by name, or types of form fields")),
    }
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum GoldRecord {
    /// Source of each field.
    Fields(Vec<String>),
    /// A node of the tree that a browser builds.
    Node { xpath: String },
}

impl GoldLabels {
    /// The gold text by the rule of this module, for the page with these bytes; `None` where nothing is left.
    pub(super) fn text(&self, gold: Gold, bytes: &[u8], charset: Option<&str>) -> Option<String> {
        let document = parse(&decode(bytes, charset).text, &Limits::default()).document;
        let page = Page::new(&document);
        let on_page = without_space(&visible_text(&page));
        let place =
            |text: &str| Some(without_space(text)).filter(|t| !t.is_empty()).and_then(|t| on_page.find(&t));
        let lines: Vec<String> = match gold {
            Gold::Text => Vec::new(),
            Gold::Records => self.records.iter().flat_map(|record| record.texts(&page)).collect(),
            Gold::Fields => {
                let values = self.fields.values().filter_map(Value::as_array).flatten();
                let values = values.filter_map(Value::as_str);
                values.map(|value| text_of(value.trim_start_matches(CAPTION_END))).collect()
            }
            Gold::Values => {
                let checked = self.values.iter().filter(|(kind, _)| self.values_checked.contains(kind));
                checked.map(|(_, value)| text_of(value)).collect()
            }
        };
        let mut held: Vec<(usize, String)> =
            lines.into_iter().filter_map(|line| Some((place(&line)?, line))).collect();
        if gold == Gold::Fields {
            held.sort_by_key(|(place, _)| *place);
        }
        let lines: Vec<String> = held.into_iter().map(|(_, line)| line).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

impl GoldRecord {
    fn texts(&self, page: &Page<'_>) -> Vec<String> {
        match self {
            Self::Fields(fields) => fields.iter().map(|field| text_of(field)).collect(),
            Self::Node { xpath } => {
                let node = first_at(page.document(), xpath);
                node.map(|node| Labels::from_subtrees(page, &[node]).plain_text(page)).into_iter().collect()
            }
        }
    }
}

/// The first node that the path leads to: steps are names, or names with a number among the children so named.
fn first_at(document: &Document, xpath: &str) -> Option<NodeId> {
    let mut nodes = vec![Document::ROOT];
    for step in xpath.strip_prefix('/')?.split('/') {
        let (name, number) = match step.strip_suffix(']').and_then(|step| step.split_once('[')) {
            Some((name, number)) => (name, Some(number.parse::<usize>().ok()?.checked_sub(1)?)),
            None => (step, None),
        };
        let name = document.find_name(name)?;
        let named = |&parent: &NodeId| {
            let children = document.children(parent);
            let named = children.filter(|&child| document.is_element(child) && document.name(child) == name);
            let (skipped, taken) = number.map_or((0, usize::MAX), |number| (number, 1));
            named.skip(skipped).take(taken).collect::<Vec<_>>()
        };
        nodes = nodes.iter().flat_map(named).collect();
    }
    nodes.first().copied()
}

/// The text of a piece of HTML.
fn text_of(source: &str) -> String {
    let document = parse(source, &Limits::default()).document;
    visible_text(&Page::new(&document))
}

fn visible_text(page: &Page<'_>) -> String {
    Labels::from_subtrees(page, &[page.body()]).plain_text(page)
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const PAGE: &[u8] =
        b"<title>Inns</title><ul><li><a href=/a>B&amp;B Sea</a> <b>12</b>\n USD<li>Caf\xe9</ul><p>ISBN: 7";

    fn text(gold: Gold, labels: &str) -> String {
        let pieces: GoldLabels = serde_json::from_str(labels).unwrap();
        pieces.text(gold, PAGE, Some("iso-8859-1")).unwrap_or_default()
    }

    #[test]
    fn records_are_fields_as_text_without_addresses() {
        let labels = r#"{"records": [["/a", "B&amp;B <i>Sea</i>", "12</b>\n USD"], ["Caf&eacute;", ""]]}"#;
        assert_eq!(text(Gold::Records, labels), "B&B Sea\n12 USD\nCafé");
    }

    #[test]
    fn records_are_nodes() {
        let labels = r#"{"records": [{"xpath": "/html/body/ul/li[2]", "text": "1. Caf"}, {"xpath": "/html/body/ol"}, {"xpath": "//li"}]}"#;
        assert_eq!(text(Gold::Records, labels), "Café");
    }

    #[test]
    fn types_of_form_fields_are_no_values() {
        let read = serde_json::from_str::<GoldLabels>;
        assert!(read(r#"{"fields": [{"q": "qq"}, null]}"#).unwrap().fields.is_empty());
        assert!(read(r#"{"fields": "q"}"#).is_err());
    }

    #[test]
    fn fields_and_checked_values() {
        assert_eq!(
            text(Gold::Fields, r#"{"fields": {"isbn": [": 7"], "title": ["Inns", "Café"]}}"#),
            "Café\n7"
        );
        assert_eq!(
            text(Gold::Values, r#"{"values": [[3, "12"], [4, "USD"]], "values_checked": [4]}"#),
            "USD"
        );
        assert_eq!(text(Gold::Values, "{}"), "");
    }
}
