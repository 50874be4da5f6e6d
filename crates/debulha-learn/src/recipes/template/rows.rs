//! Elements of unlabelled sites with the labels that `site_level` gives them.

use super::TemplateRecipeParams;
use crate::pages::{PageError, Pages};
use crate::recipes::{TrainError, TrainingStep};
use debulha_core::feature_table::{RowUnit, Selection, compute};
use debulha_core::site::number_set::NumberSet;
use debulha_core::site::sample::{KeptPage, Sample};
use debulha_core::site::{Observed, SiteMethod};
use debulha_core::{Page, Scratch};
use debulha_systems::extractors::template_isotonic::TemplateGeometry;
use debulha_systems::site::site_level::{SiteLevel, SiteLevelParams, SiteTemplate};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// An element.
pub(super) struct TemplateElement {
    pub(super) area: f32,
    pub(super) values: [f32; 7],
    pub(super) is_template: bool,
}

/// The elements of the pages of a site that were learned from, page by page.
pub(super) struct SiteRows {
    pub(super) pages: usize,
    pub(super) rows: Vec<TemplateElement>,
}

/// Reads the sites with enough pages, in the order of their names; and counts the pages that cannot be read.
///
/// Each page is parsed twice: for what its site repeats, and for its elements.
pub(super) fn read(
    pages: &dyn Pages,
    params: &TemplateRecipeParams,
    progress: &(dyn Fn(TrainingStep) + Sync),
) -> Result<(Vec<SiteRows>, usize), TrainError> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, page) in pages.list().iter().enumerate() {
        places.entry(page.site.as_str()).or_default().push(place);
    }
    let (given_sites, given_pages) = (places.len(), pages.list().len());
    places.retain(|_, places| places.len() >= params.min_pages as usize);
    let reader = TemplateReader::new(pages, params)?;
    let (mut sites, mut unread) = (Vec::new(), 0);
    let of = places.len();
    for (done, places) in places.into_values().enumerate() {
        progress(TrainingStep { what: "sites", done, of });
        let (sample, failed) = reader.sample(&places);
        unread += failed;
        // Pages that are the same count once.
        if sample.len() >= params.min_pages as usize {
            sites.extend(reader.rows(sample)?);
        }
    }
    progress(TrainingStep { what: "sites", done: of, of });
    if sites.is_empty() {
        let hint = match params.geometry {
            TemplateGeometry::Rendered => ", the places of whose elements are known",
            TemplateGeometry::Estimated => "",
        };
        let reason = format!(
            "no site has {} different pages{hint}; given are {given_pages} pages of {given_sites} sites. The site of a page is \
             the host of its address, or else its folder; min_pages asks for fewer pages",
            params.min_pages
        );
        return Err(TrainError::TooLittle(reason));
    }
    Ok((sites, unread))
}

struct TemplateReader<'a> {
    pages: &'a dyn Pages,
    method: SiteLevel,
    pages_per_site: usize,
    min_area: f32,
    /// The features of the classifiers, and the area.
    selection: Selection,
}

impl<'a> TemplateReader<'a> {
    fn new(pages: &'a dyn Pages, params: &TemplateRecipeParams) -> Result<Self, TrainError> {
        let site_level = SiteLevelParams {
            page_share: params.page_share,
            covered_share: params.covered_share,
            attributes: params.attributes,
            min_site_pages: params.min_pages,
            // Images are elements too: the least area says what counts.
            min_chars: 0,
            ..SiteLevelParams::default()
        };
        let wanted = params.geometry.features().into_iter().chain([params.geometry.area()]);
        let selection = Selection::of(RowUnit::Node, wanted.map(|name| (name, 1)))?;
        Ok(TemplateReader {
            pages,
            method: SiteLevel { params: site_level },
            pages_per_site: params.pages_per_site as usize,
            min_area: params.min_area as f32,
            selection,
        })
    }

    /// The pages of a site that are learned from, with their records; and how many cannot be read.
    fn sample(&self, places: &[usize]) -> (Sample<(usize, NumberSet)>, usize) {
        let observed: Vec<Option<_>> = places
            .par_iter()
            .map(|&place| {
                let mut observed = None;
                let read = self.pages.visit(place, &mut |page| {
                    observed = Some((page.key(), SiteMethod::observe(&self.method, page)));
                });
                read.ok().and(observed)
            })
            .collect();
        let failed = observed.iter().filter(|page| page.is_none()).count();
        let mut sample = Sample::new(self.pages_per_site);
        for (&place, page) in places.iter().zip(observed) {
            if let Some((key, record)) = page {
                sample.insert(key, KeptPage { content: 0, record: (place, record) });
            }
        }
        (sample, failed)
    }

    /// The elements of the pages; `None` where none is large enough.
    fn rows(&self, sample: Sample<(usize, NumberSet)>) -> Result<Option<SiteRows>, PageError> {
        let mut places = Vec::with_capacity(sample.len());
        let observed = sample.into_pages().map(|(key, kept)| {
            places.push(kept.record.0);
            Observed { key, crawl: "".into(), record: kept.record.1 }
        });
        let observed: Vec<_> = observed.collect();
        let learned = SiteMethod::finish(&self.method, observed);
        let rows: Vec<Vec<TemplateElement>> = places
            .par_iter()
            .map(|&place| {
                let mut rows = Vec::new();
                self.pages.visit(place, &mut |page| rows = self.rows_of(page, &learned))?;
                Ok(rows)
            })
            .collect::<Result<_, PageError>>()?;
        let rows: Vec<TemplateElement> = rows.into_iter().flatten().collect();
        Ok((!rows.is_empty()).then_some(SiteRows { pages: places.len(), rows }))
    }

    fn rows_of(&self, page: &Page<'_>, learned: &SiteTemplate) -> Vec<TemplateElement> {
        let Some(judged) = learned.judge(page) else { return Vec::new() };
        let table = compute(page, &self.selection, &mut Scratch::default());
        let mut judged = judged.into_iter().peekable();
        let mut rows = Vec::new();
        for (number, &node) in table.rows().iter().enumerate() {
            while judged.next_if(|(other, _)| *other < node).is_some() {}
            let Some((_, template)) = judged.next_if(|(other, _)| *other == node) else { continue };
            let row = table.row(number);
            let area = row[7];
            if area >= self.min_area {
                let values = std::array::from_fn(|column| row[column]);
                rows.push(TemplateElement { area, values, is_template: template.is_some() });
            }
        }
        rows
    }
}
