//! The command as people meet it.

#![allow(clippy::unwrap_used)]

mod batch;
mod common;
mod compare;
mod segment;
mod single;
