//! The quality gate: scores pinned in `eval/gate.toml`, which no change may move unnoticed, up or down.
//!
//! Every registered extractor runs with its defaults. A rise fails as a fall does: either is pinned on purpose,
//! with the change that caused it.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io;
use std::path::{Path, PathBuf};

use debulha_core::extractor::Needs;
use debulha_core::{BuildError, ParamMap};
use debulha_systems::extractors::EXTRACTORS;
use serde::Deserialize;
use thiserror::Error;

use crate::runner::{RunOptions, RunnerError, run_in_memory};
use crate::score::{Metric, ScoreError, score_run};
use debulha_compare::System;
use debulha_corpus::{Corpus, CorpusError};

/// What stands at the head of the pinned file.
const HEADER: &str = "\
# Pinned scores: mean F1 of every system with its defaults. `cargo xtask gate` fails when one moves by more than
# epsilon, up or down; `cargo xtask gate --pin` writes today's scores here, and the commit says why they moved.
# `every = n` takes the pages 1, n + 1, 2n + 1 … of the corpus.
";

/// Why the gate cannot be checked.
#[derive(Debug, Error)]
pub enum GateError {
    /// The pinned file cannot be read or written.
    #[error("cannot read or write {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The pinned file is not of the expected shape.
    #[error("{path}: {source}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: Box<toml::de::Error>,
    },
    /// The labels are not those that the scores were pinned on.
    #[error("corpus {name} has labels {found}, the pinned scores are those of {pinned}")]
    OtherCorpus {
        /// Name of the corpus.
        name: String,
        /// Digest at hand.
        found: String,
        /// Digest in the file.
        pinned: String,
    },
    /// A corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A registered extractor does not build with its defaults.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The systems cannot be run.
    #[error(transparent)]
    Run(#[from] RunnerError),
    /// The rows cannot be scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct GateFile {
    /// Largest move that is not one.
    epsilon: f64,
    corpus: Vec<PinnedCorpus>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct PinnedCorpus {
    name: String,
    digest: String,
    /// Pages that are run.
    pages: usize,
    /// Step through the corpus.
    every: usize,
    systems: BTreeMap<String, GatedScores>,
}

/// The gated scores of a system on a corpus, each in [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatedScores {
    /// Mean word F1.
    pub word_f1: f64,
    /// Mean F1 of the bags of words (M1).
    pub bag_of_words: f64,
}

/// How a system stands on a corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// Name of the corpus.
    pub corpus: String,
    /// Id of the extractor.
    pub system: String,
    /// Pinned scores; `None` for a system that was never pinned.
    pub pinned: Option<GatedScores>,
    /// Scores of today; `None` for a system that is not registered any more.
    pub measured: Option<GatedScores>,
}

/// What a check of the gate found.
#[derive(Debug, Clone, PartialEq)]
pub struct GateReport {
    /// Largest move that is not one.
    pub epsilon: f64,
    /// Every system on every corpus.
    pub checks: Vec<Check>,
    /// Corpora whose number of pages is not the pinned one: name, pinned, found.
    pub page_counts: Vec<(String, usize, usize)>,
}

impl GateReport {
    /// Whether nothing moved.
    pub fn passed(&self) -> bool {
        self.page_counts.is_empty() && self.checks.iter().all(|check| check.holds(self.epsilon))
    }
}

impl Check {
    /// Whether both scores are pinned and within `epsilon` of the pins.
    pub fn holds(&self, epsilon: f64) -> bool {
        match (self.pinned, self.measured) {
            (Some(pinned), Some(measured)) => {
                (pinned.word_f1 - measured.word_f1).abs() <= epsilon
                    && (pinned.bag_of_words - measured.bag_of_words).abs() <= epsilon
            }
            _ => false,
        }
    }
}

impl fmt::Display for GateReport {
    /// One line for everything that moved, and a last one that sums up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (corpus, pinned, found) in &self.page_counts {
            writeln!(f, "{corpus}: {found} pages, pinned {pinned}")?;
        }
        let moved: Vec<&Check> = self.checks.iter().filter(|check| !check.holds(self.epsilon)).collect();
        for check in &moved {
            write!(f, "{} on {}: ", check.system, check.corpus)?;
            match (check.pinned, check.measured) {
                (Some(pinned), Some(now)) => writeln!(
                    f,
                    "word F1 {:.4} → {:.4} ({:+.4}), bag of words {:.4} → {:.4} ({:+.4})",
                    pinned.word_f1,
                    now.word_f1,
                    now.word_f1 - pinned.word_f1,
                    pinned.bag_of_words,
                    now.bag_of_words,
                    now.bag_of_words - pinned.bag_of_words
                )?,
                (None, _) => writeln!(f, "not pinned")?,
                (Some(_), None) => writeln!(f, "pinned, but no longer registered")?,
            }
        }
        let (all, moved) = (self.checks.len(), moved.len());
        write!(f, "gate: {moved} of {all} scores moved by more than {}", self.epsilon)
    }
}

/// Runs every registered system on the corpora of the pinned `file`, found below `data`, and compares.
///
/// # Errors
/// When the file or a corpus cannot be read, a corpus has other labels, or a system does not run.
pub fn check(file: &Path, data: &Path) -> Result<GateReport, GateError> {
    let gate = read(file)?;
    let mut report = GateReport { epsilon: gate.epsilon, checks: Vec::new(), page_counts: Vec::new() };
    for pinned in &gate.corpus {
        let corpus = Corpus::open(data.join(&pinned.name))?;
        if corpus.digest() != pinned.digest {
            return Err(GateError::OtherCorpus {
                name: pinned.name.clone(),
                found: corpus.digest().to_owned(),
                pinned: pinned.digest.clone(),
            });
        }
        let today = Today::measure(&corpus, pinned.every)?;
        if today.pages != pinned.pages {
            report.page_counts.push((pinned.name.clone(), pinned.pages, today.pages));
        }
        report.checks.extend(compare(&pinned.name, &pinned.systems, &today.scores));
    }
    Ok(report)
}

/// Writes the scores of today into the pinned `file`, which says which corpora and pages are meant.
///
/// # Errors
/// As [`check`], except that other labels are pinned too; and when the file cannot be written.
pub fn pin(file: &Path, data: &Path) -> Result<GateReport, GateError> {
    let gate = read(file)?;
    let mut text = format!("{HEADER}epsilon = {}\n", gate.epsilon);
    let mut report = GateReport { epsilon: gate.epsilon, checks: Vec::new(), page_counts: Vec::new() };
    for pinned in &gate.corpus {
        let corpus = Corpus::open(data.join(&pinned.name))?;
        let today = Today::measure(&corpus, pinned.every)?;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n[[corpus]]\nname = \"{}\"\ndigest = \"{}\"\npages = {}\nevery = {}\n\n[corpus.systems]\n",
            corpus.name(),
            corpus.digest(),
            today.pages,
            pinned.every
        );
        for (id, GatedScores { word_f1, bag_of_words }) in &today.scores {
            let _ = writeln!(text, "{id} = {{ word_f1 = {word_f1:.4}, bag_of_words = {bag_of_words:.4} }}");
        }
        report.checks.extend(compare(&pinned.name, &pinned.systems, &today.scores));
    }
    std::fs::write(file, text).map_err(|source| GateError::Io { path: file.to_owned(), source })?;
    Ok(report)
}

fn read(file: &Path) -> Result<GateFile, GateError> {
    let text =
        std::fs::read_to_string(file).map_err(|source| GateError::Io { path: file.to_owned(), source })?;
    toml::from_str(&text)
        .map_err(|source| GateError::Malformed { path: file.to_owned(), source: Box::new(source) })
}

/// The scores of the registered systems, in the order of the registry.
struct Today {
    pages: usize,
    scores: Vec<(String, GatedScores)>,
}

impl Today {
    fn measure(corpus: &Corpus, every: usize) -> Result<Self, GateError> {
        let ids: Vec<&str> =
            EXTRACTORS.iter().filter(|info| info.needs == Needs::PAGE).map(|info| info.id).collect();
        let systems =
            ids.iter().map(|id| System::new(id, &ParamMap::new())).collect::<Result<Vec<_>, _>>()?;
        let pages: Vec<usize> = (0..corpus.pages().len()).step_by(every.max(1)).collect();
        let count = pages.len();
        let options = RunOptions { pages: Some(pages), ..RunOptions::default() };
        let rows = run_in_memory(corpus, &systems, &options, &|| ())?;
        let mut scores = Vec::new();
        for (id, rows) in ids.iter().zip(&rows) {
            let run = score_run(corpus, rows, &[Metric::WordF1, Metric::BagOfWords])?;
            let mean = |column| run.overall(column).map_or(0.0, |summary| summary.value);
            let found = GatedScores { word_f1: mean("word_f1.f1"), bag_of_words: mean("bag_of_words.f1") };
            scores.push(((*id).to_owned(), found));
        }
        Ok(Self { pages: count, scores })
    }
}

fn compare(
    corpus: &str,
    pinned: &BTreeMap<String, GatedScores>,
    today: &[(String, GatedScores)],
) -> Vec<Check> {
    let check = |system: &str, pinned: Option<&GatedScores>, measured: Option<&GatedScores>| Check {
        corpus: corpus.to_owned(),
        system: system.to_owned(),
        pinned: pinned.copied(),
        measured: measured.copied(),
    };
    let mut checks: Vec<Check> =
        today.iter().map(|(id, scores)| check(id, pinned.get(id), Some(scores))).collect();
    let gone = pinned.iter().filter(|(id, _)| today.iter().all(|(known, _)| known != *id));
    checks.extend(gone.map(|(id, scores)| check(id, Some(scores), None)));
    checks
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::test_corpus::write_corpus;

    const UNPINNED: &str = "epsilon = 0.001\n[[corpus]]\nname = \"small\"\ndigest = \"\"\npages = 0\nevery = 2\n[corpus.systems]\n";

    /// A folder with the corpus `small` and a gate file.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let long =
            "<p>Rye stands well in poor soil and ripens before wheat does in most years.</p>".repeat(5);
        let pages: Vec<(String, String, String)> = (0..5)
            .map(|i| {
                let text =
                    "Rye stands well in poor soil and ripens before wheat does in most years. ".repeat(5);
                (format!("p{i}"), format!(r#", "text": "{text}""#), format!("<nav><a>Home</a></nav>{long}"))
            })
            .collect();
        write_corpus(&dir.path().join("small"), &pages);
        let file = dir.path().join("gate.toml");
        std::fs::write(&file, UNPINNED).unwrap();
        (dir, file)
    }

    #[test]
    fn what_was_pinned_passes_and_a_move_either_way_fails() {
        let (dir, file) = folder();
        assert!(matches!(check(&file, dir.path()), Err(GateError::OtherCorpus { .. })));
        assert!(!pin(&file, dir.path()).unwrap().passed(), "nothing was pinned before");
        let report = check(&file, dir.path()).unwrap();
        assert!(report.passed(), "{report}");
        let page_level = EXTRACTORS.iter().filter(|info| info.needs == Needs::PAGE).count();
        assert!(report.checks.len() >= page_level - 1);
        let all_text = report.checks.iter().find(|check| check.system == "all_text").unwrap();
        assert!(all_text.measured.unwrap().word_f1 > 0.9);

        let pinned = std::fs::read_to_string(&file).unwrap();
        assert!(pinned.contains("pages = 3\nevery = 2\n"), "{pinned}");
        let line = pinned.lines().find(|line| line.starts_with("all_text")).unwrap();
        for other in ["0.5000", "1.0000"] {
            let moved = format!("all_text = {{ word_f1 = {other}, bag_of_words = {other} }}");
            std::fs::write(&file, pinned.replace(line, &moved)).unwrap();
            let report = check(&file, dir.path()).unwrap();
            assert!(
                !report.passed() && report.to_string().contains("all_text on small: word F1"),
                "{report}"
            );
        }
    }

    #[test]
    fn systems_and_pages_that_come_or_go_fail() {
        let (dir, file) = folder();
        pin(&file, dir.path()).unwrap();
        let pinned = std::fs::read_to_string(&file).unwrap();
        let without = pinned.replace("all_text =", "gone =").replace("pages = 3", "pages = 4");
        std::fs::write(&file, without).unwrap();
        let text = check(&file, dir.path()).unwrap().to_string();
        for part in
            ["small: 3 pages, pinned 4", "all_text on small: not pinned", "gone on small: pinned, but"]
        {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn errors_name_the_file() {
        let (dir, file) = folder();
        assert!(matches!(check(&dir.path().join("none.toml"), dir.path()), Err(GateError::Io { .. })));
        std::fs::write(&file, "epsilon = true").unwrap();
        let message = check(&file, dir.path()).unwrap_err().to_string();
        assert!(message.contains("gate.toml"), "{message}");
    }
}
