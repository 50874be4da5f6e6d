//! What every writer promises.

use debulha_core::Page;
use debulha_core::content::ContentDocument;
use debulha_core::metadata::Metadata;
use debulha_core::write::{Format, Renditions, Title, WriteOptions, Written, render};
use debulha_dom::{Document, Limits, NodeKind, parse};
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

/// Elements that HTML output may have, the three of every document included.
const HTML_ELEMENTS: &[&str] = &[
    "html",
    "head",
    "body",
    "meta",
    "title",
    "link",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "ul",
    "ol",
    "li",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "pre",
    "code",
    "blockquote",
    "figure",
    "figcaption",
    "dl",
    "dt",
    "dd",
    "div",
    "span",
    "hr",
    "em",
    "strong",
    "del",
    "sub",
    "sup",
    "a",
    "img",
    "br",
    "input",
];

/// Attributes that HTML output may have.
const HTML_ATTRIBUTES: &[&str] = &[
    "href", "src", "alt", "title", "start", "value", "rowspan", "colspan", "lang", "dir", "class", "charset",
    "name", "content", "rel", "style", "type", "disabled", "checked",
];

const PLAIN: WriteOptions = WriteOptions {
    links: false,
    images: false,
    tables: true,
    footnotes: false,
    metadata: false,
    records: false,
    title: Title::Page,
    renditions: Renditions::NONE,
    compat: None,
};
const FULL: WriteOptions = WriteOptions {
    links: true,
    images: true,
    tables: true,
    footnotes: false,
    metadata: true,
    records: false,
    title: Title::Page,
    renditions: Renditions::NONE,
    compat: None,
};
const WITH_IMAGES: WriteOptions = WriteOptions { images: true, ..PLAIN };
const WITH_LINKS: WriteOptions = WriteOptions { links: true, metadata: true, ..PLAIN };
const WITHOUT_TABLES: WriteOptions = WriteOptions { tables: false, ..FULL };

/// Writes the content in every format and reads it back.
pub(super) fn check(page: &Page<'_>, content: &ContentDocument, metadata: &Metadata) {
    let written = Written {
        document: page.document(),
        byte_map: None,
        content,
        metadata: Some(metadata),
        records: None,
        comments: &[],
        url: page.url(),
        extractor: "any",
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    for options in [PLAIN, FULL, WITHOUT_TABLES] {
        check_html(&render(Format::Html, &written, &options));
        check_xml(&render(Format::XmlTei, &written, &options));
        read_json(&render(Format::Json, &written, &options));
        render(Format::Markdown, &written, &options);
    }
    let text = render(Format::Text, &written, &PLAIN);
    assert_eq!(text, render(Format::Text, &written, &WITH_IMAGES), "images change the text");
    let html = parse(&render(Format::Html, &written, &PLAIN), &Limits::default()).document;
    assert_eq!(letters(&body_text(&html)), letters(&text), "HTML reads back as other text");
    let [plain, with_links] =
        [PLAIN, WITH_LINKS].map(|options| read_json(&render(Format::Json, &written, &options)));
    assert_eq!(block_types(&plain), block_types(&with_links), "options change the blocks");
}

/// The text without white space and without what cannot stand in XML, which HTML output leaves out as well.
fn letters(text: &str) -> String {
    text.chars().filter(|&c| !c.is_whitespace() && !c.is_control() && is_xml(c)).collect()
}

/// Whether XML 1.0 allows the character.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

fn body_text(html: &Document) -> String {
    html.body().map(|body| html.text_content(body)).unwrap_or_default()
}

/// Nothing but allow-listed elements and attributes, and addresses that run nothing.
fn check_html(output: &str) {
    let html = parse(output, &Limits::default()).document;
    for node in html.nodes().filter(|&node| html.is_element(node)) {
        let name = html.name_str(html.name(node));
        assert!(HTML_ELEMENTS.contains(&name), "element {name} in {output}");
        for (attribute, value) in html.attributes(node) {
            let attribute = html.name_str(attribute);
            assert!(HTML_ATTRIBUTES.contains(&attribute), "attribute {attribute} in {output}");
            if matches!(attribute, "href" | "src") {
                let address: String = value.chars().filter(|c| !c.is_control() && *c != ' ').collect();
                let address = address.to_ascii_lowercase();
                for scheme in ["javascript:", "data:", "vbscript:"] {
                    assert!(!address.starts_with(scheme), "address {value:?}");
                }
            }
        }
    }
    assert!(html.nodes().all(|node| html.kind(node) != NodeKind::Comment), "a comment in {output}");
}

fn read_json(output: &str) -> Value {
    let value: Value = serde_json::from_str(output).unwrap_or_else(|error| panic!("{error}: {output}"));
    assert!(value["blocks"].is_array() && value["schema"].is_string(), "fields of {output}");
    value
}

fn block_types(page: &Value) -> Vec<&Value> {
    // What is embedded shows as a link or a picture, or not at all.
    let types = page["blocks"].as_array().into_iter().flatten().map(|block| &block["type"]);
    types.filter(|&kind| kind != "embed").collect()
}

/// Well-formed: tags match, attributes are quoted and unique, references are known, characters are allowed.
fn check_xml(output: &str) {
    assert!(output.chars().all(is_xml), "a character that XML forbids: {output:?}");
    let mut reader = Reader::from_str(output);
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {output}")) {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    let attribute = attribute.unwrap_or_else(|error| panic!("{error}: {output}"));
                    attribute.unescape_value().unwrap_or_else(|error| panic!("{error}: {output}"));
                }
            }
            _ => {}
        }
    }
}
