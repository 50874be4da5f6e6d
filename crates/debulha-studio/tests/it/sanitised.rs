//! Pages that are made to break out of their frame: what is served is read again, and holds nothing but what is allowed.

use crate::client::Running;
use debulha_dom::{Document, Limits, Namespace, NodeId, NodeKind, names, parse};
use std::collections::BTreeSet;
use std::fs;

/// Written down apart from the studio's own lists.
const ELEMENTS: &[&str] = &[
    "html",
    "head",
    "body",
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "br",
    "button",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "main",
    "mark",
    "menu",
    "nav",
    "nobr",
    "ol",
    "optgroup",
    "option",
    "p",
    "pre",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "search",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
    "x-t",
];
const ATTRIBUTES: &[&str] = &[
    "align",
    "alt",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "class",
    "color",
    "colspan",
    "data-e",
    "data-n",
    "dir",
    "face",
    "height",
    "hidden",
    "id",
    "lang",
    "media",
    "open",
    "rowspan",
    "size",
    "src",
    "start",
    "style",
    "type",
    "valign",
    "value",
    "width",
];
const PICTURES: &[&str] = &["data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp"];

/// The pages, by what each tries; `\xNN` stands for a byte.
fn payloads() -> Vec<(String, Vec<u8>)> {
    let text = include_str!("../payloads.txt");
    let parts = text.split("%% ").skip(1).map(|part| part.split_once('\n').unwrap());
    parts.map(|(title, page)| (title.to_owned(), with_bytes(page))).collect()
}

fn with_bytes(page: &str) -> Vec<u8> {
    let mut parts = page.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

/// What is not allowed in a frame.
fn faults(doc: &Document) -> Vec<String> {
    let mut faults = Vec::new();
    for node in doc.nodes() {
        if doc.kind(node) == NodeKind::Comment {
            faults.push(format!("comment {}", doc.text(node)));
        }
        if doc.kind(node) != NodeKind::Element {
            continue;
        }
        let name = doc.name_str(doc.name(node));
        if doc.namespace(node) != Namespace::Html || !ELEMENTS.contains(&name) {
            faults.push(format!("element {name}"));
        }
        for (attribute, value) in doc.attributes(node) {
            let attribute = doc.name_str(attribute);
            let is_allowed = match attribute {
                "src" => name == "img" && PICTURES.iter().any(|kind| value.to_lowercase().starts_with(kind)),
                "data-e" => value.parse::<u32>().is_ok() && name != "x-t",
                "data-n" => value.parse::<u32>().is_ok() && name == "x-t",
                "media" => name == "style",
                name => ATTRIBUTES.contains(&name),
            };
            if !is_allowed {
                faults.push(format!("attribute {name} {attribute}={value}"));
            }
        }
        if name == "style" && doc.text_content(node).contains('<') {
            faults.push(format!("style sheet {}", doc.text_content(node)));
        }
        let attributes: BTreeSet<&str> = doc.attributes(node).map(|(name, _)| doc.name_str(name)).collect();
        if !attributes.contains("data-e")
            && !attributes.contains("data-n")
            && !matches!(name, "head" | "tbody" | "tr")
        {
            faults.push(format!("no number: {name}"));
        }
    }
    faults
}

#[test]
fn what_is_served_of_hostile_pages_is_harmless() {
    let (payloads, dir) = (payloads(), tempfile::tempdir().unwrap());
    assert!(payloads.len() >= 60);
    for (index, (_, page)) in payloads.iter().enumerate() {
        let mut bytes = b"<p>Rye was sown early.</p>".to_vec();
        bytes.extend_from_slice(page);
        fs::write(dir.path().join(format!("{index:03}-behind.html")), bytes).unwrap();
        fs::write(dir.path().join(format!("{index:03}.html")), page).unwrap();
    }
    let studio = Running::on(dir.path());
    let mut found = Vec::new();
    for id in 0..2 * payloads.len() {
        let name = &studio.get(&format!("api/pages/{id}")).json()["name"].as_str().unwrap().to_owned();
        let (title, _) = &payloads[name[..3].parse::<usize>().unwrap()];
        let answer = studio.get(&format!("api/pages/{id}/frame"));
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{title}"
        );
        let parsed = parse(&answer.body, &Limits::default());
        found.extend(faults(&parsed.document).into_iter().map(|fault| format!("{title}: {fault}")));
        if name.ends_with("behind.html") {
            assert!(answer.body.contains(">Rye was sown early.</x-t>"), "{title}: {}", answer.body);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Payloads of a page that is shown in parts.
const PAYLOADS_OF_A_PAGE: usize = 10;

#[test]
fn no_payload_leaves_the_frame_of_a_part() {
    let payloads = payloads();
    let dir = tempfile::tempdir().unwrap();
    let filler = "<p>rye".repeat(3_000);
    for (number, group) in payloads.chunks(PAYLOADS_OF_A_PAGE).enumerate() {
        let page: Vec<u8> =
            group.iter().flat_map(|(_, payload)| [payload.as_slice(), filler.as_bytes()].concat()).collect();
        fs::write(dir.path().join(format!("{number:03}.html")), page).unwrap();
    }
    let studio = Running::on(dir.path());
    let mut parts = 0;
    for id in 0..payloads.len().div_ceil(PAYLOADS_OF_A_PAGE) {
        let of_page = studio.get(&format!("api/pages/{id}")).json()["parts"].as_array().unwrap().len();
        for part in 0..of_page {
            let frame = studio.get(&format!("api/pages/{id}/frame?part={part}")).body;
            let found = faults(&parse(&frame, &Limits::default()).document);
            assert_eq!(found, Vec::<String>::new(), "page {id}, part {part}");
        }
        parts += of_page - 1;
    }
    assert!(parts >= 10, "{parts}");
}

#[test]
fn faults_are_seen_where_there_are_some() {
    let of = |html: &str| faults(&parse(html, &Limits::default()).document).len();
    let whole = "<html data-e=1><head></head><body data-e=2><p data-e=3>";
    assert_eq!(of(whole), 0);
    for bad in [
        "<script data-e=4></script>",
        "<a data-e=4 href=x>",
        "<img data-e=4 src=x>",
        "<svg data-e=4>",
        "<!--x-->",
        "<p data-e=x>",
        "<style data-e=4><</style>",
        "<b>",
    ] {
        assert_ne!(of(&format!("{whole}{bad}")), 0, "{bad}");
    }
}

#[test]
fn the_frame_has_the_texts_of_the_page_by_number() {
    let dir = crate::client::pages(false);
    let studio = Running::on(dir.path());
    for id in 0..studio.get("api/pages").json()["total"].as_u64().unwrap() {
        let name = studio.get(&format!("api/pages/{id}")).json()["name"].as_str().unwrap().to_owned();
        let page = fs::read(dir.path().join(&name)).unwrap();
        let source = debulha::PageSource::default().load(&page, None).document;
        let frame = parse(&studio.get(&format!("api/pages/{id}/frame")).body, &Limits::default()).document;
        assert_eq!(faults(&frame), Vec::<String>::new(), "{name}");
        let marks = frame.nodes().filter(|&node| frame.name_str(frame.name(node)) == "x-t");
        let of = |node: NodeId| {
            frame.attribute(node, frame.find_name("data-n").unwrap()).unwrap().parse().unwrap()
        };
        let mut seen = BTreeSet::new();
        for mark in marks {
            let number: u32 = of(mark);
            assert_eq!(frame.text_content(mark), source.text(NodeId(number)), "{name}");
            assert!(seen.insert(number), "{name}: {number} twice");
        }
        let body = source.body().unwrap();
        let is_shown = |&node: &NodeId| {
            let around = || source.ancestors(node);
            let is_apart = |above: NodeId| {
                let name = source.name(above);
                matches!(
                    name,
                    names::SCRIPT
                        | names::STYLE
                        | names::TEMPLATE
                        | names::IFRAME
                        | names::TEXTAREA
                        | names::OPTION
                        | names::SELECT
                        | names::TITLE
                )
            };
            source.is_text(node) && !source.text(node).trim().is_empty() && !around().any(is_apart)
        };
        let missing: Vec<&str> = source
            .descendants(body)
            .filter(is_shown)
            .filter(|node| !seen.contains(&node.0))
            .map(|node| source.text(node))
            .collect();
        assert_eq!(missing, Vec::<&str>::new(), "{name}");
    }
}
