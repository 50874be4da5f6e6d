//! Listings: code that stands as a block, with what highlighters and sites put around and between its lines.
//!
//! The structure decides: preformatted elements, lines that are elements, columns of consecutive numbers. Class names
//! only tell apart what looks alike.

mod around;
mod cores;
mod inside;
mod phrases;

pub use phrases::language_name;

use crate::page::{Page, PageView};
use cores::Cores;
use debulha_dom::NodeId;

/// A listing: an element that a reader takes as one piece of code.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    /// The outermost element that holds only the listing: code, and its furniture.
    pub element: NodeId,
    /// The element inside of it, or itself, that holds all of the code.
    pub code: NodeId,
    /// The element whose children are one line each, where the lines are elements; inside of `code`, or itself.
    pub lines: Option<NodeId>,
    /// The name of the file or another caption inside `element`: text that belongs to the listing and is no code.
    pub title: Option<NodeId>,
    /// Elements inside `element` that are no code: gutters with line numbers, copy buttons, language labels, in document
    /// order, disjoint.
    pub furniture: Vec<NodeId>,
}

/// All listings of a page, in document order, disjoint. O(nodes).
pub fn listings(page: &Page<'_>) -> Vec<Listing> {
    let doc = page.document();
    let mut cores = Cores::new(page);
    let mut found: Vec<Listing> = Vec::new();
    let (mut at, mut free) = (1, 1);
    while at < doc.len() as u32 {
        let node = NodeId(at);
        if !doc.is_element(node) {
            at += 1;
        } else if page.visibility().is_hidden(node) {
            at = doc.subtree_end(node);
        } else if let Some(code) = cores.at(node).filter(|code| code.0 >= free) {
            let listing = listing(page, code);
            free = doc.subtree_end(listing.element);
            at = free;
            found.push(listing);
        } else {
            at += 1;
        }
    }
    found
}

fn listing(page: &Page<'_>, core: NodeId) -> Listing {
    let mut listing = around::grow(page, core);
    let inside = inside::look(page, listing.code);
    listing.lines = inside.lines;
    listing.furniture.extend(inside.furniture);
    listing.furniture.sort_unstable();
    listing
}

impl Page<'_> {
    /// The listings: code that stands as a block, with its furniture. In document order, disjoint.
    pub fn listings(&self) -> &[Listing] {
        self.view(PageView::Listings, || listings(self))
    }
}

#[cfg(test)]
mod tests;
