//! What a reader is told of fields.

use super::{Form, read};
use crate::page::Page;

/// The forms of a page with labels.
pub fn forms(page: &Page<'_>) -> Vec<Form> {
    read(page.document())
}
