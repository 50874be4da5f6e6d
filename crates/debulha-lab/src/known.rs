//! Values that completions offer, of the verbs of the laboratory.

use debulha_eval::score::{Metric, PageMetric};

/// Ids of the experiments of the repository, as the program was built there.
const EXPERIMENTS: &str = env!("EXPERIMENT_IDS");

/// The experiments.
pub(crate) fn experiments() -> Vec<String> {
    EXPERIMENTS.split(' ').filter(|id| !id.is_empty()).map(str::to_owned).collect()
}

/// The metrics.
pub(crate) fn metrics() -> Vec<String> {
    let of_texts = Metric::ALL.iter().map(|metric| metric.id());
    of_texts.chain(PageMetric::ALL.iter().map(|metric| metric.id())).map(str::to_owned).collect()
}
