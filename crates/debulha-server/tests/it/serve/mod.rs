//! The service over real connections.

mod access;
mod batch;
mod common;
mod fetching;
mod hostile;
mod limits;
mod rendering;
mod routes;
