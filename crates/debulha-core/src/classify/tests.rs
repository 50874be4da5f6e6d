//! What every kind of classifier promises.

use super::decision_tree::{DecisionNode, NodeTest};
use super::linear::Weight;
use super::neural_network::NetworkUnit;
use super::scale::Scale;
use super::*;
use crate::classify::centroids::Centroid;
use crate::classify::kernel::Machine;
use crate::classify::weighted_vote::WeightedTree;
use proptest::prelude::*;

const UNIT_SCALE: Scale = Scale { mean: 0.0, deviation: 1.0 };

fn linear(weights: [f64; 2]) -> Linear {
    let weights = weights.map(|weight| Weight { mean: 0.0, deviation: 1.0, weight }).to_vec();
    Linear { weights, bias: 0.0, slope: 1.0, offset: 0.0 }
}

fn stump(feature: u32) -> DecisionTree {
    let leaf = |counts: [f64; 2]| DecisionNode { counts: counts.to_vec(), split: None };
    let question = NodeTest::Number { feature, threshold: 0.0 };
    let root = DecisionNode { counts: vec![5.0, 5.0], split: Some((question, 1)) };
    DecisionTree { nodes: vec![root, leaf([4.0, 1.0]), leaf([1.0, 4.0])] }
}

fn kernel() -> KernelMachines {
    let machine = Machine {
        first: 0,
        second: 1,
        weights: vec![(0, -1.0), (1, 1.0)],
        bias: 0.0,
        slope: 2.0,
        offset: 0.0,
    };
    KernelMachines {
        scales: vec![UNIT_SCALE; 2],
        gamma: 0.5,
        support: vec![vec![-1.0, 0.0], vec![1.0, 0.0]],
        machines: vec![machine],
    }
}

fn network() -> NeuralNetwork {
    let unit = |weights: [f64; 2], bias| NetworkUnit { weights: weights.to_vec(), bias };
    NeuralNetwork {
        scales: vec![UNIT_SCALE; 2],
        hidden: vec![unit([1.0, 0.0], 0.0), unit([0.0, 1.0], 0.0)],
        output: vec![unit([-2.0, 0.0], 1.0), unit([2.0, 0.0], -1.0)],
    }
}

fn centroids() -> Centroids {
    let centroid =
        |mean: [f64; 2], counts: [f64; 2]| Centroid { mean: mean.to_vec(), counts: counts.to_vec() };
    Centroids {
        scales: vec![UNIT_SCALE; 2],
        centroids: vec![centroid([-1.0, 0.0], [4.0, 0.0]), centroid([1.0, 0.0], [1.0, 3.0])],
    }
}

fn radial_network() -> RadialNetwork {
    let sum = |weights: [f64; 2]| NetworkUnit { weights: weights.to_vec(), bias: 0.0 };
    RadialNetwork {
        scales: vec![UNIT_SCALE; 2],
        centres: vec![vec![-2.0, 0.0], vec![2.0, 0.0]],
        width: 2.0,
        output: vec![sum([1.0, 0.0]), sum([0.0, 1.0])],
    }
}

/// One of each kind, of two features and two classes, whose second class is at a positive first feature.
fn of_each_kind() -> Vec<Classifier> {
    let members = [0, 0, 1].map(|feature| WeightedTree { weight: 1.0, tree: stump(feature) }).to_vec();
    vec![
        Classifier::DecisionTree(stump(0)),
        Classifier::Linear(linear([1.0, 0.0])),
        Classifier::OneVsRest(OneVsRest { planes: vec![linear([-1.0, 0.0]), linear([1.0, 0.0])] }),
        Classifier::WeightedVote(WeightedVote { members }),
        Classifier::Kernel(kernel()),
        Classifier::NeuralNetwork(network()),
        Classifier::Centroids(centroids()),
        Classifier::RadialNetwork(radial_network()),
    ]
}

#[test]
fn all_kinds_tell_the_same_classes_apart() {
    for classifier in of_each_kind() {
        assert_eq!(classifier.check(2, 2), Ok(()));
        assert_eq!(classifier.classify(&[2.0, -3.0]), 1, "{classifier:?}");
        assert_eq!(classifier.classify(&[-2.0, 3.0]), 0, "{classifier:?}");
        let speaks = classifier.contributions(&[2.0, f32::NAN], 1);
        assert!(speaks[0] > 0.0 && speaks[0] > speaks[1], "{classifier:?}: {speaks:?}");
    }
}

#[test]
fn other_features_and_classes_are_refused() {
    for classifier in of_each_kind() {
        for (features, classes) in [(1, 2), (2, 3), (2, 1), (0, 2), (2, usize::MAX)] {
            // A tree of less features than the row is whole.
            let refused = classifier.check(features, classes).is_err();
            let fits = matches!(classifier, Classifier::DecisionTree(_)) && classes == 2 && features > 0;
            assert!(refused != fits, "{classifier:?} {features} {classes}");
        }
    }
}

#[test]
fn broken_classifiers_are_refused() {
    let broken = |change: fn(&mut KernelMachines)| {
        let mut kernel = kernel();
        change(&mut kernel);
        kernel.check(2, 2).is_err()
    };
    assert!(broken(|kernel| kernel.gamma = f64::NAN) && broken(|kernel| kernel.gamma = 0.0));
    assert!(broken(|kernel| kernel.machines[0].weights[0].0 = 2));
    assert!(broken(|kernel| kernel.machines[0].first = 1));
    assert!(broken(|kernel| kernel.machines.clear()));
    assert!(broken(|kernel| kernel.support[1].truncate(1)));
    assert!(broken(|kernel| kernel.scales[0].deviation = 0.0));
    let broken = |change: fn(&mut NeuralNetwork)| {
        let mut network = network();
        change(&mut network);
        network.check(2, 2).is_err()
    };
    assert!(broken(|network| network.hidden.truncate(1)));
    assert!(broken(|network| network.output[0].bias = f64::INFINITY));
    assert!(broken(|network| network.scales.clear()));
    let broken = |change: fn(&mut Centroids)| {
        let mut centroids = centroids();
        change(&mut centroids);
        centroids.check(2, 2).is_err()
    };
    assert!(broken(|clusters| clusters.centroids.clear()));
    assert!(broken(|clusters| clusters.centroids[0].counts = vec![0.0, 0.0]));
    assert!(broken(|clusters| clusters.centroids[0].mean[0] = f64::NAN));
    let broken = |change: fn(&mut RadialNetwork)| {
        let mut network = radial_network();
        change(&mut network);
        network.check(2, 2).is_err()
    };
    assert!(broken(|network| network.width = 0.0) && broken(|network| network.width = 1e-200));
    assert!(broken(|network| network.centres[0].truncate(1)));
    assert!(broken(|network| network.output[1].weights.truncate(1)));
    assert!(broken(|network| network.output[1].bias = f64::NAN));
    let vote = |weight| WeightedVote { members: vec![WeightedTree { weight, tree: stump(0) }] };
    assert!(vote(-1.0).check(2, 2).is_err() && vote(f64::NAN).check(2, 2).is_err());
    assert!(WeightedVote { members: Vec::new() }.check(2, 2).is_err());
}

#[test]
fn branches_of_two_nodes_are_refused() {
    // Each node's branches are the two after it: the ways through grow as Fibonacci's numbers.
    let node = |index: u32| DecisionNode {
        counts: vec![1.0, 1.0],
        split: (index < 98).then_some((NodeTest::Number { feature: 0, threshold: 0.0 }, index + 1)),
    };
    let tree = DecisionTree { nodes: (0..100).map(node).collect() };
    assert_eq!(tree.check(1, 2), Err(Malformed::NodeShares(1)));
}

#[test]
fn soft_maximum() {
    assert_eq!(soft_max(vec![0.0, 0.0]), [0.5, 0.5]);
    assert_eq!(soft_max(vec![1e9, 0.0]), [1.0, 0.0]);
    assert_eq!(soft_max(vec![f64::NAN, 0.0]), [0.5, 0.5]);
    let found = soft_max(vec![2.0_f64.ln(), 0.0]);
    assert!((found[0] - 2.0 / 3.0).abs() < 1e-12);
}

proptest! {
    #[test]
    fn probabilities_sum_to_one(row in proptest::array::uniform2(-1e6_f32..1e6), missing in 0..4_usize) {
        let mut row = row;
        if let Some(value) = row.get_mut(missing) {
            *value = if missing == 0 { f32::NAN } else { f32::INFINITY };
        }
        for classifier in of_each_kind() {
            let found = classifier.probabilities(&row);
            if !matches!(classifier, Classifier::Linear(_) | Classifier::OneVsRest(_)) {
                prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{:?}", found);
            }
            prop_assert!(classifier.classify(&row) < 2 && classifier.contributions(&row, 1).len() == 2);
        }
    }
}
