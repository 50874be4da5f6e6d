//! Learning template by template: a site has several, and a method that takes its pages for one learns from none.

use crate::extractor::{Extractor, ExtractorInfo, Scratch};
use crate::outcome::{Outcome, Reason};
use crate::page::Page;
use crate::params;
use crate::params::ParamMap;
use crate::site::sample::PageKey;
use crate::site::structure::{self, Sketch, TemplateCluster, clusters, nearest};
use crate::site::{AnySiteMethod, Observed, RecordError};
use debulha_dom::NodeId;
use rustc_hash::FxHashMap;

params! {
    /// Which pages of a site are of one template.
    #[derive(Copy)]
    pub struct ByTemplate {
        /// Similarity of structure from which on two pages are of one template: see [`structure`].
        pub threshold: f64 = structure::DEFAULT_THRESHOLD, range: 0.0..=1.0;
        /// Fewest pages of a template that are learned from apart (our decision: with fewer, all pages of the site
        /// tell more). Where the method needs more, its number counts.
        pub min_pages: u32 = 5, range: 1..=1_000_000;
    }
}

/// What was learned from each template of a site, and from all of its pages together.
#[derive(Debug)]
pub struct PerTemplate<T> {
    threshold: f64,
    clusters: Vec<TemplateCluster>,
    /// By cluster; `None` for those of too few pages.
    learned: Vec<Option<T>>,
    all: T,
}

impl<T> PerTemplate<T> {
    /// Calls `learn` for all pages and for those of each template that has `options.min_pages` or more.
    ///
    /// Which pages are of one template is told by clusters of their structure over all pages that are given, so it does
    /// not depend on the order of their arrival. Costs `learn` on all pages, twice; and O(pages²) comparisons of
    /// sketches.
    ///
    /// # Errors
    /// Those of `learn`, which is to refuse records that do not begin with a sketch.
    pub fn learn(
        pages: &[Observed<&[u8]>],
        options: &ByTemplate,
        learn: impl Fn(&[Observed<&[u8]>]) -> Result<T, RecordError>,
    ) -> Result<Self, RecordError> {
        let all = learn(pages)?;
        let sketches: Vec<(PageKey, Sketch)> =
            pages.iter().filter_map(|page| Some((page.key, Sketch::of_record(page.record)?))).collect();
        let clusters = clusters(&sketches, options.threshold);
        let by_key: FxHashMap<PageKey, &Observed<&[u8]>> =
            pages.iter().map(|page| (page.key, page)).collect();
        let is_alone = clusters.len() < 2;
        let of_cluster = |cluster: &TemplateCluster| {
            if is_alone || cluster.pages.len() < options.min_pages as usize {
                return Ok(None);
            }
            let pages =
                cluster.pages.iter().filter_map(|(key, _)| by_key.get(key).map(|page| (*page).clone()));
            learn(&pages.collect::<Vec<_>>()).map(Some)
        };
        let learned = clusters.iter().map(of_cluster).collect::<Result<_, _>>()?;
        Ok(PerTemplate { threshold: options.threshold, clusters, learned, all })
    }

    /// What was learned from the page's template, or from all pages where that is not known or has too few.
    pub fn of(&self, page: &Page<'_>) -> &T {
        if self.learned.iter().all(Option::is_none) {
            return &self.all;
        }
        let near = nearest(&self.clusters, page.structure()).filter(|&(_, alike)| alike >= self.threshold);
        near.and_then(|(index, _)| self.learned[index].as_ref()).unwrap_or(&self.all)
    }

    /// What was learned from all pages together.
    pub fn all(&self) -> &T {
        &self.all
    }

    /// The same by value.
    pub fn into_all(self) -> T {
        self.all
    }

    /// The templates, the one with most pages first.
    pub fn clusters(&self) -> &[TemplateCluster] {
        &self.clusters
    }
}

/// Learns with a method from the pages of each template apart: see [`PerTemplate::learn`]. Templates with fewer pages
/// than the method needs are learned from together with all others.
///
/// # Errors
/// [`RecordError`] for a record of another method or version.
pub fn finish(
    method: &dyn AnySiteMethod,
    pages: &[Observed<&[u8]>],
    options: &ByTemplate,
) -> Result<Box<dyn Extractor>, RecordError> {
    let min_pages = options.min_pages.max(method.info().min_pages as u32);
    let options = ByTemplate { min_pages, ..*options };
    let learned = PerTemplate::learn(pages, &options, |pages| method.finish(pages))?;
    Ok(Box::new(Templates { info: method.info().extractor, params: method.params(), learned }))
}

/// What a method learned from each template of a site, as an extractor.
struct Templates {
    info: &'static ExtractorInfo,
    params: ParamMap,
    learned: PerTemplate<Box<dyn Extractor>>,
}

impl Extractor for Templates {
    fn info(&self) -> &'static ExtractorInfo {
        self.info
    }

    fn params(&self) -> ParamMap {
        self.params.clone()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        self.learned.of(page).extract(page, scratch)
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        self.learned.of(page).why(page, scratch, text_node)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::PageOptions;
    use crate::site::SiteMethod;
    use crate::site::template_evidence::TemplateEvidenceMethod;
    use debulha_dom::{Document, Limits, parse};

    #[test]
    fn what_is_rare_on_a_site_may_be_on_every_page_of_a_template() {
        let story =
            |n: usize| format!("<div class=story><h1>Story {n}</h1><p>text {n}<p>more {n}</div><i>Share</i>");
        let list =
            |n: usize| format!("<table><tr><td>Row {n}<td>{n}</table><form><b>Sort by date</b></form>");
        let urls: Vec<String> = (0..36).map(|n| format!("http://h/{n}")).collect();
        let trees: Vec<Document> = (0..36)
            .map(|n| parse(&if n % 6 == 0 { list(n) } else { story(n) }, &Limits::default()).document)
            .collect();
        let page = |n: usize| Page::with_options(&trees[n], Some(urls[n].as_str()), PageOptions::default());
        let method = (<TemplateEvidenceMethod as SiteMethod>::INFO.build)(&ParamMap::new()).unwrap();
        let records: Vec<Vec<u8>> = (0..36).map(|n| method.observe(&page(n))).collect();
        let observed: Vec<Observed<&[u8]>> = records
            .iter()
            .enumerate()
            .map(|(n, record)| Observed { key: page(n).key(), crawl: "".into(), record: record.as_slice() })
            .collect();
        let text = |extractor: &dyn Extractor, n: usize| {
            let page = page(n);
            extractor.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
        };
        let together = method.finish(&observed).unwrap();
        let apart = finish(&*method, &observed, &ByTemplate::default()).unwrap();
        assert!(text(&*together, 6).contains("Sort by date"), "on a sixth of the site's pages");
        assert!(!text(&*apart, 6).contains("Sort by date"), "on all pages of its template");
        assert_eq!(text(&*together, 7), text(&*apart, 7));
        let patient = ByTemplate { min_pages: 7, ..ByTemplate::default() };
        let patient = finish(&*method, &observed, &patient).unwrap();
        assert_eq!(text(&*patient, 6), text(&*together, 6), "six pages are too few");
        assert!(
            finish(
                &*method,
                &[Observed { key: PageKey(0), crawl: "".into(), record: &[1] }],
                &ByTemplate::default()
            )
            .is_err()
        );
    }
}
