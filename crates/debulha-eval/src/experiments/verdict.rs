//! How a row came out: held against its pin, and against what the source prints.

use super::run::PIN_SLACK;
use super::{Experiment, ExperimentError, RowNumbers, RowVerdict};
use debulha_compare::metrics::Prf;

impl RowVerdict {
    pub(super) fn word(&self) -> &'static str {
        match self {
            RowVerdict::Within => "within the tolerance",
            RowVerdict::Explained => "gap explained",
            RowVerdict::Unexplained => "gap unexplained",
            RowVerdict::OursAlone => "ours alone",
            RowVerdict::Off(_) => "OFF",
        }
    }

    /// The verdict on numbers that are as pinned, and within the tolerance or not where there are published ones.
    pub(super) fn of_pinned(is_within: Option<bool>, gap: Option<&str>, explained_by: &[String]) -> Self {
        match (is_within, gap) {
            (None, _) => RowVerdict::OursAlone,
            (Some(true), _) => RowVerdict::Within,
            (Some(false), None) => {
                RowVerdict::Off("far from the published numbers, and no gap is stated".to_owned())
            }
            (Some(false), Some(_)) if explained_by.is_empty() => RowVerdict::Unexplained,
            (Some(false), Some(_)) => RowVerdict::Explained,
        }
    }
}

/// What a row is held against.
pub(super) struct Expected<'r> {
    pub(super) published: RowNumbers,
    pub(super) ours: RowNumbers,
    pub(super) tolerance: f64,
    pub(super) gap: Option<&'r str>,
    pub(super) explained_by: &'r [String],
}

impl Expected<'_> {
    pub(super) fn judge(&self, pages: usize, measured: Prf) -> RowVerdict {
        let measured = [("P", measured.precision), ("R", measured.recall), ("F1", measured.f1)];
        let [ours, published] =
            [self.ours, self.published].map(|numbers| [numbers.precision, numbers.recall, numbers.f1]);
        if ours.iter().any(Option::is_none) {
            return RowVerdict::Off("not pinned".to_owned());
        }
        if let Some(pinned) = self.ours.pages.filter(|&pinned| pinned != pages) {
            return RowVerdict::Off(format!("{pages} pages, pinned {pinned}"));
        }
        for ((name, now), pinned) in measured.iter().zip(ours) {
            let moved = now - pinned.unwrap_or_default();
            if moved.abs() > PIN_SLACK {
                let way = if moved > 0.0 { "rose" } else { "fell" };
                return RowVerdict::Off(format!("{name} {way} by {:.4}", moved.abs()));
            }
        }
        // Both sides are printed with two to four decimals, so a difference of the tolerance itself is within it.
        let outside = |(measured, published): &(&(&str, f64), Option<f64>)| {
            published.is_some_and(|published| (measured.1 - published).abs() > self.tolerance + PIN_SLACK)
        };
        let far = measured.iter().zip(published).find(outside);
        if let (Some(((name, now), published)), None) = (far, self.gap) {
            let apart = now - published.unwrap_or_default();
            return RowVerdict::Off(format!(
                "{name} is {apart:+.4} from the published number, and no gap is stated"
            ));
        }
        let is_published = published.iter().any(Option::is_some);
        RowVerdict::of_pinned(is_published.then_some(far.is_none()), self.gap, self.explained_by)
    }
}

/// Whether every `explained_by` comes with a gap, and names a row, a table, a chart or another experiment.
pub(super) fn check(experiment: &Experiment, all: &[Experiment]) -> Result<(), ExperimentError> {
    let malformed = |reason| ExperimentError::Malformed { path: experiment.file.clone(), reason };
    let rows = experiment.table_rows();
    let is_here = |name: &str| {
        rows.iter().any(|row| row.is_named(name)) || experiment.titles().any(|title| title == name)
    };
    for (label, gap, explained_by) in experiment.gaps() {
        if gap.is_none() && !explained_by.is_empty() {
            return Err(malformed(format!("{label:?}: explained_by without a gap")));
        }
        for name in explained_by {
            let is_other = all.iter().any(|other| other.id == *name && other.id != experiment.id);
            if name == label || !(is_other || is_here(name)) {
                let expected =
                    "the label of another row, a title of this file, or the id of another experiment";
                return Err(malformed(format!("{label:?}: explained_by {name:?} is not {expected}")));
            }
        }
    }
    Ok(())
}
