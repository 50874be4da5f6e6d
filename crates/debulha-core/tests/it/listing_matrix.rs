//! Listings in the markups of many highlighters come out line for line.

use crate::common::listing_matrix::{BASIC_MARKUPS, Fate, pages};
use crate::common::markdown::markdown_of;
use debulha_core::Page;
use debulha_core::features::listings::listings;
use debulha_core::write::WriteOptions;
use debulha_dom::{Limits, parse};

/// Everything on a page, as Markdown.
fn markdown(html: &str) -> String {
    markdown_of(html, None, &WriteOptions::default(), |_| true)
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
