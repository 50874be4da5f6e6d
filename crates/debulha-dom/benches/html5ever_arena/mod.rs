//! html5ever into an arena of linked nodes: what its tokenizer and tree builder take when the tree costs little.
#![allow(dead_code)] // The tree is made, not read.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, parse_document};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

/// "No node" and "no piece" in links.
const NIL: u32 = u32::MAX;

/// Bytes of source per node on real pages, from below: sizes the first allocation only.
const BYTES_PER_NODE: usize = 64;

/// Parses a page, scripting off.
pub(crate) fn parse(text: &str) -> Arena {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    parse_document(Sink::new(text.len()), options).one(StrTendril::from_slice(text))
}

/// The tree, as linked nodes in order of creation.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    nodes: Vec<Node>,
    pieces: Vec<Piece>,
    characters: String,
    attributes: Vec<Attribute>,
    attribute_text: String,
}

#[derive(Debug)]
struct Node {
    parent: u32,
    previous: u32,
    next: u32,
    first_child: u32,
    last_child: u32,
    data: Data,
}

#[derive(Debug)]
enum Data {
    Document,
    Element {
        name: QualName,
        /// Start and count of its entries in [`Arena::attributes`].
        attributes: (u32, u32),
    },
    Text {
        first: u32,
        last: u32,
    },
    /// Comment, doctype or processing instruction, and its piece.
    Other(u32),
}

/// A run of characters of a text node. A text node that grows later gets a further piece, so that growth never
/// copies what is there.
#[derive(Debug)]
struct Piece {
    start: u32,
    len: u32,
    next: u32,
}

#[derive(Clone, Debug)]
struct Attribute {
    name: QualName,
    start: u32,
    len: u32,
}

impl Arena {
    /// Number of nodes that were made.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn push(&mut self, data: Data) -> u32 {
        self.nodes.push(Node {
            parent: NIL,
            previous: NIL,
            next: NIL,
            first_child: NIL,
            last_child: NIL,
            data,
        });
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

    fn push_other(&mut self, text: &str) -> u32 {
        let piece = self.push_piece(text);
        self.push(Data::Other(piece))
    }

    /// Appends to the text node `previous`; `false` if it is none.
    fn extend_text(&mut self, previous: u32, text: &str) -> bool {
        let Some(Node { data: Data::Text { last, .. }, .. }) = self.nodes.get(previous as usize) else {
            return false;
        };
        let last = *last as usize;
        let piece = &mut self.pieces[last];
        if (piece.start + piece.len) as usize == self.characters.len() {
            piece.len += text.len() as u32;
            self.characters.push_str(text);
        } else {
            let added = self.push_piece(text);
            self.pieces[last].next = added;
            if let Data::Text { last, .. } = &mut self.node(previous).data {
                *last = added;
            }
        }
        true
    }

    fn push_text(&mut self, text: &str) -> u32 {
        let piece = self.push_piece(text);
        self.push(Data::Text { first: piece, last: piece })
    }

    fn push_attributes(&mut self, attributes: Vec<html5ever::Attribute>) -> (u32, u32) {
        let span = (self.attributes.len() as u32, attributes.len() as u32);
        for attribute in attributes {
            let start = self.attribute_text.len() as u32;
            self.attribute_text.push_str(&attribute.value);
            self.attributes.push(Attribute {
                name: attribute.name,
                start,
                len: attribute.value.len() as u32,
            });
        }
        span
    }

    fn detach(&mut self, id: u32) {
        let &mut Node { parent, previous, next, .. } = self.node(id);
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
        let node = self.node(id);
        (node.parent, node.previous) = (parent, last);
        if last == NIL {
            self.node(parent).first_child = id;
        } else {
            self.node(last).next = id;
        }
        self.node(parent).last_child = id;
    }

    fn attach_before(&mut self, sibling: u32, id: u32) {
        self.detach(id);
        let &mut Node { parent, previous, .. } = self.node(sibling);
        let node = self.node(id);
        (node.parent, node.previous, node.next) = (parent, previous, sibling);
        self.node(sibling).previous = id;
        if previous == NIL {
            self.node(parent).first_child = id;
        } else {
            self.node(previous).next = id;
        }
    }
}

/// Receives the tree from html5ever's tree builder.
struct Sink(RefCell<Arena>);

impl Sink {
    fn new(source_len: usize) -> Self {
        let nodes = Vec::with_capacity(source_len / BYTES_PER_NODE + 1);
        let mut arena = Arena { nodes, ..Arena::default() };
        arena.push(Data::Document);
        Sink(RefCell::new(arena))
    }
}

impl TreeSink for Sink {
    type Handle = u32;
    type Output = Arena;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Arena {
        self.0.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> u32 {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a u32) -> Ref<'a, QualName> {
        Ref::map(self.0.borrow(), |arena| match &arena.nodes[*target as usize].data {
            Data::Element { name, .. } => name,
            other => unreachable!("asked for the name of {other:?}"),
        })
    }

    fn create_element(&self, name: QualName, attributes: Vec<html5ever::Attribute>, _: ElementFlags) -> u32 {
        let mut arena = self.0.borrow_mut();
        let attributes = arena.push_attributes(attributes);
        arena.push(Data::Element { name, attributes })
    }

    fn create_comment(&self, text: StrTendril) -> u32 {
        self.0.borrow_mut().push_other(&text)
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> u32 {
        self.0.borrow_mut().push_other(&data)
    }

    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        let mut arena = self.0.borrow_mut();
        let node = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                let last = arena.node(*parent).last_child;
                if arena.extend_text(last, &text) {
                    return;
                }
                arena.push_text(&text)
            }
        };
        arena.attach_last(*parent, node);
    }

    fn append_based_on_parent_node(&self, element: &u32, previous: &u32, child: NodeOrText<u32>) {
        let parent = self.0.borrow_mut().node(*element).parent;
        if parent == NIL {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, _: StrTendril, _: StrTendril) {
        let mut arena = self.0.borrow_mut();
        let node = arena.push_other(&name);
        arena.attach_last(0, node);
    }

    /// Template contents are children of the template.
    fn get_template_contents(&self, target: &u32) -> u32 {
        *target
    }

    fn same_node(&self, x: &u32, y: &u32) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &u32, child: NodeOrText<u32>) {
        let mut arena = self.0.borrow_mut();
        let node = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                let previous = arena.node(*sibling).previous;
                if arena.extend_text(previous, &text) {
                    return;
                }
                arena.push_text(&text)
            }
        };
        arena.attach_before(*sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &u32, mut attributes: Vec<html5ever::Attribute>) {
        let mut arena = self.0.borrow_mut();
        let &mut Node { data: Data::Element { attributes: (start, count), .. }, .. } = arena.node(*target)
        else {
            return;
        };
        let old = start as usize..(start + count) as usize;
        attributes.retain(|attribute| arena.attributes[old.clone()].iter().all(|a| a.name != attribute.name));
        if attributes.is_empty() {
            return;
        }
        // The element's attributes stay one run: the old ones move behind all others.
        let moved = arena.attributes.len() as u32;
        arena.attributes.extend_from_within(old);
        let (_, added) = arena.push_attributes(attributes);
        if let Data::Element { attributes, .. } = &mut arena.node(*target).data {
            *attributes = (moved, count + added);
        }
    }

    fn remove_from_parent(&self, target: &u32) {
        self.0.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        let mut arena = self.0.borrow_mut();
        let mut child = arena.node(*node).first_child;
        while child != NIL {
            let next = arena.node(child).next;
            arena.attach_last(*new_parent, child);
            child = next;
        }
    }
}
