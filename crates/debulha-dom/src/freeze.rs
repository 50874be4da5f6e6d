//! From the arena of linked nodes to vectors in document order.

use crate::arena::{Arena, NIL};
use crate::document::{Columns, Document, Namespace, NodeKind};
use crate::names;
use std::sync::OnceLock;

/// Numbers the attached nodes in document order and copies their text in that order.
///
/// Nodes below `max_depth` are attached to their ancestor on level `max_depth - 1`; their number is returned.
/// One pass, O(nodes + text); detached nodes vanish.
pub(crate) fn freeze(arena: Arena, max_depth: u16) -> (Document, usize) {
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
    let mut text = String::with_capacity(arena.characters.len());
    let mut flattened = 0;
    // Ids of the open ancestors, innermost last; never longer than the cap.
    let mut path: Vec<u32> = Vec::with_capacity(max_depth as usize + 1);
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
        let (name, namespace) = match node.kind {
            NodeKind::Element => arena.names.resolved[node.qualified as usize],
            _ => (names::NONE, Namespace::Html),
        };
        columns.name.push(name);
        columns.namespace.push(namespace);
        columns.span.push(match node.kind {
            NodeKind::Element => node.span,
            _ => copy_pieces(&arena, node.span.0, &mut text),
        });
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
    let document = Document {
        columns,
        attributes: arena.attributes,
        text,
        attribute_text: arena.attribute_text,
        extra_names: arena.names.extra,
        source_ranges: None,
        ordinals: OnceLock::new(),
    };
    (document, flattened)
}

fn close(path: &mut Vec<u32>, columns: &mut Columns, end: u32) {
    if let Some(node) = path.pop() {
        columns.subtree_end[node as usize] = end;
    }
}

fn copy_pieces(arena: &Arena, first: u32, text: &mut String) -> (u32, u32) {
    let start = text.len();
    let mut piece = first;
    while piece != NIL {
        let run = arena.pieces[piece as usize];
        text.push_str(&arena.characters[run.start as usize..(run.start + run.len) as usize]);
        piece = run.next;
    }
    (start as u32, (text.len() - start) as u32)
}
