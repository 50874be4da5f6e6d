//! What the modules share.
#![allow(unreachable_pub)]

pub mod families;
pub mod listing_matrix;
pub mod markdown;
// The tests of debulha-systems share the file and read all of it.
#[allow(dead_code)]
pub mod pages;
