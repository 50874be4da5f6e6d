//! Footnotes in Markdown.

use super::*;
use crate::common::markdown::markdown_of;

/// The Markdown of a page with footnotes, all its text kept.
fn footnotes(html: &str) -> String {
    let options = WriteOptions { links: true, footnotes: true, ..WriteOptions::default() };
    markdown_of(html, Some("https://e.org/rye?a=1"), &options, |_| true)
}

const TWO: &str =
    "<ol><li id=n1>Sown in <b>autumn</b>. <a href=#r1>↩</a><li id=n2><p>Tall.</p><p>Very.</p></ol>";

#[test]
fn marks_and_lists_become_footnotes() {
    let notes = "[^1]: Sown in **autumn**.\n\n[^2]: Tall.\n\n    Very.";
    for marks in [
        "<sup><a href=#n1>1</a></sup> oats<sup><a href=#n2>2</a></sup>",
        "<a href=#n1><sup>1</sup></a> oats<a href=#n2><sup>2</sup></a>",
        "<a href='/rye?a=1#n1'>[1]</a> oats<sup>[<a href=#n2>2</a>]</sup>",
        "<sup id=r1><a href=#n1>[note 1]</a></sup> oats<sup><a href=#n2>*</a></sup>",
    ] {
        assert_eq!(
            footnotes(&format!("<p>Rye{marks}.</p>{TWO}")),
            format!("Rye[^1] oats[^2].\n\n{notes}"),
            "{marks}"
        );
    }
    let both = "<p>Rye<sup><a href=#n1>1</a>, <a href=#n2>2</a></sup></p>";
    assert_eq!(footnotes(&format!("{both}{TWO}")), format!("Rye[^1][^2]\n\n{notes}"));
}

#[test]
fn labels_are_numbers_of_the_page_or_the_next() {
    let notes = "<p>a<sup><a href=#x>7</a></sup> b<sup><a href=#y>*</a></sup> c<sup><a href=#z>7</a></sup></p>\
                 <ul><li id=x>X<li id=y>Y<li id=z>Z</ul>";
    assert_eq!(footnotes(notes), "a[^7] b[^1] c[^2]\n\n[^7]: X\n\n[^1]: Y\n\n[^2]: Z");
}

#[test]
fn paragraphs_are_notes_without_their_numbers() {
    let marks = "<p>Rye<sup><a href=#n1>1</a></sup> oats<sup><a href=#n2>2</a></sup></p>";
    for notes in [
        "<p id=n1><a href=#r1>1</a>. Tall.</p><p><a name=n2 href=#r2>[2]</a> Short.</p>",
        "<div id=n1><p><sup><a href=#r1>1</a></sup> Tall.</p></div><div id=n2>Short.</div>",
    ] {
        assert_eq!(
            footnotes(&format!("{marks}{notes}")),
            "Rye[^1] oats[^2]\n\n[^1]: Tall.\n\n[^2]: Short.",
            "{notes}"
        );
    }
}

#[test]
fn other_links_and_lists_stay() {
    let list = "<ol><li id=n1>Tall.<li id=n2>Short.</ol>";
    let stays = |html: &str| !footnotes(html).contains("[^");
    // A list with an item that nothing leads to.
    assert!(stays(&format!("<p>Rye<sup><a href=#n1>1</a></sup></p>{list}")));
    // Neither raised nor in brackets; of another page; longer than a mark; before what leads to it.
    assert!(stays("<p>Rye <a href=#n1>1</a></p><ol><li id=n1>Tall.</ol>"));
    assert!(stays("<p>Rye<sup><a href=/oats#n1>1</a></sup></p><ol><li id=n1>Tall.</ol>"));
    assert!(stays("<p>Rye<sup><a href=#n1>see below</a></sup></p><ol><li id=n1>Tall.</ol>"));
    assert!(stays("<p id=r1>Rye stands.</p><ol><li id=n1>Tall <sup><a href=#r1>1</a></sup></ol>"));
    // Amid a paragraph.
    assert!(stays("<p>Rye<sup><a href=#n1>1</a></sup></p><p>Tall and <b id=n1>short</b>.</p>"));
    let options = WriteOptions { links: true, ..WriteOptions::default() };
    let content = document(vec![paragraph(vec![link("#n1", vec![text("[1]")])])]);
    assert_eq!(write(Format::Markdown, &content, &options), "[\\[1\\]](#n1)");
}

#[test]
fn marks_are_bounded() {
    let mark = |chars: usize| {
        footnotes(&format!(
            "<p>Rye<sup><a href=#n1>{}</a></sup></p><ol><li id=n1>Tall.</ol>",
            "x".repeat(chars)
        ))
    };
    assert!(mark(8).contains("[^1]") && !mark(9).contains("[^"));
    let before = |nodes: usize| {
        let empty = "<i></i>".repeat(nodes);
        footnotes(&format!("<p>Rye<sup><a href=#n1>1</a></sup></p><ol><li>{empty}<a id=n1></a>Tall.</ol>"))
    };
    assert!(before(20).contains("[^1]") && !before(21).contains("[^"));
}

#[test]
fn text_behind_a_mark_makes_no_link_or_definition() {
    let page = |after: &str| format!("<p><sup><a href=#n1>1</a></sup>{after}</p><ol><li id=n1>Tall.</ol>");
    assert_eq!(footnotes(&page("(/x)")), "[^1]\\(/x)\n\n[^1]: Tall.");
    assert_eq!(footnotes(&page(": x")), "[^1]\\: x\n\n[^1]: Tall.");
    assert!(footnotes(&page("!<sup><a href=#n1>1</a></sup>")).starts_with("[^1]\\![^1]\n"));
    assert_eq!(footnotes("<p>Rye [^1] stands."), "Rye \\[^1] stands.");
}

#[test]
fn fragments_are_decoded() {
    let page = "<p>Rye<sup><a href='#Möller 1'>1</a></sup></p><ol><li id='Möller 1'>Tall.</ol>";
    assert_eq!(footnotes(page), "Rye[^1]\n\n[^1]: Tall.");
}

#[test]
fn a_reader_of_markdown_finds_the_footnotes() {
    let written =
        footnotes(&format!("<p>Rye<sup><a href=#n1>1</a></sup> oats<sup><a href=#n2>2</a></sup></p>{TWO}"));
    let mut options = comrak::Options::default();
    options.extension.footnotes = true;
    let html = comrak::markdown_to_html(&written, &options);
    assert_eq!(html.matches("<li id=\"fn-").count(), 2, "{html}");
    assert!(html.contains("<p>Very."), "{html}");
}

#[test]
fn many_marks_take_linear_time() {
    let marks: Vec<String> = (0..30_000).map(|n| format!("<sup><a href=#n{n}>{n}</a></sup>")).collect();
    let notes: Vec<String> = (0..30_000).map(|n| format!("<li id=n{n}>Note {n}")).collect();
    let written = footnotes(&format!("<p>Rye{}<ol>{}</ol>", marks.concat(), notes.concat()));
    assert_eq!(written.matches("\n[^").count(), 30_000);
}
