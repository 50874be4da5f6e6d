//! Classifiers as data: what was learned elsewhere, read from text and applied to features.
//!
//! Training is `debulha-learn`'s business; nothing here depends on it.

pub mod rules;
