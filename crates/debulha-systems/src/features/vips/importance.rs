//! What song2004 sees of a visual block: where it is, and what is in it as a share of the page.

use super::Visual;
use debulha_core::features::stats::Counts;
use debulha_core::layout::{Layout, Rectangle};
use debulha_core::page::Page;
use debulha_core::segmentation::SegmentBlock;
use debulha_dom::{AttributeSet, Document, NodeId, names};
use std::ops::Range;

/// How many features there are.
pub const FEATURES: usize = 13;

/// Their names in models, version 1: four of place and size, nine of content.
pub const NAMES: [&str; FEATURES] = [
    "center_x",
    "center_y",
    "width",
    "height",
    "images",
    "image_area",
    "links",
    "link_text",
    "text",
    "controls",
    "control_area",
    "forms",
    "form_area",
];

/// Sizes in CSS pixels that places are measured by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Windows {
    /// Height of the head of a page.
    pub head: f64,
    /// Height of its foot.
    pub foot: f64,
    /// Height of a window.
    pub window: f64,
}

impl Windows {
    /// Where a height is on a page: from 0 to ½ in the head, ½ between, from ½ to 1 in the foot (song2004).
    pub fn place(&self, y: f64, page_height: f64) -> f64 {
        let place = if y < self.head {
            y / (2.0 * self.head)
        } else if y > page_height - self.foot {
            1.0 - (page_height - y) / (2.0 * self.foot)
        } else {
            0.5
        };
        place.clamp(0.0, 1.0)
    }
}

/// The nine features of content, as sums.
type Content = [f64; 9];

/// What is drawn before each node: number and area of images, controls and forms.
struct DrawnSums(Vec<[f64; 6]>);

impl DrawnSums {
    /// O(nodes).
    fn of(doc: &Document, visual: &Visual<'_>) -> Self {
        let mut before = Vec::with_capacity(doc.len() + 1);
        let mut sums = [0.0; 6];
        for node in doc.nodes() {
            before.push(sums);
            let kind = match doc.name(node) {
                _ if !doc.is_element(node) => None,
                names::IMG => Some(0),
                names::INPUT | names::SELECT | names::TEXTAREA | names::BUTTON => Some(2),
                names::FORM => Some(4),
                _ => None,
            };
            if let Some((kind, at)) = kind.zip(visual.rectangle(node)) {
                sums[kind] += 1.0;
                sums[kind + 1] += f64::from(at.area());
            }
        }
        before.push(sums);
        DrawnSums(before)
    }

    fn within(&self, nodes: &Range<u32>) -> [f64; 6] {
        let (start, end) = (self.0[nodes.start as usize], self.0[nodes.end as usize]);
        std::array::from_fn(|index| end[index] - start[index])
    }

    fn content(&self, page: &Page<'_>, links: &[u32], nodes: &Range<u32>) -> Content {
        let [images, image_area, controls, control_area, forms, form_area] = self.within(nodes);
        let Counts { chars, link_chars, .. } = page.stats().range(nodes.clone());
        let links = links[nodes.end as usize] - links[nodes.start as usize];
        let [links, link_text, text] = [links, link_chars, chars].map(f64::from);
        [images, image_area, links, link_text, text, controls, control_area, forms, form_area]
    }
}

/// Links that are seen, before each node.
fn links_before(page: &Page<'_>) -> Vec<u32> {
    let doc = page.document();
    let is_link = |node: NodeId| {
        doc.name(node) == names::A
            && doc.attribute_set(node).intersects(AttributeSet::HREF)
            && !page.visibility().is_hidden(node)
    };
    let mut before = Vec::with_capacity(doc.len() + 1);
    let mut sum = 0;
    for node in doc.nodes() {
        before.push(sum);
        sum += u32::from(doc.is_element(node) && is_link(node));
    }
    before.push(sum);
    before
}

/// The features of visual blocks, each given by its runs of nodes and its box. O(nodes + runs).
///
/// Widths and x are shares of the page's width, heights those of a window, the rest shares of what the page has; 0 of what
/// it has none of.
pub fn rows<'b>(
    page: &Page<'_>,
    visual: &Visual<'_>,
    blocks: impl Iterator<Item = (&'b [SegmentBlock], Rectangle)>,
    windows: &Windows,
) -> Vec<[f32; FEATURES]> {
    let doc = page.document();
    let drawn = DrawnSums::of(doc, visual);
    let links = links_before(page);
    let body = page.body();
    let all = drawn.content(page, &links, &(body.0..doc.subtree_end(body)));
    let size = page.layout().map(Layout::canvas).unwrap_or_default();
    let [page_width, page_height] = [size.width, size.height].map(f64::from);
    let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
    let row = |(runs, at): (&[SegmentBlock], Rectangle)| {
        let mut content = [0.0; 9];
        for run in runs {
            let own = drawn.content(page, &links, &run.nodes);
            content.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        }
        let [x, y, width, height] = [at.center_x(), at.center_y(), at.width, at.height].map(f64::from);
        let mut row = [0.0; FEATURES];
        row[0] = share(x, page_width);
        row[1] = windows.place(y, page_height);
        row[2] = share(width, page_width);
        row[3] = height / windows.window;
        for (value, (own, all)) in row[4..].iter_mut().zip(content.into_iter().zip(all)) {
            *value = share(own, all);
        }
        row.map(|value| value as f32)
    };
    blocks.map(row).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::vips::drawing::LaidOutPage;
    use crate::features::vips::{VipsParams, VisualBlocks, segment};

    const WINDOWS: Windows = Windows { head: 200.0, foot: 200.0, window: 768.0 };

    #[test]
    fn spec_21_places_on_a_page_of_3000_pixels() {
        for (y, place) in [(100.0, 0.25), (1500.0, 0.5), (2950.0, 0.875), (-5.0, 0.0), (3900.0, 1.0)] {
            assert_eq!(WINDOWS.place(y, 3000.0), place, "{y}");
        }
    }

    #[test]
    fn spec_21_a_row_has_13_features_as_shares_of_the_page() {
        let html = "<body at='0 0 1000 3000'><p at='0 0 1000 100'><a href=1 at='0 0 99 20'>four</a></p>\
                    <form at='0 1400 500 384'><img at='0 1400 100 100'><input at='0 1600 100 20'></form>\
                    <p at='0 2900 1000 100'>ten letter</p>";
        let drawing = LaidOutPage::of(html);
        let page = drawing.page();
        let visual = segment(&page, &VipsParams::default()).unwrap();
        let leaves = visual.tree.chosen(VisualBlocks::Leaves, 5);
        let runs: Vec<Vec<SegmentBlock>> = leaves.iter().map(|&block| visual.runs(block)).collect();
        let at = leaves.iter().map(|&block| visual.tree.blocks()[block].rectangle);
        let rows = rows(&page, &visual, runs.iter().map(Vec::as_slice).zip(at), &WINDOWS);
        assert_eq!(NAMES.len(), 13);
        assert_eq!(rows.len(), 3);
        let form = rows[1];
        assert_eq!(form[..4], [0.25, 0.5, 0.5, 0.5]);
        assert_eq!(form[4..], [1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!((rows[0][6], rows[0][7]), (1.0, 1.0), "the only link");
        assert!(rows[2][8] > 0.6 && rows[2][1] == 0.875, "{:?}", rows[2]);
    }
}
