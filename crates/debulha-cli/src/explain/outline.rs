//! Trees as text: a branch a line, as Weka prints them.

use debulha::core::classify::boosted_trees::{Part, Split, Tree};
use debulha::core::classify::decision_tree::{DecisionTree, Question};
use debulha::core::classify::first_largest;
use std::fmt::Write as _;

/// Most lines of a tree; what is left out is counted.
const MOST_LINES: usize = 200;

/// What a node of a tree is.
enum Node<N> {
    /// An end, and its answer.
    Leaf(String),
    /// The conditions of the branches, and the nodes that they lead to.
    Branches(Vec<(String, N)>),
}

/// A line for each branch below a node, indented by depth.
fn outline<N>(root: N, look: impl Fn(N) -> Node<N>) -> String {
    let mut text = String::new();
    let mut open = vec![(0, String::new(), root)];
    let (mut lines, mut left_out) = (0, 0_usize);
    while let Some((depth, condition, node)) = open.pop() {
        let node = look(node);
        // The root has no condition, and no line unless it is a leaf.
        let shown = depth > 0 || matches!(node, Node::Leaf(_));
        if shown && lines == MOST_LINES {
            left_out += 1 + open.len();
            break;
        }
        if shown {
            lines += 1;
            text.push_str(&"|   ".repeat(depth.max(1) - 1));
            text.push_str(&condition);
        }
        match node {
            Node::Leaf(answer) => {
                text.push_str(": ");
                text.push_str(&answer);
            }
            Node::Branches(branches) => {
                open.extend(branches.into_iter().rev().map(|(condition, node)| (depth + 1, condition, node)));
            }
        }
        if shown {
            text.push('\n');
        }
    }
    if left_out > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "… {left_out} branches and what is below them are left out");
    }
    text
}

/// A decision tree, each leaf with its class, the training rows that reached it, and those of other classes.
pub(super) fn decision_tree(tree: &DecisionTree, features: &[String], classes: &[String]) -> String {
    outline(0, |index: usize| {
        let node = &tree.nodes[index];
        let Some((question, first)) = node.split else {
            let class = first_largest(node.counts.iter().copied());
            let rows: f64 = node.counts.iter().sum();
            let others = rows - node.counts.get(class).unwrap_or(&0.0);
            let others = if others > 0.0 { format!("/{}", rounded(others)) } else { String::new() };
            let class = classes.get(class).map_or("no class", String::as_str);
            return Node::Leaf(format!("{class} ({}{others})", rounded(rows)));
        };
        let name = &features[question.feature()];
        let branch = |branch: usize| {
            let condition = match question {
                Question::Number { threshold, .. } => {
                    format!("{name} {} {threshold}", if branch == 0 { "<=" } else { ">" })
                }
                // Names of values are the table's, not the model's.
                Question::Name { .. } => format!("{name} = value {branch}"),
            };
            (condition, first as usize + branch)
        };
        // A question of very many names is no longer one for a person.
        Node::Branches((0..question.branches().min(MOST_LINES + 1)).map(branch).collect())
    })
}

/// A boosted tree, each leaf with what it adds to the log-odds and the weight of its training rows.
pub(super) fn boosted_tree(tree: Tree<'_>, features: &[String]) -> String {
    outline(tree.root(), |part: Part| {
        let Some((split, sides)) = tree.parts(part) else {
            let leaf = tree.leaves[part.leaves().start];
            return Node::Leaf(format!("{:+.4} ({:.4})", leaf.value, leaf.cover));
        };
        let conditions = conditions(split, &features[usize::from(split.feature)]);
        Node::Branches(conditions.into_iter().zip(sides).collect())
    })
}

fn conditions(split: &Split, name: &str) -> [String; 2] {
    let Split { threshold, missing_right, .. } = *split;
    if threshold == f32::MAX && missing_right {
        return [format!("{name} is there"), format!("{name} is missing")];
    }
    let [left, right] = if missing_right { ["", " or missing"] } else { [" or missing", ""] };
    [format!("{name} <= {threshold}{left}"), format!("{name} > {threshold}{right}")]
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
