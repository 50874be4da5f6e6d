//! Which outputs contain a text of the page, and as what.

use debulha_core::content::comments::{Comment, comments};
use debulha_core::content::{SpanPlace, TextPlaces, build_traced};
use debulha_core::metadata;
use debulha_core::outcome::{Apart, Labels};
use debulha_core::page::Page;
use debulha_core::write::{Format, WriteOptions, Written};
use debulha_dom::{NameId, NodeId, names};

/// Formats with headings and captions next to the running text.
const STRUCTURED: [Format; 5] = [Format::Markdown, Format::Html, Format::Json, Format::Xml, Format::XmlTei];

/// Formats that begin with the title of the metadata where the content has none.
const TITLED: [Format; 2] = [Format::Markdown, Format::Html];

/// Formats with reader comments.
const WITH_COMMENTS: [Format; 3] = [Format::Json, Format::Xml, Format::Csv];

/// Which texts of a page its outputs contain, with the default options. See [`Outputs::of`].
#[derive(Debug)]
pub struct Outputs {
    places: TextPlaces,
    title: Option<String>,
    apart: Vec<Apart>,
    comments: Vec<Comment>,
}

/// How the outputs contain a text node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeOutputs {
    /// Its role there: the kind of its block, such as `heading`, or `caption`, `title` or `comment`. `None` if no output contains it.
    pub role: Option<&'static str>,
    /// The formats that contain the text or a part of it.
    pub formats: Vec<Format>,
    /// Bytes of the text in them.
    pub kept_bytes: usize,
    /// Whether they contain all of it, apart from white space.
    pub is_whole: bool,
    /// Whether the system keeps some of the text.
    pub is_labelled: bool,
}

impl Outputs {
    /// Builds the content of a page from the labels of a system, and reads the metadata.
    pub fn new(page: &Page<'_>, labels: &Labels) -> Self {
        let (content, places) = build_traced(page, labels);
        let metadata = metadata::extract(page);
        let written = Written {
            document: page.document(),
            byte_map: None,
            content: &content,
            metadata: Some(&metadata),
            records: None,
            comments: &[],
            url: None,
            extractor: "",
            agreement: None,
            verdict: None,
            warnings: &[],
        };
        Outputs {
            places,
            title: written.lead_title(&WriteOptions::default()).map(|title| title.text()),
            apart: labels.apart.clone(),
            comments: comments(page, &labels.apart),
        }
    }

    /// How the outputs contain a text node. O(text of the node, and of the title or comment around it).
    pub fn of(&self, page: &Page<'_>, node: NodeId) -> NodeOutputs {
        let spans = &self.places.spans;
        let own = &spans[spans.partition_point(|place| place.span.node < node)..];
        let own = &own[..own.partition_point(|place| place.span.node == node)];
        let is_labelled = !own.is_empty();
        let found = of_spans(page.document().text(node), own)
            .or_else(|| self.of_formula(page, node))
            .or_else(|| self.of_comment(page, node))
            .or_else(|| self.of_title(page, node));
        NodeOutputs { is_labelled, ..found.unwrap_or_default() }
    }

    /// The TeX of a formula, which stands for all its texts.
    fn of_formula(&self, page: &Page<'_>, node: NodeId) -> Option<NodeOutputs> {
        let formulas = &self.places.formulas;
        let next = formulas.partition_point(|nodes| nodes.start <= node.0);
        formulas[..next].last().filter(|nodes| nodes.contains(&node.0))?;
        Some(whole("math", &Format::ALL, page.document().text(node)))
    }

    fn of_comment(&self, page: &Page<'_>, node: NodeId) -> Option<NodeOutputs> {
        self.apart.iter().find(|region| region.nodes.contains(&node.0))?;
        let next = self.comments.partition_point(|comment| comment.node <= node);
        let comment = &self.comments[next.checked_sub(1)?];
        let text = folded(page.document().text(node));
        let is_stated =
            [&comment.author, &comment.date].into_iter().flatten().any(|value| folded(value).contains(&text));
        let formats = if folded(&comment.text).contains(&text) {
            &WITH_COMMENTS[..]
        } else if is_stated {
            &[Format::Json][..]
        } else {
            return None;
        };
        Some(whole("comment", formats, page.document().text(node)))
    }

    /// A heading that says what the title of the metadata says, or the `title` of the page, which often says more.
    fn of_title(&self, page: &Page<'_>, node: NodeId) -> Option<NodeOutputs> {
        let title = folded(self.title.as_deref()?);
        let doc = page.document();
        let around = doc.ancestors(node).find(|&element| is_title(doc.name(element)));
        let said = folded(&doc.text_content(around.unwrap_or(node)));
        let is_whole = letters(&said) == letters(&title);
        let is_part = !is_whole
            && around.is_some_and(|element| doc.name(element) == names::TITLE)
            && said.contains(&title);
        let kept_bytes = if is_whole { doc.text(node).len() } else { title.len() };
        (is_whole || is_part).then(|| NodeOutputs {
            kept_bytes,
            is_whole,
            ..whole("title", &TITLED, doc.text(node))
        })
    }
}

fn of_spans(text: &str, own: &[SpanPlace]) -> Option<NodeOutputs> {
    let written = || own.iter().filter(|place| place.kind.is_some());
    let role = written().find_map(|place| place.kind)?;
    let is_in_text = written().any(|place| !place.is_beside);
    let (mut at, mut is_whole, mut kept_bytes) = (0, true, 0);
    for SpanPlace { span, .. } in written() {
        let (start, end) = (span.start as usize, span.end as usize);
        is_whole &= text[at..start].trim().is_empty();
        kept_bytes += end - start;
        at = end;
    }
    is_whole &= text[at..].trim().is_empty();
    let formats = if is_in_text { Format::ALL.to_vec() } else { STRUCTURED.to_vec() };
    Some(NodeOutputs { role: Some(role), formats, kept_bytes, is_whole, is_labelled: true })
}

fn whole(role: &'static str, formats: &[Format], text: &str) -> NodeOutputs {
    NodeOutputs {
        role: Some(role),
        formats: formats.to_vec(),
        kept_bytes: text.len(),
        is_whole: true,
        is_labelled: false,
    }
}

fn is_title(name: NameId) -> bool {
    matches!(name, names::TITLE | names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6)
}

/// The letters and digits of a text, as the metadata compares titles.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl NodeOutputs {
    /// `kept`, `kept in part` or `dropped`.
    pub fn decision(&self) -> &'static str {
        match (self.role, self.is_whole) {
            (None, _) => "dropped",
            (Some(_), true) => "kept",
            (Some(_), false) => "kept in part",
        }
    }

    /// In words: `heading in Markdown, HTML, JSON, XML and TEI; not in plain text and CSV`. `None` where neither the system nor an
    /// output has any of the text.
    pub fn in_words(&self) -> Option<String> {
        let Some(role) = self.role else {
            let omitted = "none: outputs omit controls, marks, line numbers and copies of the text before";
            return self.is_labelled.then(|| omitted.to_owned());
        };
        let (with, without): (Vec<Format>, Vec<Format>) =
            Format::ALL.into_iter().partition(|format| self.formats.contains(format));
        Some(match without[..] {
            [] => format!("{role} in every format"),
            _ => format!("{role} in {}; not in {}", list(&with), list(&without)),
        })
    }
}

fn list(formats: &[Format]) -> String {
    let names: Vec<&str> = formats.iter().map(|&format| title(format)).collect();
    match &names[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.join(""),
    }
}

fn title(format: Format) -> &'static str {
    match format {
        Format::Text => "plain text",
        Format::Markdown => "Markdown",
        Format::Html => "HTML",
        Format::Json => "JSON",
        Format::Xml => "XML",
        Format::XmlTei => "TEI",
        Format::Csv => "CSV",
    }
}
