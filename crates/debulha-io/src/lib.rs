//! What debulha keeps in files.
//!
//! [`site_store`] holds what site methods observed of the pages of many sites, and gives back extractors that learned
//! from them.
#![forbid(unsafe_code)]

pub mod site_store;
