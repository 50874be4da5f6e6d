//! What tells template from content in chakrabarti2007: where an element is, its links and its visible text.
//!
//! Place and size come from a browser ([`Page::layout`]). Where there is none, both are estimated from text and tags, by
//! a formula of ours: each piece of content takes up an area, see the constants; an element takes up that of all its
//! pieces; all is set one below the other, but for the cells of a row, which share its width evenly.

use super::{FeatureGroup, GroupColumns, RowUnit, columns};
use crate::about::Needs;
use crate::features::images::pixels;
use crate::features::links::LinkKind;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::{Document, NameId, NodeId, NodeKind, names};

/// Mean width of a character in pixels: half an em of the usual 16 (our decision).
pub const GLYPH_WIDTH: f64 = 8.0;

/// Height of a line in pixels: 1.25 em (our decision).
pub const LINE_HEIGHT: f64 = 20.0;

/// Width of the page in pixels (our decision: that of the windows of 2007).
pub const PAGE_WIDTH: f64 = 1000.0;

/// Width and height in pixels of an image that does not state it (our decision).
pub const IMAGE_SIDE: f64 = 100.0;

/// Most pixels of an image's side; what states more is wrong (our decision).
pub const MAX_IMAGE_SIDE: f64 = 4000.0;

/// Square pixels of a form control: 150 × 24 (our decision).
pub const CONTROL_AREA: f64 = 3_600.0;

/// Evidence of the page alone.
const PAGE: Needs = Needs::PAGE;

/// Rendered geometry.
const LAYOUT: Needs = Needs { layout: true, ..Needs::PAGE };

columns! {
    template_x (LAYOUT): "Distance to the left margin in pixels (chakrabarti2007).",
    template_y (LAYOUT): "Distance to the top margin in pixels (chakrabarti2007).",
    template_links_per_word (PAGE): "Links in the subtree by its words, or by 1 (chakrabarti2007).",
    template_anchor_word_share (PAGE): "Words in links by words, from 0 to 1; 0 without words (chakrabarti2007).",
    template_anchor_length (PAGE): "Mean words in a link (chakrabarti2007); missing without links.",
    template_intra_site_share (PAGE):
        "Share of the links, from 0 to 1, that lead to the same site: relative ones, and those to the same registrable \
        domain (chakrabarti2007). Links whose site cannot be told do not count; missing without any other.",
    template_visible_char_ratio (PAGE):
        "Visible characters by characters of the outer HTML, from 0 to 1 (chakrabarti2007).",
    template_area (LAYOUT): "Width times height in square pixels (chakrabarti2007).",
    template_estimated_area (PAGE):
        "Square pixels of the visible content by the constants of `feature_table::template`: characters, images by \
        their attributes, form controls (our decision).",
    template_estimated_x (PAGE):
        "Pixels from the left, of 1000, if cells of a table row share its width evenly and all else begins at the left \
        (our decision).",
    template_estimated_y (PAGE):
        "Pixels from the top if all content before is set in 1000 pixels of width (our decision).",
}

/// The group. Links and words are counted as the source counts them, words by white space and links within the page as
/// links of the site; the groups `node_links` and `node_markup` have like features by our own counts.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "template", unit: RowUnit::Node, features: COLUMNS, fill };

fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let doc = page.document();
    let sums = PrefixSums::compute(page);
    let mut left = LeftEdges::new(doc);
    let top = sums.area[page.body().index()];
    for (row, &node) in rows.iter().enumerate() {
        let mut set = |column, value: f64| columns.set(row, column, value as f32);
        if let Some(at) = page.layout().and_then(|layout| layout.rectangle(node)) {
            set(AT.template_x, f64::from(at.x));
            set(AT.template_y, f64::from(at.y));
            set(AT.template_area, f64::from(at.area()));
        }
        let counts = page.stats().subtree(doc, node);
        let (links, words) = (f64::from(counts.links), f64::from(counts.words));
        let link_words = f64::from(counts.link_words);
        set(AT.template_links_per_word, links / words.max(1.0));
        set(AT.template_anchor_word_share, link_words / words.max(1.0));
        if counts.links > 0 {
            set(AT.template_anchor_length, link_words / links);
        }
        let range = (node.index(), doc.subtree_end(node) as usize);
        let of = |sums: &[f64]| sums[range.1] - sums[range.0];
        let known = of(&sums.known_links);
        if known > 0.0 {
            set(AT.template_intra_site_share, of(&sums.intra_links) / known);
        }
        set(AT.template_visible_char_ratio, f64::from(counts.chars) / of(&sums.html_chars).max(1.0));
        set(AT.template_estimated_area, of(&sums.area));
        set(AT.template_estimated_x, left.of(doc, node));
        set(AT.template_estimated_y, (sums.area[node.index()] - top) / PAGE_WIDTH);
    }
}

/// Sums over the nodes before each node, and over all.
struct PrefixSums {
    /// Characters of the markup, as a serialiser would write it.
    html_chars: Vec<f64>,
    /// Estimated square pixels.
    area: Vec<f64>,
    /// Links of which it is known where they lead.
    known_links: Vec<f64>,
    /// Those that lead to the same site.
    intra_links: Vec<f64>,
}

impl PrefixSums {
    /// O(nodes + text + attributes).
    fn compute(page: &Page<'_>) -> Self {
        let doc = page.document();
        let sized = || Vec::with_capacity(doc.len() + 1);
        let mut sums =
            PrefixSums { html_chars: sized(), area: sized(), known_links: sized(), intra_links: sized() };
        let (mut html_chars, mut area, mut known_links, mut intra_links) = (0.0, 0.0, 0.0, 0.0);
        let mut links = page.links().all().iter().peekable();
        for node in doc.nodes() {
            sums.html_chars.push(html_chars);
            sums.area.push(area);
            sums.known_links.push(known_links);
            sums.intra_links.push(intra_links);
            html_chars += html_chars_of(doc, node) as f64;
            let link = links.next_if(|link| link.node == node);
            if page.visibility().is_hidden(node) {
                continue;
            }
            area += area_of(doc, node);
            if let Some(link) = link.filter(|link| link.kind != LinkKind::Other) {
                known_links += 1.0;
                intra_links +=
                    f64::from(u8::from(matches!(link.kind, LinkKind::Internal | LinkKind::Fragment)));
            }
        }
        sums.html_chars.push(html_chars);
        sums.area.push(area);
        sums.known_links.push(known_links);
        sums.intra_links.push(intra_links);
        sums
    }
}

/// Characters of both tags, of a text, or of a comment.
fn html_chars_of(doc: &Document, node: NodeId) -> usize {
    match doc.kind(node) {
        NodeKind::Element => {
            // `<a></a>`, and ` href=""` for an attribute.
            let of_attribute =
                |(name, value): (NameId, &str)| doc.name_str(name).len() + value.chars().count() + 4;
            2 * doc.name_str(doc.name(node)).len() + 5 + doc.attributes(node).map(of_attribute).sum::<usize>()
        }
        NodeKind::Text => doc.text(node).chars().count(),
        _ => 0,
    }
}

/// Square pixels of what a node shows itself.
fn area_of(doc: &Document, node: NodeId) -> f64 {
    if doc.is_text(node) {
        return f64::from(doc.text_counts(node).chars) * GLYPH_WIDTH * LINE_HEIGHT;
    }
    match doc.name(node) {
        names::IMG => {
            let side =
                |name| doc.attribute(node, name).and_then(pixels).unwrap_or(IMAGE_SIDE).min(MAX_IMAGE_SIDE);
            side(names::WIDTH) * side(names::HEIGHT)
        }
        names::INPUT | names::SELECT | names::BUTTON => CONTROL_AREA,
        _ => 0.0,
    }
}

/// Left edges, asked for in document order.
struct LeftEdges {
    /// Left edge and width of each element asked for.
    boxes: Vec<(f64, f64)>,
    /// Of a row: its cells, and how many of them were asked for.
    cells: Vec<(u32, u32)>,
}

impl LeftEdges {
    fn new(doc: &Document) -> Self {
        LeftEdges { boxes: vec![(0.0, PAGE_WIDTH); doc.len()], cells: vec![(0, 0); doc.len()] }
    }

    /// O(1 + children) of the node.
    fn of(&mut self, doc: &Document, node: NodeId) -> f64 {
        let is_cell = |&node: &NodeId| matches!(doc.name(node), names::TD | names::TH);
        let mut place = (0.0, PAGE_WIDTH);
        if let Some(parent) = doc.parent(node) {
            place = self.boxes[parent.index()];
            let (cells, before) = &mut self.cells[parent.index()];
            if is_cell(&node) && *cells > 0 {
                place.1 /= f64::from(*cells);
                place.0 += f64::from(*before) * place.1;
                *before += 1;
            }
        }
        if doc.name(node) == names::TR {
            self.cells[node.index()].0 = doc.children(node).filter(is_cell).count() as u32;
        }
        self.boxes[node.index()] = place;
        place.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Evidence;
    use crate::PageOptions;
    use crate::feature_table::{FeatureTable, Selection, compute};
    use crate::layout::{Layout, Rectangle};
    use debulha_dom::{Limits, parse};

    fn table(page: &Page<'_>) -> FeatureTable {
        let selection = Selection::named(RowUnit::Node, COLUMNS.iter().map(|column| column.name)).unwrap();
        compute(page, &selection, &mut Scratch::default())
    }

    fn document(html: &str) -> Document {
        parse(html, &Limits::default()).document
    }

    #[test]
    fn spec_05_the_seven_features_of_a_node() {
        let html = "<div><a href=/a>one two</a> three <a href=http://b.org/>four</a></div><div>a b</div>";
        let doc = document(html);
        let page = Page::with_options(&doc, Some("http://a.org/"), PageOptions::default());
        let at = Rectangle { x: 3.0, y: 5.0, width: 20.0, height: 10.0 };
        let layout = Layout::of(&doc, |node| (doc.name(node) == names::DIV).then_some(at));
        let page = page.seen_with(Evidence { layout: Some(&layout), ..page.evidence() });
        let table = table(&page);
        // body, div, a, a, div
        let div = table.row(1);
        assert_eq!(div[..2], [3.0, 5.0]);
        assert_eq!(div[2..6], [0.5, 0.75, 1.5, 0.5]);
        let outer = "<div><a href=\"/a\">one two</a> three <a href=\"http://b.org/\">four</a></div>";
        assert_eq!(div[6], 16.0 / outer.len() as f32);
        assert_eq!(div[7], 200.0);
        let without_links = table.row(4);
        assert_eq!(without_links[2..4], [0.0, 0.0]);
        assert!(without_links[4].is_nan() && without_links[5].is_nan());
        assert!(table.row(0)[0].is_nan(), "body has no rectangle here");
    }

    #[test]
    fn areas_and_places_are_estimated_from_text_and_tags() {
        let html = "<p>12345</p><img width=100 height=30><table><tr><td>x<td><b>y</b><table><tr><td><td><i>z</i></table>\
            <td></table><form><input></form><p hidden>no</p>";
        let doc = document(html);
        let table = table(&Page::new(&doc));
        let of = |name: NameId| {
            let row = table.rows().iter().position(|&node| doc.name(node) == name).unwrap();
            table.row(row)[8..].to_vec()
        };
        let glyph = (GLYPH_WIDTH * LINE_HEIGHT) as f32;
        assert_eq!(of(names::P), [5.0 * glyph, 0.0, 0.0]);
        assert_eq!(of(names::IMG), [3000.0, 0.0, 5.0 * glyph / 1000.0]);
        assert_eq!(of(names::B), [glyph, 333.333_34, (6.0 * glyph + 3000.0) / 1000.0]);
        assert_eq!(of(names::I)[1], 500.0, "half of the second third");
        assert_eq!(of(names::FORM)[0], CONTROL_AREA as f32);
        assert!(table.row(0)[..2].iter().all(|value| value.is_nan()));
        let sum: f32 = 8.0 * glyph + 3000.0 + CONTROL_AREA as f32;
        assert_eq!(of(names::BODY)[0], sum);
    }

    #[test]
    fn without_an_address_absolute_links_are_unknown() {
        let doc = document("<p><a href=http://b.org/>b</a><a href=c>c</a><p><a href=http://b.org/>b</a>");
        let table = table(&Page::new(&doc));
        assert_eq!(table.row(1)[5], 1.0);
        assert!(table.row(4)[5].is_nan());
    }
}
