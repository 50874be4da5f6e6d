//! Block extraction: which nodes become visual blocks, by rules R1 to R12 of the report.

use super::nodes::{VisualNodes, is_replaced};
use super::{ParagraphRules, VipsParams};
use debulha_core::layout::Rectangle;
use debulha_dom::{NameId, NodeId, names};
use std::fmt;

/// A rule of the report that made a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VipsRule {
    /// A text, which nothing can cut.
    Text,
    /// R1: something drawn without children, such as an image.
    R1 = 1,
    /// R4: its children are texts alone.
    R4 = 4,
    /// R7: its background differs from its parent's.
    R7 = 7,
    /// R8: small, with text among its children.
    R8 = 8,
    /// R9: all its children are small.
    R9 = 9,
    /// R10: the sibling before it is not cut.
    R10 = 10,
    /// R12: none of the rules for its class cuts it.
    R12 = 12,
}

impl fmt::Display for VipsRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VipsRule::Text => f.write_str("text"),
            rule => write!(f, "R{}", *rule as u8),
        }
    }
}

/// A node that is a visual block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct VisualLeaf {
    pub(super) node: NodeId,
    pub(super) rectangle: Rectangle,
    pub(super) coherence: u8,
    pub(super) rule: VipsRule,
}

/// Numbers of the rules in the order in which they are tested, by class of node (an open implementation of cai2003, which
/// cites the report's table).
const INLINE: &[u8] = &[1, 2, 3, 4, 5, 6, 8, 9, 12];
const TABLE: &[u8] = &[1, 2, 3, 7, 9, 12];
const CELL: &[u8] = &[1, 2, 3, 4, 8, 9, 10, 12];
const PARAGRAPH: &[u8] = &[1, 2, 3, 4, 5, 6, 8, 9, 11];
const PARAGRAPH_OF_PROGRAM: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const OTHER: &[u8] = &[1, 2, 3, 4, 6, 8, 9, 11];

/// R1: coherence of what is drawn without children.
const REPLACED: u8 = 8;
/// R4: of texts of one font, and of several.
const ONE_FONT: u8 = 10;
const SEVERAL_FONTS: u8 = 9;

/// R8: coherence by tag; `None`: `ul` is cut.
fn with_text(name: NameId) -> Option<u8> {
    match name {
        names::UL => None,
        names::DIV => Some(5),
        names::CODE => Some(7),
        _ => Some(8),
    }
}

/// R9: coherence by tag.
fn of_small(name: NameId) -> u8 {
    if name == names::A { 10 } else { 8 }
}

/// R10 and R12: coherence by tag. The report gives no number for R10.
fn uncut(name: NameId) -> u8 {
    if matches!(name, names::LI | names::SPAN | names::SUP | names::IMG) { 8 } else { 7 }
}

/// What the rules say of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
enum NodeVerdict {
    /// Nothing is seen of it.
    Drop,
    Divide,
    /// Cut; children of another background are not.
    DivideByBackground,
    Keep(u8, VipsRule),
}

/// One round of cutting.
pub(super) struct BlockExtraction<'a> {
    nodes: &'a VisualNodes<'a>,
    params: &'a VipsParams,
    /// Square pixels below which something is small.
    small: f32,
    /// Whether a node was judged and not cut.
    uncut: Vec<bool>,
}

impl<'a> BlockExtraction<'a> {
    pub(super) fn new(nodes: &'a VisualNodes<'a>, params: &'a VipsParams) -> Self {
        BlockExtraction { nodes, params, small: 0.0, uncut: vec![false; nodes.doc.len()] }
    }

    /// Sets the size of what is small in a round, the first being 0.
    pub(super) fn begin(&mut self, round: usize) {
        let sizes = &self.params.sizes;
        let [width, height] = sizes.get(round).or(sizes.last()).copied().unwrap_or_default();
        self.small = width as f32 * height as f32;
    }

    /// Cuts the subtree of a block into blocks, in document order. O(nodes) of the subtree.
    pub(super) fn divide(&mut self, root: NodeId) -> Vec<VisualLeaf> {
        let mut leaves = Vec::new();
        // Node, sibling before it, and whether its background differs from its parent's.
        let mut open = vec![(root, None, false)];
        while let Some((node, before, differs)) = open.pop() {
            let Some(rectangle) = self.nodes.rectangle(node) else { continue };
            let verdict =
                if differs { self.of_background(node) } else { self.judge(node, before, node == root) };
            self.uncut[node.index()] = matches!(verdict, NodeVerdict::Keep(..));
            match verdict {
                NodeVerdict::Drop => {}
                NodeVerdict::Keep(coherence, rule) => {
                    leaves.push(VisualLeaf { node, rectangle, coherence, rule });
                }
                NodeVerdict::Divide | NodeVerdict::DivideByBackground => {
                    let by_background = verdict == NodeVerdict::DivideByBackground;
                    let first = open.len();
                    let mut before = None;
                    for child in self.nodes.children(node) {
                        open.push((child, before, by_background && self.differs(node, child)));
                        before = Some(child);
                    }
                    open[first..].reverse();
                }
            }
        }
        leaves
    }

    fn of_background(&self, node: NodeId) -> NodeVerdict {
        let is_empty = self.nodes.count(node) == 0 && !is_replaced(self.nodes.doc.name(node));
        if is_empty {
            NodeVerdict::Drop
        } else {
            NodeVerdict::Keep(self.params.background_coherence, VipsRule::R7)
        }
    }

    /// The first rule of the node's class that fires. O(children).
    fn judge(&self, node: NodeId, before: Option<NodeId>, is_root: bool) -> NodeVerdict {
        let doc = self.nodes.doc;
        if doc.is_text(node) {
            return NodeVerdict::Keep(self.params.indivisible, VipsRule::Text);
        }
        let name = doc.name(node);
        let order = match name {
            names::TABLE | names::TR => TABLE,
            names::TD | names::TH => CELL,
            names::P if self.params.paragraph_rules == ParagraphRules::Program => PARAGRAPH_OF_PROGRAM,
            names::P => PARAGRAPH,
            _ if self.nodes.is_inline(node) => INLINE,
            _ => OTHER,
        };
        // The cue of sizes stands before R7, or where a class has no R7, before what comes after it.
        let after_cue = order.iter().copied().find(|&rule| rule >= 7).filter(|_| self.params.size_sum);
        for &rule in order {
            if after_cue == Some(rule) && self.overflows(node) {
                return NodeVerdict::Divide;
            }
            if let Some(verdict) = self.test(rule, node, before, is_root) {
                return verdict;
            }
        }
        NodeVerdict::Keep(uncut(name), VipsRule::R12)
    }

    fn test(&self, rule: u8, node: NodeId, before: Option<NodeId>, is_root: bool) -> Option<NodeVerdict> {
        let (nodes, name) = (self.nodes, self.nodes.doc.name(node));
        let mut children = nodes.children(node);
        let is_small = |node: NodeId| nodes.rectangle(node).is_none_or(|at| at.area() < self.small);
        match rule {
            1 if is_replaced(name) => Some(NodeVerdict::Keep(REPLACED, VipsRule::R1)),
            1 => (nodes.count(node) == 0).then_some(NodeVerdict::Drop),
            2 => {
                let only = children.next().filter(|_| children.next().is_none());
                only.filter(|&only| !nodes.doc.is_text(only)).map(|_| NodeVerdict::Divide)
            }
            3 => is_root.then_some(NodeVerdict::Divide),
            4 => nodes.is_all_text(node).then(|| {
                let coherence = if nodes.has_one_font(node) { ONE_FONT } else { SEVERAL_FONTS };
                NodeVerdict::Keep(coherence, VipsRule::R4)
            }),
            5 => {
                let breaks = |child: NodeId| !nodes.doc.is_text(child) && !nodes.is_inline(child);
                children.any(breaks).then_some(NodeVerdict::Divide)
            }
            6 => (!nodes.rules_below(node).is_empty()).then_some(NodeVerdict::Divide),
            7 => children.any(|child| self.differs(node, child)).then_some(NodeVerdict::DivideByBackground),
            8 => (is_small(node) && children.any(|child| nodes.is_textual(child))).then(|| {
                with_text(name)
                    .map_or(NodeVerdict::Divide, |coherence| NodeVerdict::Keep(coherence, VipsRule::R8))
            }),
            9 => children.all(is_small).then(|| NodeVerdict::Keep(of_small(name), VipsRule::R9)),
            10 => before
                .is_some_and(|before| self.uncut[before.index()] && !nodes.doc.is_text(before))
                .then(|| NodeVerdict::Keep(uncut(name), VipsRule::R10)),
            11 => Some(NodeVerdict::Divide),
            _ => Some(NodeVerdict::Keep(uncut(name), VipsRule::R12)),
        }
    }

    /// Whether the background behind a child differs from that behind its parent.
    fn differs(&self, parent: NodeId, child: NodeId) -> bool {
        let (above, below) = (self.nodes.background(parent), self.nodes.background(child));
        above.zip(below).is_some_and(|(above, below)| above != below)
    }

    /// Whether the children are together larger than the node.
    fn overflows(&self, node: NodeId) -> bool {
        let areas = self.nodes.children(node).filter_map(|child| self.nodes.rectangle(child));
        let sum: f64 = areas.map(|at| f64::from(at.area())).sum();
        self.nodes.rectangle(node).is_some_and(|at| sum > f64::from(at.area()))
    }
}
