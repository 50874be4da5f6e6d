//! Labels by where they stand on the drawn page.

use crate::layout::{Layout, Rectangle};
use crate::page::Page;
use debulha_dom::{Document, NodeId};

/// Pixels between a label and the field right of it, at most. Our decision, as are the other distances: tables of forms
/// have columns of about this width.
const MAX_LEFT: f32 = 200.0;

/// Pixels between a label and the field below it, at most: a line.
const MAX_ABOVE: f32 = 24.0;

/// Maximum pixels between a radio button or box and the text right of it: the gap of a few characters. Farther is the
/// next button's text.
const MAX_BEHIND: f32 = 40.0;

/// Pixels that a label above may begin left of the field or right of it: the padding of the field's box. Farther is
/// the label of the neighbour.
const INDENT: f32 = 24.0;

/// Pixels that boxes may overlap and count as side by side: borders and rounding.
const SLACK: f32 = 3.0;

/// Texts near a field that are looked at.
const MAX_TEXTS: usize = 200;

/// Maximum characters of a text that may be a label, as for texts before a field in `labels`: a longer one is a
/// sentence.
const MAX_CHARS: usize = 60;

/// The texts of a drawn page.
pub(super) struct DrawnTexts<'d> {
    doc: &'d Document,
    layout: &'d Layout,
    /// By their upper edges, then their nodes.
    texts: Vec<(Rectangle, NodeId)>,
    /// Fields that are seen, likewise.
    fields: Vec<(Rectangle, NodeId)>,
}

impl<'d> DrawnTexts<'d> {
    /// `None` without a layout record. `fields`: elements of fields that are seen, in document order.
    pub(super) fn of(page: &Page<'d>, fields: &[NodeId]) -> Option<Self> {
        let (doc, layout) = (page.document(), page.layout()?);
        let is_in_field = |text: NodeId| {
            let before = fields.partition_point(|&field| field < text);
            fields[..before].last().is_some_and(|&field| doc.contains(field, text))
        };
        let texts = page.text_nodes().iter().copied().filter(|&text| !is_in_field(text));
        Some(DrawnTexts {
            doc,
            layout,
            texts: by_top(layout, texts),
            fields: by_top(layout, fields.iter().copied()),
        })
    }

    /// Whether it is known where a field is.
    pub(super) fn has(&self, field: NodeId) -> bool {
        self.layout.rectangle(field).is_some_and(|at| at.has_area())
    }

    /// The text left of a field, in its line and with no field between, else that above it; the nearest of each.
    pub(super) fn before(&self, field: NodeId) -> Option<String> {
        let at = self.layout.rectangle(field).filter(Rectangle::has_area)?;
        let left =
            |text: &Rectangle| distance(at.x - text.right(), MAX_LEFT).filter(|_| same_line(text, &at));
        let between = |gap: f32| {
            around(&self.fields, &at)
                .any(|(other, node)| node != field && left(&other).is_some_and(|other| other < gap))
        };
        let above = |text: &Rectangle| {
            let is_over = text.x >= at.x - INDENT && text.x <= at.x + INDENT;
            distance(at.y - text.bottom(), MAX_ABOVE).filter(|_| is_over)
        };
        let in_line = self.nearest(&at, left).filter(|&(gap, _)| !between(gap));
        let (_, text) = in_line.or_else(|| self.nearest(&at, above))?;
        self.text(text)
    }

    /// The nearest text right of a radio button or box, in its line.
    pub(super) fn behind(&self, field: NodeId) -> Option<String> {
        let at = self.layout.rectangle(field).filter(Rectangle::has_area)?;
        let right =
            |text: &Rectangle| distance(text.x - at.right(), MAX_BEHIND).filter(|_| same_line(text, &at));
        self.text(self.nearest(&at, right)?.1)
    }

    fn nearest(&self, at: &Rectangle, gap: impl Fn(&Rectangle) -> Option<f32>) -> Option<(f32, NodeId)> {
        let near = around(&self.texts, at).filter_map(|(text, node)| Some((gap(&text)?, node)));
        near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
    }

    fn text(&self, node: NodeId) -> Option<String> {
        let text = self.doc.text(node).trim();
        (text.chars().take(MAX_CHARS + 1).count() <= MAX_CHARS).then(|| text.to_owned())
    }
}

/// What begins a little above a rectangle, or beside it: at most [`MAX_TEXTS`] boxes, from the lowest.
fn around<'s>(
    boxes: &'s [(Rectangle, NodeId)],
    at: &Rectangle,
) -> impl Iterator<Item = (Rectangle, NodeId)> + use<'s> {
    let (top, bottom) = (at.y - 3.0 * MAX_ABOVE, at.bottom());
    let end = boxes.partition_point(|(text, _)| text.y <= bottom);
    boxes[..end].iter().rev().take(MAX_TEXTS).take_while(move |(text, _)| text.y >= top).copied()
}

fn by_top(layout: &Layout, nodes: impl Iterator<Item = NodeId>) -> Vec<(Rectangle, NodeId)> {
    let place = |node| Some((layout.rectangle(node).filter(Rectangle::has_area)?, node));
    let mut boxes: Vec<(Rectangle, NodeId)> = nodes.filter_map(place).collect();
    boxes.sort_by(|a, b| a.0.y.total_cmp(&b.0.y).then(a.1.cmp(&b.1)));
    boxes
}

/// A gap as the distance that it is, where the boxes stand on the right sides of each other and no further than `most`.
fn distance(gap: f32, most: f32) -> Option<f32> {
    (gap >= -SLACK && gap <= most).then_some(gap.max(0.0))
}

/// Whether the lower of two boxes overlaps the other by half its height.
fn same_line(a: &Rectangle, b: &Rectangle) -> bool {
    let shared = a.bottom().min(b.bottom()) - a.y.max(b.y);
    shared * 2.0 >= a.height.min(b.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Evidence, PageOptions};
    use debulha_dom::{Limits, names, parse};

    /// Whether a text before and one behind are found for a field of 20 by 16 pixels at 300, 300.
    fn found(x: f32, y: f32, text: &str) -> (bool, bool) {
        let doc = parse(&format!("<i>{text}</i><input>"), &Limits::default()).document;
        let layout = Layout::of(&doc, |node| match doc.name(node) {
            names::INPUT => Some(Rectangle { x: 300.0, y: 300.0, width: 20.0, height: 16.0 }),
            _ if doc.is_text(node) => Some(Rectangle { x, y, width: 60.0, height: 16.0 }),
            _ => None,
        });
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        let page = Page::with(&doc, evidence, PageOptions::default());
        let field = doc.elements_named(names::INPUT).next().expect("a field");
        let drawn = DrawnTexts::of(&page, &[field]).expect("a layout");
        (drawn.before(field).is_some(), drawn.behind(field).is_some())
    }

    #[test]
    fn labels_stand_within_the_distances() {
        for (more, is_label) in [(0.0, true), (1.0, false)] {
            let left = |gap: f32| found(240.0 - gap, 300.0, "Name").0;
            assert_eq!(left(MAX_LEFT + more), is_label, "{more} left");
            assert_eq!(left(-SLACK - more), is_label, "{more} over");
            assert_eq!(found(300.0, 284.0 - MAX_ABOVE - more, "Name").0, is_label, "{more} above");
            assert_eq!(found(300.0 - INDENT - more, 284.0, "Name").0, is_label, "{more} outdented");
            assert_eq!(found(300.0 + INDENT + more, 284.0, "Name").0, is_label, "{more} indented");
            assert_eq!(found(320.0 + MAX_BEHIND + more, 300.0, "Name").1, is_label, "{more} behind");
            let text = "x".repeat(MAX_CHARS + usize::from(!is_label));
            assert_eq!(found(230.0, 300.0, &text).0, is_label, "{more} characters");
        }
    }
}
