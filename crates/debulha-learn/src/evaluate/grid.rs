//! The best parameters among several, by inner folds.

use super::{Folds, Predictions, Split};
use crate::learner::Learner;
use crate::table::Table;
use debulha_core::ParamMap;
use debulha_core::params::BuildError;

/// The first of the parameter sets with the highest accuracy over stratified folds of some rows, and that accuracy;
/// `None` for no sets.
///
/// Nothing but `rows` is looked at, so that rows held out for a judgement stay unseen. Cost: a training for each set and
/// fold.
///
/// # Errors
/// Those of the learner.
///
/// ```
/// use debulha_learn::evaluate::grid_search;
/// use debulha_learn::{learner, read};
///
/// let table = read("a, b. x: continuous.", &"1, a\n2, b\n3, a\n4, b\n".repeat(20))?;
/// let c45 = learner::find("c45")?;
/// let sets = [50, 2].map(|rows| serde_json::json!({ "min_objects": rows }).as_object().cloned().unwrap_or_default());
/// let best = grid_search(c45, &table, &table.all_rows(), &sets, 5, 1)?;
/// assert_eq!(best, Some((&sets[1], 1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `folds` is 0.
pub fn grid_search<'p>(
    learner: &Learner,
    table: &Table,
    rows: &[u32],
    sets: &'p [ParamMap],
    folds: usize,
    seed: u64,
) -> Result<Option<(&'p ParamMap, f64)>, BuildError> {
    let classes: Vec<usize> = rows.iter().map(|&row| table.class(row)).collect();
    let named = |places: Vec<u32>| places.into_iter().map(|place| rows[place as usize]).collect();
    let splits = Folds::of_classes(&classes, folds, seed).splits();
    let splits: Vec<Split> =
        splits.into_iter().map(|(known, held_out)| (named(known), named(held_out))).collect();
    let mut best: Option<(&ParamMap, f64)> = None;
    for params in sets {
        let accuracy = Predictions::of(learner, table, &splits, params, seed)?.confusion().accuracy();
        if best.is_none_or(|(_, most)| accuracy > most) {
            best = Some((params, accuracy));
        }
    }
    Ok(best)
}
