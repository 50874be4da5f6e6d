//! The tree-construction cases of html5lib, each against the public parser with scripting off.
//!
//! The format is described in `testdata/html5lib/README.md`. Cases whose expectation is older than the standard are
//! listed with their reasons in `testdata/html5lib/departures.txt`.

use debulha_dom::{Context, Document, Limits, Namespace, NodeId, NodeKind, parse, parse_fragment};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What the vendored files hold. A change of these numbers is a change of what is tested.
const EXPECTED: Counts = Counts { cases: 1700, scripted: 8, departures: 23, passed: 1669 };

#[derive(Debug, Default, PartialEq)]
struct Counts {
    cases: usize,
    /// Cases for scripting only, which this parser does not have: `noscript` always has element children.
    scripted: usize,
    /// Cases that [`departures`] lists.
    departures: usize,
    passed: usize,
}

/// One case of a `.dat` file.
#[derive(Debug, Default)]
struct Case {
    data: String,
    /// The context element as spelled in the file: `td`, `svg path`, `math mi`.
    fragment: Option<String>,
    is_scripted: bool,
    document: String,
}

fn html5lib() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/html5lib")
}

/// Every case of the set under its place, `file.dat:line` of its `#data`.
fn cases() -> Vec<(String, Case)> {
    let mut files: Vec<PathBuf> = fs::read_dir(html5lib().join("tree-construction"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files.iter().flat_map(|file| read_cases(file)).collect()
}

fn read_cases(file: &Path) -> Vec<(String, Case)> {
    let name = file.file_name().unwrap().to_str().unwrap();
    let mut cases: Vec<(String, Case)> = Vec::new();
    let mut section = "";
    let text = fs::read_to_string(file).unwrap();
    // Not `lines()`: a CR before the LF belongs to the case.
    for (index, line) in text.split('\n').enumerate() {
        match line {
            "#data" => cases.push((format!("{name}:{}", index + 1), Case::default())),
            "#script-on" => cases.last_mut().unwrap().1.is_scripted = true,
            "#errors" | "#new-errors" | "#document-fragment" | "#script-off" | "#document" => (),
            _ => {
                let case = &mut cases.last_mut().unwrap().1;
                match section {
                    "#data" => case.data.extend([line, "\n"]),
                    "#document-fragment" => case.fragment = Some(line.to_owned()),
                    "#document" => case.document.extend([line, "\n"]),
                    _ => (),
                }
                continue;
            }
        }
        section = line;
    }
    for (_, case) in &mut cases {
        case.data.pop();
        case.document.truncate(case.document.trim_end_matches('\n').len());
    }
    cases
}

/// Place and reason of each case that the standard has overtaken.
fn departures() -> BTreeMap<String, String> {
    let list = fs::read_to_string(html5lib().join("departures.txt")).unwrap();
    list.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .map(|(place, reason)| (place.to_owned(), reason.to_owned()))
        .collect()
}

fn run(case: &Case) -> String {
    let limits = Limits::default();
    let parsed = match &case.fragment {
        None => parse(&case.data, &limits),
        Some(context) => parse_fragment(&case.data, read_context(context), &limits),
    };
    assert!(parsed.truncations.is_empty());
    dump(&parsed.document)
}

fn read_context(context: &str) -> Context<'_> {
    match context.split_once(' ') {
        Some(("svg", name)) => Context { namespace: Namespace::Svg, name },
        Some(("math", name)) => Context { namespace: Namespace::MathMl, name },
        _ => Context { namespace: Namespace::Html, name: context },
    }
}

/// The tree in html5lib's format, without the last line end.
fn dump(doc: &Document) -> String {
    let lines: Vec<String> = doc.nodes().skip(1).map(|node| dump_node(doc, node)).collect();
    lines.join("\n")
}

fn dump_node(doc: &Document, node: NodeId) -> String {
    let templates = doc.ancestors(node).filter(|&ancestor| is_template(doc, ancestor)).count();
    // The contents of a template lie one level deeper than children would.
    let indent = " ".repeat(2 * (doc.depth(node) as usize + templates) - 1);
    let mut out = format!("|{indent}");
    match doc.kind(node) {
        NodeKind::Doctype => out += &dump_doctype(doc),
        NodeKind::Text => write!(out, "\"{}\"", doc.text(node)).unwrap(),
        NodeKind::Comment => write!(out, "<!-- {} -->", doc.text(node)).unwrap(),
        NodeKind::Element => {
            let prefix = match doc.namespace(node) {
                Namespace::Html => "",
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
            };
            write!(out, "<{prefix}{}>", doc.name_str(doc.name(node))).unwrap();
            for attribute in dump_attributes(doc, node) {
                write!(out, "\n|{indent}  {attribute}").unwrap();
            }
            if is_template(doc, node) {
                write!(out, "\n|{indent}  content").unwrap();
            }
        }
        NodeKind::Document => unreachable!("the document is nobody's child"),
    }
    out
}

fn is_template(doc: &Document, node: NodeId) -> bool {
    doc.namespace(node) == Namespace::Html && doc.name_str(doc.name(node)) == "template"
}

fn dump_doctype(doc: &Document) -> String {
    let doctype = doc.doctype().unwrap();
    let ids = [&doctype.public_id, &doctype.system_id].map(|id| id.as_deref().unwrap_or_default());
    match ids {
        ["", ""] => format!("<!DOCTYPE {}>", doctype.name),
        [public_id, system_id] => format!("<!DOCTYPE {} \"{public_id}\" \"{system_id}\">", doctype.name),
    }
}

/// The attributes of an element as `name="value"`, in the format's order: that of UTF-16 code units.
fn dump_attributes(doc: &Document, node: NodeId) -> Vec<String> {
    let mut attributes: Vec<(String, &str)> = doc
        .attributes(node)
        .map(|(name, value)| (attribute_name(doc, node, doc.name_str(name)), value))
        .collect();
    attributes.sort_by_cached_key(|(name, _)| name.encode_utf16().collect::<Vec<u16>>());
    attributes.into_iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect()
}

/// The format writes the namespace of an attribute before its local name; the document keeps the page's spelling.
fn attribute_name(doc: &Document, node: NodeId, name: &str) -> String {
    /// The standard's "adjust foreign attributes".
    const NAMESPACED: [&str; 10] = [
        "xlink:actuate",
        "xlink:arcrole",
        "xlink:href",
        "xlink:role",
        "xlink:show",
        "xlink:title",
        "xlink:type",
        "xml:lang",
        "xml:space",
        "xmlns:xlink",
    ];
    match name {
        _ if doc.namespace(node) == Namespace::Html => name.to_owned(),
        "xmlns" => "xmlns xmlns".to_owned(),
        _ if NAMESPACED.contains(&name) => name.replace(':', " "),
        _ => name.to_owned(),
    }
}

#[test]
fn trees_are_those_of_html5lib() {
    let departures = departures();
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for (place, case) in cases() {
        counts.cases += 1;
        if case.is_scripted {
            counts.scripted += 1;
            continue;
        }
        let tree = run(&case);
        match (tree == case.document, departures.get(&place)) {
            (true, None) => counts.passed += 1,
            (false, Some(_)) => counts.departures += 1,
            (true, Some(reason)) => wrong.push(format!("{place} passes, but is listed: {reason}")),
            (false, None) => wrong.push(format!(
                "{place}: {:?} in {:?}\n{tree}\nexpected:\n{}",
                case.data, case.fragment, case.document
            )),
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n\n{}", wrong.len(), wrong.join("\n\n"));
    assert_eq!(counts.departures, departures.len(), "a listed case does not exist");
    assert_eq!(counts, EXPECTED);
}
