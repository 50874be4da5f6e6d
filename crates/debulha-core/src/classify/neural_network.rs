//! A neural network with one hidden layer.

use super::linear::logistic;
use super::scale::Scale;
use super::{Malformed, soft_max};
use serde::{Deserialize, Serialize};

/// A unit: a weighted sum of the layer below.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NetworkUnit {
    /// One a feature, or one a hidden unit.
    pub weights: Vec<f64>,
    /// What is added to the sum.
    pub bias: f64,
}

impl NetworkUnit {
    /// The sum over the layer below.
    pub fn sum(&self, below: &[f64]) -> f64 {
        self.bias + self.weights.iter().zip(below).map(|(weight, value)| weight * value).sum::<f64>()
    }
}

/// Standardised features, hidden units with the logistic function, and the soft maximum over one output a class.
///
/// ```
/// use debulha_core::classify::neural_network::{NeuralNetwork, NetworkUnit};
/// use debulha_core::classify::scale::Scale;
///
/// // Exclusive or: the first hidden unit is "or", the second "and".
/// let unit = |weights: [f64; 2], bias: f64| NetworkUnit { weights: weights.to_vec(), bias };
/// let network = NeuralNetwork {
///     scales: vec![Scale { mean: 0.0, deviation: 1.0 }; 2],
///     hidden: vec![unit([20.0, 20.0], -10.0), unit([20.0, 20.0], -30.0)],
///     output: vec![unit([-20.0, 20.0], 10.0), unit([20.0, -20.0], -10.0)],
/// };
/// assert!(network.probabilities(&[1.0, 0.0])[1] > 0.99 && network.probabilities(&[1.0, 1.0])[0] > 0.99);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeuralNetwork {
    /// One a feature.
    pub scales: Vec<Scale>,
    /// The hidden layer.
    pub hidden: Vec<NetworkUnit>,
    /// The output layer, one a class.
    pub output: Vec<NetworkUnit>,
}

impl NeuralNetwork {
    /// Probability of each class. O(hidden units × (features + classes)).
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        self.layers(&Scale::apply_all(&self.scales, row)).1
    }

    /// The values of the hidden layer and the output's probabilities, of a standardised row.
    pub fn layers(&self, row: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let hidden: Vec<f64> = self.hidden.iter().map(|unit| logistic(unit.sum(row))).collect();
        let output = soft_max(self.output.iter().map(|unit| unit.sum(&hidden)).collect());
        (hidden, output)
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        Scale::check_all(&self.scales, features)?;
        let whole =
            |units: &[NetworkUnit], below: usize| units.iter().all(|unit| unit.weights.len() == below);
        if self.output.len() != classes
            || !whole(&self.hidden, features)
            || !whole(&self.output, self.hidden.len())
        {
            return Err(Malformed::Shape { part: "a network" });
        }
        let numbers =
            |unit: &NetworkUnit| unit.bias.is_finite() && unit.weights.iter().all(|w| w.is_finite());
        if !self.hidden.iter().chain(&self.output).all(numbers) {
            return Err(Malformed::Numbers { part: "weights of a network" });
        }
        Ok(())
    }
}
