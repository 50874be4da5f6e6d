//! Pages of each shape that data come in.

use super::*;
use crate::features::visibility::VisibilityOptions;
use crate::page::{Page, PageOptions};
use debulha_dom::{Limits, NodeId, parse};

const ALWAYS: ReadPayloads = ReadPayloads::Always;

fn tree(html: &str, read: ReadPayloads) -> Document {
    let options = PayloadOptions { read, ..PayloadOptions::default() };
    with_payload_nodes(parse(html, &Limits::default()).document, &options)
}

/// The children of payloads, as `class: name text | name text`, by their innermost elements.
fn outline(doc: &Document) -> Vec<String> {
    let payloads = doc.elements_named(names::PAYLOAD).flat_map(|payload| doc.children(payload));
    let text = |node: NodeId| {
        let parent = doc.parent(node).map_or(names::NONE, |parent| doc.name(parent));
        format!("{} {}", doc.name_str(parent), doc.text(node))
    };
    let of = |element: NodeId| {
        let texts: Vec<String> = doc.subtree(element).filter(|&node| doc.is_text(node)).map(text).collect();
        format!("{}: {}", doc.attribute(element, names::CLASS).unwrap_or_default(), texts.join(" | "))
    };
    payloads.map(of).collect()
}

fn found(html: &str) -> Vec<String> {
    outline(&tree(html, ALWAYS))
}

const RYE: &str = "Rye is sown in autumn, so that it stands before the frost.";
const OATS: &str = "Oats are sown in spring, when the fields are dry enough.";

#[test]
fn structured_data_say_what_their_text_is() {
    let page = r#"<script type="application/ld+json">{"@graph": [
        {"@type": "WebSite", "name": "Farm", "description": "All about rye, oats and other grain, day after day."},
        {"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "When?", "text": "I have rye.",
            "acceptedAnswer": {"text": "In autumn.", "@type": "https://schema.org/Answer"}}},
        {"@type": "NewsArticle", "headline": "Rye", "description": "It is about rye, which is sown in autumn, and oats.",
            "articleBody": "Sown.\n\nReaped &amp; bound."},
        {"@type": ["Product"], "name": "Sickle", "description": "<p>For rye.<p>And oats."}]}</script>"#;
    let expected = [
        "name: h2 When?",
        "text: p I have rye.",
        "text: p In autumn.",
        "headline: h2 Rye",
        "articleBody: p Sown. | p Reaped & bound.",
        "name: h2 Sickle",
        "description: p For rye. | p And oats.",
    ];
    assert_eq!(found(page), expected);
}

#[test]
fn state_is_found_by_its_shape() {
    let json = format!(r#"{{"props": {{"post": {{"id": 7, "body": "{RYE}"}}}}}}"#);
    let escaped = json.replace('"', "\\\"");
    let body = [format!("body: p {RYE}")];
    for script in [
        format!("<script type=application/json>{json}</script>"),
        format!("<script id=state>\n{json}</script>"),
        format!("<script><![CDATA[{json}]]></script>"),
        format!("<script>window.state = {json};start()</script>"),
        format!("<script>if (x) {{ y(); }} window['a'] = [1, {json}]; z({{a: f}});</script>"),
        format!("<script>consume({json})</script>"),
        format!("<script>window.state=JSON.parse(\"{escaped}\")</script>"),
        format!("<script>window.state=JSON.parse('{json}')</script>"),
        format!("<script>store = {{\"query\": \"{escaped}\"}}</script>"),
        format!("<script>window.n=(function(a,b){{return {{data:[{{id:a,body:'{RYE}'}}]}}}}(1,2))</script>"),
    ] {
        assert_eq!(found(&script), body, "{script}");
    }
    let flat = format!(
        r#"<script type=application/json>[{{"post":1}},{{"title":2,"body":3}},"Rye","{RYE}"]</script>"#
    );
    assert_eq!(found(&flat), [format!(": p {RYE}")]);
}

#[test]
fn attributes_that_are_json_are_read() {
    let json = format!(r#"{{"props": {{"id": 7, "title": "Rye & oats", "body": "<p>{RYE}</p>"}}}}"#);
    let escaped = json.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let page = format!("<div id=app data-page=\"{escaped}\"></div>");
    let doc = tree(&page, ReadPayloads::Auto);
    assert_eq!(outline(&doc), [format!("body: p {RYE}")]);
    let text = doc.nodes().next_back().unwrap_or(Document::ROOT);
    assert_eq!(doc.source_range(text).map(|range| &page[range]), Some(RYE));
    assert_eq!(found(&format!("<app :state='{json}'></app>")), [format!("body: p {RYE}")]);
    for value in [RYE, "{x: 1}", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]"] {
        assert_eq!(found(&format!("<p title='{value} {value}'></p>")), [""; 0], "{value}");
    }
}

#[test]
fn streams_are_joined_before_they_are_read() {
    let page = format!(
        "<script>(self.s=self.s||[]).push([0])</script><script>self.s.push([1,\"1:[\\\"$\\\",\\\"p\\\",null,{{\\\"chil\"])</script>\
         <script>self.s.push([1,\"dren\\\":\\\"{RYE}\\\"}}]\\n2:T{:x},Wheat costs \\\\more\"])</script>\
         <p>between</p><script>self.s.push([1,\" than rye does,\\nyear after year, on every market.3:{{\\\"a\\\":\\\"{OATS}\\\"}}\\n\"])</script>",
        "Wheat costs \\more than rye does,\nyear after year, on every market.".len()
    );
    let expected = [
        format!("children: p {RYE}"),
        ": p Wheat costs \\more than rye does, | p year after year, on every market.".to_owned(),
        format!("a: p {OATS}"),
    ];
    let doc = tree(&page, ALWAYS);
    assert_eq!(outline(&doc), expected);
    assert_eq!(doc.elements_named(names::PAYLOAD).count(), 1);
}

#[test]
fn what_is_no_text_stays_out() {
    for string in [
        "https://example.org/a/rather/long/address/of/a/page?with=a&query=and&more=of&it=1",
        "a{color:red;margin:0 auto} .b .c > d{display:flex; padding: 0 1em 2em 3em}",
        "function f(a, b) { return a + b; } var c = f(1, 2), d = f(3, 4);",
        "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
        "flex flex-col gap-2 px-4 md:px-8 text-sm bg-white rounded-xl mt-4, w-full",
        "Hello {name}, you have {count} new messages, and here they are for you.",
        "Read more about rye",
        "<p>https://example.org</p><script>let a = 1, b = 2, c = 3, d = 4, e = 5;</script>",
    ] {
        assert_eq!(found(&format!("<script>a={{\"b\":\"{string}\"}}</script>")), [""; 0], "{string}");
    }
    let messages: Vec<String> = (0..12).map(|n| format!("\"m{n}\": \"{OATS} {n}\",")).collect();
    let messages = messages.concat();
    let page = |placeholder: &str| format!("<script>a={{{messages} \"last\": \"{placeholder}\"}}</script>");
    assert_eq!(found(&page("{0} of {1}")), [""; 0]);
    assert_eq!(found(&page("the end")).len(), 1, "all but the first are nearly the same text");
    assert_eq!(found(&format!("<script>a={{\"cart.note\":\"{RYE}\"}}</script>")), [""; 0]);
}

#[test]
fn text_that_the_page_has_is_left_out() {
    let script = format!(r#"<script>a={{"b":"{RYE}"}}</script>"#);
    for text in [
        format!("<p>{RYE}"),
        format!("<p hidden>{}", RYE.replace("autumn", "<b>autumn</b>")),
        format!("<template>{RYE}</template>"),
        format!("<noscript><p>{RYE}</noscript>"),
    ] {
        assert_eq!(found(&format!("{script}{text}")), [""; 0], "{text}");
    }
    assert_eq!(found(&format!("<title>{RYE}</title>{script}")).len(), 1);
    assert_eq!(found(&format!("{script}{script}<script>c={{\"d\":\"<p>{RYE}</p>\"}}</script>")).len(), 1);
    assert_eq!(found(&format!("{script}<p>{OATS}")).len(), 1);
}

#[test]
fn every_text_knows_its_bytes() {
    let page = r#"<div></div><script>x = {"body": "Caf\u00e9 of the old mill\ud83c\udf3e, where rye is drunk.\nNext \"line\" & more."};
        y = {"html": "<p class=\"a\">Bread &amp; <b>butter<\/b>, as every baker in town makes it.<\/p>"}</script>"#;
    let doc = tree(page, ALWAYS);
    let range = |node| &page[doc.source_range(node).unwrap_or_default()];
    let new =
        doc.elements_named(names::PAYLOAD).next().into_iter().flat_map(|payload| doc.descendants(payload));
    let texts: Vec<(&str, &str)> =
        new.filter(|&node| doc.is_text(node)).map(|node| (doc.text(node), range(node))).collect();
    let expected = [
        (
            "Café of the old mill🌾, where rye is drunk.",
            r"Caf\u00e9 of the old mill\ud83c\udf3e, where rye is drunk.",
        ),
        ("Next \"line\" & more.", r#"Next \"line\" & more."#),
        ("Bread & ", "Bread &amp; "),
        ("butter", "butter"),
        (", as every baker in town makes it.", ", as every baker in town makes it."),
    ];
    assert_eq!(texts, expected);
    let element = |name| doc.elements_named(name).next();
    assert_eq!(element(names::B).map(range), Some(r"<b>butter<\/b>"));
    assert!(
        element(names::PAYLOAD)
            .map(range)
            .is_some_and(|script| script.starts_with("<script>") && script.ends_with("</script>"))
    );
    let div = doc.elements_named(names::DIV).nth(2).unwrap_or(Document::ROOT);
    let key: Vec<&str> = doc.attribute_ranges(div).map(|range| &page[range]).collect();
    assert_eq!((doc.attribute(div, names::CLASS), key), (Some("html"), vec!["html"]));
    assert!(doc.attribute(element(names::P).unwrap_or(div), names::CLASS).is_none());
}

#[test]
fn the_clean_view_hides_payloads() {
    let doc = tree(&format!(r#"<p>Grain</p><script>a={{"b":"{RYE}"}}</script>"#), ALWAYS);
    let shown = |page: &Page<'_>| page.text_nodes().iter().map(|&node| doc.text(node)).collect::<Vec<_>>();
    let page = Page::new(&doc);
    assert_eq!(shown(&page), ["Grain"]);
    assert_eq!(page.with_hidden_text().map(|page| shown(&page)), Some(vec!["Grain", RYE]));
    let visibility = VisibilityOptions { payloads: true, ..VisibilityOptions::default() };
    assert_eq!(
        shown(&Page::with_options(&doc, None, PageOptions { visibility, ..PageOptions::default() })),
        ["Grain", RYE]
    );
}

#[test]
fn pages_with_text_are_not_read() {
    let text = |words: usize| "<p>grain falls ".repeat(words / 2);
    let is_read = |html: &str| tree(html, ReadPayloads::Auto).elements_named(names::PAYLOAD).next().is_some();
    let short = format!(r#"<script>a={{"b":"{RYE}"}}</script>"#);
    assert!(is_read(&(text(150) + &short)));
    assert!(!is_read(&(text(300) + &short)));
    assert!(is_read(&short), "no body");
    // One string as long as the frame around it.
    let sentences: Vec<String> = (0..400).map(|n| format!("Word {n} of the tale. ")).collect();
    let body = sentences.concat();
    let plain = format!(r#"<script>a={{"x":"y","b":"{body}"}}</script>"#);
    let parsed = format!(r#"<script>a=JSON.parse("{{\"x\":\"y\",\"b\":\"{body}\"}}")</script>"#);
    for script in [plain, parsed] {
        assert!(is_read(&(text(300) + &script)));
        assert!(!is_read(&(text(300) + &script + &body)));
        assert!(!is_read(&(text(600) + &script)));
    }
    let never = PayloadOptions { read: ReadPayloads::Never, ..PayloadOptions::default() };
    let doc = parse(&short, &Limits::default()).document;
    let len = doc.len();
    assert_eq!(with_payload_nodes(doc, &never).len(), len);
}

#[test]
fn what_the_server_has_rendered_is_left_alone() {
    let page = |shown: &str| {
        let posts = format!(r#"{{"post":{{"body":"{RYE}"}},"next":{{"body":"{OATS}"}}}}"#);
        tree(&format!("<p>{shown}</p><script>a={posts}</script>"), ReadPayloads::Auto)
    };
    assert_eq!(outline(&page(RYE)), [""; 0]);
    assert_eq!(outline(&page("Grain")).len(), 2);
    let much =
        format!("{RYE} Wheat comes next, and then there are beans and peas to be sown in the gardens.");
    assert_eq!(outline(&page(&much)), [format!("body: p {OATS}")]);
}

#[test]
fn broken_data_give_what_came_before() {
    assert_eq!(found(&format!(r#"<script>a={{"b":"{RYE}","c":oops("{OATS}")}}</script>"#)).len(), 1);
    assert_eq!(found(&format!(r#"<script>{{"b":"{RYE}","c":"{OATS}</script>"#)).len(), 1);
    for script in [
        "{",
        "{\"",
        "[[[",
        "={\"a",
        "push([1,\"",
        "s.push([1,\"\"])",
        "JSON.parse(\"",
        "s.push([1,\"1:T\"])",
        "s.push([1,\"1:Tfffffffff,é\"])",
    ] {
        assert_eq!(found(&format!("<script>{script}</script>")), [""; 0], "{script}");
    }
}

/// A step that is quadratic would show as a test that does not end.
#[test]
fn escaped_markup_of_noscript_is_read_as_markup() {
    let note = |text: &str| format!("<div id=app></div><noscript>{text}</noscript>");
    let escaped = RYE.replace("Rye", "&lt;b&gt;Rye&lt;/b&gt;");
    assert_eq!(
        found(&note(&format!("&lt;p&gt;{escaped}&lt;/p&gt;"))),
        [format!(": b Rye | p {}", &RYE[3..])]
    );
    let page = note(&format!("&lt;p&gt;{RYE}&lt;/p&gt;&lt;img src=&quot;/rye.jpg&quot;&gt;"));
    let doc = tree(&page, ReadPayloads::Auto);
    let image = doc.elements_named(names::IMG).next().expect("a picture");
    assert_eq!(doc.attribute(image, names::SRC), Some("/rye.jpg"));
    for other in ["&lt;img src=x&gt;", "&lt;p&gt;Please enable scripts.&lt;/p&gt;", "Rye &lt; oats"] {
        assert_eq!(found(&note(other)), [""; 0], "{other}");
    }
    assert_eq!(found(&(note(&format!("&lt;p&gt;{RYE}&lt;/p&gt;")) + "<p>" + RYE)), [""; 0], "known");
}

#[test]
fn large_and_deep_data_end() {
    let escapes = format!(
        "<script>a={{\"b\":\"{}\"}}</script>",
        format!("{} \\u00e9\\n", "grain falls, ".repeat(3)).repeat(20_000)
    );
    let nested = format!("<script>a=\"{}\"</script>", "{\\\"a\\\":\\\"".repeat(100_000));
    for page in [
        format!("<script>{}</script>", "{\"a\":[".repeat(500_000)),
        format!("<script>{}</script>", "={\"a\":\"b\" ".repeat(300_000)),
        format!("<script>{}</script>", "[ ".repeat(500_000)),
        format!("<script>{}</script>", "JSON.parse(\"".repeat(200_000)),
        format!("<script>a={{\"b\":\"{}\"}}</script>", "<div>rye, ".repeat(200_000)),
        "<script>s.push([1,\"a:T9,\"])</script>".repeat(20_000),
        format!("<script>{}</script>", "{\"@type\":\"Answer\",\"text\":\"&\"},".repeat(20_000)),
        escapes,
        nested,
        format!("<p data-a='{}'>", "{\"a\":&quot;".repeat(200_000)),
        "<p data-a='{\"a\": \"grain falls, and is bound, and falls again, as it does\"}'></p>".repeat(20_000),
    ] {
        let doc = tree(&page, ALWAYS);
        assert!(doc.nodes().all(|node| doc.depth(node) <= Limits::default().max_depth));
        drop(tree(&page, ReadPayloads::Auto));
    }
}
