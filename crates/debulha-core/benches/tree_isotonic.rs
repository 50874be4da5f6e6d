//! Smoothing of trees of several shapes and sizes. `cargo bench -p debulha-core --bench tree_isotonic`
#![allow(missing_docs)]

use debulha_core::classify::tree_isotonic::{Charge, NO_PARENT, Options, smooth};
use debulha_core::features::random::SplitMix64;
use divan::Bencher;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// Parents of so many nodes, and scores.
fn tree(nodes: usize, mut parent: impl FnMut(&mut SplitMix64, usize) -> usize) -> (Vec<u32>, Vec<f32>) {
    let mut random = SplitMix64::new(1);
    let parents = (0..nodes).map(|node| if node == 0 { NO_PARENT } else { parent(&mut random, node) as u32 });
    let parents = parents.collect();
    (parents, (0..nodes).map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32).collect())
}

fn smoothed(bencher: Bencher<'_, '_>, (parents, scores): (Vec<u32>, Vec<f32>), options: &Options) {
    bencher.bench_local(|| smooth(&parents, &scores, None, options));
}

#[divan::bench(args = SIZES)]
fn chain(bencher: Bencher<'_, '_>, nodes: usize) {
    smoothed(bencher, tree(nodes, |_, node| node - 1), &Options::default());
}

#[divan::bench(args = SIZES)]
fn star(bencher: Bencher<'_, '_>, nodes: usize) {
    smoothed(bencher, tree(nodes, |_, _| 0), &Options::default());
}

/// A chain each of whose nodes has a leaf behind it, in document order: all of them wait at once.
#[divan::bench(args = SIZES)]
fn brush(bencher: Bencher<'_, '_>, nodes: usize) {
    let spine = nodes / 2;
    let tree = tree(nodes, |_, node| if node < spine { node - 1 } else { nodes - 1 - node });
    smoothed(bencher, tree, &Options::default());
}

#[divan::bench(args = SIZES)]
fn random(bencher: Bencher<'_, '_>, nodes: usize) {
    smoothed(bencher, tree(nodes, SplitMix64::below), &Options::default());
}

#[divan::bench(args = SIZES)]
fn random_not_minimum(bencher: Bencher<'_, '_>, nodes: usize) {
    let options = Options { charged: Charge::NotMinimum, ..Options::default() };
    smoothed(bencher, tree(nodes, SplitMix64::below), &options);
}

#[divan::bench(args = [1_000, 10_000])]
fn random_exact(bencher: Bencher<'_, '_>, nodes: usize) {
    smoothed(bencher, tree(nodes, SplitMix64::below), &Options { steps: 0, ..Options::default() });
}
