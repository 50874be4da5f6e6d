//! The product of a page that sells one thing.

use super::candidates::Kept;
use super::evidence::{Named, is_price};
use super::fields::Reader;
use super::{Fields, GroupParams, Property, Record, RecordGroup, RecordKind, Value};
use crate::page::Page;
use debulha_dom::{NodeId, names};

/// Text nodes after a product's name among which its price stands.
const MAX_TO_PRICE: usize = 120;

/// Properties of a product that are read.
const MAX_PROPERTIES: usize = 200;

/// Characters of a property's name.
const MAX_NAME: usize = 60;

/// A product: the only first heading of a page, with a price near it.
pub(super) fn find(
    page: &Page<'_>,
    reader: &Reader<'_, '_>,
    kept: &Kept,
    _params: &GroupParams,
) -> Option<RecordGroup> {
    let doc = page.document();
    let visible = |node: &NodeId| !page.visibility().is_hidden(*node);
    let mut headings = doc.elements_named(names::H1).filter(visible);
    let (heading, other) = (headings.next()?, headings.next());
    let title = reader.text_of(heading);
    if other.is_some() || title.is_empty() || kept.all() == 0 {
        return None;
    }
    let price = price_after(page, reader, heading)?;
    let properties = properties(page, reader);
    let body = page.body();
    let nodes = body.0..doc.subtree_end(body);
    let fields = Fields {
        title: Some(Value { node: heading, text: title }),
        price: Some(price),
        properties,
        ..Fields::default()
    };
    let record = Record { nodes, parent: None, depth: 0, extent: None, fields };
    Some(RecordGroup { kind: RecordKind::Product, node: body, records: vec![record] })
}

fn price_after(page: &Page<'_>, reader: &Reader<'_, '_>, heading: NodeId) -> Option<Value> {
    let doc = page.document();
    let after = page.text_nodes().partition_point(|&node| node < heading);
    let near = page.text_nodes()[after..].iter().take(MAX_TO_PRICE);
    near.copied().find_map(|node| {
        let around: Vec<NodeId> = doc.ancestors(node).take(3).collect();
        let named =
            |wanted: fn(&Named) -> bool| around.iter().any(|&element| wanted(&Named::of(doc, element)));
        if named(|names| names.old_price) {
            return None;
        }
        let whole = around.into_iter().filter(|&element| Named::of(doc, element).price);
        let whole = whole.map(|element| (element, reader.text_of(element))).find(|(_, text)| is_price(text));
        let (node, text) = whole.or_else(|| {
            let text = doc.text(node).trim();
            is_price(text).then(|| (node, text.to_owned()))
        })?;
        Some(Value { node, text })
    })
}

/// Pairs of names and values: rows of two cells, terms with their descriptions.
fn properties(page: &Page<'_>, reader: &Reader<'_, '_>) -> Vec<Property> {
    let doc = page.document();
    let body = page.body();
    let mut found = Vec::new();
    for node in doc.descendants(body) {
        if found.len() >= MAX_PROPERTIES {
            break;
        }
        if page.visibility().is_hidden(node) {
            continue;
        }
        let pair = match doc.name(node) {
            names::TR => {
                let mut cells =
                    doc.children(node).filter(|&cell| matches!(doc.name(cell), names::TD | names::TH));
                match (cells.next(), cells.next(), cells.next()) {
                    (Some(name), Some(value), None) => Some((name, value)),
                    _ => None,
                }
            }
            names::DT => {
                let next = std::iter::successors(doc.next_sibling(node), |&node| doc.next_sibling(node));
                next.take(3).find(|&node| doc.name(node) == names::DD).map(|value| (node, value))
            }
            _ => None,
        };
        let Some((name, value)) = pair else { continue };
        let read = |node: NodeId| Value { node, text: reader.text_of(node) };
        let (name, value) = (read(name), read(value));
        if (1..=MAX_NAME).contains(&name.text.chars().count()) && !value.text.is_empty() {
            found.push(Property { name, value });
        }
    }
    found
}
