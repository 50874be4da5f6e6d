//! Lists of links to other pages: pages that state that they are one, or titles that are links, that look alike, and that
//! most of the kept text lies among.

use crate::metadata::json_ld_values;
use crate::verdict::VerdictEvidence;
use crate::verdict::view::{KeptBlock, VerdictView};
use crate::verdict::walls::json_ld_with;
use debulha_dom::{Document, NameId, NodeId, names};
use rustc_hash::FxHashMap;
use serde_json::Value;

/// Share of a block's characters inside links from which on it is a title that is a link; a price or a date may stand
/// beside it.
const LINK_SHARE: f64 = 0.6;

/// Types of pages that are lists (schema.org).
static LIST_TYPES: [&str; 2] = ["CollectionPage", "SearchResultsPage"];

/// Value of `og:type` by which shops state that a page is a list of products.
const LIST_OF_PRODUCTS: &str = "product.group";

/// Its value for articles, where a list is mostly a part of the text.
const ARTICLE: &str = "article";

/// By what the blocks of titles look alike: name and first class of their element and of the two around it.
type Look<'d> = [Option<(NameId, &'d str)>; 3];

/// Titles that look alike, in order.
#[derive(Default)]
struct Titles {
    /// Their places among the blocks that are looked at.
    places: Vec<usize>,
    chars: u32,
}

/// Evidence of a listing. O(kept blocks + scripts of structured data), expected.
///
/// What was dropped does not count: around short articles most of the visible words often are links.
pub(super) fn listing(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let doc = view.page.document();
    let og_type = og_type(doc);
    let products = og_type.filter(|(_, kind)| *kind == LIST_OF_PRODUCTS);
    let products = products.map(|(meta, kind)| VerdictEvidence::new("stated_list", Some(meta), kind));
    let is_article = og_type.is_some_and(|(_, kind)| kind.eq_ignore_ascii_case(ARTICLE));
    stated_type(doc).or(products).into_iter().chain(linked_titles(view, is_article)).collect()
}

/// The type of the page in its structured data. Types of what it is part of do not count.
fn stated_type(doc: &Document) -> Option<VerdictEvidence> {
    // Few pages have a type of list, and reading costs more than searching.
    json_ld_with(doc, &LIST_TYPES).find_map(|script| {
        let found = json_ld_values(&doc.text_content(script)).iter().flat_map(items).find_map(list_type)?;
        Some(VerdictEvidence::new("stated_list", Some(script), found))
    })
}

/// A value's own items: its elements, or those of its graph.
fn items(value: &Value) -> impl Iterator<Item = &Value> {
    let several = value.as_array().or_else(|| value.get("@graph").and_then(Value::as_array));
    let one = several.is_none().then_some(value);
    one.into_iter().chain(several.into_iter().flatten())
}

/// The type of list that an item states to be.
fn list_type(item: &Value) -> Option<&'static str> {
    let is_of = |name: &str| match item.get("@type") {
        Some(Value::String(own)) => own == name,
        Some(Value::Array(own)) => own.iter().any(|own| own == name),
        _ => false,
    };
    LIST_TYPES.into_iter().find(|name| is_of(name))
}

/// What the page states to be in Open Graph, and where.
fn og_type(doc: &Document) -> Option<(NodeId, &str)> {
    let is_type = |meta: &NodeId| {
        doc.attribute(*meta, names::PROPERTY).is_some_and(|name| name.trim().eq_ignore_ascii_case("og:type"))
    };
    let meta = doc.elements_named(names::META).find(is_type)?;
    Some((meta, doc.attribute(meta, names::CONTENT)?.trim()))
}

fn linked_titles(view: &VerdictView<'_, '_>, is_article: bool) -> Option<VerdictEvidence> {
    let (doc, params) = (view.page.document(), view.params);
    let (blocks, text) = (view.page.text_blocks().blocks(), &view.kept_blocks[..]);
    let mut looks: FxHashMap<Look<'_>, Titles> = FxHashMap::default();
    let mut chars = 0;
    for (place, kept) in text.iter().enumerate() {
        let block = &blocks[kept.block];
        chars += block.counts.chars;
        if block.counts.link_density() >= LINK_SHARE {
            let titles = looks.entry(look(doc, block.element)).or_default();
            titles.places.push(place);
            titles.chars += block.counts.chars;
        }
    }
    // Words before each block, so that each group is weighed in O(its titles).
    let mut before = Vec::with_capacity(text.len() + 1);
    before.push(0);
    for kept in text {
        before.push(before[before.len() - 1] + kept.words);
    }
    let all = before[text.len()];
    let title_share =
        if is_article { params.listing_min_title_share_of_article } else { params.listing_min_title_share };
    let min_chars = title_share * f64::from(chars);
    let (words, titles) = looks
        .into_values()
        .filter(|titles| titles.places.len() as u32 >= params.listing_min_entries)
        .filter(|titles| {
            let each = params.listing_min_title_chars * titles.places.len() as f64;
            f64::from(titles.chars) >= each.max(min_chars)
        })
        .map(|titles| (among(text, &titles.places, &before), titles))
        .filter(|(words, _)| f64::from(*words) >= params.listing_share * f64::from(all))
        .min_by_key(|(_, titles)| titles.places[0])?;
    let first = blocks[text[titles.places[0]].block].element;
    let detail = format!("{words} of {all} kept words in {} entries", titles.places.len());
    Some(VerdictEvidence::new("linked_titles", Some(first), detail))
}

fn look(doc: &Document, element: NodeId) -> Look<'_> {
    let mut around = std::iter::once(element).chain(doc.ancestors(element));
    std::array::from_fn(|_| {
        let element = around.next()?;
        Some((doc.name(element), doc.classes(element).next().unwrap_or_default()))
    })
}

/// Words among the entries: from each title up to the next; after the last one as many as an entry has on average.
fn among(text: &[KeptBlock], places: &[usize], before: &[u32]) -> u32 {
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return 0 };
    let inner = before[last] - before[first];
    let entries = (places.len() - 1).max(1) as u32;
    let rest = before[text.len()] - before[last];
    inner + rest.min((inner / entries).max(text[last].words))
}
