//! Tests of the parser from outside.
#![allow(clippy::unwrap_used)]

mod corpus;
mod differential;
mod html5lib_tree;
mod oracle;
mod ranges;
mod soup;
mod tree;
