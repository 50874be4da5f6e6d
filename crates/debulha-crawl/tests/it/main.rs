//! Fetching, crawling and probing over the loopback interface. No test contacts a host beyond it.
#![allow(clippy::unwrap_used)]

mod crawl;
mod fuzz;
mod invariants;
mod web;
