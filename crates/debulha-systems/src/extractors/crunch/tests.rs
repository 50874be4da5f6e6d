#![allow(clippy::unwrap_used)]

use super::*;
use debulha_core::Extractor;
use debulha_dom::{Document, Limits, parse};

fn parsed(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

fn text(html: &str, params: CrunchParams) -> String {
    let doc = parsed(html);
    let page = Page::new(&doc);
    Crunch { params }.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
}

/// What is left of a cell, beside one that stays.
fn cell(html: &str, params: CrunchParams) -> String {
    let rest = "Rain is expected by Friday.";
    let left = text(&format!("<table><tr>{html}<td>{rest}</table>"), params);
    left.strip_suffix(rest).unwrap().trim().to_owned()
}

fn params(json: &str) -> CrunchParams {
    serde_json::from_str(json).unwrap()
}

#[test]
fn spec_10_link_lists() {
    let links = "<td><a>A</a><a>B</a><a>C</a> news</td>";
    assert_eq!(cell(links, CrunchParams::default()), "");
    let doc = parsed(&format!("<table><tr>{links}"));
    let page = Page::new(&doc);
    let td = doc.elements_named(names::TD).next().unwrap();
    assert_eq!(Crunch::default().ratio(page.stats().subtree(&doc, td)), 3.0);
    let words = "rye ".repeat(40);
    let one = format!("<td><a>A</a> {words}</td>");
    assert_eq!(cell(&one, CrunchParams::default()), format!("A {}", words.trim()));
    let doc = parsed(&format!("<table><tr>{one}"));
    let page = Page::new(&doc);
    let td = doc.elements_named(names::TD).next().unwrap();
    assert_eq!(Crunch::default().ratio(page.stats().subtree(&doc, td)), 0.025);
}

#[test]
fn spec_10_advertisements() {
    let list = params(r#"{"ad_servers": ["doubleclick.net"]}"#);
    let mark = |html: &str| {
        let doc = parsed(html);
        let page = Page::new(&doc);
        let img = doc.elements_named(names::IMG).next().unwrap();
        Pruned::by_element(&page, &list).marks[img.index()]
    };
    assert_eq!(mark(r#"<img src="http://ad.doubleclick.net/x">"#), Some(CrunchFilter::Ads));
    assert_eq!(mark(r#"<img src="http://notdoubleclick.net/x">"#), None);
    let html =
        "<p>Rye <a href=//ad.doubleclick.net/x>Buy</a> <a href=//a.org?u=http://ad.doubleclick.net>Oats</a>";
    assert_eq!(text(html, list), "Rye Oats");
    assert_eq!(text(html, params(r#"{"remove_ads": false}"#)), "Rye Buy Oats");
}

#[test]
fn spec_10_empty_tables() {
    let mark = |html: &str, json: &str| {
        let doc = parsed(html);
        let page = Page::new(&doc);
        let table = doc.elements_named(names::TABLE).next().unwrap();
        let crunch = Crunch { params: params(json) };
        let (pruned, ..) = crunch.prune(&page);
        pruned.marks[table.index()]
    };
    assert_eq!(mark("<table><tr><td>&nbsp;</table>", "{}"), Some(CrunchFilter::EmptyTables));
    assert_eq!(mark("<table><tr><td>Nineteen characters</table>", "{}"), Some(CrunchFilter::EmptyTables));
    assert_eq!(mark("<table><tr><td>Twenty characters it</table>", "{}"), None);
    let image = "<table><tr><td><img src=x></table>";
    assert_eq!(mark(image, "{}"), Some(CrunchFilter::EmptyTables));
    assert_eq!(mark(image, r#"{"remove_images": false}"#), None);
    assert_eq!(mark("<table><tr><td><input></table>", r#"{"forms": "keep"}"#), None);
    assert_eq!(mark(image, r#"{"remove_empty_tables": false}"#), None);
}

#[test]
fn spec_10_guard() {
    let index = "<table><tr><td><a href=1>Home</a><td><a href=2>News of the day</a></table>";
    assert_eq!(text(index, CrunchParams::default()), "Home\nNews of the day");
    assert_eq!(text(index, params(r#"{"max_removed_share": 1.0}"#)), "");
}

#[test]
fn nested_cells_go_before_the_outer_one_is_looked_at() {
    // Four links to nine words: the outer cell stays only because the inner one has gone.
    let links = "<a>A</a><a>B</a><a>C</a><a>D</a>";
    let outer = |inner: &str| format!("<td>Rye was sown late in the year after rain {inner}</td>");
    let kept = "Rye was sown late in the year after rain";
    assert_eq!(cell(&outer(&format!("<table><td>{links}</table>")), CrunchParams::default()), kept);
    assert_eq!(cell(&outer(links), CrunchParams::default()), "");
}

#[test]
fn other_containers_and_the_other_ratio_are_options() {
    let list = "<ul><li><a>Home</a><li><a>News</a></ul>";
    let html = format!("{list}<div><a>About</a></div><p>Rye was sown late in the year.");
    let left = |link_lists: &str| text(&html, params(&format!(r#"{{"link_lists": "{link_lists}"}}"#)));
    assert_eq!(left("cells"), "Home\nNews\nAbout\nRye was sown late in the year.");
    assert_eq!(left("lists"), "About\nRye was sown late in the year.");
    assert_eq!(left("containers"), "Rye was sown late in the year.");
    assert_eq!(text(&html, CrunchParams::default()), left("lists"));
    for list in ["ol", "dl", "menu", "dir"] {
        let html = format!("<{list}><a>Home</a> <a>News</a></{list}>Rye was sown late in the year.");
        assert_eq!(text(&html, CrunchParams::default()), "Rye was sown late in the year.", "{list}");
    }
    // A list of items that say something stays.
    let html = "<ul><li>Rye was sown late, says <a>the miller</a><li>Oats fell to hail in May</ul>";
    let kept = "Rye was sown late, says the miller\nOats fell to hail in May";
    assert_eq!(text(html, CrunchParams::default()), kept);
    let long = "<td><a>A name of many words</a> and some eight more words that follow it</td>";
    assert_ne!(cell(long, CrunchParams::default()), "");
    assert_eq!(cell(long, params(r#"{"link_ratio": "linked_words"}"#)), "");
}

#[test]
fn links_of_lists_can_be_retained() {
    let links = "<td><a>A</a> <a href=http://ad.doubleclick.net>B</a> <a>C</a> news</td>";
    assert_eq!(cell(links, params(r#"{"retain_links": true}"#)), "A C");
}

#[test]
fn links_and_forms_go_as_told() {
    let html =
        "<form>Search <button>Go</button><p>Rye and oats</p></form><p>Read <a href=x>more</a> of the rest";
    assert_eq!(text(html, CrunchParams::default()), "Search\nRye and oats\nRead more of the rest");
    assert_eq!(text(html, params(r#"{"forms": "remove"}"#)), "Read more of the rest");
    assert_eq!(text(html, params(r#"{"link_text": "remove"}"#)), "Search\nRye and oats\nRead of the rest");
}

#[test]
fn small_parts_of_tables_can_go() {
    let html = "<table><tr><td>Rye<td>sown late in the year<tr><td>Oats</table>";
    let left = |part: &str| text(html, params(&format!(r#"{{"empty_part": "{part}"}}"#)));
    assert_eq!(left("table"), "Rye\nsown late in the year\nOats");
    assert_eq!(left("row"), "Rye\nsown late in the year");
    assert_eq!(left("cell"), "sown late in the year");
}

#[test]
fn why_names_the_filter() {
    let doc = parsed(
        "<title>T</title><table><tr><td><a>A</a> <a>B</a> news<td>Rain is expected by Friday.</table>",
    );
    let page = Page::new(&doc);
    let why = |text: &str| -> Vec<(&str, bool)> {
        let node = page.text_nodes().iter().find(|&&node| doc.text(node).contains(text)).unwrap();
        let reasons = Crunch::default().why(&page, &mut Scratch::default(), *node);
        reasons.iter().map(|reason| (reason.rule, reason.keeps)).collect()
    };
    assert_eq!(why("news"), [("link lists", false)]);
    assert_eq!(why("Rain"), [("rest", true)]);
    assert_eq!(why("T"), [("body", false)]);
}
