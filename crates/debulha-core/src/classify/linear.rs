//! A weighted sum of standardised features and its probability.

use super::Malformed;
use serde::{Deserialize, Serialize};

/// A feature's part in the sum.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weight {
    /// Mean of the training rows; a missing value counts as it.
    pub mean: f64,
    /// Standard deviation of the training rows, above 0.
    pub deviation: f64,
    /// Weight of the standardised value.
    pub weight: f64,
}

/// Two classes parted by a plane.
///
/// ```
/// use debulha_core::classify::linear::{Linear, Weight};
///
/// let weight = Weight { mean: 10.0, deviation: 2.0, weight: 1.0 };
/// let linear = Linear { weights: vec![weight], bias: 0.0, slope: 1.0, offset: 0.0 };
/// assert_eq!(linear.probability(&[10.0]), 0.5);
/// assert_eq!(linear.probability(&[f32::NAN]), 0.5);
/// assert!(linear.probability(&[14.0]) > 0.88);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Linear {
    /// One a feature.
    pub weights: Vec<Weight>,
    /// What is added to the sum.
    pub bias: f64,
    /// The probability of the second class is the logistic function of `slope · sum + offset`: 1 for logistic
    /// regression, fitted for a support vector machine (platt1999).
    pub slope: f64,
    /// See `slope`.
    pub offset: f64,
}

impl Linear {
    /// Each feature's term of the sum.
    pub fn terms<'a>(&'a self, row: &'a [f32]) -> impl Iterator<Item = f64> + 'a {
        self.weights.iter().zip(row).map(|(weight, &value)| {
            if value.is_nan() {
                0.0
            } else {
                weight.weight * (f64::from(value) - weight.mean) / weight.deviation
            }
        })
    }

    /// The sum: above 0 for the second class.
    pub fn decision(&self, row: &[f32]) -> f64 {
        self.bias + self.terms(row).sum::<f64>()
    }

    /// Probability of the second class. O(features).
    pub fn probability(&self, row: &[f32]) -> f64 {
        logistic(self.slope * self.decision(row) + self.offset)
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        let numbers = self.weights.iter().flat_map(|weight| [weight.mean, weight.deviation, weight.weight]);
        if self.weights.len() != features || classes != 2 {
            return Err(Malformed::Shape { part: "a sum" });
        }
        if !numbers.chain([self.bias, self.slope, self.offset]).all(f64::is_finite)
            || self.weights.iter().any(|weight| weight.deviation <= 0.0)
        {
            return Err(Malformed::Numbers { part: "terms of a sum" });
        }
        Ok(())
    }
}

/// `1 / (1 + e^-x)`.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
