//! Where the engine has put boxes and texts, from the page's corner.

use super::tree::EngineTree;
use blitz_dom::node::TextLayout;
use blitz_dom::{BaseDocument, Node, NodeData};
use parley::layout::PositionedLayoutItem;
use std::collections::HashMap;
use std::ops::Range;
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use taffy::Display;

/// Left, top, width, height.
pub(super) type Bounds = [f32; 4];

/// Where everything is, by the engine's numbers of nodes.
#[derive(Default)]
pub(super) struct Boxes {
    /// Of elements with a box of their own.
    pub(super) bounds: HashMap<usize, Bounds>,
    /// Of texts, from line to line.
    pub(super) lines: HashMap<usize, Vec<Bounds>>,
    /// In which order boxes are painted.
    pub(super) paint: HashMap<usize, u32>,
}

impl Boxes {
    /// Reads the layout. O(boxes + text).
    pub(super) fn of(engine: &BaseDocument) -> Self {
        let mut boxes = Boxes::default();
        let mut stack = vec![(engine.root_element().id, 0.0, 0.0)];
        while let Some((id, x, y)) = stack.pop() {
            let Some(node) = engine.get_node(id) else { continue };
            if node.style.display == Display::None {
                continue;
            }
            let layout = &node.unrounded_layout;
            let (x, y) = (x + layout.location.x, y + layout.location.y);
            let bounds = [x, y, layout.size.width, layout.size.height];
            if !bounds.iter().all(|side| side.is_finite()) || boxes.bounds.insert(id, bounds).is_some() {
                continue;
            }
            let order = boxes.paint.len() as u32;
            boxes.paint.insert(id, order);
            let text = node.data.downcast_element().and_then(|element| element.inline_layout_data.as_deref());
            if let Some(text) = text.filter(|_| node.flags.is_inline_root()) {
                let left = x + layout.padding.left + layout.border.left;
                let top = y + layout.padding.top + layout.border.top;
                boxes.read_lines(engine, node, text, left, top);
            }
            let children = node.layout_children.borrow();
            let mut ordered: Vec<usize> = children.iter().flatten().copied().collect();
            // What is positioned is painted later. The last of the stack comes first.
            ordered.sort_by_key(|&child| layer(engine, child));
            stack.extend(ordered.into_iter().rev().map(|child| (child, x, y)));
        }
        boxes
    }

    /// The lines of the texts of a block.
    fn read_lines(&mut self, engine: &BaseDocument, block: &Node, text: &TextLayout, left: f32, top: f32) {
        let owners = owners(engine, block, &text.text);
        for line in text.layout.lines() {
            // A run may be in parts, for each style in it; the first says where it begins.
            let mut starts: HashMap<usize, f32> = HashMap::new();
            for item in line.items() {
                if let PositionedLayoutItem::GlyphRun(part) = item {
                    starts.entry(part.run().index()).or_insert(part.offset());
                }
            }
            for run in line.runs() {
                let Some(&start) = starts.get(&run.index()) else { continue };
                let (ascent, descent) = (run.metrics().ascent.round(), run.metrics().descent.round());
                let y = top + line.metrics().baseline - ascent;
                let mut x = left + start;
                for cluster in run.visual_clusters() {
                    let range = cluster.text_range();
                    let before = x;
                    x += cluster.advance();
                    let is_blank = text.text.get(range.clone()).is_none_or(|part| part.trim().is_empty());
                    let Some(owner) = owner_of(&owners, range.start).filter(|_| !is_blank) else { continue };
                    let bounds = [before, y, x - before, ascent + descent];
                    if bounds.iter().all(|side| side.is_finite()) {
                        extend(self.lines.entry(owner).or_default(), bounds);
                    }
                }
            }
        }
    }
}

/// Adds a box to lines: to the last, where it stands in it.
fn extend(lines: &mut Vec<Bounds>, bounds: Bounds) {
    match lines.last_mut() {
        Some(last) if last[1] == bounds[1] && last[3] == bounds[3] => *last = union(*last, bounds),
        _ => lines.push(bounds),
    }
}

/// The smallest box around two.
pub(super) fn union(a: Bounds, b: Bounds) -> Bounds {
    let (x, y) = (a[0].min(b[0]), a[1].min(b[1]));
    [x, y, (a[0] + a[2]).max(b[0] + b[2]) - x, (a[1] + a[3]).max(b[1] + b[3]) - y]
}

/// Above what a box is painted: by `z-index`, then whether it is positioned.
fn layer(engine: &BaseDocument, node: usize) -> (i32, bool) {
    engine
        .get_node(node)
        .map_or((0, false), |node| (node.z_index(), node.style.position == taffy::Position::Absolute))
}

/// The texts of a block, each with its range in the text that was laid out.
fn owners(engine: &BaseDocument, block: &Node, text: &str) -> Vec<(Range<usize>, usize)> {
    let texts = texts(engine, block);
    let count = |text: &str| text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
    // White space is folded; all else is as in the page. What the marker of a list has comes first.
    let inked: Vec<usize> =
        text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()).map(|(at, _)| at).collect();
    let counts: Vec<usize> = texts.iter().map(|&(_, text)| count(text)).collect();
    let Some(mut at) = inked.len().checked_sub(counts.iter().sum()) else { return Vec::new() };
    let mut owners = Vec::new();
    for (&(node, _), count) in texts.iter().zip(counts) {
        if let Some(own) = inked.get(at..at + count)
            && let (Some(&first), Some(&last)) = (own.first(), own.last())
        {
            owners.push((first..last + 1, node));
        }
        at += count;
    }
    owners
}

fn owner_of(owners: &[(Range<usize>, usize)], at: usize) -> Option<usize> {
    let after = owners.partition_point(|(range, _)| range.start <= at);
    let (range, node) = owners.get(after.checked_sub(1)?)?;
    range.contains(&at).then_some(*node)
}

/// The texts that stand in the lines of a block, in the order in which the engine takes them.
fn texts<'e>(engine: &'e BaseDocument, block: &'e Node) -> Vec<(usize, &'e str)> {
    let mut found = Vec::new();
    let mut stack: Vec<usize> = Vec::new();
    let push = |stack: &mut Vec<usize>, node: &Node, with_pseudo: bool| {
        let (before, after) = if with_pseudo { (node.before, node.after) } else { (None, None) };
        stack.extend(after);
        stack.extend(node.children.iter().rev());
        stack.extend(before);
    };
    push(&mut stack, block, true);
    while let Some(node) = stack.pop().and_then(|id| engine.get_node(id)) {
        if let NodeData::Text(text) = &node.data {
            found.push((node.id, text.content.as_str()));
            continue;
        }
        let Some(element) = node.data.downcast_element() else { continue };
        let display = node.primary_styles().map(|styles| styles.clone_display());
        let (outside, inside) = display.map_or((DisplayOutside::Inline, DisplayInside::Flow), |display| {
            (display.outside(), display.inside())
        });
        let is_box = matches!(&*element.name.local, "img" | "svg" | "input" | "textarea" | "button" | "br");
        match (outside, inside) {
            (DisplayOutside::None, DisplayInside::Contents) => push(&mut stack, node, false),
            (DisplayOutside::Inline, DisplayInside::Flow) if !is_box => push(&mut stack, node, true),
            _ => {}
        }
    }
    found
}

/// The boxes of the nodes of a page. What has no box of its own in the engine, such as a link in a line or a row of a table, is as
/// large as what is in it.
pub(super) fn of_nodes(tree: &EngineTree, boxes: &Boxes, parents: &[Option<usize>]) -> Vec<Option<Bounds>> {
    let mut bounds: Vec<Option<Bounds>> = vec![None; parents.len()];
    let mut own: Vec<bool> = vec![false; parents.len()];
    for (at, &node) in tree.nodes.iter().enumerate() {
        let lines = boxes.lines.get(&node).and_then(|lines| lines.iter().copied().reduce(union));
        bounds[at] = boxes.bounds.get(&node).copied().or(lines);
        own[at] = bounds[at].is_some() || !has_box(&tree.engine, node);
    }
    for at in (0..parents.len()).rev() {
        let (Some(inner), Some(parent)) = (bounds[at], parents[at]) else { continue };
        if !own[parent] {
            bounds[parent] = Some(bounds[parent].map_or(inner, |outer| union(outer, inner)));
        }
    }
    bounds
}

/// Whether an element may have a box.
fn has_box(engine: &BaseDocument, node: usize) -> bool {
    let styles = engine.get_node(node).filter(|_| node != EngineTree::NONE).and_then(Node::primary_styles);
    styles.is_some_and(|styles| styles.clone_display().outside() != DisplayOutside::None)
}
