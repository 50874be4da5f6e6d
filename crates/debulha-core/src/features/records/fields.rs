//! What stands in a record: runs of text, links and images, each with its path.

use super::Record;
use crate::features::display::is_block;
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::names::NameId;
use debulha_dom::{Document, NodeId, NodeKind, names};
use rustc_hash::FxHashMap;

/// A run of text, a link or an image of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The link, the image, or the first text node of a run.
    pub node: NodeId,
    /// Names of the elements from the record's siblings down to the field, such as `tr/td/a`; empty for text that stands
    /// beside them. Where the paths of a record are long for its size, the last names behind `…`.
    pub path: String,
    /// The text, white space folded; of an image its alternative text.
    pub text: String,
    /// Where a link leads, or where an image is, as the page has it.
    pub href: Option<String>,
}

/// Bytes of whole paths for each node of a record, and in any record; then paths are shortened to so many bytes. Else deep
/// markup would make a multiple of its size of them (our decision: usual records are far below).
const PATHS_PER_NODE: usize = 32;
const PATHS_IN_ANY: usize = 512;
const SHORT_PATH: usize = 24;

/// The fields of a record in the order of the page.
///
/// A link is one field with all its text. Other text is one field up to the next link, image or line break, so that
/// marks such as `<b>` do not part it. Elements in a line are fields of their own if an `itemprop` names them, or if a line has nothing
/// but elements with names (`role`, class) that all differ, such as `<span class=author>… <span class=year>…`.
/// O(nodes of the record + text), and O(depth) a field.
pub fn fields(page: &Page<'_>, record: &Record) -> Vec<Field> {
    let doc = page.document();
    let mut reader = FieldReader {
        doc,
        top: doc.depth(record.first()),
        path_bytes: PATHS_IN_ANY + PATHS_PER_NODE * record.nodes.len(),
        found: Vec::new(),
        link: None,
        open_run: None,
        open_part: None,
        block_end: 0,
        lines: FxHashMap::default(),
        names: [doc.find_name("itemprop"), doc.find_name("role")],
    };
    for node in record.nodes.clone().map(NodeId).filter(|&node| !page.visibility().is_hidden(node)) {
        match doc.kind(node) {
            NodeKind::Element => reader.element(node),
            NodeKind::Text => reader.text(node),
            _ => {}
        }
    }
    reader.found
}

/// Children of an element that are looked at to see whether they are parts of a line (our decision: lines of data have a few).
const MAX_LINE: usize = 32;

/// Elements around a text that may name it, in a line.
const MAX_LINE_DEPTH: usize = 8;

/// Whether a text only parts what stands around it. Signs of currencies and units do not.
fn is_separator(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || ",;|/·•–—-:()[]".contains(c))
}

struct FieldReader<'a> {
    doc: &'a Document,
    /// Depth of the record's siblings.
    top: u16,
    /// Bytes that whole paths may still take.
    path_bytes: usize,
    found: Vec<Field>,
    /// Place of the field of the link that is open, and the id after the link.
    link: Option<(usize, u32)>,
    /// Place of the field that text goes on in, and the named part of a line that it is.
    open_run: Option<usize>,
    open_part: Option<NodeId>,
    /// The id after the innermost block that holds the open run, as far as it was seen to begin.
    block_end: u32,
    /// By element, whether its children are named parts of a line.
    lines: FxHashMap<NodeId, bool>,
    /// `itemprop` and `role`, where the page has them.
    names: [Option<NameId>; 2],
}

impl FieldReader<'_> {
    fn element(&mut self, node: NodeId) {
        let name = self.doc.name(node);
        let in_link = self.in_link(node);
        let breaks_line = is_block(name) || name == names::BR;
        if name == names::IMG {
            let alt = self.doc.attribute(node, names::ALT).unwrap_or_default();
            self.push(node, alt.to_owned(), self.doc.attribute(node, names::SRC));
            self.open_run = None;
        } else if name == names::A && !in_link && self.doc.attribute(node, names::HREF).is_some() {
            self.link = Some((self.found.len(), self.doc.subtree_end(node)));
            self.push(node, String::new(), self.doc.attribute(node, names::HREF));
            self.open_run = None;
        } else if breaks_line && !in_link {
            self.open_run = None;
            self.block_end = self.doc.subtree_end(node);
        }
    }

    fn text(&mut self, node: NodeId) {
        if self.doc.text(node).trim().is_empty() {
            return;
        }
        // Text after a block is another run than text in it.
        if node.0 >= self.block_end {
            self.open_run = None;
            self.block_end = u32::MAX;
        }
        let part = if self.in_link(node) { self.open_part } else { self.part(node) };
        if part != self.open_part {
            // What stands between parts is none.
            if part.is_none() && is_separator(self.doc.text(node)) {
                return;
            }
            (self.open_run, self.open_part) = (None, part);
        }
        let place = match (self.link.filter(|&(_, end)| node.0 < end), self.open_run) {
            (Some((place, _)), _) | (None, Some(place)) => place,
            (None, None) => {
                self.push(node, String::new(), None);
                self.found.len() - 1
            }
        };
        if !self.in_link(node) {
            self.open_run = Some(place);
        }
        let text = &mut self.found[place].text;
        if !text.is_empty() {
            text.push(' ');
        }
        fold_into(text, self.doc.text(node));
    }

    /// The innermost named part of a line that a text is in. O(depth in the line), and O(children) once for each element.
    fn part(&mut self, text: NodeId) -> Option<NodeId> {
        let doc = self.doc;
        for node in doc.ancestors(text).take(MAX_LINE_DEPTH) {
            if doc.depth(node) <= self.top || is_block(doc.name(node)) {
                return None;
            }
            let is_property = self.names[0].is_some_and(|itemprop| doc.attribute(node, itemprop).is_some());
            if is_property
                || doc.parent(node).is_some_and(|line| self.has_parts(line)) && self.label(node).is_some()
            {
                return Some(node);
            }
        }
        None
    }

    /// Whether an element has nothing but named parts, with space between.
    fn has_parts(&mut self, line: NodeId) -> bool {
        if let Some(&known) = self.lines.get(&line) {
            return known;
        }
        let has_parts = self.are_parts(line);
        self.lines.insert(line, has_parts);
        has_parts
    }

    fn are_parts(&self, line: NodeId) -> bool {
        let doc = self.doc;
        let (mut labels, mut glued) = (Vec::new(), false);
        for (at, child) in doc.children(line).enumerate() {
            if at >= MAX_LINE {
                return false;
            }
            match doc.kind(child) {
                // One sign alone joins: -1/+3.
                NodeKind::Text if is_separator(doc.text(child)) => {
                    glued = !doc.text(child).contains(char::is_whitespace);
                }
                NodeKind::Text => return false,
                NodeKind::Element if is_block(doc.name(child)) || doc.name(child) == names::BR => {
                    glued = false;
                }
                NodeKind::Element => {
                    // Letters of one word may have elements of their own.
                    if glued {
                        return false;
                    }
                    glued = true;
                    labels.extend(self.label(child));
                }
                _ => {}
            }
        }
        let count = labels.len();
        labels.sort_unstable();
        labels.dedup();
        count >= 2 && labels.len() == count
    }

    /// What names an element in a line: its role, or its first class without a digit.
    fn label(&self, node: NodeId) -> Option<&str> {
        let role = self.names[1].and_then(|role| self.doc.attribute(node, role));
        let classes = || {
            self.doc
                .attribute(node, names::CLASS)?
                .split_ascii_whitespace()
                .find(|class| !class.bytes().any(|byte| byte.is_ascii_digit()))
        };
        role.or_else(classes)
    }

    fn in_link(&self, node: NodeId) -> bool {
        self.link.is_some_and(|(_, end)| node.0 < end)
    }

    fn push(&mut self, node: NodeId, text: String, href: Option<&str>) {
        let path = self.path(node);
        self.found.push(Field { node, path, text, href: href.map(str::to_owned) });
    }

    fn path(&mut self, node: NodeId) -> String {
        let (doc, top) = (self.doc, self.top);
        let names = || {
            let around = std::iter::once(node).chain(doc.ancestors(node));
            let in_record = around.take_while(move |&node| doc.depth(node) >= top);
            in_record.filter(|&node| doc.is_element(node)).map(|node| doc.name_str(doc.name(node)))
        };
        let length = |name: &str| name.len() + 1;
        let whole = self.path_bytes.checked_sub(names().map(length).sum());
        self.path_bytes = whole.unwrap_or(0);
        let mut most = SHORT_PATH;
        let mut kept: Vec<&str> = names()
            .take_while(|name| {
                let left = most.checked_sub(length(name));
                most = left.unwrap_or(0);
                whole.is_some() || left.is_some()
            })
            .collect();
        if whole.is_none() {
            kept.push("…");
        }
        kept.reverse();
        kept.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn texts(html: &str) -> Vec<String> {
        let document = parse(&format!("<body><div>{html}</div>"), &Limits::default()).document;
        let page = Page::new(&document);
        let first = document.children(page.body()).next().map_or(0, |node| node.0);
        let record = Record { nodes: first..document.subtree_end(NodeId(first)) };
        fields(&page, &record).into_iter().map(|field| field.text).collect()
    }

    #[test]
    fn named_parts_of_a_line_are_fields() {
        for (html, expected) in [
            (
                "<span class=author>Ann Lind</span> <span class=year>2019</span> <b class=price>10.09 EUR</b>",
                "Ann Lind|2019|10.09 EUR",
            ),
            ("<h3>Rye</h3><span class=author>Ann</span> · <span class=year>2019</span>", "Rye|Ann|2019"),
            (
                "<span itemprop=text>Rye</span> <span>by <i itemprop=author>Ann</i> of the mill</span>",
                "Rye|by|Ann|of the mill",
            ),
            ("<span role=cell>Ann</span>, <span role=time>May</span>", "Ann|May"),
            // One name twice, glued letters, and text between are one value.
            ("<span class=word>Ann</span> <span class=word>Lind</span>", "Ann Lind"),
            ("<span class=cap>R</span><span class=rest>ye</span>", "R ye"),
            ("<span class=less>-1</span>/<span class=more>+3</span>", "-1 / +3"),
            ("<span class=hl>Rye</span> and <b class=mark>oats</b>", "Rye and oats"),
            ("<span class=n1>Rye</span> <span class=n2>oats</span>", "Rye oats"),
            ("<span class=amount>10</span> <span>EUR</span>", "10 EUR"),
        ] {
            assert_eq!(texts(html).join("|"), expected, "{html}");
        }
    }

    #[test]
    fn lines_of_many_parts_are_one_field() {
        let line = |count: usize| -> usize {
            let parts: Vec<String> = (0..count)
                .map(|at| {
                    format!(
                        "<i class={}>x</i>",
                        "abcdefghij"
                            .chars()
                            .nth(at % 10)
                            .map_or(String::new(), |c| c.to_string().repeat(at / 10 + 1))
                    )
                })
                .collect();
            texts(&parts.join(" ")).len()
        };
        // With the spaces between, 16 parts are 31 children.
        assert_eq!((line(MAX_LINE / 2), line(MAX_LINE / 2 + 1)), (MAX_LINE / 2, 1));
    }
}
