//! Effects: orders of rows that a source states, tested on ours. They hold or fail on other pages too.
//!
//! ```toml
//! [[effect]]
//! what = "Half of the weight on content costs recall"
//! rows = ["X-CEX", "content 50 %"]    # labels; `title > label` where tables share labels
//! measure = "recall"                  # or "precision", "f1", "share" of template nodes
//! order = "falls"                     # or "rises", "same": from the first row to the last
//! within = 0.02                       # of "same": how far the least and the greatest number may be apart
//! published = [0.89, 0.26]            # optional: where the rows say nothing of the source
//! agrees = true                       # written by `debulha-lab reproduce --pin`
//! ```
//!
//! One row may be compared with itself: `measure = ["precision", "recall"]`. Of `[[node_classification]]`, rows are
//! `title > classifier`, `title > CETD`, `title > wrapper` and those of its variants and further systems; their numbers are those
//! of the text, as means over sites.
//!
//! A change of `agrees` is OFF until it is pinned again.

use std::fmt::{self, Write as _};

use serde::Deserialize;

use super::node_classification::sum;
use super::run::PIN_SLACK;
use super::{Experiment, NodeScores, Reproduction, RowNumbers, RowVerdict};
use debulha_compare::metrics::f1;

/// An order of rows that the source states.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// What the source says, as a sentence.
    pub what: String,
    /// The rows, in the order of `order`.
    pub rows: Vec<String>,
    /// What is compared: one number of all rows, or several of one row.
    #[serde(deserialize_with = "super::one_or_more")]
    pub measure: Vec<EffectMeasure>,
    /// How the numbers follow one another.
    pub order: EffectOrder,
    /// How far numbers that are the same may be apart.
    pub within: Option<f64>,
    /// The source's numbers, where the rows have none.
    pub published: Option<Vec<f64>>,
    /// Whether ours are in this order, when it was pinned.
    pub agrees: Option<bool>,
}

/// A number of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectMeasure {
    /// Precision.
    Precision,
    /// Recall.
    Recall,
    /// F1.
    F1,
    /// Share of template nodes.
    Share,
}

/// An order of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectOrder {
    /// Each is less than the one before.
    Falls,
    /// Each is greater than the one before.
    Rises,
    /// All are within a distance.
    Same,
}

/// An effect as it came out.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectOutcome {
    /// The source's numbers; `None` where it states the order alone.
    pub published: Option<Vec<f64>>,
    /// Ours.
    pub measured: Vec<f64>,
    /// Whether ours are in the order.
    pub agrees: bool,
    /// Whether that is pinned.
    pub verdict: RowVerdict,
}

/// A row of any table, as far as effects and gaps name it.
pub(super) struct TableRow<'e> {
    /// Title of its table; empty for rows and means.
    table: &'e str,
    label: &'e str,
    published: Numbers,
    ours: Numbers,
}

/// What [`EffectMeasure`] chooses from.
#[derive(Clone, Copy, Default)]
struct Numbers {
    scores: RowNumbers,
    share: Option<f64>,
}

impl From<RowNumbers> for Numbers {
    fn from(scores: RowNumbers) -> Self {
        Numbers { scores, share: None }
    }
}

impl Numbers {
    fn of_text([precision, recall]: [f64; 2]) -> Self {
        let scores = RowNumbers {
            pages: None,
            precision: Some(precision),
            recall: Some(recall),
            f1: Some(f1(precision, recall)),
        };
        scores.into()
    }

    fn get(&self, measure: EffectMeasure) -> Option<f64> {
        match measure {
            EffectMeasure::Precision => self.scores.precision,
            EffectMeasure::Recall => self.scores.recall,
            EffectMeasure::F1 => self.scores.f1,
            EffectMeasure::Share => self.share,
        }
    }
}

impl TableRow<'_> {
    pub(super) fn is_named(&self, name: &str) -> bool {
        match name.strip_prefix(self.table).and_then(|rest| rest.strip_prefix(" > ")) {
            Some(label) => label == self.label,
            None => name == self.label,
        }
    }
}

impl Experiment {
    /// The rows of all tables with their pins.
    pub(super) fn table_rows(&self) -> Vec<TableRow<'_>> {
        fn row<'e>(
            table: &'e str,
            label: &'e str,
            published: impl Into<Numbers>,
            ours: impl Into<Numbers>,
        ) -> TableRow<'e> {
            TableRow { table, label, published: published.into(), ours: ours.into() }
        }
        let mut rows: Vec<TableRow<'_>> = Vec::new();
        rows.extend(self.row.iter().map(|of| row("", &of.label, of.published, of.ours)));
        rows.extend(self.mean.iter().map(|of| row("", &of.label, of.published, of.ours)));
        for table in &self.blocks {
            let of = table.row.iter();
            rows.extend(of.map(|of| row(&table.title, &of.label, of.published_mean(), of.pinned_mean())));
        }
        for table in &self.template_classifier {
            rows.extend(table.row.iter().map(|of| row(&table.title, &of.label, of.published, of.ours)));
        }
        for table in &self.trained_system {
            rows.extend(table.row.iter().map(|of| row(&table.title, &of.label, of.published, of.ours)));
        }
        for table in &self.template_nodes {
            let share = |share| Numbers { share, ..Numbers::default() };
            for (site, ours) in &table.ours {
                let published = table.published.get(site).map(|nodes| nodes.per_cent() / 100.0);
                rows.push(row(&table.title, site, share(published), share(Some(ours.per_cent() / 100.0))));
            }
        }
        for table in self.node_classification.iter().filter(|table| !table.ours.is_empty()) {
            let text = |label, text| row(&table.title, label, Numbers::default(), Numbers::of_text(text));
            let NodeScores { text: classifier, cetd_text, wrapper, .. } = sum(table.ours.values());
            rows.extend([text("classifier", classifier), text("CETD", cetd_text)]);
            rows.extend(wrapper.map(|wrapper| text("wrapper", wrapper.text)));
            let variants = table.variant.iter().filter_map(|of| Some((&of.label, of.ours.as_ref()?)));
            rows.extend(variants.map(|(label, scores)| text(label, scores.text)));
        }
        rows
    }
}

impl EffectMeasure {
    fn name(self) -> &'static str {
        match self {
            EffectMeasure::Precision => "precision",
            EffectMeasure::Recall => "recall",
            EffectMeasure::F1 => "F1",
            EffectMeasure::Share => "share of template",
        }
    }
}

impl Effect {
    /// Whether all that it names exists, and the source's numbers are in its order.
    pub(super) fn check(&self, experiment: &Experiment) -> Result<(), String> {
        let malformed = |reason: &str| Err(format!("effect {:?}: {reason}", self.what));
        let rows = experiment.table_rows();
        for name in &self.rows {
            match rows.iter().filter(|row| row.is_named(name)).count() {
                0 => return malformed(&format!("no row {name:?}")),
                1 => {}
                _ => return malformed(&format!("several rows {name:?}; write `title > label`")),
            }
        }
        let (points, measures) = (self.rows.len(), self.measure.len());
        if points.min(measures) != 1 || points.max(measures) < 2 {
            return malformed("expected several rows and one measure, or one row and several measures");
        }
        if (self.order == EffectOrder::Same) != self.within.is_some() {
            return malformed("`within` belongs to order \"same\"");
        }
        match self.published(&rows) {
            Some(published) if published.len() != points.max(measures) => {
                malformed("`published` has not one number per row")
            }
            Some(published) if !self.holds(&published) => {
                malformed("the published numbers are in another order")
            }
            _ => Ok(()),
        }
    }

    fn numbers(&self, rows: &[TableRow<'_>], side: fn(&TableRow<'_>) -> Numbers) -> Option<Vec<f64>> {
        let mut points = Vec::new();
        for name in &self.rows {
            let row = side(rows.iter().find(|row| row.is_named(name))?);
            for &measure in &self.measure {
                points.push(row.get(measure)?);
            }
        }
        Some(points)
    }

    fn published(&self, rows: &[TableRow<'_>]) -> Option<Vec<f64>> {
        self.published.clone().or_else(|| self.numbers(rows, |row| row.published))
    }

    fn holds(&self, numbers: &[f64]) -> bool {
        let each = |is_so: fn(f64) -> bool| numbers.windows(2).all(|pair| is_so(pair[1] - pair[0]));
        match self.order {
            EffectOrder::Falls => each(|change| change < -PIN_SLACK),
            EffectOrder::Rises => each(|change| change > PIN_SLACK),
            EffectOrder::Same => {
                let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                greatest - least <= self.within.unwrap_or_default() + PIN_SLACK
            }
        }
    }

    /// The order, in words.
    fn order(&self) -> String {
        let measures: Vec<&str> = self.measure.iter().map(|measure| measure.name()).collect();
        let measures = measures.join(" to ");
        match (self.order, self.within) {
            (EffectOrder::Falls, _) => format!("{measures} falls"),
            (EffectOrder::Rises, _) => format!("{measures} rises"),
            (EffectOrder::Same, within) => {
                format!("{measures} the same within {}", within.unwrap_or_default())
            }
        }
    }
}

impl Reproduction {
    /// The effects by the measured numbers.
    pub(super) fn judge_effects(&self) -> Vec<EffectOutcome> {
        let measured = self.measured();
        let rows = measured.table_rows();
        let outcome = |effect: &Effect| {
            let measured = effect.numbers(&rows, |row| row.ours).unwrap_or_default();
            let agrees = effect.holds(&measured);
            let verdict = match effect.agrees {
                None => RowVerdict::Off("not pinned".to_owned()),
                Some(pinned) if pinned == agrees => RowVerdict::OursAlone,
                Some(true) => RowVerdict::Off("no longer agrees".to_owned()),
                Some(false) => RowVerdict::Off("agrees now".to_owned()),
            };
            EffectOutcome { published: effect.published(&rows), measured, agrees, verdict }
        };
        self.experiment.effect.iter().map(outcome).collect()
    }

    /// How many effects agree with the source.
    pub(super) fn agreeing(&self) -> usize {
        self.effects.iter().filter(|effect| effect.agrees).count()
    }

    /// The table of effects.
    pub(super) fn write_effects(&self, out: &mut String) -> fmt::Result {
        if self.effects.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\n## Effects\n\nOrders of rows that the source states, tested on ours: {} of {} agree.\n\n\
             | effect | compared | published | ours | agree |\n|---|---|---|---|---|",
            self.agreeing(),
            self.effects.len()
        )?;
        let listed = |numbers: &[f64]| {
            let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:.3}")).collect();
            numbers.join(", ")
        };
        for (effect, outcome) in self.experiment.effect.iter().zip(&self.effects) {
            let rows = effect.rows.join("; ").replace('|', "\\|");
            let published = outcome.published.as_deref().map_or("–".to_owned(), listed);
            let (what, order) = (&effect.what, effect.order());
            let (ours, agrees) = (listed(&outcome.measured), if outcome.agrees { "yes" } else { "no" });
            writeln!(out, "| {what} | {order}: {rows} | {published} | {ours} | {agrees} |")?;
        }
        Ok(())
    }
}
