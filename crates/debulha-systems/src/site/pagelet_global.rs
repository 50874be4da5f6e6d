//! `pagelet_global`: pagelets shared by pages that link to one another.

use crate::segmenters::pagelet::{Pagelet, PageletParams};
use crate::site::pagelets::PageletRecord;
use debulha_core::features::repetition::Components;
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::segmentation::Segmentation;
use debulha_core::site::sample::PageKey;
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, params, site_method};
use debulha_dom::{NodeId, names};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use url::Url;

/// Longest address that links are resolved against, in bytes: a longer one would be copied once a link.
const LONGEST_BASE: usize = 2048;

params! {
    /// Parameters of `pagelet_global`.
    pub struct PageletGlobalParams {
        /// Links below a child from which on its parent is cut into its children (baryossef2002).
        pub k: u32 = 3, range: 1..=10_000;
        /// Tokens of a shingle (baryossef2002).
        pub window: u32 = 4, range: 1..=64;
        /// Shingles that make a fingerprint (baryossef2002).
        pub hashes: u32 = 8, range: 1..=64;
        /// Whether the addresses of links are tokens (our decision, as in the segmenter `pagelet`).
        pub link_targets: bool = true;
        /// Linked pages that share a pagelet from which on it is template (baryossef2002).
        pub min_owners: u32 = 2, range: 2..=1_000_000;
    }
}

/// What is kept of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedPagelets {
    /// Its pagelets.
    pub pagelets: PageletRecord,
    /// The keys of the pages that it links to, in order, each once.
    pub links: Vec<PageKey>,
}

site_method! {
    /// Drops pagelets that occur on at least two pages of which one links to the other.
    ///
    /// ## How it decides
    /// 1. Every page is cut into pagelets with fingerprints, as the segmenter `pagelet` does.
    /// 2. Of pages with the same text, one counts.
    /// 3. The pages that have a pagelet are joined where one links to another. A pagelet is template on the pages of a
    ///    connected group of at least `min_owners`.
    ///
    /// ## Cost
    /// O(nodes + text · (window + hashes)) a page, to observe and to decide; O(pagelets · links between pages of the
    /// sample) to learn. Kept: 9 bytes a pagelet and a link.
    /// ## Differs from the paper
    /// The paper takes a complete collection; here the group is looked for among the pages that are kept and the page
    /// itself. On a sample, pages that link to one another are rare: raise the sample's capacity or use
    /// `pagelet_local`. Addresses are needed: without them there is no template.
    /// ## Known failures
    /// Those of `pagelet_local`, and missed templates where few links are known.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, PageOptions, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let menu = "<div><a href=/1>Rye</a><a href=/2>Oats</a><a href=/3>Wheat</a></div>";
    /// let html = ["Rye", "Oats"].map(|story| format!("{menu}<div><p>{story} was cut.</p></div>"));
    /// let trees: Vec<_> = html.iter().map(|html| parse(html, &Limits::default())).collect();
    /// let page = |n: usize, url| Page::with_options(&trees[n].document, Some(url), PageOptions::default());
    /// let pages = [page(0, "http://example.org/1"), page(1, "http://example.org/2")];
    /// let method = site::pagelet_global::PageletGlobal::default();
    /// let extractor = site::learn(&method, &pages);
    /// let outcome = extractor.extract(&pages[0], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[0]), "Rye was cut.");
    /// ```
    /// ## References
    /// baryossef2002, broder1997
    pub struct PageletGlobal(PageletGlobalParams) {
        id: "pagelet_global",
        title: "Pagelets shared by linked pages, global algorithm",
        cite: ["baryossef2002", "broder1997"],
        provenance: Paper,
        unit: Subtree,
        record: LinkedPagelets,
        learned: LinkedTemplates,
        kept: ["k", "window", "hashes", "link_targets"],
        min_pages: 2,
        presets: [],
    }
}

impl PageletGlobalParams {
    fn segmenter(&self) -> Pagelet {
        let &PageletGlobalParams { k, window, hashes, link_targets, .. } = self;
        Pagelet { params: PageletParams { k, window, hashes, link_targets } }
    }
}

impl PageletGlobal {
    fn keep(&self, page: &Page<'_>) -> LinkedPagelets {
        LinkedPagelets { pagelets: PageletRecord::of(page, &self.params.segmenter()), links: links(page) }
    }

    fn learn(&self, pages: Vec<Observed<LinkedPagelets>>) -> LinkedTemplates {
        let mut seen = FxHashSet::default();
        let pages: Vec<_> = pages.into_iter().filter(|page| seen.insert(page.record.pagelets.page)).collect();
        let numbers: FxHashMap<PageKey, u32> = pages.iter().map(|page| page.key).zip(0..).collect();
        let mut linked_from: FxHashMap<PageKey, Vec<u32>> = FxHashMap::default();
        let mut owners: FxHashMap<u64, Vec<Owner>> = FxHashMap::default();
        for (page, number) in pages.iter().zip(0..) {
            for &target in &page.record.links {
                linked_from.entry(target).or_default().push(number);
            }
            for &pagelet in &page.record.pagelets.pagelets {
                owners.entry(pagelet).or_default().push(Owner { page: number, group: 0, group_size: 1 });
            }
        }
        let neighbours: Vec<Vec<u32>> = pages
            .iter()
            .zip(0..)
            .map(|(page, number)| {
                let targets = page.record.links.iter().filter_map(|target| numbers.get(target)).copied();
                targets.filter(|&target| target != number).collect()
            })
            .collect();
        // Groups of different pagelets do not touch: the order of the map does not matter.
        #[allow(clippy::iter_over_hash_type)]
        for owners in owners.values_mut() {
            group(owners, &neighbours);
        }
        LinkedTemplates { params: self.params.clone(), numbers, linked_from, owners }
    }
}

/// The keys of the pages that a page links to. O(links · address).
fn links(page: &Page<'_>) -> Vec<PageKey> {
    let doc = page.document();
    let base = page.base_address().filter(|base| base.as_str().len() <= LONGEST_BASE);
    let key_of = |node: NodeId| {
        let address = doc.attribute(node, names::HREF)?.trim();
        let target = match base {
            Some(base) => base.join(address),
            None => Url::parse(address),
        };
        target.ok().map(PageKey::of_parsed)
    };
    let mut keys: Vec<PageKey> = doc.elements_named(names::A).filter_map(key_of).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// A page that has a pagelet.
#[derive(Debug, Clone, Copy)]
struct Owner {
    /// Its number.
    page: u32,
    /// Its connected group among the pagelet's owners, and how many pages are in it.
    group: u32,
    group_size: u32,
}

/// Finds the connected groups of a pagelet's owners, which are in order. `neighbours` are the pages linked to.
fn group(owners: &mut [Owner], neighbours: &[Vec<u32>]) {
    let place_of = |page: u32| owners.binary_search_by_key(&page, |owner| owner.page).ok();
    let mut components = Components::new(owners.len());
    for (place, owner) in owners.iter().enumerate() {
        for other in neighbours[owner.page as usize].iter().filter_map(|&page| place_of(page)) {
            components.join(place, other);
        }
    }
    let groups: Vec<usize> = (0..owners.len()).map(|place| components.smallest(place)).collect();
    let mut sizes = vec![0_u32; owners.len()];
    for &group in &groups {
        sizes[group] += 1;
    }
    for (owner, group) in owners.iter_mut().zip(groups) {
        (owner.group, owner.group_size) = (group as u32, sizes[group]);
    }
}

/// The pagelets of a site and the links between the pages that have them.
#[derive(Debug)]
pub struct LinkedTemplates {
    params: PageletGlobalParams,
    numbers: FxHashMap<PageKey, u32>,
    linked_from: FxHashMap<PageKey, Vec<u32>>,
    owners: FxHashMap<u64, Vec<Owner>>,
}

impl LinkedTemplates {
    /// The pagelets of a page, and of each how many pages are in its connected group, the page itself included.
    fn judge(&self, page: &Page<'_>) -> (Segmentation, Vec<u32>) {
        let found = self.params.segmenter().blocks(page);
        let own = self.numbers.get(&page.key()).copied();
        let mut near: Vec<u32> = if own.is_some() {
            Vec::new()
        } else {
            let targets = links(page).into_iter().filter_map(|target| self.numbers.get(&target).copied());
            targets.chain(self.linked_from.get(&page.key()).into_iter().flatten().copied()).collect()
        };
        near.sort_unstable();
        near.dedup();
        let sizes = found.blocks.iter().map(|block| {
            let owners = block.fingerprint.and_then(|fingerprint| self.owners.get(&fingerprint));
            owners.map_or(1, |owners| group_of(owners, own, &near))
        });
        let sizes = sizes.collect();
        (found, sizes)
    }
}

/// Pages in the connected group of a page: `own` is its number where it was learned from, `near` else the pages that
/// are linked with it.
fn group_of(owners: &[Owner], own: Option<u32>, near: &[u32]) -> u32 {
    let owner_of =
        |page: u32| owners.binary_search_by_key(&page, |owner| owner.page).ok().map(|at| owners[at]);
    if let Some(owner) = own.and_then(owner_of) {
        return owner.group_size;
    }
    let mut groups: Vec<(u32, u32)> =
        near.iter().filter_map(|&page| owner_of(page)).map(|owner| (owner.group, owner.group_size)).collect();
    groups.sort_unstable();
    groups.dedup();
    1 + groups.iter().map(|(_, size)| size).sum::<u32>()
}

impl LearnedMethod for LinkedTemplates {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let (found, sizes) = self.judge(page);
        let kept = found.blocks.iter().zip(sizes).filter(|(_, size)| *size < self.params.min_owners);
        Outcome::Labeled(Labels::from_ranges(page, kept.map(|(block, _)| block.nodes.clone())))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let (found, sizes) = self.judge(page);
        let index = found.block_of(text_node)?;
        let detail = format!("{} pages that link to one another have this pagelet", sizes[index]);
        let keeps = sizes[index] < self.params.min_owners;
        Some(vec![Reason { rule: "owners", keeps, node: found.blocks[index].element, detail }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::PageOptions;
    use debulha_core::site::learn;
    use debulha_dom::{Document, Limits, parse};

    fn page<'d>(tree: &'d Document, url: &'d str) -> Page<'d> {
        Page::with_options(tree, Some(url), PageOptions::default())
    }

    #[test]
    fn spec_16_global_algorithm_needs_a_link() {
        let nav = ["0", "1", "2", "3", "4"].map(|link| format!("<a href=/n{link}>link {link}</a>")).concat();
        let html = |story: &str, link: &str| {
            parse(
                &format!("<div id=nav>{nav}</div><div><p>{story} <a href={link}>more</a></div>"),
                &Limits::default(),
            )
            .document
        };
        let trees = [html("Rye was cut", "/b"), html("Oats were sown", "/x"), html("Wheat grew", "/y")];
        let linked = [page(&trees[0], "http://h/a"), page(&trees[1], "http://h/b")];
        let apart = [page(&trees[1], "http://h/b"), page(&trees[2], "http://h/c")];
        let text = |pages: &[Page<'_>], judged: &Page<'_>| {
            let extractor = learn(&PageletGlobal::default(), pages);
            let outcome = extractor.extract(judged, &mut Scratch::default());
            outcome.labels().map(|labels| labels.plain_text(judged)).unwrap_or_default()
        };
        assert_eq!(text(&linked, &linked[1]), "Oats were sown more");
        assert!(text(&apart, &apart[0]).starts_with("link 0"), "no page links to the other");
        assert_eq!(text(&apart, &linked[0]), "Rye was cut more", "a new page that links to one of them");
        assert_eq!(text(&linked[..1], &linked[1]), "Oats were sown more", "a new page that one links to");
    }
}
