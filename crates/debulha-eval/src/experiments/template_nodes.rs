//! Template nodes of sites by the method `site_level`: how much of a site's markup returns.
//!
//! ```toml
//! [[template_nodes]]
//! title = "…"
//! dataset = "big9"                          # every site of it with enough pages
//! params = { page_share = 0.1 }             # optional: over the method's defaults
//! min_area = 2000                           # optional: smaller elements are not counted; pages are rendered ones
//! published = { "bbc-2009" = [200, 38898, 13297] }   # optional: pages, nodes, template nodes that the source prints
//! gap = "…"                                 # why the shares differ, and `explained_by` as in a row
//! ours = { "bbc-2009" = [10, 0, 0] }        # written by `debulha-lab reproduce --pin`
//! ```
//!
//! Numbers are sums over the pages of a site, each judged with all of them learned from. They are pinned exactly.
//! Shares may differ from published ones by the tolerance of the experiment.

use debulha_core::Evidence;
use debulha_core::source::PageSource;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use debulha_core::params::Params;
use debulha_core::site::{Observed, SiteMethod};
use debulha_core::{Page, ParamMap};
use debulha_dom::NodeId;
use debulha_systems::site::site_level::{SiteLevel, SiteLevelParams};
use rayon::prelude::*;
use serde::Deserialize;

use super::page::{write_gaps, write_heading};
use super::{ExperimentError, RowVerdict};
use crate::site_eval::{Learn, Protocol, SiteFolds};
use debulha_corpus::{Corpus, CorpusError};

/// Sites of one corpus.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateNodes {
    /// Heading.
    pub title: String,
    /// What the numbers show, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Name of the corpus.
    pub dataset: String,
    /// Parameters of `site_level` over its defaults.
    #[serde(default)]
    pub params: ParamMap,
    /// Square pixels of the smallest element that counts, where pages are rendered.
    pub min_area: Option<f32>,
    /// What the source prints, by site.
    #[serde(default)]
    pub published: BTreeMap<String, SiteNodes>,
    /// Why published and our shares differ.
    pub gap: Option<String>,
    /// As in a row of the experiment.
    #[serde(default, deserialize_with = "super::one_or_more")]
    pub explained_by: Vec<String>,
    /// What we counted when it was pinned, by site.
    #[serde(default)]
    pub ours: BTreeMap<String, SiteNodes>,
}

/// Pages of a site, nodes on them, and template nodes among these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct SiteNodes(pub u32, pub u32, pub u32);

impl SiteNodes {
    /// Share of template nodes in per cent; 0 without nodes.
    pub fn per_cent(&self) -> f64 {
        if self.1 == 0 { 0.0 } else { 100.0 * f64::from(self.2) / f64::from(self.1) }
    }
}

/// A site as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteOutcome {
    /// Name of the site.
    pub site: String,
    /// What was counted.
    pub counted: SiteNodes,
    /// Whether that is what was pinned.
    pub verdict: RowVerdict,
}

impl TemplateNodes {
    /// Counts the sites of `corpora` that have enough pages for the method, in the order of their names.
    pub(super) fn count(
        &self,
        corpora: &[Corpus],
        tolerance: f64,
    ) -> Result<Vec<SiteOutcome>, ExperimentError> {
        let built = |source| ExperimentError::Build { label: self.title.clone(), source };
        let params = SiteLevelParams::from_map("site_level", &self.params).map_err(built)?;
        let mut outcomes = Vec::new();
        for corpus in corpora.iter().filter(|corpus| corpus.name() == self.dataset) {
            let protocol =
                Protocol { min_pages: params.min_site_pages as usize, ..Protocol::new(Learn::Others) };
            for site in protocol.part(corpus, None) {
                let Some(counted) = count_site(corpus, &site, params, self.min_area)? else { continue };
                let verdict = self.judge(&site.site, counted, tolerance);
                outcomes.push(SiteOutcome { site: site.site, counted, verdict });
            }
        }
        Ok(outcomes)
    }

    /// The sites as they are pinned.
    pub(super) fn pinned(&self, tolerance: f64) -> Vec<SiteOutcome> {
        let outcome = |(site, &counted): (&String, &SiteNodes)| {
            let verdict = self.judge(site, counted, tolerance);
            SiteOutcome { site: site.clone(), counted, verdict }
        };
        self.ours.iter().map(outcome).collect()
    }

    fn judge(&self, site: &str, counted: SiteNodes, tolerance: f64) -> RowVerdict {
        match self.ours.get(site) {
            None => RowVerdict::Off("not pinned".to_owned()),
            Some(ours) if *ours == counted => {
                let is_near = |published: &SiteNodes| {
                    (published.per_cent() - counted.per_cent()).abs() <= 100.0 * tolerance
                };
                RowVerdict::of_pinned(
                    self.published.get(site).map(is_near),
                    self.gap.as_deref(),
                    &self.explained_by,
                )
            }
            Some(ours) => RowVerdict::Off(format!("pinned {} nodes, {} template", ours.1, ours.2)),
        }
    }

    /// The section of the page.
    pub(super) fn write(&self, out: &mut String, outcomes: &[SiteOutcome]) -> fmt::Result {
        write_heading(out, &self.title, &self.about)?;
        writeln!(
            out,
            "| site | pages | nodes | template nodes | % | published pages | nodes | template nodes | % |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|"
        )?;
        for SiteOutcome { site, counted, .. } in outcomes {
            let cells = |SiteNodes(pages, nodes, template): SiteNodes, per_cent: f64| {
                format!("{pages} | {nodes} | {template} | {per_cent:.2}")
            };
            let published = self.published.get(site).map(|nodes| cells(*nodes, nodes.per_cent()));
            writeln!(
                out,
                "| {site} | {} | {} |",
                cells(*counted, counted.per_cent()),
                published.unwrap_or("– | – | – | –".to_owned())
            )?;
        }
        write_gaps(out, std::iter::once(("Gap", self.gap.as_deref(), &*self.explained_by)))?;
        let mut shares: Vec<f64> = outcomes.iter().map(|outcome| outcome.counted.per_cent()).collect();
        shares.sort_by(f64::total_cmp);
        if let (Some(least), Some(most), Some(mean)) =
            (shares.first(), shares.last(), debulha_compare::stats::mean(shares.iter().copied()))
        {
            writeln!(out, "\n{} sites: from {least:.2} to {most:.2} %, mean {mean:.2} %.", outcomes.len())?;
        }
        Ok(())
    }
}

/// Counts one site; `None` where the method says nothing: too few of its pages differ.
fn count_site(
    corpus: &Corpus,
    site: &SiteFolds,
    params: SiteLevelParams,
    min_area: Option<f32>,
) -> Result<Option<SiteNodes>, ExperimentError> {
    let method = SiteLevel { params };
    let places: Vec<usize> = site.tested().collect();
    let observed = places.par_iter().map(|&place| {
        with_page(corpus, place, |page| Observed {
            key: page.key(),
            crawl: "".into(),
            record: method.observe(page),
        })
    });
    let mut observed: Vec<_> = observed.collect::<Result<_, CorpusError>>()?;
    observed.sort_by_key(|page| page.key);
    observed.dedup_by_key(|page| page.key);
    let learned = SiteMethod::finish(&method, observed);
    let counted = places.par_iter().map(|&place| {
        with_page(corpus, place, |page| {
            let mut judged = learned.judge(page)?;
            if let Some(min_area) = min_area {
                judged.retain(|&(node, _)| area(page, node) >= min_area);
            }
            let template = judged.iter().filter(|(_, template)| template.is_some()).count();
            Some((judged.len() as u32, template as u32))
        })
    });
    let counted: Option<Vec<(u32, u32)>> = counted.collect::<Result<_, CorpusError>>()?;
    Ok(counted.map(|counted| {
        let sum = counted.iter().fold((0, 0), |sum, page| (sum.0 + page.0, sum.1 + page.1));
        SiteNodes(places.len() as u32, sum.0, sum.1)
    }))
}

/// Square pixels of an element where the browser drew it, else 0.
pub(super) fn area(page: &Page<'_>, node: NodeId) -> f32 {
    page.layout().and_then(|layout| layout.rectangle(node)).map_or(0.0, |rectangle| rectangle.area())
}

pub(super) fn with_page<T>(
    corpus: &Corpus,
    place: usize,
    work: impl FnOnce(&Page<'_>) -> T,
) -> Result<T, CorpusError> {
    let page = &corpus.pages()[place];
    let loaded = corpus.load(page, &PageSource::default())?;
    Ok(work(&loaded.page(Evidence::of_url(page.url.as_deref()))))
}
