//! WARC files.
#![no_main]

#[path = "../../crates/debulha-crawl/tests/it/invariants.rs"]
#[allow(dead_code)]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::warc(bytes));
