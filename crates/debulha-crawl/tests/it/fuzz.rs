//! The checks of the fuzz targets, on seeds, on damaged seeds and on inputs that once failed.

use crate::invariants::TARGETS;
use std::fs;
use std::path::PathBuf;

/// Inputs of a target, by folder of `fuzz/`.
fn inputs(folder: &str, target: &str) -> Vec<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder).join(target);
    let mut files: Vec<PathBuf> =
        fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}

#[test]
fn seeds_and_inputs_that_once_failed_pass() {
    for (target, check) in TARGETS {
        let seeds = inputs("seeds", target);
        assert!(!seeds.is_empty(), "{target} has no seed");
        for input in seeds.into_iter().chain(inputs("regressions", target)) {
            check(&input);
        }
    }
}

#[test]
fn damaged_seeds_pass() {
    for (target, check) in TARGETS {
        for seed in inputs("seeds", target) {
            for at in (0..seed.len()).step_by(7) {
                let mut damaged = seed.clone();
                damaged[at] ^= 1 << (at % 8);
                check(&damaged);
                check(&seed[..at]);
            }
        }
    }
}
