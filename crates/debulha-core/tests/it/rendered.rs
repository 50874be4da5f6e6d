//! What other programs make of the output, raw HTML let through: nothing of a page passes but what the HTML writer allows.

use crate::writers::samples::{ATTACKS, attacks, hostile_documents};
use debulha_core::content::{self, ContentDocument};
use debulha_core::metadata::{self, Metadata};
use debulha_core::write::{Format, Renditions, Title, WriteOptions, Written, render};
use debulha_core::{Labels, Page};
use debulha_dom::{Document, Limits, NodeId, NodeKind, parse};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::io::Write;
use std::process::{Command, Stdio};

const FULL: WriteOptions = WriteOptions {
    links: true,
    images: true,
    tables: true,
    footnotes: false,
    metadata: true,
    records: false,
    title: Title::Page,
    renditions: Renditions::NONE,
    compat: None,
};

/// Elements that the HTML writer allows.
const ELEMENTS: &str = "html head meta title link body h1 h2 h3 h4 h5 h6 p ul ol li table caption thead tbody tr th td \
    pre code blockquote figure figcaption dl dt dd div span hr em strong del s sub sup a img br input";

/// Attributes of the same, and those by which renderers of Markdown say how cells stand and what is a formula.
const ATTRIBUTES: &str = "lang dir charset name content rel href src alt title start value rowspan colspan style class \
    type disabled checked align data-math-style";

fn is_one_of(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == name)
}

/// Nothing but allowed elements, attributes and addresses.
fn check(html: &str, source: &str) {
    let document = parse(html, &Limits::default()).document;
    for node in document.nodes() {
        assert!(document.kind(node) != NodeKind::Comment, "a comment in {html}\nof {source}");
        if document.is_element(node) {
            check_element(&document, node, html, source);
        }
    }
}

fn check_element(document: &Document, node: NodeId, html: &str, source: &str) {
    let element = document.name_str(document.name(node));
    assert!(is_one_of(ELEMENTS, element), "<{element}> in {html}\nof {source}");
    for (attribute, value) in document.attributes(node) {
        let attribute = document.name_str(attribute);
        assert!(is_one_of(ATTRIBUTES, attribute), "{attribute} in {html}\nof {source}");
        match attribute {
            "href" | "src" => assert!(is_harmless(value), "{value:?} in {html}\nof {source}"),
            "style" => assert!(value.starts_with("text-align:"), "{value:?} in {html}\nof {source}"),
            "type" => assert_eq!((element, value), ("input", "checkbox"), "{html}\nof {source}"),
            _ => {}
        }
    }
}

/// Whether a browser would see an address of the web, mail or telephone, or none at all, by the URL standard.
fn is_harmless(address: &str) -> bool {
    let base = url::Url::parse("https://base.example/").unwrap();
    let url = base.join(address);
    url.is_err() || url.is_ok_and(|url| ["https", "http", "mailto", "tel"].contains(&url.scheme()))
}

/// As CommonMark alone, and with every extension that a text could set off.
fn by_pulldown_cmark(markdown: &str) -> [String; 2] {
    use pulldown_cmark::{Options, Parser, html};
    let all = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM;
    [Options::empty(), all].map(|options| {
        let mut out = String::new();
        html::push_html(&mut out, Parser::new_ext(markdown, options));
        out
    })
}

/// The same by a port of cmark-gfm.
fn by_comrak(markdown: &str) -> [String; 2] {
    let mut plain = comrak::Options::default();
    plain.render.r#unsafe = true;
    let mut all = plain.clone();
    all.extension.table = true;
    all.extension.strikethrough = true;
    all.extension.tasklist = true;
    all.extension.footnotes = true;
    all.extension.math_dollars = true;
    [plain, all].map(|options| comrak::markdown_to_html(markdown, &options))
}

fn check_markdown(markdown: &str) {
    for html in by_pulldown_cmark(markdown).iter().chain(&by_comrak(markdown)) {
        check(html, markdown);
    }
}

/// One root, matching tags, known references, characters of XML alone.
fn check_xml(xml: &str) {
    let is_allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(xml.chars().all(is_allowed), "a character that XML forbids: {xml:?}");
    let mut reader = quick_xml::Reader::from_str(xml);
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {xml}")) {
            quick_xml::events::Event::Eof => break,
            quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    attribute.unwrap().unescape_value().unwrap();
                }
            }
            quick_xml::events::Event::GeneralRef(name) => {
                let name = name.decode().unwrap().into_owned();
                assert!(["amp", "lt", "gt", "quot", "#13", "#10", "#9"].contains(&name.as_str()), "{name}");
            }
            _ => {}
        }
    }
}

fn written<'a>(document: &'a Document, content: &'a ContentDocument) -> Written<'a> {
    Written {
        document,
        byte_map: None,
        content,
        metadata: None,
        records: None,
        comments: &[],
        url: None,
        extractor: "test",
        agreement: None,
        verdict: None,
        warnings: &[],
    }
}

fn markdown_of(content: &ContentDocument, options: &WriteOptions) -> String {
    let parsed = parse("<p>", &Limits::default());
    render(Format::Markdown, &written(&parsed.document, content), options)
}

/// Text as it may stand in a page, in elements and in quoted attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A page with attacks at every place from which text comes: `{}` in turn, escaped, or `{!}` as it is.
const PAGE: &str = r#"<html lang="{}" dir="{}"><head><title>{}</title><meta name=author content="{}">
<meta name=description content="{}"><meta property="article:tag" content="{}"><script src=mathjax.js></script></head>
<body><h1>{}</h1><p title="{}">{} <a href="{}" title="{}">{}</a> <b>{}</b><i>{}</i><code>{}</code>{}<br>{}</p>
<p><a href="{}"><img src="{}" alt="{}" title="{}"></a></p><p><img class=tex alt="{}" src=/f.png> {} \({}\) $${}$$ ${}$</p>
<p><math><semantics><mi>{}</mi><annotation encoding="application/x-tex">{}</annotation></semantics></math> of
<math alttext="{}"><mi>x</mi></math> and <math><mtext>{}</mtext></math> and
<math><semantics><mi>x</mi><annotation-xml encoding="MathML-Content"><annotation encoding="TeX">{}</annotation></annotation-xml>
</semantics></math> <span class=math data-latex="{}">x</span> <span class="math inline">\({}\)</span>
<span class="MathJax_Preview">p</span><script type="math/tex">{!}</script></p><script type="math/tex; mode=display">{!}</script>
<table><caption>{}</caption><tr><td></td><th>{}</th></tr><tr><th>{}</th><td><code>{}</code> \({}\) {}<ul><li>{}</li></ul></td></tr>
<tr><td><a href="{}" title="{}">{}</a></td><td><img src="{}" alt="{}"><pre>{}
{}</pre></td></tr></table><pre><code class="language-{}">{}</code></pre><ul><li>{}</li><li>[x]: {}</li></ul>
<ol start=7><li value="{}">{}</li></ol><blockquote>{}</blockquote><dl><dt>{}</dt><dd>{}</dd></dl>
<figure><img src="{}" alt="{}"><figcaption>{}</figcaption></figure><iframe src="{}" title="{}"></iframe>
<video poster="{}"><source src="{}"></video><q>{}</q><ruby>{}<rt>{}</rt></ruby>
<div style="white-space:pre">{}
{}</div><p>[^1]: {}</p></body></html>"#;

fn page_of(attacks: &[String]) -> String {
    let mut next = attacks.iter().cycle();
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some(at) = rest.find('{') {
        page.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(behind) = rest.strip_prefix("{!}") {
            page.push_str(&next.next().unwrap().replace("</", "< /"));
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix("{}") {
            page.push_str(&escaped(next.next().unwrap()));
            rest = behind;
        } else {
            page.push('{');
            rest = &rest[1..];
        }
    }
    page + rest
}

/// The outputs of a page, all of its text kept: Markdown, HTML and TEI.
fn outputs(html: &str) -> [String; 3] {
    let document = parse(html, &Limits::default()).document;
    let page = Page::new(&document);
    let labels = Labels::from_text_nodes(&document, page.text_nodes().to_vec());
    let content = content::build(&page, &labels);
    let metadata: Metadata = metadata::extract(&page);
    let written = Written { metadata: Some(&metadata), ..written(&document, &content) };
    [Format::Markdown, Format::Html, Format::XmlTei].map(|format| render(format, &written, &FULL))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn markdown_of_any_content_shows_nothing_else(content in hostile_documents()) {
        check_markdown(&markdown_of(&content, &FULL));
        check_markdown(&markdown_of(&content, &WriteOptions::default()));
    }

    #[test]
    fn no_format_of_any_page_shows_anything_else(attacks in prop::collection::vec(attacks(), 1..40)) {
        let [markdown, html, tei] = outputs(&page_of(&attacks));
        check_markdown(&markdown);
        check(&html, &html);
        check_xml(&tei);
    }
}

/// Each attack alone at every place, so that none hides another.
#[test]
fn known_attacks_show_nothing() {
    for attack in ATTACKS {
        let [markdown, html, tei] = outputs(&page_of(&[(*attack).to_owned()]));
        check_markdown(&markdown);
        check(&html, &html);
        check_xml(&tei);
    }
}

/// The Python that has markdown-it: of `DEBULHA_MARKDOWN_IT`, which must have it, else one that happens to.
fn python_with_markdown_it() -> Option<String> {
    if let Ok(python) = std::env::var("DEBULHA_MARKDOWN_IT") {
        return Some(python);
    }
    let found = Command::new("python3").args(["-c", "import markdown_it"]).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success()).then(|| "python3".to_owned())
}

#[test]
fn a_renderer_of_another_language_shows_nothing_else() {
    let Some(python) = python_with_markdown_it() else {
        println!("left out: no python3 with markdown-it-py, and DEBULHA_MARKDOWN_IT names none");
        return;
    };
    let mut runner = TestRunner::deterministic();
    let mut generated = |count: usize| -> Vec<String> {
        let pages = prop::collection::vec(attacks(), 1..40);
        (0..count)
            .map(|_| outputs(&page_of(&pages.new_tree(&mut runner).unwrap().current()))[0].clone())
            .collect()
    };
    let mut texts = generated(200);
    texts.extend(ATTACKS.iter().map(|attack| outputs(&page_of(&[(*attack).to_owned()]))[0].clone()));
    let mut runner = TestRunner::deterministic();
    let documents = hostile_documents();
    texts.extend((0..200).map(|_| markdown_of(&documents.new_tree(&mut runner).unwrap().current(), &FULL)));

    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/rendered/render.py");
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let json = serde_json::to_vec(&texts).unwrap();
    let writer = std::thread::spawn(move || input.write_all(&json).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "markdown-it failed");
    let rendered: Vec<String> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rendered.len(), texts.len());
    for (html, markdown) in rendered.iter().zip(&texts) {
        check(html, markdown);
    }
}
