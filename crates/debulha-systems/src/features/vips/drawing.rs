//! Pages drawn by their own attributes, for tests.

use super::nodes::VisualNodes;
use debulha_core::features::display::is_block;
use debulha_core::layout::{Color, Display, Drawn, Layout, Rectangle, Style};
use debulha_core::page::{Evidence, Page, PageOptions};
use debulha_dom::{Document, Limits, NodeId, parse};

/// A page and its layout. Elements have attributes `at="x y width height"`, `font="size weight"`, `back="#rrggbb"` and
/// `color="#rrggbb"`; the latter three hold for what is inside, too. A text stands in the box of its parent, or in
/// `text="x y width height"`, line by line: `text="x y width height; x y width height"`. `border` has its width.
pub(crate) struct LaidOutPage {
    pub(crate) document: Document,
    layout: Layout,
}

impl LaidOutPage {
    pub(crate) fn of(html: &str) -> Self {
        let document = parse(html, &Limits::default()).document;
        let layout = Layout::drawn(&document, |node| Some(drawn(&document, node)));
        LaidOutPage { document, layout }
    }

    pub(crate) fn page(&self) -> Page<'_> {
        let evidence = Evidence { layout: Some(&self.layout), ..Evidence::default() };
        Page::with(&self.document, evidence, PageOptions::default())
    }

    pub(super) fn nodes(&self) -> VisualNodes<'_> {
        VisualNodes::of(&self.page(), true).expect("a layout with styles")
    }

    /// Elements by `id`, others by their text or name.
    pub(crate) fn names(&self, nodes: &[NodeId]) -> Vec<String> {
        let doc = &self.document;
        let id = |node| doc.find_name("id").and_then(|name| doc.attribute(node, name));
        let name = |&node: &NodeId| {
            if doc.is_text(node) {
                doc.text(node).trim().to_owned()
            } else {
                id(node).unwrap_or(doc.name_str(doc.name(node))).to_owned()
            }
        };
        nodes.iter().map(name).collect()
    }
}

fn attribute<'d>(document: &'d Document, node: NodeId, name: &str) -> Option<&'d str> {
    document.attribute(node, document.find_name(name)?)
}

fn rectangle(text: &str) -> Rectangle {
    let numbers: Vec<f32> = text.split_whitespace().map(|number| number.parse().expect("a number")).collect();
    let [x, y, width, height] = numbers[..] else { panic!("four numbers, not {text}") };
    Rectangle { x, y, width, height }
}

fn rectangles(text: &str) -> Vec<Rectangle> {
    text.split(';').map(rectangle).collect()
}

fn drawn(document: &Document, node: NodeId) -> Drawn {
    let inherited = |name| {
        let own = attribute(document, node, name);
        own.or_else(|| document.ancestors(node).find_map(|ancestor| attribute(document, ancestor, name)))
    };
    let is_text = document.is_text(node);
    let mut style = Style::default();
    if !is_text && !is_block(document.name(node)) {
        style.display = Display::Inline;
    }
    if let Some((size, weight)) = inherited("font").and_then(|font| font.split_once(' ')) {
        (style.font_size, style.font_weight) =
            (size.parse().expect("a size"), weight.parse().expect("a weight"));
    }
    if let Some(color) = inherited("back").and_then(Color::from_hex) {
        style.background = color;
    }
    if let Some(color) = inherited("color").and_then(Color::from_hex) {
        style.color = color;
    }
    style.paints_background = attribute(document, node, "back").is_some();
    style.border = attribute(document, node, "border").map_or(0.0, |width| width.parse().expect("a width"));
    let at = |node, name| attribute(document, node, name).map(rectangles).unwrap_or_default();
    let lines = match document.parent(node).filter(|_| is_text) {
        Some(parent) if attribute(document, parent, "text").is_some() => at(parent, "text"),
        parent => at(parent.unwrap_or(node), "at"),
    };
    Drawn {
        rectangle: Rectangle::around(lines.iter().copied()),
        style: Some(style),
        lines: if is_text { lines } else { Vec::new() },
        paint: 0,
    }
}
