//! The positions that JSON states lead into the page as it was given.
#![allow(clippy::unwrap_used)]

use debulha::Input;
use debulha::content::{ChunkSize, Renditions};
use debulha::{Extraction, Pipeline};
use debulha_core::write::{Format, Title, WriteOptions};
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

/// Pages of every golden folder.
fn golden() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    let mut pages: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path().join("source.html")))
        .map(|(slug, file)| (slug, fs::read(file).unwrap()))
        .collect();
    pages.sort();
    pages
}

/// JSON with everything that tells places.
fn with_places(extraction: &Extraction, chunks: ChunkSize) -> Value {
    let options = WriteOptions {
        renditions: Renditions { markdown: true, text: true, chunks: Some(chunks) },
        ..WriteOptions::with_links_and_images()
    };
    serde_json::from_str(&extraction.render(Format::Json, &options)).unwrap()
}

fn chars(text: &str, range: &Value) -> String {
    let place = |index: usize| range[index].as_u64().unwrap() as usize;
    text.chars().skip(place(0)).take(place(1) - place(0)).collect()
}

#[test]
fn the_range_of_a_block_is_that_block() {
    for (slug, page) in golden() {
        for id in ["all_text", "debulha"] {
            let mut extraction = Pipeline::new(id).unwrap().extract(&page);
            let json = with_places(&extraction, ChunkSize::Blocks(1));
            let shown: Vec<_> = json["blocks"].as_array().unwrap().clone();
            let mut next = shown.iter();
            for block in std::mem::take(&mut extraction.content.blocks) {
                extraction.content.blocks = vec![block];
                // Alone, a block gets no title.
                let options = WriteOptions { title: Title::Page, ..WriteOptions::with_links_and_images() };
                let markdown = extraction.render(Format::Markdown, &options);
                let text = extraction.render(Format::Text, &options);
                if markdown.is_empty() {
                    continue;
                }
                let block = next.next().unwrap();
                let found = chars(json["markdown"].as_str().unwrap(), &block["markdown_range"]);
                // A list behind a list has other marks.
                let same = |text: &str| text.replace("* ", "- ").replace(") ", ". ");
                assert_eq!(same(&found), same(&markdown), "{id} on {slug}");
                if text.is_empty() {
                    assert!(block["text_range"].is_null(), "{id} on {slug}: {block}");
                } else {
                    assert_eq!(chars(json["text"].as_str().unwrap(), &block["text_range"]), text, "{slug}");
                }
            }
            assert_eq!(next.count(), 0, "{id} on {slug}");
        }
    }
}

#[test]
fn chunks_join_to_the_whole_and_cut_no_block() {
    for (slug, page) in golden() {
        let extraction = Pipeline::new("all_text").unwrap().extract(&page);
        for size in
            [ChunkSize::Blocks(1), ChunkSize::Blocks(4), ChunkSize::Chars(300), ChunkSize::Chars(1_000_000)]
        {
            let json = with_places(&extraction, size);
            let (whole, blocks) = (json["markdown"].as_str().unwrap(), json["blocks"].as_array().unwrap());
            let chunks = json["chunks"].as_array().unwrap();
            let text = |chunk: &Value| chunk["markdown"].as_str().unwrap().to_owned();
            assert_eq!(chunks.iter().map(text).collect::<Vec<_>>().join("\n\n"), whole, "{slug} {size:?}");
            let mut end = 0;
            for chunk in chunks {
                assert_eq!(chars(whole, &chunk["range"]), text(chunk), "{slug} {size:?}");
                let part = [0, 1].map(|at| chunk["blocks"][at].as_u64().unwrap() as usize);
                assert!(part[0] == end && part[1] > end, "{slug} {size:?}: {part:?} after {end}");
                end = part[1];
                let first = &blocks[part[0]];
                assert_eq!(
                    (&chunk["xpath"], &chunk["heading_path"]),
                    (&first["xpath"], &first["heading_path"])
                );
                let within = match size {
                    ChunkSize::Blocks(most) => part[1] - part[0] <= most,
                    ChunkSize::Chars(most) => text(chunk).chars().count() <= most,
                };
                assert!(within || part[1] - part[0] == 1, "{slug} {size:?}: {chunk}");
                if let Some(bytes) = chunk["bytes"].as_array() {
                    let inside =
                        &page[bytes[0].as_u64().unwrap() as usize..bytes[1].as_u64().unwrap() as usize];
                    assert!(!inside.is_empty());
                }
            }
            assert_eq!(end, blocks.len(), "{slug} {size:?}");
        }
    }
}

#[test]
fn what_a_format_does_not_show_goes_with_what_stands_before() {
    let page = "<p>Rye.</p><img src=rye.jpg alt=Rye><p>Oats.</p>";
    let options = WriteOptions {
        images: true,
        renditions: Renditions { chunks: Some(ChunkSize::Blocks(1)), ..Renditions::NONE },
        ..WriteOptions::default()
    };
    let extraction = pipeline().extract(page);
    let json: Value = serde_json::from_str(&extraction.render(Format::Json, &options)).unwrap();
    let chunks = json["chunks"].as_array().unwrap().iter();
    let parts: Vec<String> = chunks.map(|chunk| chunk["blocks"].to_string()).collect();
    assert_eq!(parts, ["[0,2]", "[2,3]"]);
    assert_eq!(slice(page.as_bytes(), &json["chunks"][0]), b"<p>Rye.</p><img src=rye.jpg alt=Rye>");
}

#[test]
fn headings_lead_to_their_blocks() {
    let page = "<h1>Rye</h1><p>a</p><h2>Sowing</h2><p>b</p><h3>Depth</h3><p>c</p><h2>Reaping</h2><p>d</p>";
    let extraction = pipeline().extract(page);
    let json = with_places(&extraction, ChunkSize::Blocks(3));
    let paths: Vec<String> =
        json["blocks"].as_array().unwrap().iter().map(|b| b["heading_path"].to_string()).collect();
    let expected = [
        "[]",
        r#"["Rye"]"#,
        r#"["Rye"]"#,
        r#"["Rye","Sowing"]"#,
        r#"["Rye","Sowing"]"#,
        r#"["Rye","Sowing","Depth"]"#,
        r#"["Rye"]"#,
        r#"["Rye","Reaping"]"#,
    ];
    assert_eq!(paths, expected);
    let of_rust = extraction.heading_paths();
    assert_eq!((of_rust.of(5), of_rust.of(0).len()), (vec!["Rye", "Sowing", "Depth"], 0));
    // A heading leads the chunk of its text.
    let parts: Vec<String> =
        json["chunks"].as_array().unwrap().iter().map(|c| c["blocks"].to_string()).collect();
    assert_eq!(parts, ["[0,2]", "[2,4]", "[4,6]", "[6,8]"]);
    let many = format!("<h1>{}</h1>{}", "Rye ".repeat(200), "<p>a".repeat(100_000));
    let json = with_places(&pipeline().extract(&many), ChunkSize::Blocks(1));
    assert!(json["blocks"][9]["heading_path"][0].as_str().unwrap().chars().count() < 30, "paths are bounded");
    let long = format!("<h1>{}</h1><p>a</p>", "Rye ".repeat(200));
    let json = with_places(&pipeline().extract(&long), ChunkSize::Blocks(1));
    assert_eq!(json["blocks"][1]["heading_path"][0].as_str().unwrap().chars().count(), 201);
}
