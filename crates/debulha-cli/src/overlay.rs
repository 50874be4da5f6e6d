//! Boxes drawn over a rendered page.

#[cfg(feature = "render")]
use base64::Engine;
#[cfg(feature = "render")]
use base64::engine::general_purpose::STANDARD as BASE64;
use debulha::segments;
use debulha_core::Page;
use debulha_core::layout::{Layout, Rectangle};
use debulha_core::outcome::Labels;
use debulha_core::segmentation::SegmentBlock;
use debulha_dom::NodeId;
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

/// Of what is kept.
const KEPT: &str = "#1a9850";

/// A box on a page.
#[derive(Debug, Clone)]
pub(crate) struct OverlayBox {
    rectangle: Rectangle,
    color: &'static str,
    /// How much of what lies below is covered, from 0 to 1.
    opacity: f32,
    /// Stands in the box.
    label: String,
    /// A browser shows it on hovering.
    title: String,
}

/// The boxes of blocks, each with its number, its degree of coherence and its label. What the browser did not draw has none.
///
/// O(blocks + nodes in blocks of which the own box is not drawn).
pub(crate) fn of_blocks(
    page: &Page<'_>,
    layout: &Layout,
    blocks: &[SegmentBlock],
    text_of: impl Fn(&SegmentBlock) -> String,
) -> Vec<OverlayBox> {
    let mut labels: Vec<&str> = Vec::new();
    let mut mark = |(index, block): (usize, &SegmentBlock)| {
        let rectangle = segments::rectangle(page, layout, block)?;
        let of_label = block.label.map_or(0, |label| {
            let place = labels.iter().position(|known| *known == label).unwrap_or(labels.len());
            if place == labels.len() {
                labels.push(label);
            }
            OF_LABELS[place % OF_LABELS.len()]
        });
        let of_coherence = |coherence: u8| usize::from(coherence).min(COLORS.len() - 1);
        let mut name = (index + 1).to_string();
        name.extend(block.coherence.map(|coherence| format!(" · DoC {coherence}")));
        name.extend(block.label.iter().flat_map(|label| [" · ", label]));
        Some(OverlayBox {
            rectangle,
            color: COLORS[block.coherence.map_or(of_label, of_coherence)],
            opacity: 0.08,
            label: name,
            title: text_of(block).chars().take(80).collect(),
        })
    };
    blocks.iter().enumerate().filter_map(&mut mark).collect()
}

/// The lines of kept text. O(text nodes with kept text + their lines).
pub(crate) fn of_kept(layout: &Layout, labels: &Labels) -> Vec<OverlayBox> {
    let mut nodes: Vec<NodeId> = labels.with_beside().spans.iter().map(|span| span.node).collect();
    nodes.dedup();
    let boxes = nodes.into_iter().flat_map(|node| match layout.lines(node) {
        [] => layout.rectangle(node).into_iter().collect(),
        lines => lines.to_vec(),
    });
    let mark = |rectangle| OverlayBox {
        rectangle,
        color: KEPT,
        opacity: 0.3,
        label: String::new(),
        title: String::new(),
    };
    boxes.filter(Rectangle::has_area).map(mark).collect()
}

/// Boxes over a page of the given size as SVG; under them its picture, a PNG, where there is one.
pub(crate) fn svg(page: Rectangle, picture: Option<&[u8]>, marks: &[OverlayBox]) -> String {
    let [width, height] = [page.width, page.height].map(|side| side.clamp(1.0, LONGEST).ceil());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>rect{{stroke-width:2}}\
         text{{font:bold 13px sans-serif;text-anchor:end;paint-order:stroke;stroke:#fff;stroke-width:3}}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    // Writing to a string cannot fail.
    #[cfg(feature = "render")]
    if let Some(picture) = picture {
        let _ = writeln!(svg, "<image href=\"data:image/png;base64,{}\"/>", BASE64.encode(picture));
    }
    for OverlayBox { rectangle: Rectangle { x, y, width, height }, color, opacity, label, title } in marks {
        let _ = writeln!(
            svg,
            "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\" \
             fill-opacity=\"{opacity}\" stroke=\"{color}\" stroke-opacity=\"{}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{label}</text></g>",
            escaped(title),
            u8::from(!label.is_empty()),
            x + width - 4.0,
            y + 14.0,
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Text as XML has it; characters that XML has not are left out.
fn escaped(text: &str) -> String {
    let allowed = text.chars().filter(|&char| !char.is_control() && !matches!(char, '\u{fffe}' | '\u{ffff}'));
    let text: String = allowed.collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
