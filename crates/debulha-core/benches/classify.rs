//! Classifiers on the rows of a long page: 500 rows of 150 features. `cargo bench -p debulha-core --bench classify`
#![allow(missing_docs)]

use debulha_core::classify::boosted_trees::{BoostedTrees, TreeLeaf, TreeSplit};
use debulha_core::features::random::SplitMix64;
use divan::Bencher;

const ROWS: usize = 500;
const WIDTH: usize = 150;

fn main() {
    divan::main();
}

/// Rows with a gap in twenty values.
fn rows() -> Vec<f32> {
    let mut random = SplitMix64::new(1);
    let mut value = || if random.below(20) == 0 { f32::NAN } else { random.below_one() as f32 };
    (0..ROWS * WIDTH).map(|_| value()).collect()
}

/// Trees whose sides have any number of leaves, nine levels deep on average.
fn made_up(count: usize, leaves: usize) -> BoostedTrees {
    let mut random = SplitMix64::new(2);
    let mut trees = BoostedTrees::new(0.0);
    for _ in 0..count {
        let mut splits = Vec::new();
        let mut open = vec![(0, leaves)];
        while let Some((first, leaves)) = open.pop() {
            if leaves < 2 {
                continue;
            }
            let left = 1 + random.below(leaves - 1);
            splits.push(TreeSplit {
                feature: random.below(WIDTH) as u16,
                threshold: random.below_one() as f32,
                missing_right: random.below(2) == 1,
                first_leaf: first as u8,
                left_leaves: left as u8,
            });
            open.extend([(first + left, leaves - left), (first, left)]);
        }
        let leaf = |_| TreeLeaf { value: random.below_one() as f32 - 0.5, cover: 1.0 };
        let leaves: Vec<TreeLeaf> = (0..leaves).map(leaf).collect();
        trees.push(&splits, &leaves).expect("a tree");
    }
    trees
}

/// At most 32 leaves are scored by sets of bits, more by walking.
#[divan::bench(args = [(60, 31), (120, 31), (200, 31), (200, 64)])]
fn boosted_trees_at_once(bencher: Bencher<'_, '_>, (count, leaves): (usize, usize)) {
    let (trees, rows) = (made_up(count, leaves), rows());
    let mut scores = vec![0.0; ROWS];
    bencher.bench_local(|| trees.scores(&rows, WIDTH, &mut scores));
}

#[divan::bench]
fn boosted_trees_row_by_row(bencher: Bencher<'_, '_>) {
    let (trees, rows) = (made_up(200, 31), rows());
    bencher.bench_local(|| rows.chunks_exact(WIDTH).map(|row| trees.score(row)).sum::<f32>());
}

#[divan::bench]
fn boosted_trees_contributions_of_a_row(bencher: Bencher<'_, '_>) {
    let (trees, rows) = (made_up(200, 31), rows());
    bencher.bench_local(|| trees.contributions(&rows[..WIDTH]));
}
