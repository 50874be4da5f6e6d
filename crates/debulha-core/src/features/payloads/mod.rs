//! Text that a page carries in its scripts: structured data, and the state that a browser would build the page from.
//!
//! Data are found by shape, whatever wrote them ([`sources`]): scripts that are JSON, JSON and JavaScript literals
//! between code, strings that are JSON themselves, and streams of strings that scripts push. Their strings that read
//! like text, or that schema.org calls the text of a thing, and that the page does not have already, become nodes at
//! the end of the tree:
//!
//! ```text
//! PAYLOAD                  one a script, with its bytes; hidden from all systems but in `Page::unveiled`
//!   div.articleBody        one a string, with its bytes; the class is the key
//!     p …                  its lines, or its markup
//! ```

mod decoded;
mod json;
mod need;
mod prose;
mod schema;
mod sources;
#[cfg(test)]
mod tests;

use debulha_dom::{Context, Document, Limits, NameId, Namespace, Unfolding, names, parse_fragment};
use decoded::Decoded;
use json::{Strings, Value};
use need::Need;
use prose::{Seen, is_message, is_prose, may_be_prose};
use schema::Role;
use serde::{Deserialize, Serialize};
use sources::{Part, payloads};
use std::ops::Range;

/// When scripts are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadPayloads {
    /// On pages whose scripts may hold what their markup lacks.
    #[default]
    Auto,
    /// On no page.
    Never,
    /// On all pages.
    Always,
}

/// Which text of scripts becomes part of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PayloadOptions {
    /// When scripts are read.
    pub read: ReadPayloads,
    /// A page whose body has fewer bytes of text than this, shown or hidden, has its scripts read. Our decision: some
    /// 200 words, or 400 ideographs.
    pub poor_bytes: usize,
    /// One with fewer than this, where a single string is as long as the text of the body: a frame of menus that
    /// waits for its article. Our decision: twice as much.
    pub thin_bytes: usize,
    /// Words that a string needs to be text, unless schema.org's vocabulary says that it is.
    pub min_words: usize,
    /// A string is left out when at least this share of its runs of four words occurs in the page's text, shown or
    /// hidden, or in a string before it.
    pub known_share: f64,
}

impl Default for PayloadOptions {
    fn default() -> Self {
        PayloadOptions {
            read: ReadPayloads::Auto,
            poor_bytes: 1_200,
            thin_bytes: 2_400,
            min_words: 8,
            known_share: 0.6,
        }
    }
}

/// The document with the text of its scripts as further nodes at its end, or as it is where they hold none.
///
/// Ids of nodes that are there stay. O(bytes) on pages that are read, else O(nodes).
///
/// ```
/// use debulha_core::features::payloads::{PayloadOptions, unfolded};
/// use debulha_dom::{Limits, names, parse};
///
/// let page = r#"<div id=app></div><script>
///     window.state = {"post": {"body": "Sow rye in autumn, so that it stands before the frost."}}
/// </script>"#;
/// let doc = unfolded(parse(page, &Limits::default()).document, &PayloadOptions::default());
/// let payload = doc.elements_named(names::PAYLOAD).next().expect("a payload");
/// assert_eq!(doc.text_content(payload), "Sow rye in autumn, so that it stands before the frost.");
/// let text = doc.nodes().next_back().expect("its text");
/// assert_eq!(doc.xpath(text), "/PAYLOAD[1]/div[1]/p[1]/text()[1]");
/// assert_eq!(&page[doc.source_range(text).expect("its place")], doc.text(text));
/// ```
pub fn unfolded(document: Document, options: &PayloadOptions) -> Document {
    let need = match options.read {
        ReadPayloads::Never => None,
        ReadPayloads::Auto => need::need(&document, options),
        ReadPayloads::Always => Some(Need::Any),
    };
    let Some(need) = need else { return document };
    let mut sections = sections(&document, options);
    if let Need::LongString(bytes) = need {
        sections.retain(|section| section.longest >= bytes);
    }
    if sections.is_empty() { document } else { append(document, &sections) }
}

/// What is taken of a script, or of a stream of scripts.
struct Section {
    range: Range<usize>,
    /// Bytes of its longest text, without tags.
    longest: usize,
    texts: Vec<Text>,
}

/// A string that is taken.
struct Text {
    element: NameId,
    /// The key and where it stands.
    key: String,
    key_range: Range<usize>,
    range: Range<usize>,
    paragraphs: Vec<Paragraph>,
    /// Length without tags.
    bytes: usize,
}

/// A line of a string, or the whole of one with markup.
struct Paragraph {
    text: Decoded<'static>,
    markup: Option<Document>,
}

fn sections(doc: &Document, options: &PayloadOptions) -> Vec<Section> {
    let payloads = payloads(doc);
    let mut seen = if payloads.is_empty() { Seen::default() } else { Seen::of(doc) };
    let mut found = Vec::new();
    for payload in payloads {
        let mut texts = Vec::new();
        for Part { text, data } in &payload.parts {
            data.iter().for_each(|strings| take(text, strings, options, &mut seen, &mut texts));
        }
        if !texts.is_empty() {
            let longest = texts.iter().map(|text| text.bytes).max().unwrap_or_default();
            found.push(Section { range: payload.range, longest, texts });
        }
    }
    found
}

/// Takes what is text of the strings of one literal.
fn take(
    source: &Decoded<'_>,
    strings: &Strings,
    options: &PayloadOptions,
    seen: &mut Seen,
    texts: &mut Vec<Text>,
) {
    // The last heading, until its object turns out to have text.
    let mut heading: Option<(usize, Text)> = None;
    for value in &strings.values {
        let object = &strings.objects[value.object];
        let kind = &source.text[object.kind.clone()];
        let key = &source.text[value.key.clone()];
        let role = (!kind.is_empty()).then(|| schema::role(kind, key));
        let may_be_text = match role {
            Some(role) => role != Role::Other,
            None => may_be_prose(&source.text[value.literal.clone()], options) && !is_message(key, object),
        };
        if !may_be_text {
            continue;
        }
        let text = read(source, value);
        if role == Some(Role::Heading) {
            heading = Some((value.object, Text { element: names::H2, ..text }));
            continue;
        }
        let content = text.content();
        let is_text = role.is_some() || is_prose(&content, options);
        if !is_text || seen.has_or_adds(&content, options.known_share) {
            continue;
        }
        if let Some((_, heading)) = heading.take_if(|(object, _)| *object == value.object)
            && !seen.has_or_adds(&heading.content(), options.known_share)
        {
            texts.push(heading);
        }
        texts.push(Text { bytes: content.len(), ..text });
    }
}

/// Whether a text has tags.
fn has_tags(text: &str) -> bool {
    memchr::memchr_iter(b'<', text.as_bytes())
        .any(|at| matches!(text.as_bytes().get(at + 1), Some(b'/' | b'!' | b'a'..=b'z' | b'A'..=b'Z')))
}

fn read(source: &Decoded<'_>, value: &Value) -> Text {
    let literal = value.literal.clone();
    let text =
        if value.is_escaped { source.unescaped(literal.clone()) } else { source.part(literal.clone()) };
    let lines = if has_tags(&text.text) { vec![0..text.text.len()] } else { lines(&text.text) };
    let paragraph = |line: Range<usize>| {
        let text = text.part(line);
        let has_markup = memchr::memchr2(b'<', b'&', text.text.as_bytes()).is_some();
        let markup = has_markup.then(|| markup(&text.text));
        Paragraph { text, markup }
    };
    Text {
        element: names::DIV,
        key: source.text[value.key.clone()].to_owned(),
        key_range: source.place(value.key.clone()),
        range: source.place(literal),
        paragraphs: lines.into_iter().map(paragraph).collect(),
        bytes: 0,
    }
}

/// The lines of a text that are not blank, without white space at their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let start = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let parts = text.split(['\n', '\r', '\u{2028}', '\u{2029}']).map(str::trim);
    parts.filter(|part| !part.is_empty()).map(|part| start(part)..start(part) + part.len()).collect()
}

/// A text as the contents of a `div`, no deeper than leaves room for the elements around it.
fn markup(text: &str) -> Document {
    let context = Context { namespace: Namespace::Html, name: "div" };
    let limits = Limits::default();
    parse_fragment(text, context, &Limits { max_depth: limits.max_depth - 4, ..limits }).document
}

impl Text {
    /// Its characters without tags, scripts and sheets.
    fn content(&self) -> String {
        let mut content = String::new();
        for paragraph in &self.paragraphs {
            if !content.is_empty() {
                content.push('\n');
            }
            match &paragraph.markup {
                None => content.push_str(&paragraph.text.text),
                Some(doc) => {
                    for node in doc.nodes().filter(|&node| doc.is_text(node)) {
                        let parent = doc.parent(node).map_or(names::NONE, |parent| doc.name(parent));
                        if !matches!(parent, names::SCRIPT | names::STYLE) {
                            content.push_str(doc.text(node));
                            content.push(' ');
                        }
                    }
                }
            }
        }
        content
    }
}

fn append(document: Document, sections: &[Section]) -> Document {
    let mut unfolding = Unfolding::of(document);
    for section in sections {
        unfolding.open(names::PAYLOAD, section.range.clone());
        for text in &section.texts {
            unfolding.open(text.element, text.range.clone());
            if !text.key.is_empty() {
                unfolding.attribute(names::CLASS, &text.key, text.key_range.clone());
            }
            for paragraph in &text.paragraphs {
                append_paragraph(&mut unfolding, paragraph, text.element);
            }
            unfolding.close();
        }
        unfolding.close();
    }
    unfolding.finish()
}

fn append_paragraph(unfolding: &mut Unfolding, paragraph: &Paragraph, around: NameId) {
    let text = &paragraph.text;
    let whole = text.place(0..text.text.len());
    let is_whole = around == names::DIV && !has_tags(&text.text);
    if is_whole {
        unfolding.open(names::P, whole.clone());
    }
    match &paragraph.markup {
        Some(markup) => unfolding.graft(markup, |range| text.place(range)),
        None => unfolding.text(&text.text, whole),
    }
    if is_whole {
        unfolding.close();
    }
}
