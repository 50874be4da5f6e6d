//! Where a browser drew a text block, and how it looks next to the rest of the page.

use super::{FeatureGroup, GroupColumns, RowUnit, columns};
use crate::about::Needs;
use crate::features::text_blocks::TextBlock;
use crate::layout::{Color, Layout, Rectangle};
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;
use std::collections::BTreeMap;

/// Left edges in the same strip of so many CSS pixels are of one column (our decision).
const COLUMN_PIXELS: f32 = 8.0;

columns! {
    Needs { layout: true, ..Needs::PAGE };
    layout_left: "Left edge of its text by the width of the page, which is at most that of the window.",
    layout_top: "Top edge of its text by the height of the page.",
    layout_depth: "Top edge by the width of the page: how far down, however long the page is.",
    layout_width: "Width of its text by that of the page.",
    layout_height: "Height of its text by the width of the page.",
    layout_lines: "Lines of its text; missing if the record has no lines.",
    layout_area: "Area of its text by that of all blocks, 0 to 1.",
    layout_gap: "From the bottom of the block before to its top, by the width of the page; negative if it starts higher, as in \
        the next column. Missing for the first.",
    layout_element_left: "Left edge of the block's element by the width of the page.",
    layout_element_width: "Width of the block's element by that of the page.",
    layout_column: "Characters of all blocks whose elements have the same left edge (a strip of 8 pixels), by those of the \
        page, 0 to 1.",
    layout_main_left: "Left edge of the element less that of the main column, by the width of the page; the main column has \
        the left edge with most characters.",
    layout_main_overlap: "Share of the element's width that is within the main column, 0 to 1. The column is as wide as its \
        widest element with text.",
    layout_font_size: "Font size by that of most of the page's text.",
    layout_bold: "Share of bold characters, 0 to 1.",
    layout_color: "Share of its characters whose colour is not that of most of the page's text, 0 to 1.",
    layout_background: "Share of its characters whose background is not that of most of the page's text, 0 to 1.",
    layout_contrast: "Mean contrast ratio of its text and the background (WCAG 2), 1 to 21.",
}

/// The group.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "block_layout", unit: RowUnit::Block, features: COLUMNS, fill };

/// O(nodes of blocks · log of their styles).
fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, _: &mut Scratch) {
    let Some(layout) = page.layout() else { return };
    let blocks = page.text_blocks().blocks();
    let drawn: Vec<DrawnBlock> = blocks.iter().map(|block| DrawnBlock::of(page, layout, block)).collect();
    let canvas = layout.canvas();
    let area: f32 = drawn.iter().filter_map(|block| block.text).map(|at| at.area()).sum();
    let main = Columns::of(&drawn);
    let looks = PageLooks::of(page, layout);
    for row in columns.range() {
        let DrawnBlock { text, element, lines, .. } = &drawn[row];
        if let Some(at) = text {
            let before = row.checked_sub(1).and_then(|before| drawn[before].text);
            columns.set(row, AT.layout_left, at.x / canvas.width);
            columns.set(row, AT.layout_top, at.y / canvas.height);
            columns.set(row, AT.layout_depth, at.y / canvas.width);
            columns.set(row, AT.layout_width, at.width / canvas.width);
            columns.set(row, AT.layout_height, at.height / canvas.width);
            columns.set(row, AT.layout_area, at.area() / area);
            columns.set(
                row,
                AT.layout_gap,
                before.map_or(f32::NAN, |above| (at.y - above.bottom()) / canvas.width),
            );
        }
        if *lines > 0 {
            columns.set(row, AT.layout_lines, *lines as f32);
        }
        if let Some(at) = element {
            columns.set(row, AT.layout_element_left, at.x / canvas.width);
            columns.set(row, AT.layout_element_width, at.width / canvas.width);
            columns.set(row, AT.layout_column, main.share(at));
            if let Some(column) = main.main {
                columns.set(row, AT.layout_main_left, (at.x - column.x) / canvas.width);
                columns.set(row, AT.layout_main_overlap, overlap(at, &column));
            }
        }
        looks.fill(page.text_blocks().nodes(&blocks[row]), layout, row, columns);
    }
    debug_assert_eq!(rows.len(), blocks.len());
}

/// What a record says of a block.
struct DrawnBlock {
    /// The box around its text, or that of its element if the record has no texts.
    text: Option<Rectangle>,
    /// The box of its element.
    element: Option<Rectangle>,
    lines: usize,
    chars: u32,
}

impl DrawnBlock {
    fn of(page: &Page<'_>, layout: &Layout, block: &TextBlock) -> Self {
        let nodes = page.text_blocks().nodes(block);
        let element = layout.rectangle(block.element);
        let text = Rectangle::around(nodes.iter().filter_map(|&node| layout.rectangle(node)));
        DrawnBlock {
            text: text.or(element),
            element,
            lines: nodes.iter().map(|&node| layout.lines(node).len()).sum(),
            chars: block.counts.chars,
        }
    }
}

/// The columns of a page by the left edges of elements with text.
struct Columns {
    /// Characters by strip.
    chars: BTreeMap<i32, u32>,
    all: u32,
    /// The widest element in the strip with most characters, the leftmost of equal ones.
    main: Option<Rectangle>,
}

impl Columns {
    fn of(blocks: &[DrawnBlock]) -> Self {
        let mut chars: BTreeMap<i32, u32> = BTreeMap::new();
        for (at, block) in blocks.iter().filter_map(|block| Some((block.element?, block))) {
            *chars.entry(strip(&at)).or_default() += block.chars;
        }
        let most = commonest(&chars).copied();
        let of_main = blocks.iter().filter_map(|block| block.element).filter(|at| Some(strip(at)) == most);
        let main = of_main.reduce(|widest, other| if other.width > widest.width { other } else { widest });
        Columns { all: chars.values().sum(), chars, main }
    }

    fn share(&self, at: &Rectangle) -> f32 {
        super::ratio(self.chars.get(&strip(at)).copied().unwrap_or_default(), self.all)
    }
}

fn strip(at: &Rectangle) -> i32 {
    (at.x / COLUMN_PIXELS).round() as i32
}

/// The key with the highest count, the first of equal ones.
fn commonest<K>(counts: &BTreeMap<K, u32>) -> Option<&K> {
    let first = counts.iter().reduce(|most, other| if other.1 > most.1 { other } else { most });
    first.map(|(key, _)| key)
}

/// Share of the width of a box that is within a column.
fn overlap(at: &Rectangle, column: &Rectangle) -> f32 {
    let common = at.right().min(column.right()) - at.x.max(column.x);
    if at.width > 0.0 { (common / at.width).clamp(0.0, 1.0) } else { f32::NAN }
}

type Rgb = (u8, u8, u8);

fn rgb(color: Color) -> Rgb {
    (color.red, color.green, color.blue)
}

/// What most of the text of a page looks like; nothing if the record has no styles.
struct PageLooks {
    /// Font size in hundredths of a pixel.
    font_size: Option<u32>,
    color: Option<Rgb>,
    background: Option<Rgb>,
    /// Characters of each text node, by its place among those of the page.
    chars: BTreeMap<NodeId, u32>,
}

fn hundredths(size: f32) -> u32 {
    (size * 100.0).round() as u32
}

impl PageLooks {
    fn of(page: &Page<'_>, layout: &Layout) -> Self {
        let (mut sizes, mut colors, mut backgrounds) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut chars = BTreeMap::new();
        for &node in page.text_nodes() {
            let Some(style) = layout.style(node) else { continue };
            let count = page.stats().subtree(page.document(), node).chars;
            *sizes.entry(hundredths(style.font_size)).or_default() += count;
            *colors.entry(rgb(style.color)).or_default() += count;
            *backgrounds.entry(rgb(style.background)).or_default() += count;
            chars.insert(node, count);
        }
        PageLooks {
            font_size: commonest(&sizes).copied(),
            color: commonest(&colors).copied(),
            background: commonest(&backgrounds).copied(),
            chars,
        }
    }

    fn fill(&self, nodes: &[NodeId], layout: &Layout, row: usize, columns: &mut GroupColumns<'_>) {
        let (mut all, mut size, mut contrast) = (0, 0.0, 0.0);
        let (mut bold, mut colored, mut on_other) = (0, 0, 0);
        for node in nodes {
            let (Some(style), Some(&chars)) = (layout.style(*node), self.chars.get(node)) else { continue };
            all += chars;
            size += f64::from(style.font_size) * f64::from(chars);
            contrast += style.color.contrast(style.background) * f64::from(chars);
            bold += if style.is_bold() { chars } else { 0 };
            colored += if Some(rgb(style.color)) == self.color { 0 } else { chars };
            on_other += if Some(rgb(style.background)) == self.background { 0 } else { chars };
        }
        let Some(usual) = self.font_size.filter(|_| all > 0) else { return };
        let mean = |sum: f64| sum / f64::from(all);
        columns.set(row, AT.layout_font_size, (mean(size) * 100.0 / f64::from(usual)) as f32);
        columns.set(row, AT.layout_bold, super::ratio(bold, all));
        columns.set(row, AT.layout_color, super::ratio(colored, all));
        columns.set(row, AT.layout_background, super::ratio(on_other, all));
        columns.set(row, AT.layout_contrast, mean(contrast) as f32);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::feature_table::{Selection, compute};
    use crate::layout::{Drawn, Style};
    use crate::{Evidence, Scratch};
    use debulha_dom::{Document, Limits, names, parse};

    const HTML: &str = "<nav>Home</nav><main><h1>Rye</h1><p>The rye stood high in July.</p><p>More.</p></main><footer>Mill</footer>";

    /// A menu on the left, a text of two lines in the middle, and a footer that is not drawn.
    fn layout(document: &Document, styles: bool) -> Layout {
        let at = |x: f32, y: f32, width: f32, height: f32| Rectangle { x, y, width, height };
        Layout::drawn(document, |node| {
            let element = if document.is_element(node) { node } else { document.parent(node)? };
            let (rectangle, size) = match document.name(element) {
                names::HTML | names::BODY => (at(0.0, 0.0, 1000.0, 500.0), 16.0),
                names::NAV => (at(0.0, 0.0, 200.0, 20.0), 12.0),
                names::MAIN => (at(200.0, 0.0, 800.0, 400.0), 16.0),
                names::H1 => (at(200.0, 0.0, 800.0, 40.0), 32.0),
                names::P if document.text_content(element).len() > 5 => (at(200.0, 100.0, 800.0, 40.0), 16.0),
                names::P => (at(204.0, 150.0, 400.0, 20.0), 16.0),
                _ => return None,
            };
            let lines = if document.is_text(node) { vec![rectangle] } else { Vec::new() };
            let background = Color { red: if size < 16.0 { 0 } else { 255 }, ..Color::WHITE };
            let style = Style { font_size: size, background, ..Style::default() };
            Some(Drawn { rectangle: Some(rectangle), style: styles.then_some(style), lines, paint: 0 })
        })
    }

    fn column(name: &str, layout_of: Option<fn(&Document) -> Layout>) -> Vec<f32> {
        let document = parse(HTML, &Limits::default()).document;
        let layout = layout_of.map(|of| of(&document));
        let page =
            Page::new(&document).seen_with(Evidence { layout: layout.as_ref(), ..Evidence::default() });
        let table =
            compute(&page, &Selection::of(RowUnit::Block, [(name, 1)]).unwrap(), &mut Scratch::default());
        (0..table.rows().len()).map(|row| table.row(row)[0]).collect()
    }

    /// The blocks but for the footer, for which the value is missing.
    fn styled(name: &str) -> Vec<f32> {
        let mut values = column(name, Some(|document| layout(document, true)));
        assert_eq!((values.len(), values.pop().is_some_and(f32::is_nan)), (5, true), "{name}");
        values
    }

    #[test]
    fn places_are_shares_of_the_page() {
        assert_eq!(styled("layout_left"), [0.0, 0.2, 0.2, 0.204]);
        assert_eq!(styled("layout_top"), [0.0, 0.0, 0.2, 0.3]);
        assert_eq!(styled("layout_depth"), [0.0, 0.0, 0.1, 0.15]);
        assert_eq!(styled("layout_lines"), [1.0; 4]);
        assert_eq!(styled("layout_gap")[1..], [-0.02, 0.06, 0.01]);
        assert!(styled("layout_gap")[0].is_nan());
    }

    #[test]
    fn the_main_column_has_most_text() {
        // 4 characters in the menu, 3 + 22 in the column, and 5 in a paragraph 4 pixels to the right.
        let share = styled("layout_column");
        assert!(share[0] < 0.2 && share[1] > 0.6, "{share:?}");
        assert_eq!(styled("layout_main_left")[..3], [-0.2, 0.0, 0.0]);
        assert_eq!(styled("layout_main_overlap"), [0.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn looks_are_compared_with_most_of_the_text() {
        assert_eq!(styled("layout_font_size"), [0.75, 2.0, 1.0, 1.0]);
        assert_eq!(styled("layout_background"), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(styled("layout_color"), [0.0; 4]);
    }

    #[test]
    fn what_a_record_lacks_is_missing() {
        let names: Vec<&str> = COLUMNS.iter().map(|feature| feature.name).collect();
        for name in &names {
            assert!(column(name, None).iter().all(|value| value.is_nan()), "{name}");
            assert!(
                column(name, Some(|document| layout(document, false)))[4].is_nan(),
                "{name} of the footer"
            );
        }
        assert!(column("layout_bold", Some(|document| layout(document, false)))[1].is_nan());
    }
}
