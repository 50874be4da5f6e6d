//! The command as people meet it.

#![allow(clippy::unwrap_used)]

mod batch;
mod common;
mod records;
mod single;
