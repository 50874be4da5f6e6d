//! Shared building blocks: one view of the page a file, each with its cost.

pub mod block_features;
pub mod boilerpipe;
pub mod display;
pub mod edit_tree;
pub mod hashing;
pub mod hosts;
pub mod images;
pub mod k_means;
pub mod lines;
pub mod links;
pub mod random;
pub mod records;
pub mod repetition;
pub mod shingles;
pub mod similarity;
pub mod stats;
pub mod stop_words;
pub mod tag_path_sequence;
pub mod tag_paths;
pub mod text_blocks;
pub mod text_density;
pub mod text_partition;
pub mod tokens;
pub mod visibility;
pub mod white_space;
pub mod words;
