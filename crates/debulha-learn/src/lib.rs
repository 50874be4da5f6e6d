//! Training of the classifiers that debulha's systems use: tables, C4.5 trees and rules, cross-validation.
//!
//! A [`Table`] holds labelled examples, read from C4.5's, Weka's or comma-separated text. [`learner`] has every kind of
//! classifier by name; [`c45`] learns a decision tree from some rows and rules from the tree, [`boosting`] adds up
//! small trees over a dense [`FeatureMatrix`](boosting::FeatureMatrix). [`evaluate`] says how good a learner is on rows that it has not
//! seen, [`importance`] what each feature is worth to it, and [`describe`] what it learned. [`label`] turns the gold text
//! of a page into labels of its parts. [`recipes`] make the models of debulha's systems, from [`pages`] or a table.
//! Nothing here runs while pages are read: what was learned leaves as data, such as a
//! [`RuleList`](debulha_core::classify::rules::RuleList), which
//! `debulha-core` applies.
//!
//! Everything is deterministic: the same table, options and seed give the same model, bit by bit.
//!
//! ```
//! use debulha_learn::{c45, read};
//!
//! let names = "play, stay. outlook: sunny, rain. humidity: continuous.";
//! let data = "sunny, 85, stay\nsunny, 90, stay\nsunny, 70, play\nsunny, 65, play\nrain, 80, play\nrain, 95, play";
//! let table = read(names, data)?;
//! let tree = c45::train(&table, &table.all_rows(), &c45::Options::default());
//! let sunny_and_dry = &[Some(0.0), Some(60.0)];
//! assert_eq!(table.classes()[tree.classify(|attribute| sunny_and_dry[attribute])], "play");
//! # Ok::<(), debulha_learn::ReadError>(())
//! ```
#![forbid(unsafe_code)]

pub mod boosting;
pub mod c45;
pub mod describe;
pub mod evaluate;
pub mod export;
pub mod importance;
pub mod label;
pub mod learner;
pub mod pages;
pub mod recipes;
mod table;
mod text;

pub use table::{Attribute, AttributeKind, Table};
pub use text::{ReadError, read, read_arff, read_csv, to_arff};
