//! The product of a page that sells one thing.

use super::candidates::Kept;
use super::evidence::{Named, is_price, is_single};
use super::fields::Reader;
use super::{Fields, Property, Record, RecordGroup, RecordKind, Value};
use crate::page::Page;
use debulha_dom::{NodeId, names};

/// Text nodes after a product's name among which its price stands.
const MAX_TO_PRICE: usize = 80;

/// Buttons that put something into a cart on the page of one product, at most: its own, once more below, and those of
/// a few goods that go with it.
const MAX_CARTS: usize = 6;

/// Words of such buttons; lower case.
const CART: [&str; 14] = [
    "add to cart",
    "add to bag",
    "add to basket",
    "add to trolley",
    "buy now",
    "buy it now",
    "in den warenkorb",
    "ajouter au panier",
    "añadir al carrito",
    "adicionar ao carrinho",
    "aggiungi al carrello",
    "in winkelwagen",
    "sold out",
    "out of stock",
];

/// Properties of a product that are read.
const MAX_PROPERTIES: usize = 200;

/// Characters of a property's value; longer ones are answers to questions.
const MAX_VALUE: usize = 200;

/// Characters of a property's name.
const MAX_NAME: usize = 60;

/// First headings of a page that is of one thing, at most.
const MAX_HEADINGS: usize = 3;

/// Share of the page's kept text that a product's element holds.
const MOST: f64 = 0.5;

/// Entries with prices from which on a listing with most of the text shows that the page sells many things.
const MANY: usize = 3;

/// A product: a first heading of the page with a price near it. `groups` are the page's other records.
pub(super) fn find(reader: &Reader<'_, '_>, kept: &Kept, groups: &[RecordGroup]) -> Option<RecordGroup> {
    let page = reader.page;
    let doc = page.document();
    let visible = |node: &NodeId| !page.visibility().is_hidden(*node);
    let headings: Vec<NodeId> =
        doc.elements_named(names::H1).filter(visible).take(MAX_HEADINGS + 1).collect();
    let least = (f64::from(kept.all()) * MOST).max(1.0);
    let sells_many = groups.iter().any(|group| {
        let priced = group.records.iter().filter(|record| record.fields.price.is_some()).count();
        let chars: u32 = group.records.iter().map(|record| kept.of(&record.nodes)).sum();
        group.kind == RecordKind::Listing && priced >= MANY && f64::from(chars) >= least
    });
    let first = *headings.first().filter(|_| headings.len() <= MAX_HEADINGS && kept.all() > 0)?;
    if !states_product(page, first) && (sells_many || !has_few_carts(page)) {
        return None;
    }
    let priced = |&heading: &NodeId| Some((heading, price_after(page, reader, heading)?));
    let (heading, price) = headings.iter().find_map(priced)?;
    let title = Some(reader.text_of(heading)).filter(|title| !title.is_empty())?;
    let around = doc.lowest_common_ancestor(heading, price.node);
    let holds_most = |&node: &NodeId| f64::from(kept.of(&(node.0..doc.subtree_end(node)))) >= least;
    let node = std::iter::once(around).chain(doc.ancestors(around)).find(holds_most)?;
    let fields = Fields {
        title: Some(Value { node: heading, text: title }),
        price: Some(price),
        properties: properties(reader, node),
        ..Fields::default()
    };
    let record =
        Record { nodes: node.0..doc.subtree_end(node), parent: None, depth: 0, extent: None, fields };
    Some(RecordGroup { kind: RecordKind::Product, node, records: vec![record] })
}

/// Whether the page says that it is of one product.
fn states_product(page: &Page<'_>, heading: NodeId) -> bool {
    let doc = page.document();
    let states = |node: NodeId| {
        let property = doc.attribute(node, names::PROPERTY).or_else(|| doc.attribute(node, names::NAME));
        let content = doc.attribute(node, names::CONTENT).unwrap_or_default();
        property.is_some_and(|property| {
            property.starts_with("product:price") || property == "og:type" && content == "product"
        })
    };
    let around = std::iter::once(heading).chain(doc.ancestors(heading));
    let mut items = around.filter_map(|node| doc.attribute(node, names::ITEMTYPE));
    doc.elements_named(names::META).any(states) || items.any(|item| item.ends_with("/Product"))
}

/// Whether one thing or a few can be put into a cart.
fn has_few_carts(page: &Page<'_>) -> bool {
    let doc = page.document();
    let is_cart = |&&node: &&NodeId| {
        let text = doc.text(node).trim();
        text.len() <= super::evidence::MAX_STATEMENT && {
            let lower = text.to_lowercase();
            CART.iter().any(|words| lower.starts_with(words))
        }
    };
    (1..=MAX_CARTS).contains(&page.text_nodes().iter().filter(is_cart).count())
}

fn price_after(page: &Page<'_>, reader: &Reader<'_, '_>, heading: NodeId) -> Option<Value> {
    let doc = page.document();
    let after = page.text_nodes().partition_point(|&node| node < heading);
    let near = page.text_nodes()[after..].iter().take(MAX_TO_PRICE);
    near.copied().find_map(|node| {
        let around: Vec<NodeId> = doc.ancestors(node).take(3).collect();
        let named = |wanted: fn(&Named) -> bool| around.iter().any(|&element| wanted(&reader.named(element)));
        if named(|names| names.old_price) {
            return None;
        }
        let whole = around.into_iter().filter(|&element| reader.named(element).price);
        let whole = whole
            .map(|element| (element, reader.text_of(element)))
            .find(|(_, text)| is_price(text) && is_single(text));
        let (node, text) = whole.or_else(|| {
            let text = doc.text(node).trim();
            (is_price(text) && is_single(text)).then(|| (node, text.to_owned()))
        })?;
        Some(Value { node, text })
    })
}

/// Pairs of names and values: rows of two cells, terms with their descriptions.
fn properties(reader: &Reader<'_, '_>, product: NodeId) -> Vec<Property> {
    let page = reader.page;
    let doc = page.document();
    let mut found = Vec::new();
    for node in doc.descendants(product) {
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
        if (1..=MAX_NAME).contains(&name.text.chars().count())
            && (1..=MAX_VALUE).contains(&value.text.chars().count())
        {
            found.push(Property { name, value });
        }
    }
    found
}
