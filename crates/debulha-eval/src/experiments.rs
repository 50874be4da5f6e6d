//! Experiments: a table of a publication (or of a second implementation) run again, with every gap explained.
//!
//! An experiment is a TOML file, `experiments/<bib key>/<name>.toml`:
//!
//! ```toml
//! title = "…"                     # heading of the page that is made of it
//! about = "…"                     # what is compared with what, in Markdown
//! metric = "bag_of_words"         # id of a metric, see docs/metrics.md
//! f1 = "mean_of_pages"            # or "of_means": F1 of the mean precision and the mean recall
//! tolerance = 0.02                # how far ours may be from the published number without a word
//!
//! [[dataset]]                     # verified before anything runs
//! name = "scrapinghub"
//! digest = "…"                    # of the labels, see Corpus::digest
//! pages = 181
//!
//! [[row]]
//! label = "BTE"
//! dataset = "scrapinghub"
//! sites = "bbc-"                  # optional: only pages of sites that begin so
//! system = "bte"
//! params = { tag_weight = 1.0 }   # optional: over the defaults
//! published = { precision = 0.785, recall = 0.968, f1 = 0.843 }   # optional, each number too
//! ours = { precision = 0.0, recall = 0.0, f1 = 0.0 }              # written by `debulha reproduce --pin`
//! tolerance = 0.05                # optional: for this row
//! gap = "…"                       # why published and ours differ
//! ```
//!
//! A row is OFF when a number moved from its pin, up or down, or is further from the published one than the
//! tolerance without a `gap` that says why.

mod page;
mod pin;

use std::io;
use std::path::{Path, PathBuf};

use debulha::{BuildError, ParamMap};
use serde::{Deserialize, Deserializer};
use thiserror::Error;

pub use self::page::index;
pub use self::pin::pin;
use crate::corpus::{Corpus, CorpusError};
use crate::metrics::{Prf, f1};
use crate::runner::{RunOptions, RunnerError, System, run_in_memory};
use crate::score::{Metric, ScoreError, score_run};

/// How far a number may be from its pin: half a unit of the third decimal.
///
/// Runs are deterministic; the slack is for the four decimals of a pin and for logarithms of other platforms.
const PIN_SLACK: f64 = 0.000_5;

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
    /// The metric.
    #[serde(deserialize_with = "metric")]
    pub metric: Metric,
    /// How the F1 of the table was computed.
    #[serde(default)]
    pub f1: F1Kind,
    /// How far ours may be from the published numbers without an explanation.
    pub tolerance: f64,
    /// Corpora that the rows name.
    pub dataset: Vec<Dataset>,
    /// Rows of the table.
    pub row: Vec<Row>,
}

impl Experiment {
    /// Pages of all corpora together: about what [`reproduce`] calls its progress for.
    pub fn pages(&self) -> usize {
        self.dataset.iter().map(|dataset| dataset.pages).sum()
    }
}

fn metric<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
    let id = String::deserialize(deserializer)?;
    let metric = id.parse::<Metric>().map_err(serde::de::Error::custom)?;
    match metric {
        Metric::Snippets | Metric::Metadata => {
            Err(serde::de::Error::custom(format!("metric {id:?} has no precision and recall")))
        }
        _ => Ok(metric),
    }
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

/// A corpus, so described that it can be told from another.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dataset {
    /// Name of its folder.
    pub name: String,
    /// Digest of its labels.
    pub digest: String,
    /// Number of pages.
    pub pages: usize,
}

/// Numbers of a row, each in [0, 1].
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
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
pub struct Row {
    /// Name of the row in the table.
    pub label: String,
    /// Name of the corpus.
    pub dataset: String,
    /// Beginning of the sites whose pages are meant; all where absent.
    pub sites: Option<String>,
    /// Id of the extractor.
    pub system: String,
    /// Parameters over its defaults.
    #[serde(default)]
    pub params: ParamMap,
    /// What the source prints.
    #[serde(default)]
    pub published: Numbers,
    /// What we measured when the row was pinned.
    #[serde(default)]
    pub ours: Numbers,
    /// Replaces the tolerance of the experiment.
    pub tolerance: Option<f64>,
    /// Why `published` and `ours` differ.
    pub gap: Option<String>,
}

/// Why an experiment cannot be read or run.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// A file or folder cannot be read or written.
    #[error("cannot read or write {path}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is not of the expected shape.
    #[error("{path}: {reason}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The corpus is not at hand.
    #[error("corpus {name} is not in {data}; see experiments/README.md for where it comes from")]
    NoData {
        /// Name of the corpus.
        name: String,
        /// The folder that was looked in.
        data: PathBuf,
    },
    /// The corpus at hand is not the one of the experiment.
    #[error("corpus {name} at hand differs from that of the experiment: {what}")]
    OtherCorpus {
        /// Name of the corpus.
        name: String,
        /// Digest or number of pages, both sides.
        what: String,
    },
    /// A corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A system does not build.
    #[error("row {label:?}")]
    Build {
        /// Name of the row.
        label: String,
        /// The cause.
        source: BuildError,
    },
    /// The systems cannot be run.
    #[error(transparent)]
    Run(#[from] RunnerError),
    /// The rows cannot be scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
}

/// How a row came out.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// As pinned, and as published within the tolerance.
    Ok,
    /// As pinned; the gap to the published numbers is explained.
    Explained,
    /// Something moved or a gap is unexplained.
    Off(String),
}

/// A row as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Name of the system with its parameters.
    pub system: String,
    /// Pages that were run.
    pub pages: usize,
    /// What we measured.
    pub measured: Prf,
    /// Whether that is what it should be.
    pub verdict: Verdict,
}

/// An experiment with its results.
#[derive(Debug, Clone, PartialEq)]
pub struct Reproduction {
    /// The experiment.
    pub experiment: Experiment,
    /// One a row.
    pub outcomes: Vec<Outcome>,
}

impl Reproduction {
    /// Rows that are OFF.
    pub fn off(&self) -> usize {
        self.outcomes.iter().filter(|outcome| matches!(outcome.verdict, Verdict::Off(_))).count()
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
    Ok(experiments)
}

fn parse(text: &str, folder: &Path, file: PathBuf) -> Result<Experiment, ExperimentError> {
    let malformed = |reason: String| ExperimentError::Malformed { path: file.clone(), reason };
    let mut experiment: Experiment = toml::from_str(text).map_err(|e| malformed(e.to_string()))?;
    for row in &experiment.row {
        if experiment.dataset.iter().all(|dataset| dataset.name != row.dataset) {
            return Err(malformed(format!("row {:?}: no dataset {:?}", row.label, row.dataset)));
        }
    }
    let below = file.strip_prefix(folder).unwrap_or(&file).with_extension("");
    experiment.id = below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
    experiment.file = file;
    Ok(experiment)
}

/// Verifies the corpora below `data`, runs all rows and judges them.
///
/// `progress` is called once a page and group of rows that share it.
///
/// # Errors
/// When a corpus is missing or another one, or a system does not run.
pub fn reproduce(
    experiment: &Experiment,
    data: &Path,
    jobs: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Reproduction, ExperimentError> {
    let corpora = experiment
        .dataset
        .iter()
        .map(|dataset| verified(dataset, data))
        .collect::<Result<Vec<Corpus>, _>>()?;
    let mut outcomes: Vec<Option<Outcome>> = vec![None; experiment.row.len()];
    for (places, corpus, pages) in groups(experiment, &corpora) {
        let systems = places
            .iter()
            .map(|&place| {
                let row = &experiment.row[place];
                System::new(&row.system, &row.params)
                    .map_err(|source| ExperimentError::Build { label: row.label.clone(), source })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let options = RunOptions { jobs, pages: Some(pages.clone()), ..RunOptions::default() };
        let runs = run_in_memory(corpus, &systems, &options, progress)?;
        for ((place, system), rows) in places.into_iter().zip(&systems).zip(&runs) {
            let row = &experiment.row[place];
            let scores = score_run(corpus, rows, &[experiment.metric])?;
            let part = |part: &str| {
                let column = format!("{}.{part}", experiment.metric.id());
                scores.overall(&column).map_or(0.0, |summary| summary.value)
            };
            let (precision, recall) = (part("precision"), part("recall"));
            let f1 = match experiment.f1 {
                F1Kind::MeanOfPages => part("f1"),
                F1Kind::OfMeans => f1(precision, recall),
            };
            let measured = Prf { precision, recall, f1 };
            let verdict = judge(row, experiment.tolerance, measured);
            let system = system.name().to_owned();
            outcomes[place] = Some(Outcome { system, pages: rows.len(), measured, verdict });
        }
    }
    Ok(Reproduction { experiment: experiment.clone(), outcomes: outcomes.into_iter().flatten().collect() })
}

fn verified(dataset: &Dataset, data: &Path) -> Result<Corpus, ExperimentError> {
    let dir = data.join(&dataset.name);
    if !dir.is_dir() {
        return Err(ExperimentError::NoData { name: dataset.name.clone(), data: data.to_owned() });
    }
    let corpus = Corpus::open(dir)?;
    let other = |what| Err(ExperimentError::OtherCorpus { name: dataset.name.clone(), what });
    if corpus.digest() != dataset.digest {
        return other(format!("labels {}, expected {}", corpus.digest(), dataset.digest));
    }
    if corpus.pages().len() != dataset.pages {
        return other(format!("{} pages, expected {}", corpus.pages().len(), dataset.pages));
    }
    Ok(corpus)
}

/// Rows that run over the same pages: their places, the corpus, the places of the pages in it.
fn groups<'c>(experiment: &Experiment, corpora: &'c [Corpus]) -> Vec<(Vec<usize>, &'c Corpus, Vec<usize>)> {
    let mut groups: Vec<((&str, Option<&str>), Vec<usize>)> = Vec::new();
    for (place, row) in experiment.row.iter().enumerate() {
        let key = (row.dataset.as_str(), row.sites.as_deref());
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, places)) => places.push(place),
            None => groups.push((key, vec![place])),
        }
    }
    let corpus_of = |name: &str| corpora.iter().find(|corpus| corpus.name() == name);
    groups
        .into_iter()
        .filter_map(|((name, sites), places)| {
            let corpus = corpus_of(name)?;
            let wanted =
                |site: Option<&str>| sites.is_none_or(|s| site.is_some_and(|site| site.starts_with(s)));
            let pages = corpus.pages().iter().enumerate();
            let pages = pages.filter(|(_, page)| wanted(page.site.as_deref())).map(|(place, _)| place);
            Some((places, corpus, pages.collect()))
        })
        .collect()
}

fn judge(row: &Row, tolerance: f64, measured: Prf) -> Verdict {
    let measured = [("P", measured.precision), ("R", measured.recall), ("F1", measured.f1)];
    let ours = [row.ours.precision, row.ours.recall, row.ours.f1];
    let published = [row.published.precision, row.published.recall, row.published.f1];
    if ours.iter().any(Option::is_none) {
        return Verdict::Off("not pinned".to_owned());
    }
    for ((name, now), pinned) in measured.iter().zip(ours) {
        let moved = now - pinned.unwrap_or_default();
        if moved.abs() > PIN_SLACK {
            let way = if moved > 0.0 { "rose" } else { "fell" };
            return Verdict::Off(format!("{name} {way} by {:.4}", moved.abs()));
        }
    }
    let tolerance = row.tolerance.unwrap_or(tolerance);
    // Both sides are printed with two to four decimals, so a difference of the tolerance itself is within it.
    let outside = |(measured, published): &(&(&str, f64), Option<f64>)| {
        published.is_some_and(|published| (measured.1 - published).abs() > tolerance + PIN_SLACK)
    };
    match (measured.iter().zip(published).find(outside), &row.gap) {
        (None, _) => Verdict::Ok,
        (Some(_), Some(_)) => Verdict::Explained,
        (Some(((name, now), published)), None) => Verdict::Off(format!(
            "{name} is {:+.4} from the published number, without a word why",
            now - published.unwrap_or_default()
        )),
    }
}

#[cfg(test)]
mod tests;
