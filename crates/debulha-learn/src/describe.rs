//! Classifiers in words, for the people who train them.

use crate::table::{AttributeKind, Table};
use debulha_core::classify::Classifier;
use debulha_core::classify::decision_tree::{DecisionTree, NodeTest};
use debulha_core::classify::first_largest;
use debulha_core::classify::linear::{Linear, Weight};
use std::fmt::Write as _;

/// A tree as C4.5 and Weka print it: a branch a line, with the rows of each leaf and those it gets wrong.
///
/// ```
/// use debulha_core::classify::Classifier;
/// use debulha_learn::{describe::tree_text, learner, read};
///
/// let table = read("play, stay. humidity: continuous.", "65, play\n70, play\n85, stay\n90, stay\n95, play")?;
/// let c45 = learner::find("c45")?;
/// let learned = (c45.train)(&table, &table.all_rows(), &debulha_core::ParamMap::new(), 1)?;
/// let Classifier::DecisionTree(tree) = learned.classifier else { panic!("no tree") };
/// assert_eq!(tree_text(&tree, &table), "humidity <= 70: play (2.0)\nhumidity > 70: stay (3.0/1.0)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_text(tree: &DecisionTree, table: &Table) -> String {
    let mut text = String::new();
    let root = &tree.nodes[0];
    if root.split.is_none() {
        text.push_str(&leaf(&root.counts, first_largest(root.counts.iter().copied()), table));
        text.push('\n');
    }
    // Node, depth, line that leads to it, and the class of the node above.
    let mut open = vec![(0, 0, String::new(), 0)];
    while let Some((index, depth, line, above)) = open.pop() {
        let node = &tree.nodes[index];
        let rows: f64 = node.counts.iter().sum();
        // A branch without rows has the class of the node above.
        let class = if rows > 0.0 { first_largest(node.counts.iter().copied()) } else { above };
        if index > 0 {
            let of_leaf = if node.split.is_none() { leaf(&node.counts, class, table) } else { String::new() };
            let _ = writeln!(text, "{}{line}{of_leaf}", "|   ".repeat(depth - 1));
        }
        let Some((question, first)) = node.split else { continue };
        for branch in (0..question.branches()).rev() {
            open.push((first as usize + branch, depth + 1, answer(question, branch, table), class));
        }
    }
    text
}

/// What leads to a branch.
fn answer(question: NodeTest, branch: usize, table: &Table) -> String {
    let attribute = &table.attributes()[question.feature()];
    match (question, &attribute.kind) {
        (NodeTest::Number { threshold, .. }, _) => {
            let sign = if branch == 0 { "<=" } else { ">" };
            format!("{} {sign} {}", attribute.name, rounded(threshold, 1e6))
        }
        (NodeTest::Name { .. }, AttributeKind::Nominal(names)) => {
            format!("{} = {}", attribute.name, names[branch])
        }
        (NodeTest::Name { .. }, AttributeKind::Number) => format!("{} = {branch}", attribute.name),
    }
}

/// Class, rows and errors.
fn leaf(counts: &[f64], class: usize, table: &Table) -> String {
    /// Errors that are shown; less is what rounding leaves (Weka).
    const MIN_ERROR: f64 = 1e-6;
    let rows: f64 = counts.iter().sum();
    let errors = rows - counts[class];
    let mut text = format!(": {} ({:?}", table.classes()[class], rounded(rows, 100.0));
    if errors > MIN_ERROR {
        let _ = write!(text, "/{:?}", rounded(errors, 100.0));
    }
    text.push(')');
    text
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// What was learned, as lines: trees as they are, the weights of sums, and the size of what no one reads.
pub fn describe(classifier: &Classifier, table: &Table) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match classifier {
        Classifier::DecisionTree(tree) => {
            let leaves = tree.nodes.iter().filter(|node| node.split.is_none()).count();
            let shown = tree_text(tree, table);
            writeln!(text, "{shown}\nNumber of leaves: {leaves}\nSize of the tree: {}", tree.nodes.len())
        }
        Classifier::Rules(rules) => writeln!(text, "{rules}"),
        Classifier::Linear(linear) => writeln!(text, "{}", weights(linear, table)),
        Classifier::OneVsRest(planes) => {
            let of = planes.planes.iter().zip(table.classes());
            let of =
                of.map(|(plane, class)| format!("{class}, against all others:\n{}", weights(plane, table)));
            writeln!(text, "{}", of.collect::<Vec<_>>().join("\n"))
        }
        Classifier::WeightedVote(vote) => {
            let of = vote.members.iter();
            let of =
                of.map(|member| format!("weight {:.4}:\n{}", member.weight, tree_text(&member.tree, table)));
            writeln!(text, "{}", of.collect::<Vec<_>>().join("\n"))
        }
        Classifier::Kernel(kernel) => {
            let (vectors, machines) = (kernel.support.len(), kernel.machines.len());
            writeln!(text, "{machines} machines with {vectors} support vectors, gamma {}", kernel.gamma)
        }
        Classifier::BoostedTrees(trees) => writeln!(text, "{} boosted trees", trees.len()),
        Classifier::NeuralNetwork(network) => writeln!(text, "{} hidden units", network.hidden.len()),
        Classifier::RadialNetwork(network) => {
            writeln!(text, "{} radial centres of width {:.4}", network.centres.len(), network.width)
        }
        Classifier::Centroids(clusters) => writeln!(text, "{} clusters", clusters.centroids.len()),
    };
    text
}

/// The terms of a sum, the heaviest first, and what becomes of the sum.
fn weights(linear: &Linear, table: &Table) -> String {
    let names: Vec<&str> = table.attributes().iter().map(|attribute| attribute.name.as_str()).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("feature".len());
    let mut text = format!("{:width$}      weight        mean   deviation\n", "feature");
    let mut terms: Vec<_> = linear.weights.iter().zip(names).collect();
    terms.sort_by(|a, b| b.0.weight.abs().total_cmp(&a.0.weight.abs()));
    for (term, name) in terms {
        let Weight { mean, deviation, weight } = term;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:width$}  {weight:>+10.4}  {mean:>10.4}  {deviation:>10.4}");
    }
    let Linear { bias, slope, offset, .. } = linear;
    let _ = write!(text, "bias {bias:+.4}; probability: logistic of {slope} · sum + {offset}");
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::learner::LEARNERS;
    use crate::read;

    #[test]
    fn every_kind_is_described() {
        let table = read("a, b. x: continuous. y: 0,1.", &"1,0,a\n2,1,b\n3,1,a\n".repeat(8)).unwrap();
        for learner in LEARNERS {
            let params = debulha_core::ParamMap::new();
            let learned = (learner.train)(&table, &table.all_rows(), &params, 1).unwrap();
            let text = describe(&learned.classifier, &table);
            assert!(text.ends_with('\n') && text.len() > 10, "{}: {text}", learner.id);
        }
    }

    #[test]
    fn a_leaf_alone_has_a_line() {
        let table = read("a, b. x: continuous.", "1,a\n1,b\n1,b\n").unwrap();
        let tree = crate::c45::train(&table, &table.all_rows(), &crate::c45::Options::default());
        assert_eq!(tree_text(&tree.to_classifier(&table), &table), ": b (3.0/1.0)\n");
    }
}
