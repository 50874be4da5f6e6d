//! Networks of radial basis functions: centres by k-means, outputs by least squares.

use super::matrix::{Matrix, dot};
use super::{LearnedClassifier, Learner, params};
use crate::table::Table;
use debulha_core::classify::Classifier;
use debulha_core::classify::neural_network::NetworkUnit;
use debulha_core::classify::radial_network::RadialNetwork;
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};
use debulha_systems::features::k_means::KMeans;

const ID: &str = "rbf_network";

params! {
    /// Parameters of `rbf_network`.
    #[derive(Copy)]
    pub struct RbfNetworkParams {
        /// Centres; fewer where rows are fewer (our decision: song2004 gives no number).
        pub centres: u32 = 32, range: 1..=1_000;
        /// Times that k-means is begun anew (our decision).
        pub restarts: u32 = 5, range: 1..=10_000;
        /// Most moves of the centres in each (our decision).
        pub moves: u32 = 100, range: 1..=1_000_000;
        /// What is added to the squares of the weights, for each row: keeps centres that are alike from cancelling one
        /// another (our decision).
        pub ridge: f64 = 0.000_001, range: 0.000_000_001..=1.0;
    }
}

/// The learner.
pub(super) static LEARNER: Learner = Learner {
    id: ID,
    title: "Network of radial basis functions",
    cite: &["song2004", "arthur2007"],
    docs: "Centres are those of k-means over standardised rows; they reach as far as the mean distance between two of them. \
        The outputs, one a class, are the least squares to 1 for the row's class and 0 for others. Missing values \
        count as the mean. O(restarts × moves × centres × values + rows × centres²).",
    params: RbfNetworkParams::INFO,
    train: learn,
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap, seed: u64) -> Result<LearnedClassifier, BuildError> {
    let options: RbfNetworkParams = params(ID, map)?;
    let matrix = Matrix::new(ID, table, rows)?;
    let points: Vec<Vec<f64>> = matrix.rows().map(<[f64]>::to_vec).collect();
    let k_means = KMeans {
        clusters: options.centres as usize,
        restarts: options.restarts,
        iterations: options.moves,
        seed,
        budget: u64::MAX,
    };
    let mut centres = k_means.find(&points).centroids;
    if centres.is_empty() {
        centres.push(vec![0.0; matrix.width()]);
    }
    let width = mean_distance(&centres);
    // The last value is that of the bias.
    let near = |row: &[f64]| {
        let mut near = RadialNetwork::nearness(&centres, width, row);
        near.push(1.0);
        near
    };
    let inputs: Vec<Vec<f64>> = points.iter().map(|row| near(row)).collect();
    let targets = |class: usize| matrix.classes.iter().map(move |&of| f64::from(u8::from(of == class)));
    let factor = Factor::of(&inputs, centres.len() + 1, options.ridge * points.len().max(1) as f64);
    let unit = |class: usize| {
        let mut sums = vec![0.0; centres.len() + 1];
        for (input, target) in inputs.iter().zip(targets(class)) {
            sums.iter_mut().zip(input).for_each(|(sum, value)| *sum += target * value);
        }
        let mut weights = factor.solve(sums);
        let bias = weights.pop().unwrap_or_default();
        NetworkUnit { weights, bias }
    };
    let output = (0..matrix.class_count).map(unit).collect();
    let network = RadialNetwork { scales: matrix.scales, centres, width, output };
    Ok(LearnedClassifier { classifier: Classifier::RadialNetwork(network), gains: Vec::new() })
}

/// The mean distance of all pairs; 1 where that is 0.
fn mean_distance(centres: &[Vec<f64>]) -> f64 {
    let distance = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    let pairs = (0..centres.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let sum: f64 = pairs.map(|(a, b)| distance(&centres[a], &centres[b])).sum();
    let mean = sum / (centres.len() * (centres.len() - 1) / 2).max(1) as f64;
    if mean > f64::EPSILON { mean } else { 1.0 }
}

/// The lower triangle L of `L·Lᵀ = XᵀX + ridge`, row by row (Cholesky's).
struct Factor(Vec<Vec<f64>>);

impl Factor {
    fn of(inputs: &[Vec<f64>], size: usize, ridge: f64) -> Self {
        let mut squares = vec![vec![0.0; size]; size];
        for input in inputs {
            for (row, value) in squares.iter_mut().zip(input) {
                row.iter_mut().zip(input).for_each(|(sum, other)| *sum += value * other);
            }
        }
        let mut lower: Vec<Vec<f64>> = Vec::with_capacity(size);
        for (place, square) in squares.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(place + 1);
            for (column, above) in lower.iter().enumerate() {
                row.push((square[column] - dot(&row, &above[..column])) / above[column]);
            }
            let rest = square[place] + ridge - dot(&row, &row);
            // Rounding may leave less than the ridge.
            row.push(rest.max(ridge).sqrt());
            lower.push(row);
        }
        Factor(lower)
    }

    /// What times the squares is `sums`.
    fn solve(&self, mut sums: Vec<f64>) -> Vec<f64> {
        let size = self.0.len();
        for row in 0..size {
            let known = dot(&self.0[row][..row], &sums[..row]);
            sums[row] = (sums[row] - known) / self.0[row][row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|below| self.0[below][row] * sums[below]).sum();
            sums[row] = (sums[row] - known) / self.0[row][row];
        }
        sums
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn a_system_of_equations_is_solved() {
        // [2 1; 1 2]·(1, 2) = (4, 5); the rows' squares are [2 1; 1 2].
        let inputs = vec![vec![1.0, 1.0], vec![1.0, 0.0], vec![0.0, 1.0]];
        let found = Factor::of(&inputs, 2, 0.0).solve(vec![4.0, 5.0]);
        assert!((found[0] - 1.0).abs() < 1e-12 && (found[1] - 2.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn centres_reach_as_far_as_they_are_apart() {
        assert_eq!(mean_distance(&[vec![0.0], vec![3.0], vec![6.0]]), 4.0);
        assert_eq!(mean_distance(&[vec![1.0], vec![1.0]]), 1.0);
        assert_eq!(mean_distance(&[vec![1.0]]), 1.0);
    }

    #[test]
    fn exclusive_or_is_learned_the_same_way_twice() {
        let table = read("a, b. x: 0,1. y: 0,1.", &"0,0,a\n0,1,b\n1,0,b\n1,1,a\n".repeat(16)).unwrap();
        let map = ParamMap::from_iter([("centres".to_owned(), 4.into())]);
        let learned = learn(&table, &table.all_rows(), &map, 3).unwrap();
        assert_eq!(learned.classifier.check(2, 2), Ok(()));
        for (row, class) in [([0.0, 0.0], 0), ([0.0, 1.0], 1), ([1.0, 0.0], 1), ([1.0, 1.0], 0)] {
            assert!(learned.classifier.probabilities(&row)[class] > 0.9);
        }
        assert_eq!(learn(&table, &table.all_rows(), &map, 3).unwrap(), learned);
    }

    #[test]
    fn rows_that_are_all_the_same_are_no_trouble() {
        let table = read("a, b. x: continuous.", &"1,a\n1,a\n1,b\n".repeat(5)).unwrap();
        let learned = learn(&table, &table.all_rows(), &ParamMap::new(), 1).unwrap();
        let found = learned.classifier.probabilities(&[1.0]);
        assert!((found[0] - 2.0 / 3.0).abs() < 0.01, "{found:?}");
    }
}
