//! The module `_debulha` of the Python package `debulha`: its classes and functions, over the facade. What they decide is the
//! library's.
#![forbid(unsafe_code)]
#![expect(
    clippy::doc_link_with_quotes,
    clippy::fn_params_excessive_bools,
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "docstrings and signatures are those of Python"
)]

mod arrow;
mod block;
mod building;
mod extract;
mod extractor;
mod functions;
mod html;
mod many;
mod model;
mod objects;
mod page;
mod rendering;
mod sandbox;
mod site_store;
mod training;
mod warc;

use pyo3::prelude::*;

/// Classes and functions in Rust.
#[pymodule(gil_used = false)]
mod _debulha {
    #[pymodule_export]
    use super::block::Block;
    #[pymodule_export]
    use super::extract::extract;
    #[pymodule_export]
    use super::extractor::Extractor;
    #[pymodule_export]
    use super::functions::{compare, extract_metadata, parse, site_of, systems};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::page::{Page, parse_again};
    #[pymodule_export]
    use super::sandbox::{Processes, serve_pages};
    #[pymodule_export]
    use super::site_store::SiteStore;
    #[pymodule_export]
    use super::training::train;
    #[pymodule_export]
    use super::warc::{WarcRecord, read_warc, record_again};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
