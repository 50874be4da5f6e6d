//! Labels for training from gold text: which parts of a page make the text that people labelled.
//!
//! [`BlockRules`] aligns the words of a page with those of the gold text, in order, and labels each text block with the
//! share of its words that were matched: labels to learn from; [`RowWeights`] says how much each block counts.
//! [`node_labels`] labels elements by the rules of two studies, each element by its own words. [`Labeller`] has all of them
//! by name. Where people labelled parts of the page themselves ([`Annotations`]), all of them take these labels.

mod align;
mod annotations;
mod block_labels;
mod gold_standard;
mod gold_words;
mod labeller;
mod node_rules;
mod page_links;
mod page_words;
mod paths;
mod row_weights;
mod text_places;
mod words;

pub use annotations::{Annotation, Annotations, LabelPlace, TextLabels};
pub use block_labels::{BlockLabels, BlockRules};
pub use gold_standard::GoldStandard;
pub use gold_words::GoldSums;
pub use labeller::{Labeller, RowLabels};
pub use node_rules::{GoldBag, InnerRule, NodeClass, NodeLabels, NodePreset, NodeRules, node_labels};
pub use page_links::{BadSelector, LinkSelectors};
pub use row_weights::RowWeights;
pub(crate) use row_weights::draw;
pub(crate) use words::{GoldWords, NOT_IN_GOLD, bag_f1};
