//! The content models of TEI P5 for the elements that are written: which children, attributes and text each may have.
//!
//! After the element pages and model classes of the Guidelines, version 4.8, with the modules `tei`, `header`, `core`,
//! `textstructure`, `linking` and `figures`. Of each class only those members are listed that are written anywhere.

use quick_xml::events::{BytesStart, Event};

/// `model.phrase`.
const PHRASE: &str = "seg hi ref ptr graphic formula title date term";
/// `model.inter`.
const INTER: &str = "bibl desc label list table quote";
/// `model.global`.
const GLOBAL: &str = "lb milestone figure";
/// `model.divPart`.
const DIV_PART: &str = "p ab";
/// `model.limitedPhrase`.
const LIMITED: &str = "hi ref ptr title date term";

/// Attributes of every element.
const EVERYWHERE: &str = "xml:lang xml:space n rend";

/// Elements of the module `figures`, which TEI's schema for corpora leaves out.
const FIGURES: &str = "figure table row cell formula";

/// What an element may have.
struct Model {
    /// Whether text may stand in it.
    text: bool,
    children: Vec<&'static str>,
    /// Beside those of every element.
    attributes: &'static str,
    required: &'static str,
}

/// The model of an element; `None` for those that are not to be written.
fn model(element: &str) -> Option<Model> {
    let (text, children, attributes, required): (bool, &[&'static str], _, _) = match element {
        "TEI" => (false, &["teiHeader text"], "xmlns", "xmlns"),
        "teiHeader" => (false, &["fileDesc encodingDesc profileDesc"], "", ""),
        "fileDesc" => (false, &["titleStmt publicationStmt sourceDesc"], "", ""),
        "titleStmt" => (false, &["title author"], "", ""),
        "publicationStmt" => (false, &["publisher date availability p"], "", ""),
        "availability" => (false, &["licence"], "", ""),
        "sourceDesc" => (false, &["bibl"], "", ""),
        "bibl" => (true, &["title ptr date author"], "", ""),
        "encodingDesc" => (false, &["appInfo"], "", ""),
        "appInfo" => (false, &["application"], "", ""),
        "application" => (false, &["label ptr"], "ident version", "ident version"),
        "profileDesc" => (false, &["abstract langUsage textClass"], "", ""),
        "abstract" => (false, &[DIV_PART, "list table"], "", ""),
        "langUsage" => (false, &["language"], "", ""),
        "language" => (true, &[], "ident", "ident"),
        "textClass" => (false, &["keywords"], "", ""),
        "keywords" => (false, &["term"], "", ""),
        "text" => (false, &["body"], "", ""),
        "body" => (false, &["div"], "", ""),
        "div" => (false, &["head div", DIV_PART, INTER, GLOBAL], "type subtype", ""),
        "list" => (false, &["head label item", GLOBAL], "type", ""),
        "table" => (false, &["head row", GLOBAL], "rows cols", ""),
        "row" => (false, &["cell", GLOBAL], "role", ""),
        "figure" => (false, &["head graphic formula", DIV_PART, INTER, GLOBAL], "type", ""),
        "graphic" => (false, &["desc"], "url", "url"),
        // macro.paraContent
        "p" | "hi" | "title" => (true, &[PHRASE, INTER, GLOBAL], "", ""),
        "ab" | "seg" => (true, &[PHRASE, INTER, GLOBAL], "type subtype", ""),
        "ref" => (true, &[PHRASE, INTER, GLOBAL], "target", ""),
        "head" => (true, &[PHRASE, INTER, GLOBAL], "type", ""),
        // macro.specialPara
        "item" | "quote" => (true, &[PHRASE, INTER, DIV_PART, GLOBAL], "", ""),
        "licence" => (true, &[PHRASE, INTER, DIV_PART, GLOBAL], "target", ""),
        "cell" => (true, &[PHRASE, INTER, DIV_PART, GLOBAL], "role rows cols", ""),
        // macro.phraseSeq
        "label" | "author" | "publisher" => (true, &["quote", PHRASE, GLOBAL], "", ""),
        "term" => (true, &["quote", PHRASE, GLOBAL], "type", ""),
        "date" => (true, &[PHRASE, GLOBAL], "type when", ""),
        // macro.limitedContent
        "desc" => (true, &[LIMITED, INTER], "", ""),
        "formula" => (true, &["graphic hi"], "notation", ""),
        "lb" => (false, &[], "", ""),
        "milestone" => (false, &[], "unit", "unit"),
        "ptr" => (false, &[], "target", "target"),
        _ => return None,
    };
    let children = children.iter().flat_map(|list| list.split_ascii_whitespace()).collect();
    Some(Model { text, children, attributes, required })
}

/// An open element, and what has been seen of it.
struct Open {
    name: String,
    children: Vec<String>,
    is_gloss: bool,
}

/// Panics where a document does not follow the models.
pub(crate) fn assert_follows_model(tei: &str) {
    let mut reader = quick_xml::Reader::from_str(tei);
    let mut open: Vec<Open> = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => begin(&mut open, &tag, tei),
            Event::Empty(tag) => {
                begin(&mut open, &tag, tei);
                assert_order(&open.pop().unwrap(), tei);
            }
            Event::End(_) => assert_order(&open.pop().unwrap(), tei),
            Event::Text(text) if !text.iter().all(u8::is_ascii_whitespace) => assert_text(&open, tei),
            Event::GeneralRef(_) => assert_text(&open, tei),
            Event::Eof => break,
            _ => {}
        }
    }
}

fn begin(open: &mut Vec<Open>, tag: &BytesStart<'_>, tei: &str) {
    let name = String::from_utf8(tag.name().as_ref().to_vec()).unwrap();
    let model = model(&name).unwrap_or_else(|| panic!("<{name}> is none of the elements in {tei}"));
    let attributes: Vec<String> = tag
        .attributes()
        .map(|attribute| String::from_utf8(attribute.unwrap().key.as_ref().to_vec()).unwrap())
        .collect();
    for attribute in &attributes {
        let is_known = has(EVERYWHERE, attribute) || has(model.attributes, attribute);
        assert!(is_known, "{attribute} of <{name}> in {tei}");
    }
    for required in model.required.split_ascii_whitespace() {
        assert!(
            attributes.iter().any(|attribute| attribute == required),
            "<{name}> without {required} in {tei}"
        );
    }
    // Of the schema's rules beside the models: no paragraph within a paragraph.
    let is_paragraph = |name: &str| has(DIV_PART, name);
    assert!(
        !is_paragraph(&name) || !open.iter().any(|above| is_paragraph(&above.name)),
        "<{name}> within one in {tei}"
    );
    if let Some(parent) = open.last_mut() {
        let may = self::model(&parent.name).unwrap().children;
        assert!(may.contains(&name.as_str()), "<{name}> in <{}> in {tei}", parent.name);
        parent.children.push(name.clone());
    }
    let is_gloss = tag.attributes().flatten().any(|a| a.key.as_ref() == b"type" && &*a.value == b"gloss");
    open.push(Open { name, children: Vec::new(), is_gloss });
}

fn assert_text(open: &[Open], tei: &str) {
    let Open { name, .. } = open.last().expect("text in an element");
    assert!(model(name).unwrap().text, "text in <{name}> in {tei}");
}

/// What the models say of number and order.
fn assert_order(element: &Open, tei: &str) {
    let Open { name, children, is_gloss } = element;
    let all: Vec<&str> =
        children.iter().map(String::as_str).filter(|child| !has("lb milestone", child)).collect();
    let is = match name.as_str() {
        "teiHeader" => all[..2] == ["fileDesc", "encodingDesc"],
        "fileDesc" => all == ["titleStmt", "publicationStmt", "sourceDesc"],
        "titleStmt" => all[0] == "title",
        "publicationStmt" => all == ["p"] || (all[0] == "publisher" && !all.contains(&"p")),
        "availability" | "abstract" | "langUsage" | "keywords" | "sourceDesc" | "body" | "row" => {
            !all.is_empty()
        }
        // The heading first, and nothing behind the first division within but divisions.
        "div" => {
            let parts: Vec<&str> = all.iter().copied().skip_while(|child| *child == "head").collect();
            let first = parts.iter().position(|child| *child == "div").unwrap_or(parts.len());
            !parts.contains(&"head") && parts[first..].iter().all(|child| *child == "div")
        }
        "list" if *is_gloss => all.chunks(2).all(|pair| pair == ["label", "item"]) && !all.is_empty(),
        "list" => !all.is_empty() && all.iter().all(|child| *child == "item"),
        "table" => {
            let rows: Vec<&str> = all.iter().copied().skip_while(|child| *child == "head").collect();
            !rows.is_empty() && rows.iter().all(|child| *child == "row")
        }
        _ => true,
    };
    assert!(is, "<{name}> of {all:?} in {tei}");
}

/// The elements of the module `figures` in a document.
pub(crate) fn elements_of_figures(tei: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(tei);
    let mut found = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) | Event::Empty(tag) => {
                let name = String::from_utf8(tag.name().as_ref().to_vec()).unwrap();
                if has(FIGURES, &name) {
                    found.push(name);
                }
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

fn has(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == name)
}
