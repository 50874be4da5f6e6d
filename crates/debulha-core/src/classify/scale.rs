//! Features of different sizes made comparable: each less its mean, by its standard deviation.

use super::Malformed;
use serde::{Deserialize, Serialize};

/// How one feature is standardised.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// Mean of the training rows; a missing value counts as it.
    pub mean: f64,
    /// Standard deviation of the training rows, above 0.
    pub deviation: f64,
}

impl Scale {
    /// The standardised value: 0 for the mean, and for what is missing or infinite.
    pub fn apply(self, value: f32) -> f64 {
        if value.is_finite() { (f64::from(value) - self.mean) / self.deviation } else { 0.0 }
    }

    /// A row standardised, one scale a feature.
    ///
    /// ```
    /// use debulha_core::classify::scale::Scale;
    ///
    /// let scale = Scale { mean: 10.0, deviation: 2.0 };
    /// assert_eq!(Scale::apply_all(&[scale, scale], &[14.0, f32::NAN]), [2.0, 0.0]);
    /// ```
    pub fn apply_all(scales: &[Scale], row: &[f32]) -> Vec<f64> {
        scales.iter().zip(row).map(|(scale, &value)| scale.apply(value)).collect()
    }

    /// Whether there is a usable scale for each of so many features.
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check_all(scales: &[Scale], features: usize) -> Result<(), Malformed> {
        let usable =
            |scale: &Scale| scale.mean.is_finite() && scale.deviation.is_finite() && scale.deviation > 0.0;
        if scales.len() != features {
            return Err(Malformed::Shape { part: "scales" });
        }
        if !scales.iter().all(usable) {
            return Err(Malformed::Numbers { part: "scales" });
        }
        Ok(())
    }
}
