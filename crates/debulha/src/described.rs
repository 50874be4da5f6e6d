//! What a page says about itself, and the pages that it is one of.

use debulha_core::features::pagination::{Pagination, pagination};
use debulha_core::metadata::{Metadata, extract};
use debulha_core::page::Page;
use serde::Serialize;

/// What a page says about itself, and the pages of a list or article that it is one of.
#[derive(Debug, Serialize)]
pub struct Described {
    /// What it says about itself.
    #[serde(flatten)]
    pub metadata: Metadata,
    /// The other pages that it links to.
    #[serde(skip_serializing_if = "Pagination::is_empty")]
    pub pagination: Pagination,
}

/// Reads the metadata and the pagination of a page.
///
/// ```
/// let extraction = debulha::Pipeline::new("all_text")?.extract("<title>Rye</title><p>Sow in autumn.");
/// assert_eq!(debulha::metadata::describe(&extraction.page()).metadata.title.value(), Some("Rye"));
/// # Ok::<(), debulha::BuildError>(())
/// ```
pub fn describe(page: &Page<'_>) -> Described {
    Described { metadata: extract(page), pagination: pagination(page) }
}
