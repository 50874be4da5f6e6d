//! Visual areas: boxes of a rendered page, joined to lines and blocks in the frames that part it (burget2009).

mod containment;
mod interval_map;
mod runs;
#[cfg(test)]
mod tests;

use containment::{Containment, Painted, contain};
use debulha_core::layout::{Color, Layout, Rectangle, Style};
use debulha_core::page::Page;
use debulha_core::segmentation::{Missing, SegmentBlock, styled_layout};
use debulha_dom::{NodeId, names};
use interval_map::IntervalMap;

/// How boxes are joined.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joining {
    /// Least overlap of two boxes of a line, as a share of the lower one's height.
    pub min_overlap: f32,
    /// Most space between two boxes of a line, by the height of the higher one.
    pub max_space: f32,
    /// Space between two lines from which on they are of different blocks, by the height of the lower one.
    pub max_gap: f32,
}

/// What an area holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AreaKind {
    /// Lines of text.
    Text,
    /// An image.
    Image,
    /// Other areas: it has a background or a border of its own.
    Frame,
}

/// A text, or a part of it in one line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextPart {
    /// The text node.
    pub node: NodeId,
    /// Share of the text's width over all of its lines, up to 1.
    pub share: f32,
    /// Width in this line, in pixels.
    pub width: f32,
    /// How it is drawn.
    pub style: Style,
}

/// A visual area.
#[derive(Debug, Clone, PartialEq)]
pub struct VisualArea {
    /// What it holds.
    pub kind: AreaKind,
    /// The element that a frame or an image is; `None` of the page and of texts.
    pub node: Option<NodeId>,
    /// Where it is.
    pub place: Rectangle,
    /// The frame around it, by its place among the areas; the page itself is its own.
    pub parent: usize,
    /// Frames around it.
    pub depth: u32,
    /// Lines of text.
    pub lines: u32,
    /// Its texts, line by line.
    pub parts: Vec<TextPart>,
}

/// The areas of a page: the page, the frames in the order of painting, then texts and images from the top.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AreaTree {
    /// The areas.
    pub areas: Vec<VisualArea>,
    /// The area of each text of the page in document order: the one with most of its width.
    pub of_text: Vec<(NodeId, usize)>,
}

/// A box of a text line or an image.
struct Leaf {
    painted: Painted,
    /// `None` of an image.
    part: Option<TextPart>,
}

/// Font and colour of a line, by which lines are alike.
type Look = (u32, bool, bool, Color);

/// Boxes of one line, or lines of one block.
struct Group {
    /// Of an image.
    node: Option<NodeId>,
    place: Rectangle,
    look: Option<Look>,
    lines: u32,
    parts: Vec<TextPart>,
}

impl AreaTree {
    /// The areas of a page. O(nodes + text + boxes · log² boxes).
    ///
    /// # Errors
    /// [`Missing`] where the page has no layout, or one without styles.
    pub fn of(page: &Page<'_>, joining: &Joining) -> Result<Self, Missing> {
        Ok(AreaTree::new(page, styled_layout(page)?, joining))
    }

    fn new(page: &Page<'_>, layout: &Layout, joining: &Joining) -> Self {
        let (frames, leaves) = boxes(page, layout);
        let whole = Rectangle::around(leaves.iter().map(|leaf| leaf.painted.place).chain([layout.page()]));
        let whole = whole.unwrap_or_default();
        let painted: Vec<Painted> = leaves.iter().map(|leaf| leaf.painted).collect();
        let Containment { parents, depths, of_boxes } = contain(whole, &frames, &painted);
        let of_page = std::iter::once((None, whole));
        let places = of_page.chain(frames.iter().map(|frame| (Some(NodeId(frame.order.1)), frame.place)));
        let frame = |((node, place), (&parent, &depth))| VisualArea {
            kind: AreaKind::Frame,
            node,
            place,
            parent,
            depth,
            lines: 0,
            parts: Vec::new(),
        };
        let mut areas: Vec<VisualArea> = places.zip(parents.iter().zip(&depths)).map(frame).collect();
        let mut inside: Vec<(Vec<Leaf>, Vec<Rectangle>)> =
            parents.iter().map(|_| (Vec::new(), Vec::new())).collect();
        for (leaf, &parent) in leaves.into_iter().zip(&of_boxes) {
            inside[parent].0.push(leaf);
        }
        for (area, &parent) in areas.iter().zip(&parents).skip(1) {
            inside[parent].1.push(area.place);
        }
        for (parent, (leaves, frames)) in inside.into_iter().enumerate() {
            for group in blocks(lines(leaves, &frames, joining), &frames, joining) {
                areas.push(VisualArea {
                    kind: if group.node.is_some() { AreaKind::Image } else { AreaKind::Text },
                    node: group.node,
                    place: group.place,
                    parent,
                    depth: depths[parent] + 1,
                    lines: group.lines,
                    parts: group.parts,
                });
            }
        }
        let of_text = of_text(&areas);
        AreaTree { areas, of_text }
    }

    /// Texts and images of the page as runs of nodes, each with the place of its area, in document order. An area has several
    /// where others stand between its texts. O(nodes).
    pub fn runs(&self, page: &Page<'_>) -> Vec<(usize, SegmentBlock)> {
        let images = self.areas.iter().enumerate().filter(|(_, area)| area.kind == AreaKind::Image);
        let images = images.filter_map(|(place, area)| Some((area.node?, place)));
        runs::runs(page.document(), page.body(), self.of_text.iter().copied().chain(images))
    }
}

/// Frames in the order of painting; and lines of text and images in document order.
fn boxes(page: &Page<'_>, layout: &Layout) -> (Vec<Painted>, Vec<Leaf>) {
    let doc = page.document();
    let (mut frames, mut leaves) = (Vec::new(), Vec::new());
    for node in doc.descendants(page.body()).filter(|&node| !page.visibility().is_hidden(node)) {
        let order = (layout.paint_order(node), node.0);
        let style = layout.style(node).copied();
        if style.is_some_and(|style| !style.visible) {
            continue;
        }
        if doc.is_text(node) {
            if doc.text(node).trim().is_empty() {
                continue;
            }
            let lines = layout.lines(node);
            let around = layout.rectangle(node).into_iter().collect::<Vec<_>>();
            let lines = if lines.is_empty() { &around } else { lines };
            let width: f32 = lines.iter().map(|line| line.width).sum();
            for &place in lines.iter().filter(|line| line.has_area()) {
                let share = place.width / width;
                let part = TextPart { node, share, width: place.width, style: style.unwrap_or_default() };
                leaves.push(Leaf { painted: Painted { place, order }, part: Some(part) });
            }
            continue;
        }
        let Some(place) = layout.rectangle(node).filter(Rectangle::has_area) else { continue };
        let painted = Painted { place, order };
        if doc.name(node) == names::IMG {
            leaves.push(Leaf { painted, part: None });
        } else if let Some(style) = style {
            let behind =
                doc.ancestors(node).find_map(|above| layout.style(above)).map(|above| above.background);
            let differs = style.paints_background && behind != Some(style.background);
            if differs || style.border > 0.0 {
                frames.push(painted);
            }
        }
    }
    frames.sort_by_key(|frame| frame.order);
    (frames, leaves)
}

/// Quarters of a pixel, in which places are compared.
fn quarters(pixels: f32) -> i32 {
    (pixels * 4.0).round() as i32
}

/// A box and its place among the leaves or lines; none of a frame.
type Placed = (Rectangle, Option<usize>);

/// Shows each box with each of those before it that are next to it: nothing else stands between them at the middle of what
/// both take up across. O(boxes · log boxes).
fn neighbours(
    order: &[Placed],
    across: impl Fn(&Rectangle) -> (f32, f32),
    mut show: impl FnMut(&Placed, &Placed),
) {
    let mut last = IntervalMap::default();
    for (place, found) in order.iter().enumerate() {
        let (start, end) = across(&found.0);
        for other in last.over(quarters(start), quarters(end)) {
            let (first, until) = across(&order[other].0);
            let middle = f32::midpoint(start.max(first), end.min(until));
            if last.at(quarters(middle)) == Some(other) {
                show(found, &order[other]);
            }
        }
        last.cover(quarters(start), quarters(end), place);
    }
}

/// Joins texts side by side. Images stay by themselves: one beside a paragraph would join all of its lines.
fn lines(leaves: Vec<Leaf>, frames: &[Rectangle], joining: &Joining) -> Vec<Group> {
    let mut order: Vec<Placed> =
        leaves.iter().enumerate().map(|(number, leaf)| (leaf.painted.place, Some(number))).collect();
    order.extend(frames.iter().map(|&frame| (frame, None)));
    order.sort_by(|(a, _), (b, _)| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut sets = Sets::new(leaves.len());
    neighbours(
        &order,
        |at| (at.y, at.bottom()),
        |&(at, leaf), &(beside, left)| {
            let (Some(leaf), Some(left)) = (leaf, left) else { return };
            let is_text = leaves[leaf].part.is_some() && leaves[left].part.is_some();
            let overlap = at.bottom().min(beside.bottom()) - at.y.max(beside.y);
            let is_level = overlap >= joining.min_overlap * at.height.min(beside.height);
            let is_near = at.x - beside.right() <= joining.max_space * at.height.max(beside.height);
            if is_text && is_level && is_near {
                sets.join(leaf, left);
            }
        },
    );
    let groups = leaves.into_iter().map(|leaf| Group {
        node: leaf.part.is_none().then_some(NodeId(leaf.painted.order.1)),
        place: leaf.painted.place,
        look: None,
        lines: u32::from(leaf.part.is_some()),
        parts: leaf.part.into_iter().collect(),
    });
    let mut lines = sets.merge(groups.collect());
    for line in &mut lines {
        line.lines = line.lines.min(1);
        line.look = look(&line.parts);
    }
    lines
}

/// Joins lines of one look below one another.
fn blocks(lines: Vec<Group>, frames: &[Rectangle], joining: &Joining) -> Vec<Group> {
    let mut order: Vec<Placed> =
        lines.iter().enumerate().map(|(number, line)| (line.place, Some(number))).collect();
    order.extend(frames.iter().map(|&frame| (frame, None)));
    order.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut sets = Sets::new(lines.len());
    neighbours(
        &order,
        |at| (at.x, at.right()),
        |&(at, line), &(over, above)| {
            let (Some(line), Some(above)) = (line, above) else { return };
            let is_near = at.y - over.bottom() < joining.max_gap * at.height.min(over.height);
            if is_near && lines[line].look.is_some() && lines[line].look == lines[above].look {
                sets.join(line, above);
            }
        },
    );
    sets.merge(lines)
}

/// The look with the largest width in a line, the first of several; `None` without text.
fn look(parts: &[TextPart]) -> Option<Look> {
    let of = |part: &TextPart| {
        let Style { font_size, italic, color, .. } = part.style;
        (quarters(font_size).unsigned_abs(), part.style.is_bold(), italic, color)
    };
    let mut widths: Vec<(Look, f32)> = parts.iter().map(|part| (of(part), part.width)).collect();
    widths.sort_by_key(|&(look, _)| look);
    let sums = widths.chunk_by(|a, b| a.0 == b.0).map(|same| {
        let sum: f32 = same.iter().map(|(_, width)| width).sum();
        (same[0].0, sum)
    });
    sums.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(look, _)| look)
}

/// Sets of numbers that are joined step by step.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Sets((0..count).collect())
    }

    fn root(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The first one stands for both.
        self.0[a.max(b)] = a.min(b);
    }

    /// One group of all groups of each set, from the top and the left.
    fn merge(mut self, groups: Vec<Group>) -> Vec<Group> {
        let mut merged: Vec<Option<Group>> = groups.iter().map(|_| None).collect();
        for (number, group) in groups.into_iter().enumerate() {
            let root = self.root(number);
            match &mut merged[root] {
                Some(all) => {
                    all.place = all.place.union(&group.place);
                    all.lines += group.lines;
                    all.parts.extend(group.parts);
                }
                empty @ None => *empty = Some(group),
            }
        }
        let mut merged: Vec<Group> = merged.into_iter().flatten().collect();
        merged.sort_by(|a, b| a.place.y.total_cmp(&b.place.y).then(a.place.x.total_cmp(&b.place.x)));
        merged
    }
}

/// The area with most of the width of each text, the first of several.
fn of_text(areas: &[VisualArea]) -> Vec<(NodeId, usize)> {
    let parts = areas.iter().enumerate();
    let mut parts: Vec<(NodeId, usize, f32)> = parts
        .flat_map(|(area, found)| found.parts.iter().map(move |part| (part.node, area, part.share)))
        .collect();
    parts.sort_by_key(|&(node, area, _)| (node, area));
    let most = |of_node: &[(NodeId, usize, f32)]| {
        let sums = of_node.chunk_by(|a, b| a.1 == b.1).map(|same| {
            let sum: f32 = same.iter().map(|part| part.2).sum();
            (same[0].1, sum)
        });
        sums.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(area, _)| area)
    };
    let of_nodes = parts.chunk_by(|a, b| a.0 == b.0);
    of_nodes.filter_map(|of_node| Some((of_node[0].0, most(of_node)?))).collect()
}
