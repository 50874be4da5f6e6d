//! Logistic regression with a quadratic penalty, by Newton's method.
//!
//! Own code rather than a library's: `linfa-logistic` brings an optimiser and two array crates for what is a page here,
//! takes no weights of rows, and its steps depend on the optimiser's defaults.

use super::matrix::{Matrix, dot};
use super::{LearnedClassifier, Learner, params};
use crate::table::Table;
use debulha_core::classify::Classifier;
use debulha_core::classify::linear::{Linear, logistic};
use debulha_core::classify::one_vs_rest::OneVsRest;
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};

const ID: &str = "logistic_regression";

params! {
    /// Parameters of `logistic_regression`.
    #[derive(Copy)]
    pub struct LogisticRegressionParams {
        /// Weight of half the sum of squared weights beside the log-likelihood (lecessie1992); our decision: 1, for
        /// columns that are standardised.
        pub ridge: f64 = 1.0, range: 0.000_000_01..=1_000_000.0;
        /// Whether each class weighs as much as any other, however many rows it has (our decision: no).
        pub balanced: bool = false;
    }
}

/// The learner.
pub(super) static LEARNER: Learner = Learner {
    id: ID,
    title: "Logistic regression",
    cite: &["lecessie1992"],
    docs: "Newton's method with a quadratic penalty; several classes one against the rest. Missing values count as \
        the mean. O(rows × columns²) a step, of which there are about ten.",
    params: LogisticRegressionParams::INFO,
    train: |table, rows, map, _| learn(table, rows, map),
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap) -> Result<LearnedClassifier, BuildError> {
    let LogisticRegressionParams { ridge, balanced } = params(ID, map)?;
    let matrix = Matrix::new(ID, table, rows)?;
    let rows: Vec<&[f64]> = matrix.rows().collect();
    let plane = |class: usize| {
        let is: Vec<bool> = matrix.classes.iter().map(|&other| other == class).collect();
        let weights = class_weights(&is, balanced);
        let targets: Vec<f64> = is.iter().map(|&is| f64::from(u8::from(is))).collect();
        let (sums, bias) = fit(&rows, &targets, &weights, ridge);
        matrix.plane(&sums, bias, (1.0, 0.0))
    };
    Ok(LearnedClassifier { classifier: of_planes(matrix.class_count, plane), gains: Vec::new() })
}

/// One plane for two classes, one a class for more.
pub(super) fn of_planes(classes: usize, plane: impl Fn(usize) -> Linear) -> Classifier {
    if classes == 2 {
        Classifier::Linear(plane(1))
    } else {
        Classifier::OneVsRest(OneVsRest { planes: (0..classes).map(plane).collect() })
    }
}

/// The weight of each row: 1, or such that both sides weigh half of all rows.
pub(super) fn class_weights(is: &[bool], balanced: bool) -> Vec<f64> {
    let there = is.iter().filter(|&&is| is).count();
    let half = is.len() as f64 / 2.0;
    let of = |count: usize| if balanced && count > 0 { half / count as f64 } else { 1.0 };
    let (inside, outside) = (of(there), of(is.len() - there));
    is.iter().map(|&is| if is { inside } else { outside }).collect()
}

/// Most steps; ten are usual.
const STEPS: usize = 100;

/// Times that a step may be halved before it is given up.
const HALVINGS: usize = 40;

/// Share of the loss by which a step must lower it.
const TOLERANCE: f64 = 1e-12;

/// Weights of the columns and the bias that make targets from 0 to 1 most likely, less `ridge` times half the squared
/// weights. The bias has no penalty.
pub(super) fn fit(rows: &[&[f64]], targets: &[f64], weights: &[f64], ridge: f64) -> (Vec<f64>, f64) {
    let width = rows.first().map_or(0, |row| row.len());
    // The bias is the last.
    let mut solution = vec![0.0; width + 1];
    let mut loss = LogisticLoss { rows, targets, weights, ridge };
    let mut now = loss.at(&solution);
    for _ in 0..STEPS {
        let Some(step) = loss.newton_step(&solution) else { break };
        let mut size = 1.0;
        let mut next = None;
        for _ in 0..HALVINGS {
            let moved: Vec<f64> = solution.iter().zip(&step).map(|(at, step)| at - size * step).collect();
            let then = loss.at(&moved);
            if then < now {
                next = Some((moved, then));
                break;
            }
            size /= 2.0;
        }
        let Some((moved, then)) = next else { break };
        solution = moved;
        let gained = now - then;
        now = then;
        if gained <= TOLERANCE * now.abs() {
            break;
        }
    }
    let bias = solution.pop().unwrap_or_default();
    (solution, bias)
}

struct LogisticLoss<'a> {
    rows: &'a [&'a [f64]],
    targets: &'a [f64],
    weights: &'a [f64],
    ridge: f64,
}

impl LogisticLoss<'_> {
    /// The penalised negative log-likelihood.
    fn at(&mut self, solution: &[f64]) -> f64 {
        let (bias, sums) = solution.split_last().unwrap_or((&0.0, &[]));
        let mut loss = self.ridge / 2.0 * dot(sums, sums);
        for ((row, target), weight) in self.rows.iter().zip(self.targets).zip(self.weights) {
            let sum = bias + dot(row, sums);
            // ln(1 + e^sum) - target · sum, without overflow.
            loss += weight * (sum.max(0.0) + (-sum.abs()).exp().ln_1p() - target * sum);
        }
        loss
    }

    /// The inverse of the second derivatives times the first.
    fn newton_step(&self, solution: &[f64]) -> Option<Vec<f64>> {
        let width = solution.len();
        let (bias, sums) = solution.split_last()?;
        let mut gradient: Vec<f64> = sums.iter().map(|weight| self.ridge * weight).chain([0.0]).collect();
        let mut curvature = vec![0.0; width * width];
        let mut row_and_one = vec![1.0; width];
        for ((row, target), weight) in self.rows.iter().zip(self.targets).zip(self.weights) {
            row_and_one[..width - 1].copy_from_slice(row);
            let probability = logistic(bias + dot(row, sums));
            let slope = weight * (probability - target);
            let curve = weight * probability * (1.0 - probability);
            for (at, &value) in row_and_one.iter().enumerate() {
                gradient[at] += slope * value;
                // The lower half alone.
                let part = curve * value;
                for (sum, other) in curvature[at * width..=at * width + at].iter_mut().zip(&row_and_one) {
                    *sum += part * other;
                }
            }
        }
        for at in 0..width {
            // The bias has none; a little keeps it solvable where all rows are certain.
            curvature[at * width + at] += if at + 1 < width { self.ridge } else { 1e-9 };
        }
        solve(curvature, gradient)
    }
}

/// Solves a symmetric positive definite system, given by its lower half, by Cholesky's decomposition. O(size³).
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let (above, below) = matrix.split_at_mut(row * size);
            let of_column = if column == row { None } else { above.get(column * size..(column + 1) * size) };
            let (known, rest) = below.split_at_mut(column);
            let other = of_column.map_or(&*known, |of_column| &of_column[..column]);
            let value = rest[0] - dot(known, other);
            rest[0] = match of_column {
                Some(of_column) => value / of_column[column],
                None if value > 0.0 => value.sqrt(),
                None => return None,
            };
        }
    }
    for row in 0..size {
        let known = dot(&matrix[row * size..row * size + row], &right[..row]);
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|below| matrix[below * size + row] * right[below]).sum();
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
    right.iter().all(|value| value.is_finite()).then_some(right)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn a_system_is_solved() {
        let found = solve(vec![4.0, 0.0, 2.0, 3.0], vec![8.0, 7.0]).unwrap();
        assert!((found[0] - 1.25).abs() < 1e-12 && (found[1] - 1.5).abs() < 1e-12, "{found:?}");
        assert_eq!(solve(vec![1.0, 0.0, 2.0, 1.0], vec![1.0, 1.0]), None);
    }

    #[test]
    fn without_columns_the_bias_is_the_log_odds() {
        let row: &[f64] = &[];
        let (_, bias) = fit(&[row; 4], &[1.0, 1.0, 1.0, 0.0], &[1.0; 4], 1.0);
        assert!((bias - 3.0_f64.ln()).abs() < 1e-6, "{bias}");
        let (_, bias) = fit(&[row; 2], &[1.0, 0.0], &[3.0, 1.0], 1.0);
        assert!((bias - 3.0_f64.ln()).abs() < 1e-6, "{bias}");
    }

    #[test]
    fn one_column_of_two_values_gives_the_log_odds_of_each() {
        // 1 of 4 below, 3 of 4 above: the weight is ln 3 where the penalty is nothing.
        let data = "-1,b\n-1,a\n-1,a\n-1,a\n1,b\n1,b\n1,b\n1,a\n";
        let table = read("a, b. x: continuous.", data).unwrap();
        let map = serde_json::json!({"ridge": 1e-8}).as_object().unwrap().clone();
        let learned = learn(&table, &table.all_rows(), &map).unwrap();
        let probability = learned.classifier.probabilities(&[1.0])[1];
        assert!((probability - 0.75).abs() < 1e-6, "{probability}");
        assert_eq!(learn(&table, &table.all_rows(), &map).unwrap(), learned);
    }

    #[test]
    fn classes_that_a_plane_parts_stay_finite() {
        let table = read("a, b. x: continuous.", &"-1,a\n1,b\n".repeat(10)).unwrap();
        let map = serde_json::json!({"ridge": 1e-8}).as_object().unwrap().clone();
        let learned = learn(&table, &table.all_rows(), &map).unwrap();
        assert_eq!(learned.classifier.check(1, 2), Ok(()));
        assert!(learned.classifier.probabilities(&[1.0])[1] > 0.999);
    }

    #[test]
    fn balanced_classes_weigh_the_same() {
        assert_eq!(class_weights(&[true, false, false, false], true), [2.0, 2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(class_weights(&[true, false], false), [1.0, 1.0]);
    }
}
