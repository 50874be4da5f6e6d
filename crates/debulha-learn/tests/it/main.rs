//! Tests of the learners from outside.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod adeater;
mod learned_systems;
mod weka;
