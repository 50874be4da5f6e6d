//! Tells any system what a site repeats, and takes it from its answers.

use crate::extractor::{Extractor, ExtractorInfo, Scratch};
use crate::outcome::{Abstention, Outcome, Reason};
use crate::page::{Evidence, Page};
use crate::params::ParamMap;
use crate::site::by_template::PerTemplate;
use crate::site::evidence::SiteEvidence;
use crate::site::template_evidence::TemplateEvidenceParams;
use debulha_dom::NodeId;
use std::sync::Arc;

/// Who knows what a site repeats.
pub trait KnowsSite: Send + Sync {
    /// Calls `work` once with what is known of the page's site; with `None` where nothing is.
    ///
    /// # Errors
    /// Why what is known cannot be read; `work` is not called then.
    fn with_evidence(
        &self,
        page: &Page<'_>,
        work: &mut dyn FnMut(Option<&SiteEvidence>),
    ) -> Result<(), Abstention>;
}

impl<K: KnowsSite + ?Sized> KnowsSite for Arc<K> {
    fn with_evidence(
        &self,
        page: &Page<'_>,
        work: &mut dyn FnMut(Option<&SiteEvidence>),
    ) -> Result<(), Abstention> {
        (**self).with_evidence(page, work)
    }
}

impl KnowsSite for SiteEvidence {
    fn with_evidence(
        &self,
        _: &Page<'_>,
        work: &mut dyn FnMut(Option<&SiteEvidence>),
    ) -> Result<(), Abstention> {
        work(Some(self));
        Ok(())
    }
}

impl KnowsSite for PerTemplate<SiteEvidence> {
    fn with_evidence(
        &self,
        page: &Page<'_>,
        work: &mut dyn FnMut(Option<&SiteEvidence>),
    ) -> Result<(), Abstention> {
        self.of(page).with_evidence(page, work)
    }
}

/// An extractor that is told what the site repeats ([`Evidence::site`]), and whose answer is taken without that text. An answer on a
/// page of which nothing is known stays as it is.
///
/// ```
/// use debulha_core::extractors::all_text::AllText;
/// use debulha_core::site::evidence::{PageUnits, SiteEvidence};
/// use debulha_core::site::filter::WithoutRepeated;
/// use debulha_core::site::template_evidence::TemplateEvidenceParams;
/// use debulha_core::{Extractor, Page, Scratch};
/// use debulha_dom::{Limits, parse};
/// use std::sync::Arc;
///
/// let trees = ["Rye", "Oats", "Spelt"].map(|grain| {
///     parse(&format!("<ul><li>Barns for sale</ul><p>{grain} was sown early."), &Limits::default()).document
/// });
/// let pages = trees.each_ref().map(Page::new);
/// let units = pages.each_ref().map(PageUnits::of);
/// let crawl: Arc<str> = "".into();
/// let known = SiteEvidence::count(pages.iter().zip(&units).map(|(page, units)| (page.key(), &crawl, units)));
/// let all_text: Arc<dyn Extractor> = Arc::new(AllText::default());
/// let system = WithoutRepeated::new(all_text, TemplateEvidenceParams::default(), known);
/// let outcome = system.extract(&pages[0], &mut Scratch::default());
/// assert_eq!(outcome.labels().expect("labels").plain_text(&pages[0]), "Rye was sown early.");
/// ```
pub struct WithoutRepeated {
    extractor: Arc<dyn Extractor>,
    params: TemplateEvidenceParams,
    known: Box<dyn KnowsSite>,
}

impl WithoutRepeated {
    /// A filter of the answers of `extractor`.
    pub fn new(
        extractor: Arc<dyn Extractor>,
        params: TemplateEvidenceParams,
        known: impl KnowsSite + 'static,
    ) -> Self {
        WithoutRepeated { extractor, params, known: Box::new(known) }
    }
}

impl Extractor for WithoutRepeated {
    fn info(&self) -> &'static ExtractorInfo {
        self.extractor.info()
    }

    fn params(&self) -> ParamMap {
        self.extractor.params()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let mut outcome = None;
        let known = self.known.with_evidence(page, &mut |site| {
            let informed = site.map(|site| informed(page, site));
            let page = informed.as_ref().unwrap_or(page);
            outcome = Some(match (self.extractor.extract(page, scratch), page.template_evidence()) {
                (Outcome::Labeled(labels), Some(seen)) => {
                    Outcome::Labeled(self.params.filter(page, seen, labels))
                }
                (outcome, _) => outcome,
            });
        });
        match (known, outcome) {
            (Err(unknown), _) => Outcome::Abstained(unknown),
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => self.extractor.extract(page, scratch),
        }
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let mut reasons = None;
        // What cannot be read is told by `extract`.
        let _ = self.known.with_evidence(page, &mut |site| {
            let informed = site.map(|site| informed(page, site));
            let page = informed.as_ref().unwrap_or(page);
            let mut found = self.extractor.why(page, scratch, text_node);
            let seen = page.template_evidence();
            found.extend(seen.and_then(|seen| self.params.reason(page, seen, text_node)));
            reasons = Some(found);
        });
        reasons.unwrap_or_else(|| self.extractor.why(page, scratch, text_node))
    }

    fn judges_hidden(&self) -> bool {
        self.extractor.judges_hidden()
    }
}

/// The page with what is known of its site.
fn informed<'q>(page: &Page<'q>, site: &'q SiteEvidence) -> Page<'q> {
    let evidence = Evidence { site: Some(site), ..page.evidence() };
    page.seen_with(evidence).with_shared_views(page.shared_views())
}
