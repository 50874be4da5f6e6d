//! How the nodes of a snapshot are drawn: from computed styles to the styles of a record.

use crate::css::{self, Rgba};
use crate::snapshot::{DocumentSnapshot, PageSnapshot, StringId, at};
use debulha_core::layout::{Color, Display, Style};
use std::collections::HashMap;

/// What is less opaque than this, with all that it is in, is not seen.
const MIN_OPACITY: f32 = 0.01;

/// What a node passes on to what is in it.
#[derive(Debug, Clone, Copy)]
struct Passed {
    background: Color,
    opacity: f32,
    /// Whether a clip around it leaves nothing.
    is_cut: bool,
}

/// How the nodes of a page are drawn.
pub(crate) struct NodeDrawing {
    /// Of each node the first of its boxes, among the snapshot's.
    pub(crate) layout_of: Vec<Option<usize>>,
    styles: Vec<Option<Style>>,
    /// Whether something in a node is drawn.
    shows_inside: Vec<bool>,
}

impl NodeDrawing {
    /// Looks at all nodes once. O(nodes · styles).
    pub(crate) fn of(snapshot: &PageSnapshot, page: &DocumentSnapshot) -> Self {
        let count = page.nodes.node_type.len();
        let mut layout_of = vec![None; count];
        for (layout, &node) in page.layout.node_index.iter().enumerate() {
            if layout < page.layout.bounds.len()
                && let Some(first @ None) = layout_of.get_mut(node)
            {
                *first = Some(layout);
            }
        }
        let mut reader = StyleReader { snapshot, page, colors: HashMap::new() };
        let mut passed: Vec<Passed> = Vec::with_capacity(count);
        let mut styles: Vec<Option<Style>> = Vec::with_capacity(count);
        let mut root_scrolls = false;
        let outside = Passed { background: Color::WHITE, opacity: 1.0, is_cut: false };
        for (node, &layout) in layout_of.iter().enumerate() {
            let above = page.parent(node).map_or(outside, |parent| passed[parent]);
            let values = layout.map_or(&[][..], |layout| reader.values(layout));
            let Some(layout) = layout.filter(|_| values.len() > at::POSITION) else {
                passed.push(above);
                styles.push(None);
                continue;
            };
            let is_element = page.nodes.node_type[node] == ELEMENT;
            let of_parent = page.parent(node).and_then(|parent| styles[parent]).filter(|_| !is_element);
            if let Some(style) = of_parent {
                passed.push(above);
                styles.push(Some(style));
                continue;
            }
            let (mut style, own) = reader.style(layout, above, is_element);
            // What the root or the body cuts off, the window cuts off.
            let name = page.nodes.node_name.get(node).map_or("", |&name| snapshot.string(name));
            let is_root = name.eq_ignore_ascii_case("html");
            root_scrolls |= is_root && style.clips;
            if is_root || name.eq_ignore_ascii_case("body") && !root_scrolls {
                style.clips = false;
            }
            passed.push(own);
            styles.push(Some(style));
        }
        let mut shows_inside = vec![false; count];
        for node in (0..count).rev() {
            if let Some(parent) = page.parent(node) {
                shows_inside[parent] |= shows_inside[node] || layout_of[node].is_some();
            }
        }
        NodeDrawing { layout_of, styles, shows_inside }
    }

    /// The style of a node. One without a box has no computed style: it is not drawn, or its contents alone are.
    pub(crate) fn style(&self, node: usize) -> Option<Style> {
        self.styles[node].or_else(|| {
            let display = if self.shows_inside[node] { Display::Contents } else { Display::None };
            Some(Style { display, ..Style::default() })
        })
    }
}

/// Type of elements in the DOM.
const ELEMENT: u8 = 1;

/// Reads computed values.
struct StyleReader<'s> {
    snapshot: &'s PageSnapshot,
    page: &'s DocumentSnapshot,
    colors: HashMap<StringId, Option<Rgba>>,
}

impl<'s> StyleReader<'s> {
    fn values(&self, layout: usize) -> &'s [StringId] {
        self.page.layout.styles.get(layout).map_or(&[], Vec::as_slice)
    }

    fn text(&self, values: &[StringId], place: usize) -> &'s str {
        self.snapshot.string(values[place])
    }

    fn color(&mut self, id: StringId) -> Option<Rgba> {
        let snapshot = self.snapshot;
        *self.colors.entry(id).or_insert_with(|| css::color(snapshot.string(id)))
    }

    /// The style of a box, and what it passes on. A text has the values of the element that it is in, which counts where
    /// that has no box: its opacity and background count nothing then.
    fn style(&mut self, layout: usize, above: Passed, is_element: bool) -> (Style, Passed) {
        let values = self.values(layout);
        let own = self.color(values[at::BACKGROUND_COLOR]).unwrap_or(Rgba::CLEAR);
        let blended = self.page.layout.blended_background_colors.get(layout).copied();
        let blended = blended.and_then(|id| self.color(id)).filter(|color| color.is_seen());
        let mut passed = above;
        if is_element {
            passed.background =
                blended.map_or_else(|| own.over(above.background), |color| color.over(Color::WHITE));
            passed.opacity *= css::number(self.text(values, at::OPACITY)).unwrap_or(1.0);
            passed.is_cut |= self.is_cut(values);
        }
        let ink = self.color(values[at::COLOR]).unwrap_or(Rgba { color: Color::BLACK, alpha: 1.0 });
        let has_image = !matches!(self.text(values, at::BACKGROUND_IMAGE), "none" | "");
        let style = Style {
            display: Display::of_css(self.text(values, at::DISPLAY)),
            font_size: css::pixels(self.text(values, at::FONT_SIZE)),
            font_weight: css::number(self.text(values, at::FONT_WEIGHT)).unwrap_or(400.0) as u16,
            italic: !matches!(self.text(values, at::FONT_STYLE), "normal" | ""),
            family: css::family(self.text(values, at::FONT_FAMILY)),
            // A wholly clear text may show a picture through its letters.
            color: if ink.is_seen() { ink.over(passed.background) } else { ink.color },
            background: passed.background,
            paints_background: own.is_seen() || has_image,
            border: self.border(values),
            clips: self.clips(values),
            visible: self.text(values, at::VISIBILITY) == "visible"
                && passed.opacity >= MIN_OPACITY
                && !passed.is_cut,
        };
        (style, passed)
    }

    /// The width of the widest border that is seen.
    fn border(&mut self, values: &[StringId]) -> f32 {
        let mut widest: f32 = 0.0;
        for side in at::BORDERS..at::BORDERS + 4 {
            let is_drawn = !matches!(self.text(values, side + 4), "none" | "hidden");
            if is_drawn && self.color(values[side + 8]).is_none_or(Rgba::is_seen) {
                widest = widest.max(css::pixels(self.text(values, side)));
            }
        }
        widest
    }

    /// Whether a box cuts off what overflows it. Boxes in a line of text do not.
    fn clips(&self, values: &[StringId]) -> bool {
        let overflows = |place| matches!(self.text(values, place), "visible" | "");
        let is_inline = matches!(self.text(values, at::DISPLAY), "inline" | "contents");
        let is_open = is_inline || overflows(at::OVERFLOW_X) && overflows(at::OVERFLOW_Y);
        !is_open || self.is_clipped(values) || !matches!(self.text(values, at::CLIP_PATH), "none" | "")
    }

    /// Whether `clip` counts: it does for boxes out of the flow.
    fn is_clipped(&self, values: &[StringId]) -> bool {
        matches!(self.text(values, at::POSITION), "absolute" | "fixed")
            && !matches!(self.text(values, at::CLIP), "auto" | "")
    }

    /// Whether a clip leaves nothing of a box.
    fn is_cut(&self, values: &[StringId]) -> bool {
        self.is_clipped(values) && css::clip_is_empty(self.text(values, at::CLIP))
            || css::clip_path_is_empty(self.text(values, at::CLIP_PATH))
    }
}
