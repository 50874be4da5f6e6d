//! The charts of an experiment: sweeps, points, and histograms of the recorded times.

use std::fmt::{self, Write as _};

use debulha_systems::extractors::find;
use serde_json::Value;

use super::page::write_heading;
use super::time::{FIRST_POWER, ROUNDS, histogram};
use super::{DrawnTiming, Points, PublishedBars, Reproduction, RowOutcome, SweepCurve, TimeRecord, Timing};
use crate::plot::ChartPoint;
use crate::plot::figure::{Bars, Lines, precision_recall_file};

/// A file beside the page, and its title.
struct Chart {
    name: String,
    title: String,
    svg: String,
}

impl Reproduction {
    /// The charts beside the page: names of files below `docs/reproduce` and their contents.
    ///
    /// Those of times show what is recorded, not what was measured now.
    pub fn charts(&self) -> Vec<(String, String)> {
        self.draw().into_iter().map(|chart| (chart.name, chart.svg)).collect()
    }

    fn draw(&self) -> Vec<Chart> {
        let experiment = &self.experiment;
        let sweeps = experiment.sweep.iter().zip(&self.sweeps);
        let points = experiment.points.iter().zip(&self.points);
        let drawn = sweeps.map(|(sweep, outcomes)| (sweep.title.clone(), sweep.chart(outcomes)));
        let drawn =
            drawn.chain(points.map(|(points, outcomes)| (points.title.clone(), points.chart(outcomes))));
        let drawn = drawn.chain(experiment.time.iter().flat_map(Timing::charts));
        let drawn = drawn.chain(experiment.bars.iter().map(|bars| (bars.title.clone(), bars.svg())));
        let nodes = experiment.node_classification.iter().zip(&self.node_classification);
        let drawn = drawn.chain(nodes.flat_map(|(nodes, classified)| nodes.charts(classified)));
        let drawn = drawn.chain(self.block_charts());
        let timed = experiment.trained_system.iter().filter_map(|table| table.time.as_ref());
        let drawn = drawn.chain(timed.flat_map(DrawnTiming::charts));
        let areas = experiment.element_areas.iter().zip(&self.element_areas);
        let drawn = drawn.chain(areas.flat_map(|(areas, outcomes)| areas.drawn(outcomes)));
        let stem = experiment.id.replace('/', "-");
        drawn
            .enumerate()
            .map(|(i, (title, svg))| Chart { name: format!("{stem}-{}.svg", i + 1), title, svg })
            .collect()
    }

    /// The section of the page for each chart.
    pub(super) fn write_charts(&self, out: &mut String) -> fmt::Result {
        let experiment = &self.experiment;
        let mut charts = self.draw().into_iter();
        for sweep in &experiment.sweep {
            write_section(out, charts.next(), &sweep.about)?;
            writeln!(out, "`{}`, {} pages.", sweep.system, sweep.dataset)?;
        }
        for (points, outcomes) in experiment.points.iter().zip(&self.points) {
            write_section(out, charts.next(), &points.about)?;
            write_points(out, outcomes)?;
        }
        for timing in &experiment.time {
            timing.write(out)?;
            for chart in charts.by_ref().take(timing.charts().len()) {
                writeln!(out, "\n![{}]({})", chart.title, chart.name)?;
            }
        }
        for bars in &experiment.bars {
            write_section(out, charts.next(), &bars.about)?;
        }
        for (nodes, classified) in experiment.node_classification.iter().zip(&self.node_classification) {
            for chart in charts.by_ref().take(nodes.charts(classified).len()) {
                write_section(out, Some(chart), "")?;
            }
        }
        for chart in experiment.blocks.iter().flat_map(|table| &table.chart) {
            write_section(out, charts.next(), &chart.about)?;
        }
        for timing in experiment.trained_system.iter().filter_map(|table| table.time.as_ref()) {
            timing.write(out)?;
            for chart in charts.by_ref().take(timing.charts().len()) {
                writeln!(out, "\n![{}]({})", chart.title, chart.name)?;
            }
        }
        for chart in charts {
            writeln!(out, "\n![{}]({})", chart.title, chart.name)?;
        }
        Ok(())
    }
}

fn write_section(out: &mut String, chart: Option<Chart>, about: &str) -> fmt::Result {
    let Some(chart) = chart else { return Ok(()) };
    writeln!(out, "\n## {}\n\n![{0}]({})\n", chart.title, chart.name)?;
    if !about.is_empty() {
        writeln!(out, "{}\n", about.trim())?;
    }
    Ok(())
}

fn write_points(out: &mut String, outcomes: &[RowOutcome]) -> fmt::Result {
    writeln!(out, "| | system | P | R | F1 |\n|---:|---|---|---|---|")?;
    for (i, outcome) in by_f1(outcomes).into_iter().enumerate() {
        let numbers = outcome.measured;
        writeln!(
            out,
            "| {} | `{}` | {:.4} | {:.4} | {:.4} |",
            i + 1,
            outcome.system,
            numbers.precision,
            numbers.recall,
            numbers.f1
        )?;
    }
    Ok(())
}

/// Best first, as the chart numbers them.
fn by_f1(outcomes: &[RowOutcome]) -> Vec<&RowOutcome> {
    let mut outcomes: Vec<&RowOutcome> = outcomes.iter().collect();
    outcomes.sort_by(|a, b| b.measured.f1.total_cmp(&a.measured.f1));
    outcomes
}

impl SweepCurve {
    fn chart(&self, outcomes: &[RowOutcome]) -> String {
        let shares = |of: fn(&RowOutcome) -> f64| outcomes.iter().map(of).collect::<Vec<f64>>();
        let info =
            find(&self.system).ok().and_then(|info| info.params.iter().find(|p| p.name == self.parameter));
        let default = self.params.get(&self.parameter).cloned().or(info.map(|info| (info.default)()));
        let default = default.as_ref().and_then(Value::as_f64);
        Lines {
            title: self.title.clone(),
            quantity: format!("{} of {}", self.parameter, self.system),
            at: self.values.iter().filter_map(Value::as_f64).collect(),
            lines: vec![
                ("precision".to_owned(), shares(|outcome| outcome.measured.precision)),
                ("recall".to_owned(), shares(|outcome| outcome.measured.recall)),
                ("F1".to_owned(), shares(|outcome| outcome.measured.f1)),
            ],
            shares: "precision, recall, F1".to_owned(),
            mark: default.map(|value| (value, format!("default {value}"))),
            ..Lines::default()
        }
        .svg()
    }
}

impl PublishedBars {
    fn svg(&self) -> String {
        let bar = |(name, number): &(String, f64)| (name.clone(), *number, number.to_string());
        let (title, quantity) = (self.title.clone(), self.quantity.clone());
        Bars { title, quantity, bars: self.bars.iter().map(bar).collect() }.svg()
    }
}

impl Points {
    fn chart(&self, outcomes: &[RowOutcome]) -> String {
        let points: Vec<ChartPoint> = by_f1(outcomes)
            .into_iter()
            .map(|outcome| ChartPoint {
                recall: outcome.measured.recall,
                precision: outcome.measured.precision,
                mark: String::new(),
                title: outcome.system.clone(),
            })
            .collect();
        precision_recall_file(&self.title, &points)
    }
}

impl Timing {
    /// A histogram a system, of what is recorded.
    fn charts(&self) -> Vec<(String, String)> {
        let Some(record) = &self.recorded else { return Vec::new() };
        let chart = |id: &String| {
            let times = record.systems.get(id)?;
            let title = format!("{id}: time a page, {} pages", record.pages);
            let quantity = "milliseconds of parsing and algorithm";
            let svg = histogram(&title, quantity, (FIRST_POWER, &times.counts), [times.median, times.p95]);
            Some((title, svg))
        };
        self.systems.iter().filter_map(chart).collect()
    }

    /// Published times beside the recorded ones.
    fn write(&self, out: &mut String) -> fmt::Result {
        write_heading(out, &self.title, &self.about)?;
        let pages: usize = self.pages.values().sum();
        let corpora: Vec<String> =
            self.pages.iter().map(|(name, pages)| format!("{pages} of {name}")).collect();
        writeln!(
            out,
            "{pages} pages, the first {}. Seconds over all pages.\n",
            corpora.join(" and the first ")
        )?;
        writeln!(
            out,
            "| | reading | parsing | algorithm | total | pages a second |\n|---|---|---|---|---|---|"
        )?;
        if let Some(seconds) = self.published {
            let (reading, algorithm, total) = (seconds.reading, seconds.algorithm, seconds.total);
            let rate = pages as f64 / total;
            writeln!(out, "| published | {reading} | with reading | {algorithm} | {total} | {rate:.1} |")?;
        }
        let Some(record) = &self.recorded else { return writeln!(out, "\nNothing is recorded yet.") };
        for id in &self.systems {
            let Some(times) = record.systems.get(id) else { continue };
            let TimeRecord { reading, parsing, .. } = record;
            let total = reading + parsing + times.algorithm;
            let rate = pages as f64 / total;
            let algorithm = times.algorithm;
            writeln!(
                out,
                "| `{id}` | {reading:.3} | {parsing:.3} | {algorithm:.3} | {total:.3} | {rate:.0} |"
            )?;
        }
        writeln!(
            out,
            "\nRecorded {}: processor time of one thread, the least of {ROUNDS} rounds. Reading is the file unpacked \
             and decoded, parsing\nis text to tree, algorithm is all that the system needs beyond the tree. Times are \
             not pinned; a run prints its own.",
            record.on
        )
    }
}
