//! The steps together, on small pages.
#![allow(clippy::unwrap_used)]

use super::*;
use debulha_core::Extractor;
use debulha_dom::{Document, Limits, parse};

/// 108 characters and three commas: a point for the paragraph, four for pieces between commas, one for length.
const PROSE: &str = "The barn was built of oak, and stood for three hundred years, until the storm of last winter, \
    which took it.";

fn document(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

fn text_with(html: &str, params: ReadabilityParams) -> String {
    let doc = document(html);
    let page = Page::new(&doc);
    Readability { params }.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
}

/// What the first attempt keeps.
fn text(html: &str) -> String {
    text_with(html, ReadabilityParams { char_threshold: 1, ..ReadabilityParams::default() })
}

/// Reasons for the text node that contains `part`, after one attempt.
fn why(html: &str, part: &str) -> Vec<Reason> {
    let doc = document(html);
    let node = doc.nodes().find(|&node| doc.is_text(node) && doc.text(node).contains(part)).unwrap();
    let params = ReadabilityParams { char_threshold: 1, ..ReadabilityParams::default() };
    Readability { params }.why(&Page::new(&doc), &mut Scratch::default(), node)
}

#[test]
fn points_go_to_ancestors_by_distance() {
    // A paragraph has 1 + 4 pieces + 1 for 100 characters = 6 points; two of them, and the division has 5 of its own.
    let html = format!("<main><div id=d><p>{PROSE}</p><p>{PROSE}</p><hr></div><i>x</i></main>");
    let top = why(&html, "barn").into_iter().find(|reason| reason.rule == "top candidate").unwrap();
    assert!(top.detail.starts_with("score 17.00,"), "{top:?}");
    // The parent of an only child is taken in its place: half of 12 points.
    let html = format!("<body><main><article id=d><p>{PROSE}</p><p>{PROSE}</p><hr></article></main><i>x</i>");
    let top = why(&html, "barn").into_iter().find(|reason| reason.rule == "top candidate").unwrap();
    assert!(top.detail.starts_with("score 6.00,"), "{top:?}");
}

#[test]
fn furniture_hidden_text_and_the_title_are_stripped() {
    let html = format!(
        "<title>How the old barn fell</title><div><div class=sidebar>{PROSE} a</div><p style='display:none'>b
        <p aria-hidden=true>c<div role=navigation>d</div><h1>How the old barn fell</h1><h2>The barn</h2>
        <p class=author>By A. Farmer<p class=byline>and others<p>{PROSE}</div>"
    );
    assert_eq!(text(&html), format!("The barn\nand others\n{PROSE}"));
    assert_eq!(why(&html, "Farmer")[0].rule, "byline");
    assert_eq!(why(&html, " a")[0].rule, "unlikely");
}

#[test]
fn a_byline_is_looked_for_only_where_no_author_is_stated() {
    let html = |head: &str| format!("{head}<div><p class=byline>By A. Farmer<p>{PROSE}<p>{PROSE}</div>");
    assert!(!text(&html("")).contains("Farmer"));
    assert!(text(&html("<meta name=author content='A. Farmer'>")).contains("Farmer"));
    // The element that is marked as a name says nothing.
    let unnamed = html("").replace("By A", "<meta itemprop=name content=A>By A");
    let twice = unnamed.replacen("<p>The", "<p class=byline>By B. Farmer<p>The", 1);
    assert!(!text(&twice).contains("Farmer"));
}

#[test]
fn line_breaks_make_paragraphs() {
    let doc = document("<div>a<br>b<br> <br><!-- --><br>c <b>d</b><br> <hr>e</div>");
    let tree = PreparedPage::of(&doc, &ReadabilityParams::default()).tree;
    let shape: Vec<&str> = tree
        .children(doc.first_child(doc.body().unwrap()).unwrap())
        .map(|node| if tree.is_text(node) { doc.text(node) } else { doc.name_str(tree.name(node)) })
        .collect();
    // The comment is no phrasing, and the white space before it has become the end of a paragraph without text.
    assert_eq!(shape, ["a", "br", "b", "p", "", "c ", "b", "br", " ", "hr", "e"]);
}

#[test]
fn phrasing_in_divisions_becomes_paragraphs() {
    let html = format!("<div class=a>{PROSE} <a href=x>A link</a>.<ul><li>An item</ul>{PROSE}</div>");
    assert_eq!(text(&html), format!("{PROSE} A link .\nAn item\n{PROSE}"));
}

#[test]
fn siblings_belong_to_the_article_by_score_class_or_prose() {
    let html = format!(
        "<div><div class=a><p>{PROSE}<p>{PROSE}<p>{PROSE}</div><p>Short, but a sentence.<p>No sentence
        <p><a href=x>{PROSE}</a></p><div class=a><p>{PROSE}</div></div>"
    );
    let text = text(&html);
    assert!(text.contains("a sentence.") && !text.contains("No sentence"), "{text}");
    assert_eq!(text.matches(PROSE).count(), 4, "{text}");
}

#[test]
fn divisions_of_links_go_and_tables_of_data_stay() {
    let row = "<tr><td><a href=x>12</a><td><a href=x>t</a>";
    let html = format!(
        "<div><p>{PROSE}<p>{PROSE}<div><p><a href=1>One</a><p><a href=2>Two</a></div>
        <table><tr><th>Rye<th>Oats{row}</table><table class=layout>{row}{row}</table>
        <div><p>Advertisement</p><p></p></div><aside>aside</aside><div class=share><p>{PROSE}<p>x</div></div>"
    );
    assert_eq!(text(&html), format!("{PROSE}\n{PROSE}\nRye\nOats\n12\nt"));
    assert_eq!(why(&html, "One").iter().find(|reason| !reason.keeps).unwrap().rule, "clean");
    assert_eq!(why(&html, "aside")[1].rule, "furniture");
}

#[test]
fn short_articles_are_tried_again_with_milder_means() {
    let html = format!("<div class=sidebar><p>{PROSE}</div><div><p>{PROSE}</div>");
    let all = Means { strip_unlikely: true, weight_classes: true, clean_conditionally: true };
    let means: Vec<Means> = std::iter::successors(Some(all), |means| means.milder()).collect();
    assert_eq!(means.len(), 4);
    assert!(!means[1].strip_unlikely && means[1].weight_classes && !means[3].clean_conditionally);
    assert_eq!(text(&html), PROSE);
    let whole = text_with(&html, ReadabilityParams { char_threshold: 200, ..ReadabilityParams::default() });
    assert_eq!(whole, format!("{PROSE}\n{PROSE}"));
    // None is long enough: the first of the longest.
    assert_eq!(text_with(&html, ReadabilityParams::default()), whole);
}

#[test]
fn a_hidden_body_is_taken_whole() {
    let html = format!("<body style='visibility:hidden'><p class=menu>{PROSE}</p><p>{PROSE}");
    assert_eq!(text(&html), format!("{PROSE}\n{PROSE}"));
}
