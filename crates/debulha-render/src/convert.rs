//! From the browser's snapshot to a layout record.

use crate::drawing::Drawing;
use crate::snapshot::{DocumentSnapshot, Snapshot, StringId};
use debulha_core::layout::{LayoutNode, LayoutRecord, Rectangle, Style, mark_of, text_number};
use std::collections::HashMap;

/// Types of nodes, as the DOM numbers them.
const ELEMENT: u8 = 1;
const TEXT: u8 = 3;
const DOCUMENT: u8 = 9;

/// Boxes of two lines differ by more than this, in pixels; of one line they may differ by parts of a pixel.
const SAME_LINE: f32 = 0.5;

/// Where the children of a node stand in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At its root.
    Root,
    /// Below the node with this number.
    Below(u32),
    /// Nowhere.
    Out,
}

/// The nodes and styles of a page. Of a shadow tree there is nothing; what a page puts into its slots stands below
/// the host, as in the page's source. Pseudo-elements, the documents of frames and the text of scripts and style sheets are
/// left out.
///
/// O(nodes + boxes).
pub(crate) fn record(snapshot: &Snapshot) -> LayoutRecord {
    let mut record = LayoutRecord { page: Some(snapshot.size()), ..LayoutRecord::default() };
    let Some(page) = snapshot.page() else { return record };
    let drawing = Drawing::of(snapshot, page);
    let lines = lines(page);
    let mut styles = StyleTable::default();
    let is_shadow = flags(page, &page.nodes.shadow_root_type.index);
    let is_pseudo = flags(page, &page.nodes.pseudo_type.index);
    let mut places: Vec<Place> = Vec::with_capacity(page.nodes.node_type.len());
    for (at, &kind) in page.nodes.node_type.iter().enumerate() {
        let above = page.parent(at).map_or(Place::Root, |parent| places[parent]);
        if kind == DOCUMENT && above == Place::Root || is_shadow[at] && !is_pseudo[at] {
            places.push(above);
            continue;
        }
        let node = if is_pseudo[at] { None } else { node(snapshot, page, at, above, record.nodes.len()) };
        let Some(mut node) = node else {
            places.push(Place::Out);
            continue;
        };
        // What is in these is no text, and it is nothing that a record is compared by.
        let is_code = matches!(node.tag.as_str(), "script" | "style");
        places.push(if is_code { Place::Out } else { Place::Below(record.nodes.len() as u32) });
        if let Some(layout) = drawing.layout_of[at] {
            if kind == ELEMENT {
                let [x, y, width, height] = page.layout.bounds[layout].map(rounded);
                node = node.at(Rectangle { x, y, width, height });
            }
            node.paint = page.layout.paint_orders.get(layout).copied();
        }
        node.lines = if kind == TEXT { lines[at].clone() } else { Vec::new() };
        node.style = drawing.style(at).map(|style| styles.place(style));
        record.nodes.push(node);
    }
    record.styles = styles.styles;
    record
}

/// An element or a text that is not blank, not yet drawn.
fn node(
    snapshot: &Snapshot,
    page: &DocumentSnapshot,
    at: usize,
    above: Place,
    number: usize,
) -> Option<LayoutNode> {
    let parent = match above {
        Place::Root => None,
        Place::Below(parent) => Some(i64::from(parent)),
        Place::Out => return None,
    };
    let string = |list: &[StringId]| list.get(at).map_or("", |&id| snapshot.string(id));
    match page.nodes.node_type[at] {
        ELEMENT => {
            let name = string(&page.nodes.node_name).to_ascii_lowercase();
            let attributes = page.nodes.attributes.get(at).map_or(&[][..], Vec::as_slice);
            let attribute = |wanted: &str| {
                let mut pairs = attributes.chunks_exact(2);
                pairs.find(|pair| snapshot.string(pair[0]) == wanted).map(|pair| snapshot.string(pair[1]))
            };
            let mut node = LayoutNode::new(number as i64, &name, parent);
            node.mark = mark_of(attribute("id"), attribute("class"));
            Some(node)
        }
        TEXT => {
            let text = text_number(string(&page.nodes.node_value))?;
            let mut node = LayoutNode::new(number as i64, LayoutNode::TEXT, parent);
            node.text = Some(text);
            Some(node)
        }
        _ => None,
    }
}

/// The lines of each node: boxes side by side are one.
fn lines(page: &DocumentSnapshot) -> Vec<Vec<[f32; 4]>> {
    let mut lines: Vec<Vec<[f32; 4]>> = vec![Vec::new(); page.nodes.node_type.len()];
    for (&layout, &bounds) in page.text_boxes.layout_index.iter().zip(&page.text_boxes.bounds) {
        let of_node = page.layout.node_index.get(layout).and_then(|&node| lines.get_mut(node));
        let Some(of_node) = of_node else { continue };
        let line = bounds.map(rounded);
        match of_node.last_mut() {
            Some(last) if (last[1] - line[1]).abs() < SAME_LINE && (last[3] - line[3]).abs() < SAME_LINE => {
                let right = (last[0] + last[2]).max(line[0] + line[2]);
                last[0] = last[0].min(line[0]);
                last[2] = rounded(right - last[0]);
            }
            _ => of_node.push(line),
        }
    }
    lines
}

/// To hundredths of a pixel: the browser counts in sixty-fourths of one.
fn rounded(pixels: f32) -> f32 {
    (pixels * 100.0).round() / 100.0
}

fn flags(page: &DocumentSnapshot, index: &[usize]) -> Vec<bool> {
    let mut flags = vec![false; page.nodes.node_type.len()];
    for &at in index {
        if let Some(flag) = flags.get_mut(at) {
            *flag = true;
        }
    }
    flags
}

impl DocumentSnapshot {
    /// The parent of a node, which comes before it.
    pub(crate) fn parent(&self, at: usize) -> Option<usize> {
        let parent = usize::try_from(*self.nodes.parent_index.get(at)?).ok()?;
        (parent < at).then_some(parent)
    }
}

/// The styles of a record, each once, in the order in which they are met.
#[derive(Default)]
struct StyleTable {
    styles: Vec<Style>,
    place_of: HashMap<String, u32>,
}

impl StyleTable {
    fn place(&mut self, style: Style) -> u32 {
        *self.place_of.entry(format!("{style:?}")).or_insert_with(|| {
            self.styles.push(style);
            self.styles.len() as u32 - 1
        })
    }
}
