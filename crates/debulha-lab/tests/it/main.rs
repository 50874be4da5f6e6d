//! The program of the laboratory, with corpora and models.
#![allow(clippy::unwrap_used)]

// Shared with the tests of debulha-cli, which use all of it.
mod ablation;
#[allow(dead_code)]
#[path = "../../../debulha-cli/tests/it/common.rs"]
mod common;
mod completions;
mod corpora;
mod eval;
mod features;
mod progress;
mod retrieval;
mod settings;
mod train;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_debulha-lab");
