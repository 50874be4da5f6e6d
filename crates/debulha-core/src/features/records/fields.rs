//! What stands in a record: runs of text, links and images, each with its path.

use super::Record;
use crate::features::display::is_block;
use crate::features::white_space::fold_into;
use crate::page::Page;
use debulha_dom::{Document, NodeId, NodeKind, names};

/// A run of text, a link or an image of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The first node: a text node, or the link or image.
    pub node: NodeId,
    /// Names of the elements from the record's siblings down to the field, such as `td/p/a`; empty for text beside them.
    pub path: String,
    /// The text, white space folded; of an image its alternative text.
    pub text: String,
    /// Where a link leads, or where an image is, as the page has it.
    pub href: Option<String>,
}

/// The fields.
pub fn fields(page: &Page<'_>, record: &Record) -> Vec<Field> {
    let doc = page.document();
    let mut found: Vec<Field> = Vec::new();
    let top = doc.depth(NodeId(record.nodes.start));
    let mut link_end = 0;
    let mut open = false;
    let mut holder = None;
    for node in record.nodes.clone().map(NodeId) {
        if page.visibility().is_hidden(node) {
            continue;
        }
        match doc.kind(node) {
            NodeKind::Element => match doc.name(node) {
                names::A if node.0 >= link_end && doc.attribute(node, names::HREF).is_some() => {
                    link_end = doc.subtree_end(node);
                    let href = doc.attribute(node, names::HREF).map(str::to_owned);
                    found.push(Field { node, path: path(doc, node, top), text: String::new(), href });
                    open = true;
                    holder = None;
                }
                names::IMG => {
                    let text = doc.attribute(node, names::ALT).unwrap_or_default().to_owned();
                    let href = doc.attribute(node, names::SRC).map(str::to_owned);
                    // Text of a link goes on after an image in it.
                    let image = Field { node, path: path(doc, node, top), text, href };
                    let place = if node.0 < link_end { found.len() - 1 } else { found.len() };
                    found.insert(place, image);
                    open &= node.0 < link_end;
                }
                name if node.0 >= link_end && (is_block(name) || name == names::BR) => open = false,
                _ => {}
            },
            NodeKind::Text if !doc.text(node).trim().is_empty() => {
                if node.0 >= link_end {
                    let block = holder_of(doc, node, top);
                    if !open || holder != Some(block) {
                        found.push(Field { node, path: path(doc, node, top), text: String::new(), href: None });
                    }
                    open = true;
                    holder = Some(block);
                }
                if let Some(field) = found.last_mut() {
                    if !field.text.is_empty() {
                        field.text.push(' ');
                    }
                    fold_into(&mut field.text, doc.text(node));
                }
            }
            _ => {}
        }
    }
    found
}

/// The nearest block above text.
fn holder_of(doc: &Document, node: NodeId, top: u16) -> NodeId {
    let mut above = doc.ancestors(node).take_while(|&a| doc.depth(a) >= top);
    above.find(|&a| is_block(doc.name(a))).unwrap_or(Document::ROOT)
}

fn path(doc: &Document, node: NodeId, top: u16) -> String {
    let mut names: Vec<&str> = std::iter::once(node)
        .chain(doc.ancestors(node))
        .take_while(|&a| doc.depth(a) >= top)
        .filter(|&a| doc.is_element(a))
        .map(|a| doc.name_str(doc.name(a)))
        .collect();
    names.reverse();
    names.join("/")
}
