//! Rows of a table as standardised numbers, for learners that add and multiply.
//!
//! Numbers are taken less their mean and by their standard deviation; a missing value is the mean, so 0. An attribute of
//! two names is the number of the name; one of more is refused, since its names have no order:
//! [`Table::with_indicators`] makes one attribute of each name.

use crate::table::Table;
use debulha_core::classify::linear::{Linear, Weight};
use debulha_core::classify::scale::Scale;
use debulha_core::params::BuildError;

/// Standardised rows with their classes.
#[derive(Debug, Clone)]
pub(crate) struct Matrix {
    values: Vec<f64>,
    pub(crate) scales: Vec<Scale>,
    /// The class of each row.
    pub(crate) classes: Vec<usize>,
    /// Number of classes of the table.
    pub(crate) class_count: usize,
}

impl Matrix {
    /// The rows of a table. O(rows × attributes) time and memory.
    pub(crate) fn new(learner: &'static str, table: &Table, rows: &[u32]) -> Result<Self, BuildError> {
        let invalid = |reason: String| BuildError::Invalid { extractor: learner, reason };
        if let Some(names) = table.attributes().iter().find(|attribute| attribute.names() > 2) {
            let reason = format!(
                "attribute `{}` has {} names and numbers are wanted: make indicators of them, or use c45",
                names.name,
                names.names()
            );
            return Err(invalid(reason));
        }
        if rows.is_empty() {
            return Err(invalid("no rows to learn from".to_owned()));
        }
        let width = table.attributes().len();
        let mut values = vec![0.0; width * rows.len()];
        for (&row, values) in rows.iter().zip(values.chunks_exact_mut(width.max(1))) {
            for entry in table.entries(row) {
                // What rows of features hold in use.
                values[entry.attribute as usize] = f64::from(entry.value as f32);
            }
        }
        let mut matrix = Matrix {
            values,
            scales: Vec::new(),
            classes: rows.iter().map(|&row| table.class(row)).collect(),
            class_count: table.classes().len(),
        };
        matrix.scales = (0..width).map(|column| scale(&matrix.values, column, width)).collect();
        for (at, value) in matrix.values.iter_mut().enumerate() {
            let scale = matrix.scales[at % width];
            *value = if value.is_nan() { 0.0 } else { (*value - scale.mean) / scale.deviation };
        }
        Ok(matrix)
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Number of columns.
    pub(crate) fn width(&self) -> usize {
        self.scales.len()
    }

    /// A row.
    pub(crate) fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.width()..(row + 1) * self.width()]
    }

    /// All rows, where there are columns.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// A plane over the columns, for rows that are not standardised.
    pub(crate) fn plane(&self, weights: &[f64], bias: f64, (slope, offset): (f64, f64)) -> Linear {
        let weights = self.scales.iter().zip(weights).map(|(scale, &weight)| Weight {
            mean: scale.mean,
            deviation: scale.deviation,
            weight,
        });
        Linear { weights: weights.collect(), bias, slope, offset }
    }
}

/// The scale of a column of the values that are there; a column of one value is only moved.
fn scale(values: &[f64], column: usize, width: usize) -> Scale {
    let known = || values[column..].iter().step_by(width).copied().filter(|value| !value.is_nan());
    let count = known().count().max(1) as f64;
    let mean = known().sum::<f64>() / count;
    let variance = known().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    let deviation = variance.sqrt();
    let is_usable = deviation > f64::EPSILON * mean.abs() && deviation.is_finite();
    Scale { mean, deviation: if is_usable { deviation } else { 1.0 } }
}

/// `a · b`.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn columns_are_standardised_and_missing_values_are_the_mean() {
        let table = read("a, b. x: continuous. y: no, yes.", "1,no,a\n3,yes,a\n?,yes,b\n5,yes,b\n").unwrap();
        let matrix = Matrix::new("test", &table, &table.all_rows()).unwrap();
        assert_eq!(matrix.scales[0].mean, 3.0);
        assert_eq!(matrix.row(2)[0], 0.0);
        assert!((matrix.row(3)[0] - (8.0_f64 / 3.0).sqrt().recip() * 2.0).abs() < 1e-12);
        assert_eq!(matrix.scales[1].mean, 0.75);
    }

    #[test]
    fn names_without_order_are_refused() {
        let table = read("a, b. x: one, two, three.", "one,a\n").unwrap();
        let error = Matrix::new("test", &table, &[0]).unwrap_err().to_string();
        assert!(error.contains("attribute `x` has 3 names"), "{error}");
        assert!(Matrix::new("test", &read("a, b. x: continuous.", "").unwrap(), &[]).is_err());
    }
}
