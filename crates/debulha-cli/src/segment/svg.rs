//! Blocks of a rendered page as a drawing.

use debulha_core::layout::{Layout, Rectangle};
use debulha_core::segmentation::{Block, BlockKind};
use debulha_dom::{Document, NodeId};
use std::fmt::Write as _;

/// Longest side of a drawing in pixels; a page that is larger is cut there.
const LONGEST: f32 = 32_000.0;

/// Colours by coherence, from 1 to 11: dark red is least, dark blue most. The first one is of blocks without.
const COLORS: [&str; 12] = [
    "#444444", "#7f0000", "#b30000", "#d7301f", "#ef6548", "#e08214", "#9c8a00", "#5a9e2f", "#1a9850",
    "#0c8f8f", "#2171b5", "#08306b",
];

/// Places among [`COLORS`] of the labels of blocks, in the order in which they are first seen, and again from the first.
const OF_LABELS: [usize; 6] = [10, 3, 8, 5, 1, 9];

/// Draws the boxes of blocks over the size of the page, each with its number, its degree of coherence and its label; a browser
/// shows the start of its text on hovering. What the browser did not draw has no box.
///
/// O(blocks + nodes in blocks of which the own box is not drawn).
pub(super) fn draw(
    document: &Document,
    layout: &Layout,
    blocks: &[Block],
    text_of: impl Fn(&Block) -> String,
) -> String {
    let page = layout.page();
    let [width, height] = [page.width, page.height].map(|side| side.clamp(1.0, LONGEST).ceil());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>rect{{fill-opacity:.08;stroke-width:2}}\
         text{{font:bold 13px sans-serif;text-anchor:end;paint-order:stroke;stroke:#fff;stroke-width:3}}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\" style=\"fill-opacity:1\"/>\n"
    );
    let mut labels: Vec<&str> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let Some(Rectangle { x, y, width, height }) = rectangle(document, layout, block) else { continue };
        let of_label = block.label.map_or(0, |label| {
            let place = labels.iter().position(|known| *known == label).unwrap_or(labels.len());
            if place == labels.len() {
                labels.push(label);
            }
            OF_LABELS[place % OF_LABELS.len()]
        });
        let of_coherence = |coherence: u8| usize::from(coherence).min(COLORS.len() - 1);
        let color = COLORS[block.coherence.map_or(of_label, of_coherence)];
        let mut about = block.coherence.map_or(String::new(), |coherence| format!(" · DoC {coherence}"));
        about.extend(block.label.iter().flat_map(|label| [" · ", label]));
        let text: String = text_of(block).chars().take(80).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\" \
             stroke=\"{color}\"/><text x=\"{}\" y=\"{}\" fill=\"{color}\">{}{about}</text></g>",
            escaped(&text),
            x + width - 4.0,
            y + 14.0,
            index + 1,
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Where a block is: its element's box, or the box around its siblings.
fn rectangle(document: &Document, layout: &Layout, block: &Block) -> Option<Rectangle> {
    let own = |node: NodeId| layout.rectangle(node).filter(Rectangle::has_area);
    let of = |node: NodeId| own(node).or_else(|| Rectangle::around(document.subtree(node).filter_map(own)));
    match block.kind {
        BlockKind::Siblings => {
            let children = document.children(block.element).filter(|child| block.nodes.contains(&child.0));
            Rectangle::around(children.filter_map(of))
        }
        _ => of(block.element),
    }
}

/// Text as XML has it; characters that XML has not are left out.
fn escaped(text: &str) -> String {
    let allowed = text.chars().filter(|&char| !char.is_control() && !matches!(char, '\u{fffe}' | '\u{ffff}'));
    let text: String = allowed.collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
