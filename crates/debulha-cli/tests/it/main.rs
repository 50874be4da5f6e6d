//! The command as people meet it.

#![allow(clippy::unwrap_used)]

mod batch;
mod bulk;
mod common;
mod compare;
mod completions;
mod corpora;
mod crawl;
mod eval;
mod explain;
mod faces;
mod features;
mod foreign;
mod forms;
mod help;
mod hidden_web;
mod inputs;
mod mcp;
mod pages_of_articles;
mod payloads;
mod probe;
mod progress;
mod records;
mod render;

#[allow(dead_code)]
#[path = "../../../debulha-crawl/tests/it/crawl/server.rs"]
mod server;

mod segment;
mod serve;
mod settings;
mod single;
mod site;
mod studio;
mod template;
mod train;
mod verdict;
mod why;
