//! The tree's shape, order and limits.

use debulha_dom::{Document, Limits, NodeId, NodeKind, Truncated, names, parse};
use proptest::prelude::*;

fn tree(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

/// The tree as nested brackets: `name(children)`, text in quotes.
fn outline(doc: &Document, node: NodeId) -> String {
    match doc.kind(node) {
        NodeKind::Text => format!("{:?}", doc.text(node)),
        NodeKind::Element | NodeKind::Document => {
            let children: Vec<String> = doc.children(node).map(|child| outline(doc, child)).collect();
            format!("{}({})", doc.name_str(doc.name(node)), children.join(" "))
        }
        kind => format!("{kind:?}"),
    }
}

/// What every tree promises, whatever the page.
fn check_invariants(doc: &Document) {
    for node in doc.nodes() {
        let end = doc.subtree_end(node);
        assert!(end > node.0 && end <= doc.len() as u32);
        if let Some(parent) = doc.parent(node) {
            assert!(parent < node && end <= doc.subtree_end(parent));
            assert_eq!(doc.depth(node), doc.depth(parent) + 1);
        }
        if doc.is_text(node) {
            assert!(!doc.text(node).is_empty());
            assert!(doc.first_child(node).is_none());
        }
        let by_children: u32 = doc.children(node).map(|child| doc.subtree_end(child) - child.0).sum();
        assert_eq!(by_children + 1, end - node.0);
    }
}

#[test]
fn follows_the_standard() {
    let doc = tree("<p>one<p>two<table><tr><td>x</table>");
    let expected = r#"html(head() body(p("one") p("two" table(tbody(tr(td("x")))))))"#;
    assert_eq!(outline(&doc, doc.html().unwrap()), expected);
    check_invariants(&doc);
}

#[test]
fn foster_parented_text_comes_in_document_order() {
    let doc = tree("<div><table>a<tr><td>cell</td></tr>b</table>c</div>");
    let expected = r#"body(div("ab" table(tbody(tr(td("cell")))) "c"))"#;
    assert_eq!(outline(&doc, doc.body().unwrap()), expected);
    check_invariants(&doc);
}

#[test]
fn misnested_formatting_is_adopted() {
    let doc = tree("<p>1<b>2<i>3</b>4</i>5");
    let expected = r#"body(p("1" b("2" i("3")) i("4") "5"))"#;
    assert_eq!(outline(&doc, doc.body().unwrap()), expected);
    check_invariants(&doc);
}

#[test]
fn noscript_and_template_have_children() {
    let doc = tree("<body><noscript><p>shown</p></noscript><template><p>stamp</p></template>");
    assert_eq!(outline(&doc, doc.body().unwrap()), r#"body(noscript(p("shown")) template(p("stamp")))"#);
}

#[test]
fn attributes_and_names_of_any_spelling() {
    let doc = tree(
        "<html lang=en><body class='a b' id=x data-odd=1><x-card xlink:href=u>t</x-card><html dir=rtl lang=de>",
    );
    let (html, body) = (doc.html().unwrap(), doc.body().unwrap());
    assert_eq!(doc.attribute(html, names::LANG), Some("en"));
    assert_eq!(doc.attribute(html, names::DIR), Some("rtl"));
    assert_eq!(doc.classes(body).collect::<Vec<_>>(), ["a", "b"]);
    let odd = doc.find_name("data-odd").unwrap();
    assert_eq!(doc.attribute(body, odd), Some("1"));
    let card = doc.first_child(body).unwrap();
    assert_eq!(doc.name_str(doc.name(card)), "x-card");
    assert_eq!(doc.find_name("nowhere"), None);
}

#[test]
fn xpath_counts_siblings_of_the_same_name() {
    let doc = tree("<body>t<p>1</p>u<!--c--><p>2<b>x</b></p>");
    let b = doc.elements_named(names::B).next().unwrap();
    assert_eq!(doc.xpath(b), "/html[1]/body[1]/p[2]/b[1]");
    let last_text = doc.nodes().rfind(|&n| doc.is_text(n)).unwrap();
    assert_eq!(doc.xpath(last_text), "/html[1]/body[1]/p[2]/b[1]/text()[1]");
    assert_eq!(doc.xpath(Document::ROOT), "/");
}

#[test]
fn empty_and_nul_pages_are_trees() {
    let doc = tree("");
    assert_eq!(outline(&doc, doc.html().unwrap()), "html(head() body())");
    let doc = tree("a\0b<p\0>\u{fffd}");
    check_invariants(&doc);
    assert!(doc.text_content(doc.body().unwrap()).contains('a'));
}

#[test]
fn each_limit_is_reported_and_leaves_a_tree() {
    let page = "<p a=1 b=2 c=3>one</p>".repeat(50);
    let limits = Limits { max_bytes: 500, max_attributes: 2, ..Limits::default() };
    let parsed = parse(&page, &limits);
    assert!(matches!(parsed.truncations[0], Truncated::Bytes { bytes: 1100, limit: 500 }));
    assert!(matches!(parsed.truncations[1], Truncated::Attributes { dropped: 23, limit: 2 }));
    check_invariants(&parsed.document);

    let parsed = parse(&page, &Limits { max_nodes: 20, ..Limits::default() });
    assert_eq!(parsed.truncations, [Truncated::Nodes { limit: 20 }]);
    assert!(parsed.document.len() <= 24);
    check_invariants(&parsed.document);
}

#[test]
fn depth_beyond_the_cap_is_flat_and_whole() {
    let deep = format!("{}deepest{}after", "<div><span>".repeat(2_000), "</span></div>".repeat(2_000));
    let parsed = parse(&deep, &Limits { max_depth: 20, ..Limits::default() });
    let doc = &parsed.document;
    assert!(doc.nodes().all(|node| doc.depth(node) <= 20));
    assert_eq!(doc.text_content(Document::ROOT), "deepestafter");
    assert_eq!(doc.elements_named(names::SPAN).count(), 2_000);
    assert!(matches!(parsed.truncations[..], [Truncated::Depth { .. }]));
    check_invariants(doc);
}

#[test]
fn a_million_levels_lose_no_text() {
    let page = format!("<p>first{}last", "<div>x".repeat(1_000_000));
    let parsed = parse(&page, &Limits { min_node_bytes: 1, ..Limits::default() });
    let text = parsed.document.text_content(Document::ROOT);
    assert_eq!(text.len(), "firstlast".len() + 1_000_000);
    assert!(text.starts_with("first") && text.ends_with("last"));
}

#[test]
fn a_document_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&tree("<p>x"));
}

proptest! {
    #[test]
    fn any_soup_is_a_tree(parts in proptest::collection::vec("(<(div|p|table|tr|td|b|a|i|li|ul|select|option|svg|template|/p|/b|/table|/div|/a)( x=1)?>)|[a-c ]{1,4}", 0..80)) {
        let soup = parts.concat();
        check_invariants(&tree(&soup));
        check_invariants(&parse(&soup, &Limits { max_depth: 4, max_nodes: 30, ..Limits::default() }).document);
    }
}
