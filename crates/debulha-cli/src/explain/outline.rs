//! Trees as text: a branch a line, as Weka prints them.

use debulha_core::classify::boosted_trees::{BoostedTree, TreePart, TreeSplit};
use std::fmt::Write as _;

/// Most lines of a tree; what is left out is counted.
const MAX_LINES: usize = 200;

/// A boosted tree, each leaf with what it adds to the log-odds and the weight of its training rows.
pub(super) fn boosted_tree(tree: BoostedTree<'_>, features: &[String]) -> String {
    let mut text = String::new();
    let mut open: Vec<(usize, String, TreePart)> = vec![(0, String::new(), tree.root())];
    while let Some((depth, condition, part)) = open.pop() {
        // The root has no condition, and no line unless it is a leaf.
        text.push_str(&"|   ".repeat(depth.max(1) - 1));
        text.push_str(&condition);
        if let Some((split, sides)) = tree.parts(part) {
            let conditions = conditions(split, &features[usize::from(split.feature)]);
            let branches = conditions.into_iter().zip(sides).rev();
            open.extend(branches.map(|(condition, side)| (depth + 1, condition, side)));
        } else {
            let leaf = tree.leaves[part.leaves().start];
            let _ = write!(text, ": {:+.4} ({})", leaf.value, (leaf.cover * 100.0).round() / 100.0);
        }
        text.push_str(if depth == 0 { "" } else { "\n" });
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    cut(&text)
}

/// The first lines of a text, and the number of those that are left out.
pub(super) fn cut(text: &str) -> String {
    let left_out = text.lines().count().saturating_sub(MAX_LINES);
    let mut shown: String = text.split_inclusive('\n').take(MAX_LINES).collect();
    if left_out > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(shown, "… {left_out} more lines");
    }
    shown
}

fn conditions(split: &TreeSplit, name: &str) -> [String; 2] {
    let TreeSplit { threshold, missing_right, .. } = *split;
    if threshold == f32::MAX && missing_right {
        return [format!("{name} is there"), format!("{name} is missing")];
    }
    let [left, right] = if missing_right { ["", " or missing"] } else { [" or missing", ""] };
    [format!("{name} <= {threshold}{left}"), format!("{name} > {threshold}{right}")]
}
