//! Byte ranges: what a node's range holds in the source is what the node says.
//!
//! References are resolved by html5ever, so that the parser's own reading of them is not its judge.

use crate::oracle::Content;
use crate::{corpus, oracle, soup};
use debulha_dom::decode::{ByteMap, decode};
use debulha_dom::{Context, Document, Limits, Namespace, NodeId, NodeKind, parse, parse_fragment};
use std::ops::Range;

/// Pages of the corpora that are checked at least, at equal distances.
const PAGES: usize = 1_000;

/// Soups that are checked.
const SOUPS: usize = 100_000;

/// Violations that are shown.
const SHOWN: usize = 10;

#[test]
fn ranges_of_corpus_pages_hold_what_the_nodes_say() {
    let pages = corpus::pages();
    let step = (pages.len() / PAGES).max(1);
    let pages: Vec<_> = pages.into_iter().step_by(step).collect();
    let violations = corpus::in_parallel(pages.len(), |index| {
        let text = corpus::text(&pages[index]);
        let violation = check(&text, None, &parse(&text, &Limits::default()).document).err()?;
        Some(format!("{}: {violation}", pages[index].display()))
    });
    println!("{} pages checked", pages.len());
    none(&violations);
}

/// The bytes of a text node, decoded on their own, are what the text of the page has there.
#[test]
fn bytes_of_corpus_pages_hold_their_text() {
    /// Encodings that pages are put into beside their own: each family that decodes without a state. Characters that
    /// they lack become references.
    const ENCODINGS: &[&str] = &[
        "windows-1252",
        "koi8-r",
        "gb18030",
        "gbk",
        "big5",
        "euc-jp",
        "shift_jis",
        "euc-kr",
        "utf-8",
        "utf-16le",
    ];
    let pages = corpus::pages();
    let step = (pages.len() / PAGES).max(1);
    let pages: Vec<_> = pages.into_iter().step_by(step).collect();
    let violations = corpus::in_parallel(pages.len(), |index| {
        let bytes = corpus::bytes(&pages[index]);
        let served = bytes_hold_text(&bytes, None);
        let text = decode(&bytes, None).text.into_owned();
        let label = ENCODINGS[index % ENCODINGS.len()];
        let moved = match label {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(&text).0.into_owned(),
        };
        let violation = served.and_then(|()| bytes_hold_text(&moved, Some(label))).err()?;
        Some(format!("{}: {violation}", pages[index].display()))
    });
    none(&violations);
}

fn bytes_hold_text(bytes: &[u8], charset: Option<&str>) -> Result<(), String> {
    let decoded = decode(bytes, charset);
    let map = ByteMap::new(bytes, &decoded);
    let doc = parse(&decoded.text, &Limits::default()).document;
    for piece in doc.nodes().filter(|&node| doc.is_text(node)).flat_map(|node| doc.text_pieces(node)) {
        let own = &bytes[map.bytes_of(piece.clone())];
        // No mark of their own may be read into them.
        let (text, _) = encoding_rs::Encoding::for_label(decoded.encoding.as_bytes())
            .ok_or("an unknown encoding")?
            .decode_without_bom_handling(own);
        let expected = &decoded.text[piece.clone()];
        if text != expected {
            return Err(format!("{}, {piece:?}: {text:?} is not {expected:?}", decoded.encoding));
        }
    }
    Ok(())
}

#[test]
fn ranges_of_soups_hold_what_the_nodes_say() {
    let violations = corpus::in_parallel(SOUPS, |seed| {
        let soup = soup::soup(seed as u64);
        let find = |soup: &soup::Soup| {
            let limits = Limits::default();
            let parsed = match soup.context {
                None => parse(&soup.text, &limits),
                Some(context) => parse_fragment(&soup.text, context, &limits),
            };
            check(&soup.text, soup.context, &parsed.document).err()
        };
        find(&soup)?;
        let smallest = soup::shrink(&soup, |shorter| find(shorter).is_some());
        Some(format!("seed {seed}: {smallest:?}: {}", find(&smallest).unwrap()))
    });
    none(&violations);
}

#[test]
fn ranges_are_those_of_the_markup() {
    let text = "<P Class='a &amp; b' hidden>one &amp; <table>two<tr><td>x</table>";
    let doc = parse(text, &Limits::default()).document;
    check(text, None, &doc).unwrap();
    let node = |name| doc.elements_named(doc.find_name(name).unwrap()).next().unwrap();
    let attributes: Vec<&str> = doc.attribute_ranges(node("p")).map(|range| &text[range]).collect();
    assert_eq!(attributes, ["Class='a &amp; b'", "hidden"]);
    // Text from inside the table was moved before it, to the text that stood there.
    let paragraph_text = doc.first_child(node("p")).unwrap();
    let pieces: Vec<&str> = doc.text_pieces(paragraph_text).map(|range| &text[range]).collect();
    assert_eq!((doc.text(paragraph_text), pieces), ("one & two", vec!["one &amp; ", "two"]));
    assert_eq!(&text[doc.source_range(node("td")).unwrap()], "<td>x");
    assert_eq!(doc.source_range(node("tbody")), None);
}

/// The first range that does not hold what its node says. `fragment`: the context that the source was parsed in.
fn check(source: &str, fragment: Option<Context<'_>>, doc: &Document) -> Result<(), String> {
    for node in doc.nodes() {
        match doc.kind(node) {
            NodeKind::Text => check_text(source, doc, node, context(doc, node, fragment)),
            NodeKind::Element => check_tag(source, doc, node),
            NodeKind::Document | NodeKind::Doctype | NodeKind::Comment => Ok(()),
        }
        .map_err(|violation| format!("{} {violation}", doc.xpath(node)))?;
    }
    Ok(())
}

fn check_text(source: &str, doc: &Document, node: NodeId, context: Context<'_>) -> Result<(), String> {
    let pieces: Vec<Range<usize>> = doc.text_pieces(node).collect();
    if !pieces.is_sorted_by(|a, b| a.end <= b.start) {
        return Err(format!("has pieces {pieces:?} out of order"));
    }
    let mut characters: String = pieces.iter().map(|piece| read(source, piece.clone(), context)).collect();
    let mut text = doc.text(node).to_owned();
    if pieces.iter().any(|piece| source[piece.clone()].contains('\0')) {
        // Whether NUL goes or becomes U+FFFD is a matter of its place in the tree, which other tests compare.
        characters.retain(|c| c != '\u{fffd}' && c != '\0');
        text.retain(|c| c != '\u{fffd}');
    }
    if characters != text {
        let spelt: Vec<&str> = pieces.into_iter().map(|piece| &source[piece]).collect();
        return Err(format!("has pieces {spelt:?} which read {characters:?}, not {text:?}"));
    }
    Ok(())
}

/// The characters of a piece of text inside an element.
fn read(source: &str, piece: Range<usize>, context: Context<'_>) -> String {
    let is_cdata = source[..piece.start].ends_with("<![CDATA[");
    let piece = &source[piece];
    if !piece.contains(['&', '<', '\r']) {
        return piece.to_owned();
    }
    if is_cdata {
        return piece.replace("\r\n", "\n").replace('\r', "\n");
    }
    // After a byte order mark, since one at the start is dropped.
    let tree = oracle::parse_fragment(&format!("\u{feff}{piece}"), context);
    tree.nodes
        .into_iter()
        .map(|node| match node.content {
            Content::Text(text) => text,
            content => format!("{content:?}"),
        })
        .collect()
}

/// In what a text node's characters must be read: its parent where that has rules for text of its own.
fn context<'a>(doc: &'a Document, node: NodeId, fragment: Option<Context<'a>>) -> Context<'a> {
    const RAW_TEXT: [&str; 9] =
        ["title", "textarea", "style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"];
    let parent = doc.parent(node).unwrap();
    let own = match fragment {
        Some(context) if parent == Document::ROOT => context,
        _ => Context { namespace: doc.namespace(parent), name: doc.name_str(doc.name(parent)) },
    };
    // Nothing ends plaintext, but formatting elements go on in it.
    let is_plaintext = |ancestor: NodeId| {
        doc.namespace(ancestor) == Namespace::Html && doc.name_str(doc.name(ancestor)) == "plaintext"
    };
    let name = match own {
        _ if doc.ancestors(node).any(is_plaintext) => "plaintext",
        _ if own.namespace != Namespace::Html || RAW_TEXT.contains(&own.name) => return own,
        _ => "div",
    };
    Context { namespace: Namespace::Html, name }
}

fn check_tag(source: &str, doc: &Document, node: NodeId) -> Result<(), String> {
    let name = doc.name_str(doc.name(node));
    if let Some(range) = doc.source_range(node) {
        let markup = &source[range];
        let is_tag = |name| markup.strip_prefix('<').is_some_and(|rest| starts_with(rest, name));
        // The standard makes `br` of `</br>`, and `img` of `image`.
        let is_other = (name == "br" && is_tag("/br")) || (name == "img" && is_tag("image"));
        if !is_tag(name) && !is_other {
            return Err(format!("has the range of {markup:?}"));
        }
    }
    let ranges: Vec<Range<usize>> = doc.attribute_ranges(node).collect();
    if ranges.len() != doc.attributes(node).count() {
        return Err(format!("has {} ranges of attributes", ranges.len()));
    }
    for ((name, value), range) in doc.attributes(node).zip(ranges) {
        let (name, markup) = (doc.name_str(name), &source[range]);
        if !starts_with(markup, name) || !has_value(markup, value) {
            return Err(format!("has the attribute {name:?} with value {value:?} at {markup:?}"));
        }
    }
    Ok(())
}

/// Whether a source starts with a name of the tree, which has other letter cases, and U+FFFD for NUL.
fn starts_with(source: &str, name: &str) -> bool {
    let mut spelt = source.chars().map(|c| if c == '\0' { '\u{fffd}' } else { c });
    name.chars().all(|c| spelt.next().is_some_and(|spelt| spelt.eq_ignore_ascii_case(&c)))
}

/// Whether an attribute's markup has a value, read by html5ever where there is something to resolve.
fn has_value(markup: &str, value: &str) -> bool {
    if !markup.contains(['&', '\r', '\0']) {
        return markup.trim_end_matches(['"', '\'']).ends_with(value.trim_end_matches(['"', '\'']));
    }
    let tree =
        oracle::parse_fragment(&format!("<p {markup}>"), Context { namespace: Namespace::Html, name: "div" });
    match &tree.nodes[0].content {
        Content::Element { attributes, .. } => attributes.len() == 1 && attributes[0].value == value,
        content => panic!("{content:?}"),
    }
}

fn none(violations: &[String]) {
    let shown = violations.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(violations.is_empty(), "{} violations:\n{shown}", violations.len());
}
