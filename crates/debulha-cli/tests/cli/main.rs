//! The command as people meet it.

#![allow(clippy::unwrap_used)]

mod batch;
mod common;
mod compare;
mod explain;
mod features;
mod hidden_web;
mod inputs;
mod payloads;
mod records;
mod render;
mod segment;
mod single;
mod site;
mod template;
mod train;
mod verdict;
mod why;
