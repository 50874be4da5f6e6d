//! More than two classes by planes: one parts each class from all others.

use super::Malformed;
use super::linear::Linear;
use serde::{Deserialize, Serialize};

/// One plane a class; its second class is that class, its first all others.
///
/// ```
/// use debulha_core::classify::linear::{Linear, Weight};
/// use debulha_core::classify::one_vs_rest::OneVsRest;
///
/// let plane = |weight: f64, bias: f64| {
///     let weights = vec![Weight { mean: 0.0, deviation: 1.0, weight }];
///     Linear { weights, bias, slope: 1.0, offset: 0.0 }
/// };
/// // Below, around and above 0.
/// let sums = OneVsRest { planes: vec![plane(-4.0, -4.0), plane(0.0, 0.0), plane(4.0, -4.0)] };
/// assert!(sums.probabilities(&[-3.0])[0] > 0.6 && sums.probabilities(&[3.0])[2] > 0.6);
/// assert!(sums.probabilities(&[0.0])[1] > 0.9);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OneVsRest {
    /// The planes in the order of the classes.
    pub planes: Vec<Linear>,
}

impl OneVsRest {
    /// The planes' probabilities, by their sum; equal where all are 0. O(classes × features).
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        let mut found: Vec<f64> = self.planes.iter().map(|plane| plane.probability(row)).collect();
        let sum: f64 = found.iter().sum();
        let count = found.len() as f64;
        for probability in &mut found {
            *probability = if sum > 0.0 { *probability / sum } else { 1.0 / count };
        }
        found
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        if self.planes.len() != classes {
            return Err(Malformed::Shape { part: "planes" });
        }
        self.planes.iter().try_for_each(|plane| plane.check(features, 2))
    }
}
