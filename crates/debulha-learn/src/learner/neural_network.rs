//! A network with one hidden layer, by stochastic gradient descent with momentum (rumelhart1986).
//!
//! Own code, since it is a page: libraries of networks bring tensors, and threads whose sums depend on their order.

use super::matrix::Matrix;
use super::{LearnedClassifier, Learner, params};
use crate::table::Table;
use debulha_core::classify::Classifier;
use debulha_core::classify::neural_network::{NetworkUnit, NeuralNetwork};
use debulha_core::features::random::SplitMix64;
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};

const ID: &str = "neural_network";

params! {
    /// Parameters of `neural_network`.
    #[derive(Copy)]
    pub struct NeuralNetworkParams {
        /// Hidden units (our decision).
        pub hidden: u32 = 16, range: 1..=1000;
        /// Passes over the rows (our decision).
        pub passes: u32 = 200, range: 1..=100_000;
        /// Size of a step along the mean slope of a batch; it falls to 0 over the passes (our decision).
        pub rate: f64 = 0.2, range: 0.000_001..=10.0;
        /// Share of the last step that a step keeps (rumelhart1986: .9).
        pub momentum: f64 = 0.9, range: 0.0..=0.999;
        /// Rows of a batch (our decision).
        pub batch: u32 = 32, range: 1..=100_000;
        /// Share of each weight that a step of size 1 takes away (our decision).
        pub decay: f64 = 0.000_1, range: 0.0..=1.0;
    }
}

/// The learner.
pub(super) static LEARNER: Learner = Learner {
    id: ID,
    title: "Neural network with one hidden layer",
    cite: &["rumelhart1986"],
    docs: "Logistic hidden units, soft maximum and cross-entropy, stochastic gradient descent with momentum from random \
        weights. Missing values count as the mean. O(passes × rows × hidden × columns).",
    params: NeuralNetworkParams::INFO,
    train: learn,
};

fn learn(table: &Table, rows: &[u32], map: &ParamMap, seed: u64) -> Result<LearnedClassifier, BuildError> {
    let options: NeuralNetworkParams = params(ID, map)?;
    let matrix = Matrix::new(ID, table, rows)?;
    let mut random = SplitMix64::new(seed);
    let mut network = NeuralNetwork {
        hidden: layer(&mut random, options.hidden as usize, matrix.width()),
        output: layer(&mut random, matrix.class_count, options.hidden as usize),
        scales: matrix.scales.clone(),
    };
    let mut slopes = LayerSlopes::of(&network);
    let mut order: Vec<usize> = (0..matrix.len()).collect();
    for pass in 0..options.passes {
        random.shuffle(&mut order);
        let rate = options.rate * (1.0 - f64::from(pass) / f64::from(options.passes));
        for batch in order.chunks(options.batch as usize) {
            for &row in batch {
                slopes.add(&network, matrix.row(row), matrix.classes[row]);
            }
            slopes.step(&mut network, rate, batch.len() as f64, &options);
        }
    }
    Ok(LearnedClassifier { classifier: Classifier::NeuralNetwork(network), gains: Vec::new() })
}

/// Units with weights drawn evenly from ±1 by the root of their number, so that sums are neither flat nor at the ends.
fn layer(random: &mut SplitMix64, units: usize, below: usize) -> Vec<NetworkUnit> {
    let width = (below.max(1) as f64).sqrt().recip();
    let mut draw = || (2.0 * random.below_one() - 1.0) * width;
    (0..units).map(|_| NetworkUnit { weights: (0..below).map(|_| draw()).collect(), bias: 0.0 }).collect()
}

/// Sums of slopes over a batch, and the last step.
struct LayerSlopes {
    hidden: Vec<NetworkUnit>,
    output: Vec<NetworkUnit>,
    last_hidden: Vec<NetworkUnit>,
    last_output: Vec<NetworkUnit>,
}

impl LayerSlopes {
    fn of(network: &NeuralNetwork) -> Self {
        let zeros = |units: &[NetworkUnit]| -> Vec<NetworkUnit> {
            units
                .iter()
                .map(|unit| NetworkUnit { weights: vec![0.0; unit.weights.len()], bias: 0.0 })
                .collect()
        };
        LayerSlopes {
            hidden: zeros(&network.hidden),
            output: zeros(&network.output),
            last_hidden: zeros(&network.hidden),
            last_output: zeros(&network.output),
        }
    }

    /// Adds the slopes of the cross-entropy of a row.
    fn add(&mut self, network: &NeuralNetwork, row: &[f64], class: usize) {
        let (hidden, mut errors) = network.layers(row);
        errors[class] -= 1.0;
        for (slopes, error) in self.output.iter_mut().zip(&errors) {
            add_slope(slopes, &hidden, *error);
        }
        for (unit, slopes) in self.hidden.iter_mut().enumerate() {
            let back = network.output.iter().zip(&errors).map(|(output, error)| error * output.weights[unit]);
            add_slope(slopes, row, back.sum::<f64>() * hidden[unit] * (1.0 - hidden[unit]));
        }
    }

    /// Moves the network against the mean slope and begins anew.
    fn step(&mut self, network: &mut NeuralNetwork, rate: f64, rows: f64, options: &NeuralNetworkParams) {
        let layers = [
            (&mut network.hidden, &mut self.hidden, &mut self.last_hidden),
            (&mut network.output, &mut self.output, &mut self.last_output),
        ];
        for (units, slopes, last) in layers {
            for ((unit, slopes), last) in units.iter_mut().zip(slopes).zip(last) {
                let weights = unit.weights.iter_mut().zip(&mut slopes.weights).zip(&mut last.weights);
                for ((weight, slope), last) in weights {
                    *last = options.momentum * *last - rate * (*slope / rows + options.decay * *weight);
                    *weight += *last;
                    *slope = 0.0;
                }
                last.bias = options.momentum * last.bias - rate * slopes.bias / rows;
                unit.bias += last.bias;
                slopes.bias = 0.0;
            }
        }
    }
}

fn add_slope(slopes: &mut NetworkUnit, below: &[f64], error: f64) {
    slopes.bias += error;
    for (slope, value) in slopes.weights.iter_mut().zip(below) {
        *slope += error * value;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn exclusive_or_is_learned_the_same_way_twice() {
        let table = read("a, b. x: 0,1. y: 0,1.", &"0,0,a\n0,1,b\n1,0,b\n1,1,a\n".repeat(16)).unwrap();
        let learned = learn(&table, &table.all_rows(), &ParamMap::new(), 3).unwrap();
        assert_eq!(learned.classifier.check(2, 2), Ok(()));
        for (row, class) in [([0.0, 0.0], 0), ([0.0, 1.0], 1), ([1.0, 0.0], 1), ([1.0, 1.0], 0)] {
            assert!(learned.classifier.probabilities(&row)[class] > 0.9);
        }
        assert_eq!(learn(&table, &table.all_rows(), &ParamMap::new(), 3).unwrap(), learned);
        assert_ne!(learn(&table, &table.all_rows(), &ParamMap::new(), 4).unwrap(), learned);
    }

    #[test]
    fn slopes_are_those_of_small_changes() {
        let mut random = SplitMix64::new(5);
        let network = NeuralNetwork {
            scales: Vec::new(),
            hidden: layer(&mut random, 3, 2),
            output: layer(&mut random, 2, 3),
        };
        let (row, class, small) = ([0.3, -1.2], 1, 1e-6);
        let loss = |network: &NeuralNetwork| -network.layers(&row).1[class].ln();
        let mut slopes = LayerSlopes::of(&network);
        slopes.add(&network, &row, class);
        let mut moved = network.clone();
        moved.hidden[2].weights[1] += small;
        let slope = (loss(&moved) - loss(&network)) / small;
        assert!((slope - slopes.hidden[2].weights[1]).abs() < 1e-5, "{slope}");
        let mut moved = network.clone();
        moved.output[0].bias += small;
        let slope = (loss(&moved) - loss(&network)) / small;
        assert!((slope - slopes.output[0].bias).abs() < 1e-5, "{slope}");
    }
}
