//! Worked numbers of the specification, and one page for each option that changes what is kept.

use super::*;
use debulha_core::Extractor;
use debulha_core::params::Params;
use debulha_dom::{Document, Limits, parse};
use serde_json::json;

fn params(changes: serde_json::Value) -> NceParams {
    let serde_json::Value::Object(map) = changes else { panic!("not a map: {changes}") };
    NceParams::from_map("nce", &map).unwrap()
}

fn document(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

fn text(html: &str, changes: serde_json::Value) -> String {
    let doc = document(html);
    let page = Page::new(&doc);
    let nce = Nce { params: params(changes) };
    let outcome = nce.extract(&page, &mut Scratch::default());
    let labels = outcome.labels().unwrap();
    assert!(labels.is_valid(&doc));
    labels.plain_text(&page)
}

fn separator_page() -> String {
    format!(
        "<div id=nav><a>Home page</a><a>Sports page</a></div><div id=main><p>{}.</p><p>{}.</p>\
         <p><a>see the full photo gallery here</a></p></div><div id=foot>Copyright</div>",
        "a".repeat(29),
        "b".repeat(39)
    )
}

#[test]
fn spec_01_t1_separator() {
    let html = separator_page();
    let doc = document(&html);
    let page = Page::new(&doc);
    for (roles, rivals) in [("printed", 0), ("semantic", 1)] {
        let changes = json!({"min_leaf": 20, "min_separator": 60, "roles": roles});
        let decision = Nce { params: params(changes.clone()) }.decide(&page, &mut Scratch::default());
        let (_, separator) = decision.separator.unwrap();
        assert_eq!(doc.xpath(separator.node), "/html[1]/body[1]/div[2]");
        assert_eq!((separator.own.chars, separator.rest.chars, separator.rest.link_chars), (101, 29, 20));
        assert_eq!(separator.rivals, rivals);
        let paragraphs: Vec<NodeId> = doc.children(separator.node).take(2).collect();
        assert_eq!(decision.roots, paragraphs, "the third is all link");
        assert_eq!(text(&html, changes), format!("{}.\n{}.", "a".repeat(29), "b".repeat(39)));
    }
}

#[test]
fn a_page_without_separator_is_kept_whole() {
    let all = text(&separator_page(), json!({}));
    assert!(all.starts_with("Home page") && all.ends_with("Copyright"), "{all}");
    assert_eq!(text("", json!({})), "");
}

const HEADERS: [&str; 6] = [
    "A first short paragraph of the story itself",
    "Posted by Ann on 12 May 2009 at 10:01",
    "I fully agree with the mayor on this",
    "Posted by Bob on 12 May 2009 at 11:30",
    "Nothing will change anyway, believe me",
    "Posted by Eve on 13 May 2009 at 09:15",
];

fn comments_page() -> String {
    HEADERS.map(|line| format!("<p>{line}</p>")).concat()
}

#[test]
fn spec_01_t2_comments() {
    let doc = document(&comments_page());
    let page = Page::new(&doc);
    let paragraphs: Vec<NodeId> = doc.children(page.body()).collect();
    let cut = Nce::default().find_comments(&page, &[page.body()]).unwrap();
    assert_eq!(cut.headers, (paragraphs[1], paragraphs[3]));
    assert_eq!(cut.node, paragraphs[1]);
    assert_eq!(text(&comments_page(), json!({})), HEADERS[0]);
    assert_eq!(text(&comments_page(), json!({"comments": "full_graph"})), HEADERS[0]);
}

#[test]
fn comments_follow_their_options() {
    let whole = HEADERS.join("\n");
    let page = comments_page();
    assert_eq!(text(&page, json!({"comments": "off"})), whole);
    // 43 of 227 characters lie before the cut.
    assert_eq!(text(&page, json!({"keep_at_least": 0.5})), whole);
    assert_eq!(text(&page, json!({"keep_at_least": 0.15})), HEADERS[0]);
    // The first and the last header are 4 positions apart, neighbours 2.
    assert_eq!(text(&page, json!({"comment_distance": 3})), whole);
    assert_eq!(
        text(&page, json!({"comment_distance": 3, "distance": "strictly_between"})),
        HEADERS[0],
        "3 texts between are 4 positions"
    );
    // The first header has 7 of 9 words in common with the second, 6 with the third.
    assert_eq!(text(&page, json!({"comment_unit": "words"})), whole);
    assert_eq!(text(&page, json!({"comment_unit": "words", "comment_similarity": 0.6})), HEADERS[0]);
}

fn rally_page(head: &str) -> String {
    let story = "The Rally de Dubai begins on Monday in the desert. ".repeat(14);
    format!(
        "{head}<nav><a href=1>Home</a></nav><h1>Rally de Dubai</h1><h4>About this site</h4>\
         <div><p>{story}</p></div>"
    )
}

#[test]
fn spec_01_t3_title() {
    let first_line = |html: &str, changes| text(html, changes).lines().next().unwrap().to_owned();
    let titled = rally_page("<title>Rally de Dubai começa - Site</title>");
    assert_eq!(first_line(&titled, json!({})), "Rally de Dubai começa - Site");
    let untitled = rally_page("");
    assert_eq!(first_line(&untitled, json!({})), "Rally de Dubai");
    assert!(first_line(&untitled, json!({"title": "off"})).starts_with("The Rally"));
    assert!(first_line(&untitled, json!({"title_words": 2})).starts_with("The Rally"));
    assert_eq!(first_line(&untitled, json!({"title": "at_least", "title_words": 3})), "Rally de Dubai");
    assert_eq!(first_line(&untitled, json!({"title_overlap": 0.0})), "About this site");
}

#[test]
fn bounds_and_units_follow_their_options() {
    let page = separator_page();
    let is_whole = |changes| text(&page, changes).starts_with("Home page");
    assert!(!is_whole(json!({"min_leaf": 40, "min_separator": 101})));
    assert!(is_whole(json!({"min_leaf": 40, "min_separator": 101, "bounds": "exclusive"})));
    assert!(is_whole(json!({"min_leaf": 1, "min_separator": 10, "size_unit": "words"})));
    assert!(!is_whole(json!({"min_leaf": 1, "min_separator": 8, "size_unit": "words"})));
}

#[test]
fn lines_between_breaks_count_together_unless_told_otherwise() {
    let line = "A line of verse about the harvest and the rain. ";
    let html = format!("<nav><a href=1>Home</a></nav><div>{}</div>", format!("{line}<br>").repeat(15));
    let found = |leaf| !text(&html, json!({"leaf": leaf, "comments": "off"})).starts_with("Home");
    assert!(found("leaf_or_own_text"));
    assert!(found("parent_subtree"));
    assert!(!found("text_node"));
}

#[test]
fn the_largest_separator_may_come_second() {
    let story = |words: &str| format!("<div><p>{}</p></div><a href=1>More</a>", words.repeat(40));
    let html = format!(
        "<section>{}</section><section>{}</section>",
        story("short lead text "),
        story("main story in full ")
    );
    assert!(text(&html, json!({})).starts_with("short"));
    assert!(text(&html, json!({"choice": "largest"})).starts_with("main"));
}

#[test]
fn presets_are_valid_parameters() {
    for preset in Nce::INFO.presets {
        let map = serde_json::from_str(preset.params).unwrap();
        assert!(NceParams::from_map("nce", &map).is_ok(), "{}", preset.name);
    }
}

#[test]
fn spec_01_presets_are_the_readings_of_the_specification() {
    let preset = |name: &str| {
        let preset = Nce::INFO.presets.iter().find(|preset| preset.name == name).unwrap();
        params(serde_json::from_str(preset.params).unwrap())
    };
    let literal = NceParams::default();
    assert_eq!(preset("literal"), literal);
    assert_eq!((literal.roles, literal.title, literal.title_words), (Roles::Printed, TitleBound::AtMost, 4));
    assert_eq!(preset("table"), NceParams { roles: Roles::Table, ..literal.clone() });
    let printed = NceParams { keep_at_least: 0.5, ..literal };
    assert_eq!(preset("printed"), printed);
    assert_eq!(preset("practical"), NceParams { title_words: 25, ..printed });
}

#[test]
fn why_names_the_rule_that_decided() {
    let why = |html: &str, changes, start: &str| {
        let doc = document(html);
        let page = Page::new(&doc);
        let nce = Nce { params: params(changes) };
        let node = doc.nodes().find(|&node| doc.is_text(node) && doc.text(node).starts_with(start)).unwrap();
        let reasons = nce.why(&page, &mut Scratch::default(), node);
        let last = reasons.last().unwrap();
        (last.rule, last.keeps)
    };
    let small = || json!({"min_leaf": 20, "min_separator": 60});
    assert_eq!(why(&separator_page(), small(), "see the full"), ("link density", false));
    assert_eq!(why(&separator_page(), small(), "aaa"), ("link density", true));
    assert_eq!(why(&separator_page(), small(), "Home"), ("separator", false));
    assert_eq!(why(&separator_page(), json!({}), "Home"), ("separator", true));
    assert_eq!(why(&comments_page(), json!({}), "I fully"), ("comments", false));
    assert_eq!(why(&comments_page(), json!({}), "A first"), ("comments", true));
    assert_eq!(why(&rally_page("<title>Rally de Dubai começa</title>"), json!({}), "Rally"), ("title", true));
}
