//! The records that the pages of a site have in common: pages of one template have their results in one place.

use super::Region;
use crate::page::Page;
use debulha_dom::{Document, NodeId};
use std::collections::BTreeMap;

/// A region that may be the main one of its page.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The region.
    pub region: Region,
    /// Names of the elements from `body` down to the records, and from there to what they have in common: the same on
    /// pages of one template.
    pub place: String,
}

impl Candidate {
    pub(super) fn new(page: &Page<'_>, region: Region) -> Self {
        let doc = page.document();
        let record = region.records.first().map_or(region.key, super::Record::first);
        let place =
            format!("{}>{}", names_down(doc, page.body(), record), names_down(doc, record, region.key));
        Candidate { region, place }
    }
}

/// Names from below `from` down to `to`.
fn names_down(doc: &Document, from: NodeId, to: NodeId) -> String {
    let up = std::iter::once(to)
        .chain(doc.ancestors(to))
        .take_while(|&node| node != from && node != Document::ROOT);
    let mut names: Vec<&str> =
        up.filter(|&node| doc.is_element(node)).map(|node| doc.name_str(doc.name(node))).collect();
    names.reverse();
    names.join("/")
}

/// Chooses a candidate of each page, by its place in the list. If more than half of the pages have strong candidates in one
/// place, that is where the records are: each page that has a candidate there gives it, however weak, as a page of few results
/// has a menu that is larger. A page without one gives its best, and so does every page where there is no such place.
/// `None` for a page without candidates.
///
/// A candidate is strong that has at least `strong_share` of the best score of its page. Of several such places, the one
/// counts where the shares sum to most. O(candidates · log places).
pub fn agree(pages: &[Vec<&Candidate>], strong_share: f64) -> Vec<Option<usize>> {
    let best_of = |page: &[&Candidate]| page.iter().map(|one| one.region.score).fold(0.0, f64::max);
    // Of each place how many pages are strong there, and the sum of shares.
    let mut places: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for page in pages {
        let best = best_of(page);
        let mut of_page: BTreeMap<&str, f64> = BTreeMap::new();
        for Candidate { region, place } in page.iter().copied() {
            let share = of_page.entry(place).or_default();
            *share = share.max(region.score / best);
        }
        for (place, share) in of_page {
            let (strong, sum) = places.entry(place).or_default();
            *strong += usize::from(share >= strong_share);
            *sum += share;
        }
    }
    let with_any = pages.iter().filter(|page| !page.is_empty()).count();
    let common = places
        .into_iter()
        .filter(|&(_, (strong, _))| strong * 2 > with_any)
        .max_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b))
        .map(|(place, _)| place);
    let best_among = |page: &[&Candidate], is_one: &dyn Fn(&Candidate) -> bool| {
        let among = (0..page.len()).rev().filter(|&at| is_one(page[at]));
        among.max_by(|&a, &b| page[a].region.score.total_cmp(&page[b].region.score))
    };
    let choose = |page: &Vec<&Candidate>| {
        best_among(page, &|one| Some(one.place.as_str()) == common).or_else(|| best_among(page, &|_| true))
    };
    pages.iter().map(choose).collect()
}
