//! Shared building blocks: one view of the page a file, each with its cost.

pub mod boilerpipe;
pub mod display;
pub mod edit_tree;
pub mod lines;
pub mod links;
pub mod repetition;
pub mod similarity;
pub mod stats;
pub mod text_blocks;
pub mod text_density;
pub mod tokens;
pub mod visibility;
pub mod white_space;
pub mod words;
