//! The product of a page that sells one thing: what it shows of it, and what it states in JSON-LD and microdata.

use super::candidates::KeptCharacters;
use super::evidence::{NameEvidence, is_price, is_single};
use super::fields::RecordReader;
use super::{Fields, Property, Record, RecordGroup, RecordKind, Value};
use crate::metadata::{StatedProduct, same, stated_product};
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

/// A product: the one that the page states and offers, or a first heading of the page with a price near it.
/// `groups` are the page's other records.
pub(super) fn find(
    reader: &RecordReader<'_, '_>,
    kept: &KeptCharacters,
    groups: &[RecordGroup],
) -> Option<RecordGroup> {
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
    if kept.all() == 0 {
        return None;
    }
    let stated = stated_product(page);
    let first = headings.first().filter(|_| headings.len() <= MAX_HEADINGS).copied();
    let may_be = stated.is_some()
        || first.is_some_and(|first| states_product(page, first) || !sells_many && has_few_carts(page));
    if !may_be {
        return None;
    }
    // A stated price tells the product's own from those of other goods; 0 stands for none too often.
    let amount =
        stated.as_ref().and_then(|stated| read_amount(stated.price.as_ref()?)).filter(|&amount| amount > 0);
    let fits = |text: &str| amount.is_none() || read_amount(text) == amount;
    let priced = |&heading: &NodeId| Some((heading, price_after(page, reader, heading, &fits)?));
    let shown = first.and_then(|_| headings.iter().find_map(priced));
    let says_name = |&node: &NodeId, stated: &StatedProduct| same(&reader.text_of(node), &stated.name);
    let (heading, price) = match (shown, &stated) {
        (Some((heading, price)), _) => (Some(heading), Some(price)),
        (None, Some(stated)) if stated.is_offered => {
            (headings.into_iter().find(|node| says_name(node, stated)), None)
        }
        _ => return None,
    };
    let around = match (heading, &price) {
        (Some(heading), Some(price)) => doc.lowest_common_ancestor(heading, price.node),
        _ => heading.or(first).unwrap_or(page.body()),
    };
    let holds_most = |&node: &NodeId| f64::from(kept.of(&(node.0..doc.subtree_end(node)))) >= least;
    let node = std::iter::once(around).chain(doc.ancestors(around)).find(holds_most)?;
    let shown = heading.map(|node| Value { node, text: reader.text_of(node) });
    let shown = shown.filter(|title| !title.text.is_empty());
    let title = shown.or_else(|| stated.as_ref().map(|stated| stated.value(&stated.name)))?;
    let mut fields =
        Fields { title: Some(title), price, properties: properties(reader, node), ..Fields::default() };
    if let Some(stated) = &stated {
        add_stated(stated, &mut fields);
    }
    let record =
        Record { nodes: node.0..doc.subtree_end(node), parent: None, depth: 0, extent: None, fields };
    Some(RecordGroup { kind: RecordKind::Product, node, records: vec![record] })
}

impl StatedProduct {
    fn value(&self, text: &str) -> Value {
        Value { node: self.node, text: text.to_owned() }
    }
}

/// Adds what is stated and not shown.
fn add_stated(stated: &StatedProduct, fields: &mut Fields) {
    let value = |text: &str| stated.value(text);
    fields.price = fields.price.take().or_else(|| stated.price.as_deref().map(value));
    fields.image = stated.image.as_deref().map(value);
    for (name, text) in &stated.properties {
        let fits = name.chars().count() <= MAX_NAME && text.chars().count() <= MAX_VALUE;
        if fits && !fields.properties.iter().any(|shown| same(&shown.name.text, name)) {
            fields.properties.push(Property { name: value(name), value: value(text) });
        }
    }
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

/// The first price after a heading that fits.
fn price_after(
    page: &Page<'_>,
    reader: &RecordReader<'_, '_>,
    heading: NodeId,
    fits: &impl Fn(&str) -> bool,
) -> Option<Value> {
    let is_own = |text: &str| is_price(text) && is_single(text) && fits(text);
    let doc = page.document();
    let after = page.text_nodes().partition_point(|&node| node < heading);
    let near = page.text_nodes()[after..].iter().take(MAX_TO_PRICE);
    near.copied().find_map(|node| {
        let around: Vec<NodeId> = doc.ancestors(node).take(3).collect();
        let named =
            |wanted: fn(&NameEvidence) -> bool| around.iter().any(|&element| wanted(&reader.named(element)));
        if named(|names| names.old_price) {
            return None;
        }
        let whole = around.into_iter().filter(|&element| reader.named(element).price);
        let whole = whole.map(|element| (element, reader.text_of(element))).find(|(_, text)| is_own(text));
        let (node, text) = whole.or_else(|| {
            let text = doc.text(node).trim();
            is_own(text).then(|| (node, text.to_owned()))
        })?;
        Some(Value { node, text })
    })
}

/// The first number of a price, in hundredths: 114995 of `$1,149.95`, 7900 of `79,00 €` and of `79 EUR`.
fn read_amount(price: &str) -> Option<u64> {
    let start = price.find(|c: char| c.is_ascii_digit())?;
    let rest = &price[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches(['.', ',']);
    let (whole, part) = match number.rsplit_once(['.', ',']) {
        Some((whole, part)) if part.len() < 3 => (whole, part),
        _ => (number, ""),
    };
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    format!("{digits}{part:0<2}").parse().ok()
}

/// Pairs of names and values: rows of two cells, terms with their descriptions.
fn properties(reader: &RecordReader<'_, '_>, product: NodeId) -> Vec<Property> {
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
        let is_short = |node| page.stats().chars(doc, node) <= MAX_VALUE as u32;
        if !is_short(name) || !is_short(value) {
            continue;
        }
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

#[cfg(test)]
mod tests {
    use super::read_amount;

    #[test]
    fn amounts_are_read_in_hundredths() {
        for (price, amount) in [
            ("$1,149.95", Some(114_995)),
            ("79,00 €", Some(7_900)),
            ("79 EUR", Some(7_900)),
            ("1.299", Some(129_900)),
            ("From £2.5.", Some(250)),
            ("free", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(read_amount(price), amount, "{price}");
        }
    }
}
