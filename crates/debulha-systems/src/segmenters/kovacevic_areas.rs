//! `kovacevic_areas`: header, footer, menus and centre of a page, by where its blocks stand.

use crate::features::coarse_layout::coarse_layout;
use crate::segmenters::{Segmenter, SegmenterInfo};
use debulha_core::extractor::{About, Needs, Preset, Provenance};
use debulha_core::features::display::is_block;
use debulha_core::features::layout_tables::is_layout_table;
use debulha_core::layout::{Layout, Rectangle};
use debulha_core::page::Page;
use debulha_core::params;
use debulha_core::params::{ParamMap, Params};
use debulha_core::segmentation::{Missing, SegmentBlock, Segmentation};
use debulha_dom::{NodeId, names};
use std::borrow::Cow;

const ID: &str = "kovacevic_areas";

debulha_core::choices! {
    /// Where rectangles come from.
    pub enum Geometry {
        /// A browser where the page has a layout record, and else the coarse layout.
        Any,
        /// A browser: pages without a record have no areas.
        Rendered,
        /// The coarse layout of `features::coarse_layout`, whatever the page has.
        Coarse,
    }
}

params! {
    /// Parameters of `kovacevic_areas`. Widths and heights are pixels of the virtual screen.
    pub struct KovacevicAreasParams {
        /// Where rectangles come from. kovacevic2002 has a layout of its own that reads no style sheets.
        pub geometry: Geometry = Geometry::Rendered;
        /// Width of the virtual screen (kovacevic2002, from memory). Narrower pages are scaled up to it.
        pub screen_width: f64 = 1000.0, range: 1.0..=100_000.0;
        /// H1: lowest bottom edge of the header (our decision, as are all thresholds below: those of kovacevic2002 were not
        /// at hand).
        pub header_height: f64 = 200.0, range: 0.0..=100_000.0;
        /// H2: how far above the end of the page the footer begins at most.
        pub footer_height: f64 = 150.0, range: 0.0..=100_000.0;
        /// V1: share of the page's width at which the left menu ends at most.
        pub left_share: f64 = 0.3, range: 0.0..=1.0;
        /// V2: share of the page's width at which the right menu begins at least.
        pub right_share: f64 = 0.7, range: 0.0..=1.0;
        /// Least share of a menu's words that are in links; with less it is centre. 0: any.
        pub min_link_share: f64 = 0.5, range: 0.0..=1.0;
    }
}

/// A part that pages commonly have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Area {
    /// At the top.
    Header,
    /// At the end.
    Footer,
    /// At the left margin.
    Left,
    /// At the right margin.
    Right,
    /// Everything else.
    #[default]
    Centre,
}

impl Area {
    /// Its name, the label of blocks.
    pub fn name(self) -> &'static str {
        match self {
            Area::Header => "header",
            Area::Footer => "footer",
            Area::Left => "left menu",
            Area::Right => "right menu",
            Area::Centre => "centre",
        }
    }
}

/// A block with its area.
#[derive(Debug, Clone, PartialEq)]
pub struct AreaBlock {
    /// The block; its label is the name of the area.
    pub block: SegmentBlock,
    /// The area.
    pub area: Area,
    /// The block's rectangle on the virtual screen; `None` of text beside other blocks.
    pub place: Option<Rectangle>,
    /// The menu in whose place the block is though it is centre for its few links.
    pub refused: Option<Area>,
}

/// The areas of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageAreas {
    /// In document order, a block before those inside it. Of blocks inside one another the innermost counts.
    pub blocks: Vec<AreaBlock>,
    /// Width and height of the page on the virtual screen.
    pub page: Rectangle,
}

#[doc = include_str!("kovacevic_areas.md")]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KovacevicAreas {
    /// The parameters in force.
    pub params: KovacevicAreasParams,
}

impl KovacevicAreas {
    /// Description for the registry.
    pub const INFO: &'static SegmenterInfo = &SegmenterInfo {
        about: About {
            id: ID,
            title: "Common areas of a page",
            cite: &["kovacevic2002"],
            provenance: Provenance::Paper,
            needs: Needs { layout: true, ..Needs::PAGE },
            docs: include_str!("kovacevic_areas.md"),
            file: file!(),
            params: KovacevicAreasParams::INFO,
            presets: &[Preset {
                name: "coarse",
                docs: "The coarse layout, whatever the page has: it needs no record.",
                params: r#"{"geometry":"coarse"}"#,
            }],
        },
        build: |map| Ok(Box::new(KovacevicAreas { params: KovacevicAreasParams::from_map(ID, map)? })),
    };

    /// The areas of a page. O(nodes + attributes).
    ///
    /// # Errors
    /// [`Missing::LAYOUT`] without a layout record, where [`Geometry::Rendered`] asks for one.
    pub fn areas(&self, page: &Page<'_>) -> Result<PageAreas, Missing> {
        let coarse = || Cow::Owned(coarse_layout(page, self.params.screen_width as f32));
        let layout: Cow<'_, Layout> = match (self.params.geometry, page.layout()) {
            (Geometry::Any | Geometry::Rendered, Some(layout)) => Cow::Borrowed(layout),
            (Geometry::Rendered, None) => return Err(Missing::LAYOUT),
            (Geometry::Any, None) | (Geometry::Coarse, _) => coarse(),
        };
        Ok(AreaWalk::new(page, &layout, &self.params).areas())
    }
}

impl Segmenter for KovacevicAreas {
    fn info(&self) -> &'static SegmenterInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn segment(&self, page: &Page<'_>) -> Result<Segmentation, Missing> {
        let blocks = self.areas(page)?.blocks.into_iter().map(|found| found.block).collect();
        Ok(Segmentation { blocks })
    }
}

struct AreaWalk<'p> {
    page: &'p Page<'p>,
    params: &'p KovacevicAreasParams,
    /// Rectangles on the virtual screen of the blocks that can be an area.
    places: Vec<Option<Rectangle>>,
    /// Entry `n`: places before node `n`.
    before: Vec<u32>,
    whole: Rectangle,
}

impl<'p> AreaWalk<'p> {
    fn new(page: &'p Page<'p>, layout: &Layout, params: &'p KovacevicAreasParams) -> Self {
        let doc = page.document();
        let screen = params.screen_width as f32;
        let canvas = layout.canvas();
        let scale = (screen / canvas.width.max(1.0)).max(1.0);
        let scaled = |at: Rectangle| Rectangle {
            x: at.x * scale,
            y: at.y * scale,
            width: at.width * scale,
            height: at.height * scale,
        };
        let whole = scaled(canvas);
        let is_candidate = |node: NodeId| {
            let by_style = layout.style(node).map(|style| !style.display.is_inline());
            doc.is_element(node)
                && !page.visibility().is_hidden(node)
                && by_style.unwrap_or_else(|| is_block(doc.name(node)))
        };
        let place = |node| {
            let at = layout.rectangle(node).filter(|_| is_candidate(node))?;
            at.has_area().then(|| scaled(at))
        };
        let places: Vec<Option<Rectangle>> = doc.nodes().map(place).collect();
        let mut before = Vec::with_capacity(doc.len() + 1);
        before.push(0);
        for place in &places {
            before.push(before[before.len() - 1] + u32::from(place.is_some()));
        }
        AreaWalk { page, params, places, before, whole }
    }

    /// From the body down.
    fn areas(&self) -> PageAreas {
        let doc = self.page.document();
        let body = self.page.body();
        let mut blocks: Vec<AreaBlock> = Vec::new();
        let (mut at, end) = (body.0, doc.subtree_end(body));
        while at < end {
            let node = NodeId(at);
            let next = doc.subtree_end(node);
            if !self.has_blocks(node) {
                at = self.beside(node, &mut blocks);
                continue;
            }
            at += 1;
            let Some(place) = self.places[node.index()] else { continue };
            let holds_blocks = self.before[next as usize] > self.before[at as usize];
            let inside = self.area_of(node, place);
            if inside.is_none() && holds_blocks {
                continue;
            }
            let found = inside.unwrap_or_default();
            blocks.push(self.block(node, found, place));
            self.cells_inside(node, found.area, &mut blocks);
            at = next;
        }
        PageAreas { blocks, page: self.whole }
    }

    /// Whether the node or something below it can be an area.
    fn has_blocks(&self, node: NodeId) -> bool {
        let doc = self.page.document();
        self.before[doc.subtree_end(node) as usize] > self.before[node.index()]
    }

    fn block(&self, node: NodeId, found: EnclosingArea, place: Rectangle) -> AreaBlock {
        let EnclosingArea { area, refused } = found;
        let block =
            SegmentBlock { label: Some(area.name()), ..SegmentBlock::of_element(self.page.document(), node) };
        AreaBlock { block, area, place: Some(place), refused }
    }

    /// Text that stands beside blocks, up to the next block: centre. Gives where it ends.
    fn beside(&self, first: NodeId, blocks: &mut Vec<AreaBlock>) -> u32 {
        let doc = self.page.document();
        let mut end = doc.subtree_end(first);
        let Some(parent) = doc.parent(first) else { return end };
        while end < doc.subtree_end(parent) && !self.has_blocks(NodeId(end)) {
            end = doc.subtree_end(NodeId(end));
        }
        if !self.page.text_nodes_in(first.0..end).is_empty() {
            let block = SegmentBlock {
                label: Some(Area::Centre.name()),
                ..SegmentBlock::of_siblings(parent, first.0..end)
            };
            blocks.push(AreaBlock { block, area: Area::Centre, place: None, refused: None });
        }
        end
    }

    /// Cells of tables that arrange the page, inside a block that has its area: those of another one.
    fn cells_inside(&self, block: NodeId, area: Area, blocks: &mut Vec<AreaBlock>) {
        let doc = self.page.document();
        // Blocks that the current node is in, and their areas.
        let mut open = vec![(doc.subtree_end(block), area)];
        // Tables that the current node is in, and whether they arrange the page.
        let mut tables: Vec<(u32, bool)> = Vec::new();
        for node in doc.descendants(block) {
            while open.pop_if(|(end, _)| *end <= node.0).is_some() {}
            while tables.pop_if(|(end, _)| *end <= node.0).is_some() {}
            let name = doc.name(node);
            if name == names::TABLE {
                tables.push((doc.subtree_end(node), is_layout_table(self.page, node)));
            }
            let is_cell = matches!(name, names::TD | names::TH) && tables.last().is_some_and(|table| table.1);
            let (true, Some(place)) = (is_cell, self.places[node.index()]) else { continue };
            let found = self.area_of(node, place).unwrap_or_default();
            if open.last().is_some_and(|&(_, outer)| outer != found.area) {
                blocks.push(self.block(node, found, place));
                open.push((doc.subtree_end(node), found.area));
            }
        }
    }

    /// The area that a block is wholly inside; `None` where it crosses a border.
    fn area_of(&self, node: NodeId, at: Rectangle) -> Option<EnclosingArea> {
        let (width, height) = (self.whole.width, self.whole.height);
        let (top, end) = (self.params.header_height as f32, height - self.params.footer_height as f32);
        let (left, right) = (self.params.left_share as f32 * width, self.params.right_share as f32 * width);
        let inside = |area| Some(EnclosingArea { area, refused: None });
        if at.bottom() <= top {
            return inside(Area::Header);
        }
        if at.y >= end {
            return inside(Area::Footer);
        }
        let menu = if at.right() <= left {
            Area::Left
        } else if at.x >= right {
            Area::Right
        } else {
            let is_middle = at.x >= left && at.right() <= right && at.y >= top && at.bottom() <= end;
            return is_middle.then(EnclosingArea::default);
        };
        if link_share(self.page, node) >= self.params.min_link_share {
            return inside(menu);
        }
        Some(EnclosingArea { area: Area::Centre, refused: Some(menu) })
    }
}

/// Where a block is.
#[derive(Debug, Clone, Copy, Default)]
struct EnclosingArea {
    area: Area,
    refused: Option<Area>,
}

/// Share of the words below an element that are in links; 0 without words.
pub fn link_share(page: &Page<'_>, node: NodeId) -> f64 {
    let counts = page.stats().subtree(page.document(), node);
    if counts.words == 0 { 0.0 } else { f64::from(counts.link_words) / f64::from(counts.words) }
}

impl PageAreas {
    /// The innermost block of each of the page's text nodes, by its place; none for text that is in no block. O(text nodes + blocks).
    pub fn of_text<'a>(&'a self, texts: &'a [NodeId]) -> impl Iterator<Item = (NodeId, Option<usize>)> + 'a {
        let mut next = 0;
        let mut open: Vec<usize> = Vec::new();
        texts.iter().map(move |&text| {
            while let Some(found) = self.blocks.get(next).filter(|found| found.block.nodes.start <= text.0) {
                while open
                    .pop_if(|&mut place| self.blocks[place].block.nodes.end <= found.block.nodes.start)
                    .is_some()
                {}
                open.push(next);
                next += 1;
            }
            while open.pop_if(|&mut place| self.blocks[place].block.nodes.end <= text.0).is_some() {}
            (text, open.last().copied())
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::page::{Evidence, PageOptions};
    use debulha_dom::{Document, Limits, parse};

    /// Blocks `a` to `e` of the specification; in `b` and `d` nine and eight of ten words are links.
    const PAGE: &str = "<div id=a>Rye News</div><div id=b><a href=1>a b c d e f g h i</a> j</div><div id=c>Rye is in</div>\
        <div id=d>w x <a href=1>a b c d e f g h</a></div><div id=e>Imprint</div>";

    fn place(id: &str) -> Option<Rectangle> {
        let [x, y, width, height] = match id {
            "" => [0.0, 0.0, 1000.0, 2000.0],
            "a" => [0.0, 0.0, 1000.0, 120.0],
            "b" => [0.0, 120.0, 200.0, 1700.0],
            "c" => [220.0, 120.0, 560.0, 1700.0],
            "d" => [800.0, 120.0, 200.0, 1700.0],
            "e" => [0.0, 1880.0, 1000.0, 120.0],
            _ => return None,
        };
        Some(Rectangle { x, y, width, height })
    }

    /// Areas of elements with an id, where all rectangles are scaled.
    fn areas(html: &str, scale: f32, params: &str) -> Vec<(String, Area)> {
        let doc: Document = parse(html, &Limits::default()).document;
        let layout = Layout::of(&doc, |node| {
            let at =
                place(doc.attribute(node, names::ID).unwrap_or_default()).filter(|_| doc.is_element(node))?;
            Some(Rectangle {
                x: at.x * scale,
                y: at.y * scale,
                width: at.width * scale,
                height: at.height * scale,
            })
        });
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        let page = Page::with(&doc, evidence, PageOptions::default());
        let params = KovacevicAreasParams::from_map(ID, &serde_json::from_str(params).unwrap()).unwrap();
        let found = KovacevicAreas { params }.areas(&page).unwrap();
        assert!(
            Segmentation { blocks: found.blocks.iter().map(|of| of.block.clone()).collect() }.is_valid(&doc)
        );
        let id = |of: &AreaBlock| doc.attribute(of.block.element, names::ID).unwrap_or_default().to_owned();
        found.blocks.iter().map(|of| (id(of), of.area)).collect()
    }

    fn named(all: [(&str, Area); 5]) -> Vec<(String, Area)> {
        all.map(|(id, area)| (id.to_owned(), area)).to_vec()
    }

    #[test]
    fn spec_22_five_areas_of_a_page_of_1000_by_2000() {
        use Area::{Centre, Footer, Header, Left, Right};
        let expected = named([("a", Header), ("b", Left), ("c", Centre), ("d", Right), ("e", Footer)]);
        assert_eq!(areas(PAGE, 1.0, "{}"), expected);
        // A page of half the width is scaled up to the screen.
        assert_eq!(areas(PAGE, 0.5, "{}"), expected);
        let few_links = named([("a", Header), ("b", Left), ("c", Centre), ("d", Centre), ("e", Footer)]);
        assert_eq!(areas(PAGE, 1.0, r#"{"min_link_share": 0.85}"#), few_links);
    }

    #[test]
    fn a_block_across_a_border_is_opened_and_its_own_text_is_centre() {
        let html = "<div id=\"\">Rye<div id=a>Top</div>oats<div id=e>End</div></div>";
        let found = areas(html, 1.0, "{}");
        let areas: Vec<Area> = found.iter().map(|found| found.1).collect();
        assert_eq!(areas, [Area::Centre, Area::Header, Area::Centre, Area::Footer]);
    }

    #[test]
    fn spec_22_of_nested_cells_the_innermost_counts() {
        // Half of the column's words are links; all of those of its lower cell, none of those of its upper one.
        let html = "<table><tr><td width=25%><table><tr><td>Rye is in<tr><td><a href=1>Oats and hay</a></table>\
            <td>The story of the year is the long summer and its rye</table>";
        let doc = parse(&format!("{}{html}", "<p>x</p>".repeat(30)), &Limits::default()).document;
        let page = Page::new(&doc);
        let geometry = Geometry::Coarse;
        let params = KovacevicAreasParams { geometry, footer_height: 0.0, ..Default::default() };
        let found = KovacevicAreas { params }.areas(&page).unwrap();
        let of_text: Vec<&str> = found
            .of_text(page.text_nodes())
            .filter(|(text, _)| doc.text(*text) != "x")
            .map(|(_, place)| found.blocks[place.unwrap()].area.name())
            .collect();
        assert_eq!(of_text, ["centre", "left menu", "centre"]);
    }

    #[test]
    fn a_record_is_used_or_asked_for() {
        let doc = parse("<p>Rye", &Limits::default()).document;
        let page = Page::new(&doc);
        let with =
            |geometry| KovacevicAreas { params: KovacevicAreasParams { geometry, ..Default::default() } };
        assert_eq!(with(Geometry::Rendered).areas(&page), Err(Missing::LAYOUT));
        assert_eq!(with(Geometry::Any).areas(&page).unwrap().blocks[0].place.unwrap().height, 16.0);
        let layout = Layout::of(&doc, |_| Some(Rectangle { x: 0.0, y: 0.0, width: 1000.0, height: 700.0 }));
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        let drawn = Page::with(&doc, evidence, PageOptions::default());
        let height = |geometry| with(geometry).areas(&drawn).unwrap().blocks[0].place.unwrap().height;
        assert_eq!((height(Geometry::Rendered), height(Geometry::Coarse)), (700.0, 16.0));
    }
}
