//! Linear support vector machines, by dual coordinate descent (hsieh2008).
//!
//! Own code rather than a library's: `linfa-svm` keeps a kernel matrix of all pairs of rows also for the linear case,
//! and fits probabilities on the rows of the training.

use super::logistic_regression::{class_weights, of_planes};
use super::matrix::{Matrix, dot};
use super::{LearnedClassifier, Learner, params, platt};
use crate::table::Table;
use debulha_core::features::random::SplitMix64;
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};

const ID: &str = "linear_svm";

params! {
    /// Parameters of `linear_svm`.
    #[derive(Copy)]
    pub struct LinearSvmParams {
        /// Cost of a row on the wrong side (hsieh2008: 1).
        pub cost: f64 = 1.0, range: 0.000_001..=1_000_000.0;
        /// Most passes over the rows (hsieh2008: 1000).
        pub passes: u32 = 1000, range: 1..=1_000_000;
        /// Passes end when no derivative of a row is further from its best (hsieh2008: .1; our decision: .01).
        pub tolerance: f64 = 0.01, range: 0.000_000_1..=1.0;
        /// Parts of the inner cross-validation that fits probabilities (platt1999: 3).
        pub probability_folds: u32 = 3, range: 2..=100;
        /// Whether each class weighs as much as any other, however many rows it has (our decision: no).
        pub balanced: bool = false;
    }
}

/// The learner.
pub(super) static LEARNER: Learner = Learner {
    id: ID,
    title: "Linear support vector machine",
    cite: &["hsieh2008", "platt1999"],
    docs: "Dual coordinate descent with hinge loss; the bias is a column of ones. Probabilities are fitted on inner \
        folds; several classes one against the rest. Missing values count as the mean. O(passes × values).",
    params: LinearSvmParams::INFO,
    train: learn,
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap, seed: u64) -> Result<LearnedClassifier, BuildError> {
    let options: LinearSvmParams = params(ID, map)?;
    let matrix = Matrix::new(ID, table, rows)?;
    let plane = |class: usize| {
        let is: Vec<bool> = matrix.classes.iter().map(|&other| other == class).collect();
        let costs = class_weights(&is, options.balanced);
        let descend = |rows: &[usize]| descend(&matrix, rows, &is, &costs, &options, seed);
        let distances = platt::held_out(&is, options.probability_folds as usize, seed, |known| {
            let (weights, bias) = descend(known);
            let matrix = &matrix;
            move |row| bias + dot(matrix.row(row), &weights)
        });
        let all: Vec<usize> = (0..matrix.len()).collect();
        let (weights, bias) = descend(&all);
        matrix.plane(&weights, bias, platt::curve(&distances, &is))
    };
    Ok(LearnedClassifier { classifier: of_planes(matrix.class_count, plane), gains: Vec::new() })
}

/// Weights and bias that part the rows: hsieh2008, algorithm 1 with random order.
fn descend(
    matrix: &Matrix,
    rows: &[usize],
    is: &[bool],
    costs: &[f64],
    options: &LinearSvmParams,
    seed: u64,
) -> (Vec<f64>, f64) {
    let mut random = SplitMix64::new(seed);
    let mut order = rows.to_vec();
    let (mut weights, mut bias) = (vec![0.0; matrix.width()], 0.0);
    let mut alphas = vec![0.0; matrix.len()];
    let lengths: Vec<f64> =
        (0..matrix.len()).map(|row| 1.0 + dot(matrix.row(row), matrix.row(row))).collect();
    for _ in 0..options.passes {
        random.shuffle(&mut order);
        let mut furthest = 0.0_f64;
        for &row in &order {
            let side = if is[row] { 1.0 } else { -1.0 };
            let cost = options.cost * costs[row];
            let slope = side * (bias + dot(matrix.row(row), &weights)) - 1.0;
            let alpha = alphas[row];
            // Where the weight of the row is at a bound, a slope that leads beyond it is none.
            let is_bound = (alpha <= 0.0 && slope > 0.0) || (alpha >= cost && slope < 0.0);
            if is_bound || slope == 0.0 {
                continue;
            }
            furthest = furthest.max(slope.abs());
            alphas[row] = (alpha - slope / lengths[row]).clamp(0.0, cost);
            let change = side * (alphas[row] - alpha);
            bias += change;
            for (weight, value) in weights.iter_mut().zip(matrix.row(row)) {
                *weight += change * value;
            }
        }
        if furthest <= options.tolerance {
            break;
        }
    }
    (weights, bias)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;
    use debulha_core::classify::Classifier;

    #[test]
    fn the_widest_margin_of_two_points() {
        // Rows at -1 and 1, which standardisation leaves there; the plane of hinge loss has weight 1 and no bias.
        let table = read("a, b. x: continuous.", &"-1,a\n1,b\n".repeat(20)).unwrap();
        let learned = learn(&table, &table.all_rows(), &ParamMap::new(), 1).unwrap();
        let Classifier::Linear(linear) = &learned.classifier else { panic!("{learned:?}") };
        assert!((linear.weights[0].weight - 1.0).abs() < 0.02 && linear.bias.abs() < 0.02, "{linear:?}");
        let probability = linear.probability(&[1.0]);
        assert!(probability > 0.8 && (probability + linear.probability(&[-1.0]) - 1.0).abs() < 0.05);
    }

    #[test]
    fn the_same_seed_gives_the_same_machine() {
        let row = |i: usize| format!("{},{},{}\n", i % 7, i % 11, ["a", "b", "c"][i % 3]);
        let data: String = (0..60).map(row).collect();
        let table = read("a, b, c. x: continuous. y: continuous.", &data).unwrap();
        let learn = |seed| learn(&table, &table.all_rows(), &ParamMap::new(), seed).unwrap();
        assert_eq!(learn(4), learn(4));
        assert_eq!(learn(4).classifier.check(2, 3), Ok(()));
    }
}
