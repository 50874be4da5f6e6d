//! The visible text of a page's body in blocks, each text node in exactly one.

use debulha_core::outcome::Labels;
use debulha_core::page::Page;
use debulha_core::segmentation::Segmentation;
use debulha_dom::{Document, NameId, Namespace, NodeId};
use std::ops::Range;

/// A block of a [`TextPartition`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPart {
    /// The element that holds the block's text; the document for the text that is beside all elements of blocks.
    pub element: NodeId,
    /// The block around this one; the first block is around all others and around itself.
    pub parent: u32,
}

/// Blocks that part the visible text of a page's body among them: a text node belongs to the innermost block around it.
///
/// Blocks come in document order. The first one is the page itself: its text is what lies in no other. Any block may
/// be without text of its own.
///
/// ```
/// use debulha_systems::features::text_partition::TextPartition;
/// use debulha_core::Page;
/// use debulha_dom::{Limits, parse};
///
/// let parsed = parse("rye<table><tr><td>oats<table><tr><td>wheat</table>barley</table>", &Limits::default());
/// let page = Page::new(&parsed.document);
/// let partition = TextPartition::by_nearest(&page, &["table".to_owned()]);
/// assert_eq!(partition.blocks().len(), 3);
/// assert_eq!(page.body_text_nodes().len(), 4);
/// assert_eq!((0..4).map(|text| partition.block_of(text)).collect::<Vec<_>>(), [0, 1, 2, 1]);
/// ```
#[derive(Debug)]
pub struct TextPartition {
    blocks: Vec<TextPart>,
    /// The block of each visible text node, in their order.
    of_text: Vec<u32>,
}

impl TextPartition {
    /// Text by the nearest element around it that has one of some names. O(names · nodes).
    pub fn by_nearest(page: &Page<'_>, tags: &[String]) -> Self {
        let doc = page.document();
        let names: Vec<NameId> = tags.iter().filter_map(|tag| doc.find_name(tag)).collect();
        let is_block = |node: &NodeId| {
            doc.is_element(*node)
                && names.contains(&doc.name(*node))
                && doc.namespace(*node) == Namespace::Html
        };
        let elements = doc.subtree(page.body()).filter(is_block);
        Self::new(page, elements.map(|node| (node, node.0..doc.subtree_end(node))))
    }

    /// Text by the innermost of a segmenter's blocks. O(blocks + text nodes).
    pub fn by_segmentation(page: &Page<'_>, segmentation: &Segmentation) -> Self {
        let is_page = |nodes: &Range<u32>| nodes.contains(&page.body().0);
        let inner = segmentation.blocks.iter().filter(|block| !is_page(&block.nodes));
        Self::new(page, inner.map(|block| (block.element, block.nodes.clone())))
    }

    /// From nested or disjoint runs of nodes in document order.
    fn new(page: &Page<'_>, runs: impl Iterator<Item = (NodeId, Range<u32>)>) -> Self {
        let mut blocks = vec![TextPart { element: Document::ROOT, parent: 0 }];
        let mut of_text = Vec::with_capacity(page.body_text_nodes().len());
        // Blocks around the place that was reached, the innermost last, with their ends.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut coming = runs.peekable();
        let around = |open: &mut Vec<(u32, u32)>, at: u32| {
            while open.last().is_some_and(|&(_, end)| end <= at) {
                open.pop();
            }
            open.last().map_or(0, |&(block, _)| block)
        };
        for &text in page.body_text_nodes() {
            while let Some((element, nodes)) = coming.next_if(|(_, nodes)| nodes.start <= text.0) {
                let parent = around(&mut open, nodes.start);
                open.push((blocks.len() as u32, nodes.end));
                blocks.push(TextPart { element, parent });
            }
            of_text.push(around(&mut open, text.0));
        }
        for (element, nodes) in coming {
            let parent = around(&mut open, nodes.start);
            open.push((blocks.len() as u32, nodes.end));
            blocks.push(TextPart { element, parent });
        }
        TextPartition { blocks, of_text }
    }

    /// The blocks in document order, the page itself first.
    pub fn blocks(&self) -> &[TextPart] {
        &self.blocks
    }

    /// The block of a visible text node, by its place among [`Page::body_text_nodes`].
    pub fn block_of(&self, text: usize) -> usize {
        self.of_text[text] as usize
    }

    /// The block of a visible text node, by its id; `None` for other nodes. O(log text nodes).
    pub fn block_of_node(&self, page: &Page<'_>, node: NodeId) -> Option<usize> {
        page.body_text_nodes().binary_search(&node).ok().map(|text| self.block_of(text))
    }

    /// The visible text nodes with their blocks, in document order.
    pub fn texts<'p>(&'p self, page: &'p Page<'_>) -> impl Iterator<Item = (NodeId, usize)> + 'p {
        page.body_text_nodes().iter().zip(&self.of_text).map(|(&node, &block)| (node, block as usize))
    }

    /// Labels for the text of the blocks that `keep` names by their index.
    pub fn labels(&self, page: &Page<'_>, keep: impl Fn(usize) -> bool) -> Labels {
        let kept = self.texts(page).filter(|&(_, block)| keep(block)).map(|(node, _)| node);
        Labels::from_text_nodes(page.document(), kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segmenters::tag_list::{Nested, TagList, TagListParams};
    use debulha_dom::{Limits, parse};

    fn shown(page: &Page<'_>, partition: &TextPartition) -> Vec<String> {
        let mut texts = vec![String::new(); partition.blocks().len()];
        for (node, block) in partition.texts(page) {
            texts[block].push_str(page.document().text(node).trim());
        }
        texts
    }

    #[test]
    fn text_belongs_to_the_innermost_block() {
        let html = "a<div>b<p>c</p>d<div>e</div></div>f<div><div hidden>x</div></div>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let partition = TextPartition::by_nearest(&page, &["div".to_owned(), "no-such".to_owned()]);
        assert_eq!(shown(&page, &partition), ["af", "bcd", "e", "", ""]);
        let parents: Vec<u32> = partition.blocks().iter().map(|block| block.parent).collect();
        assert_eq!(parents, [0, 0, 1, 0, 3]);
        assert_eq!(partition.labels(&page, |block| block == 0).plain_text(&page), "a\nf");
        let d = page.body_text_nodes()[3];
        assert_eq!((partition.block_of_node(&page, d), doc.text(d)), (Some(1), "d"));
        assert_eq!(partition.block_of_node(&page, page.body()), None);
    }

    #[test]
    fn text_beside_the_blocks_of_a_segmenter_is_a_block() {
        let html = "a<div>b<p>c</p></div>d<p>e</p>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let by = |nested, tags: &[&str]| {
            let tags = tags.iter().map(|&tag| tag.to_owned()).collect();
            let segmenter = TagList { params: TagListParams { tags, nested, ..TagListParams::default() } };
            shown(&page, &TextPartition::by_segmentation(&page, &segmenter.blocks(&page)))
        };
        assert_eq!(by(Nested::Outermost, &["div"]), ["ade", "bc"]);
        assert_eq!(by(Nested::All, &["div", "p"]), ["abde", "c"]);
        assert_eq!(by(Nested::All, &["table"]), ["abcde"]);
    }
}
