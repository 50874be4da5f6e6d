//! `site_level`: subtrees of the same markup on many pages, and what mostly consists of them.

use crate::features::subtree_hash::SubtreeHashes;
use crate::site::frequency::DocumentFrequency;
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::site::number_set::{NumberSet, shortened};
use debulha_core::site::{LearnedMethod, Observed};
use debulha_core::{Scratch, params, site_method};
use debulha_dom::{Document, NodeId};

params! {
    /// Parameters of `site_level`.
    #[derive(Copy)]
    pub struct SiteLevelParams {
        /// Share of the site's pages that a subtree must occur on to be template (chakrabarti2007: 10 %).
        pub page_share: f64 = 0.1, range: 0.0..=1.0;
        /// Fewest pages besides (our decision: on ten pages, 10 % would be any page).
        pub min_pages: u32 = 2, range: 1..=1_000_000;
        /// Share of an element's bytes in such subtrees from which on it is template as well (chakrabarti2007).
        pub covered_share: f64 = 0.85, range: 0.0..=1.0;
        /// Fewest visible characters of an element that is judged. Stands for the least area of 2000 pixels where
        /// nothing is rendered (our decision: 1).
        pub min_chars: u32 = 1, range: 0..=1_000_000;
        /// Fewest pages of a site to learn from (our decision; the authors' sites have 100).
        pub min_site_pages: u32 = 10, range: 2..=1_000_000;
        /// Whether attributes are part of what must be equal (chakrabarti2007: outer HTML).
        pub attributes: bool = true;
        /// Whether all of a mostly covered element is template, not its own text alone (our decision: a container is
        /// no more template than its parts).
        pub whole: bool = true;
    }
}

site_method! {
    /// Drops elements whose markup is the same on at least a tenth of the pages, and those made of such elements.
    ///
    /// ## How it decides
    /// 1. An element is template if its outer HTML (without what is hidden, white space folded, attributes in any
    ///    order) occurs on at least `max(min_pages, ⌈page_share · pages⌉)` pages of the site, the page itself included.
    /// 2. Any other element is template if at least `covered_share` of the bytes of its outer HTML are in such elements.
    /// 3. Text in no template element is content.
    ///
    /// ## Cost
    /// O(nodes + text + attributes) a page to observe and to decide. Kept: 5 bytes an element with text.
    /// ## Differs from the paper
    /// The paper labels nodes to train a page-level classifier; this is its labelling, put to work on pages. Its nodes
    /// have an area of at least 2000 square pixels, ours have text. With fewer than ten pages it abstains.
    /// ## Known failures
    /// A menu that marks the current page is mostly the same, so rule 2 takes it; a header with a date or a session id
    /// in an attribute differs on every page and stays. A story that is printed on several pages goes.
    /// ## Example
    /// ```
    /// use debulha_core::{Page, Scratch};
/// use debulha_systems::site;
    /// use debulha_dom::{Limits, parse};
    ///
    /// let trees: Vec<_> = (0..10)
    ///     .map(|n| parse(&format!("<nav>Home News</nav><p>Story {n}</p>"), &Limits::default()))
    ///     .collect();
    /// let method = site::site_level::SiteLevel::default();
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&method, &pages);
    /// let outcome = extractor.extract(&pages[7], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[7]), "Story 7");
    /// ```
    /// ## References
    /// chakrabarti2007
    pub struct SiteLevel(SiteLevelParams) {
        id: "site_level",
        title: "SiteLevel template detection",
        cite: ["chakrabarti2007"],
        provenance: Paper,
        unit: Subtree,
        record: NumberSet,
        learned: SiteTemplate,
        kept: ["min_chars", "attributes"],
        min_pages: 10,
        presets: [],
    }
}

impl SiteLevel {
    fn keep(&self, page: &Page<'_>) -> NumberSet {
        let hashes = SubtreeHashes::compute(page, self.params.attributes);
        NumberSet::of_hashes(self.params.judged(page).map(|node| hashes.hash(node)))
    }

    fn learn(&self, pages: Vec<Observed<NumberSet>>) -> SiteTemplate {
        let mut frequency = DocumentFrequency::default();
        for page in pages {
            frequency.add(page.key, page.record.iter());
        }
        SiteTemplate { params: self.params, frequency }
    }
}

impl SiteLevelParams {
    /// The elements of the body that are judged, in document order.
    fn judged<'p>(&self, page: &'p Page<'_>) -> impl Iterator<Item = NodeId> + 'p {
        let doc = page.document();
        let min_chars = self.min_chars;
        doc.subtree(page.body()).filter(move |&node| {
            doc.is_element(node)
                && !page.visibility().is_hidden(node)
                && page.stats().chars(doc, node) >= min_chars
        })
    }

    /// Pages that a subtree must occur on to be template, of a site of so many.
    ///
    /// ```
    /// use debulha_systems::site::site_level::SiteLevelParams;
    ///
    /// assert_eq!(SiteLevelParams::default().min_occurrences(10), 2);
    /// assert_eq!(SiteLevelParams::default().min_occurrences(199), 20);
    /// ```
    pub fn min_occurrences(&self, pages: u32) -> u32 {
        // A product such as .1 · 200 is a little more than the whole number that it stands for.
        let share = (self.page_share * f64::from(pages) - 1e-9).ceil() as u32;
        share.max(self.min_pages)
    }
}

/// Why an element is template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateReason {
    /// Its markup occurs on so many pages.
    Repeated {
        /// The page itself included.
        pages: u32,
    },
    /// It consists of such elements.
    Covered {
        /// Of a thousand bytes, those in template elements.
        per_mille: u32,
    },
}

/// The markup that returns on a site.
#[derive(Debug)]
pub struct SiteTemplate {
    params: SiteLevelParams,
    frequency: DocumentFrequency,
}

impl SiteTemplate {
    /// Each judged element of a page in document order, with the reason where it is template; `None` where the site
    /// has too few pages.
    pub fn judge(&self, page: &Page<'_>) -> Option<Vec<(NodeId, Option<TemplateReason>)>> {
        let beside = self.frequency.beside(page);
        let pages = beside.other_pages() + 1;
        if pages < self.params.min_site_pages {
            return None;
        }
        let doc = page.document();
        let least = self.params.min_occurrences(pages);
        let hashes = SubtreeHashes::compute(page, self.params.attributes);
        let mut covered = vec![0_u32; doc.len()];
        let mut judged: Vec<(NodeId, Option<TemplateReason>)> =
            self.params.judged(page).map(|node| (node, None)).collect();
        for (node, template) in judged.iter_mut().rev() {
            let bytes = hashes.bytes(*node);
            let pages = beside.others_with(shortened(hashes.hash(*node))) + 1;
            if pages >= least {
                *template = Some(TemplateReason::Repeated { pages });
                covered[node.index()] = bytes;
            } else if f64::from(covered[node.index()]) >= self.params.covered_share * f64::from(bytes) {
                let per_mille = (1000 * u64::from(covered[node.index()]) / u64::from(bytes.max(1))) as u32;
                *template = Some(TemplateReason::Covered { per_mille });
            }
            if let Some(parent) = doc.parent(*node) {
                covered[parent.index()] += covered[node.index()];
            }
        }
        Some(judged)
    }

    /// Whether all text below the element is template.
    fn takes_all(&self, template: Option<TemplateReason>) -> bool {
        match template {
            None => false,
            Some(TemplateReason::Repeated { .. }) => true,
            Some(TemplateReason::Covered { .. }) => self.params.whole,
        }
    }
}

impl LearnedMethod for SiteTemplate {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let Some(judged) = self.judge(page) else {
            return Outcome::Abstained(Abstention::Missing("more pages of the site"));
        };
        let doc = page.document();
        let mut kept = Vec::new();
        let mut from = page.body().0;
        for (node, _) in
            judged.iter().filter(|(node, template)| node.0 >= page.body().0 && self.takes_all(*template))
        {
            if node.0 >= from {
                kept.extend_from_slice(page.text_nodes_in(from..node.0));
                from = doc.subtree_end(*node);
            }
        }
        kept.extend_from_slice(page.text_nodes_in(from..doc.subtree_end(page.body()).max(from)));
        if !self.params.whole {
            let template_of =
                |node| judged.binary_search_by_key(&node, |&(node, _)| node).ok().and_then(|at| judged[at].1);
            kept.retain(|&node| template_of(doc.parent(node).unwrap_or(Document::ROOT)).is_none());
        }
        Outcome::Labeled(Labels::from_text_nodes(doc, kept))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let judged = self.judge(page)?;
        let doc = page.document();
        let (node, template) = judged
            .iter()
            .find(|(node, template)| doc.contains(*node, text_node) && self.takes_all(*template))
            .or_else(|| judged.iter().rev().find(|(node, _)| Some(*node) == doc.parent(text_node)))?;
        let (rule, detail) = match template {
            Some(TemplateReason::Repeated { pages }) => {
                ("repeated", format!("the same markup on {pages} of {} pages", self.frequency.pages()))
            }
            Some(TemplateReason::Covered { per_mille }) => (
                "covered",
                format!("{:.1} % of its bytes are in repeated elements", f64::from(*per_mille) / 10.0),
            ),
            None => ("own", "in no element that returns".to_owned()),
        };
        Some(vec![Reason { rule, keeps: template.is_none(), node: *node, detail }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_core::site::{SiteMethod, learn};
    use debulha_dom::{Limits, names, parse};

    fn trees(pages: usize, html: impl Fn(usize) -> String) -> Vec<Document> {
        (0..pages).map(|page| parse(&html(page), &Limits::default()).document).collect()
    }

    fn learned(pages: &[Page<'_>], params: SiteLevelParams) -> SiteTemplate {
        let method = SiteLevel { params };
        let observed = pages.iter().map(|page| Observed {
            key: page.key(),
            crawl: "".into(),
            record: SiteMethod::observe(&method, page),
        });
        SiteMethod::finish(&method, observed.collect())
    }

    #[test]
    fn spec_05_a_node_of_one_page_is_no_template_of_ten() {
        let trees = trees(10, |page| format!("<p>only here {page}</p><p>everywhere</p>"));
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let judged = learned(&pages, SiteLevelParams::default()).judge(&pages[0]).unwrap_or_default();
        let of = |index: usize| judged.iter().filter(|(node, _)| trees[0].name(*node) == names::P).nth(index);
        assert_eq!(of(0).map(|(_, template)| *template), Some(None));
        assert_eq!(of(1).map(|(_, template)| *template), Some(Some(TemplateReason::Repeated { pages: 10 })));
        let literal = SiteLevelParams { min_pages: 1, ..SiteLevelParams::default() };
        let all = learned(&pages, literal).judge(&pages[0]).unwrap_or_default();
        assert!(all.iter().all(|(_, template)| template.is_some()), "⌈.1 · 10⌉ = 1 takes everything");
        assert!(
            learned(&pages[..9], SiteLevelParams::default()).judge(&pages[0]).is_none(),
            "fewer than ten"
        );
    }

    #[test]
    fn an_element_that_is_mostly_template_is_template() {
        let html = |page: usize| {
            let items = "<li>an item of the menu</li>".repeat(9);
            format!(
                "<ul>{items}<li>{page}</li></ul><div><p>Story {page} of some length, and</p><p>more</p></div>"
            )
        };
        let trees = trees(10, html);
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let text = |params: SiteLevelParams| {
            let extractor = learn(&SiteLevel { params }, &pages);
            let outcome = extractor.extract(&pages[4], &mut Scratch::default());
            outcome.labels().map(|labels| labels.plain_text(&pages[4])).unwrap_or_default()
        };
        assert_eq!(text(SiteLevelParams::default()), "Story 4 of some length, and");
        let parts = SiteLevelParams { whole: false, ..SiteLevelParams::default() };
        assert_eq!(text(parts), "4\nStory 4 of some length, and");
        let all = SiteLevelParams { covered_share: 1.0, ..SiteLevelParams::default() };
        assert_eq!(text(all), "4\nStory 4 of some length, and");
    }
}
