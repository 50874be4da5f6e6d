use super::*;
use crate::layout::LayoutError;
use debulha_dom::{Limits, parse};

fn fit(html: &str, json: &str) -> (Document, Fitted) {
    let doc = parse(html, &Limits::default()).document;
    let fitted = LayoutRecord::from_json(json).unwrap().fit(&doc);
    (doc, fitted)
}

fn at(doc: &Document, fitted: &Fitted, name: debulha_dom::NameId, nth: usize) -> Option<f32> {
    fitted.layout.rectangle(doc.elements_named(name).nth(nth).unwrap()).map(|at| at.x)
}

#[test]
fn nodes_are_matched_by_name_and_order_among_their_like() {
    let json = r#"{"nodes": [
        {"id": "r", "tag": "HTML", "parent": null, "children": ["b"], "x": 0, "y": 0, "width": 9, "height": 9},
        {"id": "b", "tag": "BODY", "children": ["s", "p2", "d", "p1"], "x": 1, "y": 0, "width": 9, "height": 9},
        {"id": "p1", "tag": "P", "x": 4, "y": 0, "width": 9, "height": 9, "links": 3},
        {"id": "p2", "tag": "P", "x": 3, "y": 0, "width": 9, "height": 9},
        {"id": "s", "tag": "SCRIPT"},
        {"id": "d", "tag": "DIV", "x": 5, "y": 0, "width": 9, "height": 9}]}"#;
    let (doc, fitted) = fit("<p>a<p>b<ul><li>c</ul>", json);
    assert_eq!(at(&doc, &fitted, names::P, 0), Some(3.0), "the order of the list of children");
    assert_eq!(at(&doc, &fitted, names::P, 1), Some(4.0));
    assert_eq!(at(&doc, &fitted, names::UL, 0), None);
    assert_eq!(fitted.misfit.nodes, 2, "script and div");
    assert_eq!(fitted.misfit.elements, 2, "ul and li");
}

#[test]
fn records_that_make_no_sense_are_fitted_as_far_as_they_go() {
    let circle = r#"{"id": 1, "tag": "body", "children": [1, 2, 2]} {"id": 2, "tag": "p", "parent": 2, "children": [1]}"#;
    let (_, fitted) = fit("<p>a", circle);
    assert_eq!(fitted.misfit.nodes, 2, "a circle has no root");
    let twice = r#"{"id": 1, "tag": "body"} {"id": 1, "tag": "body"} {"id": 2, "tag": "p", "parent": 1, "x": 1e99,
        "y": 0, "width": 1, "height": -1}"#;
    let (doc, fitted) = fit("<p>a", twice);
    assert_eq!((fitted.misfit.nodes, at(&doc, &fitted, names::P, 0)), (1, None));
    assert!(LayoutRecord::from_json("{\"id\": 1}").is_err());
    assert!(LayoutRecord::from_json("<html>").is_err());
    assert_eq!(LayoutRecord::from_json("").unwrap(), LayoutRecord::default());
}

#[test]
fn deep_records_are_fitted_without_recursion() {
    let depth = 100_000;
    let html = "<div>".repeat(400);
    let nodes = (1..depth).map(|id| format!(r#"{{"id": {id}, "tag": "div", "parent": {}}}"#, id - 1));
    let json = std::iter::once(r#"{"id": 0, "tag": "body"}"#.to_owned()).chain(nodes).collect::<String>();
    let (_, fitted) = fit(&html, &json);
    assert_eq!(fitted.misfit.elements, 0);
    assert_eq!(fitted.misfit.nodes, depth - 401);
}

/// The record of a page as a browser would write it, with a left edge that counts the nodes.
fn record_of(html: &str) -> LayoutRecord {
    let doc = parse(html, &Limits::default()).document;
    let mut record = LayoutRecord { format: Some(2), ..LayoutRecord::default() };
    let kept = doc.nodes().filter(|&node| doc.is_element(node) || doc.is_text(node));
    for node in kept.filter(|&node| !doc.is_text(node) || !doc.text(node).trim().is_empty()) {
        let tag = if doc.is_text(node) { LayoutNode::TEXT } else { doc.name_str(doc.name(node)) };
        let parent = doc.parent(node).filter(|&parent| parent != Document::ROOT);
        let at = Rectangle { x: record.nodes.len() as f32, y: 0.0, width: 1.0, height: 1.0 };
        let mut own = LayoutNode::new(node.0.into(), tag, parent.map(|parent| parent.0.into())).at(at);
        own.text = fold::text_number(doc.text(node)).filter(|_| doc.is_text(node));
        own.mark = fold::mark_of(doc.attribute(node, names::ID), doc.attribute(node, names::CLASS));
        record.nodes.push(own);
    }
    record
}

/// The texts of `ours` with the texts of `theirs` at whose place they are.
fn places(ours: &str, theirs: &str) -> (Vec<(String, Option<String>)>, Misfit) {
    let (ours, record) = (parse(ours, &Limits::default()).document, record_of(theirs));
    let theirs = parse(theirs, &Limits::default()).document;
    let fitted = LayoutRecord::from_json(&record.to_json()).unwrap().fit(&ours);
    let text_at = |at: Rectangle| match record.nodes[at.x as usize].id {
        NodeKey::Number(id) => theirs.text(NodeId(id as u32)).to_owned(),
        NodeKey::Name(_) => String::new(),
    };
    let is_script = |node| ours.parent(node).is_some_and(|parent| ours.name(parent) == names::SCRIPT);
    let texts = ours
        .nodes()
        .filter(|&node| ours.is_text(node) && !is_script(node) && !ours.text(node).trim().is_empty());
    let texts = texts.map(|node| (ours.text(node).to_owned(), fitted.layout.rectangle(node).map(text_at)));
    (texts.collect(), fitted.misfit)
}

fn all_at_their_own(ours: &str, theirs: &str) -> Misfit {
    let (places, misfit) = places(ours, theirs);
    assert!(!places.is_empty());
    for (text, place) in places {
        assert_eq!(Some(&text), place.as_ref(), "{ours} in {theirs}");
    }
    misfit
}

#[test]
fn what_a_script_adds_shifts_nothing() {
    let ours = "<div>Rye</div><div>Oats<p>and wheat</div><script>x()</script>";
    let (added, misfit) = (
        "<div>An advertisement</div><div>Rye</div><script>y()</script><div>Oats<p>and wheat</div>",
        Misfit { nodes: 2, ..Misfit::default() },
    );
    assert_eq!(all_at_their_own(ours, added), misfit);
    let inside = "<div>Rye<p>An advertisement</div><div>Oats<p>and wheat</div>";
    assert_eq!(
        all_at_their_own(ours, inside),
        Misfit { nodes: 2, elements: 1, texts: 0 },
        "the script is not there"
    );
    let marked = "<div class=a>Rye<b>An advertisement</b></div><div class=b>Oats<b>x</b></div>";
    let ours = "<div class=b>Oats</div><div class=a>Rye</div>";
    assert_eq!(all_at_their_own(ours, marked).nodes, 4, "classes tell changed elements apart");
}

#[test]
fn what_a_script_moves_is_found() {
    let ours = "<div id=a><p>Rye</p></div><div id=b><section><p>Oats<p>Wheat</section></div>";
    let moved = "<div id=a><section><p>Oats<p>Wheat</section><p>Rye</p></div><div id=b></div>";
    assert_eq!(all_at_their_own(ours, moved), Misfit::default());
    let twice = "<div id=a></div><div id=b>x<b>Rye</b></div><div id=c>y<b>Rye</b></div>";
    let (twice, _) = places("<div id=a><b>Rye</b></div><div id=b></div><div id=c></div>", twice);
    assert_eq!(twice, [("Rye".to_owned(), None)], "two places are no answer");
}

/// The layout of `html` with a box and its text, whose second line ends at 7,920 pixels, in a window of 1280 by 800.
fn with_low_text(html: &str, box_height: u32, styles: &str) -> Layout {
    let json = format!(
        r##"{{"scripts": false, "viewport": {{"width": 1280, "height": 800, "scale": 1}}, "page": {{"width": 1280, "height": 800}},
        "styles": [{styles}], "nodes": [{{"id": 0, "tag": "body"}},
        {{"id": 1, "tag": "div", "parent": 0, "x": 0, "y": 0, "width": 1280, "height": {box_height}, "style": 0}},
        {{"id": 2, "tag": "#text", "parent": 1, "text": 0, "style": 1, "lines": [[0, 0, 90, 20], [0, 7900, 90, 20]]}}]}}"##
    );
    fit(html, &json).1.layout
}

#[test]
fn pages_are_as_high_as_their_lowest_seen_text() {
    let height = |styles: &str| with_low_text("<div>Rye</div>", 800, styles).page().height;
    assert_eq!(height(r#"{"clips": true}, {}"#), 7920.0, "the box scrolls");
    assert_eq!(height(r#"{}, {"visible": false}"#), 800.0, "nobody sees the text");
    let in_box_of =
        |height: u32| with_low_text("<div>Rye</div>", height, r#"{"clips": true}, {}"#).page().height;
    assert_eq!(in_box_of(1), 800.0, "the box is closed");
    assert_eq!(in_box_of(2), 7920.0);
}

#[test]
fn noscript_is_compared_where_scripts_did_not_run() {
    let json = |scripts: &str| {
        format!(
            r#"{{{scripts} "nodes": [{{"id": 0, "tag": "body"}}, {{"id": 1, "tag": "noscript", "parent": 0}}, {{"id": 2, "tag": "p",
            "parent": 1, "x": 8, "y": 8, "width": 90, "height": 20}}]}}"#
        )
    };
    let at = |scripts: &str| {
        let (doc, fitted) = fit("<body><noscript><p>Rye</noscript>", &json(scripts));
        let paragraph = doc.elements_named(names::P).next().unwrap();
        (fitted.layout.rectangle(paragraph).map(|at| at.x), fitted.misfit)
    };
    assert_eq!(at(r#""scripts": false,"#), (Some(8.0), Misfit::default()));
    assert_eq!(at(r#""scripts": true,"#), (None, Misfit::default()));
    assert_eq!(at(""), (None, Misfit::default()));
}

#[test]
fn pages_from_right_to_left_begin_left_of_the_window() {
    let json = r##"{"viewport": {"width": 1280, "height": 800, "scale": 1}, "page": {"width": 1600, "height": 900}, "styles": [{}],
        "nodes": [{"id": 0, "tag": "body"}, {"id": 1, "tag": "#text", "parent": 0, "text": 0, "style": 0,
        "lines": [[-320, 0, 90, 20]]}]}"##;
    let seen = |html: &str| {
        let (doc, fitted) = fit(html, json);
        let text = doc.nodes().find(|&node| doc.is_text(node)).unwrap();
        (fitted.layout.is_seen(text), fitted.layout.page().x, fitted.layout.canvas().x)
    };
    assert_eq!(seen("<html dir=RTL><body>Rye"), (Some(true), -320.0, 0.0));
    assert_eq!(seen("<body dir=rtl>Rye"), (Some(true), -320.0, 0.0));
    assert_eq!(seen("<html dir=rtl><body dir=ltr>Rye"), (Some(false), 0.0, 0.0));
    assert_eq!(seen("<body>Rye"), (Some(false), 0.0, 0.0));
}

#[test]
fn a_record_of_the_second_format_gives_styles_and_lines() {
    let json = r##"{"format": 2, "page": {"width": 1280, "height": 900}, "styles": [{"font_size": 12, "color": "#ff0000"}],
        "nodes": [{"id": 0, "tag": "body"}, {"id": 1, "tag": "#text", "parent": 0, "text": 0, "style": 0, "paint": 4,
        "lines": [[8, 8, 100, 20], [8, 28, 60, 20]]}, {"id": 2, "tag": "#text", "parent": 0, "text": 1, "style": 9}]}"##;
    let (doc, Fitted { layout, .. }) = fit("Rye<b>x</b>Oats", json);
    let texts: Vec<NodeId> = doc.nodes().filter(|&node| doc.is_text(node)).collect();
    assert_eq!(layout.lines(texts[0]).len(), 2);
    assert_eq!(layout.rectangle(texts[0]).unwrap().height, 40.0, "around the lines");
    assert_eq!(layout.style(texts[0]).unwrap().color.to_string(), "#ff0000");
    assert_eq!((layout.paint_order(texts[0]), layout.page().height), (4, 900.0));
    assert_eq!(layout.is_seen(texts[0]), Some(true));
    assert_eq!((layout.is_seen(texts[2]), layout.style(texts[2])), (Some(false), None), "no such style");
    assert_eq!(layout.is_seen(texts[1]), None, "not in the record");
    assert_eq!(layout.canvas(), layout.page(), "the window is not known");
    let wide = r#"{"page": {"width": 5120, "height": 900}, "viewport": {"width": 1280, "height": 800, "scale": 1}, "nodes": []}"#;
    let (_, Fitted { layout, .. }) = fit("Rye", wide);
    assert_eq!((layout.canvas().width, layout.canvas().height, layout.page().width), (1280.0, 900.0, 5120.0));
    let newer = LayoutRecord::from_json(r#"{"format": 3, "nodes": []}"#);
    assert!(matches!(newer, Err(LayoutError::Format(3))));
}
