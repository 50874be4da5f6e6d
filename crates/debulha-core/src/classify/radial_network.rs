//! A network of radial basis functions: how near a row is to some centres, weighed for each class.

use super::neural_network::NetworkUnit;
use super::scale::Scale;
use super::{Malformed, kernel::likeness};
use serde::{Deserialize, Serialize};

/// Standardised features, `exp(-distance² / (2 · width²))` to each centre, and a weighted sum for each class.
///
/// ```
/// use debulha_core::classify::neural_network::NetworkUnit;
/// use debulha_core::classify::radial_network::RadialNetwork;
/// use debulha_core::classify::scale::Scale;
///
/// // Around 0 for the first class.
/// let output = vec![NetworkUnit { weights: vec![1.0], bias: 0.0 }, NetworkUnit { weights: vec![-1.0], bias: 1.0 }];
/// let scales = vec![Scale { mean: 0.0, deviation: 1.0 }];
/// let network = RadialNetwork { scales, centres: vec![vec![0.0]], width: 1.0, output };
/// assert_eq!(network.probabilities(&[0.0]), [1.0, 0.0]);
/// assert!(network.probabilities(&[3.0])[1] > 0.98);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RadialNetwork {
    /// One a feature.
    pub scales: Vec<Scale>,
    /// The centres, standardised.
    pub centres: Vec<Vec<f64>>,
    /// How far a centre reaches, above 0.
    pub width: f64,
    /// One a class, over the centres.
    pub output: Vec<NetworkUnit>,
}

impl RadialNetwork {
    /// The sums of the classes, none below 0, by their sum; equal where all are 0. O(centres × (features + classes)).
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        let near = RadialNetwork::nearness(&self.centres, self.width, &Scale::apply_all(&self.scales, row));
        let sums: Vec<f64> = self.output.iter().map(|unit| unit.sum(&near).max(0.0)).collect();
        let all: f64 = sums.iter().sum();
        let share = |sum: f64| if all > 0.0 && all.is_finite() { sum / all } else { 1.0 / sums.len() as f64 };
        sums.iter().map(|&sum| share(sum)).collect()
    }

    /// How near a standardised row is to each centre, from 0 to 1.
    pub fn nearness(centres: &[Vec<f64>], width: f64, row: &[f64]) -> Vec<f64> {
        let gamma = 1.0 / (2.0 * width * width);
        centres.iter().map(|centre| likeness(centre, row, gamma)).collect()
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        Scale::check_all(&self.scales, features)?;
        let sums_fit = self.output.iter().all(|unit| unit.weights.len() == self.centres.len());
        if !self.centres.iter().all(|centre| centre.len() == features)
            || !sums_fit
            || self.output.len() != classes
        {
            return Err(Malformed::Shape { part: "centres or sums" });
        }
        let weights = self.output.iter().flat_map(|unit| unit.weights.iter().chain([&unit.bias]));
        let is_number = self.centres.iter().flatten().chain(weights).all(|value| value.is_finite());
        // The square is divided by.
        if !is_number || !self.width.is_finite() || self.width * self.width <= 0.0 {
            return Err(Malformed::Numbers { part: "centres, width or sums" });
        }
        if self.centres.is_empty() {
            return Err(Malformed::Without { whole: "a network", part: "centres" });
        }
        Ok(())
    }
}
