//! Results without a run: an experiment as it is pinned, from which its page is written.

use super::template_pages::TemplatePages;
use super::{
    Classified, Experiment, ExperimentError, ExperimentRow, Points, Reproduction, RowNumbers, RowOutcome,
    SweepCurve,
};
use debulha_compare::metrics::Prf;

/// Decimals of a pin.
const DECIMALS: f64 = 1e4;

/// To the decimals of a pin.
pub(super) fn rounded(number: f64) -> f64 {
    (number * DECIMALS).round() / DECIMALS
}

impl RowOutcome {
    /// What is pinned of it.
    pub(super) fn pin(&self) -> RowNumbers {
        let Prf { precision, recall, f1 } = self.measured;
        let [precision, recall, f1] = [precision, recall, f1].map(|number| Some(rounded(number)));
        RowNumbers { pages: Some(self.pages), precision, recall, f1 }
    }

    /// Precision, recall and F1 as they are pinned.
    pub(super) fn pinned_scores(&self) -> [f64; 3] {
        let Prf { precision, recall, f1 } = self.measured;
        [precision, recall, f1].map(rounded)
    }
}

impl RowNumbers {
    /// Precision, recall and F1, 0 where one is not pinned.
    pub(super) fn scores(&self) -> Prf {
        Prf {
            precision: self.precision.unwrap_or_default(),
            recall: self.recall.unwrap_or_default(),
            f1: self.f1.unwrap_or_default(),
        }
    }
}

impl Reproduction {
    /// The experiment as if what is pinned had been measured; charts of what is not pinned are empty.
    ///
    /// # Errors
    /// When a system does not build.
    pub fn pinned(experiment: &Experiment) -> Result<Self, ExperimentError> {
        let tolerance = experiment.tolerance;
        let rows = |rows: Vec<ExperimentRow>| {
            rows.iter().map(|row| row.pinned(tolerance)).collect::<Result<Vec<_>, _>>()
        };
        let outcomes = rows(experiment.row.clone())?;
        let classifiers = experiment.template_classifier.iter();
        let reproduction = Reproduction {
            means: experiment.mean.iter().map(|mean| mean.of(experiment, &outcomes)).collect(),
            outcomes,
            effects: Vec::new(),
            sweeps: experiment.sweep.iter().map(SweepCurve::rows).map(rows).collect::<Result<_, _>>()?,
            points: experiment.points.iter().map(Points::rows).map(rows).collect::<Result<_, _>>()?,
            blocks: experiment
                .blocks
                .iter()
                .map(|table| table.row.iter().map(|row| row.pinned(tolerance)).collect())
                .collect::<Result<_, _>>()?,
            times: experiment.time.iter().filter_map(|timing| timing.recorded.clone()).collect(),
            template_nodes: experiment.template_nodes.iter().map(|table| table.pinned(tolerance)).collect(),
            element_areas: experiment.element_areas.iter().map(|table| table.pinned(tolerance)).collect(),
            node_classification: experiment.node_classification.iter().map(Classified::pinned).collect(),
            template_pages: classifiers
                .clone()
                .map(|table| TemplatePages { pages: table.tested_pages.clone(), ..TemplatePages::default() })
                .collect(),
            template_classifier: classifiers.map(|table| table.pinned(tolerance)).collect(),
            trained_system: experiment.trained_system.iter().map(|table| table.pinned(tolerance)).collect(),
            drawn_times: experiment.trained_system.iter().map(|_| None).collect(),
            experiment: experiment.clone(),
        };
        Ok(Reproduction { effects: reproduction.judge_effects(), ..reproduction })
    }

    /// The experiment with what was measured as its pins.
    pub(super) fn measured(&self) -> Experiment {
        let mut experiment = self.experiment.clone();
        for (row, outcome) in experiment.row.iter_mut().zip(&self.outcomes) {
            row.ours = outcome.pin();
        }
        for (mean, outcome) in experiment.mean.iter_mut().zip(&self.means) {
            mean.ours = outcome.pin();
        }
        for (effect, outcome) in experiment.effect.iter_mut().zip(&self.effects) {
            effect.agrees = Some(outcome.agrees);
        }
        for (sweep, outcomes) in experiment.sweep.iter_mut().zip(&self.sweeps) {
            sweep.ours = outcomes.iter().map(RowOutcome::pinned_scores).collect();
        }
        for (points, outcomes) in experiment.points.iter_mut().zip(&self.points) {
            let pins = outcomes.iter().map(|outcome| (outcome.system.clone(), outcome.pinned_scores()));
            points.ours = pins.collect();
        }
        for (table, outcomes) in experiment.blocks.iter_mut().zip(&self.blocks) {
            for (row, outcome) in table.row.iter_mut().zip(outcomes) {
                row.ours = outcome.sites.iter().map(|numbers| numbers.map(rounded)).collect();
            }
        }
        for (table, outcomes) in experiment.template_nodes.iter_mut().zip(&self.template_nodes) {
            table.ours = outcomes.iter().map(|outcome| (outcome.site.clone(), outcome.counted)).collect();
        }
        for (table, outcomes) in experiment.element_areas.iter_mut().zip(&self.element_areas) {
            table.ours = outcomes.iter().map(|outcome| (outcome.site.clone(), outcome.measured)).collect();
        }
        for (table, classified) in experiment.node_classification.iter_mut().zip(&self.node_classification) {
            table.ours = classified.sites.iter().map(|of| (of.site.clone(), of.scores.clone())).collect();
            for (variant, of) in table.variant.iter_mut().zip(&classified.variants) {
                variant.ours = Some(of.scores.clone());
            }
        }
        let tables = experiment.template_classifier.iter_mut().zip(&self.template_classifier);
        for ((table, outcomes), tested) in tables.zip(&self.template_pages) {
            table.tested_pages.clone_from(&tested.pages);
            for (row, outcome) in table.row.iter_mut().zip(outcomes) {
                row.ours = outcome.nodes.pin();
                row.text_f1 = Some(rounded(outcome.text_f1));
            }
        }
        for (table, outcomes) in experiment.trained_system.iter_mut().zip(&self.trained_system) {
            for (row, outcome) in table.row.iter_mut().zip(outcomes) {
                row.ours = outcome.all.pin();
                row.ours_by_site = outcome.pinned_sites();
                row.ours_cards = outcome.pinned_cards();
            }
        }
        experiment
    }
}
