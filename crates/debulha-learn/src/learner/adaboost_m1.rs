//! AdaBoost.M1 with decision stumps (freund1996).
//!
//! Own code rather than a library's: the AdaBoost of `linfa-ensemble` is SAMME, another method for several classes, over
//! trees without missing values.

use super::{LearnedClassifier, Learner, params};
use crate::table::{AttributeKind, Table};
use debulha_core::classify::decision_tree::{DecisionNode, DecisionTree, NodeTest};
use debulha_core::classify::weighted_vote::{WeightedTree, WeightedVote};
use debulha_core::classify::{Classifier, first_largest};
use debulha_core::params::{BuildError, Params};
use debulha_core::{ParamMap, params};

const ID: &str = "adaboost_m1";

params! {
    /// Parameters of `adaboost_m1`.
    #[derive(Copy)]
    pub struct AdaBoostParams {
        /// Stumps at most; fewer where one is right everywhere or no better than chance (our decision: 50).
        pub rounds: u32 = 50, range: 1..=100_000;
    }
}

/// The learner.
pub(super) static LEARNER: Learner = Learner {
    id: ID,
    title: "AdaBoost.M1 with decision stumps",
    cite: &["freund1996"],
    docs: "Trees of one question, each learned from rows that weigh more the oftener they were wrong; several classes \
        by M1, which ends at a stump that is wrong on half of the weight. A row without a value has the class that \
        weighs most among those with one. O(rounds × values), beside sorting once.",
    params: AdaBoostParams::INFO,
    train: |table, rows, map, _| learn(table, rows, map),
};

/// Share of a row's weight that counts as wrong where a stump is right everywhere, so that its vote stays finite (our
/// decision: half a row).
const MIN_ERROR: f64 = 0.5;

fn learn(table: &Table, rows: &[u32], map: &ParamMap) -> Result<LearnedClassifier, BuildError> {
    let AdaBoostParams { rounds } = params(ID, map)?;
    if rows.is_empty() {
        let reason = "no rows to learn from".to_owned();
        return Err(BuildError::Invalid { extractor: ID, reason });
    }
    let stumps = Stumps::new(table, rows);
    let mut weights = vec![1.0; rows.len()];
    let mut members = Vec::new();
    let mut gains = vec![0.0; table.attributes().len()];
    while members.len() < rounds as usize {
        let Some(tree) = stumps.best(&weights) else { break };
        let wrong = stumps.wrong(&tree);
        let total: f64 = weights.iter().sum();
        let of_wrong: f64 =
            weights.iter().zip(&wrong).filter(|(_, wrong)| **wrong).map(|(weight, _)| weight).sum();
        let error = of_wrong / total;
        if error >= 0.5 && !members.is_empty() {
            break;
        }
        let error = error.max(MIN_ERROR / rows.len() as f64);
        // Of a first stump no better than chance, the vote alone counts.
        let weight = if error < 0.5 { ((1.0 - error) / error).ln() } else { 1.0 };
        if let Some((question, _)) = tree.nodes[0].split {
            gains[question.feature()] += weight;
        }
        members.push(WeightedTree { weight, tree });
        if of_wrong == 0.0 || error >= 0.5 {
            break;
        }
        // Half of the weight to what was wrong; the sum stays, so that weights are rows.
        for (weight, wrong) in weights.iter_mut().zip(&wrong) {
            *weight /= if *wrong { 2.0 * error } else { 2.0 * (1.0 - error) };
        }
    }
    if members.is_empty() {
        members.push(WeightedTree {
            weight: 1.0,
            tree: DecisionTree { nodes: vec![leaf(stumps.counts(&weights))] },
        });
    }
    Ok(LearnedClassifier { classifier: Classifier::WeightedVote(WeightedVote { members }), gains })
}

fn leaf(counts: Vec<f64>) -> DecisionNode {
    DecisionNode { counts, split: None }
}

/// The known values of each attribute in order, with their rows.
struct Stumps<'t> {
    table: &'t Table,
    columns: Vec<Vec<(f32, u32)>>,
    classes: Vec<usize>,
}

impl<'t> Stumps<'t> {
    fn new(table: &'t Table, rows: &[u32]) -> Self {
        let column = |attribute: usize| {
            let values = rows.iter().enumerate();
            let values =
                values.filter_map(|(at, &row)| Some((table.value(row, attribute)? as f32, at as u32)));
            let mut column: Vec<(f32, u32)> = values.collect();
            column.sort_by(|a, b| a.0.total_cmp(&b.0));
            column
        };
        let columns = (0..table.attributes().len()).map(column).collect();
        Stumps { table, columns, classes: rows.iter().map(|&row| table.class(row)).collect() }
    }

    /// The weight of each class.
    fn counts(&self, weights: &[f64]) -> Vec<f64> {
        let mut counts = vec![0.0; self.table.classes().len()];
        for (&class, weight) in self.classes.iter().zip(weights) {
            counts[class] += weight;
        }
        counts
    }

    /// The stump that is wrong on the least weight, the first of several; none where no attribute has two values.
    fn best(&self, weights: &[f64]) -> Option<DecisionTree> {
        let all = self.counts(weights);
        let mut best: Option<(f64, DecisionTree)> = None;
        for (attribute, column) in self.columns.iter().enumerate() {
            let mut known = vec![0.0; all.len()];
            for &(_, row) in column {
                known[self.classes[row as usize]] += weights[row as usize];
            }
            // Rows without a value follow the known ones, all branches together.
            let right_without =
                all[first_largest(known.iter().copied())] - known[first_largest(known.iter().copied())];
            let found = match &self.table.attributes()[attribute].kind {
                AttributeKind::Number => self.by_number(attribute, column, weights, &known),
                AttributeKind::Nominal(names) => self.by_name(attribute, names.len(), column, weights),
            };
            let Some((right, question, branches)) = found else { continue };
            let right = right + right_without;
            if best.as_ref().is_none_or(|(most, _)| right > *most) {
                let root = DecisionNode { counts: known, split: Some((question, 1)) };
                let nodes = std::iter::once(root).chain(branches.into_iter().map(leaf)).collect();
                best = Some((right, DecisionTree { nodes }));
            }
        }
        best.map(|(_, tree)| tree)
    }

    /// Weight that is right, question, and counts of the branches.
    fn by_number(
        &self,
        attribute: usize,
        column: &[(f32, u32)],
        weights: &[f64],
        known: &[f64],
    ) -> Option<Found> {
        let mut left = vec![0.0; known.len()];
        let mut right = known.to_vec();
        let mut best: Option<(f64, f32, Vec<f64>, Vec<f64>)> = None;
        for pair in column.windows(2) {
            let (value, row) = pair[0];
            let class = self.classes[row as usize];
            left[class] += weights[row as usize];
            right[class] -= weights[row as usize];
            if value < pair[1].0 {
                let sure = most(&left) + most(&right);
                if best.as_ref().is_none_or(|best| sure > best.0) {
                    best = Some((sure, value, left.clone(), right.clone()));
                }
            }
        }
        let (sure, value, left, mut right) = best?;
        // What rounding leaves of an empty class.
        for count in &mut right {
            *count = count.max(0.0);
        }
        let question = NodeTest::Number { feature: attribute as u32, threshold: f64::from(value) };
        Some((sure, question, vec![left, right]))
    }

    fn by_name(
        &self,
        attribute: usize,
        names: usize,
        column: &[(f32, u32)],
        weights: &[f64],
    ) -> Option<Found> {
        let mut branches = vec![vec![0.0; self.table.classes().len()]; names];
        for &(name, row) in column {
            branches[name as usize][self.classes[row as usize]] += weights[row as usize];
        }
        let reached = branches.iter().filter(|branch| branch.iter().any(|&count| count > 0.0)).count();
        let sure = branches.iter().map(|branch| most(branch)).sum();
        let question = NodeTest::Name { feature: attribute as u32, names: names as u32 };
        (reached > 1).then_some((sure, question, branches))
    }

    /// Of each row, whether a stump is wrong.
    fn wrong(&self, tree: &DecisionTree) -> Vec<bool> {
        let Some((question, _)) = tree.nodes[0].split else { return vec![false; self.classes.len()] };
        let mut values = vec![f32::NAN; self.classes.len()];
        for &(value, row) in &self.columns[question.feature()] {
            values[row as usize] = value;
        }
        let mut row = vec![f32::NAN; self.columns.len()];
        let mut is_wrong = |value: f32, class: usize| {
            row[question.feature()] = value;
            first_largest(tree.probabilities(&row)) != class
        };
        values.into_iter().zip(&self.classes).map(|(value, &class)| is_wrong(value, class)).collect()
    }
}

type Found = (f64, NodeTest, Vec<Vec<f64>>);

fn most(counts: &[f64]) -> f64 {
    counts.iter().copied().fold(0.0, f64::max)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::read;

    fn vote(names: &str, data: &str, rounds: u32) -> WeightedVote {
        let table = read(names, data).unwrap();
        let map = serde_json::json!({ "rounds": rounds }).as_object().unwrap().clone();
        let learned = learn(&table, &table.all_rows(), &map).unwrap();
        assert_eq!(learned, learn(&table, &table.all_rows(), &map).unwrap());
        assert_eq!(learned.classifier.check(table.attributes().len(), table.classes().len()), Ok(()));
        match learned.classifier {
            Classifier::WeightedVote(vote) => vote,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn rounds_by_hand() {
        // a b b b a: the first stump cuts after 1 and errs on the fifth row, 1 of 5, so that it votes ln 4. Then that
        // row weighs 2.5 and the others .625: a cut after 4 is wrong on the first alone, 1 of 8, and votes ln 7.
        let vote = vote("a, b. x: continuous.", "1,a\n2,b\n3,b\n4,b\n5,a\n", 2);
        let threshold = |member: &WeightedTree| match member.tree.nodes[0].split {
            Some((NodeTest::Number { threshold, .. }, _)) => threshold,
            other => panic!("{other:?}"),
        };
        assert_eq!(vote.members.iter().map(threshold).collect::<Vec<_>>(), [1.0, 4.0]);
        assert!((vote.members[0].weight - 4.0_f64.ln()).abs() < 1e-12);
        assert!((vote.members[1].weight - 7.0_f64.ln()).abs() < 1e-12);
        // p = 28 / (1 + 28) of what both call b.
        assert!((vote.probabilities(&[3.0])[1] - 28.0 / 29.0).abs() < 1e-12);
    }

    #[test]
    fn more_rounds_learn_what_one_stump_cannot() {
        let row = |i: usize| format!("{i},{}\n", if (10..20).contains(&i) { "b" } else { "a" });
        let data: String = (0..30).map(row).collect();
        let vote = vote("a, b. x: continuous.", &data, 50);
        for i in 0..30_u8 {
            let class = usize::from((10..20).contains(&i));
            assert_eq!(first_largest(vote.probabilities(&[f32::from(i)])), class, "{i}");
        }
    }

    #[test]
    fn a_stump_that_is_right_everywhere_is_alone() {
        let vote = vote("a, b, c. x: one, two, three.", "one,a\ntwo,b\nthree,c\none,a\n", 50);
        assert_eq!(vote.members.len(), 1);
        assert_eq!(
            vote.probabilities(&[2.0]).iter().copied().fold(0.0, f64::max),
            vote.probabilities(&[2.0])[2]
        );
    }

    #[test]
    fn without_anything_to_ask_the_largest_class_answers() {
        let vote = vote("a, b. x: continuous.", "1,b\n1,b\n1,a\n?,b\n", 50);
        assert_eq!((vote.members.len(), first_largest(vote.probabilities(&[1.0]))), (1, 1));
    }

    #[test]
    fn rows_without_a_value_have_the_most_frequent_class() {
        let vote = vote("a, b. x: continuous.", "1,a\n1,a\n1,a\n2,b\n2,b\n?,b\n", 1);
        assert_eq!(first_largest(vote.probabilities(&[f32::NAN])), 0);
        assert!((vote.members[0].weight - 5.0_f64.ln()).abs() < 1e-12);
    }
}
