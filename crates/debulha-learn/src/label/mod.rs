//! Labels for training from gold text: which parts of a page make the text that people labelled.
//!
//! [`node_labels`] labels elements by the rules of two studies, each element by its own words.

mod node_rules;
mod words;

pub use node_rules::{GoldBag, InnerRule, NodeClass, NodeLabels, NodePreset, NodeRules, node_labels};
