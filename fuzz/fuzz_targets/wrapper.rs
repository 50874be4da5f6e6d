//! Wrappers of any JSON, applied to pages.
#![no_main]

#[path = "../../crates/debulha-systems/tests/it/common/invariants/mod.rs"]
#[allow(dead_code)]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::wrapper(bytes));
