//! What several systems share: one building block a file, each with its cost.

pub mod block_features;
pub mod boilerpipe_params;
pub mod coarse_layout;
pub mod edit_tree;
pub mod k_means;
pub mod sequence_matching;
pub mod shingles;
pub mod subtree_hash;
pub mod text_partition;
pub mod vips;
pub mod visual_areas;
pub mod visual_table;
