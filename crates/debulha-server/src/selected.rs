//! Extraction from the parts of a page that a caller names.

use crate::engine::Choice;
use crate::problem::Problem;
use crate::selection::Selection;
use crate::service::{GivenPage, Service, choice};
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
    selection: Selection,
    is_main_content: bool,
    work: impl FnOnce(&Extraction, &Extraction) -> T + Send + 'static,
) -> Result<T, Problem> {
    let keeps_all = !is_main_content || selection.is_chosen();
    let choice = if keeps_all { choice(Some(WHOLE.to_owned())) } else { Choice::default() };
    let with_parts = move |whole: &Extraction, pipeline: &debulha::Pipeline| {
        if selection.is_all() {
            return Ok(work(whole, whole));
        }
        let text = selection.of(whole.document())?;
        let parts = pipeline.extract(Input::from(&text).url(whole.url.as_deref()));
        Ok(work(whole, &parts))
    };
    service.extract(&choice, page, None, with_parts).await?
}
