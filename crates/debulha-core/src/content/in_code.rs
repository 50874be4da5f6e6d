//! The walk inside of listings and of code within a line.

use super::builder::{Close, ContentBuilder, LeafElement};
use super::code;
use crate::features::display::is_block;
use crate::features::listings::Listing;
use debulha_dom::{NameId, NodeId, names};

impl<'p> ContentBuilder<'p> {
    pub(super) fn enter_in_code(&mut self, node: NodeId, name: NameId) -> u32 {
        let Some(LeafElement::Code(code)) = &mut self.leaf else { return node.0 + 1 };
        if code.has_lines_in(self.doc.parent(node)) {
            code.start_line(code::top(self.doc, node));
            self.push_open(node, Close::Line);
        } else if (is_block(name) && !matches!(name, names::TD | names::TH)) || self.is_heading(node, name) {
            self.separate(name);
            self.push_open(node, Close::Box);
        }
        node.0 + 1
    }

    /// The listing that the walk is in, at one of its elements.
    pub(super) fn listing_around(&mut self, node: NodeId) -> Option<&'p Listing> {
        while let Some((first, rest)) = self.listings.split_first() {
            if node.0 < self.doc.subtree_end(first.element) {
                return Some(first).filter(|listing| listing.element <= node);
            }
            self.listings = rest;
        }
        None
    }

    /// Whether an element holds nothing but a listing: it is no figure and no table then.
    pub(super) fn wraps_listing(&mut self, node: NodeId) -> bool {
        let doc = self.doc;
        self.listing_around(node).is_some_and(|listing| doc.contains(node, listing.code))
    }

    /// A part of code without labelled text: its blank lines and white space.
    pub(super) fn pass_in_code(&mut self, top: NodeId) {
        let (doc, page) = (self.doc, self.page);
        let listing = self.listing_around(top);
        let Some(LeafElement::Code(code)) = &mut self.leaf else { return };
        let is_furniture =
            |node| listing.is_some_and(|listing| listing.furniture.binary_search(&node).is_ok());
        let (mut at, end) = (top.0, doc.subtree_end(top));
        let mut line_end = None;
        while at < end {
            let node = NodeId(at);
            at += 1;
            if line_end.take_if(|line_end| *line_end <= node.0).is_some() {
                code.end_line();
            }
            let name = doc.name(node);
            if page.visibility().is_hidden(node) || is_furniture(node) {
                at = doc.subtree_end(node);
            } else if doc.is_text(node) {
                code.left_out(
                    doc.text(node),
                    doc.parent(node),
                    code::shows_breaks(doc, node, doc.text(node)),
                );
            } else if code.has_lines_in(doc.parent(node)) && name != names::BR {
                code.start_line(code::top(doc, node));
                line_end = Some(doc.subtree_end(node));
            } else if name == names::BR {
                code.line_break();
            } else if is_block(name) && !matches!(name, names::TD | names::TH) {
                code.edge();
            }
        }
        if line_end.is_some() {
            code.end_line();
        }
    }

    pub(super) fn start_code(&mut self, node: NodeId, listing: Option<&Listing>) {
        let code = code::start(self.page, node, listing);
        self.start_leaf(node, LeafElement::Code(code));
    }

    pub(super) fn start_inline_code(&mut self, node: NodeId) {
        let wraps_block = self.leaf.is_none() && code::holds_pre(self.doc, node);
        if !wraps_block && self.run.start_code(node) {
            self.push_open(node, Close::InlineCode);
        }
    }
}
