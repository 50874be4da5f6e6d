//! `template_evidence`: text that a share of the site's pages have.

use crate::features::layout_tables::is_layout_table;
use crate::outcome::{Abstention, Labels, Outcome, Reason};
use crate::page::Page;
use crate::site::evidence::{Occurrence, PageUnits, SiteEvidence, TemplateEvidence};
use crate::site::{LearnedMethod, Observed, RecordError, from_bytes};
use crate::{Scratch, params, site_method};
use debulha_dom::{NodeId, names};
use std::ops::Range;

params! {
    /// When text of a page is template. Parameters of `template_evidence` and of the filter that it is to others.
    #[derive(Copy)]
    pub struct TemplateEvidenceParams {
        /// Share of the site's other pages that have a text, from which on it is template (our decision; users who
        /// filter lines of text by hand take .3 to .5).
        pub max_share: f64 = 0.3, range: 0.0..=1.0;
        /// Other pages that must have it besides (our decision: two are no chance).
        pub min_pages: u32 = 2, range: 1..=1_000_000;
        /// Share of a text block's characters in such text from which on that text is dropped: a name or a link that
        /// returns inside a sentence stays (our decision: half; 0 looks at each text node by itself).
        pub block_share: f64 = 0.5, range: 0.0..=1.0;
        /// Fewest other pages to say anything from (our decision).
        pub min_site_pages: u32 = 2, range: 1..=1_000_000;
    }
}

/// Share of the characters of a data table that returns, above which the table is template; below it the header and constant columns
/// return, and the table stays whole (our decision).
const MAX_TABLE_SHARE: f64 = 0.8;

/// The method's id.
pub const ID: &str = "template_evidence";

site_method! {
    /// Drops text that other pages of the site have as well: the evidence of a site, used alone.
    ///
    /// ## How it decides
    /// 1. The units of a page are its text nodes and the elements that hold several of them, each by a number for its
    ///    words. Attributes and wrappers do not count.
    /// 2. A text node returns if the share of the site's other pages that have the same text is at least `max_share`
    ///    (and `min_pages` pages have it).
    /// 3. Text that returns is template where it is at least `block_share` of its text block. All other text is content. Data tables
    ///    are whole: template where over 80 % of their text returns, or else content.
    ///
    /// The same numbers are what [`Page::template_evidence`] tells every other system about any node.
    ///
    /// ## Cost
    /// O(nodes + text + units log units) a page to observe, O(nodes + text) to decide. Kept: 5 bytes a unit.
    /// ## Differs from the paper
    /// It is nobody's system. Document frequencies of text are what wang2008 counts, their entropy is lin2002's.
    /// ## Known failures
    /// Template text that differs from page to page (dates, counters, the name of the section, lists of the latest
    /// stories) stays. Content that returns goes: a story told on many pages, the same field in all records.
    /// ## Example
    /// ```
    /// use debulha_core::site::template_evidence::TemplateEvidenceMethod;
    /// use debulha_core::{Page, Scratch, site};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let trees: Vec<_> = ["Rye", "Oats", "Wheat"]
    ///     .map(|story| parse(&format!("<p>Subscribe now!</p><p>{story} was cut.</p>"), &Limits::default()))
    ///     .into();
    /// let method = TemplateEvidenceMethod::default();
    /// let pages: Vec<_> = trees.iter().map(|parsed| Page::new(&parsed.document)).collect();
    /// let extractor = site::learn(&method, &pages);
    /// let outcome = extractor.extract(&pages[0], &mut Scratch::default());
    /// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[0]), "Rye was cut.");
    /// ```
    /// ## References
    /// wang2008, lin2002
    pub struct TemplateEvidenceMethod(TemplateEvidenceParams) {
        id: "template_evidence",
        title: "Text that other pages of the site have",
        cite: ["wang2008", "lin2002"],
        provenance: Original,
        unit: Node,
        record: PageUnits,
        learned: RepeatedText,
        kept: [],
        min_pages: 3,
        presets: [],
    }
}

impl TemplateEvidenceMethod {
    #[allow(clippy::unused_self)]
    fn keep(&self, page: &Page<'_>) -> PageUnits {
        PageUnits::of(page)
    }

    #[allow(clippy::needless_pass_by_value)]
    fn learn(&self, pages: Vec<Observed<PageUnits>>) -> RepeatedText {
        let evidence = SiteEvidence::count(pages.iter().map(|page| (page.key, &page.crawl, &page.record)));
        RepeatedText { params: self.params, evidence }
    }
}

/// The text of a site that returns.
#[derive(Debug)]
pub struct RepeatedText {
    params: TemplateEvidenceParams,
    /// How often each piece of text occurs.
    pub evidence: SiteEvidence,
}

impl TemplateEvidenceParams {
    /// Whether a text node is on enough of the site's other pages.
    fn returns(&self, seen: &TemplateEvidence, text_node: NodeId) -> bool {
        let is_frequent = |seen: &Occurrence| seen.pages >= self.min_pages && seen.share >= self.max_share;
        seen.of(text_node).is_some_and(is_frequent)
    }

    /// The text nodes of a page that are template, in document order; none where the site has too few other pages.
    /// O(text nodes).
    pub fn template_text(&self, page: &Page<'_>, seen: &TemplateEvidence) -> Vec<NodeId> {
        let mut found = Vec::new();
        if seen.other_pages() < self.min_site_pages {
            return found;
        }
        for block in page.text_blocks().blocks() {
            let nodes = page.text_blocks().nodes(block).iter().copied();
            let returning = nodes.filter(|&node| self.returns(seen, node));
            let chars: u32 = returning.clone().map(|node| page.stats().chars(page.document(), node)).sum();
            if f64::from(chars) >= self.block_share * f64::from(block.counts.chars) {
                found.extend(returning);
            }
        }
        found.sort_unstable();
        whole_tables(page, &found)
    }

    /// What the site says of a text node and what follows from it; `None` where it has no visible text.
    pub fn reason(&self, page: &Page<'_>, seen: &TemplateEvidence, text_node: NodeId) -> Option<Reason> {
        let occurrence = seen.of(text_node)?;
        let is_template = self.template_text(page, seen).binary_search(&text_node).is_ok();
        let in_sentence = !is_template && self.returns(seen, text_node);
        let detail = format!(
            "{} of {} other pages have this text (entropy {:.2}); template from {:.0} % on{}",
            occurrence.pages,
            seen.other_pages(),
            occurrence.entropy(),
            100.0 * self.max_share,
            if in_sentence { ", but most of its text block does not return" } else { "" }
        );
        Some(Reason { rule: "site", keeps: !is_template, node: text_node, detail })
    }

    /// Labels without the text that other pages of the site have: the filter that makes a page-level system use what
    /// is known of the site. Unchanged where that is too few pages. O(text nodes + spans).
    pub fn filter(&self, page: &Page<'_>, seen: &TemplateEvidence, mut labels: Labels) -> Labels {
        let template = self.template_text(page, seen);
        let keeps: Vec<bool> =
            labels.spans.iter().map(|span| template.binary_search(&span.node).is_err()).collect();
        let mut keep = keeps.iter();
        labels.spans.retain(|_| keep.next().copied().unwrap_or(true));
        if let Some(scores) = &mut labels.scores {
            let mut keep = keeps.iter();
            scores.retain(|_| keep.next().copied().unwrap_or(true));
        }
        labels
    }
}

/// Template text with data tables whole: all text of one is template where most of it is, and none elsewhere. O(nodes).
fn whole_tables(page: &Page<'_>, found: &[NodeId]) -> Vec<NodeId> {
    let doc = page.document();
    let mut tables: Vec<Range<u32>> = Vec::new();
    for table in doc.elements_named(names::TABLE) {
        let is_inside = tables.last().is_some_and(|last| table.0 < last.end);
        if !is_inside && !is_layout_table(page, table) {
            tables.push(table.0..doc.subtree_end(table));
        }
    }
    let chars = |nodes: &[NodeId]| nodes.iter().map(|&node| page.stats().chars(doc, node)).sum::<u32>();
    let mut whole = Vec::with_capacity(found.len());
    let mut rest = found;
    for table in tables {
        let (before, behind) = rest.split_at(rest.partition_point(|node| node.0 < table.start));
        let (inside, after) = behind.split_at(behind.partition_point(|node| node.0 < table.end));
        whole.extend_from_slice(before);
        let all = page.text_nodes_in(table);
        if !all.is_empty() && f64::from(chars(inside)) > MAX_TABLE_SHARE * f64::from(chars(all)) {
            whole.extend_from_slice(all);
        }
        rest = after;
    }
    whole.extend_from_slice(rest);
    whole
}

/// What stored records of this method say of a site: see [`Evidence`](crate::page::Evidence) and [`TemplateEvidence::compute`].
/// `earlier` are versions of pages that others took the place of: they tell when a text was seen.
///
/// # Errors
/// [`RecordError`] for records of another method.
pub fn evidence(pages: &[Observed<&[u8]>], earlier: &[Observed<&[u8]>]) -> Result<SiteEvidence, RecordError> {
    let read = |pages: &[Observed<&[u8]>]| {
        pages
            .iter()
            .map(|page| from_bytes::<TemplateEvidenceMethod>(page.record))
            .collect::<Result<Vec<_>, _>>()
    };
    let (records, earlier_records) = (read(pages)?, read(earlier)?);
    let counted =
        SiteEvidence::count(pages.iter().zip(&records).map(|(page, record)| (page.key, &page.crawl, record)));
    Ok(counted.seen_also(earlier.iter().zip(&earlier_records).map(|(page, record)| (&page.crawl, record))))
}

impl LearnedMethod for RepeatedText {
    fn label(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let seen = TemplateEvidence::compute(page, &self.evidence);
        if seen.other_pages() < self.params.min_site_pages {
            return Outcome::Abstained(Abstention::Missing("more pages of the site"));
        }
        let template = self.params.template_text(page, &seen);
        let kept =
            page.body_text_nodes().iter().copied().filter(|node| template.binary_search(node).is_err());
        Outcome::Labeled(Labels::from_text_nodes(page.document(), kept))
    }

    fn why(&self, page: &Page<'_>, _: &mut Scratch, text_node: NodeId) -> Option<Vec<Reason>> {
        let seen = TemplateEvidence::compute(page, &self.evidence);
        Some(vec![self.params.reason(page, &seen, text_node)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evidence;
    use crate::Extractor;
    use crate::extractors::all_text::AllText;
    use crate::site::SiteMethod;
    use debulha_dom::{Limits, parse};

    #[test]
    fn the_filter_takes_from_any_system_what_the_site_repeats() {
        let trees: Vec<_> = ["rye", "oats", "wheat", "spelt"]
            .map(|story| parse(&format!("<p>menu<p>{story} <b>menu</b>"), &Limits::default()).document)
            .into();
        let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
        let method =
            (<TemplateEvidenceMethod as SiteMethod>::INFO.build)(&crate::ParamMap::new()).expect("defaults");
        let records: Vec<Vec<u8>> = pages.iter().map(|page| method.observe(page)).collect();
        let observed: Vec<Observed<&[u8]>> = pages
            .iter()
            .zip(&records)
            .map(|(page, record)| Observed { key: page.key(), crawl: "".into(), record: record.as_slice() })
            .collect();
        let evidence = evidence(&observed, &[]).expect("records of the method");
        let page = Page::new(&trees[0]).seen_with(Evidence { site: Some(&evidence), ..Evidence::default() });
        let seen = page.template_evidence().expect("the site is known");
        let all =
            AllText::default().extract(&page, &mut Scratch::default()).labels().cloned().unwrap_or_default();
        let params = TemplateEvidenceParams::default();
        assert_eq!(params.filter(&page, seen, all.clone()).plain_text(&page), "rye");
        let bound = TemplateEvidenceParams { max_share: 1.0, ..params };
        assert_eq!(bound.filter(&page, seen, all.clone()).plain_text(&page), "rye", "on all other pages");
        let whole_blocks = TemplateEvidenceParams { block_share: 0.6, ..params };
        assert_eq!(whole_blocks.filter(&page, seen, all.clone()).plain_text(&page), "rye menu");
        let patient = TemplateEvidenceParams { min_site_pages: 4, ..params };
        assert_eq!(patient.filter(&page, seen, all.clone()), all, "three other pages are too few");
        let extractor = crate::site::learn(&*method, &pages[..2]);
        assert!(extractor.extract(&pages[0], &mut Scratch::default()).labels().is_none());
    }

    /// Whether the words of tables of two columns, one of them constant, are kept, with so many other cells that return.
    #[test]
    fn data_tables_are_whole() {
        let kept = |own: usize, same: usize| {
            let pages: Vec<String> = ["rye", "oats", "wheat"]
                .map(|crop| {
                    let own: Vec<String> =
                        (0..own).map(|row| format!("<tr><td>{crop}{row:03}<td>1")).collect();
                    let same: Vec<String> =
                        (0..same).map(|row| format!("<tr><td>land{row:03}<td>1")).collect();
                    format!(
                        "<p>menu<table><tr><th>crop<th>land{}{}</table><p>{crop}",
                        own.concat(),
                        same.concat()
                    )
                })
                .into();
            let trees: Vec<_> = pages.iter().map(|html| parse(html, &Limits::default()).document).collect();
            let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
            let method = TemplateEvidenceMethod::default();
            let extractor = crate::site::learn(&method, &pages);
            let outcome = extractor.extract(&pages[0], &mut Scratch::default());
            outcome.labels().expect("labels").plain_text(&pages[0])
        };
        assert!(kept(4, 0).starts_with("crop"), "{}", kept(4, 0));
        assert_eq!(kept(1, 40), "rye");
    }
}
