//! The service over real connections.
#![allow(clippy::unwrap_used)]

mod access;
mod batch;
mod common;
mod fetching;
mod hostile;
mod limits;
mod rendering;
mod routes;
