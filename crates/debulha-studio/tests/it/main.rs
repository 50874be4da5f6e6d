//! The studio as a browser asks it: over sockets, on the pages of `testdata` and on pages made to break out of their frame.
#![allow(clippy::unwrap_used)]

mod access;
mod answers;
mod client;
#[cfg(unix)]
mod collecting;
mod projects;
mod sanitised;
mod working;
