//! A page as the app shows it: written anew from debulha's tree, by a list of what is allowed.
//!
//! What is written is a function of names on lists, of numbers, and of text and values that are escaped. No name of an element or
//! attribute is ever copied from the page, and nothing is parsed again: a page that is read in two ways has no second reading here.
//! A large page is shown in [parts](parts::parts), each a document of its own.

mod allowed;
mod css;
pub(crate) mod parts;
mod sheets;

use crate::frame::sheets::LinkedSheets;
use crate::state::{StudioState, unreadable};
use crate::wire::{PageNumber, UrlQuery, not_there};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use debulha_dom::{Document, Namespace, NodeId, NodeKind, QuirksMode, names};
use debulha_server::problem::Problem;
use serde::Deserialize;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

/// What a page may do in its frame: be styled by itself, and show pictures and fonts that are part of it. No script runs, nothing is
/// fetched, nothing is sent. It keeps the origin of the app, which alone can have scripts that reach it.
const POLICY: &str = "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                      font-src data:; frame-ancestors 'self'";

/// The name of the elements that hold text of scripts and attributes.
const PAYLOAD: &str = "PAYLOAD";

/// Which part is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WantedPart {
    #[serde(default)]
    part: usize,
}

/// `GET pages/ID/frame?part=N`.
pub(crate) async fn get(
    State(shared): State<Arc<StudioState>>,
    PageNumber(id): PageNumber,
    UrlQuery(WantedPart { part }): UrlQuery<WantedPart>,
) -> Result<Response, Problem> {
    let own = Arc::clone(&shared);
    let work = move || -> Result<String, Problem> {
        let page = own.parsed(id)?;
        let range = parts::range(&page.document, part).ok_or_else(not_there)?;
        let (project, entry) = (&own.project, own.entry(id)?);
        let file = project.page_file(entry).map_err(unreadable)?;
        let linked =
            file.map(|file| sheets::read(&page.document, &file, project.folder())).unwrap_or_default();
        Ok(frame(&page.document, range, &linked))
    };
    let mut response = shared.engine.run(work).await??.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}

/// Writes the part of a page that has these nodes, inside of the elements around it, with all style sheets. O(nodes + text).
fn frame(doc: &Document, part: Range<u32>, linked: &LinkedSheets) -> String {
    let mut frame =
        FrameWriter { doc, linked, out: String::new(), open: Vec::new(), plain_until: 0, flat_until: 0 };
    if doc.quirks_mode() != QuirksMode::Quirks {
        frame.out.push_str("<!doctype html>");
    }
    let html = doc.html().unwrap_or(Document::ROOT);
    frame.start("html", html);
    frame.out.push_str("<head>");
    let head = doc.head().map_or(html.0..html.0, |head| head.0..doc.subtree_end(head));
    frame.styles(head.clone());
    frame.styles(head.end..part.start);
    frame.styles(part.end..doc.len() as u32);
    frame.out.push_str("</head>");
    frame.start("body", doc.body().unwrap_or(html));
    frame.elements_around(NodeId(part.start));
    frame.nodes(part);
    // Those that go on in the next part.
    frame.close(doc.len() as u32);
    frame.out.push_str("</body></html>");
    frame.out
}

struct FrameWriter<'d> {
    doc: &'d Document,
    linked: &'d LinkedSheets,
    out: String,
    /// Elements that wait for their end tag, with the number of the node behind each.
    open: Vec<(u32, &'static str)>,
    /// Text before this node stands in an element that has no elements inside.
    plain_until: u32,
    /// Elements before this node are left out, and their text is not.
    flat_until: u32,
}

impl FrameWriter<'_> {
    /// Opens the elements around a node, but for `html` and `body`.
    fn elements_around(&mut self, node: NodeId) {
        let mut around: Vec<NodeId> = self.doc.ancestors(node).collect();
        around.reverse();
        for node in
            around.into_iter().filter(|&node| self.doc.is_element(node) && Some(node) != self.doc.html())
        {
            self.element(node);
        }
    }

    fn nodes(&mut self, range: Range<u32>) {
        let mut at = range.start;
        while at < range.end {
            self.close(at);
            let node = NodeId(at);
            at = match self.doc.kind(node) {
                NodeKind::Text => {
                    self.text(node);
                    at + 1
                }
                NodeKind::Element => self.element(node),
                _ => self.doc.subtree_end(node),
            };
        }
        self.close(range.end);
    }

    /// Ends elements that end before a node.
    fn close(&mut self, at: u32) {
        while let Some((_, tag)) = self.open.pop_if(|(end, _)| *end <= at) {
            // Writing to a string cannot fail.
            let _ = write!(self.out, "</{tag}>");
        }
    }

    /// Writes an element, and gives the node to go on with.
    fn element(&mut self, node: NodeId) -> u32 {
        let (doc, inside, end) = (self.doc, node.0 + 1, self.doc.subtree_end(node));
        let name = doc.name(node);
        if Some(node) == doc.head() {
            return end;
        }
        if Some(node) == doc.body() {
            return inside;
        }
        // Of any namespace.
        match name {
            names::SCRIPT | names::TEMPLATE | names::IFRAME => return end,
            names::STYLE | names::LINK => {
                self.sheet(node);
                return end;
            }
            _ if node.0 < self.flat_until => return inside,
            _ => {}
        }
        let spelling = doc.name_str(name);
        let tag = if doc.namespace(node) == Namespace::Html {
            allowed::element(spelling)
        } else {
            self.flat_until = end;
            "span"
        };
        let parent = self.open.last().map_or("body", |(_, tag)| *tag);
        let is_choice = matches!(tag, "option" | "optgroup");
        if node.0 < self.plain_until && !is_choice || !allowed::fits_table(parent, tag) {
            return inside;
        }
        if is_choice || tag == "select" || matches!(name, names::TITLE | names::TEXTAREA) {
            self.plain_until = self.plain_until.max(end);
        }
        self.start(tag, node);
        if !allowed::is_void(tag) {
            self.open.push((end, tag));
        }
        inside
    }

    /// Writes a start tag, with those attributes that are allowed.
    fn start(&mut self, tag: &'static str, node: NodeId) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "<{tag} data-e=\"{}\"", node.0);
        let is_payload = self.doc.name_str(self.doc.name(node)) == PAYLOAD;
        for (name, value) in self.doc.attributes(node) {
            let name = self.doc.name_str(name);
            if !is_payload && allowed::is_attribute(tag, name, value) {
                let _ = write!(self.out, " {name}=\"");
                if name == "style" {
                    escape(&mut self.out, &css::without_requests(value));
                } else {
                    escape(&mut self.out, value);
                }
                self.out.push('"');
            }
        }
        self.out.push_str(if is_payload { " style=\"display:none\">" } else { ">" });
    }

    fn text(&mut self, node: NodeId) {
        let text = self.doc.text(node);
        // White space may stand where elements may not, such as between the rows of a table.
        if node.0 < self.plain_until || text.trim().is_empty() {
            escape(&mut self.out, text);
            return;
        }
        // Writing to a string cannot fail.
        let _ = write!(self.out, "<x-t data-n=\"{}\">", node.0);
        escape(&mut self.out, text);
        self.out.push_str("</x-t>");
    }

    /// Writes the style sheets among some nodes.
    fn styles(&mut self, nodes: Range<u32>) {
        let mut at = nodes.start;
        while at < nodes.end {
            let node = NodeId(at);
            at = match self.doc.name(node) {
                names::STYLE | names::LINK => {
                    self.sheet(node);
                    self.doc.subtree_end(node)
                }
                names::SCRIPT | names::TEMPLATE => self.doc.subtree_end(node),
                _ => at + 1,
            };
        }
    }

    /// Writes a style sheet of the page's own, inside or next to it: neither one that a template or an image holds, nor one of another
    /// language.
    fn sheet(&mut self, node: NodeId) {
        let linked = self.linked.get(&node);
        if linked.is_none() && self.doc.name(node) != names::STYLE {
            return;
        }
        let language = self.doc.attribute(node, names::TYPE).unwrap_or("").trim();
        let is_css = language.is_empty() || language.eq_ignore_ascii_case("text/css");
        if !is_css
            || node.0 < self.flat_until.max(self.plain_until)
            || self.doc.namespace(node) != Namespace::Html
        {
            return;
        }
        // Writing to a string cannot fail.
        let _ = write!(self.out, "<style data-e=\"{}\"", node.0);
        if let Some(media) = self.doc.attribute(node, names::MEDIA) {
            self.out.push_str(" media=\"");
            escape(&mut self.out, media);
            self.out.push('"');
        }
        self.out.push('>');
        let own = self.doc.descendants(node).filter(|&text| self.doc.is_text(text));
        let own: String = own.map(|text| self.doc.text(text)).collect();
        style_sheet(&mut self.out, linked.unwrap_or(&own));
        self.out.push_str("</style>");
    }
}

/// Writes text or the value of an attribute.
fn escape(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

/// Writes a style sheet so that nothing in it ends its element: every `<` is written as CSS writes characters by number.
/// Between rules, where `<!--` means nothing, it is left out.
fn style_sheet(out: &mut String, text: &str) {
    let text = css::without_requests(text);
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let sign = if rest[at..].starts_with("<!--") { "<!--" } else { "<" };
        out.push_str(if sign == "<" { "\\3c " } else { " " });
        rest = &rest[at + sign.len()..];
    }
    out.push_str(rest);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn of(html: &str) -> String {
        let doc = parse(html, &Limits::default()).document;
        let frame = frame(&doc, parts::range(&doc, 0).unwrap(), &LinkedSheets::new());
        let body = frame.split_once("<body data-e=\"3\">").map_or(frame.as_str(), |(_, body)| body);
        body.replace("</body></html>", "")
    }

    #[test]
    fn text_is_wrapped_and_elements_are_numbered() {
        assert_eq!(
            of("<p>Rye &amp; <b>oats</b>"),
            "<p data-e=\"4\"><x-t data-n=\"5\">Rye &amp; </x-t><b data-e=\"6\"><x-t data-n=\"7\">oats</x-t></b></p>"
        );
        assert_eq!(
            of("<table> <tr><td>a"),
            "<table data-e=\"4\"> <tbody data-e=\"6\"><tr data-e=\"7\"><td data-e=\"8\"><x-t data-n=\"9\">a</x-t></td></tr></tbody></table>"
        );
    }

    #[test]
    fn what_is_not_allowed_is_left_out_or_plain() {
        assert_eq!(
            of("<body><script>x</script><a href=//e.org onclick=x>b</a>"),
            "<a data-e=\"6\"><x-t data-n=\"7\">b</x-t></a>"
        );
        assert_eq!(
            of("<svg><title>a</title><style>b</style></svg>"),
            "<span data-e=\"4\"><x-t data-n=\"6\">a</x-t></span>"
        );
        assert_eq!(of("<textarea><b></textarea>"), "<span data-e=\"4\">&lt;b&gt;</span>");
        assert_eq!(
            of("<select><option>a<option>b</select>"),
            "<select data-e=\"4\"><option data-e=\"5\">a</option><option data-e=\"7\">b</option></select>"
        );
    }

    #[test]
    fn nothing_in_a_style_sheet_ends_it() {
        let mut out = String::new();
        style_sheet(&mut out, "<!-- a{content:'</style><script>'} -->");
        assert_eq!(out, "  a{content:'\\3c /style>\\3c script>'} -->");
        assert!(!out.contains('<'));
    }
}
