//! A coarse layout of a page that nothing rendered: blocks below one another, cells of a row side by side.
//!
//! Style sheets are not read, so it fits pages that arrange their parts by tables, as those of 2002 did.

use debulha_core::features::display::{is_block, is_raw};
use debulha_core::layout::{Layout, Rectangle};
use debulha_core::page::Page;
use debulha_dom::{NameId, NodeId, names};

/// Width of a character in pixels (our decision).
pub const CHAR_WIDTH: f32 = 7.0;

/// Height of a line of text in pixels (our decision).
pub const LINE_HEIGHT: f32 = 16.0;

/// Width and height in pixels of an image that states none (our decision).
pub const IMAGE_SIZE: (f32, f32) = (100.0, 80.0);

/// Most pixels of a length that a page states; what is more is wrong (our decision).
const MAX_LENGTH: f32 = 4000.0;

/// Lays a page out on a screen of a width in pixels, from the top left corner down.
///
/// - Block elements stand below one another, as wide as what they are in, or as `width` says in pixels or percent.
/// - The cells of a row stand side by side and share its width as their `width` says. Cells without one share what is left
///   by `colspan`; if nothing is left, each counts as an even part of the row. The row is as high as its highest cell.
/// - A run of text between blocks and `br` has ⌈characters · 7 / width⌉ lines of 16 pixels. Each of its text nodes has the
///   rectangle of the run.
/// - Images of a run stand in rows below its text, each row as high as the highest image.
/// - An inline element has the box around what is in it. What is hidden has no rectangle.
///
/// O(nodes + attributes).
///
/// ```
/// use debulha_core::Page;
/// use debulha_systems::features::coarse_layout::coarse_layout;
/// use debulha_dom::{Limits, names, parse};
///
/// let parsed = parse("<p>Rye</p><table><tr><td width=25%>Oats<td>Wheat", &Limits::default());
/// let doc = &parsed.document;
/// let layout = coarse_layout(&Page::new(doc), 1000.0);
/// let cells: Vec<_> = doc.elements_named(names::TD).filter_map(|cell| layout.rectangle(cell)).collect();
/// assert_eq!((cells[0].x, cells[0].y, cells[0].width), (0.0, 16.0, 250.0));
/// assert_eq!((cells[1].x, cells[1].y, cells[1].width), (250.0, 16.0, 750.0));
/// ```
pub fn coarse_layout(page: &Page<'_>, screen_width: f32) -> Layout {
    let doc = page.document();
    let mut setter =
        Setter { page, places: vec![None; doc.len()], open: Vec::new(), run: LayoutRun::default() };
    setter.open.push(OpenArea { x: 0.0, width: screen_width, ..OpenArea::default() });
    for node in doc.nodes() {
        setter.leave_until(node.0);
        setter.enter(node);
    }
    setter.leave_until(u32::MAX);
    setter.set_run();
    let mut places = setter.places;
    // Inline elements: children come after their parents.
    for node in doc.nodes().rev() {
        let Some(parent) = doc.parent(node).filter(|&parent| !is_block(doc.name(parent))) else { continue };
        let (own, above) = (places[node.index()], places[parent.index()]);
        places[parent.index()] = Rectangle::around(own.into_iter().chain(above));
    }
    Layout::of(doc, |node| places[node.index()])
}

/// An element that is being filled.
#[derive(Debug, Default)]
struct OpenArea {
    /// `None` of the screen, which is never left.
    node: Option<NodeId>,
    end: u32,
    x: f32,
    width: f32,
    top: f32,
    /// Where the next thing goes; in a row, how far its highest cell reaches.
    bottom: f32,
    is_row: bool,
    /// Where the next cell of a row begins.
    next_cell: f32,
    /// Widths of the cells that are still to come, the last first.
    cells: Vec<f32>,
}

/// Text and images between blocks.
#[derive(Debug, Default)]
struct LayoutRun {
    texts: Vec<NodeId>,
    chars: u32,
    images: Vec<(NodeId, f32, f32)>,
}

struct Setter<'p> {
    page: &'p Page<'p>,
    places: Vec<Option<Rectangle>>,
    open: Vec<OpenArea>,
    run: LayoutRun,
}

impl Setter<'_> {
    /// Closes what ends before a node.
    fn leave_until(&mut self, node: u32) {
        while self.open.last().is_some_and(|open| open.node.is_some() && open.end <= node) {
            self.set_run();
            self.leave();
        }
    }

    fn leave(&mut self) {
        let Some(OpenArea { node: Some(node), x, width, top, bottom, .. }) = self.open.pop() else { return };
        self.places[node.index()] = Some(Rectangle { x, y: top, width, height: bottom - top });
        if let Some(outer) = self.open.last_mut() {
            outer.bottom = outer.bottom.max(bottom);
            outer.next_cell += width;
        }
    }

    fn enter(&mut self, node: NodeId) {
        let doc = self.page.document();
        if self.page.visibility().is_hidden(node) {
            return;
        }
        if doc.is_text(node) {
            let chars = doc.text_counts(node).chars;
            if chars > 0 {
                self.run.texts.push(node);
                self.run.chars += chars;
            }
            return;
        }
        match doc.name(node) {
            names::BR => self.set_run(),
            names::IMG => {
                let of = |name, usual: f32| self.length(node, name, usual).unwrap_or(usual);
                let (width, height) = (of(names::WIDTH, IMAGE_SIZE.0), of(names::HEIGHT, IMAGE_SIZE.1));
                self.run.images.push((node, width, height));
            }
            name if doc.is_element(node) && is_block(name) && !is_raw(name) => self.open(node),
            _ => {}
        }
    }

    fn open(&mut self, node: NodeId) {
        self.set_run();
        let doc = self.page.document();
        let Some(outer) = self.open.last_mut() else { return };
        let given = outer.width;
        let (x, top, width) = if outer.is_row && is_cell(doc.name(node)) {
            (outer.next_cell, outer.top, outer.cells.pop().unwrap_or(given))
        } else {
            let (x, top) = (outer.x, outer.bottom);
            (x, top, self.length(node, names::WIDTH, given).map_or(given, |width| width.min(given)))
        };
        let is_row = doc.name(node) == names::TR;
        let cells = if is_row { self.shares(node, width) } else { Vec::new() };
        let end = doc.subtree_end(node);
        self.open.push(OpenArea {
            node: Some(node),
            end,
            x,
            width,
            top,
            bottom: top,
            is_row,
            next_cell: x,
            cells,
        });
    }

    /// Widths of the cells of a row, the last first.
    fn shares(&self, row: NodeId, width: f32) -> Vec<f32> {
        let doc = self.page.document();
        let is_shown = |&cell: &NodeId| is_cell(doc.name(cell)) && !self.page.visibility().is_hidden(cell);
        let cells: Vec<NodeId> = doc.children(row).filter(is_shown).collect();
        let stated: Vec<Option<f32>> =
            cells.iter().map(|&cell| self.length(cell, names::WIDTH, width)).collect();
        let spans = |cell| {
            let columns =
                doc.attribute(cell, names::COLSPAN).and_then(|text| text.trim().parse::<u16>().ok());
            f32::from(columns.unwrap_or(1).clamp(1, 1000))
        };
        let left = (width - stated.iter().flatten().sum::<f32>()).max(0.0);
        let of_free = |(&cell, stated): (&NodeId, &Option<f32>)| stated.is_none().then(|| spans(cell));
        let columns: f32 = cells.iter().zip(&stated).filter_map(of_free).sum();
        let wanted = |(&cell, stated): (&NodeId, &Option<f32>)| match stated {
            Some(stated) => *stated,
            None if left > 0.0 => left * spans(cell) / columns,
            None => width / cells.len() as f32,
        };
        let widths: Vec<f32> = cells.iter().zip(&stated).map(wanted).collect();
        let total: f32 = widths.iter().sum();
        let scale = if total > 0.0 { width / total } else { 0.0 };
        widths.iter().rev().map(|wanted| wanted * scale).collect()
    }

    /// A length that an attribute states in pixels or percent of `whole`; `None` where it states none that makes sense.
    fn length(&self, node: NodeId, name: NameId, whole: f32) -> Option<f32> {
        let text = self.page.document().attribute(node, name)?.trim();
        let (number, unit) = match text.strip_suffix('%') {
            Some(number) => (number, whole / 100.0),
            None => (text.strip_suffix("px").unwrap_or(text), 1.0),
        };
        let length = number.trim().parse::<f32>().ok()? * unit;
        (length > 0.0 && length <= MAX_LENGTH).then_some(length)
    }

    /// Sets the text and the images that wait.
    fn set_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let Some(open) = self.open.last_mut() else { return };
        let width = open.width.max(CHAR_WIDTH);
        if run.chars > 0 {
            let height = (run.chars as f32 * CHAR_WIDTH / width).ceil() * LINE_HEIGHT;
            let place = Rectangle { x: open.x, y: open.bottom, width: open.width, height };
            for node in run.texts {
                self.places[node.index()] = Some(place);
            }
            open.bottom += height;
        }
        let (mut right, mut row_height) = (0.0, 0.0_f32);
        for (node, image_width, height) in run.images {
            if right > 0.0 && right + image_width > width {
                open.bottom += row_height;
                (right, row_height) = (0.0, 0.0);
            }
            let place = Rectangle { x: open.x + right, y: open.bottom, width: image_width, height };
            self.places[node.index()] = Some(place);
            right += image_width;
            row_height = row_height.max(height);
        }
        open.bottom += row_height;
    }
}

fn is_cell(name: NameId) -> bool {
    matches!(name, names::TD | names::TH)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Document, Limits, parse};

    fn boxes(html: &str, name: NameId) -> Vec<[f32; 4]> {
        let doc: Document = parse(html, &Limits::default()).document;
        let layout = coarse_layout(&Page::new(&doc), 1000.0);
        let found = doc.elements_named(name).filter_map(|node| layout.rectangle(node));
        found.map(|at| [at.x, at.y, at.width, at.height]).collect()
    }

    #[test]
    fn spec_22_text_is_as_high_as_its_characters_want() {
        // ⌈143 · 7 / 1000⌉ = 2 lines of 16 pixels; 142 characters need one.
        let html = |chars: usize| format!("<p>{}</p><p>x", "r".repeat(chars));
        assert_eq!(boxes(&html(142), names::P)[1], [0.0, 16.0, 1000.0, 16.0]);
        assert_eq!(boxes(&html(143), names::P)[1], [0.0, 32.0, 1000.0, 16.0]);
        // A run is one text, whatever inline elements are in it; `br` ends it.
        assert_eq!(boxes("<p>a <b>b</b> <i>c</i></p><p>x", names::P)[1][1], 16.0);
        assert_eq!(boxes("<p>a<br>b</p><p>x", names::P)[1][1], 32.0);
        assert_eq!(boxes("<p>a <b>b</b></p>", names::B), [[0.0, 0.0, 1000.0, 16.0]]);
    }

    #[test]
    fn spec_22_cells_share_the_row() {
        let row = |cells: &str| boxes(&format!("<table><tr>{cells}"), names::TD);
        let widths = |cells: &str| row(cells).iter().map(|at| at[2]).collect::<Vec<_>>();
        assert_eq!(widths("<td>a<td>b<td>c<td>d"), [250.0; 4]);
        assert_eq!(widths("<td width=200>a<td>b"), [200.0, 800.0]);
        assert_eq!(widths("<td width=20%>a<td>b<td colspan=3>c"), [200.0, 200.0, 600.0]);
        assert_eq!(widths("<td width=3000>a<td width=1000>b"), [750.0, 250.0]);
        assert_eq!(widths("<td width=1000>a<td>b"), [1000.0 * 1000.0 / 1500.0, 500.0 * 1000.0 / 1500.0]);
        // The row is as high as its highest cell, and what follows stands below.
        let html = "<table><tr><td>a<td>b<p>c<tr><td>d</table><p>e";
        assert_eq!(boxes(html, names::TR), [[0.0, 0.0, 1000.0, 32.0], [0.0, 32.0, 1000.0, 16.0]]);
        assert_eq!(boxes(html, names::P)[1][1], 48.0);
    }

    #[test]
    fn spec_22_images_have_their_size_or_100_by_80() {
        let images = boxes("<img width=200 height=50><img><img width=900 height=-1>x<p>y", names::IMG);
        assert_eq!(images, [[0.0, 16.0, 200.0, 50.0], [200.0, 16.0, 100.0, 80.0], [0.0, 96.0, 900.0, 80.0]]);
        assert_eq!(boxes("<img><p>y", names::P)[0][1], 80.0);
    }

    #[test]
    fn what_is_hidden_or_no_text_takes_no_place() {
        assert_eq!(boxes("<div hidden>x</div><script>y</script><p>z", names::P), [[0.0, 0.0, 1000.0, 16.0]]);
        assert_eq!(boxes("", names::BODY), [[0.0, 0.0, 1000.0, 0.0]]);
    }
}
