//! How good a learner is on rows that it has not seen.

mod confusion;
mod curves;
mod expected_f1;
mod folds;
mod grid;
mod predictions;

pub use confusion::{ClassQuality, Confusion};
pub use curves::{Curve, CurvePoint};
pub use expected_f1::best_expected_f1;
pub use folds::{Folds, Split, percentage_split};
pub use grid::grid_search;
pub use predictions::Predictions;

use crate::table::Table;
use debulha_core::classify::rules::RuleList;

/// Judges a learner on each fold after learning from the others; one confusion matrix a fold.
///
/// `learn` gets the rows to learn from and gives a function from a row of the table to a class.
///
/// ```
/// use debulha_learn::evaluate::{Folds, cross_validate};
/// use debulha_learn::{c45, read};
///
/// let table = read("a, b. x: continuous.", &"1, a\n2, b\n".repeat(10))?;
/// let folds = Folds::stratified(&table, 5, 1);
/// let found = cross_validate(&table, &folds, |rows| {
///     let tree = c45::train(&table, rows, &c45::Options::default());
///     let table = &table;
///     move |row| tree.classify(|attribute| table.value(row, attribute))
/// });
/// assert!(found.iter().all(|fold| fold.total() == 4 && fold.accuracy() == 1.0));
/// # Ok::<(), debulha_learn::ReadError>(())
/// ```
pub fn cross_validate<P: Fn(u32) -> usize>(
    table: &Table,
    folds: &Folds,
    mut learn: impl FnMut(&[u32]) -> P,
) -> Vec<Confusion> {
    let judge = |fold| {
        let (known, held_out) = folds.split(fold);
        let predict = learn(&known);
        let mut confusion = Confusion::new(table.classes().len());
        for row in held_out {
            confusion.add(table.class(row), predict(row));
        }
        confusion
    };
    (0..folds.count()).map(judge).collect()
}

/// The classes that a rule list gives to the rows of a table, its features being found by name.
///
/// A feature that the table lacks is missing in every row.
pub fn predictor(table: &Table, rules: RuleList) -> impl Fn(u32) -> usize {
    let place = |name: &String| table.attributes().iter().position(|attribute| attribute.name == *name);
    let places: Vec<Option<usize>> = rules.features.iter().map(place).collect();
    move |row| rules.decide(|feature| table.value(row, places[feature]?)).class
}
