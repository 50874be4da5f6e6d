//! Pruning by pessimistic errors: to leaves, and by raising the largest branch.

use super::split::{SMALL, Weighted};
use super::{GrownTree, Options, divide, first_largest};
use crate::table::Table;

/// How many more errors than its subtree a leaf or branch may have and still replace it (Weka).
const SLACK: f64 = 0.1;

/// The errors to add to `errors` among `rows`, both parts of rows or whole ones, for the upper limit of their
/// confidence interval: C4.5's estimate of errors on rows not seen, as Weka computes it.
///
/// `confidence` is above 0 and at most .5. Without errors the limit is exact; above, it is the Wilson interval's with a
/// correction of half an error, and between no error and one it is linear.
///
/// ```
/// use debulha_learn::c45::added_errors;
///
/// // quinlan1993: U.25(0, 6) = .206, U.25(0, 9) = .143, U.25(0, 1) = .750.
/// let limit = |rows: f64| (added_errors(rows, 0.0, 0.25) / rows * 1e3).round() / 1e3;
/// assert_eq!([limit(6.0), limit(9.0), limit(1.0)], [0.206, 0.143, 0.75]);
/// ```
pub fn added_errors(rows: f64, errors: f64, confidence: f64) -> f64 {
    if errors < 1.0 {
        let none = rows * (1.0 - confidence.powf(1.0 / rows));
        if errors == 0.0 {
            return none;
        }
        return none + errors * (added_errors(rows, 1.0, confidence) - none);
    }
    if errors + 0.5 >= rows {
        return (rows - errors).max(0.0);
    }
    let z = normal_quantile(1.0 - confidence);
    let f = (errors + 0.5) / rows;
    let z2 = z * z;
    let root = (f / rows - f * f / rows + z2 / (4.0 * rows * rows)).sqrt();
    (f + z2 / (2.0 * rows) + z * root) / (1.0 + z2 / rows) * rows - errors
}

/// The quantile of the standard normal distribution for a probability from .5 to below 1.
///
/// Newton's method on the distribution, whose value comes from its power series: exact to 1e-12 where pruning asks.
fn normal_quantile(probability: f64) -> f64 {
    /// Steps of the method; five are enough up to .9999.
    const STEPS: usize = 50;
    let mut z = 0.0_f64;
    for _ in 0..STEPS {
        let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        // Φ(z) = ½ + φ(z)·(z + z³/3 + z⁵/(3·5) + …)
        let (mut term, mut sum, mut odd) = (z, z, 1.0);
        while term > f64::EPSILON * sum {
            odd += 2.0;
            term *= z * z / odd;
            sum += term;
        }
        let step = (0.5 + density * sum - probability) / density;
        z = (z - step).max(0.0);
        if step.abs() < f64::EPSILON {
            break;
        }
    }
    z
}

/// Prunes from the leaves upwards; `rows` are those that the tree was grown from.
pub(super) fn prune(tree: &mut GrownTree, table: &Table, rows: &[Weighted], options: &Options) {
    let Some(split) = tree.split.clone() else { return };
    let parts = divide(table, &split, rows);
    for (branch, rows) in tree.branches.iter_mut().zip(&parts) {
        prune(branch, table, rows, options);
    }
    drop(parts);
    let confidence = options.confidence;
    let largest = largest_branch(tree);
    let of_branch = if options.subtree_raising {
        errors_on(&tree.branches[largest], table, rows, confidence)
    } else {
        f64::INFINITY
    };
    let of_leaf = estimate(&tree.counts, confidence);
    let of_tree = estimated_errors(tree, confidence);
    let is_no_worse = |a: f64, b: f64| a <= b + SLACK + SMALL;
    if is_no_worse(of_leaf, of_tree) && is_no_worse(of_leaf, of_branch) {
        tree.make_leaf();
    } else if is_no_worse(of_branch, of_tree) {
        *tree = tree.branches.swap_remove(largest);
        recount(tree, table, rows);
        prune(tree, table, rows, options);
    }
}

/// The branch with most rows, the last of several (Weka).
fn largest_branch(tree: &GrownTree) -> usize {
    let mut largest = (0, 0.0);
    for (index, weight) in tree.branches.iter().map(GrownTree::weight).enumerate() {
        if weight > largest.1 - SMALL {
            largest = (index, weight);
        }
    }
    largest.0
}

/// Errors to expect where the rows of a node have these classes.
fn estimate(counts: &[f64], confidence: f64) -> f64 {
    let rows: f64 = counts.iter().sum();
    if rows < SMALL {
        return 0.0;
    }
    let errors = rows - counts[first_largest(counts.iter().copied())];
    errors + added_errors(rows, errors, confidence)
}

fn estimated_errors(tree: &GrownTree, confidence: f64) -> f64 {
    if tree.split.is_none() {
        return estimate(&tree.counts, confidence);
    }
    tree.branches.iter().map(|branch| estimated_errors(branch, confidence)).sum()
}

/// The estimated errors of a tree if it had grown from other rows.
fn errors_on(tree: &GrownTree, table: &Table, rows: &[Weighted], confidence: f64) -> f64 {
    match &tree.split {
        None => estimate(&GrownTree::leaf(table, rows).counts, confidence),
        Some(split) => {
            let parts = divide(table, split, rows);
            tree.branches
                .iter()
                .zip(&parts)
                .map(|(branch, rows)| errors_on(branch, table, rows, confidence))
                .sum()
        }
    }
}

/// Counts other rows into a tree.
fn recount(tree: &mut GrownTree, table: &Table, rows: &[Weighted]) {
    tree.counts = GrownTree::leaf(table, rows).counts;
    if let Some(split) = &tree.split {
        let parts = divide(table, split, rows);
        for (branch, rows) in tree.branches.iter_mut().zip(&parts) {
            recount(branch, table, rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_normal_distribution() {
        for (probability, z) in
            [(0.5, 0.0), (0.75, 0.674_489_750_196), (0.9, 1.281_551_565_545), (0.999, 3.090_232_306_168)]
        {
            assert!((normal_quantile(probability) - z).abs() < 1e-9, "{probability}");
        }
    }

    #[test]
    fn quinlan_1993_pruning_of_the_voting_tree() {
        // Leaves with (6, 0), (9, 0) and (1, 0) rows: 3.273 errors to expect; one leaf (16, 1): 2.512 in the book,
        // whose U(1, 16) = .157 is the binomial limit.
        let leaves = [6.0, 9.0, 1.0].map(|rows| added_errors(rows, 0.0, 0.25)).iter().sum::<f64>();
        assert!((leaves - 3.273).abs() < 0.005, "{leaves}");
        let leaf = 1.0 + added_errors(16.0, 1.0, 0.25);
        assert!((leaf - 2.512).abs() < 0.05, "{leaf}");
    }

    #[test]
    fn errors_of_nearly_all_rows_stay_within_them() {
        assert_eq!(added_errors(2.0, 2.0, 0.25), 0.0);
        assert_eq!(added_errors(2.0, 1.5, 0.25), 0.5);
        let half = added_errors(4.0, 0.5, 0.25);
        let (none, one) = (added_errors(4.0, 0.0, 0.25), added_errors(4.0, 1.0, 0.25));
        assert_eq!(half, none + 0.5 * (one - none));
    }
}
