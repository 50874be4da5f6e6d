//! Tests over all systems, one module per subject.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod battery;
mod block_repetition;
mod combined;
mod common;
mod cost;
mod drawn_pages;
mod parameters;
mod properties;
mod segmenters;
mod site_methods;
mod snapshots;
mod suite;
mod verdict;
