//! Text that a page carries in its scripts and attributes: structured data, and the state that a browser would build the
//! page from.
//!
//! Data are found by shape, whatever wrote them: scripts and attributes that are JSON, JSON and JavaScript literals
//! between code, strings that are JSON themselves, and streams of strings that scripts push. Their strings that read
//! like text, or that schema.org calls the text of a thing, and that the page does not have already, become nodes at
//! the end of the tree:
//!
//! ```text
//! PAYLOAD                  one a script or attribute, with its bytes; hidden from all systems but in `Page::with_hidden_text`
//!   div.articleBody        one a string, with its bytes; the class is the key
//!     p …                  its lines, or its markup
//! ```

mod decoded;
mod json;
mod need;
mod prose;
mod schema;
mod sections;
mod sources;
#[cfg(test)]
mod tests;

use debulha_dom::{Document, NameId, Unfolding, names};
use need::Need;
use sections::{PayloadParagraph, PayloadSection, has_tags, sections};
use serde::{Deserialize, Serialize};

/// When scripts and attributes are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadPayloads {
    /// On pages whose scripts or attributes may hold what their markup lacks.
    #[default]
    Auto,
    /// On no page.
    Never,
    /// On all pages.
    Always,
}

/// Which text of scripts and attributes becomes part of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PayloadOptions {
    /// When they are read.
    pub read: ReadPayloads,
    /// A page whose body has fewer bytes of text than this, shown or hidden, has its scripts and attributes read. Our
    /// decision: some 200 words, or 400 ideographs.
    pub poor_bytes: usize,
    /// One with fewer than this, where a single string is as long as the text of the body: a frame of menus that
    /// waits for its article. Our decision: twice as much.
    pub thin_bytes: usize,
    /// A script is left out when strings that the page has already, those of structured data aside, come to more than
    /// this share of its text: then a server has built the page from it, and what is left is of other pages. Our decision.
    pub rendered_share: f64,
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
            rendered_share: 0.5,
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
/// use debulha_core::features::payloads::{PayloadOptions, with_payload_nodes};
/// use debulha_dom::{Limits, names, parse};
///
/// let page = r#"<div id=app></div><script>
///     window.state = {"post": {"body": "Sow rye in autumn, so that it stands before the frost."}}
/// </script>"#;
/// let doc = with_payload_nodes(parse(page, &Limits::default()).document, &PayloadOptions::default());
/// let payload = doc.elements_named(names::PAYLOAD).next().expect("a payload");
/// assert_eq!(doc.text_content(payload), "Sow rye in autumn, so that it stands before the frost.");
/// let text = doc.nodes().next_back().expect("its text");
/// assert_eq!(doc.xpath(text), "/PAYLOAD[1]/div[1]/p[1]/text()[1]");
/// assert_eq!(&page[doc.source_range(text).expect("its place")], doc.text(text));
/// ```
pub fn with_payload_nodes(document: Document, options: &PayloadOptions) -> Document {
    let need = match options.read {
        ReadPayloads::Never => None,
        ReadPayloads::Auto => need::need(&document, options),
        ReadPayloads::Always => Some(Need { text: usize::MAX, least: 0 }),
    };
    let Some(need) = need else { return document };
    let mut sections = sections(&document, options);
    let max_known = need.text as f64 * options.rendered_share;
    sections.retain(|section| section.longest >= need.least && section.known as f64 <= max_known);
    if sections.is_empty() { document } else { append(document, &sections) }
}

fn append(document: Document, sections: &[PayloadSection]) -> Document {
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

fn append_paragraph(unfolding: &mut Unfolding, paragraph: &PayloadParagraph, around: NameId) {
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
