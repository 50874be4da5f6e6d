//! The tree under construction: linked nodes in one vector, text as pieces of the source.

use crate::document::{Namespace, NodeKind};
use crate::names::{self, NameId};
use crate::tokenizer::CharacterRun;

/// "No node" and "no piece" in links.
pub(crate) const NIL: u32 = u32::MAX;

/// A node under construction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArenaNode {
    pub(crate) parent: u32,
    pub(crate) previous: u32,
    pub(crate) next: u32,
    pub(crate) first_child: u32,
    pub(crate) last_child: u32,
    /// Text, comment: first and last piece. Element: start and count of attributes.
    pub(crate) span: (u32, u32),
    /// Bytes of the source; the start is [`NIL`] for a node that no markup stands for.
    pub(crate) source: (u32, u32),
    pub(crate) name: NameId,
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
    /// Whether it is on the stack of open elements.
    pub(crate) is_open: bool,
    /// Whether it is in the list of active formatting elements.
    pub(crate) is_formatting: bool,
}

/// A run of characters of a text node. Text that grows after other markup gets a further piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextPiece {
    pub(crate) run: CharacterRun,
    pub(crate) next: u32,
}

/// Where a node goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InsertPlace {
    LastChildOf(u32),
    Before(u32),
}

#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<ArenaNode>,
    pub(crate) pieces: Vec<TextPiece>,
    /// Whether every node was attached as the last child of its parent and never moved.
    pub(crate) appended_only: bool,
}

impl Arena {
    /// A document without children.
    pub(crate) fn new(source_len: usize) -> Self {
        /// Bytes of source per node, and per run of text, on real pages, from above: sizes the first allocation only.
        const BYTES_PER_NODE: usize = 48;
        const BYTES_PER_PIECE: usize = 96;
        let mut arena = Arena {
            nodes: Vec::with_capacity(source_len / BYTES_PER_NODE + 8),
            pieces: Vec::with_capacity(source_len / BYTES_PER_PIECE + 8),
            appended_only: true,
        };
        arena.push(NodeKind::Document, (NIL, NIL), (0, source_len as u32));
        arena
    }

    fn push(&mut self, kind: NodeKind, span: (u32, u32), source: (u32, u32)) -> u32 {
        self.nodes.push(ArenaNode {
            parent: NIL,
            previous: NIL,
            next: NIL,
            first_child: NIL,
            last_child: NIL,
            span,
            source,
            name: names::NONE,
            kind,
            namespace: Namespace::Html,
            is_open: false,
            is_formatting: false,
        });
        (self.nodes.len() - 1) as u32
    }

    #[inline]
    pub(crate) fn node(&self, id: u32) -> &ArenaNode {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: u32) -> &mut ArenaNode {
        &mut self.nodes[id as usize]
    }

    /// An element that is nowhere yet.
    pub(crate) fn create_element(
        &mut self,
        name: NameId,
        namespace: Namespace,
        attributes: (u32, u32),
        source: (u32, u32),
    ) -> u32 {
        let id = self.push(NodeKind::Element, attributes, source);
        let node = self.node_mut(id);
        (node.name, node.namespace) = (name, namespace);
        id
    }

    /// A text node, comment or doctype that is nowhere yet.
    pub(crate) fn create_text(&mut self, kind: NodeKind, run: CharacterRun, source: (u32, u32)) -> u32 {
        self.pieces.push(TextPiece { run, next: NIL });
        let piece = (self.pieces.len() - 1) as u32;
        self.push(kind, (piece, piece), source)
    }

    /// Inserts characters: into the text node that is there already, or as a new one.
    #[inline]
    pub(crate) fn insert_text(&mut self, place: InsertPlace, run: CharacterRun) {
        let previous = match place {
            InsertPlace::LastChildOf(parent) => self.node(parent).last_child,
            InsertPlace::Before(sibling) => self.node(sibling).previous,
        };
        if previous != NIL && self.node(previous).kind == NodeKind::Text {
            self.extend_text(previous, run);
        } else {
            let text = self.create_text(NodeKind::Text, run, (run.start, run.end));
            self.attach(place, text);
        }
    }

    fn extend_text(&mut self, node: u32, run: CharacterRun) {
        let (first, last) = self.node(node).span;
        let source = &mut self.node_mut(node).source;
        *source = (source.0.min(run.start), source.1.max(run.end));
        let piece = &mut self.pieces[last as usize].run;
        if piece.end == run.start && piece.rules == run.rules {
            piece.end = run.end;
            piece.dirt |= run.dirt;
            return;
        }
        self.pieces.push(TextPiece { run, next: NIL });
        let added = (self.pieces.len() - 1) as u32;
        self.pieces[last as usize].next = added;
        self.node_mut(node).span = (first, added);
    }

    #[inline]
    pub(crate) fn attach(&mut self, place: InsertPlace, id: u32) {
        match place {
            InsertPlace::LastChildOf(parent) => self.attach_last(parent, id),
            InsertPlace::Before(sibling) => self.attach_before(sibling, id),
        }
    }

    pub(crate) fn detach(&mut self, id: u32) {
        let ArenaNode { parent, previous, next, .. } = *self.node(id);
        if parent == NIL {
            return;
        }
        self.appended_only = false;
        if previous == NIL {
            self.node_mut(parent).first_child = next;
        } else {
            self.node_mut(previous).next = next;
        }
        if next == NIL {
            self.node_mut(parent).last_child = previous;
        } else {
            self.node_mut(next).previous = previous;
        }
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (NIL, NIL, NIL);
    }

    #[inline]
    pub(crate) fn attach_last(&mut self, parent: u32, id: u32) {
        self.detach(id);
        let last = std::mem::replace(&mut self.node_mut(parent).last_child, id);
        let node = self.node_mut(id);
        (node.parent, node.previous) = (parent, last);
        if last == NIL {
            self.node_mut(parent).first_child = id;
        } else {
            self.node_mut(last).next = id;
        }
    }

    fn attach_before(&mut self, sibling: u32, id: u32) {
        self.appended_only = false;
        self.detach(id);
        let ArenaNode { parent, previous, .. } = *self.node(sibling);
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (parent, previous, sibling);
        self.node_mut(sibling).previous = id;
        if previous == NIL {
            self.node_mut(parent).first_child = id;
        } else {
            self.node_mut(previous).next = id;
        }
    }

    /// Moves all children of a node to the end of another's. O(children).
    pub(crate) fn move_children(&mut self, from: u32, to: u32) {
        let mut child = self.node(from).first_child;
        while child != NIL {
            let next = self.node(child).next;
            self.attach_last(to, child);
            child = next;
        }
    }
}
