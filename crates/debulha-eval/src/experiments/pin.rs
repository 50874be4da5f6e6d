//! Writes measured numbers into the file of an experiment, and leaves the rest of it as it is.

use toml_edit::{DocumentMut, InlineTable, Item, value};

use super::{ExperimentError, Numbers, Reproduction, judge};

/// Decimals of a pin.
const DECIMALS: f64 = 1e4;

/// Writes what was measured as `ours` of every row, judges the rows anew and gives the result back.
///
/// A row that is far from its published number without a `gap` stays OFF: pinning explains nothing.
///
/// # Errors
/// When the file cannot be read or written, or is not the one that was run.
pub fn pin(mut reproduction: Reproduction) -> Result<Reproduction, ExperimentError> {
    let file = reproduction.experiment.file.clone();
    let io_error = |source| ExperimentError::Io { path: file.clone(), source };
    let malformed = |reason: String| ExperimentError::Malformed { path: file.clone(), reason };
    let text = std::fs::read_to_string(&file).map_err(io_error)?;
    let mut document: DocumentMut =
        text.parse().map_err(|e: toml_edit::TomlError| malformed(e.to_string()))?;
    let rows = document.get_mut("row").and_then(Item::as_array_of_tables_mut);
    let rows = rows.filter(|rows| rows.len() == reproduction.outcomes.len());
    let Some(rows) = rows else { return Err(malformed("not the rows that were run".to_owned())) };
    let tolerance = reproduction.experiment.tolerance;
    let results = reproduction.experiment.row.iter_mut().zip(&mut reproduction.outcomes);
    for (table, (row, outcome)) in rows.iter_mut().zip(results) {
        let round = |number: f64| (number * DECIMALS).round() / DECIMALS;
        let measured = outcome.measured;
        let numbers = [
            ("precision", round(measured.precision)),
            ("recall", round(measured.recall)),
            ("f1", round(measured.f1)),
        ];
        row.ours =
            Numbers { precision: Some(numbers[0].1), recall: Some(numbers[1].1), f1: Some(numbers[2].1) };
        table["ours"] = value(InlineTable::from_iter(numbers));
        outcome.verdict = judge(row, tolerance, measured);
    }
    std::fs::write(&file, document.to_string()).map_err(io_error)?;
    Ok(reproduction)
}
