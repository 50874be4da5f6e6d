use super::*;
use crate::classify::Classifier;
use crate::classify::model::{FeatureRef, Model, Trained};
use crate::features::hashing::hash_bytes;
use crate::features::random::SplitMix64;
use proptest::prelude::*;

const WIDTH: usize = 6;

/// A tree of any shape.
fn tree(leaves: usize, random: &mut SplitMix64) -> (Vec<TreeSplit>, Vec<TreeLeaf>) {
    let number = |random: &mut SplitMix64| random.below_one() as f32;
    let mut splits = Vec::new();
    let mut open = vec![(0, leaves)];
    while let Some((first, leaves)) = open.pop().filter(|_| splits.len() < MAX_LEAVES) {
        if leaves < 2 {
            continue;
        }
        let left = 1 + random.below(leaves - 1);
        splits.push(TreeSplit {
            feature: random.below(WIDTH) as u16,
            threshold: number(random),
            missing_right: random.below(2) == 1,
            first_leaf: first as u8,
            left_leaves: left as u8,
        });
        open.extend([(first + left, leaves - left), (first, left)]);
    }
    let leaf =
        |random: &mut SplitMix64| TreeLeaf { value: number(random) - 0.5, cover: 1.0 + number(random) };
    (splits, (0..leaves).map(|_| leaf(random)).collect())
}

fn trees(sizes: &[usize], seed: u64) -> BoostedTrees {
    let mut random = SplitMix64::new(seed);
    let mut trees = BoostedTrees::new(0.25);
    for &size in sizes {
        let (splits, leaves) = tree(size, &mut random);
        trees.push(&splits, &leaves).unwrap();
    }
    trees
}

fn rows(count: usize, seed: u64) -> Vec<f32> {
    let mut random = SplitMix64::new(seed);
    let mut value = || if random.below(5) == 0 { f32::NAN } else { random.below_one() as f32 };
    (0..count * WIDTH).map(|_| value()).collect()
}

fn model(trees: BoostedTrees) -> Model {
    let feature = |column| FeatureRef { name: format!("f{column}"), version: 1 };
    let trained = Trained {
        name: "blocks".to_owned(),
        features: (0..WIDTH).map(feature).collect(),
        classes: vec!["no".to_owned(), "yes".to_owned()],
        classifier: Classifier::BoostedTrees(trees),
        gains: vec![1.0; WIDTH],
    };
    Model { classifiers: vec![trained], ..Model::default() }
}

/// What a person could do with a model, all of it.
fn use_all(trees: &BoostedTrees, width: usize) {
    let rows = rows(3, 1);
    let rows: Vec<f32> = rows.iter().copied().cycle().take(3 * width).collect();
    let mut scores = [0.0; 3];
    trees.scores(&rows, width, &mut scores);
    for (row, score) in rows.chunks_exact(width.max(1)).zip(scores) {
        assert_eq!(trees.score(row).to_bits(), score.to_bits());
        assert!((0.0..=1.0).contains(&trees.probability(row)));
        assert!(trees.contributions(row).iter().all(|change| change.is_finite()));
    }
    assert!(trees.mean_score().is_finite());
}

proptest! {
    #[test]
    fn rows_at_once_have_the_scores_of_rows_alone(
        sizes in prop::collection::vec(1_usize..=60, 0..12), seed: u64, count in 0_usize..70
    ) {
        let trees = trees(&sizes, seed);
        let rows = rows(count, seed);
        let mut scores = vec![f32::NAN; count];
        trees.scores(&rows, WIDTH, &mut scores);
        for (row, score) in rows.chunks_exact(WIDTH).zip(&scores) {
            prop_assert_eq!(trees.score(row), *score);
        }
    }

    #[test]
    fn sure_rows_have_the_score_of_the_first_trees_and_others_that_of_all(
        sizes in prop::collection::vec(1_usize..=60, 2..12), first in 0_usize..12, weight in 0.5_f32..4.0, seed: u64,
        count in 0_usize..150
    ) {
        let trees = trees(&sizes, seed);
        let rows = rows(count, seed);
        let sure = [-0.1, 0.6];
        // One place more than there are rows.
        let mut scores = vec![f32::NAN; count + 1];
        let cascade = Cascade::new(trees.clone(), first, weight, sure);
        cascade.scores(&rows, WIDTH, &mut scores);
        prop_assert!(scores[count].is_nan());
        let mut start = trees.clone();
        start.truncate(first);
        for (row, &score) in rows.chunks_exact(WIDTH).zip(&scores) {
            let alone = trees.base() + (start.score(row) - trees.base()) * weight;
            let is_sure = first > 0 && first < sizes.len() && (alone <= sure[0] || alone >= sure[1]);
            prop_assert_eq!(score, if is_sure { alone } else { trees.score(row) });
            let judges = if is_sure { &start } else { &trees };
            let share = if is_sure { f64::from(weight) } else { 1.0 };
            for (mine, theirs) in cascade.contributions(row).iter().zip(judges.contributions(row)) {
                prop_assert!((mine - share * theirs).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn contributions_sum_to_the_score_less_its_mean(sizes in prop::collection::vec(1_usize..=255, 0..9), seed: u64) {
        let trees = trees(&sizes, seed);
        for row in rows(5, seed).chunks_exact(WIDTH) {
            let sum: f64 = trees.contributions(row).iter().sum();
            prop_assert!((sum - (f64::from(trees.score(row)) - trees.mean_score())).abs() < 1e-5);
        }
    }
}

#[test]
fn leaves_are_those_of_the_conditions() {
    // x ≤ 1: (y ≤ 1: a, else b), else: c.
    let split = |feature, threshold, first_leaf, left_leaves| TreeSplit {
        feature,
        threshold,
        missing_right: false,
        first_leaf,
        left_leaves,
    };
    let leaf = |value| TreeLeaf { value, cover: 1.0 };
    let mut trees = BoostedTrees::new(0.0);
    trees.push(&[split(0, 1.0, 0, 2), split(1, 1.0, 0, 1)], &[leaf(1.0), leaf(2.0), leaf(4.0)]).unwrap();
    let score = |x: f32, y: f32| trees.score(&[x, y]);
    assert_eq!(
        [score(1.0, 1.0), score(0.0, 2.0), score(2.0, 0.0), score(f32::NAN, f32::INFINITY)],
        [1.0, 2.0, 4.0, 2.0]
    );
    let tree = trees.trees().next().unwrap();
    let (split, [left, right]) = tree.parts(tree.root()).unwrap();
    assert_eq!((split.feature, left.leaves(), right.leaves()), (0, 0..2, 2..3));
    assert_eq!((tree.mean(left), right.split(), tree.parts(right)), (1.5, None, None));
}

#[test]
fn trees_that_are_none_are_refused() {
    let mut random = SplitMix64::new(3);
    let (splits, leaves) = tree(9, &mut random);
    let refused = |change: &dyn Fn(&mut Vec<TreeSplit>, &mut Vec<TreeLeaf>)| {
        let (mut splits, mut leaves) = (splits.clone(), leaves.clone());
        change(&mut splits, &mut leaves);
        BoostedTrees::new(0.0).push(&splits, &leaves).is_err()
    };
    assert!(!refused(&|_, _| ()));
    assert!(refused(&|splits, _| splits.clear()));
    assert!(refused(&|splits, leaves| (*splits, *leaves) = (Vec::new(), Vec::new())));
    assert!(refused(&|splits, _| splits[0].left_leaves = 0));
    assert!(refused(&|splits, _| splits[0].left_leaves = 9));
    assert!(refused(&|splits, _| splits[1].first_leaf += 1));
    assert!(refused(&|splits, _| splits[0].threshold = f32::INFINITY));
    assert!(refused(&|_, leaves| leaves[3].value = f32::NAN));
    assert!(refused(&|_, leaves| leaves[3].value = 2.0 * MAX_VALUE));
    assert!(refused(&|_, leaves| leaves[3].cover = 0.0));
    let trees = trees(&[9, 9], 3);
    assert!(trees.check(WIDTH, 2).is_ok() && trees.check(1, 2).is_err() && trees.check(WIDTH, 3).is_err());
    let mut cut = trees;
    cut.leaves.pop();
    assert!(cut.check(WIDTH, 2).is_err());
}

#[test]
fn the_first_trees_can_be_kept() {
    let sizes = [31, 1, 7];
    let mut cut = trees(&sizes, 5);
    cut.truncate(2);
    assert_eq!(cut, trees(&sizes[..2], 5));
    cut.truncate(9);
    assert_eq!(cut.len(), 2);
}

#[test]
fn a_tree_of_31_leaves_takes_less_than_half_a_kilobyte() {
    let size = |trees: BoostedTrees| model(trees).to_bytes().unwrap().len();
    let of_many = size(trees(&[31; 200], 1)) - size(trees(&[], 1));
    assert!(of_many < 200 * 512, "{of_many}");
}

/// A model with some bytes changed, and a hash that fits, as one who means harm would make it.
fn damaged(good: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = good[..good.len() - 8].to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        bytes[at] = random.next_u64() as u8;
    }
    let hash = hash_bytes(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

#[test]
fn damaged_models_are_errors_or_harmless() {
    let good = model(trees(&[31, 2, 1, 40], 1)).to_bytes().unwrap();
    assert_eq!(Model::from_bytes(&good).unwrap(), model(trees(&[31, 2, 1, 40], 1)));
    let mut random = SplitMix64::new(1);
    let (mut refused, mut used) = (0, 0);
    for _ in 0..20_000 {
        match Model::from_bytes(&damaged(&good, &mut random)) {
            Ok(model) => {
                for trained in &model.classifiers {
                    let Classifier::BoostedTrees(trees) = &trained.classifier else { continue };
                    use_all(trees, trained.features.len());
                }
                used += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1000 && used > 1000, "{refused} {used}");
}

#[test]
fn changed_model_files_are_refused() {
    let good = model(trees(&[31, 7], 1)).to_bytes().unwrap();
    let mut random = SplitMix64::new(2);
    for _ in 0..2000 {
        let mut bytes = good.clone();
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
        assert!(Model::from_bytes(&bytes).is_err());
    }
}

#[test]
fn the_mean_of_models_gives_their_mean_score() {
    let models = [trees(&[31, 7], 1), trees(&[9], 2), trees(&[], 3)];
    let mean = BoostedTrees::mean(&models);
    assert!(mean.len() == 3 && mean.check(WIDTH, 2).is_ok());
    let mut random = SplitMix64::new(4);
    for _ in 0..50 {
        let row: Vec<f32> = (0..WIDTH).map(|_| random.below_one() as f32).collect();
        let scores: f32 = models.iter().map(|model| model.score(&row)).sum();
        assert!((mean.score(&row) - scores / 3.0).abs() < 1e-4);
    }
    assert_eq!(BoostedTrees::mean(&[]), BoostedTrees::default());
}
