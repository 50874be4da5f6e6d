//! The tree under construction: html5ever's `TreeSink` over an arena of linked nodes.

use crate::document::{Attribute, Namespace, NodeKind};
use crate::limits::Limits;
use crate::names::{self, NameId, STATIC_NAMES};
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{LocalName, QualName, ns};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

/// "No node" and "no piece" in links.
pub(crate) const NIL: u32 = u32::MAX;

/// A node under construction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: u32,
    pub(crate) previous: u32,
    pub(crate) next: u32,
    pub(crate) first_child: u32,
    pub(crate) last_child: u32,
    /// Text, comment: first and last piece. Element: start and count of attributes.
    pub(crate) span: (u32, u32),
    /// Levels below the document when it was attached; only a guide, since subtrees can move.
    depth: u32,
    /// Index into [`Arena::qualified`].
    pub(crate) qualified: u16,
    pub(crate) kind: NodeKind,
}

/// A run of characters of a text node. A text node that grows later gets a further piece, so that growth never
/// copies what is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) next: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) characters: String,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) attribute_text: String,
    pub(crate) names: NameTable,
    pub(crate) dropped_attributes: usize,
}

/// Ids of names met in the page.
#[derive(Debug, Default)]
pub(crate) struct NameTable {
    ids: FxHashMap<LocalName, NameId>,
    pub(crate) extra: Vec<Box<str>>,
    elements: FxHashMap<QualName, u16>,
    /// Name and namespace of each entry of [`ArenaSink::qualified`].
    pub(crate) resolved: Vec<(NameId, Namespace)>,
}

impl NameTable {
    fn id(&mut self, local: &LocalName) -> NameId {
        if let Some(&id) = self.ids.get(local) {
            return id;
        }
        let id = names::lookup(local).unwrap_or_else(|| self.add(local));
        self.ids.insert(local.clone(), id);
        id
    }

    fn add(&mut self, spelling: &str) -> NameId {
        let id = STATIC_NAMES.len() + self.extra.len();
        if id >= names::OVERFLOW.0 as usize {
            return names::OVERFLOW;
        }
        self.extra.push(spelling.into());
        NameId(id as u16)
    }
}

impl Arena {
    fn push(&mut self, kind: NodeKind, qualified: u16, span: (u32, u32)) -> u32 {
        let node = Node {
            parent: NIL,
            previous: NIL,
            next: NIL,
            first_child: NIL,
            last_child: NIL,
            span,
            depth: 0,
            qualified,
            kind,
        };
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    fn node(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    fn push_piece(&mut self, text: &str) -> u32 {
        let start = self.characters.len() as u32;
        self.characters.push_str(text);
        self.pieces.push(Piece { start, len: text.len() as u32, next: NIL });
        (self.pieces.len() - 1) as u32
    }

    fn push_text_node(&mut self, kind: NodeKind, text: &str) -> u32 {
        let piece = self.push_piece(text);
        self.push(kind, 0, (piece, piece))
    }

    fn extend_text_node(&mut self, node: u32, text: &str) {
        let (first, last) = self.nodes[node as usize].span;
        let piece = &mut self.pieces[last as usize];
        if (piece.start + piece.len) as usize == self.characters.len() {
            piece.len += text.len() as u32;
            self.characters.push_str(text);
        } else {
            let added = self.push_piece(text);
            self.pieces[last as usize].next = added;
            self.node(node).span = (first, added);
        }
    }

    fn detach(&mut self, id: u32) {
        let Node { parent, previous, next, .. } = *self.node(id);
        if parent == NIL {
            return;
        }
        if previous == NIL {
            self.node(parent).first_child = next;
        } else {
            self.node(previous).next = next;
        }
        if next == NIL {
            self.node(parent).last_child = previous;
        } else {
            self.node(next).previous = previous;
        }
        let node = self.node(id);
        (node.parent, node.previous, node.next) = (NIL, NIL, NIL);
    }

    fn attach_last(&mut self, parent: u32, id: u32) {
        self.detach(id);
        let last = self.node(parent).last_child;
        let depth = self.node(parent).depth + 1;
        let node = self.node(id);
        (node.parent, node.previous, node.depth) = (parent, last, depth);
        if last == NIL {
            self.node(parent).first_child = id;
        } else {
            self.node(last).next = id;
        }
        self.node(parent).last_child = id;
    }

    fn attach_before(&mut self, sibling: u32, id: u32) {
        self.detach(id);
        let Node { parent, previous, depth, .. } = *self.node(sibling);
        let node = self.node(id);
        (node.parent, node.previous, node.next, node.depth) = (parent, previous, sibling, depth);
        self.node(sibling).previous = id;
        if previous == NIL { self.node(parent).first_child = id } else { self.node(previous).next = id }
    }

    /// Adds attributes at the end of the table; the span of the element that owns them.
    fn push_attributes(&mut self, attributes: &[html5ever::Attribute], limit: u16) -> (u32, u32) {
        let start = self.attributes.len() as u32;
        for attribute in attributes.iter().take(limit as usize) {
            let name = match &attribute.name.prefix {
                Some(prefix) => self.names.id(&LocalName::from(format!("{prefix}:{}", attribute.name.local))),
                None => self.names.id(&attribute.name.local),
            };
            let (from, len) = (self.attribute_text.len() as u32, attribute.value.len() as u32);
            self.attribute_text.push_str(&attribute.value);
            self.attributes.push(Attribute { name, start: from, len });
        }
        self.dropped_attributes += attributes.len().saturating_sub(limit as usize);
        (start, self.attributes.len() as u32 - start)
    }
}

/// Receives the tree from html5ever's tree builder.
#[derive(Debug)]
pub(crate) struct ArenaSink {
    pub(crate) arena: RefCell<Arena>,
    /// Distinct element names, in order of first use.
    qualified: RefCell<Vec<QualName>>,
    max_attributes: u16,
    /// Depth of the innermost open element, near enough for a guard.
    pub(crate) open_depth: Cell<u32>,
}

impl ArenaSink {
    pub(crate) fn new(limits: &Limits, source_len: usize) -> Self {
        /// Bytes of source per node on real pages, from below: sizes the first allocation only.
        const BYTES_PER_NODE: usize = 64;
        let mut arena =
            Arena { nodes: Vec::with_capacity(source_len / BYTES_PER_NODE + 8), ..Arena::default() };
        arena.push(NodeKind::Document, 0, (NIL, NIL));
        ArenaSink {
            arena: RefCell::new(arena),
            qualified: RefCell::default(),
            max_attributes: limits.max_attributes,
            open_depth: Cell::new(0),
        }
    }

    pub(crate) fn node_count(&self) -> usize {
        self.arena.borrow().nodes.len()
    }

    fn insert_text(&self, previous: u32, text: &str, attach: impl FnOnce(&mut Arena, u32)) {
        let mut arena = self.arena.borrow_mut();
        if previous != NIL && arena.node(previous).kind == NodeKind::Text {
            arena.extend_text_node(previous, text);
        } else {
            let node = arena.push_text_node(NodeKind::Text, text);
            attach(&mut arena, node);
        }
    }
}

/// The name of an element, borrowed from the sink's table.
#[derive(Debug)]
pub(crate) struct SinkName<'a>(Ref<'a, QualName>);

impl ElemName for SinkName<'_> {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for ArenaSink {
    type Handle = u32;
    type Output = Arena;
    type ElemName<'a> = SinkName<'a>;

    fn finish(self) -> Arena {
        self.arena.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> u32 {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a u32) -> SinkName<'a> {
        let index = self.arena.borrow().nodes[*target as usize].qualified as usize;
        SinkName(Ref::map(self.qualified.borrow(), |names| &names[index]))
    }

    fn create_element(&self, name: QualName, attributes: Vec<html5ever::Attribute>, _: ElementFlags) -> u32 {
        let mut arena = self.arena.borrow_mut();
        let index = match arena.names.elements.get(&name) {
            Some(&index) => index,
            None => self.register(&mut arena, name),
        };
        let span = arena.push_attributes(&attributes, self.max_attributes);
        arena.push(NodeKind::Element, index, span)
    }

    fn create_comment(&self, text: StrTendril) -> u32 {
        self.arena.borrow_mut().push_text_node(NodeKind::Comment, &text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> u32 {
        let text = format!("{target} {data}");
        self.arena.borrow_mut().push_text_node(NodeKind::ProcessingInstruction, &text)
    }

    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        match child {
            NodeOrText::AppendNode(node) => {
                let mut arena = self.arena.borrow_mut();
                arena.attach_last(*parent, node);
                if arena.node(node).kind == NodeKind::Element {
                    self.open_depth.set(arena.node(node).depth);
                }
            }
            NodeOrText::AppendText(text) => {
                let last = self.arena.borrow().nodes[*parent as usize].last_child;
                self.insert_text(last, &text, |arena, node| arena.attach_last(*parent, node));
            }
        }
    }

    fn append_based_on_parent_node(&self, element: &u32, previous: &u32, child: NodeOrText<u32>) {
        if self.arena.borrow().nodes[*element as usize].parent == NIL {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, _: StrTendril, _: StrTendril) {
        let mut arena = self.arena.borrow_mut();
        let node = arena.push_text_node(NodeKind::Doctype, &name);
        arena.attach_last(0, node);
    }

    fn pop(&self, node: &u32) {
        self.open_depth.set(self.arena.borrow().nodes[*node as usize].depth.saturating_sub(1));
    }

    /// Template contents are children of the template: views decide whether they count.
    fn get_template_contents(&self, target: &u32) -> u32 {
        *target
    }

    fn same_node(&self, x: &u32, y: &u32) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &u32, child: NodeOrText<u32>) {
        match child {
            NodeOrText::AppendNode(node) => self.arena.borrow_mut().attach_before(*sibling, node),
            NodeOrText::AppendText(text) => {
                let previous = self.arena.borrow().nodes[*sibling as usize].previous;
                self.insert_text(previous, &text, |arena, node| arena.attach_before(*sibling, node));
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &u32, attributes: Vec<html5ever::Attribute>) {
        let mut arena = self.arena.borrow_mut();
        let (start, count) = arena.node(*target).span;
        let old = start as usize..(start + count) as usize;
        let mut missing = attributes;
        missing.retain(|attribute| {
            let name = arena.names.id(&attribute.name.local);
            arena.attributes[old.clone()].iter().all(|a| a.name != name)
        });
        if missing.is_empty() {
            return;
        }
        // The element's attributes stay one run: the old ones move behind all others.
        let moved = arena.attributes.len() as u32;
        arena.attributes.extend_from_within(old);
        let room = self.max_attributes.saturating_sub(count as u16);
        let (_, added) = arena.push_attributes(&missing, room);
        arena.node(*target).span = (moved, count + added);
    }

    fn remove_from_parent(&self, target: &u32) {
        self.arena.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        let mut arena = self.arena.borrow_mut();
        let mut child = arena.node(*node).first_child;
        while child != NIL {
            let next = arena.node(child).next;
            arena.attach_last(*new_parent, child);
            child = next;
        }
    }
}

impl ArenaSink {
    fn register(&self, arena: &mut Arena, name: QualName) -> u16 {
        let mut qualified = self.qualified.borrow_mut();
        let index = qualified.len();
        if index > u16::MAX as usize {
            // A page of 65,536 different element names: further ones share the last.
            return u16::MAX;
        }
        let namespace = match name.ns {
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Html,
        };
        let id = arena.names.id(&name.local);
        arena.names.resolved.push((id, namespace));
        arena.names.elements.insert(name.clone(), index as u16);
        qualified.push(name);
        index as u16
    }
}
