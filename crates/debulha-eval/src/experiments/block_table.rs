//! Tables of block-level scores (M3) by site, for methods that learn a site's template from its pages.
//!
//! ```toml
//! [[blocks]]
//! title = "…"
//! about = "…"                     # optional, in Markdown
//! dataset = "daniel"
//! sites = ["www.example.org"]     # each learned from, and judged, as a whole
//! published_sites = ["A Bola"]    # those of the source, which need not be the same
//!
//! [[blocks.row]]
//! label = "E-X-1: X-CEX"
//! system = "x_cex"                # a site method
//! params = { lambda = 0.25 }      # optional: over its defaults
//! published = [[184, 0.46, 0.99, 0.62, 0.46]]   # optional: blocks, precision, recall, F1, accuracy a site
//! published_seconds = [37]                      # optional: its time a site
//! ours = [[0, 0.0, 0.0, 0.0, 0.0]]              # written by `debulha-lab reproduce --pin`
//! gap = "…"                       # why the means over sites differ, and `explained_by` as in a row
//! ```
//!
//! The pages of a site are those with a gold text that no page before has as well. They are what is learned from and
//! what is judged: a page is judged beside the others. Gold blocks: see [`super::gold_blocks`]. A block is given out if
//! all its visible text is content. Charts and times: see [`super::block_chart`].

use cpu_time::ThreadTime;
use debulha_core::Evidence;
use debulha_core::features::hashing::hash_text;
use debulha_core::params::Params;
use debulha_core::source::LoadedPage;
use debulha_core::source::PageSource;
use debulha_core::{BuildError, Page, ParamMap, Scratch};
use debulha_core::{Labels, extractor};
use debulha_systems::segmenters::tag_list::{TagList, TagListParams};
use debulha_systems::site::{self, AnySiteMethod};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::HashSet;
use std::fmt::{self, Write as _};

use super::block_chart::{BlockChart, BlockTimes};
use super::gold_blocks::GoldBlocks;
use super::page::{write_gaps, write_heading};
use super::run::PIN_SLACK;
use super::verdict::Expected;
use super::{ExperimentError, Reproduction, RowNumbers, RowOutcome, RowVerdict};
use crate::runner::RunnerError;
use debulha_compare::metrics::Prf;
use debulha_compare::metrics::blocks::BlockCounts;
use debulha_corpus::Corpus;

/// Parameters of a site method that say how it cuts pages: those of the segmenter by tag list.
const CUTTING: [&str; 3] = ["tags", "nested", "hr_splits"];

/// Site methods on the blocks of sites.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockTable {
    /// Heading.
    pub title: String,
    /// What the table shows, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Name of the corpus.
    pub dataset: String,
    /// The sites.
    pub sites: Vec<String>,
    /// The sites of the source.
    #[serde(default)]
    pub published_sites: Vec<String>,
    /// One a method with its parameters.
    pub row: Vec<SiteMethodRow>,
    /// Charts of rows.
    #[serde(default)]
    pub chart: Vec<BlockChart>,
    /// Times, and on which machine.
    pub recorded: Option<BlockTimes>,
}

/// One site method with its parameters on all sites.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteMethodRow {
    /// Name of the row.
    pub label: String,
    /// Id of the site method.
    pub system: String,
    /// Parameters over its defaults.
    #[serde(default)]
    pub params: ParamMap,
    /// What the source prints, a site: blocks, precision, recall, F1, accuracy.
    #[serde(default)]
    pub published: Vec<[f64; 5]>,
    /// The seconds that the source prints, a site.
    #[serde(default)]
    pub published_seconds: Vec<f64>,
    /// What we measured when it was pinned, as `published`.
    #[serde(default)]
    pub ours: Vec<[f64; 5]>,
    /// Why the means over sites differ.
    pub gap: Option<String>,
    /// As in a row of the experiment.
    #[serde(default, deserialize_with = "super::one_or_more")]
    pub explained_by: Vec<String>,
}

/// A row as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockOutcome {
    /// Blocks, precision, recall, F1 and accuracy of each site.
    pub sites: Vec<[f64; 5]>,
    /// Processor time of each site, learned and judged by one thread.
    pub seconds: Vec<f64>,
    /// The means over sites.
    pub mean: RowOutcome,
}

/// The pages of a site in memory.
struct LoadedSite {
    /// Key and tree of each page.
    pages: Vec<(String, LoadedPage)>,
    gold: Vec<String>,
}

impl BlockTable {
    /// Runs all rows on all sites. `progress` is called once a page.
    pub(super) fn run(
        &self,
        corpora: &[Corpus],
        tolerance: f64,
        jobs: usize,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Vec<BlockOutcome>, ExperimentError> {
        let corpus = corpora.iter().find(|corpus| corpus.name() == self.dataset);
        let sites = self.sites.iter().map(|name| LoadedSite::load(corpus, name, progress));
        let sites: Vec<LoadedSite> = sites.collect::<Result<_, _>>()?;
        let pool = ThreadPoolBuilder::new().num_threads(jobs).build().map_err(RunnerError::from)?;
        pool.install(|| self.row.par_iter().map(|row| row.run(&sites, tolerance)).collect())
    }
}

impl LoadedSite {
    fn load(
        corpus: Option<&Corpus>,
        name: &str,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Self, ExperimentError> {
        let mut site = LoadedSite { pages: Vec::new(), gold: Vec::new() };
        let mut seen = HashSet::new();
        for labels in corpus.iter().flat_map(|corpus| corpus.pages()) {
            let (Some(text), Some(corpus)) = (&labels.text, corpus) else { continue };
            if labels.site.as_deref() != Some(name) || !seen.insert(hash_text(text)) {
                continue;
            }
            site.pages.push((labels.id.clone(), corpus.load(labels, &PageSource::default())?));
            site.gold.push(text.clone());
            progress();
        }
        Ok(site)
    }

    /// Pages by their ids: not all have an address.
    fn pages(&self) -> Vec<Page<'_>> {
        self.pages.iter().map(|(id, loaded)| loaded.page(Evidence::of_url(Some(id)))).collect()
    }

    /// Learns the site and counts the blocks of its pages; in how many seconds it was learned and judged.
    fn count(&self, method: &dyn AnySiteMethod, segmenter: &TagList) -> (BlockCounts, f64) {
        let pages = self.pages();
        let start = ThreadTime::try_now().ok();
        let mut scratch = Scratch::default();
        let extractor = site::learn(method, &pages);
        let outcomes: Vec<debulha_core::Outcome> =
            pages.iter().map(|page| extractor.extract(page, &mut scratch)).collect();
        let spent = start.and_then(|start| start.try_elapsed().ok()).unwrap_or_default();
        let mut counts = BlockCounts::default();
        for ((page, gold), outcome) in pages.iter().zip(&self.gold).zip(&outcomes) {
            let blocks = segmenter.blocks(page).blocks;
            let text = |labels: Labels| labels.plain_text(page);
            let texts = blocks.iter().map(|block| text(Labels::from_ranges(page, [block.nodes.clone()])));
            let texts: Vec<String> = texts.collect();
            let kept: HashSet<_> =
                outcome.labels().iter().flat_map(|labels| &labels.spans).map(|span| span.node).collect();
            let is_output = |block: &debulha_core::segmentation::SegmentBlock| {
                let nodes = page.text_nodes_in(block.nodes.clone());
                !nodes.is_empty() && nodes.iter().all(|node| kept.contains(node))
            };
            let ids = |holds: &dyn Fn(usize) -> bool| -> Vec<u32> {
                (0..blocks.len()).filter(|&block| holds(block)).map(|block| block as u32).collect()
            };
            let GoldBlocks { is_gold, lost } = GoldBlocks::of(&texts, gold);
            let mut gold = ids(&|block| is_gold[block]);
            gold.extend((0..lost).map(|line| (blocks.len() + line) as u32));
            counts += BlockCounts::of(&ids(&|_| true), &ids(&|block| is_output(&blocks[block])), &gold);
        }
        (counts, spent.as_secs_f64())
    }
}

impl SiteMethodRow {
    fn run(&self, sites: &[LoadedSite], tolerance: f64) -> Result<BlockOutcome, ExperimentError> {
        let (method, segmenter) =
            self.build().map_err(|source| ExperimentError::Build { label: self.label.clone(), source })?;
        let counted = sites.iter().map(|site| site.count(&*method, &segmenter));
        let (of_sites, seconds) = counted.map(|(counts, seconds)| (numbers(counts), seconds)).unzip();
        let pages = sites.iter().map(|site| site.pages.len()).sum();
        Ok(self.outcome(&*method, pages, of_sites, seconds, tolerance))
    }

    /// The row as it is pinned.
    pub(super) fn pinned(&self, tolerance: f64) -> Result<BlockOutcome, ExperimentError> {
        let (method, _) =
            self.build().map_err(|source| ExperimentError::Build { label: self.label.clone(), source })?;
        Ok(self.outcome(&*method, 0, self.ours.clone(), Vec::new(), tolerance))
    }

    fn outcome(
        &self,
        method: &dyn AnySiteMethod,
        pages: usize,
        sites: Vec<[f64; 5]>,
        seconds: Vec<f64>,
        tolerance: f64,
    ) -> BlockOutcome {
        let unlearned = (method.info().extractor.build)(&method.params());
        let system = unlearned.map_or_else(|_| self.system.clone(), |system| extractor::name(&*system));
        let measured = mean_of(&sites).unwrap_or_default();
        let mean = RowOutcome { system, pages, measured, verdict: RowVerdict::OursAlone };
        let mut outcome = BlockOutcome { sites, seconds, mean };
        outcome.mean.verdict = self.judge(tolerance, &outcome);
        outcome
    }

    fn build(&self) -> Result<(Box<dyn AnySiteMethod>, TagList), BuildError> {
        let method = site::build(&self.system, &self.params)?;
        let cutting = method.params().into_iter().filter(|(name, _)| CUTTING.contains(&name.as_str()));
        let params = TagListParams::from_map("tag_list", &cutting.collect())?;
        Ok((method, TagList { params }))
    }

    /// The means over sites of what the source prints.
    pub(super) fn published_mean(&self) -> RowNumbers {
        as_numbers(mean_of(&self.published))
    }

    /// The means over sites of what is pinned.
    pub(super) fn pinned_mean(&self) -> RowNumbers {
        as_numbers(mean_of(&self.ours))
    }

    /// Sites are held against their pins, means over sites against the published ones.
    pub(super) fn judge(&self, tolerance: f64, outcome: &BlockOutcome) -> RowVerdict {
        if self.ours.len() != outcome.sites.len() {
            return RowVerdict::Off("not pinned".to_owned());
        }
        for (place, (pinned, now)) in self.ours.iter().zip(&outcome.sites).enumerate() {
            if pinned.iter().zip(now).any(|(pinned, now)| (pinned - now).abs() > PIN_SLACK) {
                return RowVerdict::Off(format!("site {} was {pinned:?} and is {now:?}", place + 1));
            }
        }
        let [published, ours] = [self.published_mean(), self.pinned_mean()];
        Expected { published, ours, tolerance, gap: self.gap.as_deref(), explained_by: &self.explained_by }
            .judge(outcome.mean.pages, outcome.mean.measured)
    }
}

/// What is printed and pinned of a site: blocks, precision, recall, F1, accuracy.
fn numbers(counts: BlockCounts) -> [f64; 5] {
    let scores = counts.scores();
    [counts.candidates as f64, scores.precision, scores.recall, scores.f1, scores.accuracy]
}

/// Means over sites; `None` without sites.
pub(super) fn mean_of(sites: &[[f64; 5]]) -> Option<Prf> {
    Prf::mean(&sites.iter().copied().map(prf).collect::<Vec<_>>())
}

fn prf([_, precision, recall, f1, _]: [f64; 5]) -> Prf {
    Prf { precision, recall, f1 }
}

fn as_numbers(mean: Option<Prf>) -> RowNumbers {
    mean.map_or(RowNumbers::default(), |Prf { precision, recall, f1 }| RowNumbers {
        pages: None,
        precision: Some(precision),
        recall: Some(recall),
        f1: Some(f1),
    })
}

impl Reproduction {
    /// The sections of the page for tables of blocks.
    pub(super) fn write_block_tables(&self, out: &mut String) -> fmt::Result {
        for (table, outcomes) in self.experiment.blocks.iter().zip(&self.blocks) {
            table.write(out, outcomes, self.experiment.tolerance)?;
        }
        Ok(())
    }
}

impl BlockTable {
    fn write(&self, out: &mut String, outcomes: &[BlockOutcome], tolerance: f64) -> fmt::Result {
        write_heading(out, &self.title, &self.about)?;
        writeln!(
            out,
            "Metric: [blocks](../metrics.md#blocks) (M3). Precision, recall and F1 are means over sites, {} of the source \
             and\n{} of ours; they may differ by {tolerance}; larger gaps are stated below.\n",
            self.published_sites.len(),
            self.sites.len()
        )?;
        writeln!(
            out,
            "| row | system | published P / R / F1 | ours P / R / F1 | F1 apart | |\n|---|---|---|---|---|---|"
        )?;
        for (row, outcome) in self.row.iter().zip(outcomes) {
            let Prf { precision, recall, f1 } = outcome.mean.measured;
            let published = mean_of(&row.published);
            let apart = published.map_or("–".to_owned(), |published| format!("{:+.3}", f1 - published.f1));
            let published = published.map_or("–".to_owned(), |Prf { precision, recall, f1 }| {
                format!("{precision:.3} / {recall:.3} / {f1:.3}")
            });
            writeln!(
                out,
                "| {} | `{}` | {published} | {precision:.3} / {recall:.3} / {f1:.3} | {apart} | {} |",
                row.label,
                outcome.mean.system.replace('|', "\\|"),
                outcome.mean.verdict.word()
            )?;
        }
        write_gaps(out, self.row.iter().map(|row| (&*row.label, row.gap.as_deref(), &*row.explained_by)))?;
        let ours: Vec<Vec<[f64; 5]>> = outcomes.iter().map(|outcome| outcome.sites.clone()).collect();
        let published: Vec<Vec<[f64; 5]>> = self.row.iter().map(|row| row.published.clone()).collect();
        let recorded = |row: &SiteMethodRow| {
            let times = self.recorded.as_ref().and_then(|times| times.seconds.get(&row.label));
            times.cloned().unwrap_or_default()
        };
        let seconds: Vec<Vec<f64>> = self.row.iter().map(recorded).collect();
        self.write_sites(out, "Ours by site", &self.sites, &ours, &seconds)?;
        let seconds: Vec<Vec<f64>> = self.row.iter().map(|row| row.published_seconds.clone()).collect();
        self.write_sites(out, "Published by site", &self.published_sites, &published, &seconds)?;
        self.write_times(out)
    }

    /// Rows over sites: blocks, precision, recall, F1, accuracy and, where it is known, time in each cell.
    fn write_sites(
        &self,
        out: &mut String,
        title: &str,
        sites: &[String],
        rows: &[Vec<[f64; 5]>],
        seconds: &[Vec<f64>],
    ) -> fmt::Result {
        if sites.is_empty() {
            return Ok(());
        }
        let time = if seconds.iter().all(Vec::is_empty) { "" } else { "; seconds" };
        writeln!(out, "\n### {title}\n\nBlocks; P / R / F1 / accuracy{time}.\n")?;
        writeln!(out, "| row | {} |\n|---|{}", sites.join(" | "), "---|".repeat(sites.len()))?;
        for ((row, numbers), seconds) in self.row.iter().zip(rows).zip(seconds) {
            let cell = |(site, &[blocks, precision, recall, f1, accuracy]): (usize, &[f64; 5])| {
                let seconds = seconds.get(site).map(|seconds| format!("; {seconds}")).unwrap_or_default();
                format!("{blocks}; {precision:.2} / {recall:.2} / {f1:.2} / {accuracy:.2}{seconds}")
            };
            let cells: Vec<String> = numbers.iter().enumerate().map(cell).collect();
            writeln!(out, "| {} | {} |", row.label, cells.join(" | "))?;
        }
        Ok(())
    }
}
