//! Experiments: a table of a publication (or of a second implementation) run again, with every gap explained.
//!
//! An experiment is a TOML file, `experiments/<bib key>/<name>.toml`:
//!
//! ```toml
//! title = "…"                     # heading of the page that is made of it
//! about = "…"                     # what is compared with what, in Markdown
//! metric = "bag_of_words"         # optional: id of a metric, see docs/metrics.md
//! f1 = "mean_of_pages"            # or "of_means": F1 of the mean precision and the mean recall
//! tolerance = 0.02                # how far ours may be from the published number without a gap
//!
//! [[dataset]]                     # verified before anything runs
//! name = "scrapinghub"
//! digest = "…"                    # of the labels, see Corpus::digest
//! pages = 181
//!
//! [[row]]
//! label = "BTE"
//! dataset = "scrapinghub"         # or a list, over whose pages the means are
//! sites = "bbc-"                  # optional: only pages of sites that begin so
//! hosts = "bbc.co.uk"             # optional: only pages of this host and of those below it
//! system = "bte"
//! params = { tag_weight = 1.0 }   # optional: over the defaults
//! published = { precision = 0.785, recall = 0.968, f1 = 0.843 }   # optional, each number too
//! ours = { precision = 0.0, recall = 0.0, f1 = 0.0 }              # written by `debulha-lab reproduce --pin`
//! tolerance = 0.05                # optional: for this row
//! gap = "…"                       # why published and ours differ
//! explained_by = "BTE, ASCII"     # optional: what measures that reason: labels or titles of this file, ids of others
//!
//! [[mean]]                        # of rows, each counted once whatever its pages
//! label = "Mean of the sites"
//! rows = ["BTE"]                  # optional: labels; all rows where absent
//! published = { f1 = 0.885 }      # and `ours`, `tolerance`, `gap`, `explained_by` as in a row
//!
//! [sample]                        # see `Sample`: what the tests run
//!
//! [[effect]]                      # see `Effect`: an order of rows that the source states, tested on ours
//!
//! [[sweep]]                       # a chart over the values of one parameter
//! title = "…"
//! dataset = "scrapinghub"         # and `sites`, `params` as in a row
//! system = "bte"
//! parameter = "tag_weight"
//! values = [0.5, 1.0, 2.0]        # numbers, ascending
//! about = "…"                     # optional: what the chart shows, below it
//! ours = [[0.0, 0.0, 0.0], …]     # precision, recall, F1 a value; written by --pin
//!
//! [[points]]                      # a chart of precision over recall
//! title = "…"
//! dataset = "scrapinghub"
//! systems = ["bte"]               # optional: all that need nothing but a page where absent
//! ours = { bte = [0.0, 0.0, 0.0] }                                # written by --pin
//!
//! [[bars]]                        # a chart of what the source prints
//! title = "…"
//! quantity = "…"
//! bars = [["e4s", 38.09], …]
//!
//! [[blocks]]                      # see `BlockTable`: site methods, scored by blocks
//!
//! [[time]]                        # see `Timing`: measured times, which are recorded and not pinned
//!
//! [[node_classification]]         # see `NodeClassification`: elements of sites told apart by trained classifiers
//!
//! [[template_nodes]]              # see `TemplateNodes`: how much of the sites of a corpus is template
//!
//! [[template_classifier]]         # see `TemplateClassifier`: the page-level classifier on sites that it has not seen
//! ```
//!
//! `[[dataset]]` of a generated corpus names the command that makes it in `made_by`.
//!
//! `[[dataset]]` may say `gold = "records"`, `"fields"` or `"values"` where the labels are not texts; see [`Gold`].
//!
//! A row, a mean, a value of a sweep or a point is OFF when a number moved from its pin, up or down, or is further
//! from the published one than the tolerance without a `gap`. A gap without `explained_by` counts as unexplained.

mod answer_systems;
mod block_chart;
mod block_table;
mod chart;
mod drawn_time;
mod effect;
mod element_areas;
mod error;
mod gold_blocks;
mod node_classification;
mod page;
mod pin;
mod pinned;
mod run;
mod sample;
mod template_classifier;
mod template_nodes;
mod template_pages;
mod time;
mod trained_system;
mod verdict;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use debulha_core::ParamMap;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub use self::answer_systems::{SystemScores, WrapperScores};
pub use self::block_chart::{BlockChart, BlockTimes, ChartNumber};
pub use self::block_table::{BlockOutcome, BlockTable, SiteMethodRow};
pub use self::drawn_time::{Draw, DrawnRecord, DrawnTiming};
pub use self::effect::{Effect, EffectMeasure, EffectOrder, EffectOutcome};
pub use self::element_areas::{ElementAreas, SiteAreas};
pub use self::error::ExperimentError;
pub use self::node_classification::{
    Classified, ElementCounts, NodeClassification, NodeScores, ParamVariant, Scored,
};
pub use self::page::index;
pub use self::pin::{pin, record};
pub use self::run::{DataFolders, missing, reproduce};
pub use self::sample::{ExcludedSample, Sample, SampleExclusion, SamplePart, pin_sample};
pub use self::template_classifier::{TemplateClassifier, TemplateOutcome, TemplateRow};
pub use self::template_nodes::{SiteNodes, SiteOutcome, TemplateNodes};
pub use self::template_pages::{TemplatePages, TemplateTimes, TestedPage};
pub use self::time::{PageTimes, SystemTimes, TimeRecord, Timing};
pub use self::trained_system::{TrainedOutcome, TrainedRow, TrainedSystem};
use crate::score::Metric;
use debulha_compare::metrics::Prf;
use debulha_corpus::Gold;

/// An experiment as its file describes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Path of the file below the folder of experiments, without extension: `sun2011/e-cetd-1`.
    #[serde(skip)]
    pub id: String,
    /// The file.
    #[serde(skip)]
    pub file: PathBuf,
    /// Heading.
    pub title: String,
    /// What is compared with what, in Markdown.
    pub about: String,
    /// The metric of everything but tables of blocks and times.
    #[serde(default = "bag_of_words", deserialize_with = "metric")]
    pub metric: Metric,
    /// How the F1 of the table was computed.
    #[serde(default)]
    pub f1: F1Kind,
    /// How far ours may be from the published numbers without an explanation.
    pub tolerance: f64,
    /// Corpora that the rows name.
    pub dataset: Vec<Dataset>,
    /// What the tests run of it.
    pub sample: Option<Sample>,
    /// Rows of the table.
    #[serde(default)]
    pub row: Vec<ExperimentRow>,
    /// Means of rows, below them.
    #[serde(default)]
    pub mean: Vec<MeanRow>,
    /// Orders of rows that the source states.
    #[serde(default)]
    pub effect: Vec<Effect>,
    /// Charts over a parameter.
    #[serde(default)]
    pub sweep: Vec<SweepCurve>,
    /// Charts of precision over recall.
    #[serde(default)]
    pub points: Vec<Points>,
    /// Charts of what the source prints.
    #[serde(default)]
    pub bars: Vec<PublishedBars>,
    /// Tables of block-level scores by site.
    #[serde(default)]
    pub blocks: Vec<BlockTable>,
    /// Times.
    #[serde(default)]
    pub time: Vec<Timing>,
    /// Template nodes of sites.
    #[serde(default)]
    pub template_nodes: Vec<TemplateNodes>,
    /// Areas of the elements of sites.
    #[serde(default)]
    pub element_areas: Vec<ElementAreas>,
    /// Elements told apart by trained classifiers.
    #[serde(default)]
    pub node_classification: Vec<NodeClassification>,
    /// The page-level template classifier.
    #[serde(default)]
    pub template_classifier: Vec<TemplateClassifier>,
    /// Systems that learn from labelled pages.
    #[serde(default)]
    pub trained_system: Vec<TrainedSystem>,
}

impl Experiment {
    /// Pages of all corpora together: about what [`reproduce`] calls its progress for.
    pub fn pages(&self) -> usize {
        self.dataset.iter().map(|dataset| dataset.pages).sum()
    }
}

fn bag_of_words() -> Metric {
    Metric::BagOfWords
}

fn metric<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
    let id = String::deserialize(deserializer)?;
    let metric = id.parse::<Metric>().map_err(serde::de::Error::custom)?;
    match metric {
        Metric::Snippets | Metric::Metadata | Metric::Product => {
            Err(serde::de::Error::custom(format!("metric {id:?} has no precision and recall")))
        }
        _ => Ok(metric),
    }
}

/// Reads a value, or a list of them.
fn one_or_more<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Values<T> {
        One(T),
        More(Vec<T>),
    }
    Ok(match Values::deserialize(deserializer)? {
        Values::One(value) => vec![value],
        Values::More(values) => values,
    })
}

/// How one F1 is made for many pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum F1Kind {
    /// Mean of the pages' F1, or what the metric defines.
    #[default]
    MeanOfPages,
    /// F1 of the mean precision and the mean recall.
    OfMeans,
}

/// A corpus, so described that it can be distinguished from another.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dataset {
    /// Name of its folder.
    pub name: String,
    /// Digest of its labels.
    pub digest: String,
    /// Number of pages.
    pub pages: usize,
    /// Which labels are the gold texts.
    #[serde(default)]
    pub gold: Gold,
    /// How many of the pages have a layout record, where they are looked at as a browser draws them.
    pub records: Option<usize>,
    /// Command that makes a generated corpus, with its layout records where it has some.
    pub made_by: Option<String>,
}

/// Numbers of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowNumbers {
    /// Pages that the means are over.
    pub pages: Option<usize>,
    /// Precision.
    pub precision: Option<f64>,
    /// Recall.
    pub recall: Option<f64>,
    /// F1.
    pub f1: Option<f64>,
}

/// One system with its parameters on one corpus.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentRow {
    /// Name of the row in the table.
    pub label: String,
    /// Names of the corpora.
    #[serde(deserialize_with = "one_or_more")]
    pub dataset: Vec<String>,
    /// The site whose pages are meant, or the beginning of several where none is called so; all where absent.
    pub sites: Option<String>,
    /// The host whose pages are meant, with those of hosts below it; all where absent.
    pub hosts: Option<String>,
    /// Id of the extractor.
    pub system: String,
    /// Parameters over its defaults.
    #[serde(default)]
    pub params: ParamMap,
    /// What the source prints.
    #[serde(default)]
    pub published: RowNumbers,
    /// What we measured when the row was pinned.
    #[serde(default)]
    pub ours: RowNumbers,
    /// Replaces the tolerance of the experiment.
    pub tolerance: Option<f64>,
    /// Why `published` and `ours` differ.
    pub gap: Option<String>,
    /// What measures that reason: labels and titles of this experiment, ids of others.
    #[serde(default, deserialize_with = "one_or_more")]
    pub explained_by: Vec<String>,
}

/// Mean of some rows, in which each counts once: the mean over sites where a row is a site.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeanRow {
    /// Name of the row in the table.
    pub label: String,
    /// Labels of the rows; all where empty.
    #[serde(default)]
    pub rows: Vec<String>,
    /// What the source prints, or what its rows give.
    #[serde(default)]
    pub published: RowNumbers,
    /// What we measured when it was pinned.
    #[serde(default)]
    pub ours: RowNumbers,
    /// Replaces the tolerance of the experiment.
    pub tolerance: Option<f64>,
    /// Why `published` and `ours` differ.
    pub gap: Option<String>,
    /// As in a row.
    #[serde(default, deserialize_with = "one_or_more")]
    pub explained_by: Vec<String>,
}

/// Precision, recall and F1 of one system over the values of a parameter.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepCurve {
    /// Heading of the chart.
    pub title: String,
    /// What the chart shows, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Name of the corpus.
    pub dataset: String,
    /// As in a row.
    pub sites: Option<String>,
    /// Id of the extractor.
    pub system: String,
    /// Parameters over its defaults, beside the one that moves.
    #[serde(default)]
    pub params: ParamMap,
    /// The parameter that moves.
    pub parameter: String,
    /// Its values, ascending numbers.
    pub values: Vec<Value>,
    /// What we measured when it was pinned: precision, recall, F1 a value.
    #[serde(default)]
    pub ours: Vec<[f64; 3]>,
}

/// Precision and recall of systems with their defaults.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Heading of the chart.
    pub title: String,
    /// What the chart shows, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Name of the corpus.
    pub dataset: String,
    /// Ids of the extractors; all that need nothing but a page where empty.
    #[serde(default)]
    pub systems: Vec<String>,
    /// What we measured when it was pinned: precision, recall, F1 a system.
    #[serde(default)]
    pub ours: BTreeMap<String, [f64; 3]>,
}

/// A chart of what the source prints.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedBars {
    /// Heading of the chart.
    pub title: String,
    /// What the chart shows, in Markdown.
    #[serde(default)]
    pub about: String,
    /// What the numbers are.
    pub quantity: String,
    /// Names and numbers.
    pub bars: Vec<(String, f64)>,
}

/// How a row came out.
#[derive(Debug, Clone, PartialEq)]
pub enum RowVerdict {
    /// As pinned, and as published within the tolerance.
    Within,
    /// As pinned; a measurement explains the gap to the published numbers.
    Explained,
    /// As pinned; the gap to the published numbers is stated, and nothing measured explains it.
    Unexplained,
    /// As pinned; there is no published number.
    OursAlone,
    /// A number moved from its pin, or a gap is not stated.
    Off(String),
}

/// A row as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct RowOutcome {
    /// Name of the system with its parameters.
    pub system: String,
    /// Pages that were run and have a gold text.
    pub pages: usize,
    /// What we measured.
    pub measured: Prf,
    /// Whether that is what it should be.
    pub verdict: RowVerdict,
}

/// An experiment with its results.
#[derive(Debug, Clone, PartialEq)]
pub struct Reproduction {
    /// The experiment.
    pub experiment: Experiment,
    /// One a row.
    pub outcomes: Vec<RowOutcome>,
    /// One a mean.
    pub means: Vec<RowOutcome>,
    /// One an effect.
    pub effects: Vec<EffectOutcome>,
    /// One a value of each sweep.
    pub sweeps: Vec<Vec<RowOutcome>>,
    /// One a system of each chart of points.
    pub points: Vec<Vec<RowOutcome>>,
    /// One a row of each table of blocks.
    pub blocks: Vec<Vec<BlockOutcome>>,
    /// One a timing.
    pub times: Vec<TimeRecord>,
    /// The sites of each count of template nodes.
    pub template_nodes: Vec<Vec<SiteOutcome>>,
    /// The sites of each table of areas.
    pub element_areas: Vec<Vec<SiteAreas>>,
    /// The sites and variants of each classification of nodes.
    pub node_classification: Vec<Classified>,
    /// The rows of each table of the template classifier.
    pub template_classifier: Vec<Vec<TemplateOutcome>>,
    /// The pages of each of these tables.
    pub template_pages: Vec<TemplatePages>,
    /// The rows of each table of trained systems.
    pub trained_system: Vec<Vec<TrainedOutcome>>,
    /// The times of each of these tables that has some.
    pub drawn_times: Vec<Option<DrawnRecord>>,
}

impl Reproduction {
    /// What is judged by precision, recall and F1: rows of tables, values of sweeps, points.
    pub fn judged(&self) -> impl Iterator<Item = &RowOutcome> {
        self.in_tables().chain(self.sweeps.iter().chain(&self.points).flatten())
    }

    /// Rows and means, and the rows of all other tables.
    fn in_tables(&self) -> impl Iterator<Item = &RowOutcome> {
        let blocks = self.blocks.iter().flatten().map(|outcome| &outcome.mean);
        let nodes = self.template_classifier.iter().flatten().map(|outcome| &outcome.nodes);
        let trained = self.trained_system.iter().flatten().map(|outcome| &outcome.all);
        self.outcomes.iter().chain(&self.means).chain(blocks).chain(nodes).chain(trained)
    }

    /// What the experiment's metric scores.
    fn judged_texts(&self) -> impl Iterator<Item = &RowOutcome> {
        let charts = self.sweeps.iter().chain(&self.points).flatten();
        self.outcomes.iter().chain(&self.means).chain(charts)
    }

    /// All verdicts: those of [`table_verdicts`](Self::table_verdicts), of values of sweeps, of points and of effects.
    pub fn verdicts(&self) -> impl Iterator<Item = &RowVerdict> {
        let charts = self.sweeps.iter().chain(&self.points).flatten().map(|outcome| &outcome.verdict);
        self.table_verdicts().chain(charts).chain(self.effects.iter().map(|effect| &effect.verdict))
    }

    /// The verdicts of all rows of tables: of systems, and of the sites of counts and classifications of nodes.
    pub fn table_verdicts(&self) -> impl Iterator<Item = &RowVerdict> {
        let sites = self.template_nodes.iter().flatten().map(|outcome| &outcome.verdict);
        let sites = sites.chain(self.element_areas.iter().flatten().map(|outcome| &outcome.verdict));
        let scored = self.node_classification.iter().flat_map(Classified::all).map(|scored| &scored.verdict);
        self.in_tables().map(|outcome| &outcome.verdict).chain(sites).chain(scored)
    }

    /// How many of [`verdicts`](Self::verdicts) are OFF.
    pub fn off(&self) -> usize {
        self.verdicts().filter(|verdict| matches!(verdict, RowVerdict::Off(_))).count()
    }
}

impl Experiment {
    /// Titles of tables and charts.
    fn titles(&self) -> impl Iterator<Item = &str> {
        let titles = self.blocks.iter().map(|table| &table.title);
        let titles = titles.chain(self.template_nodes.iter().map(|table| &table.title));
        let titles = titles.chain(self.element_areas.iter().map(|table| &table.title));
        let titles = titles.chain(self.node_classification.iter().map(|table| &table.title));
        let titles = titles.chain(self.template_classifier.iter().map(|table| &table.title));
        let titles = titles.chain(self.trained_system.iter().map(|table| &table.title));
        let titles = titles.chain(self.sweep.iter().map(|chart| &chart.title));
        titles.chain(self.points.iter().map(|chart| &chart.title)).map(String::as_str)
    }

    /// Label, `gap` and `explained_by` of all that may be far from a published number.
    fn gaps(&self) -> Vec<(&str, Option<&str>, &[String])> {
        let mut gaps: Vec<(&str, Option<&str>, &[String])> = Vec::new();
        gaps.extend(self.row.iter().map(|of| (&*of.label, of.gap.as_deref(), &*of.explained_by)));
        gaps.extend(self.mean.iter().map(|of| (&*of.label, of.gap.as_deref(), &*of.explained_by)));
        let rows = self.blocks.iter().flat_map(|table| &table.row);
        gaps.extend(rows.map(|of| (&*of.label, of.gap.as_deref(), &*of.explained_by)));
        let rows = self.template_classifier.iter().flat_map(|table| &table.row);
        gaps.extend(rows.map(|of| (&*of.label, of.gap.as_deref(), &*of.explained_by)));
        let rows = self.trained_system.iter().flat_map(|table| &table.row);
        gaps.extend(rows.map(|of| (&*of.label, of.gap.as_deref(), &*of.explained_by)));
        gaps.extend(self.template_nodes.iter().map(|of| (&*of.title, of.gap.as_deref(), &*of.explained_by)));
        gaps.extend(self.element_areas.iter().map(|of| (&*of.title, of.gap.as_deref(), &*of.explained_by)));
        gaps
    }
}

/// Reads all experiments below `folder`, sorted by id.
///
/// # Errors
/// When the folder or a file cannot be read or a file is malformed.
pub fn load_all(folder: &Path) -> Result<Vec<Experiment>, ExperimentError> {
    let io_error = |path: &Path| {
        let path = path.to_owned();
        |source| ExperimentError::Io { path, source }
    };
    let list = |path: &Path| -> Result<Vec<PathBuf>, ExperimentError> {
        let entries = std::fs::read_dir(path).map_err(io_error(path))?;
        entries.map(|entry| entry.map(|entry| entry.path()).map_err(io_error(path))).collect()
    };
    let mut experiments = Vec::new();
    for key in list(folder)?.into_iter().filter(|path| path.is_dir()) {
        for file in list(&key)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "toml")) {
            let text = std::fs::read_to_string(&file).map_err(io_error(&file))?;
            experiments.push(parse(&text, folder, file)?);
        }
    }
    experiments.sort_by(|a, b| a.id.cmp(&b.id));
    for experiment in &experiments {
        verdict::check(experiment, &experiments)?;
    }
    Ok(experiments)
}

fn parse(text: &str, folder: &Path, file: PathBuf) -> Result<Experiment, ExperimentError> {
    let malformed = |reason: String| ExperimentError::Malformed { path: file.clone(), reason };
    let mut experiment: Experiment = toml::from_str(text).map_err(|e| malformed(e.to_string()))?;
    let rows =
        experiment.row.iter().flat_map(|row| row.dataset.iter().map(move |name| (&row.label, name.as_str())));
    let sweeps = experiment.sweep.iter().map(|sweep| (&sweep.title, sweep.dataset.as_str()));
    let points = experiment.points.iter().map(|points| (&points.title, points.dataset.as_str()));
    let times = experiment
        .time
        .iter()
        .flat_map(|time| time.pages.keys().map(move |name| (&time.title, name.as_str())));
    let counts = experiment.template_nodes.iter().map(|count| (&count.title, count.dataset.as_str()));
    let areas = experiment.element_areas.iter().map(|areas| (&areas.title, areas.dataset.as_str()));
    let nodes = experiment.node_classification.iter().map(|nodes| (&nodes.title, nodes.dataset.as_str()));
    let counts = counts.chain(areas).chain(nodes);
    let blocks = experiment.blocks.iter().map(|table| (&table.title, table.dataset.as_str()));
    let classifiers = experiment
        .template_classifier
        .iter()
        .flat_map(|table| table.datasets().map(move |name| (&table.title, name)));
    let trained = experiment.trained_system.iter();
    let trained = trained.flat_map(|table| table.datasets().map(move |name| (&table.title, name)));
    let classifiers = classifiers.chain(trained);
    let tables = blocks.chain(times).chain(counts).chain(classifiers);
    for (label, name) in rows.chain(sweeps).chain(points).chain(tables) {
        if experiment.dataset.iter().all(|dataset| dataset.name != name) {
            return Err(malformed(format!("{label:?}: no dataset {name:?}")));
        }
    }
    for table in &experiment.blocks {
        table.check().map_err(malformed)?;
    }
    for label in experiment.mean.iter().flat_map(|mean| &mean.rows) {
        if experiment.row.iter().all(|row| row.label != *label) {
            return Err(malformed(format!("mean: no row {label:?}")));
        }
    }
    for sweep in &experiment.sweep {
        let numbers: Option<Vec<f64>> = sweep.values.iter().map(Value::as_f64).collect();
        if !numbers.is_some_and(|numbers| numbers.is_sorted()) {
            return Err(malformed(format!("sweep {:?}: not ascending numbers", sweep.title)));
        }
    }
    experiment.check_sample().map_err(malformed)?;
    for effect in &experiment.effect {
        effect.check(&experiment).map_err(malformed)?;
    }
    let below = file.strip_prefix(folder).unwrap_or(&file).with_extension("");
    experiment.id = below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    experiment.file = file;
    Ok(experiment)
}

#[cfg(test)]
mod tests;
