//! Extraction from the parts of a page that a caller names.

use crate::problem::Problem;
use crate::selection::PartSelection;
use crate::service::{GivenPage, Service};
use debulha::systems::SystemSpec;
use debulha::{Extraction, Input};

/// The system that keeps all text.
const WHOLE: &str = "all_text";

/// Extracts the content of the parts that count, and does something with the whole page and with the content of the parts.
///
/// Where the caller says which parts are the content, or wants all, all of their text stays.
///
/// # Errors
/// Those of [`Service::extract`] and of the selection.
pub(crate) async fn extract<T: Send + 'static>(
    service: &Service,
    page: GivenPage,
    selection: PartSelection,
    is_main_content: bool,
    work: impl FnOnce(&Extraction, &Extraction) -> T + Send + 'static,
) -> Result<T, Problem> {
    let keeps_all = !is_main_content || selection.is_chosen();
    let spec = if keeps_all { SystemSpec::new(WHOLE) } else { SystemSpec::default() };
    let with_parts = move |whole: &Extraction, pipeline: &debulha::Pipeline| {
        if selection.is_all() {
            return Ok(work(whole, whole));
        }
        let text = selection.of(whole.document())?;
        let parts = pipeline.extract(Input::from(&text).url(whole.url.as_deref()));
        Ok(work(whole, &parts))
    };
    service.extract(&spec, page, None, with_parts).await?
}
