//! The tools over HTTP and the drop-in interfaces, asked over real sockets.

mod ask;
mod broken;
mod firecrawl;
mod jina;
mod mcp;
