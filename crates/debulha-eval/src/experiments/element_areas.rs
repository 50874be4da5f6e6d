//! How large the elements of sites are as a browser draws them.
//!
//! ```toml
//! [[element_areas]]
//! title = "…"
//! dataset = "big9"
//! min_pages = 10                                   # of a site
//! min_area = 2000                                    # smaller elements are left out
//! charts = ["bbc-2009"]                              # optional: sites whose areas are drawn
//! published = { "bbc-2009" = [5000, 12000, 42000] }  # optional: the quartiles that the source prints
//! gap = "…"                                          # why they differ, and `explained_by` as in a row
//! mean = [5182, 12504, 42663]                        # optional: their means over the sites of the source
//! ours = { … }                                       # written by `debulha-lab reproduce --pin`
//! ```

use super::page::{write_gaps, write_heading};
use super::template_nodes::{area, with_page};
use super::{ExperimentError, RowVerdict};
use crate::plot::figure::Histogram;
use crate::site_eval::{Learn, Protocol};
use debulha_compare::stats;
use debulha_corpus::Corpus;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use toml_edit::{Array, Item, value};

/// Bars between two powers of ten of a chart.
const BARS_PER_DECADE: u32 = 8;
/// Power of ten, in square pixels, that the last bar of a chart ends at.
const LAST_POWER: i32 = 7;

/// Sites of one corpus.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementAreas {
    /// Heading.
    pub title: String,
    /// What the numbers show, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Name of the corpus.
    pub dataset: String,
    /// Fewest pages of a site.
    pub min_pages: usize,
    /// Square pixels of the smallest element that counts.
    pub min_area: f32,
    /// Sites with a chart.
    #[serde(default)]
    pub charts: Vec<String>,
    /// The quartiles that the source prints, by site.
    #[serde(default)]
    pub published: BTreeMap<String, [f64; 3]>,
    /// Why published and our quartiles differ.
    pub gap: Option<String>,
    /// As in a row of the experiment.
    #[serde(default, deserialize_with = "super::one_or_more")]
    pub explained_by: Vec<String>,
    /// Means of the quartiles over the sites of the source.
    pub mean: Option<[f64; 3]>,
    /// What we measured when it was pinned, by site.
    #[serde(default)]
    pub ours: BTreeMap<String, SiteElementAreas>,
}

/// Elements of a site and the quartiles of their areas in square pixels.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(from = "(usize, usize, f64, f64, f64)")]
pub struct SiteElementAreas {
    /// Its pages.
    pub pages: usize,
    /// Their elements that count.
    pub elements: usize,
    /// A quarter, half and three quarters of the elements are no larger.
    pub quartiles: [f64; 3],
}

impl From<(usize, usize, f64, f64, f64)> for SiteElementAreas {
    fn from((pages, elements, first, second, third): (usize, usize, f64, f64, f64)) -> Self {
        SiteElementAreas { pages, elements, quartiles: [first, second, third] }
    }
}

impl SiteElementAreas {
    pub(super) fn pin(&self) -> Item {
        let counts = [self.pages, self.elements].map(|count| toml_edit::Value::from(count as i64));
        let quartiles = self.quartiles.map(toml_edit::Value::from);
        value(counts.into_iter().chain(quartiles).collect::<Array>())
    }
}

/// A site as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteAreas {
    /// Name of the site.
    pub site: String,
    /// What was measured.
    pub measured: SiteElementAreas,
    /// Elements a bar of the chart.
    pub(super) bars: Vec<usize>,
    /// Whether that is what was pinned.
    pub verdict: RowVerdict,
}

impl ElementAreas {
    /// Measures the sites of `corpora` with enough pages, in the order of their names.
    pub(super) fn measure(
        &self,
        corpora: &[Corpus],
        tolerance: f64,
    ) -> Result<Vec<SiteAreas>, ExperimentError> {
        let mut outcomes = Vec::new();
        for corpus in corpora.iter().filter(|corpus| corpus.name() == self.dataset) {
            let protocol = Protocol { min_pages: self.min_pages, ..Protocol::new(Learn::Others) };
            for site in protocol.part(corpus, None) {
                let places: Vec<usize> = site.tested().collect();
                let of_page = |&place: &usize| {
                    with_page(corpus, place, |page| {
                        let doc = page.document();
                        let elements = doc.subtree(page.body()).filter(|&node| doc.is_element(node));
                        let areas = elements.map(|node| area(page, node));
                        areas.filter(|&area| area >= self.min_area).map(f64::from).collect::<Vec<f64>>()
                    })
                };
                let areas: Vec<Vec<f64>> = places.par_iter().map(of_page).collect::<Result<_, _>>()?;
                let mut areas: Vec<f64> = areas.into_iter().flatten().collect();
                areas.sort_unstable_by(f64::total_cmp);
                // Whole pixels: what a pin holds.
                let quartile = |share| stats::quantile(&areas, share).map_or(0.0, f64::round);
                let measured = SiteElementAreas {
                    pages: places.len(),
                    elements: areas.len(),
                    quartiles: [0.25, 0.5, 0.75].map(quartile),
                };
                let verdict = self.judge(&site.site, measured, tolerance);
                outcomes.push(SiteAreas { site: site.site, measured, bars: self.bars(&areas), verdict });
            }
        }
        Ok(outcomes)
    }

    /// The sites as they are pinned, without what charts show.
    pub(super) fn pinned(&self, tolerance: f64) -> Vec<SiteAreas> {
        let outcome = |(site, &measured): (&String, &SiteElementAreas)| {
            let verdict = self.judge(site, measured, tolerance);
            SiteAreas { site: site.clone(), measured, bars: Vec::new(), verdict }
        };
        self.ours.iter().map(outcome).collect()
    }

    /// The tolerance is a share of the published quartiles.
    fn judge(&self, site: &str, measured: SiteElementAreas, tolerance: f64) -> RowVerdict {
        match self.ours.get(site) {
            None => RowVerdict::Off("not pinned".to_owned()),
            Some(ours) if *ours == measured => {
                let is_near = |published: &[f64; 3]| {
                    let mut pairs = published.iter().zip(measured.quartiles);
                    pairs.all(|(published, now)| (published - now).abs() <= tolerance * published)
                };
                RowVerdict::of_pinned(
                    self.published.get(site).map(is_near),
                    self.gap.as_deref(),
                    &self.explained_by,
                )
            }
            Some(ours) => RowVerdict::Off(format!("pinned {} elements, {:?}", ours.elements, ours.quartiles)),
        }
    }

    /// The power of ten that charts begin at.
    fn first_power(&self) -> i32 {
        self.min_area.max(1.0).log10().floor() as i32
    }

    fn bars(&self, areas: &[f64]) -> Vec<usize> {
        let from = self.first_power();
        let mut bars = vec![0; ((LAST_POWER - from).max(1) as u32 * BARS_PER_DECADE) as usize];
        let last = bars.len() - 1;
        for area in areas {
            let bar = (area.max(1.0).log10() - f64::from(from)) * f64::from(BARS_PER_DECADE);
            bars[(bar.max(0.0) as usize).min(last)] += 1;
        }
        bars
    }

    /// Title and drawing of each chart.
    pub(super) fn drawn(&self, outcomes: &[SiteAreas]) -> Vec<(String, String)> {
        let of = |site: &String| {
            let found = outcomes.iter().find(|outcome| outcome.site == *site)?;
            let title = format!("{site}: elements by area");
            let names = ["Q1", "Q2", "Q3"].map(str::to_owned);
            let histogram = Histogram {
                title: title.clone(),
                quantity: "area in square pixels".to_owned(),
                counted: "elements".to_owned(),
                from: self.first_power(),
                bars_per_decade: BARS_PER_DECADE,
                counts: found.bars.clone(),
                marks: found.measured.quartiles.into_iter().zip(names).collect(),
            };
            Some((title, histogram.svg()))
        };
        self.charts.iter().filter_map(of).collect()
    }

    /// The section of the page.
    pub(super) fn write(&self, out: &mut String, outcomes: &[SiteAreas]) -> fmt::Result {
        write_heading(out, &self.title, &self.about)?;
        writeln!(
            out,
            "| site | pages | elements | first quartile | median | third quartile | published |\n\
             |---|---:|---:|---:|---:|---:|---|"
        )?;
        let three = |[first, second, third]: [f64; 3], between: &str| {
            format!("{first:.0}{between}{second:.0}{between}{third:.0}")
        };
        for SiteAreas { site, measured: SiteElementAreas { pages, elements, quartiles }, .. } in outcomes {
            let published =
                self.published.get(site).map_or("–".to_owned(), |printed| three(*printed, " / "));
            writeln!(out, "| {site} | {pages} | {elements} | {} | {published} |", three(*quartiles, " | "))?;
        }
        let mean = |place: usize| {
            stats::mean(outcomes.iter().map(|outcome| outcome.measured.quartiles[place])).unwrap_or(0.0)
        };
        let published = self.mean.map_or("–".to_owned(), |printed| three(printed, " / "));
        writeln!(
            out,
            "| mean of {} | | | {} | {published} |",
            outcomes.len(),
            three([0, 1, 2].map(mean), " | ")
        )?;
        write_gaps(out, std::iter::once(("Gap", self.gap.as_deref(), &*self.explained_by)))
    }
}
