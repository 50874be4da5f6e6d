//! From the arena of linked nodes to vectors in document order.

use crate::arena::{Arena, ArenaNode, NIL, TextPiece};
use crate::document::{
    AttributeEntry, AttributeSet, Document, DocumentCharacters, NodeColumns, NodeKind, Span,
};
use crate::resolve;
use crate::tokenizer::VALUE;
use crate::tree_builder::BuiltTree;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Numbers the attached nodes in document order and resolves their text in that order.
///
/// Nodes below `max_depth` are attached to their ancestor on level `max_depth - 1`; their number is returned.
/// O(nodes + text); detached nodes vanish.
pub(crate) fn freeze(built: BuiltTree<'_>, max_depth: u16) -> (Document, usize) {
    let BuiltTree { tokenizer, arena, doctype, quirks, .. } = built;
    let source = tokenizer.source();
    let shape =
        TreeShape::as_built(&arena, max_depth).unwrap_or_else(|| TreeShape::by_links(&arena, max_depth));
    let nodes: Cow<'_, [ArenaNode]> = match &shape.order {
        Some(order) => order.iter().map(|&id| arena.nodes[id as usize]).collect(),
        None => Cow::Borrowed(&arena.nodes),
    };
    let mut text = ResolvedText { source, arena: &arena, resolved: String::new(), pieces: Vec::new() };
    let mut attributes = tokenizer.attributes;
    text.resolve_values(&mut attributes);
    let mut attribute_set = vec![AttributeSet::NONE; nodes.len()];
    let span = nodes.iter().enumerate().map(|(id, node)| match node.kind {
        NodeKind::Element => {
            let (start, len) = node.span;
            let own = &attributes[start as usize..(start + len) as usize];
            let set = |set, attribute: &AttributeEntry| set | AttributeSet::of(attribute.name);
            attribute_set[id] = own.iter().fold(AttributeSet::NONE, set);
            node.span
        }
        NodeKind::Document => (0, 0),
        NodeKind::Doctype => text.append(doctype.as_ref().map_or("", |doctype| &doctype.name)),
        NodeKind::Text | NodeKind::Comment => text.of_pieces(id as u32, node),
    });
    let columns = NodeColumns {
        span: span.collect(),
        attribute_set,
        kind: nodes.iter().map(|node| node.kind).collect(),
        namespace: nodes.iter().map(|node| node.namespace).collect(),
        name: nodes.iter().map(|node| node.name).collect(),
        parent: shape.parent,
        subtree_end: shape.subtree_end,
        depth: shape.depth,
    };
    let range = |source: (u32, u32)| if source.0 == NIL { (0, 0) } else { source };
    let source_ranges = nodes.iter().map(|node| range(node.source)).collect();
    let ResolvedText { resolved, pieces, .. } = text;
    let document = Document {
        columns,
        attributes,
        characters: DocumentCharacters { source: source.to_owned(), resolved },
        extra_names: tokenizer.names.into_spellings(),
        source_ranges,
        pieces,
        doctype,
        quirks,
        ordinals: OnceLock::new(),
        tokens: OnceLock::new(),
    };
    (document, shape.flattened)
}

/// The tree without what its nodes hold.
struct TreeShape {
    /// The arena's ids in document order; `None` where they are that already.
    order: Option<Vec<u32>>,
    parent: Vec<u32>,
    subtree_end: Vec<u32>,
    depth: Vec<u16>,
    /// Nodes that lie flatter than in the arena.
    flattened: usize,
}

impl TreeShape {
    /// The shape of an arena whose nodes came in document order, as on nearly every page: no link is followed.
    ///
    /// `None` where nodes came otherwise, or lie deeper than the cap.
    fn as_built(arena: &Arena, max_depth: u16) -> Option<TreeShape> {
        let nodes = &arena.nodes;
        if !arena.appended_only {
            return None;
        }
        let parent: Vec<u32> = std::iter::once(0).chain(nodes[1..].iter().map(|node| node.parent)).collect();
        let mut depth = vec![0u16; nodes.len()];
        for id in 1..nodes.len() {
            let above = depth[parent[id] as usize];
            if above >= max_depth {
                return None;
            }
            depth[id] = above + 1;
        }
        // A node was appended to its parent while that was open, or after: the subtree is a run of ids only when
        // it is as long as it is large.
        let mut subtree_end: Vec<u32> = (1..=nodes.len() as u32).collect();
        let mut size = vec![1u32; nodes.len()];
        for id in (1..nodes.len()).rev() {
            if subtree_end[id] - id as u32 != size[id] {
                return None;
            }
            let parent = parent[id] as usize;
            subtree_end[parent] = subtree_end[parent].max(subtree_end[id]);
            size[parent] += size[id];
        }
        Some(TreeShape { order: None, parent, subtree_end, depth, flattened: 0 })
    }

    /// The shape by the links between nodes, from the first child on.
    fn by_links(arena: &Arena, max_depth: u16) -> TreeShape {
        let count = arena.nodes.len();
        let mut order = Vec::with_capacity(count);
        let mut shape = TreeShape {
            order: None,
            parent: Vec::with_capacity(count),
            subtree_end: vec![0; count],
            depth: Vec::with_capacity(count),
            flattened: 0,
        };
        // Ids of the open ancestors, innermost last; never longer than the cap.
        let mut path: Vec<u32> = Vec::new();
        // True level of the current node; the path is shorter where the cap cut it.
        let mut level = 0usize;
        let mut current = 0u32;
        loop {
            let node = &arena.nodes[current as usize];
            let id = order.len() as u32;
            shape.flattened += usize::from(level > max_depth as usize);
            while path.len() > level.min(max_depth as usize) {
                shape.close(path.pop(), id);
            }
            shape.depth.push(path.len() as u16);
            shape.parent.push(path.last().copied().unwrap_or(0));
            order.push(current);
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
        while !path.is_empty() {
            shape.close(path.pop(), order.len() as u32);
        }
        shape.subtree_end.truncate(order.len());
        shape.order = Some(order);
        shape
    }

    fn close(&mut self, node: Option<u32>, end: u32) {
        if let Some(node) = node {
            self.subtree_end[node as usize] = end;
        }
    }
}

/// What the source does not say as it stands.
struct ResolvedText<'a> {
    source: &'a str,
    arena: &'a Arena,
    resolved: String,
    pieces: Vec<(u32, u32, u32)>,
}

impl ResolvedText<'_> {
    fn append(&mut self, text: &str) -> Span {
        let start = self.resolved.len();
        self.resolved.push_str(text);
        DocumentCharacters::resolved_since(&self.resolved, start)
    }

    /// The characters of a text node or comment. Its pieces are noted where they are not all of its range.
    fn of_pieces(&mut self, id: u32, node: &ArenaNode) -> Span {
        let (first, last) = node.span;
        let run = self.arena.pieces[first as usize].run;
        if node.kind == NodeKind::Comment {
            self.pieces.push((id, run.start, run.end));
        }
        if first == last && run.is_clean() {
            return (run.start, run.end);
        }
        let start = self.resolved.len();
        let mut index = first;
        while index != NIL {
            let TextPiece { run, next } = self.arena.pieces[index as usize];
            resolve::append(
                &mut self.resolved,
                &self.source[run.start as usize..run.end as usize],
                run.rules,
            );
            if first != last {
                self.pieces.push((id, run.start, run.end));
            }
            index = next;
        }
        DocumentCharacters::resolved_since(&self.resolved, start)
    }

    fn resolve_values(&mut self, attributes: &mut [AttributeEntry]) {
        for attribute in attributes.iter_mut().filter(|attribute| !attribute.dirt.is_clean()) {
            let (from, to) = attribute.value;
            let start = self.resolved.len();
            resolve::append(&mut self.resolved, &self.source[from as usize..to as usize], VALUE);
            attribute.value = DocumentCharacters::resolved_since(&self.resolved, start);
        }
    }
}
