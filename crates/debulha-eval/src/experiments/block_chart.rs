//! Times and charts of tables of blocks.
//!
//! ```toml
//! [[blocks.chart]]
//! title = "…"
//! parts = ["precision", "recall"] # or f1, accuracy, time: that of a row by that of the first row
//! rows = ["E-X-1: X-CEX", "…"]    # labels
//! at = [0.7, 0.5]                 # optional: the value of a quantity for each row, ascending, for lines instead of bars
//! quantity = "…"                  # what that is
//! ```
//!
//! Each part stands beside its published one. Times are processor time of one thread, of learning the sites and judging
//! their pages, which are parsed before. They are recorded like other times, and not pinned.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::block_table::mean_of;
use super::{BlockOutcome, BlockTable, Reproduction, SiteMethodRow};
use crate::plot::figure::{Bars, Lines};
use debulha_compare::stats::mean;

/// A chart of some rows of a table of blocks.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockChart {
    /// Heading.
    pub title: String,
    /// What the chart shows, in Markdown.
    #[serde(default)]
    pub about: String,
    /// What is shown of each row.
    pub parts: Vec<ChartNumber>,
    /// Labels of the rows.
    pub rows: Vec<String>,
    /// The value of a quantity for each row, ascending; bars where empty.
    #[serde(default)]
    pub at: Vec<f64>,
    /// Name of the quantity.
    #[serde(default)]
    pub quantity: String,
}

/// A number of a row: the mean over sites, or the time of all sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartNumber {
    /// Mean precision.
    Precision,
    /// Mean recall.
    Recall,
    /// Mean F1.
    F1,
    /// Mean accuracy.
    Accuracy,
    /// Time by that of the first row of the table.
    Time,
}

/// Times of a table of blocks as measured once.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockTimes {
    /// Date and kind of machine.
    pub on: String,
    /// Seconds a site, by the label of the row.
    pub seconds: BTreeMap<String, Vec<f64>>,
}

impl ChartNumber {
    fn name(self) -> &'static str {
        match self {
            ChartNumber::Precision => "precision",
            ChartNumber::Recall => "recall",
            ChartNumber::F1 => "F1",
            ChartNumber::Accuracy => "accuracy",
            ChartNumber::Time => "time",
        }
    }

    /// Of the numbers of sites: blocks, precision, recall, F1, accuracy.
    fn of(self, sites: &[[f64; 5]]) -> Option<f64> {
        let prf = mean_of(sites)?;
        match self {
            ChartNumber::Precision => Some(prf.precision),
            ChartNumber::Recall => Some(prf.recall),
            ChartNumber::F1 => Some(prf.f1),
            ChartNumber::Accuracy => mean(sites.iter().map(|numbers| numbers[4])),
            ChartNumber::Time => None,
        }
    }
}

impl BlockTable {
    /// Why a chart cannot be drawn, in words.
    pub(super) fn check(&self) -> Result<(), String> {
        for chart in &self.chart {
            let unknown = chart.rows.iter().find(|label| self.row.iter().all(|row| row.label != **label));
            if let Some(label) = unknown {
                return Err(format!("chart {:?}: no row {label:?}", chart.title));
            }
            let fits = chart.at.is_empty() || chart.at.len() == chart.rows.len();
            if !fits
                || !chart.at.is_sorted()
                || (!chart.at.is_empty() && chart.parts.contains(&ChartNumber::Time))
            {
                return Err(format!("chart {:?}: `at` does not fit", chart.title));
            }
        }
        Ok(())
    }

    /// What was measured now, as it is recorded.
    pub(super) fn times(&self, outcomes: &[BlockOutcome], on: &str) -> BlockTimes {
        let rounded = |seconds: &f64| (seconds * 1e4).round() / 1e4;
        let row = |(row, outcome): (&SiteMethodRow, &BlockOutcome)| {
            (row.label.clone(), outcome.seconds.iter().map(rounded).collect())
        };
        BlockTimes { on: on.to_owned(), seconds: self.row.iter().zip(outcomes).map(row).collect() }
    }

    /// The seconds of a row over all sites, published and recorded.
    fn seconds_of(&self, row: &SiteMethodRow) -> [Option<f64>; 2] {
        let published = &row.published_seconds;
        let recorded = self.recorded.as_ref().and_then(|times| times.seconds.get(&row.label));
        [Some(published).filter(|seconds| !seconds.is_empty()), recorded]
            .map(|seconds| seconds.map(|seconds| seconds.iter().sum()))
    }

    /// The same by the first row's.
    fn shares_of_first(&self, row: &SiteMethodRow) -> [Option<f64>; 2] {
        let [published, recorded] = self.row.first().map_or([None; 2], |first| self.seconds_of(first));
        let shares = self.seconds_of(row).into_iter().zip([published, recorded]);
        let mut shares = shares.map(|(time, first)| Some(time? / first?).filter(|share| share.is_finite()));
        [shares.next().flatten(), shares.next().flatten()]
    }

    /// A number of a row as it is published and as it is ours.
    fn shown(&self, part: ChartNumber, row: &SiteMethodRow, outcome: &BlockOutcome) -> [Option<f64>; 2] {
        if part == ChartNumber::Time {
            return self.shares_of_first(row);
        }
        [part.of(&row.published), part.of(&outcome.sites)]
    }

    /// The charts, each with its title.
    pub(super) fn charts(&self, outcomes: &[BlockOutcome]) -> Vec<(String, String)> {
        self.chart.iter().map(|chart| (chart.title.clone(), chart.svg(self, outcomes))).collect()
    }

    /// Seconds of each row, published and recorded.
    pub(super) fn write_times(&self, out: &mut String) -> fmt::Result {
        if self.row.iter().all(|row| row.published_seconds.is_empty()) && self.recorded.is_none() {
            return Ok(());
        }
        writeln!(out, "\n### Time\n")?;
        if let Some(times) = &self.recorded {
            writeln!(
                out,
                "Recorded {}: processor time of one thread, learning the sites and judging their pages, which are parsed \
                 before. Seconds over all sites, and shares of the first row's; the source has other sites and another \
                 machine, so that shares alone compare.\n",
                times.on
            )?;
        }
        writeln!(out, "| row | published | of the first | ours | of the first |\n|---|---:|---:|---:|---:|")?;
        let written = |number: Option<f64>, digits: usize| {
            number.map_or("–".to_owned(), |number| format!("{number:.digits$}"))
        };
        for row in &self.row {
            let ([published, ours], [of_published, of_ours]) =
                (self.seconds_of(row), self.shares_of_first(row));
            writeln!(
                out,
                "| {} | {} | {} | {} | {} |",
                row.label,
                written(published, 0),
                written(of_published, 2),
                written(ours, 3),
                written(of_ours, 2)
            )?;
        }
        Ok(())
    }
}

impl BlockChart {
    fn svg(&self, table: &BlockTable, outcomes: &[BlockOutcome]) -> String {
        let rows: Vec<(&SiteMethodRow, &BlockOutcome)> = self
            .rows
            .iter()
            .filter_map(|label| table.row.iter().zip(outcomes).find(|(row, _)| row.label == *label))
            .collect();
        let sides = ["published", "ours"];
        if self.at.is_empty() {
            let mut bars = Vec::new();
            for (row, outcome) in &rows {
                for &part in &self.parts {
                    for (side, number) in sides.into_iter().zip(table.shown(part, row, outcome)) {
                        let Some(number) = number else { continue };
                        let name = format!("{}, {} {side}", row.label, part.name());
                        bars.push((name, number, format!("{number:.2}")));
                    }
                }
            }
            let parts: Vec<&str> = self.parts.iter().map(|part| part.name()).collect();
            return Bars { title: self.title.clone(), quantity: parts.join(", "), bars }.svg();
        }
        let mut lines = Vec::new();
        for &part in &self.parts {
            for (side, name) in sides.into_iter().enumerate() {
                let numbers = rows.iter().map(|(row, outcome)| table.shown(part, row, outcome)[side]);
                let numbers: Option<Vec<f64>> = numbers.collect();
                lines.extend(numbers.map(|numbers| (format!("{}, {name}", part.name()), numbers)));
            }
        }
        Lines {
            title: self.title.clone(),
            quantity: self.quantity.clone(),
            at: self.at.clone(),
            shares: "means over sites".to_owned(),
            lines,
            ..Lines::default()
        }
        .svg()
    }
}

impl Reproduction {
    /// The charts of all tables of blocks, in the order of [`Self::charts`], each with its title and words.
    pub(super) fn block_charts(&self) -> impl Iterator<Item = (String, String)> {
        let tables = self.experiment.blocks.iter().zip(&self.blocks);
        tables.flat_map(|(table, outcomes)| table.charts(outcomes))
    }
}
