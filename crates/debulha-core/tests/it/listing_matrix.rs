//! Listings in the markups of many highlighters come out line for line.

use crate::common::listing_matrix::{BASIC_MARKUPS, Fate, pages};
use debulha_core::extractors::all_text::AllText;
use debulha_core::features::listings::listings;
use debulha_core::write::{Format, WriteOptions, Written};
use debulha_core::{Extractor, Page, Scratch, content};
use debulha_dom::{Limits, parse};

/// Everything on a page, as Markdown.
fn markdown(html: &str) -> String {
    let document = parse(html, &Limits::default()).document;
    let page = Page::new(&document);
    let all_text = AllText::default();
    let outcome = all_text.extract(&page, &mut Scratch::default());
    let content = content::build(&page, outcome.labels().expect("labels"));
    let written = Written {
        document: &document,
        byte_map: None,
        content: &content,
        metadata: None,
        records: None,
        comments: &[],
        url: None,
        extractor: "all_text",
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    debulha_core::write::render(Format::Markdown, &written, &WriteOptions::default())
}

#[test]
fn there_are_nine_basic_markups_in_four_languages_and_five_places() {
    let pages = pages();
    assert_eq!(pages[BASIC_MARKUPS * 20 - 1].name, "code a line / bash / step of a list");
    assert_eq!(pages.len() % 20, 0);
}

#[test]
fn every_page_has_one_listing() {
    let many = pages().into_iter().filter_map(|page| {
        let document = parse(&page.html, &Limits::default()).document;
        let count = listings(&Page::new(&document)).len();
        (count != 1).then(|| format!("{}: {count}", page.name))
    });
    assert_eq!(many.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn all_text_has_every_listing_whole_and_none_of_its_furniture() {
    let mut wrong = Vec::new();
    for page in pages() {
        let markdown = markdown(&page.html);
        let fenced = markdown.matches("```").count() == 2;
        if page.fate(&markdown) != Fate::Whole || !fenced || markdown.contains("Copy") {
            wrong.push(format!("{}\n{markdown}", page.name));
        }
    }
    assert!(wrong.is_empty(), "{} wrong, of them\n{}", wrong.len(), wrong[0]);
}
