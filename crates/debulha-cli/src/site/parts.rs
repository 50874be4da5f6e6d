//! What pages consist of, by number, for methods whose records say so: what `show` and `diff` count.

use super::learn::ALWAYS_KEPT;
use anyhow::Result;
use debulha::ParamMap;
use debulha_io::site_store::{SiteStore, View};
use serde_json::Value;

/// The field of a record with the numbers of the parts of its page, each once.
const FIELD: &str = "pagelets";

/// What the parts are called.
pub(super) const NAME: &str = "pagelets";

/// Of each page of a site that counts, the numbers of its parts; nothing where the store does not have them.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn parts_of_pages(store: &SiteStore, view: &View<'_>, site: &str) -> Result<Vec<Vec<u64>>> {
    if !store.methods().contains_key(ALWAYS_KEPT) {
        return Ok(Vec::new());
    }
    let method = store.build(ALWAYS_KEPT, &ParamMap::new())?;
    let pages = view.pages(ALWAYS_KEPT, site, None)?;
    let numbers = |record: Value| -> Vec<u64> {
        let list = record.get(FIELD).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_u64).collect()
    };
    pages.iter().map(|page| Ok(numbers(method.record_to_json(&page.observed.record)?))).collect()
}
