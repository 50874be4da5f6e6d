//! Rows of which few trees are sure are not asked the others.

use super::BoostedTrees;
use super::scoring::Questions;

/// Trees of which the first ones decide alone where they are sure (viola2001).
///
/// Most blocks of a page are plainly content or plainly not: 100 of 400 trees are sure of two of three.
///
/// ```
/// use debulha_core::classify::boosted_trees::{BoostedTrees, Cascade, TreeLeaf, TreeSplit};
///
/// let split = TreeSplit { feature: 0, threshold: 2.0, missing_right: false, first_leaf: 0, left_leaves: 1 };
/// let mut trees = BoostedTrees::new(0.0);
/// trees.push(&[split], &[TreeLeaf { value: -3.0, cover: 1.0 }, TreeLeaf { value: 1.0, cover: 1.0 }])?;
/// trees.push(&[], &[TreeLeaf { value: 0.5, cover: 2.0 }])?;
/// let cascade = Cascade::new(trees, 1, 1.5, [-3.0, 3.0]);
/// let mut scores = [0.0; 2];
/// cascade.scores(&[1.0, 3.0], 1, &mut scores);
/// assert_eq!(scores, [-4.5, 1.5]);
/// # Ok::<(), debulha_core::classify::Malformed>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cascade {
    first: BoostedTrees,
    rest: BoostedTrees,
    /// Of the first and of the rest.
    questions: [Questions; 2],
    weight: f32,
    sure: [f32; 2],
}

impl Cascade {
    /// The first trees decide alone where their log-odds are not between those of `sure`; 0 trees: all decide. While they
    /// are alone, what they add to the base is multiplied by `weight`: the others would have added to it.
    pub fn new(trees: BoostedTrees, first: usize, weight: f32, sure: [f32; 2]) -> Self {
        let (first, rest) = trees.split_at(first);
        let questions = [&first, &rest].map(Questions::of);
        Cascade { first, rest, questions, weight, sure }
    }

    /// The log-odds of many rows; see [`BoostedTrees::scores`].
    pub fn scores(&self, rows: &[f32], width: usize, scores: &mut [f32]) {
        let [of_first, of_rest] = &self.questions;
        self.first.scores_by(of_first, rows, width, scores);
        let mut unsure = Vec::new();
        let there = rows.len().checked_div(width).unwrap_or(usize::MAX);
        for (place, score) in scores.iter_mut().take(there).enumerate() {
            match self.alone(*score) {
                Some(alone) => *score = alone,
                None => unsure.push(place as u32),
            }
        }
        self.rest.add(of_rest, rows, width, &unsure, scores);
    }

    /// By how much each feature changes the log-odds of a row, by the trees that judge it; see
    /// [`BoostedTrees::contributions`].
    pub fn contributions(&self, row: &[f32]) -> Vec<f64> {
        let mut sums = self.first.contributions(row);
        if self.alone(self.first.score(row)).is_some() {
            for sum in &mut sums {
                *sum *= f64::from(self.weight);
            }
        } else {
            for (sum, more) in sums.iter_mut().zip(self.rest.contributions(row)) {
                *sum += more;
            }
        }
        sums
    }

    /// The log-odds by the first trees alone, of what they add to the base; `None` where they are not sure.
    fn alone(&self, score: f32) -> Option<f32> {
        let base = self.first.base;
        let alone = base + (score - base) * self.weight;
        let [least, most] = self.sure;
        let are_some = !self.first.is_empty() && !self.rest.is_empty();
        (are_some && (alone <= least || alone >= most)).then_some(alone)
    }
}
