//! The result of an experiment in words: lines for a terminal, and the page `docs/reproduce/<id>.md`.

use std::fmt::{self, Write as _};

use super::{F1Kind, Numbers, Outcome, Reproduction, Row, Verdict};
use crate::metrics::Prf;

impl Verdict {
    fn word(&self) -> &'static str {
        match self {
            Verdict::Ok => "OK",
            Verdict::Explained => "OK, gap explained",
            Verdict::Off(_) => "OFF",
        }
    }
}

impl fmt::Display for Reproduction {
    /// A line for each row, OFF rows with the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.experiment.id, self.experiment.title)?;
        let width = self.experiment.row.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
        writeln!(f, "  {:width$}  published P/R/F1     ours P/R/F1", "")?;
        for (row, outcome) in self.rows() {
            write!(
                f,
                "  {:width$}  {:18}  {:.4} {:.4} {:.4}  {}",
                row.label,
                numbers(row.published, " "),
                outcome.measured.precision,
                outcome.measured.recall,
                outcome.measured.f1,
                outcome.verdict.word()
            )?;
            match &outcome.verdict {
                Verdict::Off(reason) => writeln!(f, ": {reason}")?,
                _ => writeln!(f)?,
            }
        }
        Ok(())
    }
}

impl Reproduction {
    /// Name of the page below `docs/reproduce`: the id with `-` for `/`.
    pub fn page_name(&self) -> String {
        format!("{}.md", self.experiment.id.replace('/', "-"))
    }

    fn rows(&self) -> impl Iterator<Item = (&Row, &Outcome)> {
        self.experiment.row.iter().zip(&self.outcomes)
    }

    /// The page: what was done, with which command on which data, the table, and every gap.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_markdown(&mut out);
        out
    }

    fn write_markdown(&self, out: &mut String) -> fmt::Result {
        let experiment = &self.experiment;
        let id = &experiment.id;
        let key = id.split('/').next().unwrap_or(id);
        let metric = experiment.metric.id();
        writeln!(out, "<!-- written by `debulha reproduce {id}`; edit experiments/{id}.toml -->")?;
        writeln!(out, "# {}\n\n{}\n", experiment.title, experiment.about.trim())?;
        writeln!(out, "Source: `{key}` in [references.bib](../../references.bib).\n")?;
        writeln!(out, "```sh\ndebulha reproduce {id}\n```\n")?;
        let f1 = match experiment.f1 {
            F1Kind::MeanOfPages => "",
            F1Kind::OfMeans => "; F1 is that of the mean precision and the mean recall",
        };
        let anchor = metric.replace('_', "-");
        writeln!(
            out,
            "Metric: [{metric}](../metrics.md#{anchor}), means over pages{f1}. Published and ours may differ by"
        )?;
        writeln!(out, "{} without a word; everything else is explained below.\n", experiment.tolerance)?;
        writeln!(out, "| data | pages | digest of the labels |\n|---|---|---|")?;
        for dataset in &experiment.dataset {
            writeln!(out, "| {} | {} | `{}` |", dataset.name, dataset.pages, dataset.digest)?;
        }
        self.write_table(out)?;
        let gaps: Vec<(&str, &str)> =
            self.rows().filter_map(|(row, _)| Some((row.label.as_str(), row.gap.as_deref()?))).collect();
        if !gaps.is_empty() {
            writeln!(out, "\n## Gaps\n")?;
        }
        for (label, gap) in gaps {
            writeln!(out, "- **{label}**: {}", gap.trim())?;
        }
        Ok(())
    }

    fn write_table(&self, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "\n| row | system | data | pages | published P / R / F1 | ours P / R / F1 | F1 apart | |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|")?;
        for (row, outcome) in self.rows() {
            let data = match &row.sites {
                Some(sites) => format!("{}, sites `{sites}*`", row.dataset),
                None => row.dataset.clone(),
            };
            let Prf { precision, recall, f1 } = outcome.measured;
            let apart =
                row.published.f1.map_or("–".to_owned(), |published| format!("{:+.3}", f1 - published));
            writeln!(
                out,
                "| {} | `{}` | {data} | {} | {} | {precision:.4} / {recall:.4} / {f1:.4} | {apart} | {} |",
                row.label,
                outcome.system.replace('|', "\\|"),
                outcome.pages,
                numbers(row.published, " / "),
                outcome.verdict.word()
            )?;
        }
        Ok(())
    }
}

/// The page `docs/reproduce/README.md`: all experiments with how their rows came out.
pub fn index(reproductions: &[Reproduction]) -> String {
    let mut out = String::from(
        "<!-- written by `debulha reproduce --all` -->\n# Reproductions\n\nTables of publications, and of second \
         implementations, run again. What the files say and where the corpora come from:\n\
         [experiments/README.md](../../experiments/README.md).\n\n\
         ```sh\ndebulha reproduce --all\n```\n\n| experiment | rows | within the tolerance | gap explained |\n\
         |---|---|---|---|\n",
    );
    for reproduction in reproductions {
        let count = |verdict: &Verdict| {
            reproduction.outcomes.iter().filter(|outcome| outcome.verdict == *verdict).count()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| [{}]({}) | {} | {} | {} |",
            reproduction.experiment.title,
            reproduction.page_name(),
            reproduction.outcomes.len(),
            count(&Verdict::Ok),
            count(&Verdict::Explained)
        );
    }
    out
}

/// The numbers as printed in the source, `–` for those that it does not give.
fn numbers(numbers: Numbers, separator: &str) -> String {
    [numbers.precision, numbers.recall, numbers.f1]
        .map(|number| number.map_or("–".to_owned(), |number| number.to_string()))
        .join(separator)
}
