//! What the tools take.

use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;

/// Characters of an answer at most.
pub(super) const MAX_LENGTH: usize = 1_000_000;

/// Characters of an answer at least: a line of text.
pub(super) const MIN_LENGTH: usize = 100;

/// Characters of an answer to `extract` and its like unless told otherwise: some 5,000 tokens. A page that is sent again for each piece
/// should need few.
const DEFAULT_LENGTH: usize = 20_000;

/// The same of `fetch`, as usual tools of that name have it.
const DEFAULT_FETCH_LENGTH: usize = 5_000;

/// Systems that are compared at most.
pub(super) const MAX_COMPARED: usize = 8;

/// Places of a text that are explained at most.
pub(super) const MAX_PLACES: usize = 20;

/// A page that the caller has.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct PageArgs {
    /// The page's HTML.
    pub(super) html: Option<String>,
    /// Instead of html: a file below the folder that this server may read.
    pub(super) path: Option<String>,
    /// The page's address: makes links absolute. It is not fetched.
    #[schemars(length(max = 8192))]
    pub(super) url: Option<String>,
}

/// How a page is decided on.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct DecisionArgs {
    /// The system that decides what is content.
    pub(super) extractor: Option<String>,
    /// Words to look for: the answer names the blocks that have most of them, and where each begins.
    #[schemars(length(max = 1000))]
    pub(super) query: Option<String>,
}

/// How an answer is written.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[schemars(crate = "schemars", inline)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    /// Markdown with links and images.
    #[default]
    Markdown,
    /// Plain text, a line a paragraph.
    Text,
}

/// Which piece of a long answer is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct WindowArgs {
    /// Characters of the answer at most.
    #[serde(default = "default_length")]
    #[schemars(range(min = MIN_LENGTH, max = MAX_LENGTH))]
    pub(super) max_length: usize,
    /// Character at which the answer begins, as the piece before says.
    #[serde(default)]
    pub(super) start_index: usize,
}

fn default_length() -> usize {
    DEFAULT_LENGTH
}

/// What `extract` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct ExtractArgs {
    #[serde(flatten)]
    pub(super) page: PageArgs,
    #[serde(flatten)]
    pub(super) decision: DecisionArgs,
    /// How the content is written: Markdown with links and images, or plain text.
    #[serde(default)]
    pub(super) format: Form,
    #[serde(flatten)]
    pub(super) window: WindowArgs,
}

/// What `records` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct RecordsArgs {
    #[serde(flatten)]
    pub(super) page: PageArgs,
    #[serde(flatten)]
    pub(super) decision: DecisionArgs,
    #[serde(flatten)]
    pub(super) window: WindowArgs,
}

/// What `why` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct WhyArgs {
    #[serde(flatten)]
    pub(super) page: PageArgs,
    #[serde(flatten)]
    pub(super) decision: DecisionArgs,
    /// Some of the page's text. White space does not matter.
    #[schemars(length(min = 1, max = 10_000))]
    pub(super) text: String,
    /// Places to explain at most, where the text stands in several.
    #[serde(default = "default_places")]
    #[schemars(range(min = 1, max = MAX_PLACES))]
    pub(super) places: usize,
}

fn default_places() -> usize {
    3
}

/// What `compare` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct CompareArgs {
    #[serde(flatten)]
    pub(super) page: PageArgs,
    /// The systems to compare.
    #[serde(default = "default_compared")]
    #[schemars(length(min = 2, max = MAX_COMPARED))]
    pub(super) extractors: Vec<String>,
    #[serde(flatten)]
    pub(super) window: WindowArgs,
}

/// Systems of several families, of which none needs more than the page.
fn default_compared() -> Vec<String> {
    ["debulha", "readability", "justext", "boilerpipe_article", "cetd"].map(str::to_owned).to_vec()
}

/// What `fetch` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
pub(super) struct FetchArgs {
    /// The URL of the page, with http or https.
    #[schemars(length(min = 1, max = 8192))]
    pub(super) url: String,
    /// Have a browser draw the page first, with its scripts: for pages whose text is missing without. Takes seconds.
    #[serde(default)]
    pub(super) render: bool,
    /// Give the HTML source of the page instead of its main content.
    #[serde(default)]
    pub(super) raw: bool,
    #[serde(flatten)]
    pub(super) decision: DecisionArgs,
    /// How the content is written: Markdown with links and images, or plain text.
    #[serde(default)]
    pub(super) format: Form,
    /// Characters of the answer at most.
    #[serde(default = "default_fetch_length")]
    #[schemars(range(min = MIN_LENGTH, max = MAX_LENGTH))]
    pub(super) max_length: usize,
    /// Character at which the answer begins, as the piece before says.
    #[serde(default)]
    pub(super) start_index: usize,
}

fn default_fetch_length() -> usize {
    DEFAULT_FETCH_LENGTH
}
