//! Tests of the crate from outside, one module per subject.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod battery;
mod block_repetition;
mod common;
mod content;
mod content_records;
mod content_words;
mod cost;
mod feature_tables;
mod listing_matrix;
mod metadata;
mod parameters;
mod properties;
mod rendered;
mod segmenters;
mod site_methods;
mod snapshots;
mod suite;
mod verdict;
mod writers;
