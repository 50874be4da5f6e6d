//! Separators: gaps across a region that no block crosses, and how strongly each parts what is beside it.

use super::nodes::{Font, VisualNodes};
use super::rules::VisualLeaf;
use debulha_core::layout::{Color, Rectangle};
use debulha_dom::NodeId;

/// Pixels that a separator must exceed for a weight (an open implementation of cai2003); below all of them it is 1.
const WIDTHS: [(i64, i32); 6] = [(55, 12), (45, 10), (35, 8), (25, 6), (15, 4), (8, 2)];
const NARROW: i32 = 1;
/// Added for a horizontal rule, another background, another font, and a font that is larger after the separator.
const CUE: i32 = 2;
/// Added where text stands on both sides.
const BOTH_TEXT: i32 = -2;

/// The direction in which a separator parts blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// Above and below: a horizontal separator.
    Vertical,
    /// Left and right: a vertical separator.
    Horizontal,
}

impl Axis {
    /// Where a rectangle starts and ends along the axis, in whole pixels.
    pub(super) fn span(self, at: &Rectangle) -> (i64, i64) {
        let (start, end) = match self {
            Axis::Vertical => (at.y, at.bottom()),
            Axis::Horizontal => (at.x, at.right()),
        };
        (start.round() as i64, end.round() as i64)
    }

    fn across(self) -> Axis {
        match self {
            Axis::Vertical => Axis::Horizontal,
            Axis::Horizontal => Axis::Vertical,
        }
    }
}

/// A gap between blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Separator {
    /// Its first pixel.
    pub(super) start: i64,
    /// The pixel after its last.
    pub(super) end: i64,
    pub(super) weight: i32,
}

/// What of a block counts for the weight of a separator beside it.
#[derive(Debug, Clone, Copy)]
struct Side {
    background: Option<Color>,
    font: Option<Font>,
    is_text: bool,
}

/// The separators of blocks along an axis, in order, at least so wide. Gaps at the borders are none. `rules` are the
/// horizontal rules of the region. O((blocks + rules) · log).
pub(super) fn find(
    nodes: &VisualNodes<'_>,
    blocks: &[VisualLeaf],
    rules: &[(NodeId, Rectangle)],
    axis: Axis,
    min_width: f32,
) -> Vec<Separator> {
    let mut spans: Vec<(i64, i64)> = blocks.iter().map(|block| axis.span(&block.rectangle)).collect();
    spans.sort_unstable();
    let mut separators = Vec::new();
    let mut reached = i64::MAX;
    for (start, end) in spans {
        if start > reached && (start - reached) as f32 >= min_width {
            separators.push(Separator { start: reached, end: start, weight: 0 });
        }
        reached = if reached == i64::MAX { end } else { reached.max(end) };
    }
    if !separators.is_empty() {
        weigh(nodes, blocks, rules, axis, &mut separators);
    }
    separators
}

fn weigh(
    nodes: &VisualNodes<'_>,
    blocks: &[VisualLeaf],
    rules: &[(NodeId, Rectangle)],
    axis: Axis,
    separators: &mut [Separator],
) {
    let side = |block: &VisualLeaf| Side {
        background: nodes.background(block.node),
        font: nodes.font(block.node),
        is_text: nodes.is_all_text(block.node),
    };
    // The blocks that touch each separator before and after.
    let mut sides = vec![(Vec::new(), Vec::new()); separators.len()];
    for block in blocks {
        let (start, end) = axis.span(&block.rectangle);
        if let Ok(after) = separators.binary_search_by_key(&end, |separator| separator.start) {
            sides[after].0.push(side(block));
        }
        if let Ok(before) = separators.binary_search_by_key(&start, |separator| separator.end) {
            sides[before].1.push(side(block));
        }
    }
    let rules = rule_spans(blocks, rules, axis);
    for (separator, (before, after)) in separators.iter_mut().zip(&sides) {
        let width = separator.end - separator.start;
        let by_width = WIDTHS.iter().find(|(least, _)| width > *least);
        separator.weight = by_width.map_or(NARROW, |&(_, weight)| weight);
        let next = rules.partition_point(|&(_, end)| end <= separator.start);
        if rules.get(next).is_some_and(|&(start, _)| start < separator.end) {
            separator.weight += CUE;
        }
        separator.weight += by_looks(before, after, axis);
    }
}

/// Where horizontal rules are along an axis, as spans apart from one another, as far as they are beside the blocks.
fn rule_spans(blocks: &[VisualLeaf], rules: &[(NodeId, Rectangle)], axis: Axis) -> Vec<(i64, i64)> {
    let Some(region) = Rectangle::around(blocks.iter().map(|block| block.rectangle)) else {
        return Vec::new();
    };
    let (first, last) = axis.across().span(&region);
    let is_beside = |at: &Rectangle| {
        let (start, end) = axis.across().span(at);
        start < last && end > first
    };
    let beside = rules.iter().filter(|(_, at)| is_beside(at));
    let mut spans: Vec<(i64, i64)> = beside.map(|(_, at)| axis.span(at)).collect();
    spans.sort_unstable();
    let mut apart: Vec<(i64, i64)> = Vec::with_capacity(spans.len());
    for (start, end) in spans {
        match apart.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => apart.push((start, end)),
        }
    }
    apart
}

/// What background, font and text add: a cue holds where it does for some block before and some block after. O(blocks).
fn by_looks(before: &[Side], after: &[Side], axis: Axis) -> i32 {
    let both = || before.iter().chain(after);
    let differ = |values: Vec<u64>| values.windows(2).any(|pair| pair[0] != pair[1]);
    let mut weight = 0;
    let color =
        |color: Color| u64::from(color.red) << 16 | u64::from(color.green) << 8 | u64::from(color.blue);
    if differ(both().filter_map(|side| side.background).map(color).collect()) {
        weight += CUE;
    }
    if axis == Axis::Horizontal {
        return weight;
    }
    let sizes = |sides: &[Side]| sides.iter().filter_map(|side| side.font).map(|font| font.size).collect();
    let (above, below): (Vec<f32>, Vec<f32>) = (sizes(before), sizes(after));
    if !above.is_empty() && !below.is_empty() {
        let fonts = || both().filter_map(|side| side.font);
        let by_size = differ(fonts().map(|font| u64::from(font.size.to_bits())).collect());
        if by_size || differ(fonts().map(|font| u64::from(font.weight)).collect()) {
            weight += CUE;
        }
        let least = above.iter().copied().fold(f32::INFINITY, f32::min);
        let largest = below.iter().copied().fold(0.0, f32::max);
        if least < largest {
            weight += CUE;
        }
    }
    if !before.is_empty() && !after.is_empty() && both().all(|side| side.is_text) {
        weight += BOTH_TEXT;
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;

    /// Pixels [start, end] with both ends in, as the specification writes them.
    fn rows(spans: &[(f32, f32)], rule: Option<(f32, f32)>) -> Vec<Separator> {
        let at = |&(start, end): &(f32, f32)| Rectangle {
            x: 0.0,
            y: start,
            width: 100.0,
            height: end - start + 1.0,
        };
        let html = spans.iter().map(|_| "<img>").collect::<String>() + "<hr>";
        let drawing = LaidOutPage::of(&html);
        let nodes = drawing.nodes();
        let images = nodes.doc.elements_named(debulha_dom::names::IMG);
        let leaf = |(node, span)| VisualLeaf {
            node,
            rectangle: at(span),
            coherence: 8,
            rule: super::super::VipsRule::R1,
        };
        let blocks: Vec<VisualLeaf> = images.zip(spans).map(leaf).collect();
        let rules: Vec<(NodeId, Rectangle)> = rule.iter().map(|span| (NodeId(0), at(span))).collect();
        find(&nodes, &blocks, &rules, Axis::Vertical, 3.0)
    }

    #[test]
    fn spec_11_t1_a_gap_of_19_pixels_weighs_4() {
        let found = rows(&[(10.0, 40.0), (60.0, 90.0)], None);
        assert_eq!(
            found,
            [Separator { start: 41, end: 60, weight: 4 }],
            "pixels 41 to 59; none at the borders"
        );
    }

    #[test]
    fn spec_11_t2_a_rule_in_the_gap_adds_2() {
        assert_eq!(rows(&[(10.0, 40.0), (60.0, 90.0)], Some((50.0, 51.0)))[0].weight, 6);
        assert_eq!(rows(&[(10.0, 40.0), (60.0, 90.0)], Some((70.0, 71.0)))[0].weight, 4, "beside it");
    }

    #[test]
    fn blocks_split_shrink_and_remove_separators() {
        let spans = |blocks: &[(f32, f32)]| {
            rows(blocks, None).iter().map(|found| (found.start, found.end)).collect::<Vec<_>>()
        };
        assert_eq!(spans(&[(0.0, 9.0), (50.0, 99.0)]), [(10, 50)]);
        assert_eq!(spans(&[(0.0, 9.0), (50.0, 99.0), (20.0, 29.0)]), [(10, 20), (30, 50)], "split");
        assert_eq!(spans(&[(0.0, 9.0), (50.0, 99.0), (5.0, 39.0)]), [(40, 50)], "shrunk");
        assert_eq!(spans(&[(0.0, 9.0), (50.0, 99.0), (5.0, 60.0)]), [(0, 0); 0], "removed");
        assert_eq!(spans(&[(0.0, 9.0), (12.0, 99.0)]), [(0, 0); 0], "narrower than 3 pixels");
    }
}
