//! Word F1 of every system on every corpus with gold texts: `docs/scores.md`.

use anyhow::{Context, Result, ensure};
use debulha_compare::System;
use debulha_compare::metrics::Prf;
use debulha_compare::stats::mean;
use debulha_core::extractor::Needs;
use debulha_core::{ParamMap, classify::model::Model};
use debulha_corpus::{Corpus, TRUTH_FILE};
use debulha_eval::runner::{RunOptions, run_in_memory};
use debulha_eval::score::{Metric, score_run};
use debulha_systems::extractors::EXTRACTORS;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// A corpus with the scores of every system, in the order of the registry.
struct Column {
    name: String,
    pages: usize,
    digest: String,
    /// `None` for a system that has learned from the corpus.
    scores: Vec<Option<Prf>>,
}

/// Stands for a score on what a system has learned from.
const LEARNED: &str = "†";

/// What [`LEARNED`] means.
const LEARNED_NOTE: &str = "† The model inside the library has learned from these pages. Its scores by cross-validation \
    over sites are on the [flagship's page](flagship.md). Its mean is over the other corpora.\n";

/// Names of the corpora that a system's own model has learned from.
fn learned_from(id: &str) -> Result<Vec<String>> {
    match debulha_core::extractors::debulha::shipped() {
        Some(bytes) if id == "debulha" => {
            Ok(Model::from_bytes(bytes)?.card.data.into_iter().map(|set| set.name).collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// Runs all systems that need nothing but a page over all corpora below `data` that have gold texts.
pub(crate) fn write(root: &Path, data: &Path) -> Result<()> {
    let ids: Vec<&str> =
        EXTRACTORS.iter().filter(|info| info.needs == Needs::PAGE).map(|info| info.id).collect();
    let systems = ids.iter().map(|id| System::new(id, &ParamMap::new())).collect::<Result<Vec<_>, _>>()?;
    let learned = ids.iter().map(|id| learned_from(id)).collect::<Result<Vec<_>>>()?;
    let mut folders: Vec<_> = fs::read_dir(data)
        .with_context(|| data.display().to_string())?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    folders.sort();
    let mut columns = Vec::new();
    for folder in folders.into_iter().filter(|folder| folder.join(TRUTH_FILE).is_file()) {
        let corpus = Corpus::open(folder)?;
        if corpus.pages().iter().any(|page| page.text.is_some()) {
            let is_learned: Vec<bool> =
                learned.iter().map(|names| names.iter().any(|name| name == corpus.name())).collect();
            columns.push(Column::measure(&corpus, &systems, &is_learned)?);
            println!("{}: {} pages", corpus.name(), corpus.pages().len());
        }
    }
    ensure!(!columns.is_empty(), "no corpus with gold texts in {}", data.display());
    let mut order: Vec<usize> = (0..ids.len()).collect();
    let over_corpora = |system: &usize| {
        mean(columns.iter().filter_map(|column| column.scores[*system].map(|score| score.f1)))
    };
    order.sort_by(|a, b| over_corpora(b).partial_cmp(&over_corpora(a)).unwrap_or(std::cmp::Ordering::Equal));
    let cells = order.iter().map(|&place| {
        let f1 = columns
            .iter()
            .map(|column| column.scores[place].map_or_else(|| LEARNED.to_owned(), |score| short(score.f1)));
        let mean = short(over_corpora(&place).unwrap_or_default());
        let id = ids[place];
        format!("| [{id}](algorithms/{id}.md) | {} | {mean} |", f1.collect::<Vec<_>>().join(" | "))
    });
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let head =
        format!("| system | {} | mean |\n|---|{}---:|", names.join(" | "), "---:|".repeat(names.len()));
    let table = format!("{head}\n{}\n\n{LEARNED_NOTE}", cells.collect::<Vec<_>>().join("\n"));
    fs::write(root.join("docs/scores.md"), page(&columns, &ids, &order, &table, &today()))?;
    println!("docs/scores.md written");
    Ok(())
}

impl Column {
    fn measure(corpus: &Corpus, systems: &[System], is_learned: &[bool]) -> Result<Self> {
        let runs = run_in_memory(corpus, systems, &RunOptions::default(), &|| ())?;
        let scores = runs.iter().zip(is_learned).map(|(rows, &is_learned)| {
            if is_learned {
                return Ok(None);
            }
            let scores = score_run(corpus, rows, &[Metric::WordF1])?;
            let part = |column: &str| scores.overall(column).map_or(0.0, |summary| summary.value);
            Ok(Some(Prf {
                precision: part("word_f1.precision"),
                recall: part("word_f1.recall"),
                f1: part("word_f1.f1"),
            }))
        });
        Ok(Self {
            name: corpus.name().to_owned(),
            pages: corpus.pages().iter().filter(|page| page.text.is_some()).count(),
            digest: corpus.digest().to_owned(),
            scores: scores.collect::<Result<_>>()?,
        })
    }
}

fn page(columns: &[Column], ids: &[&str], order: &[usize], table: &str, date: &str) -> String {
    let mut page = format!(
        "<!-- written by `cargo xtask scores` -->\n# Scores\n\n[Word F1](metrics.md#word-f1) of every system with its \
         defaults on every corpus with gold texts, means over pages, {date}:\n\n```sh\n\
         cargo xtask scores\n```\n\nThe last column is the mean over the corpora, each counting \
         once. [Where the corpora come from](guides/corpora.md).\nEach Chinese character counts as a \
         word.\n\n{table}\n## Precision and recall\n"
    );
    // Writing to a string cannot fail.
    for column in columns {
        let _ = writeln!(
            page,
            "\n### {}\n\n{} pages, labels `{}`.\n\n| system | P | R | F1 |\n|---|---:|---:|---:|",
            column.name, column.pages, column.digest
        );
        for &place in order {
            let Some(Prf { precision, recall, f1 }) = column.scores[place] else { continue };
            let _ = writeln!(page, "| `{}` | {precision:.4} | {recall:.4} | {f1:.4} |", ids[place]);
        }
    }
    page
}

/// `page` with `text` between two marks; `None` where it lacks them.
pub(crate) fn between(page: &str, begin: &str, end: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}{text}{end}{after}"))
}

/// Three decimals without the leading zero.
pub(crate) fn short(share: f64) -> String {
    let text = format!("{share:.3}");
    text.strip_prefix('0').map_or_else(|| text.clone(), str::to_owned)
}

/// The date in UTC, as year-month-day.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after 1970-01-01.
fn date(mut days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let days = [0, 58, 59, 11_016, 11_017, 20_777];
        let dates = ["1970-01-01", "1970-02-28", "1970-03-01", "2000-02-29", "2000-03-01", "2026-11-20"];
        assert_eq!(days.map(date), dates);
    }

    #[test]
    fn text_stands_between_its_marks() {
        assert_eq!(between("a<b>old<e>c", "<b>", "<e>", "new").as_deref(), Some("a<b>new<e>c"));
        assert_eq!(between("a<b>old", "<b>", "<e>", "new"), None);
    }

    #[test]
    fn shares_are_short() {
        assert_eq!([0.8287, 1.0, 0.0004].map(short), [".829", "1.000", ".000"]);
    }
}
