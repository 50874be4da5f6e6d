//! Output under the names of trafilatura, and its XML.

use super::samples::*;
use super::{FULL, assert_well_formed, full, metadata, written};
use debulha_core::content::Block;
use debulha_core::content::comments::Comment;
use debulha_core::metadata::{Candidate, Field, Metadata};
use debulha_core::write::{Compat, Format, WriteOptions, Written, render};
use debulha_dom::{Limits, NodeId, parse};
use serde_json::{Value, json};

const COMPAT: WriteOptions = WriteOptions { compat: Some(Compat::Trafilatura), ..FULL };

/// A page with metadata and a comment.
pub(super) fn page(format: Format, blocks: Vec<Block>, options: &WriteOptions) -> String {
    let parsed = parse("<p>", &Limits::default());
    let content = document(blocks);
    let field = |value: &str| Field {
        best: Some(Candidate { value: value.into(), source: "meta:x".into() }),
        others: vec![],
    };
    let metadata = Metadata {
        published: field("2024-05-01T10:00:00Z"),
        site_name: field("Barn Times"),
        language: field("en-GB"),
        categories: vec!["Grain".into(), "Fields".into()],
        ..metadata()
    };
    let comment =
        Comment { author: None, date: None, text: "Well sown.\nSo it is.".into(), depth: 0, node: NodeId(0) };
    let written = Written {
        metadata: Some(&metadata),
        comments: &[comment],
        url: Some("https://www.barn.example.co.uk/rye?a=1"),
        ..written(&parsed.document, &content)
    };
    render(format, &written, options)
}

#[test]
fn front_matter_has_its_keys() {
    let matter = r#"---
title: "Rye: \"the \x3cgrain>\""
author: "A; B"
url: "https://www.barn.example.co.uk/rye?a=1"
hostname: "example.co.uk"
description: "D & d"
sitename: "Barn Times"
date: "2024-05-01"
categories: ["Grain", "Fields"]
tags: ["yes", "a, b"]
license: "https://l.example/by"
---"#;
    assert_eq!(page(Format::Markdown, vec![p("text")], &COMPAT), format!("{matter}\n\ntext"));
    assert_eq!(page(Format::Text, vec![p("text")], &COMPAT), format!("{matter}\ntext"));
}

#[test]
fn a_site_without_a_name_has_that_of_its_host() {
    let parsed = parse("<p>", &Limits::default());
    let (content, metadata) = (document(vec![p("a")]), Metadata::default());
    let of = |url: &'static str| {
        let written =
            Written { metadata: Some(&metadata), url: Some(url), ..written(&parsed.document, &content) };
        let object: Value = serde_json::from_str(&render(Format::Json, &written, &COMPAT)).unwrap();
        (object["source-hostname"].clone(), object["hostname"].clone())
    };
    assert_eq!(of("https://www.barn.example/rye"), (json!("barn.example"), json!("barn.example")));
    assert_eq!(of("http://localhost:8000/"), (json!("localhost"), json!("localhost")));
    assert_eq!(of("rye"), (Value::Null, Value::Null));
}

#[test]
fn json_has_its_fields_in_its_order() {
    let written = page(Format::Json, vec![heading(1, "Rye"), p("text")], &COMPAT);
    let object: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(
        object,
        json!({
            "title": "Rye: \"the <grain>\"", "author": "A; B", "hostname": "example.co.uk", "date": "2024-05-01",
            "fingerprint": null, "id": null, "license": "https://l.example/by", "comments": "Well sown.\nSo it is.",
            "raw_text": "Rye text", "text": "Rye\ntext", "language": "en", "image": null, "pagetype": null,
            "filedate": null, "source": "https://www.barn.example.co.uk/rye?a=1", "source-hostname": "Barn Times",
            "excerpt": "D & d", "categories": "Grain;Fields", "tags": "yes;a, b",
        })
    );
    let places: Vec<usize> =
        "title author hostname date fingerprint id license comments raw_text text language image \
        pagetype filedate source source-hostname excerpt categories tags"
            .split_ascii_whitespace()
            .map(|key| written.find(&format!("\"{key}\":")).unwrap())
            .collect();
    assert!(places.is_sorted());
    let bare = WriteOptions { metadata: false, ..COMPAT };
    let expected = "{\"text\":\"text\",\"comments\":\"Well sown.\\nSo it is.\"}";
    assert_eq!(page(Format::Json, vec![p("text")], &bare), expected);
}

#[test]
fn csv_has_its_columns_and_no_header() {
    let row = page(Format::Csv, vec![p("a\t\"b\""), p("c")], &COMPAT);
    assert_eq!(
        row,
        "https://www.barn.example.co.uk/rye?a=1\tnull\tnull\texample.co.uk\t\"Rye: \"\"the <grain>\"\"\"\tnull\t\
         2024-05-01\t\"a\t\"\"b\"\"\nc\"\t\"Well sown.\nSo it is.\"\thttps://l.example/by\tnull"
    );
    assert_eq!(debulha_core::write::csv_header(&COMPAT), None);
}

#[test]
fn xml_has_its_attributes_and_elements() {
    let xml = page(Format::Xml, one_of_each(), &FULL);
    assert_well_formed(&xml);
    assert!(
        xml.contains(
            "<doc sitename=\"Barn Times\" title=\"Rye: &quot;the &lt;grain&gt;&quot;\" author=\"A; B\" \
             date=\"2024-05-01\" url=\"https://www.barn.example.co.uk/rye?a=1\" hostname=\"example.co.uk\" \
             description=\"D &amp; d\" categories=\"Grain;Fields\" tags=\"yes;a, b\" \
             license=\"https://l.example/by\" language=\"en\">\n<main>\n"
        ),
        "{xml}"
    );
    for piece in [
        "<head rend=\"h2\">Head</head>",
        "<p>see <ref target=\"/y\">this</ref></p>",
        "<list rend=\"ol\">\n<item>item</item>\n<item>\n<p>more</p>\n<list rend=\"ul\">\n<item>inner</item>",
        "<table>\n<head>cap</head>\n<row><cell role=\"head\">a</cell></row>\n<row><cell><ref target=\"/x\">b</ref>",
        "<code>fn a() {}\n</code>",
        "<quote>quoted</quote>",
        "<graphic src=\"/i.png\" alt=\"alt\" title=\"title\"/>\n<p>cap</p>",
        "<list rend=\"dl\">\n<item rend=\"dt-1\">term</item>\n<item rend=\"dd-1\">what</item>",
        "<p>\\[x &lt; 1\\]</p>",
        "<p><ref target=\"https://films.example/1\">Film</ref></p>",
        "<lb/>\n</main>\n<comments>\n<p>Well sown.</p>\n<p>So it is.</p>\n</comments>\n</doc>",
    ] {
        assert!(xml.contains(piece), "{piece}\n{xml}");
    }
    let bare = page(Format::Xml, vec![p("a")], &WriteOptions::default());
    assert!(bare.contains("<doc>\n<main>\n<p>a</p>\n</main>"), "{bare}");
    assert!(full(Format::Xml, vec![p("a")]).ends_with("</main>\n<comments>\n</comments>\n</doc>"));
}
