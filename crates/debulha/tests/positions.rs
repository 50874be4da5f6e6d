//! The positions that JSON states lead into the page as it was given.
#![allow(clippy::unwrap_used)]

use debulha::Input;
use debulha::{Extraction, Pipeline};
use debulha_core::{write::Format, write::WriteOptions};
use debulha_dom::{Document, Limits};
use debulha_dom::{decode::decode, parse};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn pipeline() -> Pipeline {
    Pipeline::new("all_text").unwrap()
}

fn blocks(extraction: &Extraction) -> Vec<Value> {
    let json = extraction.render(Format::Json, &WriteOptions::default());
    serde_json::from_str::<Value>(&json).unwrap()["blocks"].as_array().unwrap().clone()
}

fn slice<'a>(bytes: &'a [u8], value: &Value) -> &'a [u8] {
    let offset = |index: usize| value["bytes"][index].as_u64().unwrap() as usize;
    &bytes[offset(0)..offset(1)]
}

fn letters(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn the_example_of_the_documentation() {
    let page = "<!doctype html><html lang=en><h1>Rye</h1><ul><li>Sow in autumn</ul>";
    let extraction = pipeline().extract(page);
    let blocks = blocks(&extraction);
    assert_eq!(slice(page.as_bytes(), &blocks[0]), b"<h1>Rye</h1>");
    assert_eq!(slice(page.as_bytes(), &blocks[1]), b"<ul><li>Sow in autumn</ul>");
    assert_eq!(slice(page.as_bytes(), &blocks[1]["items"][0]), b"<li>Sow in autumn");
}

#[test]
fn bytes_are_those_of_the_page_in_any_encoding() {
    let utf16: Vec<u8> =
        "\u{FEFF}<p>Roggen, 黑麦</p><p>🦀</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let check = |page: &[u8], charset: &str, expected: [&[u8]; 2]| {
        let extraction = pipeline().extract(Input::from(page).charset(charset));
        let paragraphs =
            blocks(&extraction).into_iter().filter(|block| block["xpath"].as_str().unwrap().contains("/p["));
        let found: Vec<Vec<u8>> = paragraphs.map(|block| slice(page, &block).to_vec()).collect();
        assert_eq!(found, expected, "{charset}");
    };
    check(b"\xEF\xBB\xBF<p>\xFF\xC3\xA9</p><p>e</p>", "utf-8", [b"<p>\xFF\xC3\xA9</p>", b"<p>e</p>"]);
    check(b"\xE9<p>\xE9</p><p>e</p>", "latin1", [b"<p>\xE9</p>", b"<p>e</p>"]);
    check(b"<p>\x1B$B4A;z\x1B(B</p><p>e</p>", "iso-2022-jp", [b"<p>\x1B$B4A;z\x1B(B</p>", b"<p>e</p>"]);
    check(&utf16, "utf-8", [&utf16[2..36], &utf16[36..]]);
}

#[test]
fn golden_pages_hold_their_blocks_where_they_say() {
    for slug in ["notice-gbk", "blog-windows-1252", "barn-story"] {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages").join(slug).join("source.html");
        let page = fs::read(file).unwrap();
        let encoding = decode(&page, None).encoding;
        let blocks = blocks(&pipeline().extract(&page));
        assert!(!blocks.is_empty());
        for block in blocks.iter().filter(|block| block["bytes"].is_array()) {
            let source = decode(slice(&page, block), Some(encoding)).text;
            let step = block["xpath"].as_str().unwrap().rsplit('/').next().unwrap();
            let name = step.split('[').next().unwrap();
            // Text beside other blocks has no element of its own.
            if name == "text()" {
                continue;
            }
            assert!(source.starts_with(&format!("<{name}")) && source.ends_with('>'), "{slug}: {source}");
            let document = parse(&source, &Limits::default()).document;
            let whole = letters(&document.text_content(Document::ROOT));
            let text = block["text"].as_str().unwrap_or_default();
            assert!(whole.contains(&letters(text)), "{slug}: {text} in {source}");
        }
    }
}
