//! The blocks that a segmenter cuts a page into, as data.

use debulha_core::features::inline_boxes::are_words_apart;
use debulha_core::features::white_space::fold_into;
use debulha_core::layout::{Layout, Rectangle};
use debulha_core::page::Page;
use debulha_core::segmentation::{SegmentBlock, SegmentKind};
use debulha_core::source::LoadedPage;
use debulha_dom::{NodeId, XPaths};
use serde::Serialize;
use std::ops::Range;

/// A block with its place and text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Segment {
    /// `element`, or `siblings` of one parent.
    pub kind: &'static str,
    /// XPath of the element, or of the siblings' parent.
    pub xpath: String,
    /// Its bytes `[start, end)` in the page as it was given, where it has some.
    pub bytes: Option<[usize; 2]>,
    /// Where it was drawn, in CSS pixels from the top left corner of the page; `None` without a layout, or where it was not drawn.
    pub rectangle: Option<Rectangle>,
    /// Words in it.
    pub words: u32,
    /// Those of them that are in links.
    pub link_words: u32,
    /// Degree of coherence, where the segmenter has one.
    pub coherence: Option<u8>,
    /// A fingerprint of 16 hexadecimal digits, where the segmenter makes one.
    pub fingerprint: Option<String>,
    /// What it is, such as `header`, where the segmenter tells.
    pub label: Option<&'static str>,
    /// Its text, white space folded, a line for each text block of the page.
    pub text: String,
}

/// The blocks of a segmentation as data, in its order.
///
/// ```
/// use debulha::evidence::Evidence;
/// use debulha::{PageSource, ParamMap, segments, systems::segmenters};
///
/// let tag_list = segmenters::build("tag_list", &ParamMap::new())?;
/// let loaded = PageSource::default().load_text("<div><p>Rye</p></div><div>Wh<b>ea</b>t</div>");
/// let page = loaded.page(Evidence::default());
/// let blocks = tag_list.segment(&page).expect("it needs no layout").blocks;
/// let segments = segments::segments(&page, &loaded, &blocks);
/// assert_eq!(segments[0].text, "Rye");
/// assert_eq!(segments[1].text, "Wheat");
/// # Ok::<(), debulha::BuildError>(())
/// ```
pub fn segments(page: &Page<'_>, loaded: &LoadedPage, blocks: &[SegmentBlock]) -> Vec<Segment> {
    let paths = XPaths::new(page.document());
    let segment = |block: &SegmentBlock| {
        let counts = block.counts(page);
        Segment {
            kind: if block.kind == SegmentKind::Siblings { "siblings" } else { "element" },
            xpath: paths.of(block.element),
            bytes: source_range(page, block).map(|range| {
                let bytes = loaded.bytes_of(range);
                [bytes.start, bytes.end]
            }),
            rectangle: page.layout().and_then(|layout| rectangle(page, layout, block)),
            words: counts.words,
            link_words: counts.link_words,
            coherence: block.coherence,
            fingerprint: block.fingerprint.map(|fingerprint| format!("{fingerprint:016x}")),
            label: block.label,
            text: text(page, block),
        }
    };
    blocks.iter().map(segment).collect()
}

/// Where a block was drawn: its own box, or that around the nodes in it that have one; `None` of a block that was not drawn.
///
/// O(1), or O(nodes in the block) without a box of its own.
pub fn rectangle(page: &Page<'_>, layout: &Layout, block: &SegmentBlock) -> Option<Rectangle> {
    let document = page.document();
    let own = |node: NodeId| layout.rectangle(node).filter(Rectangle::has_area);
    let of = |node: NodeId| own(node).or_else(|| Rectangle::around(document.subtree(node).filter_map(own)));
    match block.kind {
        SegmentKind::Siblings => {
            let children = document.children(block.element).filter(|child| block.nodes.contains(&child.0));
            Rectangle::around(children.filter_map(of))
        }
        _ => of(block.element),
    }
}

/// The text of a block, white space folded, a line for each of the page's text blocks.
pub fn text(page: &Page<'_>, block: &SegmentBlock) -> String {
    let mut text = String::new();
    let mut last: Option<(NodeId, Option<usize>)> = None;
    for &node in page.text_nodes_in(block.nodes.clone()) {
        let line = page.text_blocks().block_of(node);
        match last.replace((node, line)) {
            Some((_, other)) if other != line => text.push('\n'),
            Some((before, _)) if are_words_apart(page.document(), before, node) => text.push(' '),
            _ => {}
        }
        fold_into(&mut text, page.document().text(node));
    }
    text
}

/// From where the block's element, or the first of its siblings that stands in the source, starts to where the last
/// one ends.
fn source_range(page: &Page<'_>, block: &SegmentBlock) -> Option<Range<usize>> {
    let doc = page.document();
    if block.kind == SegmentKind::Element {
        return doc.source_range(block.element);
    }
    let ranges = block.nodes.clone().filter_map(|node| doc.source_range(NodeId(node)));
    ranges.reduce(|all, range| all.start.min(range.start)..all.end.max(range.end))
}
