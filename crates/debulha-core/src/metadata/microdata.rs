//! Structured data in attributes: microdata (`itemscope`, `itemprop`) and RDFa (`typeof`, `property`).

use crate::metadata::items::{DataItem, Items, Syntax, local_name};
use crate::metadata::product;
use crate::metadata::text::{MAX_VALUE_NODES, text_of};
use debulha_dom::{AttributeSet, Document, NameId, NodeId, names};
use serde_json::{Map, Value, json};

/// The properties that metadata fields read, and those of products; with [`product::DETAILS`] all that are. Others, such as
/// whole bodies of text, are left out.
#[rustfmt::skip]
const PROPERTIES: [&str; 48] = [
    "headline", "name", "alternativeHeadline", "author", "creator", "givenName", "familyName", "datePublished",
    "dateModified", "dateCreated", "uploadDate", "publisher", "description", "inLanguage", "license", "image", "url",
    "contentUrl", "mainEntityOfPage", "articleSection", "keywords", "isPartOf",
    "offers", "priceSpecification", "price", "lowPrice", "priceCurrency", "additionalProperty", "value",
    "availability", "highPrice", "productID", "identifier", "aggregateRating", "ratingValue", "bestRating", "itemOffered",
    "hasVariant", "brand", "manufacturer", "sku", "mpn", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn",
];

/// The properties whose elements are remembered: further ones on a page belong to comments and teasers.
const PLACED: [&str; 4] = ["author", "creator", "datePublished", "dateModified"];

/// The attributes of a notation.
struct Notation {
    syntax: Syntax,
    scope: NameId,
    types: NameId,
    property: NameId,
}

const MICRODATA: Notation = Notation {
    syntax: Syntax::Microdata,
    scope: names::ITEMSCOPE,
    types: names::ITEMTYPE,
    property: names::ITEMPROP,
};

const RDFA: Notation =
    Notation { syntax: Syntax::Rdfa, scope: names::TYPEOF, types: names::TYPEOF, property: names::PROPERTY };

/// Attributes without which an element says nothing in either.
const TELLING: [NameId; 4] = [names::ITEMSCOPE, names::ITEMPROP, names::TYPEOF, names::PROPERTY];

/// Adds the things of both notations. O(nodes + attributes).
pub(super) fn collect(doc: &Document, items: &mut Items) {
    let is_telling = |&node: &NodeId| {
        doc.attribute_set(node).intersects(AttributeSet::OTHER) && doc.has_attribute(node, &TELLING)
    };
    let telling: Vec<NodeId> = doc.nodes().filter(is_telling).collect();
    collect_notation(doc, &telling, &MICRODATA, items);
    collect_notation(doc, &telling, &RDFA, items);
}

fn collect_notation(doc: &Document, telling: &[NodeId], notation: &Notation, items: &mut Items) {
    // The first thing holds the properties that stand outside of any.
    let mut found = vec![new_item(notation, Document::ROOT, 0, "")];
    let mut open: Vec<(usize, u32)> = Vec::new();
    for &node in telling {
        while open.last().is_some_and(|&(_, end)| end <= node.0) {
            open.pop();
        }
        let types = doc.attribute(node, notation.scope).and_then(|_| doc.attribute(node, notation.types));
        let is_scope = doc.attribute(node, notation.scope).is_some();
        let owner = open.last().map_or(0, |&(item, _)| item);
        if is_scope {
            open.push((found.len(), doc.subtree_end(node)));
            found.push(new_item(notation, node, found.len(), types.unwrap_or_default()));
        }
        let properties = doc.attribute(node, notation.property).unwrap_or_default();
        for property in properties.split_ascii_whitespace() {
            let property = local_name(property);
            // Open Graph and the like in `meta` are read by their own names.
            let is_known = PROPERTIES.contains(&property) || product::DETAILS.contains(&property);
            if !is_known || (notation.syntax == Syntax::Rdfa && doc.name(node) == names::META && owner == 0) {
                continue;
            }
            let value = match property {
                _ if is_scope => reference(notation, found.len() - 1),
                "keywords" => keywords_of(doc, node),
                _ => value_of(doc, node),
            };
            append(&mut found[owner].properties, property, value);
            if PLACED.contains(&property) {
                found[owner].places.push((property.to_owned(), node));
            }
        }
    }
    for item in found.into_iter().filter(|item| item.properties.len() > 1) {
        items.push(item);
    }
}

fn new_item(notation: &Notation, node: NodeId, index: usize, types: &str) -> DataItem {
    let mut properties = Map::new();
    properties.insert("@id".to_owned(), Value::String(local_id(notation, index)));
    let types = types.split_ascii_whitespace().map(|name| local_name(name).to_owned()).collect();
    DataItem { syntax: notation.syntax, node, types, properties, places: Vec::new() }
}

fn reference(notation: &Notation, index: usize) -> Value {
    json!({ "@id": local_id(notation, index) })
}

/// A name that no page gives: it ties a property to the thing that is its value.
fn local_id(notation: &Notation, index: usize) -> String {
    format!("_:{}-{index}", notation.syntax.id())
}

fn append(properties: &mut Map<String, Value>, key: &str, value: Value) {
    match properties.get_mut(key) {
        Some(Value::Array(values)) => values.push(value),
        Some(first) => *first = Value::Array(vec![first.take(), value]),
        None => {
            properties.insert(key.to_owned(), value);
        }
    }
}

/// The texts of the links of an element that holds several, each a keyword; else its value.
fn keywords_of(doc: &Document, node: NodeId) -> Value {
    let links = doc.descendants(node).take(MAX_VALUE_NODES).filter(|&inner| doc.name(inner) == names::A);
    let texts: Vec<Value> = links.map(|link| Value::String(text_of(doc, link))).collect();
    if texts.len() > 1 { Value::Array(texts) } else { value_of(doc, node) }
}

fn value_of(doc: &Document, node: NodeId) -> Value {
    if let Some(content) = doc.attribute(node, names::CONTENT).filter(|content| !content.trim().is_empty()) {
        return Value::String(content.to_owned());
    }
    let attribute = match doc.name(node) {
        names::TIME => names::DATETIME,
        names::LINK | names::AREA => names::HREF,
        names::IMG | names::AUDIO | names::EMBED | names::IFRAME | names::SOURCE | names::VIDEO => names::SRC,
        names::DATA | names::METER => names::VALUE,
        // By the standard the value is the address; pages mean the text as often.
        names::A => return json!({ "name": text_of(doc, node), "url": doc.attribute(node, names::HREF) }),
        _ => return Value::String(text_of(doc, node)),
    };
    match doc.attribute(node, attribute) {
        Some(value) => Value::String(value.to_owned()),
        None => Value::String(text_of(doc, node)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn items(html: &str) -> Items {
        let doc = parse(html, &Limits::default()).document;
        let mut items = Items::default();
        collect(&doc, &mut items);
        items
    }

    #[test]
    fn a_nested_thing_is_the_value_of_its_property() {
        let items = items(
            "<div itemscope itemtype='http://schema.org/BlogPosting'><h1 itemprop=headline>Rye &amp; oats</h1>
             <p itemprop=author itemscope itemtype='https://schema.org/Person'><a itemprop=name href=/ana>Ana Lima</a></p>
             <time itemprop=datePublished datetime=2024-05-01>May</time></div>",
        );
        let posting = items.about(&[])[0];
        assert!(posting.is_a("BlogPosting"));
        assert_eq!(items.texts(posting, "headline"), ["Rye & oats"]);
        assert_eq!(items.texts(posting, "author"), ["Ana Lima"]);
        assert_eq!(items.texts(posting, "datePublished"), ["2024-05-01"]);
    }

    #[test]
    fn links_of_keywords_are_keywords() {
        let items = items("<p itemprop=keywords><a href=/r>Rye</a><a href=/o>Oats</a></p>");
        assert_eq!(items.texts(items.about(&[])[0], "keywords"), ["Rye", "Oats"]);
    }

    #[test]
    fn rdfa_is_read_like_microdata_and_open_graph_is_not_rdfa() {
        let items = items(
            "<meta property='og:image' content=x><div vocab='http://schema.org/' typeof=Article>
             <span property='schema:author'>Ana</span><span property=author>Rui</span></div>",
        );
        let about = items.about(&[]);
        assert_eq!(about.len(), 1);
        assert_eq!(items.texts(about[0], "author"), ["Ana", "Rui"]);
    }

    #[test]
    fn properties_without_a_thing_are_kept_for_want_of_better() {
        let items = items("<p itemprop=author>Ana</p>");
        assert_eq!(items.texts(items.about(&[])[0], "author"), ["Ana"]);
    }
}
