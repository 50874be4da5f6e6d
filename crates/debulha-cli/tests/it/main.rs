//! The command as people meet it.

#![allow(clippy::unwrap_used)]

mod batch;
mod bulk;
mod common;
mod compare;
mod completions;
mod crawl;
mod explain;
mod faces;
mod foreign;
mod forms;
mod help;
mod hidden_web;
mod inputs;
mod label;
mod mcp;
mod pages_of_articles;
mod payloads;
mod probe;
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
mod verdict;
mod why;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_debulha");
