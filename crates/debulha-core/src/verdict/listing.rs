//! Lists of links to other pages: titles that are links, that look alike, and that most of the kept text lies among.

use crate::verdict::Evidence;
use crate::verdict::view::{View, size};
use debulha_dom::{Document, NameId, NodeId, names};
use rustc_hash::FxHashMap;

/// Share of a block's characters inside links from which on it is a link.
const LINK_SHARE: f64 = 0.9;

/// By what the blocks of titles look alike: the name and class of their element, and its depth.
type Look<'d> = (NameId, &'d str, u16);

/// Titles that look alike, in order.
#[derive(Default)]
struct Titles {
    /// Their places among the kept blocks.
    places: Vec<usize>,
    chars: u32,
}

/// Evidence of a listing. O(kept blocks), expected.
pub(super) fn listing(view: &View<'_, '_>) -> Vec<Evidence> {
    let (doc, params) = (view.page.document(), view.params);
    let blocks = view.page.text_blocks().blocks();
    let mut looks: FxHashMap<Look<'_>, Titles> = FxHashMap::default();
    for (place, kept) in view.kept_blocks.iter().enumerate() {
        let block = &blocks[kept.block];
        if block.counts.link_density() >= LINK_SHARE {
            let titles = looks.entry(look(doc, block.element)).or_default();
            titles.places.push(place);
            titles.chars += block.counts.chars;
        }
    }
    // Words before each kept block, so that each group is weighed in O(its titles).
    let mut before = Vec::with_capacity(view.kept_blocks.len() + 1);
    before.push(0);
    for kept in &view.kept_blocks {
        before.push(before[before.len() - 1] + kept.words);
    }
    let best = looks
        .into_values()
        .filter(|titles| titles.places.len() as u32 >= params.listing_min_entries)
        .filter(|titles| {
            f64::from(titles.chars) >= params.listing_min_title_chars * titles.places.len() as f64
        })
        .map(|titles| (among(view, &titles.places, &before), titles))
        .filter(|(words, titles)| {
            f64::from(*words) <= params.listing_max_entry_words * titles.places.len() as f64
                && f64::from(*words) >= params.listing_share * f64::from(view.kept)
        })
        .min_by_key(|(_, titles)| titles.places[0]);
    let Some((words, titles)) = best else { return Vec::new() };
    let first = blocks[view.kept_blocks[titles.places[0]].block].element;
    let detail = format!("{words} of {} kept words in {} entries", view.kept, titles.places.len());
    vec![Evidence::new("linked_titles", Some(first), detail)]
}

fn look(doc: &Document, element: NodeId) -> Look<'_> {
    (doc.name(element), doc.attribute(element, names::CLASS).unwrap_or_default(), doc.depth(element))
}

/// Words among the entries: from each title up to the next; after the last one as many as an entry has on average.
fn among(view: &View<'_, '_>, places: &[usize], before: &[u32]) -> u32 {
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return 0 };
    let inner = before[last] - before[first];
    let entries = (places.len() - 1).max(1) as u32;
    let blocks = view.page.text_blocks().blocks();
    let rest = before[before.len() - 1] - before[last];
    inner + rest.min((inner / entries).max(size(blocks[view.kept_blocks[last].block].counts)))
}
