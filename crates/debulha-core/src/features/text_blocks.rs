//! Text blocks: maximal runs of visible text without a block-level tag between them.

use crate::features::display::is_block;
use crate::features::stats::{Counts, NodeStats};
use crate::features::visibility::Visibility;
use debulha_dom::{Document, NodeId, NodeKind, names};
use std::ops::Range;

/// A run of inline text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextBlock {
    /// The innermost block-level element around the block's first text.
    pub element: NodeId,
    /// The block's text nodes, as positions in [`Page::text_nodes`](crate::Page::text_nodes).
    pub runs: Range<u32>,
    /// Counts over the block's text nodes; only characters and words are filled.
    pub counts: Counts,
}

/// All text blocks in document order; every visible, non-blank text node is in exactly one.
#[derive(Debug)]
pub struct TextBlocks {
    blocks: Vec<TextBlock>,
    /// Block of each text node, by position in the list of text nodes.
    block_of_run: Vec<u32>,
    text_nodes: Vec<NodeId>,
}

impl TextBlocks {
    /// One pass. O(nodes).
    ///
    /// A single `br` joins, two in a row (white space between them aside) cut, as a reader sees a paragraph.
    pub fn compute(doc: &Document, visibility: &Visibility, stats: &NodeStats) -> Self {
        let mut found = TextBlocks {
            blocks: Vec::new(),
            block_of_run: Vec::with_capacity(stats.text_nodes().len()),
            text_nodes: stats.text_nodes().to_vec(),
        };
        // Block-level elements that are open: id and end.
        let mut open: Vec<(NodeId, u32)> = Vec::new();
        let mut cut = true;
        let mut breaks = 0;
        for node in doc.nodes() {
            while open.last().is_some_and(|&(_, end)| end <= node.0) {
                open.pop();
                cut = true;
            }
            if visibility.is_hidden(node) {
                continue;
            }
            match doc.kind(node) {
                NodeKind::Element if doc.name(node) == names::BR => {
                    breaks += 1;
                    cut |= breaks > 1;
                }
                NodeKind::Element if is_block(doc.name(node)) => {
                    open.push((node, doc.subtree_end(node)));
                    cut = true;
                }
                NodeKind::Text => {
                    let counts = stats.subtree(doc, node);
                    if counts.chars > 0 {
                        let element = open.last().map_or(Document::ROOT, |&(element, _)| element);
                        found.add(element, counts, cut);
                        (cut, breaks) = (false, 0);
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn add(&mut self, element: NodeId, counts: Counts, cut: bool) {
        let run = self.block_of_run.len() as u32;
        match self.blocks.last_mut() {
            Some(last) if !cut => {
                last.runs.end = run + 1;
                last.counts += counts;
            }
            _ => self.blocks.push(TextBlock { element, runs: run..run + 1, counts }),
        }
        self.block_of_run.push((self.blocks.len() - 1) as u32);
    }

    /// The blocks.
    pub fn blocks(&self) -> &[TextBlock] {
        &self.blocks
    }

    /// The text nodes of a block.
    pub fn nodes(&self, block: &TextBlock) -> &[NodeId] {
        &self.text_nodes[block.runs.start as usize..block.runs.end as usize]
    }

    /// The indices of the blocks that begin in some nodes. O(log blocks).
    pub fn rows_in(&self, nodes: &Range<u32>) -> Range<usize> {
        let before = |end: u32| self.blocks.partition_point(|block| self.nodes(block)[0].0 < end);
        let start = before(nodes.start);
        start..before(nodes.end).max(start)
    }

    /// The index of the block that holds a text node; `None` for hidden and blank ones. O(log text nodes).
    pub fn block_of(&self, text_node: NodeId) -> Option<usize> {
        let run = self.text_nodes.binary_search(&text_node).ok()?;
        Some(self.block_of_run[run] as usize)
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Page;
    use debulha_dom::{Limits, parse};

    fn blocks(html: &str) -> Vec<String> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let blocks = page.text_blocks();
        let text = |b| blocks.nodes(b).iter().map(|&n| doc.text(n).trim()).collect::<Vec<_>>().join("|");
        blocks.blocks().iter().map(text).collect()
    }

    #[test]
    fn inline_tags_join_and_block_tags_cut() {
        assert_eq!(blocks("<div>a <b>b</b> c<p>d</p>e</div>f"), ["a|b|c", "d", "e", "f"]);
    }

    #[test]
    fn one_break_joins_and_two_cut() {
        assert_eq!(blocks("<p>a<br>b<br> <br>c"), ["a|b", "c"]);
    }

    #[test]
    fn hidden_text_is_in_no_block() {
        assert_eq!(blocks("<p>a<span style='display: none'>b</span><script>c</script>d"), ["a|d"]);
    }
}
