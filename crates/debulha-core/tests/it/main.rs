//! Tests of the crate from outside, one module per subject.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;
mod content;
mod content_records;
mod content_words;
mod feature_tables;
mod listing_matrix;
mod metadata;
mod rendered;
mod writers;
