//! Pages of several languages, and hostile ones.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::page::PageOptions;
use debulha_dom::{Limits, parse};

const HERE: &str = "https://www.example.org/farm/rye";

/// What plain rules find: tests of decisions do not depend on a model.
fn found(url: &str, html: &str) -> Pagination {
    let parsed = parse(html, &Limits::default());
    let page = Page::with_options(&parsed.document, (!url.is_empty()).then_some(url), PageOptions::default());
    let links = PaginationCandidates::of(&page);
    decide(&links, &links.judge(&page, None))
}

fn next(url: &str, html: &str) -> Option<String> {
    found(url, html).next.map(|next| next.address)
}

#[test]
fn next_pages_are_found_in_many_languages() {
    for text in [
        "Next »",
        "Weiter",
        "Próxima página",
        "Suivant →",
        "次へ",
        "下一页",
        "다음",
        "Далее",
        "التالي",
        "ถัดไป",
    ] {
        let html =
            format!("<p>Rye.<a href=/oats>Oats</a><p><a href='?page=1'>1</a> <a href='?page=3'>{text}</a>");
        let address = "https://www.example.org/farm/rye?page=3";
        assert_eq!(next(&format!("{HERE}?page=2"), &html).as_deref(), Some(address), "{text}");
    }
    let labelled = "<a href='/farm/rye/2' aria-label='Siguiente'><svg></svg></a>";
    assert_eq!(next(HERE, labelled).as_deref(), Some("https://www.example.org/farm/rye/2"));
}

#[test]
fn what_the_page_says_itself_is_certain() {
    let html = "<link rel=next href='?p=2'><link rel=prev href='?p=0'><a href='?p=9'>Next</a>";
    let found = found(HERE, html);
    let next = found.next.unwrap();
    assert_eq!((next.address.as_str(), next.probability), ("https://www.example.org/farm/rye?p=2", 1.0));
    assert_eq!(found.previous.unwrap().address, "https://www.example.org/farm/rye?p=0");
}

#[test]
fn a_next_page_is_another_address_of_the_host_with_a_larger_number() {
    for (href, is_next) in [
        ("?page=3", true),
        ("?page=3#top", true),
        ("https://example.org/farm/rye?page=3", true),
        ("?page=2", false),
        ("#top", false),
        ("?page=1", false),
        ("https://other.org/farm/rye?page=3", false),
        ("javascript:void(0)", false),
        ("", false),
    ] {
        let html = format!("<a href='{href}'>Next page</a>");
        assert_eq!(next(&format!("{HERE}?page=2"), &html).is_some(), is_next, "{href}");
    }
}

#[test]
fn pages_are_found_by_their_numbers() {
    let html =
        "<ul class=pager><li><a href='?p=1'>1</a><li>2<li><a href='?p=3'>3</a><li><a href='?p=4'>4</a></ul>
        <a href='/sales'>50</a>";
    let found = found(&format!("{HERE}?p=2"), html);
    let numbers: Vec<Option<u32>> = found.pages.iter().map(|link| link.number).collect();
    assert_eq!(numbers, [Some(1), Some(3), Some(4)]);
    assert_eq!(found.number, Some(2));
    assert_eq!(found.next, None, "no link says so");
    assert_eq!(found.continuation().unwrap().number, Some(3));
}

#[test]
fn a_page_without_a_number_is_the_first() {
    let html = "<p>Rye<p><strong>1</strong> <a href='/farm/rye/2'>2</a> <a href='/farm/rye/3'>3</a>";
    let first = found(HERE, html);
    assert_eq!((first.number, first.continuation().unwrap().number), (Some(1), Some(2)));
    let plain = found(HERE, "<p><a href='/a'>Rye</a> <a href='/b'>Oats</a>");
    assert!(plain.is_empty() && plain.continuation().is_none());
}

#[test]
fn pages_of_unknown_address_keep_what_they_have() {
    assert_eq!(next("", "<a href='rye-2.html'>Next page</a>").as_deref(), Some("rye-2.html"));
    assert_eq!(next("", "<a href='#x'>Next page</a><a href='mailto:a@b.org'>Next page</a>"), None);
}

#[test]
fn many_links_are_looked_at_within_bounds() {
    let links: Vec<String> = (0..100_000).map(|n| format!("<a href='?p={n}'>{n}</a> ")).collect();
    let numbers = links.concat();
    assert!(found(HERE, &numbers).pages.len() > 9_000);
    let nested = "<a href='?p=2'>2<object>".repeat(20_000);
    found(HERE, &nested);
    let same = "<a href='?p=2'>2</a><b>1</b>".repeat(30_000);
    found(HERE, &same);
}

#[test]
fn words_of_a_link_are_sorted_and_bounded() {
    let html = format!(
        "<div class='{}'><a href='?page=2' class='next x-next' title='{}'>Next page</a></div>",
        "a-b ".repeat(900),
        "z ".repeat(900)
    );
    let parsed = parse(&html, &Limits::default());
    let page = Page::with_options(&parsed.document, Some(HERE), PageOptions::default());
    let links = PaginationCandidates::of(&page);
    let words = Describer::new(&page, &links).words(0);
    assert!(words.is_sorted() && words.len() < 120, "{}", words.len());
    for word in ["kind=next", "t=next", "a.next", "p1.a", "q=page", "step=+1named", "step:from=none"] {
        assert!(words.iter().any(|own| own == word), "{word} in {words:?}");
    }
}
