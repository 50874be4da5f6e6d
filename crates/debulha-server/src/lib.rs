//! debulha over HTTP, for agents, and in a local studio.
//!
//! Everything runs over one [`Engine`](engine::Engine): systems that are built once, and a bounded share of the processors.
#![forbid(unsafe_code)]

pub mod engine;
pub mod guard;
pub mod problem;
