//! What a site says about the nodes of one of its pages: the seam between site knowledge and any other system.

use crate::features::content_hash::ContentHashes;
use crate::page::{Page, PageView};
use crate::site::number_set::{NumberSet, shortened};
use crate::site::sample::PageKey;
use debulha_dom::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The visible text of a page in units: every text node, and every element that holds several pieces of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageUnits {
    /// The units' numbers.
    pub numbers: NumberSet,
    /// Of the units that occur more than once on the page: place in `numbers`, occurrences.
    pub repeated: Vec<(u32, u32)>,
}

impl PageUnits {
    /// The units of a page. O(nodes + text + units log units).
    pub fn of(page: &Page<'_>) -> Self {
        let hashes = ContentHashes::compute(page);
        let mut numbers: Vec<u64> = hashes.distinct_units(page).map(|(_, hash)| shortened(hash)).collect();
        numbers.sort_unstable();
        let mut distinct = Vec::with_capacity(numbers.len());
        let mut repeated: Vec<(u32, u32)> = Vec::new();
        for run in numbers.chunk_by(|a, b| a == b) {
            if run.len() > 1 {
                repeated.push((distinct.len() as u32, run.len() as u32));
            }
            distinct.push(run[0]);
        }
        PageUnits { numbers: NumberSet::of_sorted(&distinct), repeated }
    }

    /// The units in order of their numbers, with their occurrences.
    fn iter(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let mut repeated = self.repeated.iter().peekable();
        self.numbers.iter().enumerate().map(move |(place, number)| {
            let occurrences =
                repeated.next_if(|(at, _)| *at as usize == place).map_or(1, |&(_, count)| count);
            (number, occurrences)
        })
    }
}

/// What a site's pages say about a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
struct UnitFrequency {
    /// Pages that have it.
    pages: u32,
    /// Occurrences on all pages.
    occurrences: u64,
    /// Sum over pages of c · ln c, where c are its occurrences there.
    spread: f64,
    /// First and last crawl that saw it, by their places.
    first: u16,
    last: u16,
}

/// How often the pieces of text of a site occur on its pages.
#[derive(Debug, Default)]
pub struct SiteEvidence {
    pages: FxHashSet<PageKey>,
    /// In the order of their names.
    crawls: Vec<Arc<str>>,
    units: FxHashMap<u64, UnitFrequency>,
}

impl SiteEvidence {
    /// Counts the units of pages. O(units).
    pub fn count<'r>(pages: impl IntoIterator<Item = (PageKey, &'r Arc<str>, &'r PageUnits)>) -> Self {
        let pages: Vec<_> = pages.into_iter().collect();
        let mut crawls: Vec<Arc<str>> = pages.iter().map(|(_, crawl, _)| Arc::clone(crawl)).collect();
        crawls.sort();
        crawls.dedup();
        let mut evidence = SiteEvidence { crawls, ..SiteEvidence::default() };
        for (key, crawl, record) in pages {
            let crawl = evidence.crawls.binary_search(crawl).unwrap_or_default() as u16;
            evidence.pages.insert(key);
            for (number, occurrences) in record.iter() {
                let new = UnitFrequency { pages: 0, occurrences: 0, spread: 0.0, first: crawl, last: crawl };
                let unit = evidence.units.entry(number).or_insert(new);
                unit.pages += 1;
                unit.occurrences += u64::from(occurrences);
                unit.spread += c_ln_c(occurrences);
                (unit.first, unit.last) = (unit.first.min(crawl), unit.last.max(crawl));
            }
        }
        evidence
    }

    /// The same, knowing also in which crawls earlier versions of its pages had the units: nothing is counted for
    /// them, they are first and last seen alone. O(units).
    #[must_use]
    pub fn seen_also<'r>(mut self, earlier: impl IntoIterator<Item = (&'r Arc<str>, &'r PageUnits)>) -> Self {
        let earlier: Vec<_> = earlier.into_iter().collect();
        let before = self.crawls.clone();
        self.crawls.extend(earlier.iter().map(|(crawl, _)| Arc::clone(crawl)));
        self.crawls.sort();
        self.crawls.dedup();
        let place_of = |crawl: &Arc<str>| self.crawls.binary_search(crawl).unwrap_or_default() as u16;
        let moved: Vec<u16> = before.iter().map(place_of).collect();
        // Each unit by itself: the order of the map does not matter.
        #[allow(clippy::iter_over_hash_type)]
        for unit in self.units.values_mut() {
            unit.first = moved[usize::from(unit.first)];
            unit.last = moved[usize::from(unit.last)];
        }
        for (crawl, record) in earlier {
            let crawl = place_of(crawl);
            for number in record.numbers.iter() {
                if let Some(unit) = self.units.get_mut(&number) {
                    (unit.first, unit.last) = (unit.first.min(crawl), unit.last.max(crawl));
                }
            }
        }
        self
    }

    /// Pages that were counted.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The crawls that the pages were seen in, in order.
    pub fn crawls(&self) -> &[Arc<str>] {
        &self.crawls
    }

    /// The numbers of the units that at least a share of the pages have, and two of them at least, in order.
    pub fn frequent(&self, min_share: f64) -> Vec<u64> {
        let least = (min_share * self.pages.len() as f64).max(2.0);
        let frequent = self.units.iter().filter(|(_, unit)| f64::from(unit.pages) >= least);
        let mut found: Vec<u64> = frequent.map(|(&number, _)| number).collect();
        found.sort_unstable();
        found
    }
}

/// How what the pages of a site have in common changed from one time to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SiteDrift {
    /// Pieces of text on at least half of the pages before and after.
    pub stayed: usize,
    /// Those before alone.
    pub gone: usize,
    /// Those after alone.
    pub added: usize,
}

impl SiteDrift {
    /// Compares a site with itself at another time. O(units log units).
    pub fn between(before: &SiteEvidence, after: &SiteEvidence) -> Self {
        let half = |site: &SiteEvidence| site.frequent(0.5);
        let (before, after) = (half(before), half(after));
        let stayed = before.iter().filter(|number| after.binary_search(number).is_ok()).count();
        SiteDrift { stayed, gone: before.len() - stayed, added: after.len() - stayed }
    }

    /// Share of the pieces that changed sides, from 0 (the same template) to 1 (another one); `None` where no piece was
    /// ever on half of the pages.
    pub fn share(self) -> Option<f64> {
        let changed = self.gone + self.added;
        let all = self.stayed + changed;
        (all > 0).then(|| changed as f64 / all as f64)
    }
}

fn c_ln_c(count: u32) -> f64 {
    f64::from(count) * f64::from(count).ln()
}

/// How a piece of a page occurs on the other pages of its site.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Occurrence {
    /// Other pages that have it: its document frequency.
    pub pages: u32,
    /// Share of the other pages that have it, 0 to 1.
    pub share: f64,
    /// The first and last crawl that saw it on any page, as places in [`TemplateEvidence::crawls`]; `None` where no
    /// page has it.
    pub seen: Option<(usize, usize)>,
    other_pages: u32,
    /// Occurrences on all other pages, and the sum over these of c · ln c, where c are its occurrences there.
    occurrences: u64,
    spread: f64,
}

impl Occurrence {
    /// How evenly its occurrences spread over the other pages: entropy with the number of pages as base, from 0 (on
    /// one page or none) to 1 (on all pages equally often) (lin2002). 0 where there are fewer than two other pages.
    pub fn entropy(&self) -> f64 {
        if self.pages < 2 || self.other_pages < 2 || self.occurrences == 0 {
            return 0.0;
        }
        // −Σ (c/T) ln (c/T) = ln T − Σ c ln c / T
        let all = self.occurrences as f64;
        ((all.ln() - self.spread / all) / f64::from(self.other_pages).ln()).clamp(0.0, 1.0)
    }
}

/// A page's view of its site: for each node with text, how often its text occurs on the site's other pages.
#[derive(Debug)]
pub struct TemplateEvidence {
    other_pages: u32,
    crawls: Vec<Arc<str>>,
    /// By node: place in `occurrences`.
    places: Vec<u32>,
    occurrences: Vec<Occurrence>,
}

impl TemplateEvidence {
    /// No text.
    const NONE: u32 = u32::MAX;

    /// Looks every unit of a page up. O(nodes + text); 4 bytes a node, 48 a unit.
    pub fn compute(page: &Page<'_>, site: &SiteEvidence) -> Self {
        let doc = page.document();
        let hashes = ContentHashes::compute(page);
        let is_counted = site.pages.contains(&page.key());
        let mut own: FxHashMap<u64, u32> = FxHashMap::default();
        if is_counted {
            for (_, hash) in hashes.distinct_units(page) {
                *own.entry(shortened(hash)).or_default() += 1;
            }
        }
        let other_pages = site.pages.len() as u32 - u32::from(is_counted);
        let mut places = vec![Self::NONE; doc.len()];
        let mut occurrences: Vec<Occurrence> = Vec::new();
        for node in doc.nodes() {
            let Some(hash) = hashes.of(node) else { continue };
            let wrapper = doc.parent(node).filter(|&parent| hashes.of(parent) == Some(hash));
            places[node.index()] = if let Some(wrapper) = wrapper {
                places[wrapper.index()]
            } else {
                let number = shortened(hash);
                let own = own.get(&number).copied().unwrap_or_default();
                occurrences.push(occurrence(site.units.get(&number), own, other_pages));
                occurrences.len() as u32 - 1
            };
        }
        TemplateEvidence { other_pages, crawls: site.crawls.clone(), places, occurrences }
    }

    /// How a node's text occurs on the other pages; `None` where it has no visible text. O(1).
    pub fn of(&self, node: NodeId) -> Option<&Occurrence> {
        self.occurrences.get(self.places[node.index()] as usize)
    }

    /// The outermost elements and text nodes that at least a share of the site's other pages have, and two of them at
    /// least, in document order. O(nodes).
    pub fn repeated(&self, page: &Page<'_>, min_share: f64) -> Vec<(NodeId, Occurrence)> {
        let doc = page.document();
        let (mut found, mut past) = (Vec::new(), 0);
        for node in doc.nodes() {
            let seen =
                self.of(node).filter(|seen| node.0 >= past && seen.pages > 1 && seen.share >= min_share);
            if let Some(seen) = seen {
                past = doc.subtree_end(node);
                found.push((node, *seen));
            }
        }
        found
    }

    /// Number of the site's other pages.
    pub fn other_pages(&self) -> u32 {
        self.other_pages
    }

    /// The crawls in order.
    pub fn crawls(&self) -> &[Arc<str>] {
        &self.crawls
    }
}

/// What a unit says to a page that has it `own` times and was counted, or to another page (0).
fn occurrence(unit: Option<&UnitFrequency>, own: u32, other_pages: u32) -> Occurrence {
    let none = Occurrence { pages: 0, share: 0.0, seen: None, other_pages, occurrences: 0, spread: 0.0 };
    let Some(unit) = unit else { return none };
    // The page may have changed since it was counted.
    let pages = unit.pages.saturating_sub(u32::from(own > 0));
    let spread = if own > 1 { (unit.spread - c_ln_c(own)).max(0.0) } else { unit.spread };
    Occurrence {
        pages,
        share: if other_pages == 0 { 0.0 } else { f64::from(pages) / f64::from(other_pages) },
        seen: Some((usize::from(unit.first), usize::from(unit.last))),
        occurrences: unit.occurrences.saturating_sub(u64::from(own)),
        spread,
        ..none
    }
}

impl Page<'_> {
    /// How often the text of each node occurs on other pages of the site; `None` where nothing is known of the site.
    pub fn template_evidence(&self) -> Option<&TemplateEvidence> {
        let site = self.evidence().site?;
        Some(self.view(PageView::TemplateEvidence, || TemplateEvidence::compute(self, site)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evidence;
    use crate::PageOptions;
    use debulha_dom::{Document, Limits, parse};

    fn tree(html: &str) -> Document {
        parse(html, &Limits::default()).document
    }

    fn evidence(crawls: &[&str], pages: &[Page<'_>]) -> SiteEvidence {
        let units: Vec<PageUnits> = pages.iter().map(PageUnits::of).collect();
        let crawls: Vec<Arc<str>> = crawls.iter().map(|&crawl| Arc::from(crawl)).collect();
        SiteEvidence::count(
            pages.iter().zip(&crawls).zip(&units).map(|((page, crawl), units)| (page.key(), crawl, units)),
        )
    }

    #[test]
    fn a_page_sees_the_others_whether_it_was_counted_or_not() {
        let trees = ["<p>menu<p>rye", "<p>menu<p>oats", "<p>menu<p>menu<p>rye", "<p>wheat"].map(tree);
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let site = evidence(&["2025", "2026", "2026", "2024"], &pages);
        assert_eq!((site.pages(), site.crawls().len()), (4, 3));
        let seen = TemplateEvidence::compute(&pages[0], &site);
        let of = |text: &str| {
            let node = pages[0].text_nodes().iter().find(|&&node| trees[0].text(node) == text);
            *seen.of(*node.unwrap_or_else(|| panic!("{text}"))).unwrap_or_else(|| panic!("{text}"))
        };
        let menu = of("menu");
        assert_eq!((menu.pages, menu.share, menu.seen), (2, 2.0 / 3.0, Some((1, 2))));
        // Occurrences 1 and 2 on two of three other pages.
        let expected =
            -((1.0_f64 / 3.0) * (1.0_f64 / 3.0).ln() + (2.0_f64 / 3.0) * (2.0_f64 / 3.0).ln()) / 3.0_f64.ln();
        assert!((menu.entropy() - expected).abs() < 1e-12);
        assert_eq!((of("rye").pages, of("rye").entropy()), (1, 0.0));

        let new = tree("<p>menu<p>barley");
        let page = Page::with_options(&new, Some("http://example.org/new"), PageOptions::default());
        let seen = TemplateEvidence::compute(&page, &site);
        let pages: Vec<u32> =
            page.text_nodes().iter().filter_map(|&node| seen.of(node)).map(|seen| seen.pages).collect();
        assert_eq!((pages, seen.other_pages()), (vec![3, 0], 4));
        assert!(seen.of(Document::ROOT).is_some_and(|seen| seen.pages == 0));
    }

    #[test]
    fn earlier_versions_tell_when_a_unit_was_seen() {
        let trees = ["<p>menu<p>rye", "<p>menu<p>oats", "<p>menu<p>millet"].map(tree);
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let old: Arc<str> = "2020".into();
        let units = PageUnits::of(&pages[0]);
        let site = evidence(&["2021", "2022"], &pages[..2]).seen_also([(&old, &units)]);
        let seen = TemplateEvidence::compute(&pages[2], &site);
        let menu = seen.of(pages[2].text_nodes()[0]);
        assert_eq!(menu.map(|menu| (menu.pages, menu.seen)), Some((2, Some((0, 2)))));
        assert_eq!((site.pages(), site.crawls().len()), (2, 3));
    }

    #[test]
    fn what_pages_repeat_is_found_once_and_its_change_is_counted() {
        let html =
            |menu: &str, story: &str| tree(&format!("<ul><li>home<li>{menu}</ul><p>{story}<p>to the top"));
        let old = ["rye", "oats", "wheat"].map(|story| html("news", story));
        let new = ["spelt", "millet"].map(|story| html("sport", story));
        let pages = |trees: &[Document]| -> SiteEvidence {
            let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
            evidence(&vec![""; pages.len()], &pages)
        };
        let (before, after) = (pages(&old), pages(&new));
        let page = Page::new(&old[0]).seen_with(Evidence { site: Some(&before), ..Evidence::default() });
        let repeated = page.template_evidence().map(|seen| seen.repeated(&page, 0.5)).unwrap_or_default();
        let names: Vec<&str> = repeated.iter().map(|(node, _)| old[0].name_str(old[0].name(*node))).collect();
        assert_eq!(names, ["ul", "p"], "the list, not its items");
        // The list and its second item change, the first one and the foot stay.
        assert_eq!(SiteDrift::between(&before, &after), SiteDrift { stayed: 2, gone: 2, added: 2 });
        assert_eq!(SiteDrift::between(&before, &after).share(), Some(4.0 / 6.0));
        assert_eq!(SiteDrift::between(&SiteEvidence::default(), &SiteEvidence::default()).share(), None);
    }

    #[test]
    fn a_site_without_pages_says_nothing() {
        let tree = tree("<p>rye");
        let page = Page::new(&tree);
        let seen = TemplateEvidence::compute(&page, &SiteEvidence::default());
        let unit = seen.of(page.text_nodes()[0]).map(|seen| (seen.pages, seen.share, seen.seen));
        assert_eq!(unit, Some((0, 0.0, None)));
    }
}
