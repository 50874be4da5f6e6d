//! What the writers make of hand-made and of generated content documents.

mod footnotes;
mod markdown;
mod outline;
pub(crate) mod samples;
mod schema;
mod tables;
mod tei;
mod tei_model;
mod title;
mod trafilatura;

use debulha_core::content::{Block, BlockKind, Cell, ContentDocument, Image, Inline, Math, Table};
use debulha_core::metadata::{Candidate, Field, Metadata};
use debulha_core::write::{
    ChunkSize, Format, Renditions, SCHEMA_VERSION, WriteOptions, Written, render, writer,
};
use debulha_dom::{Document, Limits, NodeId, NodeKind, names, parse};
use outline::{FULL, expected, read_markdown, words};
use proptest::prelude::*;
use samples::*;
use schema::{assert_valid, schema};
use serde_json::Value;
use std::str::FromStr;
use tei_model::assert_follows_model;

fn written<'a>(document: &'a Document, content: &'a ContentDocument) -> Written<'a> {
    Written {
        document,
        byte_map: None,
        content,
        metadata: None,
        records: None,
        comments: &[],
        url: None,
        extractor: "test",
        agreement: None,
        verdict: None,
        warnings: &[],
    }
}

/// Renders without metadata, as from the page `<p>`.
fn write(format: Format, content: &ContentDocument, options: &WriteOptions) -> String {
    let parsed = parse("<p>", &Limits::default());
    render(format, &written(&parsed.document, content), options)
}

fn full(format: Format, blocks: Vec<Block>) -> String {
    write(format, &document(blocks), &FULL)
}

fn markdown(blocks: Vec<Block>) -> String {
    full(Format::Markdown, blocks)
}

#[test]
fn formats_are_known_by_name_short_name_and_any_case() {
    for format in Format::ALL {
        assert_eq!(Format::from_str(format.name()), Ok(format));
    }
    assert_eq!(Format::from_str("MD"), Ok(Format::Markdown));
    assert_eq!(Format::from_str("xml-tei"), Ok(Format::XmlTei));
    assert_eq!(Format::from_str("tei"), Ok(Format::XmlTei));
    assert_eq!(Format::from_str("XML"), Ok(Format::Xml));
    let unknown = Format::from_str("docx").unwrap_err();
    assert!(unknown.to_string().contains("docx") && unknown.to_string().contains("markdown"));
}

#[test]
fn a_writer_reports_the_error_of_its_output() {
    struct Full;
    impl std::fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    let parsed = parse("<p>", &Limits::default());
    let content = document(vec![p("a")]);
    for format in Format::ALL {
        let result = writer(format).write(&written(&parsed.document, &content), &FULL, &mut Full);
        assert!(result.is_err(), "{format}");
    }
}

#[test]
fn content_without_blocks_is_empty_text_and_markdown() {
    assert_eq!(full(Format::Text, vec![]), "");
    assert_eq!(full(Format::Markdown, vec![]), "");
}

#[test]
fn text_has_a_line_a_block_and_no_marks() {
    let strong = Inline::Strong(vec![text("two")]);
    let blocks = vec![
        heading(2, "Barn"),
        paragraph(vec![text("one "), strong, Inline::LineBreak, text("three")]),
        list(false, 1, vec![vec![p("a"), list(true, 3, vec![vec![p("b")]])]]),
        block(BlockKind::Image(image())),
        block(BlockKind::Rule),
        code(Some("rust"), "fn a() {\n\n    b()\n}"),
        block(BlockKind::Math(Math { tex: "x^2".into(), display: true })),
        block(BlockKind::Figure {
            blocks: vec![block(BlockKind::Image(image()))],
            caption: vec![text("cap")],
        }),
    ];
    let lines = "Barn\none two\nthree\na\nb\nfn a() {\n\n    b()\n}\nx^2\ncap";
    assert_eq!(full(Format::Text, blocks), lines);
}

#[test]
fn text_parts_cells_by_tabs_and_drops_those_at_the_end_of_a_row() {
    let rows = vec![
        vec![cell("a\tb"), Cell::Covered, cell("c")],
        vec![Cell::Missing, cell("d"), Cell::Missing],
        vec![Cell::Missing, Cell::Missing, Cell::Missing],
        vec![cell("e"), cell("f"), cell("g")],
    ];
    let table = block(BlockKind::Table(Table { caption: vec![text("cap")], rows, header_rows: 1 }));
    assert_eq!(full(Format::Text, vec![table.clone(), p("z")]), "cap\na b\t\tc\n\td\ne\tf\tg\nz");
    let without = WriteOptions { tables: false, ..FULL };
    assert_eq!(write(Format::Text, &document(vec![table, p("z")]), &without), "z");
}

#[test]
fn text_has_no_space_at_the_ends_of_lines_and_glues_what_the_page_glues() {
    let run = vec![text(" a "), Inline::Image(image()), text(" "), Inline::Code("b".into()), text("c ")];
    assert_eq!(full(Format::Text, vec![paragraph(run), paragraph(vec![text(" ")]), p("d")]), "a bc\nd");
}

#[test]
fn the_links_switch_changes_targets_never_text() {
    let blocks = document(vec![paragraph(vec![text("see "), link("/x", vec![text("here")]), text(".")])]);
    let off = WriteOptions { links: false, ..FULL };
    assert_eq!(write(Format::Text, &blocks, &off), "see here.");
    assert_eq!(write(Format::Text, &blocks, &FULL), "see here (/x).");
    assert_eq!(write(Format::Markdown, &blocks, &off), "see here.");
    assert_eq!(write(Format::Markdown, &blocks, &FULL), "see [here](/x).");
    assert!(write(Format::Html, &blocks, &off).contains("<p>see here.</p>"));
    assert!(write(Format::Html, &blocks, &FULL).contains("<p>see <a href=\"/x\">here</a>.</p>"));
    assert!(write(Format::XmlTei, &blocks, &off).contains("<p>see here.</p>"));
    assert!(write(Format::XmlTei, &blocks, &FULL).contains("<p>see <ref target=\"/x\">here</ref>.</p>"));
}

fn metadata() -> Metadata {
    let field = |value: &str| Field {
        best: Some(Candidate { value: value.into(), source: "meta:x".into() }),
        others: vec![Candidate { value: "other".into(), source: "element:h1".into() }],
    };
    let author = |value: &str| Candidate { value: value.into(), source: "json-ld:author".into() };
    Metadata {
        title: field("Rye: \"the <grain>\""),
        authors: vec![author("A"), author("B")],
        published: field("2024-05-01"),
        license: field("https://l.example/by"),
        tags: vec!["yes".into(), "a, b".into()],
        language: field("en"),
        description: field("D & d"),
        ..Metadata::default()
    }
}

fn with_metadata(format: Format) -> String {
    let parsed = parse("<p>", &Limits::default());
    let content = document(vec![p("text")]);
    let metadata = metadata();
    let written = Written {
        metadata: Some(&metadata),
        records: None,
        comments: &[],
        url: Some("https://barn.example/rye?a=1"),
        ..written(&parsed.document, &content)
    };
    render(format, &written, &FULL)
}

#[test]
fn front_matter_is_quoted_yaml_under_the_names_of_json() {
    let matter = r#"---
title: "Rye: \"the \x3cgrain>\""
authors: ["A", "B"]
published: "2024-05-01"
url: "https://barn.example/rye?a=1"
description: "D & d"
language: "en"
license: "https://l.example/by"
tags: ["yes", "a, b"]
---"#;
    assert_eq!(with_metadata(Format::Markdown), format!("{matter}\n\ntext"));
    assert_eq!(with_metadata(Format::Text), format!("{matter}\ntext"));
    let json: Value = serde_json::from_str(&with_metadata(Format::Json)).unwrap();
    for key in matter.lines().filter_map(|line| Some(line.split_once(": ")?.0)) {
        assert!(json["metadata"].get(key).is_some(), "{key} is no field of the metadata in JSON");
    }
}

#[test]
fn html_and_tei_carry_metadata() {
    let html = with_metadata(Format::Html);
    assert!(html.contains("<html lang=\"en\">"));
    assert!(html.contains("<title>Rye: \"the &lt;grain&gt;\"</title>"));
    assert!(html.contains("<meta name=\"author\" content=\"B\">"));
    assert!(html.contains("<link rel=\"canonical\" href=\"https://barn.example/rye?a=1\">"));
    let tei = with_metadata(Format::XmlTei);
    assert_well_formed(&tei);
    assert_follows_model(&tei);
    assert!(tei.contains("<author>A</author>\n<author>B</author>"));
    assert!(tei.contains("<date type=\"published\" when=\"2024-05-01\">2024-05-01</date>"));
    assert!(tei.contains("<licence target=\"https://l.example/by\">"));
    assert!(tei.contains("<term type=\"tag\">yes</term>"));
}

#[test]
fn json_gives_values_and_candidates_of_metadata() {
    let json: Value = serde_json::from_str(&with_metadata(Format::Json)).unwrap();
    assert_eq!(json["schema"], SCHEMA_VERSION);
    assert_eq!(json["metadata"]["title"], "Rye: \"the <grain>\"");
    assert_eq!(json["metadata"]["authors"], serde_json::json!(["A", "B"]));
    assert_eq!(json["metadata"]["modified"], Value::Null);
    assert_eq!(json["metadata"]["candidates"]["title"][1]["source"], "element:h1");
    assert_valid(&json);
}

#[test]
fn json_blocks_know_their_place_in_the_page() {
    let parsed = parse("<ul><li>a</ul>", &Limits::default());
    let doc = &parsed.document;
    let node = |name| doc.elements_named(name).next().unwrap();
    let mut whole = list(false, 1, vec![vec![Block { node: node(names::LI), ..p("a") }]]);
    whole.node = node(names::UL);
    whole.score = Some(0.5);
    let content = document(vec![whole]);
    let json: Value = serde_json::from_str(&render(Format::Json, &written(doc, &content), &FULL)).unwrap();
    let list = &json["blocks"][0];
    assert_eq!(list["xpath"], "/html[1]/body[1]/ul[1]");
    assert_eq!(list["node"], node(names::UL).0);
    assert_eq!(list["score"], 0.5);
    let inner = &list["items"][0]["blocks"][0];
    assert_eq!(inner["xpath"], "/html[1]/body[1]/ul[1]/li[1]");
    assert_eq!(inner["text"], "a");
    let bytes = doc.source_range(node(names::LI)).map(|range| [range.start, range.end]);
    assert_eq!(inner["bytes"], serde_json::to_value(bytes).unwrap());
}

#[test]
fn json_has_its_fields_in_order_and_follows_its_schema() {
    let json = full(Format::Json, one_of_each());
    assert!(json.starts_with(
        "{\"schema\":\"1\",\"url\":null,\"extractor\":\"test\",\"language\":null,\"direction\":null,\"blocks\":\
         [{\"type\":\"heading\",\"level\":2,\"text\":\"Head\",\"xpath\":\"/\",\"node\":0,\"bytes\":[0,3],\"score\":null},"
    ));
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_valid(&value);
    let types: Vec<Value> = value["blocks"].as_array().unwrap().iter().map(|b| b["type"].clone()).collect();
    assert_eq!(Value::Array(types), schema()["$defs"]["block"]["properties"]["type"]["enum"]);
}

#[test]
fn json_states_the_agreement_of_several_extractors() {
    let parsed = parse("<p>a", &Limits::default());
    let mut paragraph = p("a");
    paragraph.score = Some(0.75);
    let content = document(vec![paragraph, block(BlockKind::Rule)]);
    let written = Written { agreement: Some(0.5), ..written(&parsed.document, &content) };
    let json: Value = serde_json::from_str(&render(Format::Json, &written, &FULL)).unwrap();
    assert_valid(&json);
    assert_eq!((&json["agreement"], &json["blocks"][0]["agreement"]), (&0.5.into(), &0.75.into()));
    assert_eq!(json["blocks"][1].get("agreement"), Some(&Value::Null));
}

#[test]
fn html_shows_every_sort_of_block() {
    let html = full(Format::Html, one_of_each());
    for piece in [
        "<h2>Head</h2>",
        "<ol start=\"3\">\n<li>item</li>\n<li>more<ul>\n<li>inner</li>\n</ul>\n</li>\n</ol>",
        "<caption>cap</caption>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n<tbody>",
        "<pre><code class=\"language-rust\">fn a() {}\n</code></pre>",
        "<blockquote>\n<p>quoted</p>\n</blockquote>",
        "<figure>\n<p><img src=\"/i.png\" alt=\"alt\" title=\"title\"></p>\n<figcaption>cap</figcaption>\n</figure>",
        "<dl>\n<dt>term</dt>\n<dd>what</dd>\n</dl>",
        "<div class=\"math display\">x &lt; 1</div>",
        "<hr>",
    ] {
        assert!(html.contains(piece), "{piece}\n{html}");
    }
}

#[test]
fn html_has_no_header_group_for_headers_that_reach_out_of_it() {
    let mut tall = cell("a");
    if let Cell::Origin { row_span, .. } = &mut tall {
        *row_span = 2;
    }
    let rows = vec![vec![tall, cell("b")], vec![Cell::Covered, cell("c")]];
    let table = block(BlockKind::Table(Table { caption: vec![], rows, header_rows: 1 }));
    let html = full(Format::Html, vec![table]);
    assert!(
        html.contains("<tbody>\n<tr><td rowspan=\"2\">a</td><td>b</td></tr>\n<tr><td>c</td></tr>"),
        "{html}"
    );
    assert!(!html.contains("thead"));
}

/// One root element, matching tags, unique attributes, known references, and characters of XML 1.0 only.
fn assert_well_formed(xml: &str) {
    use quick_xml::events::{BytesStart, Event};
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(xml.chars().all(allowed), "a character that XML forbids");
    let check_attributes = |tag: &BytesStart<'_>| {
        for attribute in tag.attributes() {
            let attribute = attribute.unwrap();
            assert!(!attribute.value.contains(&b'<'));
            attribute.unescape_value().unwrap();
        }
    };
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut depth, mut roots) = (0, 0);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => {
                roots += usize::from(depth == 0);
                depth += 1;
                check_attributes(&tag);
            }
            Event::Empty(tag) => check_attributes(&tag),
            Event::End(_) => depth -= 1,
            Event::GeneralRef(name) => {
                let name = name.decode().unwrap().into_owned();
                assert!(["amp", "lt", "gt", "#13"].contains(&name.as_str()), "{name}");
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!((depth, roots), (0, 1));
}

const ELEMENTS: &str = "html head meta title link body h1 h2 h3 h4 h5 h6 p ul ol li table caption thead tbody tr th td \
    pre code blockquote figure figcaption dl dt dd div span hr em strong del sub sup a img br input";

const ATTRIBUTES: &str = "lang dir charset name content rel href src alt title start value rowspan colspan style class type disabled checked";

fn is_one_of(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == name)
}

/// Nothing but allow-listed elements, attributes and addresses.
fn assert_safe(html: &str) {
    let parsed = parse(html, &Limits::default());
    let doc = &parsed.document;
    for node in doc.nodes() {
        assert!(doc.kind(node) != NodeKind::Comment, "a comment in {html}");
        let element = doc.name_str(doc.name(node));
        assert!(!doc.is_element(node) || is_one_of(ELEMENTS, element), "<{element}> in {html}");
        for (attribute, value) in doc.attributes(node) {
            let attribute = doc.name_str(attribute);
            assert!(is_one_of(ATTRIBUTES, attribute), "{attribute} in {html}");
            match attribute {
                "href" | "src" => assert!(is_harmless(value), "{value:?} in {html}"),
                "style" => assert!(value.starts_with("text-align:"), "{value:?} in {html}"),
                "type" => assert_eq!((element, value), ("input", "checkbox")),
                "class" => assert!(value.starts_with("math ") || value.starts_with("language-"), "{value:?}"),
                _ => {}
            }
        }
    }
}

/// Whether a browser would see an address of the web, mail or telephone, or none at all, by the URL standard.
fn is_harmless(address: &str) -> bool {
    let base = url::Url::parse("https://base.example/").unwrap();
    let url = base.join(address);
    url.is_err() || url.is_ok_and(|url| ["https", "http", "mailto", "tel"].contains(&url.scheme()))
}

const BLOCK_ELEMENTS: &str =
    "h1 h2 h3 h4 h5 h6 p li td th caption pre figcaption dt dd div br hr ul ol table blockquote figure dl";

/// The words below `body`, parted where a block-level element starts or ends.
fn body_words(html: &str) -> String {
    let parsed = parse(html, &Limits::default());
    let doc = &parsed.document;
    let is_block = |node: NodeId| is_one_of(BLOCK_ELEMENTS, doc.name_str(doc.name(node)));
    let mut text = String::new();
    for node in doc.descendants(doc.body().unwrap()) {
        if is_block(node) {
            text.push(' ');
        }
        text.push_str(doc.text(node));
        let ended = |&above: &NodeId| doc.subtree_end(above) == doc.subtree_end(node);
        if doc.first_child(node).is_none() && doc.ancestors(node).take_while(ended).any(is_block) {
            text.push(' ');
        }
    }
    text
}

fn split(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn markdown_reads_back_as_the_content(content in documents()) {
        let markdown = write(Format::Markdown, &content, &FULL);
        prop_assert_eq!(read_markdown(&markdown), expected(&content, &FULL), "{}", markdown);
    }

    #[test]
    fn markdown_reads_back_as_the_content_without_links_and_images(content in documents()) {
        let options = WriteOptions { links: false, images: false, ..FULL };
        let markdown = write(Format::Markdown, &content, &options);
        prop_assert_eq!(read_markdown(&markdown), expected(&content, &options), "{}", markdown);
    }

    #[test]
    fn text_has_the_words_of_the_content(content in documents()) {
        let text = write(Format::Text, &content, &WriteOptions::default());
        prop_assert_eq!(split(&text), split(&words(&content)));
    }

    #[test]
    fn html_reads_back_as_the_words_of_the_content(content in documents()) {
        assert_safe(&write(Format::Html, &content, &FULL));
        // Links have the names of what is embedded.
        let html = write(Format::Html, &content, &WriteOptions::default());
        prop_assert_eq!(split(&body_words(&html)), split(&words(&content)), "{}", html);
    }

    #[test]
    fn no_script_survives_in_html(hostile in hostile_documents()) {
        assert_safe(&write(Format::Html, &hostile, &FULL));
    }

    #[test]
    fn xml_is_well_formed_and_tei_follows_its_model_whatever_the_text(content in documents(), hostile in hostile_documents()) {
        for (content, options) in [(&content, &FULL), (&hostile, &FULL), (&content, &WriteOptions::default())] {
            assert_well_formed(&write(Format::Xml, content, options));
            let tei = write(Format::XmlTei, content, options);
            assert_well_formed(&tei);
            assert_follows_model(&tei);
        }
    }

    #[test]
    fn json_follows_its_schema_whatever_the_text(content in documents(), hostile in hostile_documents()) {
        for content in [content, hostile] {
            assert_valid(&serde_json::from_str(&write(Format::Json, &content, &FULL)).unwrap());
        }
    }

    #[test]
    fn chunks_are_the_whole_whatever_the_text(
        content in documents(),
        hostile in hostile_documents(),
        most in 1_usize..400,
        is_markdown: bool,
    ) {
        for content in [content, hostile] {
            let chunks = Some(if is_markdown { ChunkSize::Chars(most) } else { ChunkSize::Blocks(most / 50 + 1) });
            let options = WriteOptions { renditions: Renditions { markdown: is_markdown, text: true, chunks }, ..FULL };
            let page: Value = serde_json::from_str(&write(Format::Json, &content, &options)).unwrap();
            assert_valid(&page);
            let (name, between) = if is_markdown { ("markdown", "\n\n") } else { ("text", "\n") };
            let parts: Vec<&str> =
                page["chunks"].as_array().unwrap().iter().map(|chunk| chunk[name].as_str().unwrap()).collect();
            assert_eq!(parts.join(between), page[name].as_str().unwrap());
        }
    }
}
