//! What pages of one site share, learned in memory.

use crate::{Input, PageSource, Pipeline};
use debulha_core::extractor::Extractor;
use debulha_core::params::{BuildError, ParamMap};
use debulha_core::site::filter::WithoutRepeated;
use debulha_core::site::sample::{KeptPage, PageKey, Sample};
use debulha_core::site::{Unlearned, finish_sample};
use std::sync::Arc;

pub use crate::catalog::site::{SITE_METHODS, build, find};
pub use debulha_core::site::evidence::{PageUnits, SiteEvidence};
pub use debulha_core::site::template_evidence::TemplateEvidenceParams;
pub use debulha_core::site::{AnySiteMethod, RecordError, SiteMethodInfo};

/// Reads pages of a site and counts what they repeat.
///
/// Keeps some bytes for each text of a page, not the page. A page that comes again, by its address or text, counts once.
#[derive(Debug, Default)]
pub struct SiteLearner {
    source: PageSource,
    pages: Vec<(PageKey, PageUnits)>,
}

impl SiteLearner {
    /// Reads a page. O(page).
    pub fn observe<'i>(&mut self, page: impl Into<Input<'i>>) {
        let input = page.into();
        let loaded = input.load(&self.source);
        let page = loaded.page(input.evidence());
        self.pages.push((page.key(), PageUnits::of(&page)));
    }

    /// What the pages share. O(texts).
    pub fn finish(mut self) -> SiteEvidence {
        self.pages.sort_by_key(|(key, _)| *key);
        self.pages.dedup_by_key(|(key, _)| *key);
        let crawl: Arc<str> = Arc::from("");
        SiteEvidence::count(self.pages.iter().map(|(key, units)| (*key, &crawl, units)))
    }
}

/// Learns from the pages of a site by one of [`SITE_METHODS`]: a system for any page of that site, to be used by
/// [`Pipeline::with_boxed`].
///
/// # Errors
/// As [`build`].
///
/// ```
/// use debulha::{ParamMap, Pipeline, site};
///
/// let page = |story| format!("<div><a href=/>Home</a><a href=/n>News</a><a href=/s>Sport</a></div><div><p>{story}</p></div>");
/// let pages = ["Rye", "Oats"].map(page);
/// let system = site::learn("pagelet_local", &ParamMap::new(), &pages)?;
/// assert_eq!(Pipeline::with_boxed(system).extract(&pages[0]).text(), "Rye");
/// # Ok::<(), debulha::BuildError>(())
/// ```
pub fn learn<'i, I: Into<Input<'i>>>(
    method: &str,
    params: &ParamMap,
    pages: impl IntoIterator<Item = I>,
) -> Result<Box<dyn Extractor>, BuildError> {
    let method = build(method, params)?;
    let (source, mut sample) = (PageSource::default(), Sample::new(usize::MAX));
    for page in pages {
        let input = page.into();
        let loaded = input.load(&source);
        let page = loaded.page(input.evidence());
        sample.insert(page.key(), KeptPage { content: 0, record: method.observe(&page) });
    }
    Ok(finish_sample(&*method, &sample)
        .unwrap_or_else(|_| Box::new(Unlearned(method.info().extractor, method.params()))))
}

impl Pipeline {
    /// The same pipeline without the text that a site repeats, which it must have been learned from.
    #[must_use]
    pub fn without_repeated(self, site: SiteEvidence) -> Self {
        let params = TemplateEvidenceParams::default();
        self.map_extractor(|extractor| Box::new(WithoutRepeated::new(extractor.into(), params, site)))
    }
}
