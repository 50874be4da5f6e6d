//! Rendered geometry: where a browser put the elements of a page.
//!
//! debulha renders nothing. A browser or any other program writes a [`LayoutRecord`], and it is fitted to the parsed
//! page: [`LayoutRecord::fit`].

mod record;

pub use record::{Fitted, LayoutError, LayoutNode, LayoutRecord, Misfit, NodeKey};

use debulha_dom::{Document, NodeId};
use serde::{Deserialize, Serialize};

/// A rectangle in CSS pixels from the top left corner of the page.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rectangle {
    /// Distance from the left margin.
    pub x: f32,
    /// Distance from the top margin.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

impl Rectangle {
    /// Square pixels.
    pub fn area(&self) -> f32 {
        self.width * self.height
    }
}

/// Rectangles of the elements of one document; elements that were not rendered have none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    rectangles: Vec<Option<Rectangle>>,
}

impl Layout {
    /// Takes the rectangle of each node of `document`, asked for in document order.
    pub fn of(document: &Document, rectangle: impl FnMut(NodeId) -> Option<Rectangle>) -> Self {
        Layout { rectangles: document.nodes().map(rectangle).collect() }
    }

    /// Where an element is; `None` where it was not rendered.
    pub fn rectangle(&self, node: NodeId) -> Option<Rectangle> {
        self.rectangles.get(node.index()).copied().flatten()
    }
}
