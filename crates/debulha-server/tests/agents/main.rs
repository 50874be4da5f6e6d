//! The tools over HTTP and the drop-in interfaces, asked over real sockets.
#![allow(clippy::unwrap_used)]

mod ask;
mod broken;
mod firecrawl;
mod jina;
mod mcp;
