//! Rendered geometry and style: where a browser put the nodes of a page, and how it drew them.
//!
//! This crate renders nothing. A browser writes a [`LayoutRecord`], and it is fitted to the parsed page:
//! [`LayoutRecord::fit`]. A record gives boxes alone, or boxes, lines of text and [`Style`]s.

mod fit;
mod fold;
mod record;
mod style;

pub use fit::{Fitted, Misfit};
pub use fold::{mark_of, text_number};
pub use record::{FORMAT, LayoutError, LayoutNode, LayoutRecord, NodeKey, Size, Viewport};
pub use style::{Color, Display, Family, Style};

use debulha_dom::{Document, NodeId};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Maximum width or height of a box that hides its overflow completely: the common ways to keep text for screen readers only, or a
/// panel closed.
const CLIPPED_PIXELS: f32 = 1.0;

/// A rectangle in CSS pixels from the top left corner of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
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

    /// Its right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Its bottom edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// The middle between its left and right edge.
    pub fn center_x(&self) -> f32 {
        self.x + self.width / 2.0
    }

    /// The middle between its top and bottom edge.
    pub fn center_y(&self) -> f32 {
        self.y + self.height / 2.0
    }

    /// Whether it is wider and higher than nothing.
    pub fn has_area(&self) -> bool {
        self.width > 0.0 && self.height > 0.0
    }

    /// Whether another one is inside, edges included.
    pub fn contains(&self, other: &Rectangle) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(&self, other: &Rectangle) -> Rectangle {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Rectangle { x, y, width: right - x, height: bottom - y }
    }

    /// The smallest rectangle around all of them; `None` of none.
    pub fn around(all: impl IntoIterator<Item = Rectangle>) -> Option<Rectangle> {
        all.into_iter().reduce(|a, b| a.union(&b))
    }
}

/// What a record says of one node of the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawn {
    /// Its border box; of a text the box around its lines. `None`: the browser drew none.
    pub rectangle: Option<Rectangle>,
    /// Its style, where the record has styles.
    pub style: Option<Style>,
    /// The lines of a text, from the top.
    pub lines: Vec<Rectangle>,
    /// Its place in the order in which the browser paints: what is greater lies above.
    pub paint: u32,
}

/// What a record says of the nodes of one document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    nodes: Vec<Option<LayoutEntry>>,
    styles: Vec<Style>,
    lines: Vec<Rectangle>,
    page: Rectangle,
    viewport: Option<Viewport>,
}

/// What is known of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct LayoutEntry {
    rectangle: Option<Rectangle>,
    /// Its place among the styles.
    style: Option<u32>,
    first_line: u32,
    end_of_lines: u32,
    paint: u32,
}

impl Layout {
    /// Takes the rectangle of each node of `document`, asked for in document order, and nothing else. A node without one
    /// counts as unknown.
    pub fn of(document: &Document, mut rectangle: impl FnMut(NodeId) -> Option<Rectangle>) -> Self {
        Layout::drawn(document, |node| {
            rectangle(node).map(|at| Drawn { rectangle: Some(at), ..Drawn::default() })
        })
    }

    /// Takes what is known of each node of `document`, asked for in document order; `None`: nothing is.
    ///
    /// The size of the page is that of the box around all boxes.
    pub fn drawn(document: &Document, mut of: impl FnMut(NodeId) -> Option<Drawn>) -> Self {
        let mut layout = Layout { nodes: Vec::with_capacity(document.len()), ..Layout::default() };
        for node in document.nodes() {
            let drawn = of(node);
            layout.push(drawn);
        }
        let boxes = layout.nodes.iter().flatten().filter_map(|entry| entry.rectangle);
        layout.page = page_around(boxes);
        layout
    }

    fn push(&mut self, drawn: Option<Drawn>) {
        let Some(Drawn { rectangle, style, lines, paint }) = drawn else { return self.nodes.push(None) };
        let style = style.map(|style| {
            // Neighbours share one; more is not worth a search.
            if self.styles.last() != Some(&style) {
                self.styles.push(style);
            }
            self.styles.len() as u32 - 1
        });
        let rectangle = rectangle.or_else(|| Rectangle::around(lines.iter().copied()));
        let Range { start: first_line, end: end_of_lines } = self.add_lines(lines);
        self.nodes.push(Some(LayoutEntry { rectangle, style, first_line, end_of_lines, paint }));
    }

    fn entry(&self, node: NodeId) -> Option<&LayoutEntry> {
        self.nodes.get(node.index())?.as_ref()
    }

    /// Whether the record knows a node, drawn or not.
    pub fn knows(&self, node: NodeId) -> bool {
        self.entry(node).is_some()
    }

    /// Where a node is: the border box of an element, the box around the lines of a text. `None` where it is not known or
    /// was not drawn.
    pub fn rectangle(&self, node: NodeId) -> Option<Rectangle> {
        self.entry(node)?.rectangle
    }

    /// The lines of a text, from the top; none of an element, of what was not drawn, and where the record has none.
    pub fn lines(&self, node: NodeId) -> &[Rectangle] {
        let range =
            self.entry(node).map_or(0..0, |entry| entry.first_line as usize..entry.end_of_lines as usize);
        &self.lines[range]
    }

    /// How a node is drawn, where it is and the record has styles.
    pub fn style(&self, node: NodeId) -> Option<&Style> {
        self.styles.get(self.entry(node)?.style? as usize)
    }

    /// A node's place in the order of painting; 0 where it is not known.
    pub fn paint_order(&self, node: NodeId) -> u32 {
        self.entry(node).map_or(0, |entry| entry.paint)
    }

    /// Whether styles are known.
    pub fn has_styles(&self) -> bool {
        !self.styles.is_empty()
    }

    /// The whole page: as the record says, else the box around all boxes, from (0, 0).
    ///
    /// It is at least as high as its lowest seen line of text. The record's height ends at the window where the content scrolls in
    /// a box of its own, or where the page cannot be scrolled. A page written from right to left and wider than the window begins
    /// left of 0.
    pub fn page(&self) -> Rectangle {
        self.page
    }

    /// The page that places on it are compared with: as high as the whole page, and no wider than the window, where the record
    /// says how wide that is. What reaches further, such as the pictures of a carousel, is hidden or scrolled to, and may be
    /// many windows away.
    pub fn canvas(&self) -> Rectangle {
        let width = self.viewport.map_or(f32::INFINITY, |window| window.width);
        Rectangle { x: 0.0, width: self.page.width.min(width), ..self.page }
    }

    /// The window in which the page was drawn, where the record says.
    pub fn viewport(&self) -> Option<Viewport> {
        self.viewport
    }

    /// Whether a reader sees a node itself, or something below it aside: it has a box that is on the page, larger than
    /// one pixel by one, and drawn. `None` where the record does not know the node, or has no styles.
    ///
    /// Text kept for screen readers commonly stands in a box of one pixel, or left of the page.
    pub fn is_seen(&self, node: NodeId) -> Option<bool> {
        let entry = self.entry(node).filter(|_| self.has_styles())?;
        let Some(at) = entry.rectangle else { return Some(false) };
        let is_drawn = self.style(node).is_none_or(|style| style.visible);
        let is_on_page = at.right() > self.page.x && at.bottom() > 0.0;
        Some(is_drawn && is_on_page && (at.width > 1.0 || at.height > 1.0))
    }

    /// Which nodes are inside a box that clips its overflow and is at most [`CLIPPED_PIXELS`] wide or high. O(nodes).
    pub(crate) fn clipped(&self, document: &Document) -> Vec<bool> {
        let mut clipped = vec![false; document.len()];
        for node in document.nodes() {
            let by_parent = document.parent(node).is_some_and(|parent| {
                let clips = self.style(parent).is_some_and(|style| style.clips);
                let at = self.rectangle(parent).filter(|_| clips);
                clipped[parent.index()]
                    || at.is_some_and(|at| at.width <= CLIPPED_PIXELS || at.height <= CLIPPED_PIXELS)
            });
            clipped[node.index()] = by_parent;
        }
        clipped
    }

    /// Makes the page high enough for its lowest seen line of text. O(nodes + lines).
    fn include_seen_text(&mut self, document: &Document) {
        // Of most pages nothing is lower, and no node is looked at.
        if self.lines.iter().all(|line| line.bottom() <= self.page.height) {
            return;
        }
        let clipped = self.clipped(document);
        let is_seen = |node: NodeId| !clipped[node.index()] && self.is_seen(node) == Some(true);
        let seen = document.nodes().filter(|&node| document.is_text(node) && is_seen(node));
        let bottoms = seen.flat_map(|node| self.lines(node)).map(Rectangle::bottom);
        self.page.height = bottoms.fold(self.page.height, f32::max);
    }

    /// Adds lines, and says which they are.
    fn add_lines(&mut self, lines: impl IntoIterator<Item = Rectangle>) -> Range<u32> {
        let first = self.lines.len() as u32;
        self.lines.extend(lines);
        first..self.lines.len() as u32
    }
}

/// The box from (0, 0) around all boxes.
fn page_around(boxes: impl Iterator<Item = Rectangle>) -> Rectangle {
    let around = Rectangle::around(boxes.chain([Rectangle::default()])).unwrap_or_default();
    Rectangle { x: 0.0, y: 0.0, width: around.right(), height: around.bottom() }
}
