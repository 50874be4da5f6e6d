//! Lists of links to other pages: titles that are links, that look alike, and that most of the kept text lies among.

use crate::verdict::Evidence;
use crate::verdict::view::{Kept, View};
use debulha_dom::{Document, NameId, NodeId, names};
use rustc_hash::FxHashMap;

/// Share of a block's characters inside links from which on it is a title that is a link; a price or a date may stand
/// beside it.
const LINK_SHARE: f64 = 0.6;

/// By what the blocks of titles look alike: the name and class of their element, and its depth.
type Look<'d> = (NameId, &'d str, u16);

/// Titles that look alike, in order.
#[derive(Default)]
struct Titles {
    /// Their places among the blocks that are looked at.
    places: Vec<usize>,
    chars: u32,
}

/// Evidence of a listing. O(kept blocks), expected.
///
/// What was dropped does not count: around short articles most of the visible words often are links.
pub(super) fn listing(view: &View<'_, '_>) -> Vec<Evidence> {
    linked_titles(view).into_iter().collect()
}

fn linked_titles(view: &View<'_, '_>) -> Option<Evidence> {
    let (doc, params) = (view.page.document(), view.params);
    let (blocks, text) = (view.page.text_blocks().blocks(), &view.kept_blocks[..]);
    let mut looks: FxHashMap<Look<'_>, Titles> = FxHashMap::default();
    for (place, kept) in text.iter().enumerate() {
        let block = &blocks[kept.block];
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
    let (words, titles) = looks
        .into_values()
        .filter(|titles| titles.places.len() as u32 >= params.listing_min_entries)
        .filter(|titles| {
            f64::from(titles.chars) >= params.listing_min_title_chars * titles.places.len() as f64
        })
        .map(|titles| (among(text, &titles.places, &before), titles))
        .filter(|(words, titles)| {
            f64::from(*words) <= params.listing_max_entry_words * titles.places.len() as f64
                && f64::from(*words) >= params.listing_share * f64::from(all)
        })
        .min_by_key(|(_, titles)| titles.places[0])?;
    let first = blocks[text[titles.places[0]].block].element;
    let detail = format!("{words} of {all} kept words in {} entries", titles.places.len());
    Some(Evidence::new("linked_titles", Some(first), detail))
}

fn look(doc: &Document, element: NodeId) -> Look<'_> {
    (doc.name(element), doc.attribute(element, names::CLASS).unwrap_or_default(), doc.depth(element))
}

/// Words among the entries: from each title up to the next; after the last one as many as an entry has on average.
fn among(text: &[Kept], places: &[usize], before: &[u32]) -> u32 {
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return 0 };
    let inner = before[last] - before[first];
    let entries = (places.len() - 1).max(1) as u32;
    let rest = before[text.len()] - before[last];
    inner + rest.min((inner / entries).max(text[last].words))
}
