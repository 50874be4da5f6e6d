//! From the arena of linked nodes to vectors in document order.

use crate::arena::{Arena, NIL};
use crate::document::{Attribute, Columns, Document};
use crate::document::NodeKind;
use crate::resolve;
use crate::tokenizer::{SourceAttribute, VALUE};
use crate::tree_builder::Built;
use std::sync::OnceLock;

/// Numbers the attached nodes in document order and resolves their text in that order.
///
/// Nodes below `max_depth` are attached to their ancestor on level `max_depth - 1`; their number is returned.
/// One pass, O(nodes + text); detached nodes vanish.
pub(crate) fn freeze(built: Built<'_>, max_depth: u16) -> (Document, usize) {
    let Built { tokenizer, arena, doctype, quirks, .. } = built;
    let source = tokenizer.source();
    let count = arena.nodes.len();
    let mut columns = Columns {
        kind: Vec::with_capacity(count),
        namespace: Vec::with_capacity(count),
        name: Vec::with_capacity(count),
        parent: Vec::with_capacity(count),
        subtree_end: vec![0; count],
        depth: Vec::with_capacity(count),
        span: Vec::with_capacity(count),
    };
    let mut source_ranges = Vec::with_capacity(count);
    let mut text = Text { source, arena: &arena, text: String::with_capacity(source.len() / 2), pieces: Vec::new() };
    let mut flattened = 0;
    // Ids of the open ancestors, innermost last; never longer than the cap.
    let mut path: Vec<u32> = Vec::with_capacity(64);
    // True level of the current node; the path is shorter where the cap cut it.
    let mut level = 0usize;
    let mut current = 0u32;
    loop {
        let node = &arena.nodes[current as usize];
        let id = columns.kind.len() as u32;
        if level > max_depth as usize {
            flattened += 1;
        }
        while path.len() > level.min(max_depth as usize) {
            close(&mut path, &mut columns, id);
        }
        columns.depth.push(path.len() as u16);
        columns.parent.push(path.last().copied().unwrap_or(0));
        columns.kind.push(node.kind);
        columns.name.push(node.name);
        columns.namespace.push(node.namespace);
        columns.span.push(match node.kind {
            NodeKind::Element => node.span,
            NodeKind::Document => (0, 0),
            NodeKind::Doctype => text.append(doctype.as_ref().map_or("", |doctype| &doctype.name)),
            NodeKind::Text => text.append_pieces(id, node.span.0),
            NodeKind::Comment => text.append_pieces(id, node.span.0),
        });
        source_ranges.push(if node.source.0 == NIL { (0, 0) } else { node.source });
        path.push(id);
        // The next node in document order: first child, else the next sibling of the nearest that has one.
        if node.first_child != NIL {
            current = node.first_child;
            level += 1;
            continue;
        }
        while current != 0 && arena.nodes[current as usize].next == NIL {
            current = arena.nodes[current as usize].parent;
            level -= 1;
        }
        if current == 0 {
            break;
        }
        current = arena.nodes[current as usize].next;
    }
    let total = columns.kind.len() as u32;
    while !path.is_empty() {
        close(&mut path, &mut columns, total);
    }
    columns.subtree_end.truncate(total as usize);
    let Text { text, pieces, .. } = text;
    let (attributes, attribute_text) = freeze_attributes(source, &tokenizer.attributes);
    let document = Document {
        columns,
        attributes,
        text,
        attribute_text,
        extra_names: tokenizer.names.into_spellings(),
        source_ranges,
        pieces,
        doctype,
        quirks,
        ordinals: OnceLock::new(),
    };
    (document, flattened)
}

fn close(path: &mut Vec<u32>, columns: &mut Columns, end: u32) {
    if let Some(node) = path.pop() {
        columns.subtree_end[node as usize] = end;
    }
}

/// The characters of the nodes so far.
struct Text<'a> {
    source: &'a str,
    arena: &'a Arena,
    text: String,
    pieces: Vec<(u32, u32, u32)>,
}

impl Text<'_> {
    fn append(&mut self, text: &str) -> (u32, u32) {
        self.text.push_str(text);
        ((self.text.len() - text.len()) as u32, text.len() as u32)
    }

    /// Appends what the pieces of a node stand for, and notes them where they are several.
    fn append_pieces(&mut self, node: u32, first: u32) -> (u32, u32) {
        let start = self.text.len();
        let mut index = first;
        while index != NIL {
            let piece = self.arena.pieces[index as usize];
            let run = &self.source[piece.run.start as usize..piece.run.end as usize];
            if piece.run.is_clean() {
                self.text.push_str(run);
            } else {
                resolve::append(&mut self.text, run, piece.run.rules);
            }
            if index != first || piece.next != NIL {
                self.pieces.push((node, piece.run.start, piece.run.end));
            }
            index = piece.next;
        }
        (start as u32, (self.text.len() - start) as u32)
    }
}

/// Values in one string.
fn freeze_attributes(source: &str, attributes: &[SourceAttribute]) -> (Vec<Attribute>, String) {
    let bytes: usize = attributes.iter().map(|a| (a.value.1 - a.value.0) as usize).sum();
    let mut text = String::with_capacity(bytes);
    let frozen = attributes
        .iter()
        .map(|attribute| {
            let start = text.len();
            let value = &source[attribute.value.0 as usize..attribute.value.1 as usize];
            if attribute.dirt.is_clean() {
                text.push_str(value);
            } else {
                resolve::append(&mut text, value, VALUE);
            }
            let (start, len) = (start as u32, (text.len() - start) as u32);
            Attribute { name: attribute.name, start, len, source: attribute.range }
        })
        .collect();
    (frozen, text)
}
