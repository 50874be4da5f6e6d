//! Made-up layouts.

use debulha_core::features::display::is_block;
use debulha_core::layout::{Display, Drawn, Layout, Rectangle, Style};
use debulha_dom::{Document, names};

/// Each text on lines of its own below the one before, 600 pixels wide; each element around what is in it, 4 pixels apart
/// from the next. Large letters in headings.
pub fn stacked(document: &Document) -> Layout {
    let mut boxes: Vec<Option<Rectangle>> = vec![None; document.len()];
    let mut y = 0.0;
    for node in document.nodes() {
        let height = if document.is_text(node) {
            let lines = document.text(node).trim().len().div_ceil(80);
            20.0 * lines as f32
        } else if matches!(document.name(node), names::IMG | names::INPUT) {
            50.0
        } else {
            0.0
        };
        if height > 0.0 {
            let x = 4.0 * f32::from(document.depth(node));
            boxes[node.index()] = Some(Rectangle { x, y, width: 600.0, height });
            y += height;
        }
        y += f32::from(u8::from(is_block(document.name(node)))) * 4.0;
    }
    for node in document.nodes().rev() {
        if let (Some(own), Some(parent)) = (boxes[node.index()], document.parent(node)) {
            let around = &mut boxes[parent.index()];
            *around = Some(around.map_or(own, |around| around.union(&own)));
        }
    }
    Layout::drawn(document, |node| {
        let is_heading = document.parent(node).is_some_and(|parent| document.name(parent) == names::H2);
        let is_breaking = document.is_text(node) || is_block(document.name(node));
        let style = Style {
            display: if is_breaking { Display::Block } else { Display::Inline },
            font_size: if is_heading { 24.0 } else { 16.0 },
            ..Style::default()
        };
        let rectangle = boxes[node.index()];
        let lines = rectangle.filter(|_| document.is_text(node)).into_iter().collect();
        Some(Drawn { rectangle, style: Some(style), lines, paint: 0 })
    })
}
