//! Clusters that stand for classes: a row is judged by its nearest centroid.

use super::Malformed;
use super::decision_tree::share;
use super::scale::Scale;
use serde::{Deserialize, Serialize};

/// The middle of a cluster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Centroid {
    /// Mean of the cluster's rows, standardised.
    pub mean: Vec<f64>,
    /// Training rows of each class in the cluster, above 0 in all.
    pub counts: Vec<f64>,
}

/// Clusters, such as those of k-means, with the classes of their rows.
///
/// ```
/// use debulha_core::classify::centroids::{Centroid, Centroids};
/// use debulha_core::classify::scale::Scale;
///
/// let centroid = |mean: f64, counts: [f64; 2]| Centroid { mean: vec![mean], counts: counts.to_vec() };
/// let scales = vec![Scale { mean: 0.0, deviation: 1.0 }];
/// let centroids = vec![centroid(-1.0, [3.0, 1.0]), centroid(1.0, [0.0, 5.0])];
/// let clusters = Centroids { scales, centroids };
/// assert_eq!(clusters.probabilities(&[-0.5]), [0.75, 0.25]);
/// assert_eq!(clusters.probabilities(&[9.0]), [0.0, 1.0]);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Centroids {
    /// One a feature.
    pub scales: Vec<Scale>,
    /// One a cluster.
    pub centroids: Vec<Centroid>,
}

impl Centroids {
    /// The shares of the classes in the nearest cluster, the first of equals. O(clusters × features).
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        let row = Scale::apply_all(&self.scales, row);
        let distance = |centroid: &Centroid| -> f64 {
            centroid.mean.iter().zip(&row).map(|(a, b)| (a - b) * (a - b)).sum()
        };
        let mut nearest = (&self.centroids[0], f64::INFINITY);
        for centroid in &self.centroids {
            let distance = distance(centroid);
            if distance < nearest.1 {
                nearest = (centroid, distance);
            }
        }
        let counts = &nearest.0.counts;
        (0..counts.len()).map(|class| share(counts, class)).collect()
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        Scale::check_all(&self.scales, features)?;
        let fits = |centroid: &Centroid| centroid.mean.len() == features && centroid.counts.len() == classes;
        let numbers = |centroid: &Centroid| {
            centroid.mean.iter().all(|value| value.is_finite())
                && centroid.counts.iter().all(|count| count.is_finite() && *count >= 0.0)
        };
        // Of an empty cluster no probability can be told.
        let is_empty = |centroid: &Centroid| centroid.counts.iter().sum::<f64>() <= 0.0;
        if !self.centroids.iter().all(fits) {
            return Err(Malformed::Shape { part: "clusters" });
        }
        if !self.centroids.iter().all(numbers) {
            return Err(Malformed::Numbers { part: "means or counts of clusters" });
        }
        if self.centroids.is_empty() || self.centroids.iter().any(is_empty) {
            return Err(Malformed::Without { whole: "clusters", part: "rows" });
        }
        Ok(())
    }
}
