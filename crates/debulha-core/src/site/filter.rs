//! Takes from the answers of any system what a site repeats.

use crate::extractor::{Extractor, ExtractorInfo, Scratch};
use crate::outcome::{Abstention, Outcome, Reason};
use crate::page::Page;
use crate::params::ParamMap;
use crate::site::by_template::PerTemplate;
use crate::site::evidence::{SiteEvidence, TemplateEvidence};
use crate::site::template_evidence::TemplateEvidenceParams;
use debulha_dom::NodeId;
use std::sync::Arc;

/// Who knows what a site repeats.
pub trait KnowsSite: Send + Sync {
    /// What the page's site says about it; `None` where nothing is known of the site.
    ///
    /// # Errors
    /// Why what is known cannot be read.
    fn evidence(&self, page: &Page<'_>) -> Result<Option<TemplateEvidence>, Abstention>;
}

impl<K: KnowsSite + ?Sized> KnowsSite for Arc<K> {
    fn evidence(&self, page: &Page<'_>) -> Result<Option<TemplateEvidence>, Abstention> {
        (**self).evidence(page)
    }
}

impl KnowsSite for SiteEvidence {
    fn evidence(&self, page: &Page<'_>) -> Result<Option<TemplateEvidence>, Abstention> {
        Ok(Some(TemplateEvidence::compute(page, self)))
    }
}

impl KnowsSite for PerTemplate<SiteEvidence> {
    fn evidence(&self, page: &Page<'_>) -> Result<Option<TemplateEvidence>, Abstention> {
        self.of(page).evidence(page)
    }
}

/// An extractor without the text that its site repeats. An answer on a page of which nothing is known stays as it is.
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
        let outcome = self.extractor.extract(page, scratch);
        match (outcome, self.known.evidence(page)) {
            (Outcome::Labeled(labels), Ok(Some(seen))) => {
                Outcome::Labeled(self.params.filter(page, &seen, labels))
            }
            (Outcome::Labeled(_), Err(unknown)) => Outcome::Abstained(unknown),
            (outcome, _) => outcome,
        }
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let mut reasons = self.extractor.why(page, scratch, text_node);
        if let Ok(Some(seen)) = self.known.evidence(page) {
            reasons.extend(self.params.reason(page, &seen, text_node));
        }
        reasons
    }

    fn judges_hidden(&self) -> bool {
        self.extractor.judges_hidden()
    }
}
