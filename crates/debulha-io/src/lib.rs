//! What debulha keeps in files.
//!
//! [`site_store`] holds what site methods observed of the pages of many sites, and gives back extractors that learned
//! from them. [`warc`] writes and reads what a crawl saw. [`parquet_file`] writes tables for other programs. [`sniff`] tells
//! pages from other files. [`layout_files`] finds and reads layout records.
#![forbid(unsafe_code)]

pub mod layout_files;
pub mod parquet_file;
pub mod site_store;
pub mod sniff;
pub mod warc;
