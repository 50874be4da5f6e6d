//! From labels to the content document.

use super::ContentDocument;
use crate::outcome::Labels;
use crate::page::Page;

/// Builds the content document of a page from an extractor's labels.
pub fn build(_page: &Page<'_>, _labels: &Labels) -> ContentDocument {
    ContentDocument::default()
}
