//! Gradient-boosted trees over histograms (friedman2001, ke2017): rows with soft targets and weights.
//!
//! Each tree is fitted to the slopes of the weighted cross-entropy at the sum of the trees before it. Values are binned
//! once, by weighted quantiles; a leaf's sums by bin are its parent's less its sibling's; the leaf that gains most is
//! split next. A missing value goes to the side that lowers the loss more.
//!
//! Crates that were looked at in November 2026: `perpetual` chooses learning rate and size of trees itself; `forust-ml`
//! links GMP; `hessboost` meets most of the list, is months old, changes its interface monthly and links zstd.
//!
//! Each column is one task of rayon's current pool, and nothing is summed across tasks: the same rows, parameters and
//! seed give the same trees bit by bit, on any number of threads.

mod bins;
mod grow;
mod learner;
mod matrix;
#[cfg(test)]
mod tests;

pub use learner::LEARNER;
pub use matrix::FeatureMatrix;

use bins::Binned;
use debulha_core::classify::Classifier;
use debulha_core::classify::boosted_trees::BoostedTrees;
use debulha_core::classify::linear::logistic;
use debulha_core::classify::model::Trained;
use debulha_core::features::random::SplitMix64;
use debulha_core::params;
use grow::{Grower, Slope};
use rayon::prelude::*;

params! {
    /// Parameters of boosted trees. Defaults are those of ke2017's program; "pages" is our decision for blocks of pages.
    #[derive(Copy)]
    pub struct BoostedTreesParams {
        /// Trees at most (ke2017: 100; pages: 60 to 200).
        pub trees: u32 = 100, range: 1..=10_000;
        /// Share of each tree's values that is added (ke2017: .1; pages: .06 for 200 trees to .18 for 60).
        pub learning_rate: f64 = 0.1, range: 0.000_1..=1.0;
        /// Leaves of a tree at most; scoring is fastest up to 32 (ke2017: 31).
        pub leaves: u32 = 31, range: 2..=255;
        /// Bins of a feature at most, that of missing values apart (ke2017: 255; pages: 63).
        pub max_bins: u32 = 255, range: 2..=255;
        /// Fewest training rows of a leaf, whatever their weights (ke2017: 20; pages: 60).
        pub min_rows: u32 = 20, range: 1..=1_000_000_000;
        /// Least sum of second derivatives of a leaf's rows (ke2017: .001).
        pub min_hessian: f64 = 1e-3, range: 1e-9..=1e12;
        /// L2 regularisation: added to the sum of second derivatives (ke2017: 0; pages: 10).
        pub l2: f64 = 0.0, range: 0.0..=1e12;
        /// Share of the features that a tree may ask for, drawn for each tree (ke2017: 1; pages: .25 to .5).
        pub feature_fraction: f64 = 1.0, range: 0.001..=1.0;
        /// Share of the rows that a tree learns from, drawn for each tree (ke2017: 1; pages: .7).
        pub bagging: f64 = 1.0, range: 0.001..=1.0;
        /// Share of the groups that are held out to find the best number of trees; 0 for none.
        pub held_out: f64 = 0.0, range: 0.0..=0.9;
        /// Trees without gain on what is held out after which training stops (our decision).
        pub patience: u32 = 30, range: 1..=10_000;
    }
}

impl BoostedTreesParams {
    /// Our decision for blocks of pages: 120 trees, strongly regularised.
    pub fn pages() -> Self {
        BoostedTreesParams {
            trees: 120,
            max_bins: 63,
            min_rows: 60,
            l2: 10.0,
            feature_fraction: 0.5,
            bagging: 0.7,
            ..BoostedTreesParams::default()
        }
    }
}

/// What was learned.
#[derive(Debug, Clone, PartialEq)]
pub struct Boosted {
    /// The trees; the best number of them where rows were held out.
    pub trees: BoostedTrees,
    /// By how much the splits of each feature lowered the loss of the training rows, to second order, twice.
    pub gains: Vec<f64>,
    /// Cross-entropy in nats by unit of weight on what was held out: before the first tree, and after each that was
    /// grown. Empty where nothing was.
    pub losses: Vec<f64>,
}

impl Boosted {
    /// The mean of what was learned several times from the same matrix.
    pub fn mean(models: &[Boosted]) -> Self {
        let trees: Vec<BoostedTrees> = models.iter().map(|model| model.trees.clone()).collect();
        let features = models.first().map_or(0, |model| model.gains.len());
        let gain = |feature: usize| {
            models.iter().map(|model| model.gains[feature]).sum::<f64>() / models.len() as f64
        };
        Boosted {
            trees: BoostedTrees::mean(&trees),
            gains: (0..features).map(gain).collect(),
            losses: Vec::new(),
        }
    }

    /// The classifier with names, as models hold it.
    pub fn named(self, name: &str, classes: [&str; 2], matrix: &FeatureMatrix) -> Trained {
        Trained {
            name: name.to_owned(),
            features: matrix.features().to_vec(),
            classes: classes.map(str::to_owned).to_vec(),
            classifier: Classifier::BoostedTrees(self.trees),
            gains: self.gains,
        }
    }
}

/// Learns from some rows, of whose groups `params.held_out` are held out to judge on. `progress` is told how many
/// trees are grown.
///
/// O(trees · rows · features · log leaves) with the fractions of both, and one byte of memory a value beside the
/// matrix. 200,000 rows of 150 features, 200 trees of 31 leaves, half the features and .7 of the rows a tree: 17 s of
/// processor time (`measure boosting`).
///
/// ```
/// use debulha_core::classify::model::FeatureRef;
/// use debulha_learn::boosting::{BoostedTreesParams, FeatureMatrix, train};
///
/// let mut matrix = FeatureMatrix::new(vec![FeatureRef { name: "words".to_owned(), version: 1 }]);
/// for words in 0..200 {
///     matrix.push(&[words as f32], if words < 50 { 0.1 } else { 0.8 }, 1.0, words);
/// }
/// let learned = train(&matrix, &matrix.all_rows(), &BoostedTreesParams::default(), 1, &|_| ());
/// assert!((learned.trees.probability(&[10.0]) - 0.1).abs() < 0.01);
/// assert!((learned.trees.probability(&[90.0]) - 0.8).abs() < 0.01);
/// ```
pub fn train(
    matrix: &FeatureMatrix,
    rows: &[u32],
    params: &BoostedTreesParams,
    seed: u64,
    progress: &(dyn Fn(usize) + Sync),
) -> Boosted {
    let (rows, held_out) = matrix.hold_out(rows, params.held_out, seed);
    train_until(matrix, &rows, &held_out, params, seed, progress)
}

/// As [`train`], but judging on the given rows; none for no judging.
///
/// # Panics
/// If the matrix has more than 65,536 features.
pub fn train_until(
    matrix: &FeatureMatrix,
    rows: &[u32],
    held_out: &[u32],
    params: &BoostedTreesParams,
    seed: u64,
    progress: &(dyn Fn(usize) + Sync),
) -> Boosted {
    assert!(matrix.width() <= usize::from(u16::MAX) + 1, "{} features", matrix.width());
    let all = [rows, held_out].concat();
    let weights: Vec<f32> = all.iter().map(|&row| matrix.weight(row)).collect();
    let targets: Vec<f32> = all.iter().map(|&row| matrix.target(row)).collect();
    let (learned, judged) = (0..rows.len(), rows.len()..all.len());
    let base = log_odds(&weights[learned.clone()], &targets);
    let mut boosted =
        Boosted { trees: BoostedTrees::new(base), gains: vec![0.0; matrix.width()], losses: Vec::new() };
    let mut scores = vec![base; all.len()];
    let judge =
        |scores: &[f32]| loss(&scores[judged.clone()], &targets[judged.clone()], &weights[judged.clone()]);
    boosted.losses.extend((!judged.is_empty()).then(|| judge(&scores)));
    if learned.is_empty() {
        return boosted;
    }
    let data = Binned::of(matrix, &all, learned.len(), params.max_bins as usize);
    let mut random = SplitMix64::new(seed);
    let mut slopes = vec![Slope::default(); learned.len()];
    let mut gains_of: Vec<Vec<(usize, f64)>> = Vec::new();
    for grown in 1..=params.trees as usize {
        slopes.par_iter_mut().enumerate().for_each(|(row, slope)| {
            *slope = slope_of(scores[row], targets[row], weights[row]);
        });
        let columns = draw(matrix.width(), params.feature_fraction, &mut random);
        let columns: Vec<usize> = columns.into_iter().map(|column| column as usize).collect();
        let sample = draw(learned.len(), params.bagging, &mut random);
        let grower = Grower { data: &data, params, slopes: &slopes, weights: &weights, columns: &columns };
        let tree = grower.grow(sample);
        scores.par_iter_mut().enumerate().for_each(|(row, score)| *score += tree.value(&data, row));
        let pushed = boosted.trees.push(&tree.splits, &tree.leaves);
        debug_assert_eq!(pushed, Ok(()), "the grower makes nothing else than trees");
        gains_of.push(tree.gains);
        progress(grown);
        if !judged.is_empty() {
            boosted.losses.push(judge(&scores));
            if grown - best_round(&boosted.losses) >= params.patience as usize {
                break;
            }
        }
    }
    if !judged.is_empty() {
        boosted.trees.truncate(best_round(&boosted.losses));
    }
    for (column, gain) in gains_of.into_iter().take(boosted.trees.len()).flatten() {
        boosted.gains[column] += gain;
    }
    boosted
}

/// Number of trees with the least loss, the fewest of several.
fn best_round(losses: &[f64]) -> usize {
    let least = losses.iter().enumerate().reduce(|best, other| if other.1 < best.1 { other } else { best });
    least.map_or(0, |(round, _)| round)
}

/// A share of the numbers below `count`, at least one, ascending.
fn draw(count: usize, share: f64, random: &mut SplitMix64) -> Vec<u32> {
    let wanted = ((count as f64 * share).round() as usize).clamp(1.min(count), count);
    let mut rest = wanted;
    let numbers = (0..count as u32).filter(|&number| {
        // Each number is as likely as the others to be among those that are still wanted.
        let taken =
            rest == count - number as usize || rest > 0 && random.below(count - number as usize) < rest;
        rest -= usize::from(taken);
        taken
    });
    numbers.collect()
}

/// Means nearer to 0 or 1 count as this near: the log-odds of a base stay finite.
const MIN_SHARE: f64 = 1e-6;

/// The log-odds of the weighted mean of targets.
fn log_odds(weights: &[f32], targets: &[f32]) -> f32 {
    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let parts = weights.iter().zip(targets);
    let second: f64 = parts.map(|(&weight, &target)| f64::from(weight) * f64::from(target)).sum();
    let mean = if sum > 0.0 { (second / sum).clamp(MIN_SHARE, 1.0 - MIN_SHARE) } else { 0.5 };
    (mean / (1.0 - mean)).ln() as f32
}

fn slope_of(score: f32, target: f32, weight: f32) -> Slope {
    let probability = logistic(score.into());
    let weight = f64::from(weight);
    Slope {
        gradient: (weight * (probability - f64::from(target))) as f32,
        hessian: (weight * probability * (1.0 - probability)) as f32,
    }
}

/// Cross-entropy of soft targets in nats, by unit of weight.
fn loss(scores: &[f32], targets: &[f32], weights: &[f32]) -> f64 {
    let (mut sum, mut total) = (0.0, 0.0);
    for ((&score, &target), &weight) in scores.iter().zip(targets).zip(weights) {
        let (score, target, weight) = (f64::from(score), f64::from(target), f64::from(weight));
        // ln(1 + e^score) − target · score, without overflow.
        sum += weight * (score.max(0.0) - target * score + (-score.abs()).exp().ln_1p());
        total += weight;
    }
    sum / total
}
