//! The records of pages that we wrote (`testdata/records`): each page with exactly what is expected of it.

use debulha_core::content::records::{GroupParams, RecordGroup, Value, find, text};
use debulha_core::content::{ContentDocument, build};
use debulha_core::outcome::Labels;
use debulha_core::page::{Page, PageOptions};
use debulha_dom::{Limits, names, parse};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/records")
}

/// Labels all text of `main`, and hands the page with its groups on.
fn with<T>(slug: &str, show: impl FnOnce(&Page<'_>, &Labels, &ContentDocument, &[RecordGroup]) -> T) -> T {
    let html = std::fs::read_to_string(folder().join(slug).join("source.html")).unwrap();
    let url = std::fs::read_to_string(folder().join(slug).join("url")).unwrap();
    let parsed = parse(&html, &Limits::default());
    let page = Page::with_options(&parsed.document, Some(url.trim()), PageOptions::default());
    let main = parsed.document.elements_named(names::MAIN).next().unwrap();
    let labels = Labels::from_subtrees(&page, &[main]);
    let content = build(&page, &labels);
    let groups = find(&page, &labels, &content, &GroupParams::default());
    show(&page, &labels, &content, &groups)
}

/// Groups in words: a line a group, a line a record with its place in the blocks and fields, an indented line its text.
fn told(page: &Page<'_>, labels: &Labels, groups: &[RecordGroup]) -> String {
    let mut out = String::new();
    for group in groups {
        writeln!(out, "{:?} {}", group.kind, page.document().xpath(group.node)).unwrap();
        for (place, record) in group.records.iter().enumerate() {
            let parent = record.parent.map_or(String::new(), |parent| format!(" answers {parent}"));
            let extent = record.extent.as_ref();
            let parts = extent.and_then(|extent| extent.parts.clone());
            let blocks = extent.map(|extent| extent.blocks.clone());
            let parts = parts.map_or(String::new(), |parts| format!(" parts {parts:?}"));
            writeln!(out, "{place}{parent} blocks {:?}{parts}", blocks.unwrap()).unwrap();
            let fields = record.fields.named().into_iter();
            for (name, Value { text, .. }) in fields.filter_map(|(name, value)| Some((name, value?))) {
                writeln!(out, "  {name}: {text}").unwrap();
            }
            for property in &record.fields.properties {
                writeln!(out, "  {} = {}", property.name.text, property.value.text).unwrap();
            }
            writeln!(out, "  > {}", text(page, labels, group, place).replace('\n', " ¶ ")).unwrap();
        }
    }
    out
}

#[test]
fn each_page_has_exactly_the_records_that_a_reader_sees() {
    let mut slugs: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    slugs.sort();
    assert!(slugs.len() >= 8);
    for slug in slugs {
        let expected = std::fs::read_to_string(folder().join(&slug).join("expected.txt")).unwrap();
        let found = with(&slug, |page, labels, _, groups| told(page, labels, groups));
        assert_eq!(found, expected, "{slug}");
    }
}

#[test]
fn what_is_not_kept_is_no_record() {
    let html = std::fs::read_to_string(folder().join("thread-phpbb/source.html")).unwrap();
    let parsed = parse(&html, &Limits::default());
    let page = Page::new(&parsed.document);
    let heading = parsed.document.elements_named(names::H2).next().unwrap();
    let labels = Labels::from_subtrees(&page, &[heading]);
    let content = build(&page, &labels);
    assert!(find(&page, &labels, &content, &GroupParams::default()).is_empty());
}

#[test]
fn goods_are_records_beside_much_text_about_them() {
    with("listing-goods", |page, labels, content, groups| {
        assert_eq!(groups[0].records.len(), 4);
        let params =
            GroupParams { min_goods_kept: GroupParams::default().min_kept, ..GroupParams::default() };
        assert!(
            find(page, labels, content, &params).is_empty(),
            "they hold less text than other entries must"
        );
    });
}

#[test]
fn records_lie_over_blocks_and_their_texts_are_apart() {
    with("thread-comments", |page, labels, content, groups| {
        let records = &groups[0].records;
        let texts: Vec<String> =
            (0..records.len()).map(|place| text(page, labels, &groups[0], place)).collect();
        for (place, sentence) in
            ["a week too late", "How late is", "three days more", "A week of rain", "racks"]
                .into_iter()
                .enumerate()
        {
            let with: Vec<usize> =
                (0..texts.len()).filter(|&other| texts[other].contains(sentence)).collect();
            assert_eq!(with, [place], "{sentence}");
            let extent = records[place].extent.as_ref().unwrap();
            assert!(extent.blocks.end <= content.blocks.len());
        }
    });
}

#[test]
fn deep_and_repetitive_pages_are_linear_and_do_not_overflow() {
    let mut pages =
        vec!["<div class=post>".repeat(3_000), "<li class=comment><ul>text 2024-05-01".repeat(1_000)];
    pages.push("<p class='a b c d e f g h i j'><a href=x>y</a> 1 May 2024".repeat(1_000));
    pages.push("<div class=post><b class=author>A</b> 1 May 2024 ".repeat(1_000));
    for html in pages {
        let parsed = parse(&html, &Limits::default());
        let page = Page::new(&parsed.document);
        let labels = Labels::from_subtrees(&page, &[page.body()]);
        let content = build(&page, &labels);
        let groups = find(&page, &labels, &content, &GroupParams::default());
        let again = find(&page, &labels, &content, &GroupParams::default());
        assert_eq!(groups, again);
    }
}
