//! What debulha keeps in files.
//!
//! [`site_store`] holds what site methods observed of the pages of many sites, and gives back extractors that learned
//! from them. [`warc`] writes and reads what a crawl saw. `parquet_file` (feature `parquet`) writes tables for other programs. [`sniff`] tells
//! pages from other files. [`page_file`] reads pages that are files by themselves, [`layout_files`] finds and
//! reads layout records. [`inflate`] reads streams that may be compressed. [`whole_file`] writes files that are there whole or not at all. [`in_order`] works on
//! what was read in parallel, in bounded memory.
#![forbid(unsafe_code)]

pub mod in_order;
pub mod inflate;
pub mod layout_files;
pub mod page_file;
#[cfg(feature = "parquet")]
pub mod parquet_file;
pub mod site_store;
pub mod sniff;
pub mod warc;
pub mod whole_file;
