//! Tests of the service from outside, over real connections.
#![allow(clippy::unwrap_used)]

mod agents;
mod serve;
