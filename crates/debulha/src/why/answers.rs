//! Why pieces of text were kept or dropped, as data.

use super::{Found, NodeOutputs, Outputs, find, hidden_by};
use crate::{Extraction, Pipeline};
use debulha_core::extractor::Scratch;
use debulha_core::outcome::Reason;
use debulha_core::page::Page;
use debulha_dom::NodeId;
use serde::Serialize;

/// What is said of a text node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// `kept` or `kept in part` if an output contains the text, `dropped`, or `hidden` if the system does not judge hidden text.
    pub decision: &'static str,
    /// Its role in the outputs, such as `heading`, `caption`, `title` or `comment`; `None` if none contains it.
    pub role: Option<&'static str>,
    /// The formats that contain it, with the default options.
    pub outputs: Vec<&'static str>,
    /// Both in words.
    pub output: Option<String>,
    /// Which of the places where the text stands, from 0.
    pub place: usize,
    /// The absolute XPath of the text node.
    pub xpath: String,
    /// Its text, white space folded.
    pub text: String,
    /// What hides it, where it is hidden.
    pub hidden_by: Option<String>,
    /// What spoke for the decision, and against it.
    pub reasons: Vec<ReasonObject>,
}

/// A rule that spoke for a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReasonObject {
    /// Its name.
    pub rule: &'static str,
    /// Whether it speaks for keeping the text.
    pub keeps: bool,
    /// The numbers, in words.
    pub detail: String,
    /// The XPath of what it looked at.
    pub xpath: String,
}

/// An answer for each text node of the first places of a text; none where the text is not in the page.
///
/// The extraction must be one of the pipeline. Decides the page anew for each text node: meant for people.
///
/// ```
/// use debulha::{Pipeline, why};
///
/// let pipeline = Pipeline::new("bte")?;
/// let extraction = pipeline.extract("<p>Rye was sown early this year.");
/// assert_eq!(why::answers(&extraction, &pipeline, "sown early", 3)[0].decision, "kept");
/// assert!(why::answers(&extraction, &pipeline, "wheat", 3).is_empty());
/// # Ok::<(), debulha::BuildError>(())
/// ```
pub fn answers(extraction: &Extraction, pipeline: &Pipeline, text: &str, places: usize) -> Vec<Answer> {
    let page = extraction.page();
    match find(&page, text) {
        Found::Visible(found) | Found::Hidden(found) if !text.trim().is_empty() => {
            let nodes = found.into_iter().take(places).enumerate();
            let nodes = nodes.flat_map(|(place, nodes)| nodes.into_iter().map(move |node| (place, node)));
            of_nodes(extraction, pipeline, &page, nodes)
        }
        _ => Vec::new(),
    }
}

/// An answer for each of the first `most` text nodes of an element, or for a text node itself; each is a place of its own.
///
/// ```
/// use debulha::{Pipeline, why};
///
/// let pipeline = Pipeline::new("bte")?;
/// let extraction = pipeline.extract("<p>Rye was <b>sown</b> early.");
/// let node = extraction.document().find_xpath("/html[1]/body[1]/p[1]").expect("it is there");
/// assert_eq!(why::answers_at(&extraction, &pipeline, node, 10).len(), 3);
/// # Ok::<(), debulha::BuildError>(())
/// ```
pub fn answers_at(extraction: &Extraction, pipeline: &Pipeline, node: NodeId, most: usize) -> Vec<Answer> {
    let page = extraction.page();
    let document = page.document();
    let texts = document.subtree(node).filter(|&node| !document.text(node).trim().is_empty());
    of_nodes(extraction, pipeline, &page, texts.take(most).enumerate())
}

fn of_nodes(
    extraction: &Extraction,
    pipeline: &Pipeline,
    page: &Page<'_>,
    nodes: impl Iterator<Item = (usize, NodeId)>,
) -> Vec<Answer> {
    let mut scratch = Scratch::default();
    let outputs = extraction.outcome.labels().map(|labels| Outputs::new(page, labels));
    let outputs_of = |node| outputs.as_ref().map(|outputs| outputs.of(page, node)).unwrap_or_default();
    nodes
        .map(|(place, node)| answer(pipeline, page, &mut scratch, (place, node), &outputs_of(node)))
        .collect()
}

fn answer(
    pipeline: &Pipeline,
    page: &Page<'_>,
    scratch: &mut Scratch,
    (place, node): (usize, NodeId),
    outputs: &NodeOutputs,
) -> Answer {
    let document = page.document();
    let is_hidden = page.visibility().is_hidden(node);
    let is_judged = !is_hidden || pipeline.extractor().judges_hidden();
    let object = |Reason { rule, keeps, node, detail }| ReasonObject {
        rule,
        keeps,
        detail,
        xpath: document.xpath(node),
    };
    let reasons = if is_judged { pipeline.extractor().why(page, scratch, node) } else { Vec::new() };
    Answer {
        decision: if is_judged || outputs.role.is_some() { outputs.decision() } else { "hidden" },
        role: outputs.role,
        outputs: outputs.formats.iter().map(|format| format.name()).collect(),
        output: outputs.in_words(),
        place,
        xpath: document.xpath(node),
        text: document.text(node).split_whitespace().collect::<Vec<_>>().join(" "),
        hidden_by: is_hidden.then(|| hidden_by(page, node)),
        reasons: reasons.into_iter().map(object).collect(),
    }
}
