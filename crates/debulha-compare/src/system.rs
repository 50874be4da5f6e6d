//! Systems that are compared: an extractor and the name that its results have.

use debulha::Pipeline;
use debulha_core::extractor;
use debulha_core::extractor::ExtractorInfo;
use debulha_core::outcome::Reason;
use debulha_core::{BuildError, Extractor, Labels, Outcome, Page, ParamMap, Scratch};
use debulha_dom::NodeId;
use debulha_systems::extractors;
use sha2::{Digest, Sha256};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Longest name of a system's folder, in bytes; file systems allow 255.
const FOLDER_BYTES: usize = 120;

/// A system that takes part in a run: an extractor with its parameters, and what is taken off its answers.
pub struct System {
    extractor: Arc<dyn Extractor>,
    name: String,
}

impl System {
    /// Builds the extractor `id` with `params` over its defaults.
    ///
    /// # Errors
    /// An unknown id or parameter, a wrong type, or a value outside its range.
    pub fn new(id: &str, params: &ParamMap) -> Result<Self, BuildError> {
        Ok(Self::of(extractors::build(id, params)?))
    }

    /// A system that learned something, under the name that its rows are to have.
    pub fn learned(extractor: Arc<dyn Extractor>, name: String) -> Self {
        Self { extractor, name }
    }

    /// The system of a pipeline that others use too, under the name that its rows are to have.
    pub fn of_pipeline(pipeline: Arc<Pipeline>, name: String) -> Self {
        Self::learned(Arc::new(OfPipeline(pipeline)), name)
    }

    /// Takes an extractor that is built, such as one that learned from a site.
    pub fn of(extractor: Box<dyn Extractor>) -> Self {
        let name = extractor::name(&*extractor);
        Self { extractor: extractor.into(), name }
    }

    /// The id and the parameters that differ from their defaults, e.g. `cetr(variant=threshold)`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// [`Self::name`] as a name of a folder; long names are cut and told apart by a digest.
    pub fn folder(&self) -> String {
        folder_name(&self.name)
    }

    /// The extractor.
    pub fn extractor(&self) -> &dyn Extractor {
        &*self.extractor
    }

    /// The text of a page and the labels that it was made of, or why there is none.
    ///
    /// # Errors
    /// Why the system gives no answer.
    pub fn text(&self, page: &Page<'_>, scratch: &mut Scratch) -> Result<(String, Labels), String> {
        match self.extractor.extract(page, scratch) {
            Outcome::Labeled(labels) => Ok((labels.plain_text(page), labels)),
            Outcome::Abstained(reason) => Err(format!("no answer: {reason}")),
        }
    }
}

/// The extractor of a pipeline that others share.
struct OfPipeline(Arc<Pipeline>);

impl Extractor for OfPipeline {
    fn info(&self) -> &'static ExtractorInfo {
        self.0.extractor().info()
    }

    fn params(&self) -> ParamMap {
        self.0.extractor().params()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        self.0.extractor().extract(page, scratch)
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        self.0.extractor().why(page, scratch, text_node)
    }

    fn judges_hidden(&self) -> bool {
        self.0.extractor().judges_hidden()
    }
}

/// The name of a system as a name of a folder; long names are cut and told apart by a digest.
pub fn folder_name(name: &str) -> String {
    let clean = name.replace(['/', '\\', '\0'], "_");
    if clean.len() <= FOLDER_BYTES {
        return clean;
    }
    let digest = Sha256::digest(name.as_bytes());
    let cut = clean.floor_char_boundary(FOLDER_BYTES);
    format!("{}-{:02x}{:02x}{:02x}{:02x}", &clean[..cut], digest[0], digest[1], digest[2], digest[3])
}

/// Runs `work`; the message of a panic is the error. What a panic leaves half done must not be used again: the caller
/// throws the scratch away.
///
/// # Errors
/// The message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("no message"))
}
