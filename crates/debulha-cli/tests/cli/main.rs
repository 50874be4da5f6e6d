//! The command as people meet it.

#![allow(clippy::unwrap_used)]

mod batch;
mod common;
mod compare;
mod corpora;
mod explain;
mod features;
mod hidden_web;
mod inputs;
mod payloads;
mod progress;
mod records;
mod segment;
mod single;
mod site;
mod template;
mod train;
mod verdict;
mod why;
