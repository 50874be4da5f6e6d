//! Visual blocks: the tree that VIPS makes of a rendered page (cai2003), shared by the systems that work on it.
//!
//! Rounds of three steps: `rules` cut the tree of the page into blocks, `separators` are found between them, and `structure`
//! makes a tree of blocks by the weights of the separators. Blocks that are not coherent enough are cut again.

pub mod data_region;
#[cfg(test)]
pub(crate) mod drawing;
pub mod importance;
mod nodes;
mod rules;
mod runs;
mod separators;
mod structure;
#[cfg(test)]
mod tests;

use debulha_core::layout::Rectangle;
use debulha_core::page::Page;
use debulha_core::segmentation::{Missing, SegmentBlock};
use debulha_core::{choices, params};
use debulha_dom::NodeId;
use nodes::VisualNodes;
use runs::Holding;
use std::ops::Range;

pub use rules::VipsRule;

choices! {
    /// Which of a visual tree's blocks are given.
    pub enum VisualBlocks {
        /// Those that are not cut further: each is one element or text.
        Leaves,
        /// The outermost of at least the permitted coherence; what cannot be cut to that, too.
        Permitted,
        /// All, a block before those in it.
        All,
    }
}

choices! {
    /// The order of the rules for `p`.
    pub enum ParagraphRules {
        /// Of the report's table: R1 R2 R3 R4 R5 R6 R8 R9 R11.
        Report,
        /// Of an open implementation: all of them.
        Program,
    }
}

params! {
    /// Parameters of the visual tree.
    pub struct VipsParams {
        /// Permitted degree of coherence: blocks below are cut further (cai2003; 5: li2006).
        pub pdoc: u8 = 5, range: 1..=11;
        /// Which blocks are given (our decision: the report's granularity is that of the leaves).
        pub blocks: VisualBlocks = VisualBlocks::Leaves;
        /// Coherence of a text that nothing can cut: 10 is the end of the report's scale, 11 of an open
        /// implementation's.
        pub indivisible: u8 = 11, range: 10..=11;
        /// Most rounds (an open implementation of cai2003).
        pub rounds: u32 = 10, range: 1..=20;
        /// For each round width and height in pixels of what is small; the last holds for all rounds after it (an open
        /// implementation of cai2003: the report's thresholds have no numbers).
        pub sizes: Vec<[u32; 2]> = SIZES.to_vec();
        /// Whether an element is cut whose children are together larger than it is (a cue of cai2003).
        pub size_sum: bool = false;
        /// Rules for `p` (cai2003).
        pub paragraph_rules: ParagraphRules = ParagraphRules::Report;
        /// Coherence of a child whose background differs from its parent's (cai2003: 6 to 8 by tag and size).
        pub background_coherence: u8 = 7, range: 6..=8;
        /// Least width in pixels of a separator in the first round (an open implementation of cai2003).
        pub min_separator: f32 = 3.0, range: 0.0..=1_000.0;
        /// The same in later rounds (an open implementation of cai2003).
        pub min_separator_later: f32 = 4.0, range: 0.0..=1_000.0;
        /// Whether an element without area is seen where something in it is, such as one around floats (our decision: the
        /// report wants width and height of every node, and what such elements hold would be lost).
        pub collapsed: bool = true;
    }
}

/// Width and height of what is small, by round.
const SIZES: [[u32; 2]; 10] = [
    [350, 400],
    [300, 350],
    [250, 300],
    [200, 250],
    [150, 200],
    [100, 150],
    [100, 100],
    [80, 80],
    [40, 10],
    [1, 1],
];

/// What the degree of coherence of a block that is made of others is at most, and its least.
const SCALE: std::ops::RangeInclusive<u8> = 1..=10;

/// A block of a visual tree.
#[derive(Debug, Clone, PartialEq)]
pub struct VisualBlock {
    /// Where it is, in CSS pixels.
    pub rectangle: Rectangle,
    /// Degree of coherence, 1 to 10, or 11 of a text that cannot be cut; never below that of the block around it.
    pub coherence: u8,
    /// The rule that made it; `None` of a block that is made of others.
    pub rule: Option<VipsRule>,
    /// Position after its last descendant.
    end: u32,
    /// Its leaves.
    leaves: Range<u32>,
}

/// The visual blocks of a page: a block before those in it, siblings in document order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VisualTree {
    blocks: Vec<VisualBlock>,
    /// What the leaves are, in the order of the tree.
    roots: Vec<NodeId>,
}

impl VisualTree {
    /// The blocks in the order of the tree; none on a page of which nothing is seen.
    pub fn blocks(&self) -> &[VisualBlock] {
        &self.blocks
    }

    /// Whether a block is not cut further.
    pub fn is_leaf(&self, block: usize) -> bool {
        self.blocks[block].end as usize == block + 1
    }

    /// The blocks of which a block is made, by position. O(children).
    pub fn children(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.blocks[block].end as usize;
        let next = move |&child: &usize| Some(self.blocks[child].end as usize).filter(|&next| next < end);
        std::iter::successors(Some(block + 1).filter(|&child| child < end), next)
    }

    /// The elements and texts of which a block consists, each with all that is below it.
    pub fn roots(&self, block: usize) -> &[NodeId] {
        let leaves = &self.blocks[block].leaves;
        &self.roots[leaves.start as usize..leaves.end as usize]
    }

    /// Positions of the chosen blocks. O(blocks).
    pub fn chosen(&self, which: VisualBlocks, pdoc: u8) -> Vec<usize> {
        let all = 0..self.blocks.len();
        match which {
            VisualBlocks::All => all.collect(),
            VisualBlocks::Leaves => all.filter(|&block| self.is_leaf(block)).collect(),
            VisualBlocks::Permitted => {
                let mut chosen = Vec::new();
                let mut at = 0;
                while at < all.end {
                    let takes = self.is_leaf(at) || self.blocks[at].coherence >= pdoc;
                    if takes {
                        chosen.push(at);
                    }
                    at = if takes { self.blocks[at].end as usize } else { at + 1 };
                }
                chosen
            }
        }
    }
}

/// A page's visual tree and what is seen of its nodes.
#[derive(Debug)]
pub struct Visual<'p> {
    /// The tree.
    pub tree: VisualTree,
    nodes: VisualNodes<'p>,
    holding: Holding,
}

impl Visual<'_> {
    /// Where a node is that is seen, has area or holds what has.
    pub fn rectangle(&self, node: NodeId) -> Option<Rectangle> {
        self.nodes.rectangle(node)
    }

    /// A visual block as runs of nodes: one where its nodes are neighbours, several where nodes of other blocks stand
    /// between. O(roots log roots + depth).
    pub fn runs(&self, block: usize) -> Vec<SegmentBlock> {
        let coherence = Some(self.tree.blocks[block].coherence);
        let mut runs = runs::runs(&self.nodes, &self.holding, self.tree.roots(block));
        for run in &mut runs {
            run.coherence = coherence;
        }
        runs
    }
}

/// Makes the visual tree of a page.
///
/// O(rounds · (nodes + blocks · log blocks)).
///
/// # Errors
/// [`Missing`] where the page has no layout, or one without styles.
pub fn segment<'p>(page: &Page<'p>, params: &VipsParams) -> Result<Visual<'p>, Missing> {
    let nodes = VisualNodes::of(page, params.collapsed)?;
    let tree = structure::BlockArena::build(&nodes, params);
    let holding = Holding::of(&nodes, &tree.roots);
    Ok(Visual { tree, nodes, holding })
}
