//! Labelled pages with what is known of them.

use debulha_core::query::QueryTerms;
use debulha_core::site::evidence::{PageUnits, SiteEvidence};
use debulha_core::site::sample::PageKey;
use debulha_core::source::{LoadedPage, PageSource};
use debulha_core::{Evidence, Page};
use debulha_corpus::{Corpus, CorpusError, LabelledPage};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Kinds of evidence that are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceSet {
    /// What other pages of the site say.
    pub site: bool,
    /// The query that led to the page.
    pub query: bool,
    /// Where a browser drew it.
    pub layout: bool,
}

impl EvidenceSet {
    /// The page alone.
    pub const TEXT: EvidenceSet = EvidenceSet::of(0);

    /// All sets: the page alone, one kind, two, all.
    pub const ALL: [EvidenceSet; 8] = [
        EvidenceSet::of(0),
        EvidenceSet::of(1),
        EvidenceSet::of(2),
        EvidenceSet::of(4),
        EvidenceSet::of(1 | 2),
        EvidenceSet::of(1 | 4),
        EvidenceSet::of(2 | 4),
        EvidenceSet::of(1 | 2 | 4),
    ];

    const fn of(bits: u8) -> Self {
        EvidenceSet { site: bits & 1 > 0, query: bits & 2 > 0, layout: bits & 4 > 0 }
    }

    /// Its name in tables.
    pub fn name(self) -> String {
        if self == EvidenceSet::of(7) {
            return "all".to_owned();
        }
        let kinds = [(self.site, " + site"), (self.query, " + query"), (self.layout, " + geometry")];
        let kinds: String = kinds.iter().filter(|(given, _)| *given).map(|(_, name)| *name).collect();
        format!("text{kinds}")
    }
}

/// Pages with a labelled text.
#[derive(Debug)]
pub struct AblationPages {
    corpora: Vec<Corpus>,
    pages: Vec<KnownPage>,
    /// What each site of each corpus says, by [`KnownPage::site`]; `None` for sites of one page.
    evidence: Vec<Option<SiteEvidence>>,
}

#[derive(Debug)]
struct KnownPage {
    corpus: usize,
    /// Its place in the corpus.
    place: usize,
    site: usize,
    /// Number of the name of its site: corpora may have pages of the same site.
    group: u32,
    name: String,
    query: Option<QueryTerms>,
}

impl AblationPages {
    /// Takes the pages of corpora that have a labelled text, and counts what the pages of each site repeat. A page without a site
    /// is its own.
    ///
    /// The query is the labelled title, or the first line of the labelled text.
    ///
    /// # Errors
    /// A page that cannot be read.
    pub fn of(corpora: Vec<Corpus>) -> Result<Self, CorpusError> {
        let labelled = |corpus: usize| {
            let pages: &[LabelledPage] = corpora[corpus].pages();
            let with_text = pages.iter().enumerate().filter(|(_, page)| page.text.is_some());
            with_text.map(move |(place, page)| (corpus, place, page))
        };
        let listed: Vec<_> = (0..corpora.len()).flat_map(labelled).collect();
        let name_of = |corpus: usize, page: &LabelledPage| {
            page.site.clone().unwrap_or_else(|| format!("{}/{}", corpora[corpus].name(), page.id))
        };
        let sites: BTreeSet<(usize, String)> =
            listed.iter().map(|&(corpus, _, page)| (corpus, name_of(corpus, page))).collect();
        let sites: Vec<(usize, String)> = sites.into_iter().collect();
        let names: BTreeSet<&String> = sites.iter().map(|(_, name)| name).collect();
        let names: Vec<&String> = names.into_iter().collect();
        let pages: Vec<KnownPage> = listed
            .iter()
            .map(|&(corpus, place, page)| {
                let name = name_of(corpus, page);
                KnownPage {
                    corpus,
                    place,
                    group: names.partition_point(|&other| *other < name) as u32,
                    site: sites.partition_point(|other| (other.0, &other.1) < (corpus, &name)),
                    name,
                    query: query_of(page),
                }
            })
            .collect();
        let mut found = AblationPages { pages, evidence: Vec::new(), corpora };
        found.evidence = found.site_evidence(sites.len())?;
        Ok(found)
    }

    fn site_evidence(&self, sites: usize) -> Result<Vec<Option<SiteEvidence>>, CorpusError> {
        let units = |page: usize| -> Result<(PageKey, PageUnits), CorpusError> {
            let seen = self.load(page)?;
            let page = seen.page(EvidenceSet::TEXT);
            Ok((page.key(), PageUnits::of(&page)))
        };
        let units: Vec<(PageKey, PageUnits)> =
            (0..self.len()).into_par_iter().map(units).collect::<Result<_, _>>()?;
        let mut of_site: Vec<BTreeMap<PageKey, &PageUnits>> = vec![BTreeMap::new(); sites];
        for (page, (key, units)) in self.pages.iter().zip(&units) {
            of_site[page.site].insert(*key, units);
        }
        let crawl: Arc<str> = Arc::from("");
        let count = |pages: BTreeMap<PageKey, &PageUnits>| {
            let is_alone = pages.len() < 2;
            (!is_alone)
                .then(|| SiteEvidence::count(pages.into_iter().map(|(key, units)| (key, &crawl, units))))
        };
        Ok(of_site.into_iter().map(count).collect())
    }

    /// Number of pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The corpora.
    pub fn corpora(&self) -> &[Corpus] {
        &self.corpora
    }

    /// Number of different names of sites.
    pub fn site_count(&self) -> usize {
        self.pages.iter().map(|page| page.group).collect::<BTreeSet<_>>().len()
    }

    /// Pages of a corpus: all, and those with a query and with pages of the same site.
    pub fn counts(&self, corpus: usize) -> [usize; 3] {
        let own = || self.pages.iter().filter(|page| page.corpus == corpus);
        let with_site = own().filter(|page| self.evidence[page.site].is_some());
        [own().count(), own().filter(|page| page.query.is_some()).count(), with_site.count()]
    }

    pub(super) fn corpus(&self, page: usize) -> usize {
        self.pages[page].corpus
    }

    pub(super) fn site(&self, page: usize) -> &str {
        &self.pages[page].name
    }

    pub(super) fn group(&self, page: usize) -> u32 {
        self.pages[page].group
    }

    pub(super) fn load(&self, page: usize) -> Result<SeenPage<'_>, CorpusError> {
        let known = &self.pages[page];
        let corpus = &self.corpora[known.corpus];
        let labels = &corpus.pages()[known.place];
        Ok(SeenPage {
            loaded: corpus.load(labels, &PageSource::default())?,
            labels,
            query: known.query.as_ref(),
            site: self.evidence.get(known.site).and_then(Option::as_ref),
        })
    }
}

/// The words of the labelled title, or of the first line of the labelled text; `None` without words.
fn query_of(page: &LabelledPage) -> Option<QueryTerms> {
    let first_line = || page.text.as_deref()?.lines().find(|line| !line.trim().is_empty());
    let mut terms = QueryTerms::default();
    terms.add_text(page.title.as_deref().filter(|title| !title.trim().is_empty()).or_else(first_line)?);
    (!terms.is_empty()).then_some(terms)
}

/// A page that was read, with all that is known of it.
pub(super) struct SeenPage<'a> {
    loaded: LoadedPage,
    labels: &'a LabelledPage,
    query: Option<&'a QueryTerms>,
    site: Option<&'a SiteEvidence>,
}

impl SeenPage<'_> {
    /// The page with some of the evidence, as far as it is known.
    pub(super) fn page(&self, set: EvidenceSet) -> Page<'_> {
        let drawn = self.loaded.page(Evidence::of_url(self.labels.url.as_deref()));
        let layout = drawn.layout().filter(|_| set.layout);
        let query = self.query.filter(|_| set.query);
        let site = self.site.filter(|_| set.site);
        drawn.seen_with(Evidence { layout, query, site, ..drawn.evidence() })
    }

    /// The labelled text.
    pub(super) fn gold(&self) -> &str {
        self.labels.text.as_deref().unwrap_or_default()
    }
}
