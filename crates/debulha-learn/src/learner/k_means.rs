//! Clusters by k-means, named by the classes of their rows.

use super::matrix::Matrix;
use super::{LearnedClassifier, Learner, params};
use crate::table::Table;
use debulha_core::classify::Classifier;
use debulha_core::classify::centroids::{Centroid, Centroids};
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};
use debulha_systems::features::k_means::KMeans;

const ID: &str = "k_means";

params! {
    /// Parameters of `k_means`.
    #[derive(Copy)]
    pub struct KMeansParams {
        /// Clusters; 0: as many as classes (our decision).
        pub clusters: u32 = 0, range: 0..=10_000;
        /// Times that it is begun anew; the tightest result counts (our decision).
        pub restarts: u32 = 10, range: 1..=10_000;
        /// Most moves of the centroids in each (our decision).
        pub moves: u32 = 300, range: 1..=1_000_000;
    }
}

/// The learner.
pub(super) static LEARNER: Learner = Learner {
    id: ID,
    title: "k-means with the classes of each cluster",
    cite: &["arthur2007"],
    docs: "Clusters of standardised rows, found without their classes; a row has the classes of its nearest cluster. \
        Missing values count as the mean. O(restarts × moves × clusters × values).",
    params: KMeansParams::INFO,
    train: learn,
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap, seed: u64) -> Result<LearnedClassifier, BuildError> {
    let options: KMeansParams = params(ID, map)?;
    let matrix = Matrix::new(ID, table, rows)?;
    let clusters = if options.clusters == 0 { matrix.class_count } else { options.clusters as usize };
    let k_means =
        KMeans { clusters, restarts: options.restarts, iterations: options.moves, seed, budget: u64::MAX };
    let points: Vec<Vec<f64>> = matrix.rows().map(<[f64]>::to_vec).collect();
    let found = k_means.find(&points);
    let centroid = |mean: Vec<f64>| Centroid { mean, counts: vec![0.0; matrix.class_count] };
    let mut centroids: Vec<Centroid> = found.centroids.into_iter().map(centroid).collect();
    for (&cluster, &class) in found.of.iter().zip(&matrix.classes) {
        centroids[cluster].counts[class] += 1.0;
    }
    centroids.retain(|centroid| centroid.counts.iter().any(|&count| count > 0.0));
    let clusters = Centroids { scales: matrix.scales, centroids };
    Ok(LearnedClassifier { classifier: Classifier::Centroids(clusters), gains: Vec::new() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn planted_groups_are_found() {
        let row = |i: usize| format!("{},{},{}\n", i % 3 * 10 + i % 2, i % 3 * 7, ["a", "b", "c"][i % 3]);
        let data: String = (0..60).map(row).collect();
        let table = read("a, b, c. x: continuous. y: continuous.", &data).unwrap();
        let learned = learn(&table, &table.all_rows(), &ParamMap::new(), 1).unwrap();
        assert_eq!(learned.classifier.check(2, 3), Ok(()));
        for (row, class) in [([0.0, 0.0], 0), ([11.0, 7.0], 1), ([20.0, 14.0], 2)] {
            assert_eq!(learned.classifier.classify(&row), class);
        }
    }
}
