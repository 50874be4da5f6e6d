//! The published systems: page systems, site methods and segmenters, each in a file named by its id.
//!
//! | module | what it holds | registry |
//! |---|---|---|
//! | [`extractors`] | systems that decide on one page | [`extractors::EXTRACTORS`], those of the core included |
//! | [`site`] | methods that learn from pages of a site | [`site::SITE_METHODS`] |
//! | [`segmenters`] | ways to cut a page into blocks | [`segmenters::SEGMENTERS`] |
//! | [`features`] | what several of them share | |
//!
//! As the core, the crate does no I/O, knows no clock and no environment, starts no thread and builds to WASM.
#![forbid(unsafe_code)]

// What macros expand to names the crate, inside of it too.
extern crate self as debulha_systems;

pub mod extractors;
pub mod features;
pub mod segmenters;
pub mod site;
