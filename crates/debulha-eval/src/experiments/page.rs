//! The result of an experiment in words: lines for a terminal, and the page `docs/reproduce/<id>.md`.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::answer_systems;
use super::{
    Dataset, ExperimentRow, F1Kind, MeanRow, Reproduction, RowNumbers, RowOutcome, RowVerdict, SiteAreas,
    SiteNodes, SiteOutcome,
};
use debulha_compare::metrics::Prf;
use debulha_corpus::Gold;

impl fmt::Display for Reproduction {
    /// A line for each number, OFF ones with the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.experiment.id, self.experiment.title)?;
        let means = self.means().map(|(mean, outcome)| (mean.label.as_str(), mean.published, outcome));
        let rows = self.rows().map(|(row, outcome)| (row.label.as_str(), row.published, outcome));
        let lines: Vec<(&str, RowNumbers, &RowOutcome)> = rows.chain(means).collect();
        let width = lines.iter().map(|(label, ..)| label.chars().count()).max().unwrap_or(0);
        if !lines.is_empty() {
            writeln!(f, "  {:width$}  published P/R/F1     ours P/R/F1", "")?;
        }
        for (label, published, outcome) in lines {
            write!(f, "  {label:width$}  {:18}  ", numbers(published, " "))?;
            write_outcome(f, outcome)?;
        }
        for (effect, outcome) in self.experiment.effect.iter().zip(&self.effects) {
            write!(f, "  {}: {}", effect.what, if outcome.agrees { "yes" } else { "no" })?;
            match &outcome.verdict {
                RowVerdict::Off(reason) => writeln!(f, "  OFF: {reason}")?,
                _ => writeln!(f)?,
            }
        }
        let sweeps = self.experiment.sweep.iter().map(|sweep| &sweep.title).zip(&self.sweeps);
        let points = self.experiment.points.iter().map(|points| &points.title).zip(&self.points);
        for (title, outcomes) in sweeps.chain(points) {
            writeln!(f, "  {title}")?;
            for outcome in outcomes {
                write!(f, "    {:40}  ", outcome.system)?;
                write_outcome(f, outcome)?;
            }
        }
        for (table, outcomes) in self.experiment.blocks.iter().zip(&self.blocks) {
            writeln!(f, "  {}, means over {} sites", table.title, table.sites.len())?;
            for (row, outcome) in table.row.iter().zip(outcomes) {
                write!(f, "    {:40}  ", row.label)?;
                write_outcome(f, &outcome.mean)?;
            }
        }
        for (table, outcomes) in self.experiment.template_classifier.iter().zip(&self.template_classifier) {
            writeln!(f, "  {}: text F1, then P/R/F1 of template nodes", table.title)?;
            for (row, outcome) in table.row.iter().zip(outcomes) {
                write!(f, "    {:40}  {:.4}  ", row.label, outcome.text_f1)?;
                write_outcome(f, &outcome.nodes)?;
            }
        }
        for (table, outcomes) in self.experiment.trained_system.iter().zip(&self.trained_system) {
            writeln!(f, "  {}", table.title)?;
            for (row, outcome) in table.row.iter().zip(outcomes) {
                write!(f, "    {:40}  ", row.label)?;
                write_outcome(f, &outcome.all)?;
            }
        }
        for record in self.drawn_times.iter().flatten() {
            let seconds = record.rendering.as_ref().map(|times| times.seconds);
            let (pages, algorithm) = (record.algorithm.pages, record.algorithm.seconds);
            writeln!(
                f,
                "  {pages} pages now, seconds of one thread: {:.3} reading, {algorithm:.3}",
                record.reading
            )?;
            seconds.map_or(Ok(()), |seconds| writeln!(f, "    rendering {seconds:.3}"))?;
        }
        for (timing, record) in self.experiment.time.iter().zip(&self.times) {
            writeln!(f, "  {}: {} pages now, seconds of one thread", timing.title, record.pages)?;
            writeln!(f, "    reading {:.3}, parsing {:.3}", record.reading, record.parsing)?;
            for (id, times) in &record.systems {
                let (algorithm, median, p95) = (times.algorithm, times.median, times.p95);
                writeln!(f, "    {id}: {algorithm:.3}; median page {median:.3} ms, 95 % {p95:.3} ms")?;
            }
        }
        for (count, outcomes) in self.experiment.template_nodes.iter().zip(&self.template_nodes) {
            writeln!(f, "  {}: nodes, template nodes, %", count.title)?;
            for SiteOutcome { site, counted, verdict } in outcomes {
                let SiteNodes(_, nodes, template) = counted;
                write!(f, "    {site:30}  {nodes:7} {template:7}  {:5.2}  ", counted.per_cent())?;
                write_verdict(f, verdict)?;
            }
        }
        for (areas, outcomes) in self.experiment.element_areas.iter().zip(&self.element_areas) {
            writeln!(f, "  {}: elements, quartiles of their areas", areas.title)?;
            for SiteAreas { site, measured, verdict, .. } in outcomes {
                let [first, second, third] = measured.quartiles;
                write!(f, "    {site:30}  {:7}  {first:8.0} {second:8.0} {third:8.0}  ", measured.elements)?;
                write_verdict(f, verdict)?;
            }
        }
        for (nodes, scored) in self.experiment.node_classification.iter().zip(&self.node_classification) {
            writeln!(f, "  {}: content P/R/F1 of held-out nodes by row, by page", nodes.title)?;
            for of in scored.all() {
                let [by_row, by_page] = [of.scores.by_row, of.scores.by_page].map(|counts| {
                    let Prf { precision, recall, f1 } = counts.confusion().content();
                    format!("{precision:.3} {recall:.3} {f1:.3}")
                });
                write!(f, "    {:30}  {by_row}  {by_page}  ", of.site)?;
                write_verdict(f, &of.verdict)?;
            }
        }
        Ok(())
    }
}

fn write_outcome(f: &mut fmt::Formatter<'_>, outcome: &RowOutcome) -> fmt::Result {
    let Prf { precision, recall, f1 } = outcome.measured;
    write!(f, "{precision:.4} {recall:.4} {f1:.4}  ")?;
    write_verdict(f, &outcome.verdict)
}

fn write_verdict(f: &mut fmt::Formatter<'_>, verdict: &RowVerdict) -> fmt::Result {
    write!(f, "{}", verdict.word())?;
    match verdict {
        RowVerdict::Off(reason) => writeln!(f, ": {reason}"),
        _ => writeln!(f),
    }
}

impl Reproduction {
    /// Name of the page below `docs/reproduce`: the id with `-` for `/`.
    pub fn page_name(&self) -> String {
        format!("{}.md", self.experiment.id.replace('/', "-"))
    }

    fn rows(&self) -> impl Iterator<Item = (&ExperimentRow, &RowOutcome)> {
        self.experiment.row.iter().zip(&self.outcomes)
    }

    fn means(&self) -> impl Iterator<Item = (&MeanRow, &RowOutcome)> {
        self.experiment.mean.iter().zip(&self.means)
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
        writeln!(out, "<!-- written by `debulha-lab reproduce {id}`; edit experiments/{id}.toml -->")?;
        writeln!(out, "# {}\n\n{}\n", experiment.title, experiment.about.trim())?;
        writeln!(out, "Source: `{key}` in [references.bib](../../references.bib).\n")?;
        let is_drawn = |dataset: &&Dataset| dataset.records.is_some();
        writeln!(out, "```sh")?;
        let made_by: BTreeSet<&str> =
            experiment.dataset.iter().filter_map(|of| of.made_by.as_deref()).collect();
        for command in made_by {
            writeln!(out, "{command}")?;
        }
        let is_generated = |dataset: &&Dataset| dataset.made_by.is_some();
        for Dataset { name, .. } in experiment.dataset.iter().filter(|of| is_drawn(of) && !is_generated(of)) {
            writeln!(out, "debulha render $DEBULHA_DATA/{name}/pages -o layouts/{name}")?;
        }
        let layout = if experiment.dataset.iter().any(|dataset| is_drawn(&dataset)) {
            " --layout layouts"
        } else {
            ""
        };
        writeln!(out, "debulha-lab reproduce {id}{layout}\n```\n")?;
        self.write_metric(out)?;
        writeln!(out, "| data | pages | digest of the labels |\n|---|---|---|")?;
        for dataset in &experiment.dataset {
            let gold = match dataset.gold {
                Gold::Text => "",
                Gold::Records => ", gold from its records",
                Gold::Fields => ", gold from its fields",
                Gold::Values => ", gold from its values",
            };
            let drawn = dataset.records.map_or(String::new(), |records| format!(", {records} rendered"));
            writeln!(out, "| {}{gold} | {}{drawn} | `{}` |", dataset.name, dataset.pages, dataset.digest)?;
        }
        self.write_table(out)?;
        let rows = experiment.row.iter().map(|row| (&*row.label, row.gap.as_deref(), &*row.explained_by));
        let means =
            experiment.mean.iter().map(|mean| (&*mean.label, mean.gap.as_deref(), &*mean.explained_by));
        if rows.clone().chain(means.clone()).any(|(_, gap, _)| gap.is_some()) {
            writeln!(out, "\n## Gaps")?;
        }
        write_gaps(out, rows.chain(means))?;
        self.write_effects(out)?;
        for (count, outcomes) in experiment.template_nodes.iter().zip(&self.template_nodes) {
            count.write(out, outcomes)?;
        }
        for (areas, outcomes) in experiment.element_areas.iter().zip(&self.element_areas) {
            areas.write(out, outcomes)?;
        }
        for (nodes, scored) in experiment.node_classification.iter().zip(&self.node_classification) {
            if !nodes.wrapper {
                nodes.write(out, scored)?;
            }
        }
        let sections = experiment.node_classification.iter().zip(&self.node_classification);
        answer_systems::write(out, sections.filter(|(nodes, _)| nodes.wrapper))?;
        let classifiers = experiment.template_classifier.iter().zip(&self.template_classifier);
        for ((table, outcomes), tested) in classifiers.zip(&self.template_pages) {
            table.write(out, outcomes, tested, experiment.tolerance)?;
        }
        for (table, outcomes) in experiment.trained_system.iter().zip(&self.trained_system) {
            table.write(out, outcomes, experiment.tolerance)?;
        }
        self.write_block_tables(out)?;
        self.write_charts(out)
    }

    /// How numbers are made, where there are any beside times.
    fn write_metric(&self, out: &mut String) -> fmt::Result {
        let experiment = &self.experiment;
        if self.judged_texts().next().is_none() {
            return Ok(());
        }
        let metric = experiment.metric.id();
        let anchor = metric.replace('_', "-");
        let f1 = match experiment.f1 {
            F1Kind::MeanOfPages => "",
            F1Kind::OfMeans => "; F1 is that of the mean precision and the mean recall",
        };
        write!(out, "Metric: [{metric}](../metrics.md#{anchor}), means over pages{f1}.")?;
        if self.outcomes.is_empty() {
            return writeln!(out, "\n");
        }
        writeln!(out, " Published and ours may differ by")?;
        writeln!(out, "{}; larger gaps are stated below.\n", experiment.tolerance)
    }

    fn write_table(&self, out: &mut String) -> fmt::Result {
        if self.outcomes.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\n| row | system | data | pages | published P / R / F1 | ours P / R / F1 | F1 apart | |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|")?;
        for (row, outcome) in self.rows() {
            let part =
                |part: &Option<String>| part.as_ref().map(|name| format!(", `{name}`")).unwrap_or_default();
            let data = format!("{}{}{}", row.dataset.join(", "), part(&row.sites), part(&row.hosts));
            write_row(out, &row.label, &data, row.published, outcome)?;
        }
        for (mean, outcome) in self.means() {
            let rows = if mean.rows.is_empty() { self.outcomes.len() } else { mean.rows.len() };
            write_row(out, &mean.label, &format!("{rows} rows above"), mean.published, outcome)?;
        }
        Ok(())
    }
}

/// The heading of a section and what it shows.
pub(super) fn write_heading(out: &mut String, title: &str, about: &str) -> fmt::Result {
    writeln!(out, "\n## {title}\n")?;
    if !about.is_empty() {
        writeln!(out, "{}\n", about.trim())?;
    }
    Ok(())
}

/// Three cells: published numbers, ours, and how far F1 is apart.
pub(super) fn compared(published: RowNumbers, digits: usize, measured: Prf) -> String {
    let Prf { precision, recall, f1 } = measured;
    let printed = [published.precision, published.recall, published.f1]
        .map(|number| number.map_or("–".to_owned(), |number| format!("{number:.digits$}")));
    let apart = published.f1.map_or("–".to_owned(), |published| format!("{:+.3}", f1 - published));
    format!("{} | {precision:.4} / {recall:.4} / {f1:.4} | {apart}", printed.join(" / "))
}

/// Why numbers are apart and what measures the reason, by the label of the row.
pub(super) fn write_gaps<'g>(
    out: &mut String,
    gaps: impl Iterator<Item = (&'g str, Option<&'g str>, &'g [String])>,
) -> fmt::Result {
    let stated = gaps.filter_map(|(label, gap, explained_by)| Some((label, gap?, explained_by)));
    for (place, (label, gap, explained_by)) in stated.enumerate() {
        if place == 0 {
            writeln!(out)?;
        }
        write!(out, "- **{label}**: {}", gap.trim())?;
        if !explained_by.is_empty() {
            let measured: Vec<String> = explained_by.iter().map(|name| format!("*{name}*")).collect();
            write!(out, " Measured by: {}.", measured.join("; "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_row(
    out: &mut String,
    label: &str,
    data: &str,
    published: RowNumbers,
    outcome: &RowOutcome,
) -> fmt::Result {
    let Prf { precision, recall, f1 } = outcome.measured;
    let apart = published.f1.map_or("–".to_owned(), |published| format!("{:+.3}", f1 - published));
    writeln!(
        out,
        "| {label} | `{}` | {data} | {} | {} | {precision:.4} / {recall:.4} / {f1:.4} | {apart} | {} |",
        outcome.system.replace('|', "\\|"),
        outcome.pages,
        numbers(published, " / "),
        outcome.verdict.word()
    )
}

/// The page `docs/reproduce/README.md`: all experiments with how their rows came out.
pub fn index(reproductions: &[Reproduction]) -> String {
    let mut out = String::from(
        "<!-- written by `debulha-lab reproduce --all` -->\n# Reproductions\n\nTables of publications, and of second \
         implementations, run again. What the files say and where the corpora come from:\n\
         [experiments/README.md](../../experiments/README.md). Which table and figure of the five documents is where:\n\
         [documents.md](../documents.md).\n\n\
         ```sh\ndebulha-lab reproduce --all --layout layouts\n```\n\n\
         Rows of tables, by how ours compare with the published numbers:\n\n\
         - *within the tolerance*: published, and ours is no further away than the tolerance of the experiment;\n\
         - *gap explained*: published, ours is further away, and a measurement that the page names shows the reason;\n\
         - *gap unexplained*: published, ours is further away, and no measurement shows why. Most such rows are on other pages\n  \
           than the source's;\n\
         - *ours alone*: no published number. The row is pinned, so that a change shows.\n\n\
         *Effects* are orders of rows that the source states, which other pages can confirm or refute: how many of them agree.\n\
         Values of charts are pinned too, and not counted.\n\n\
         | experiment | within the tolerance | gap explained | gap unexplained | ours alone | effects that agree | charts |\n\
         |---|---:|---:|---:|---:|---:|---|\n",
    );
    let mut total = ([0; 4], 0, 0);
    for reproduction in reproductions {
        let counts =
            [RowVerdict::Within, RowVerdict::Explained, RowVerdict::Unexplained, RowVerdict::OursAlone]
                .map(|verdict| reproduction.table_verdicts().filter(|of| **of == verdict).count());
        let (agreeing, effects) = (reproduction.agreeing(), reproduction.effects.len());
        total = (std::array::from_fn(|at| total.0[at] + counts[at]), total.1 + agreeing, total.2 + effects);
        let charts = reproduction.charts().into_iter().enumerate();
        let charts: Vec<String> = charts.map(|(i, (name, _))| format!("[{}]({name})", i + 1)).collect();
        let (title, page) = (&reproduction.experiment.title, reproduction.page_name());
        write_counts(&mut out, &format!("[{title}]({page})"), counts, (agreeing, effects), &charts.join(" "));
    }
    write_counts(&mut out, "**total**", total.0, (total.1, total.2), "");
    out
}

fn write_counts(
    out: &mut String,
    name: &str,
    [within, explained, unexplained, alone]: [usize; 4],
    (agreeing, effects): (usize, usize),
    charts: &str,
) {
    let effects = if effects == 0 { "–".to_owned() } else { format!("{agreeing} of {effects}") };
    // Writing to a string cannot fail.
    let _ =
        writeln!(out, "| {name} | {within} | {explained} | {unexplained} | {alone} | {effects} | {charts} |");
}

/// The numbers as printed in the source, `–` for those that it does not give.
fn numbers(numbers: RowNumbers, separator: &str) -> String {
    [numbers.precision, numbers.recall, numbers.f1]
        .map(|number| number.map_or("–".to_owned(), |number| number.to_string()))
        .join(separator)
}
