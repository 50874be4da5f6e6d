//! The service over real connections.

mod access;
mod batch;
mod common;
mod faces;
mod fetching;
mod hostile;
mod limits;
mod rendering;
mod routes;
