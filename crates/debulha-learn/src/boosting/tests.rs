#![allow(clippy::unwrap_used)]

use super::*;
use crate::evaluate::{Folds, cross_validate};
use crate::learner;
use crate::read;
use debulha_core::ParamMap;
use debulha_core::classify::model::{FeatureRef, Model};
use rayon::ThreadPoolBuilder;
use std::fmt::Write;

fn matrix(width: usize) -> FeatureMatrix {
    let feature = |column| FeatureRef { name: format!("f{column}"), version: 1 };
    FeatureMatrix::new((0..width).map(feature).collect())
}

/// Rows of random numbers; the target of each is a function of its values.
fn planted(rows: u32, width: usize, seed: u64, target: impl Fn(&[f32]) -> f32) -> FeatureMatrix {
    let mut random = SplitMix64::new(seed);
    let mut matrix = matrix(width);
    for index in 0..rows {
        let row: Vec<f32> = (0..width).map(|_| random.below_one() as f32).collect();
        matrix.push(&row, target(&row), 1.0, index / 10);
    }
    matrix
}

fn learn(matrix: &FeatureMatrix, params: &BoostedTreesParams) -> Boosted {
    train(matrix, &matrix.all_rows(), params, 1, &|_| ())
}

fn accuracy(trees: &BoostedTrees, matrix: &FeatureMatrix) -> f64 {
    let right = matrix
        .all_rows()
        .into_iter()
        .filter(|&row| (trees.score(matrix.row(row)) > 0.0) == (matrix.target(row) > 0.5));
    right.count() as f64 / matrix.len() as f64
}

fn xor(row: &[f32]) -> f32 {
    f32::from((row[0] > 0.5) != (row[1] > 0.3))
}

#[test]
fn planted_functions_are_learned() {
    let small = BoostedTreesParams { trees: 30, ..BoostedTreesParams::default() };
    let learned = learn(&planted(2000, 4, 1, xor), &small);
    assert!(accuracy(&learned.trees, &planted(2000, 4, 2, xor)) > 0.98);
    assert!(learned.gains[0].min(learned.gains[1]) > 20.0 * learned.gains[2].max(learned.gains[3]));

    let additive = |row: &[f32]| f32::from(row.iter().sum::<f32>() > 2.0);
    let learned = learn(&planted(4000, 4, 1, additive), &BoostedTreesParams::default());
    assert!(accuracy(&learned.trees, &planted(2000, 4, 2, additive)) > 0.93);
}

#[test]
fn what_is_missing_informs() {
    // The target is 1 where the value is missing, and for small values of what is there.
    let mut held = matrix(2);
    for (index, row) in (0..).zip([f32::NAN, 0.1, 0.2, 0.6, 0.9].repeat(100)) {
        held.push(&[0.5, row], f32::from(row.is_nan() || row < 0.5), 1.0, index);
    }
    let trees = learn(&held, &BoostedTreesParams::default()).trees;
    assert_eq!(accuracy(&trees, &held), 1.0);

    // Nothing but whether there is a value.
    let mut held = matrix(1);
    for (index, row) in (0..).zip([f32::NAN, 0.1, 0.2, 0.6].repeat(100)) {
        held.push(&[row], f32::from(row.is_nan()), 1.0, index);
    }
    let trees = learn(&held, &BoostedTreesParams::default()).trees;
    assert_eq!(accuracy(&trees, &held), 1.0);
    assert!(trees.trees().all(|tree| tree.splits.iter().all(|split| split.missing_right)));
}

#[test]
fn a_value_that_training_never_lacked_goes_with_most_rows_where_it_is_missing() {
    let target = |row: &[f32]| f32::from(row[0] > 0.7);
    let trees =
        learn(&planted(1000, 1, 1, target), &BoostedTreesParams { leaves: 2, ..Default::default() }).trees;
    assert_eq!(trees.score(&[f32::NAN]), trees.score(&[0.2]));
}

#[test]
fn soft_targets_give_calibrated_means() {
    let target = |row: &[f32]| if row[0] < 0.5 { 0.2 } else { 0.7 };
    let learned = learn(&planted(2000, 2, 1, target), &BoostedTreesParams::default());
    assert!((learned.trees.probability(&[0.1, 0.5]) - 0.2).abs() < 0.01);
    assert!((learned.trees.probability(&[0.9, 0.5]) - 0.7).abs() < 0.01);

    // Half the rows of each value are of the class: the mean, not a side, is learned.
    let mut held = matrix(1);
    (0..1000).for_each(|index| held.push(&[1.0], (index % 2) as f32, 1.0, index));
    let learned = learn(&held, &BoostedTreesParams::default());
    assert_eq!(learned.trees.probability(&[1.0]), 0.5);
}

#[test]
fn weights_are_rows_repeated() {
    let base = planted(500, 3, 7, xor);
    let (mut weighted, mut repeated) = (matrix(3), matrix(3));
    for row in base.all_rows() {
        let times = 1 + row % 3;
        weighted.push(base.row(row), base.target(row), times as f32, 0);
        (0..times).for_each(|_| repeated.push(base.row(row), base.target(row), 1.0, 0));
    }
    let params =
        BoostedTreesParams { trees: 20, min_rows: 1, min_hessian: 2.0, max_bins: 31, ..Default::default() };
    let (weighted, repeated) = (learn(&weighted, &params), learn(&repeated, &params));
    for row in base.all_rows() {
        let (one, other) = (weighted.trees.score(base.row(row)), repeated.trees.score(base.row(row)));
        assert!((one - other).abs() < 1e-3, "{one} {other}");
    }
    assert_eq!(weighted.trees.len(), repeated.trees.len());
}

#[test]
fn training_stops_where_what_is_held_out_gains_no_more() {
    let mut random = SplitMix64::new(5);
    let mut noisy = matrix(3);
    for index in 0..1000 {
        let row: Vec<f32> = (0..3).map(|_| random.below_one() as f32).collect();
        let target = if random.below_one() < 0.3 { 1.0 - xor(&row) } else { xor(&row) };
        noisy.push(&row, target, 1.0, index / 10);
    }
    let mut before = f64::INFINITY;
    for patience in [1, 3, 10, 40] {
        let params =
            BoostedTreesParams { trees: 300, min_rows: 5, held_out: 0.3, patience, ..Default::default() };
        let learned = learn(&noisy, &params);
        let best = learned.losses[learned.trees.len()];
        assert!(learned.losses.iter().all(|loss| *loss >= best), "the best round is kept");
        assert!(learned.losses.len() <= learned.trees.len() + patience as usize + 1);
        assert!(best <= before && best < learned.losses[0], "more patience is never worse");
        assert!(learned.trees.len() < 300);
        before = best;
    }
}

#[test]
fn groups_are_held_out_whole() {
    let held = planted(1000, 1, 1, |row| row[0]);
    let (known, judged) = held.hold_out(&held.all_rows(), 0.25, 3);
    assert_eq!((known.len(), judged.len()), (750, 250));
    assert!(judged.iter().all(|row| !known.iter().any(|other| other / 10 == row / 10)));
    assert_ne!(judged, held.hold_out(&held.all_rows(), 0.25, 4).1);
    assert_eq!(held.hold_out(&[7], 0.9, 1), (vec![7], vec![]));
}

#[test]
fn draws_are_ascending_shares() {
    let mut random = SplitMix64::new(9);
    for (count, share, wanted) in [(10, 0.25, 3), (10, 1.0, 10), (10, 0.001, 1), (0, 0.5, 0)] {
        let numbers = draw(count, share, &mut random);
        assert!(
            numbers.len() == wanted && numbers.is_sorted() && numbers.iter().all(|&n| (n as usize) < count)
        );
    }
    let mut times = [0; 10];
    (0..10_000).for_each(|_| draw(10, 0.3, &mut random).iter().for_each(|&n| times[n as usize] += 1));
    assert!(times.iter().all(|&times| (2800..3200).contains(&times)), "{times:?}");
}

/// Soft, weighted, with gaps, in groups, all options in use.
fn difficult() -> (FeatureMatrix, BoostedTreesParams) {
    let mut random = SplitMix64::new(11);
    let mut held = matrix(20);
    for index in 0..3000 {
        let mut row: Vec<f32> = (0..20).map(|_| random.below_one() as f32).collect();
        let target = 0.8 * xor(&row) + 0.2 * row[3];
        for value in &mut row {
            *value = if random.below(10) == 0 { f32::NAN } else { *value };
        }
        held.push(&row, target, 0.1 + random.below_one() as f32, index / 20);
    }
    let params = BoostedTreesParams {
        held_out: 0.2,
        patience: 5,
        trees: 40,
        min_rows: 10,
        ..BoostedTreesParams::pages()
    };
    (held, params)
}

#[test]
fn threads_change_nothing() {
    let (held, params) = difficult();
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let learned = pool.install(|| learn(&held, &params));
        let trained = learned.named("blocks", ["no", "yes"], &held);
        Model { classifiers: vec![trained], ..Model::default() }.to_bytes().unwrap()
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(2));
    let Classifier::BoostedTrees(trees) = &Model::from_bytes(&one).unwrap().classifiers[0].classifier else {
        panic!("boosted trees")
    };
    assert_eq!(*trees, learn(&held, &params).trees);
}

#[test]
fn training_and_scoring_agree_on_every_row() {
    let (held, params) = difficult();
    let params = BoostedTreesParams { held_out: 0.0, ..params };
    for leaves in [2, 31, 32, 60] {
        let params = BoostedTreesParams { leaves, ..params };
        let learned = train_until(&held, &held.all_rows(), &[], &params, 1, &|_| ());
        let judged = train_until(&held, &held.all_rows(), &held.all_rows(), &params, 1, &|_| ());
        let width = held.width();
        let rows: Vec<f32> = held.all_rows().iter().flat_map(|&row| held.row(row).to_vec()).collect();
        let mut scores = vec![0.0; held.len()];
        learned.trees.scores(&rows, width, &mut scores);
        let targets: Vec<f32> = held.all_rows().iter().map(|&row| held.target(row)).collect();
        let weights: Vec<f32> = held.all_rows().iter().map(|&row| held.weight(row)).collect();
        // What training saw by bins is what the trees say of values.
        assert_eq!(judged.trees, learned.trees);
        assert_eq!(*judged.losses.last().unwrap(), loss(&scores, &targets, &weights));
        for &row in &[0, 31, 32, 2999] {
            let score = learned.trees.score(held.row(row));
            assert_eq!(scores[row as usize], score);
            let sum: f64 = learned.trees.contributions(held.row(row)).iter().sum();
            assert!((sum + learned.trees.mean_score() - f64::from(score)).abs() < 1e-4);
        }
    }
}

#[test]
fn limits_hold() {
    let (held, params) = difficult();
    let params = BoostedTreesParams { held_out: 0.0, bagging: 1.0, min_rows: 100, leaves: 9, ..params };
    let learned = learn(&held, &params);
    for tree in learned.trees.trees() {
        assert!(tree.leaves.len() <= 9);
        let mut rows = vec![0; tree.leaves.len()];
        held.all_rows().iter().for_each(|&row| rows[tree.leaf(held.row(row))] += 1);
        assert!(rows.iter().all(|&rows| rows >= 100), "{rows:?}");
        let cover: f32 = tree.leaves.iter().map(|leaf| leaf.cover).sum();
        let weight: f32 = held.all_rows().iter().map(|&row| held.weight(row)).sum();
        assert!((cover - weight).abs() < 1.0);
    }
    assert_eq!(learned.trees.len(), params.trees as usize);
    assert!(learned.gains.iter().all(|gain| *gain >= 0.0) && learned.losses.is_empty());
}

#[test]
fn nothing_to_learn_from_gives_the_mean() {
    let empty = matrix(2);
    assert_eq!(learn(&empty, &BoostedTreesParams::default()).trees.score(&[1.0, 2.0]), 0.0);
    let mut same = matrix(1);
    (0..100).for_each(|index| same.push(&[f32::NAN], 1.0, 1.0, index));
    let trees = learn(&same, &BoostedTreesParams::default()).trees;
    assert!(trees.probability(&[3.0]) > 0.999);
    let mut infinite = matrix(1);
    for (index, value) in (0..).zip([f32::NEG_INFINITY, -1.0, 1.0, f32::INFINITY].repeat(50)) {
        infinite.push(&[value], f32::from(value > 0.0), 1.0, index);
    }
    assert_eq!(accuracy(&learn(&infinite, &BoostedTreesParams::default()).trees, &infinite), 1.0);
}

#[test]
fn tables_of_two_classes_are_learned_by_name() {
    let mut data = String::new();
    for row in 0..300 {
        let class = if row % 7 > 3 && row % 2 == 1 { "yes" } else { "no" };
        writeln!(data, "{},{},{class}", row % 7, ["a", "b"][row % 2]).unwrap();
    }
    let table = read("no, yes. x: continuous. kind: a, b.", &data).unwrap();
    let learner = learner::find("boosted_trees").unwrap();
    let map: ParamMap = [("min_rows".to_owned(), 2.into())].into_iter().collect();
    let folds = Folds::stratified(&table, 3, 1);
    let found = cross_validate(&table, &folds, |rows| {
        let learned = (learner.train)(&table, rows, &map, 1).unwrap();
        let table = &table;
        move |row| learned.classifier.classify(&table.features(row))
    });
    assert!(found.iter().all(|fold| fold.accuracy() == 1.0));
    let three = read("a, b, c. x: continuous.", "1,a\n2,b\n3,c").unwrap();
    let error = (learner.train)(&three, &three.all_rows(), &ParamMap::new(), 1).unwrap_err().to_string();
    assert!(error.contains("two classes"), "{error}");
}
