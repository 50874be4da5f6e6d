//! Support vector machines with a Gaussian kernel, one for each pair of classes.

use super::Malformed;
use super::linear::logistic;
use super::scale::Scale;
use serde::{Deserialize, Serialize};

/// A machine that tells two classes apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The class below 0.
    pub first: u32,
    /// The class above 0; after the first.
    pub second: u32,
    /// Position of each of its support vectors, and the vector's weight, whose sign is that of its class.
    pub weights: Vec<(u32, f64)>,
    /// What is added to the sum.
    pub bias: f64,
    /// The probability of the second class is the logistic function of `slope · sum + offset` (platt1999).
    pub slope: f64,
    /// See `slope`.
    pub offset: f64,
}

/// Machines with the kernel `exp(-gamma · |x - y|²)` of standardised rows.
///
/// ```
/// use debulha_core::classify::kernel::{KernelMachines, Machine};
/// use debulha_core::classify::scale::Scale;
///
/// // Around 2 for the second class.
/// let weights = vec![(0, 1.0)];
/// let machine = Machine { first: 0, second: 1, weights, bias: -0.5, slope: 4.0, offset: 0.0 };
/// let scales = vec![Scale { mean: 0.0, deviation: 1.0 }];
/// let kernel = KernelMachines { scales, gamma: 1.0, support: vec![vec![2.0]], machines: vec![machine] };
/// assert!(kernel.probabilities(&[2.0])[1] > 0.88 && kernel.probabilities(&[0.0])[0] > 0.85);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KernelMachines {
    /// One a feature.
    pub scales: Vec<Scale>,
    /// How fast likeness ends with distance, above 0.
    pub gamma: f64,
    /// The support vectors of all machines, standardised.
    pub support: Vec<Vec<f64>>,
    /// One a pair of classes.
    pub machines: Vec<Machine>,
}

impl KernelMachines {
    /// The mean of what the machines of a class say for it, over those of all classes, so that they sum to 1.
    ///
    /// O(support vectors × features).
    pub fn probabilities(&self, row: &[f32]) -> Vec<f64> {
        let row = Scale::apply_all(&self.scales, row);
        let like: Vec<f64> = self.support.iter().map(|vector| likeness(vector, &row, self.gamma)).collect();
        // The pairs are in order, so that the last one has the last class.
        let classes = self.machines.last().map_or(0, |machine| machine.second as usize + 1);
        let mut sums = vec![0.0; classes];
        for machine in &self.machines {
            let terms = machine.weights.iter().map(|&(vector, weight)| weight * like[vector as usize]);
            let sum = machine.bias + terms.sum::<f64>();
            let second = logistic(machine.slope * sum + machine.offset);
            sums[machine.first as usize] += 1.0 - second;
            sums[machine.second as usize] += second;
        }
        let pairs = self.machines.len().max(1) as f64;
        sums.into_iter().map(|sum| sum / pairs).collect()
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        Scale::check_all(&self.scales, features)?;
        if !self.support.iter().all(|vector| vector.len() == features) {
            return Err(Malformed::Shape { part: "support vectors" });
        }
        let numbers = self.support.iter().flatten().all(|value| value.is_finite());
        if !numbers || !self.gamma.is_finite() || self.gamma <= 0.0 {
            return Err(Malformed::Numbers { part: "support vectors or gamma" });
        }
        let pairs = (0..classes as u32).flat_map(|second| (0..second).map(move |first| (first, second)));
        // Counted first: the pairs of a made-up number of classes are not.
        let expected = classes.saturating_mul(classes.saturating_sub(1)) / 2;
        let found = self.machines.iter().map(|machine| (machine.first, machine.second));
        if classes < 2 || expected != self.machines.len() || !pairs.eq(found) {
            return Err(Malformed::Pairs);
        }
        for machine in &self.machines {
            let numbers = machine.weights.iter().map(|&(_, weight)| weight);
            let numbers = numbers.chain([machine.bias, machine.slope, machine.offset]);
            let known = |&(vector, _): &(u32, f64)| (vector as usize) < self.support.len();
            if !numbers.into_iter().all(f64::is_finite) {
                return Err(Malformed::Numbers { part: "terms of a machine" });
            }
            if !machine.weights.iter().all(known) {
                return Err(Malformed::NoVector);
            }
        }
        Ok(())
    }
}

/// `exp(-gamma · |a - b|²)`.
pub fn likeness(a: &[f64], b: &[f64], gamma: f64) -> f64 {
    let distance: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    (-gamma * distance).exp()
}
