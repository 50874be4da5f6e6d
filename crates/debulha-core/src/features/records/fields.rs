//! What stands in a record: runs of text, links and images, each with its path.

use super::Record;
use crate::features::display::is_block;
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId, NodeKind, names};

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
/// marks such as `<b>` do not part it. O(nodes of the record + text), and O(depth) a field.
pub fn fields(page: &Page<'_>, record: &Record) -> Vec<Field> {
    let doc = page.document();
    let mut reader = FieldReader {
        doc,
        top: doc.depth(record.first()),
        path_bytes: PATHS_IN_ANY + PATHS_PER_NODE * record.nodes.len(),
        found: Vec::new(),
        link: None,
        open_run: None,
        block_end: 0,
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

struct FieldReader<'a> {
    doc: &'a Document,
    /// Depth of the record's siblings.
    top: u16,
    /// Bytes that whole paths may still take.
    path_bytes: usize,
    found: Vec<Field>,
    /// Place of the field of the link that is open, and the id after the link.
    link: Option<(usize, u32)>,
    /// Place of the field that text goes on in.
    open_run: Option<usize>,
    /// The id after the innermost block that holds the open run, as far as it was seen to begin.
    block_end: u32,
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
