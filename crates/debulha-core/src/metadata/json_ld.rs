//! JSON-LD in `script` elements, read with patience: much of it is not quite JSON.

use crate::metadata::items::{DataItem, Items, Syntax, local_name};
use crate::metadata::text::resolve_entities;
use debulha_dom::{Document, NodeId, names};
use serde_json::{Map, Value};

/// Bytes of JSON-LD that are read of one page; what is beyond is left out. Real pages stay far below 1 MiB.
const MAX_JSON_BYTES: usize = 4 << 20;

/// Properties whose objects are things of their own about the page.
const NESTED_THINGS: [&str; 3] = ["@graph", "mainEntity", "mainEntityOfPage"];

/// Adds the things of every `script` of type `application/ld+json`. O(bytes).
pub(super) fn collect(doc: &Document, items: &mut Items) {
    let mut left = MAX_JSON_BYTES;
    for script in doc.elements_named(names::SCRIPT) {
        let media = doc.attribute(script, names::TYPE).unwrap_or_default();
        if !media.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/ld+json") {
            continue;
        }
        let text = doc.text_content(script);
        if text.len() > left {
            continue;
        }
        left -= text.len();
        for value in values(&text) {
            add(script, value, items);
        }
    }
}

/// The JSON values of a text: as it stands, else repaired, else with character references resolved and repaired.
pub(crate) fn values(text: &str) -> Vec<Value> {
    if let Ok(value) = serde_json::from_str(text) {
        return vec![value];
    }
    let found = leading_values(&repaired(text));
    if found.is_empty() && text.contains('&') {
        return leading_values(&repaired(&resolve_entities(text)));
    }
    found
}

/// The values up to the first error: some pages put several objects in one script, or text after them.
fn leading_values(text: &str) -> Vec<Value> {
    serde_json::Deserializer::from_str(text).into_iter::<Value>().map_while(Result::ok).collect()
}

/// Rewrites what JSON forbids and pages write: comments, CDATA and comment marks, semicolons at the end, commas
/// before a closing bracket, line breaks and other control characters in strings, needless backslashes. O(bytes).
fn repaired(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '"' => taken = push_string(rest, &mut out),
            '}' | ']' if !rest.starts_with("]]>") => {
                let kept = out.trim_end().trim_end_matches(',').len();
                out.truncate(kept);
                out.push(c);
            }
            '/' if rest.starts_with("//") && starts_with_mark(rest[2..].trim_start()) => taken = 2,
            '/' if rest.starts_with("//") => taken = rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => taken = rest.find("*/").map_or(rest.len(), |end| end + 2),
            ';' | '\u{feff}' => {}
            _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => taken = mark.len(),
                None => out.push(if c.is_control() { ' ' } else { c }),
            },
        }
        rest = &rest[taken..];
    }
    out
}

/// Marks that hide a script's text from old browsers and from XML.
const MARKS: [&str; 4] = ["<!--", "-->", "<![CDATA[", "]]>"];

fn starts_with_mark(text: &str) -> bool {
    MARKS.iter().any(|mark| text.starts_with(mark))
}

/// Copies the string that `text` starts with; returns its length in bytes.
fn push_string(text: &str, out: &mut String) -> usize {
    out.push('"');
    let mut chars = text.char_indices().skip(1);
    while let Some((index, c)) = chars.next() {
        match c {
            '"' => {
                out.push('"');
                return index + 1;
            }
            '\\' => match chars.next() {
                Some((_, escaped @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u'))) => {
                    out.extend(['\\', escaped]);
                }
                Some((_, other)) if !other.is_control() => out.push(other),
                _ => {}
            },
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    text.len()
}

/// Adds an object, or those of an array, and the things nested in them.
fn add(script: NodeId, value: Value, items: &mut Items) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(values) => pending.extend(values.into_iter().rev()),
            Value::Object(mut object) => {
                for key in NESTED_THINGS {
                    if let Some(nested @ (Value::Array(_) | Value::Object(_))) = object.get_mut(key) {
                        let address = nested.get("@id").or_else(|| nested.get("url")).cloned();
                        pending.push(std::mem::replace(nested, address.unwrap_or(Value::Null)));
                    }
                }
                items.push(item(script, object));
            }
            _ => {}
        }
    }
}

fn item(node: NodeId, object: Map<String, Value>) -> DataItem {
    let types = match object.get("@type") {
        Some(Value::String(name)) => vec![local_name(name).to_owned()],
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).map(|name| local_name(name).to_owned()).collect()
        }
        _ => Vec::new(),
    };
    let properties = object.into_iter().map(|(key, value)| (local_name(&key).to_owned(), value)).collect();
    DataItem { syntax: Syntax::JsonLd, node, types, properties, places: Vec::new() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};
    use serde_json::json;

    #[test]
    fn good_json_is_read_as_it_stands() {
        assert_eq!(values(r#"{"a": "x, }"}"#), [json!({"a": "x, }"})]);
    }

    #[test]
    fn broken_json_is_repaired() {
        let cases = [
            "{\"a\": [1, 2,], }",
            "<!-- {\"a\": [1, 2]} -->",
            "//<![CDATA[\n{\"a\": [1, 2]}\n//]]>",
            "//<![CDATA[ {\"a\": [1, 2]} //]]>",
            "/* c */ {\"a\": // one\n [1, 2]};",
            "{&quot;a&quot;: [1, 2]}",
        ];
        for case in cases {
            assert_eq!(values(case), [json!({"a": [1, 2]})], "{case}");
        }
        assert_eq!(values("{\"a\": \"two\nlines, it\\'s\"}"), [json!({"a": "two lines, it's"})]);
        assert_eq!(values("{\"a\": 1}{\"b\": 2} rest"), [json!({"a": 1}), json!({"b": 2})]);
        assert!(values("not json").is_empty());
        assert!(values("").is_empty());
    }

    #[test]
    fn things_of_graphs_and_references_are_found() {
        let html = r##"<script type="application/ld+json">{"@graph": [
            {"@type": "schema:Article", "@id": "#a", "headline": "Rye", "author": {"@id": "#p"}},
            {"@type": ["Person"], "@id": "#p", "name": "Ana Lima"}]}</script>"##;
        let doc = parse(html, &Limits::default()).document;
        let mut items = Items::default();
        collect(&doc, &mut items);
        let about = items.about(&[]);
        assert_eq!(items.texts(about[0], "headline"), ["Rye"]);
        assert_eq!(items.texts(about[0], "author"), ["Ana Lima"]);
    }

    #[test]
    fn scripts_beyond_the_limit_are_skipped() {
        let json = r#"{"@type": "Article"}"#;
        for (more, count) in [(0, 1), (1, 0)] {
            let padding = " ".repeat(MAX_JSON_BYTES - json.len() + more);
            let html = format!("<script type=application/ld+json>{json}{padding}</script>");
            let mut items = Items::default();
            collect(&parse(&html, &Limits::default()).document, &mut items);
            assert_eq!(items.all().len(), count, "{more}");
        }
    }
}
