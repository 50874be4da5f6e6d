use super::*;
use crate::features::random::SplitMix64;

/// Scores as they are.
const EXACT: Options =
    Options { charge: 0.0, charged: Charge::Edge, cost: Cost::L1, steps: 0, max_cells: 1 << 28 };

const PARENTS: [u32; 6] = [NO_PARENT, 0, 0, 1, 1, 2];
const SCORES: [f32; 6] = [0.6, 0.9, 0.2, 0.8, 0.3, 0.1];

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn spec_05_tree_of_six() {
    let parted = [0.2, 0.8, 0.2, 0.8, 0.8, 0.2];
    for (charge, wanted, costs) in
        [(0.0, parted, 1.1), (0.01, parted, 1.11), (0.1, parted, 1.2), (1.0, [0.3; 6], 1.7)]
    {
        let options = Options { charge, ..EXACT };
        let found = smooth(&PARENTS, &SCORES, None, &options);
        assert_eq!(found, wanted, "charge {charge}");
        assert!(near(cost(&PARENTS, &SCORES, &found, None, &options), costs), "charge {charge}");
    }
}

#[test]
fn spec_05_ties_go_to_the_smaller_value() {
    let parents = [NO_PARENT, 0];
    let found = smooth(&parents, &[0.9, 0.1], None, &EXACT);
    assert_eq!(found, [0.1, 0.1]);
    assert!(near(cost(&parents, &[0.9, 0.1], &found, None, &EXACT), 0.8));
}

#[test]
fn spec_05_a_leaf_alone_keeps_its_score() {
    assert_eq!(smooth(&[NO_PARENT], &[0.7], None, &EXACT), [0.7]);
    assert!(smooth(&[], &[], None, &EXACT).is_empty());
}

#[test]
fn spec_05_rounding_moves_a_score_by_a_512th_at_most() {
    let found = smooth(&PARENTS, &SCORES, None, &Options::default());
    for (found, wanted) in found.iter().zip([0.2, 0.8, 0.2, 0.8, 0.8, 0.2]) {
        assert!((found - wanted).abs() <= 1.0 / 512.0, "{found}");
    }
}

/// A tree of up to `most` nodes with parents before children, in document order or not, and scores of which some are
/// equal.
fn tree(random: &mut SplitMix64, most: usize) -> (Vec<u32>, Vec<f32>, Vec<f32>) {
    let nodes = 1 + random.below(most);
    let parent = |random: &mut SplitMix64, node: usize| match node {
        0 => NO_PARENT,
        _ if random.below(12) == 0 => NO_PARENT,
        _ => random.below(node) as u32,
    };
    let parents = (0..nodes).map(|node| parent(random, node)).collect();
    let coarse = random.below(2) == 0;
    let score = |random: &mut SplitMix64| {
        if coarse { random.below(5) as f32 / 4.0 } else { random.below(1 << 20) as f32 / (1 << 20) as f32 }
    };
    let scores = (0..nodes).map(|_| score(random)).collect();
    let weights = (0..nodes).map(|_| random.below(4) as f32 / 2.0).collect();
    (parents, scores, weights)
}

/// All solutions over the distinct scores, with their costs.
fn solutions(
    parents: &[u32],
    scores: &[f32],
    weights: Option<&[f32]>,
    options: &Options,
) -> Vec<(f64, Vec<f32>)> {
    let mut values = scores.to_vec();
    values.sort_by(f32::total_cmp);
    values.dedup();
    let (nodes, width) = (scores.len(), values.len());
    let all = (0..width.pow(nodes as u32)).map(|mut number| {
        let digits = (0..nodes).map(|_| {
            let digit = number % width;
            number /= width;
            values[digit]
        });
        let y: Vec<f32> = digits.collect();
        (cost(parents, scores, &y, weights, options), y)
    });
    all.filter(|(cost, _)| cost.is_finite()).collect()
}

#[test]
fn spec_05_equal_to_brute_force_on_random_trees() {
    let mut random = SplitMix64::new(5);
    for round in 0..10_000 {
        let (parents, scores, weights) = tree(&mut random, 5);
        let charge = [0.0, 0.01, 0.1, 0.3, 1.0][random.below(5)];
        let charged = [Charge::Edge, Charge::NotMinimum][round % 2];
        let options = Options { charge, charged, ..EXACT };
        let weights = (round % 3 == 0).then_some(&*weights);
        let found = smooth(&parents, &scores, weights, &options);
        let of_found = cost(&parents, &scores, &found, weights, &options);
        let all = solutions(&parents, &scores, weights, &options);
        let least = all.iter().map(|(cost, _)| *cost).fold(f64::INFINITY, f64::min);
        assert!(near(of_found, least), "{parents:?} {scores:?} {options:?}: {found:?} {of_found} {least}");
        let best: Vec<_> = all.iter().filter(|(cost, _)| *cost < least + 1e-6).collect();
        if let [(_, only)] = &*best {
            assert_eq!(found, *only, "{parents:?} {scores:?} {options:?}");
        }
    }
}

/// Rounding changes each solution's cost by a 512th a node at most, so the least cost too; and a solution that is better
/// than every other by more than twice that of all nodes remains the best, each node within a 512th.
#[test]
fn spec_05_rounded_scores_lose_a_512th_a_node() {
    let mut random = SplitMix64::new(6);
    let mut compared = 0;
    for _ in 0..2_000 {
        let (parents, scores, _) = tree(&mut random, 5);
        let exact = Options { charge: [0.01, 0.1, 0.3][random.below(3)], ..EXACT };
        let rounded = Options { steps: 256, ..exact };
        let bound = scores.len() as f64 / 512.0 + 1e-6;
        let found = smooth(&parents, &scores, None, &rounded);
        let all = solutions(&parents, &scores, None, &exact);
        let mut costs: Vec<f64> = all.iter().map(|(cost, _)| *cost).collect();
        costs.sort_by(f64::total_cmp);
        let grid: Vec<f32> = scores.iter().map(|score| (score * 256.0).round() / 256.0).collect();
        let of_found = cost(&parents, &grid, &found, None, &rounded);
        assert!((of_found - costs[0]).abs() <= bound, "{of_found} {costs:?}");
        if costs.get(1).is_none_or(|second| second - costs[0] > 4.0 * bound) {
            let of_exact = smooth(&parents, &scores, None, &exact);
            for (a, b) in found.iter().zip(of_exact) {
                assert!((a - b).abs() <= 1.0 / 512.0 + 1e-6, "{found:?} {parents:?} {scores:?}");
            }
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn squares_have_their_means() {
    let options = Options { cost: Cost::L2, ..EXACT };
    assert_eq!(smooth(&[NO_PARENT, 0], &[0.75, 0.25], None, &options), [0.5, 0.5]);
    assert_eq!(smooth(&[NO_PARENT, 0], &[0.75, 0.25], Some(&[3.0, 1.0]), &options), [0.625, 0.625]);
    assert_eq!(smooth(&[NO_PARENT, 0], &[0.25, 0.75], None, &options), [0.25, 0.75]);
}

#[test]
fn what_is_charged_tells_the_kinds_apart() {
    // One child like its parent is enough for the other kind.
    let (parents, scores) = ([NO_PARENT, 0, 0], [0.25, 0.25, 0.75]);
    let edges = Options { charge: 0.6, ..EXACT };
    assert_eq!(smooth(&parents, &scores, None, &edges), [0.25, 0.25, 0.25]);
    let parents_alone = Options { charged: Charge::NotMinimum, ..edges };
    assert_eq!(smooth(&parents, &scores, None, &parents_alone), scores);
}

#[test]
fn scores_that_are_missing_follow_the_others() {
    let options = Options { charge: 0.01, ..EXACT };
    let found = smooth(&[NO_PARENT, 0, 1], &[0.5, f32::NAN, 0.75], None, &options);
    assert_eq!(found, [0.5, 0.5, 0.75]);
    assert!(smooth(&[NO_PARENT], &[f32::NAN], None, &options)[0].is_nan());
    let weights = [f32::NAN, -1.0];
    assert_eq!(smooth(&[NO_PARENT, 0, 1], &[0.9, 0.1, 0.5], Some(&weights), &options), [0.5; 3]);
}

/// Chains, stars, brushes and random trees, with scores of any kind: never an inversion, never a panic.
#[test]
fn large_trees_are_smoothed_in_order() {
    let nodes = 20_000_u32;
    let mut random = SplitMix64::new(7);
    let shapes: [Vec<u32>; 4] = [
        (0..nodes).map(|node| node.wrapping_sub(1)).collect(),
        (0..nodes).map(|node| if node == 0 { NO_PARENT } else { 0 }).collect(),
        (0..nodes).map(|node| if node == 0 { NO_PARENT } else { (node - 1) / 2 * 2 }).collect(),
        (0..nodes)
            .map(|node| if node == 0 { NO_PARENT } else { random.below(node as usize) as u32 })
            .collect(),
    ];
    for parents in &shapes {
        for wide in [1.0, 1e30] {
            let scores: Vec<f32> =
                parents.iter().map(|_| wide * random.below(1 << 24) as f32 / 1.6e7).collect();
            for charged in [Charge::Edge, Charge::NotMinimum] {
                let options =
                    Options { steps: if wide > 1.0 { 0 } else { 256 }, max_cells: 1 << 24, charged, ..EXACT };
                let found = smooth(parents, &scores, None, &options);
                assert!(cost(parents, &scores, &found, None, &options).is_finite());
            }
        }
    }
}
