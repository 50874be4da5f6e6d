//! The parts that the boilerpipe systems are put together from (kohlschuetter2010).
//!
//! | module | holds |
//! |---|---|
//! | [`blocks`] | the page as text blocks with word counts: a view, computed once |
//! | [`draft`] | a decision in the making: blocks that get marked, merged and removed, step by step |
//! | [`rules`] | the learned classifiers: by numbers of words, by text density, those of the Canola corpus |
//! | [`filters`] | the steps around them, each a small function on a draft |
//! | [`phrases`] | texts that end an article |
//! | [`article`] | the steps that find an article |
//! | [`clauses`] | sentences told from headlines and captions |

pub mod article;
pub mod blocks;
pub mod clauses;
pub mod draft;
pub mod filters;
pub mod phrases;
pub mod rules;

pub use blocks::{BoilerpipeBlock, BoilerpipeBlocks};
pub use draft::{BlockMarks, BoilerpipeDraft};
