//! The visual blocks of a page and what is seen of them.

use debulha_core::features::stats::Counts;
use debulha_core::layout::{Layout, Rectangle, Style};
use debulha_core::page::Page;
use debulha_dom::{AttributeSet, Document, NodeId, names};
use std::ops::{Add, Sub};

/// Names of the basic features, in their order in rows.
pub const BASIC: [&str; 14] = [
    "left",
    "top",
    "depth",
    "width",
    "height",
    "font_size",
    "bold",
    "italic",
    "images",
    "links",
    "text_length",
    "paragraphs",
    "items",
    "tables",
];

/// Names of the derived features, which follow the basic ones.
pub const DERIVED: [&str; 11] = [
    "relative_left",
    "relative_top",
    "relative_width",
    "relative_height",
    "relative_font_size",
    "relative_images",
    "relative_links",
    "relative_text_length",
    "relative_paragraphs",
    "relative_items",
    "relative_tables",
];

/// Number of features.
pub const FEATURES: usize = BASIC.len() + DERIVED.len();

/// Version of the definition of all features.
pub const VERSION: u16 = 1;

/// Place of the first count among the basic features.
const COUNTS: usize = 8;

/// An element with an area, or the text that stands directly in one beside other blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct VisualBlock {
    /// The element.
    pub node: NodeId,
    /// The block around it, by its place; `None` of the root.
    pub parent: Option<usize>,
    /// Blocks around it.
    pub depth: u16,
    /// Where it was drawn.
    pub place: Rectangle,
    /// Whether blocks are in it.
    pub is_inner: bool,
    /// Its text nodes, in document order; none of an inner block.
    pub texts: Vec<NodeId>,
    counts: Statistics,
}

/// What is counted below a block, in the order of the features.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Statistics([u32; 6]);

impl Add for Statistics {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Statistics(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }
}

impl Sub for Statistics {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Statistics(std::array::from_fn(|at| self.0[at] - other.0[at]))
    }
}

/// The blocks of a page: the body, then all others in document order, and after them the texts beside blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct VisualTree<'l> {
    /// The blocks; the root is the first.
    pub blocks: Vec<VisualBlock>,
    layout: &'l Layout,
}

impl<'l> VisualTree<'l> {
    /// The tree of a page. Elements without area, and those that a reader does not see, are skipped, and what is in them
    /// belongs to the block around. O(nodes + text).
    pub fn new(page: &Page<'_>, layout: &'l Layout) -> Self {
        let doc = page.document();
        let body = page.body();
        let counted = counted(page);
        let of = |node: NodeId, place: Rectangle, parent: Option<(usize, u16)>| VisualBlock {
            node,
            parent: parent.map(|(parent, _)| parent),
            depth: parent.map_or(0, |(_, depth)| depth + 1),
            place,
            is_inner: false,
            texts: Vec::new(),
            counts: counted[doc.subtree_end(node) as usize] - counted[node.index()],
        };
        let mut blocks = vec![of(body, layout.rectangle(body).unwrap_or(layout.page()), None)];
        let mut open = vec![0];
        let mut texts = page.body_text_nodes().iter().copied().peekable();
        for node in doc.descendants(body) {
            while open.len() > 1
                && open.pop_if(|&mut block| !doc.contains(blocks[block].node, node)).is_some()
            {}
            let around = open.last().copied().unwrap_or_default();
            if texts.next_if_eq(&node).is_some() {
                blocks[around].texts.push(node);
                continue;
            }
            let is_block = doc.is_element(node) && !page.visibility().is_hidden(node);
            let Some(place) = layout.rectangle(node).filter(|at| is_block && at.has_area()) else { continue };
            blocks[around].is_inner = true;
            open.push(blocks.len());
            blocks.push(of(node, place, Some((around, blocks[around].depth))));
        }
        let mut tree = VisualTree { blocks, layout };
        tree.add_direct_texts();
        tree
    }

    /// Text that stands directly in an inner block becomes one leaf, with what is in no other block there.
    fn add_direct_texts(&mut self) {
        let mut in_blocks = vec![Statistics::default(); self.blocks.len()];
        for block in &self.blocks {
            if let Some(parent) = block.parent {
                in_blocks[parent] = in_blocks[parent] + block.counts;
            }
        }
        for (place, counts) in in_blocks.into_iter().enumerate() {
            let block = &mut self.blocks[place];
            if !block.is_inner || block.texts.is_empty() {
                continue;
            }
            let leaf = VisualBlock {
                parent: Some(place),
                depth: block.depth + 1,
                is_inner: false,
                texts: std::mem::take(&mut block.texts),
                counts: block.counts - counts,
                ..block.clone()
            };
            self.blocks.push(leaf);
        }
    }

    /// The features of a block, the derived ones against another block: its parent, or the news area.
    ///
    /// What the record does not know, such as a font where it has no styles, is missing: NaN. A ratio of nothing to
    /// nothing is 0.
    pub fn features(&self, block: usize, against: usize) -> [f32; FEATURES] {
        let (own, other) = (self.basic(block), self.basic(against));
        let ratio = |at: usize| if other[at] == 0.0 { 0.0 } else { own[at] / other[at] };
        let derived = [own[0] - other[0], own[1] - other[1], ratio(3), ratio(4), own[5] - other[5]];
        let mut row = [0.0; FEATURES];
        row[..BASIC.len()].copy_from_slice(&own);
        row[BASIC.len()..BASIC.len() + derived.len()].copy_from_slice(&derived);
        for (place, count) in (COUNTS..BASIC.len()).enumerate() {
            row[BASIC.len() + derived.len() + place] = ratio(count);
        }
        row
    }

    fn basic(&self, block: usize) -> [f32; BASIC.len()] {
        let block = &self.blocks[block];
        let style = self.layout.style(block.node);
        let of_style = |is: Option<bool>| is.map_or(f32::NAN, |is| f32::from(u8::from(is)));
        let mut row = [0.0; BASIC.len()];
        let Rectangle { x, y, width, height } = block.place;
        row[..5].copy_from_slice(&[x, y, f32::from(block.depth), width, height]);
        row[5] = style.map_or(f32::NAN, |style| style.font_size);
        row[6] = of_style(style.map(Style::is_bold));
        row[7] = of_style(style.map(|style| style.italic));
        for (at, count) in block.counts.0.into_iter().enumerate() {
            row[COUNTS + at] = count as f32;
        }
        row
    }

    /// The deepest block around all of these; the root around none. The places are those of blocks other than texts beside
    /// blocks. O(depth).
    pub fn common(&self, blocks: impl IntoIterator<Item = usize>) -> usize {
        // In document order the first and the last one are enough.
        let ends = blocks.into_iter().fold(None, |ends, block| {
            let (first, last) = ends.unwrap_or((block, block));
            Some((block.min(first), block.max(last)))
        });
        let Some((mut a, mut b)) = ends else { return 0 };
        while a != b {
            let deeper = if self.blocks[a].depth > self.blocks[b].depth { &mut a } else { &mut b };
            *deeper = self.blocks[*deeper].parent.unwrap_or(0);
        }
        a
    }

    /// The innermost block around each node of the page, other than texts beside blocks; the root around what is in none. O(nodes).
    pub fn innermost(&self, document: &Document) -> Vec<usize> {
        let mut own = vec![None; document.len()];
        // A text beside blocks comes after its block, of the same node.
        for (place, block) in self.blocks.iter().enumerate() {
            own[block.node.index()].get_or_insert(place);
        }
        let mut innermost: Vec<usize> = Vec::with_capacity(document.len());
        for node in document.nodes() {
            let around = document.parent(node).map_or(0, |parent| innermost[parent.index()]);
            innermost.push(own[node.index()].unwrap_or(around));
        }
        innermost
    }

    /// The block around a leaf in which it stands among others: its parent, or the root itself.
    pub fn inner_around(&self, leaf: usize) -> usize {
        self.blocks[leaf].parent.unwrap_or(0)
    }
}

/// Entry `n`: counts before node `n`.
fn counted(page: &Page<'_>) -> Vec<Statistics> {
    let doc = page.document();
    let mut all = Vec::with_capacity(doc.len() + 1);
    let mut sum = Statistics::default();
    all.push(sum);
    for node in doc.nodes() {
        if !page.visibility().is_hidden(node) {
            let name = if doc.is_element(node) { Some(doc.name(node)) } else { None };
            let is_link = name == Some(names::A) && doc.attribute_set(node).intersects(AttributeSet::HREF);
            let one = |is: bool| u32::from(is);
            let Counts { chars, .. } = page.stats().range(node.0..node.0 + 1);
            sum = sum
                + Statistics([
                    one(name == Some(names::IMG)),
                    one(is_link),
                    chars,
                    one(matches!(name, Some(names::P | names::BR))),
                    one(name == Some(names::LI)),
                    one(name == Some(names::TABLE)),
                ]);
        }
        all.push(sum);
    }
    all
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::page::{Evidence, PageOptions};
    use debulha_dom::{Document, Limits, parse};

    /// Works on the tree of a page whose elements named in `places` have a rectangle.
    fn tree(html: &str, places: &[(&str, [f32; 4])], work: impl FnOnce(&Document, &VisualTree<'_>)) {
        let doc = parse(html, &Limits::default()).document;
        let layout = Layout::of(&doc, |node| {
            let name = if doc.is_element(node) { doc.name_str(doc.name(node)) } else { "" };
            let (_, [x, y, width, height]) = places.iter().find(|(of, _)| *of == name)?;
            Some(Rectangle { x: *x, y: *y, width: *width, height: *height })
        });
        let evidence = Evidence { layout: Some(&layout), ..Evidence::default() };
        let page = Page::with(&doc, evidence, PageOptions::default());
        work(&doc, &VisualTree::new(&page, &layout));
    }

    const BODY: (&str, [f32; 4]) = ("body", [0.0, 0.0, 1280.0, 600.0]);

    #[test]
    fn spec_06_t1_direct_text_is_one_leaf_with_the_attributes_of_its_parent() {
        let places = [BODY, ("div", [8.0, 8.0, 1256.0, 20.0]), ("b", [60.0, 8.0, 63.0, 20.0])];
        tree("<div>Texto1 <b>Texto2</b> Texto3</div>", &places, |doc, tree| {
            let leaves = tree.blocks.iter().filter(|block| !block.is_inner);
            let found: Vec<(String, f32, f32)> = leaves
                .map(|leaf| {
                    let texts: Vec<&str> = leaf.texts.iter().map(|&text| doc.text(text).trim()).collect();
                    (texts.join(" "), leaf.place.width, leaf.place.height)
                })
                .collect();
            let expected = [("Texto2", 63.0, 20.0), ("Texto1 Texto3", 1256.0, 20.0)];
            assert_eq!(found, expected.map(|(text, width, height)| (text.to_owned(), width, height)));
            assert_eq!(tree.blocks[3].parent, Some(1));
            // Text lengths: 12 characters of its own, 18 of the div, 6 of the other leaf.
            assert_eq!([1, 2, 3].map(|block| tree.features(block, 1)[10]), [18.0, 6.0, 12.0]);
        });
    }

    #[test]
    fn spec_06_t3_derived_features_are_against_the_other_block() {
        let places = [BODY, ("div", [100.0, 20.0, 800.0, 400.0]), ("p", [150.0, 60.0, 400.0, 100.0])];
        tree("<div><p>Rye <a href=1>now</a><br>x</p><img></div>", &places, |_, tree| {
            let row = tree.features(2, 1);
            let of = |name| row[BASIC.iter().chain(&DERIVED).position(|known| *known == name).unwrap()];
            assert_eq!((of("relative_left"), of("relative_width")), (50.0, 0.5));
            assert_eq!((of("relative_top"), of("relative_height")), (40.0, 0.25));
            assert_eq!((of("links"), of("paragraphs"), of("depth")), (1.0, 2.0, 2.0));
            assert_eq!((of("relative_links"), of("relative_items")), (1.0, 0.0), "0/0 is 0");
            assert!(
                of("font_size").is_nan() && of("relative_font_size").is_nan(),
                "the record has no styles"
            );
        });
    }

    #[test]
    fn what_has_no_area_is_skipped_and_its_children_are_attached_above() {
        let places = [BODY, ("div", [0.0, 0.0, 100.0, 0.0]), ("p", [0.0, 0.0, 100.0, 20.0])];
        tree("<div>Rye<p>Oats</p></div>", &places, |_, tree| {
            let parents: Vec<_> = tree.blocks.iter().map(|block| block.parent).collect();
            assert_eq!(parents, [None, Some(0), Some(0)]);
            assert_eq!(tree.blocks[2].texts.len(), 1, "the text of the div stands in the body");
        });
    }

    #[test]
    fn the_deepest_block_around_several() {
        let places =
            [BODY, ("div", [0.0, 0.0, 9.0, 9.0]), ("p", [0.0, 0.0, 9.0, 9.0]), ("b", [0.0, 0.0, 9.0, 9.0])];
        tree("<div><p><b>a</b></p><p>b</p></div><p>c</p>", &places, |_, tree| {
            assert_eq!(tree.common([3, 4]), 1);
            assert_eq!(tree.common([3, 2]), 2);
            assert_eq!(tree.common([3, 5]), 0);
            assert_eq!(tree.common([]), 0);
        });
    }
}
