//! `debulha-lab eval --reliability`: how far a system's probabilities can be believed.

use crate::files;
use anyhow::Result;
use debulha_compare::System;
use debulha_corpus::Corpus;
use debulha_corpus::corpus_pages::CorpusPages;
use debulha_eval::calibration::{Reliability, of_pages, of_words};
use debulha_eval::plot::reliability::diagram;
use debulha_eval::report::Evaluation;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Files begin with this path, and go on with corpus, system and what is weighed.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Probabilities")]
pub(super) struct CalibrationArgs {
    /// Measure and plot the calibration of the systems' probabilities
    ///
    /// PREFIX-CORPUS-SYSTEM-words.svg plots the probability of kept words against the share of them that is gold,
    /// -pages.svg the expected F1 of pages against their word F1.
    #[arg(long, value_name = "PREFIX")]
    reliability: Option<PathBuf>,
}

impl CalibrationArgs {
    /// Measures the systems of an evaluation that have scores or confidences; a line each, for people.
    pub(super) fn publish(
        &self,
        corpus: &Corpus,
        evaluation: &Evaluation<'_>,
        systems: &[System],
    ) -> Result<String> {
        let mut out = String::new();
        let Some(prefix) = &self.reliability else { return Ok(out) };
        let pages = CorpusPages::new(vec![corpus]);
        for evaluated in &evaluation.systems {
            let name = &evaluated.scores.system;
            if let Some(system) = systems.iter().find(|system| system.name() == name) {
                let run: HashSet<&str> = evaluated.rows.iter().map(|row| row.page.as_str()).collect();
                let wanted = |place: usize| run.contains(corpus.pages()[place].id.as_str());
                if let Some(found) = of_words(corpus, system, &wanted, &pages)? {
                    let axes = ["probability of kept words", "share that is gold"];
                    draw(prefix, corpus, name, "words", axes, &found, &mut out)?;
                }
            }
            if let Some(found) = of_pages(corpus, &evaluated.rows) {
                draw(prefix, corpus, name, "pages", ["expected F1", "word F1"], &found, &mut out)?;
            }
        }
        if out.is_empty() {
            out.push_str("no system gives probabilities\n");
        }
        Ok(out)
    }
}

fn draw(
    prefix: &Path,
    corpus: &Corpus,
    system: &str,
    unit: &str,
    axes: [&str; 2],
    found: &Reliability,
    out: &mut String,
) -> Result<()> {
    let title = format!("{system}, {}", corpus.name());
    files::write(
        &beside(prefix, &[corpus.name(), system, unit], "svg"),
        &diagram(&title, axes, unit, found),
    )?;
    let number = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:+.4}"));
    let error = found.expected_error().map_or("-".to_owned(), |error| format!("{error:.4}"));
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{title}: {:.0} {unit}, ECE {error}, bias {}\n{:>9} {:>12} {:>9} {:>9}",
        found.weight(),
        number(found.bias()),
        "bin",
        unit,
        "predicted",
        "observed"
    );
    for bin in found.bins() {
        let _ = writeln!(
            out,
            "{:>9.1} {:>12.0} {:>9.4} {:>9.4}",
            bin.from, bin.weight, bin.predicted, bin.observed
        );
    }
    Ok(())
}

/// A file of this prefix whose name goes on with the parts.
pub(super) fn beside(prefix: &Path, parts: &[&str], extension: &str) -> PathBuf {
    let clean = |part: &&str| -> String {
        part.chars().map(|c| if c.is_alphanumeric() || "._=(),".contains(c) { c } else { '_' }).collect()
    };
    let name: Vec<String> = parts.iter().map(clean).collect();
    let mut path = prefix.as_os_str().to_owned();
    path.push(format!("-{}.{extension}", name.join("-")));
    path.into()
}
