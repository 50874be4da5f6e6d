//! Phase 1: the node that separates the text from the rest of the page.

use super::{Nce, NceParams, Roles, SeparatorChoice, StartLeaf};
use debulha_core::Scratch;
use debulha_core::features::stats::Counts;
use debulha_core::page::Page;
use debulha_dom::{NodeId, names};

/// A node that may be the separator, with what the conditions look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeparatorCandidate {
    pub(super) node: NodeId,
    pub(super) own: Counts,
    /// Text of the parent without the node's.
    pub(super) rest: Counts,
    pub(super) parent: Counts,
    pub(super) rivals: u32,
}

impl Nce {
    /// Leaf and separator.
    pub(super) fn find_separator(
        &self,
        page: &Page<'_>,
        scratch: &mut Scratch,
    ) -> Option<(NodeId, SeparatorCandidate)> {
        let (doc, body) = (page.document(), page.body());
        let mut rivals = scratch.indices(doc.len(), 0);
        let mut own_text = scratch.indices(doc.len(), 0);
        let mut tried = scratch.indices(doc.len(), 0);
        self.count_children(page, &mut rivals, &mut own_text);
        let mut best: Option<(NodeId, SeparatorCandidate)> = None;
        'leaves: for &leaf in page.text_nodes_in(body.0..doc.subtree_end(body)) {
            if !self.starts(page, leaf, &own_text) {
                continue;
            }
            // The conditions do not depend on the leaf: above an ancestor that was tried, all is decided.
            for node in doc.ancestors(leaf).take_while(|&node| node > body) {
                if std::mem::replace(&mut tried[node.index()], 1) == 1 {
                    break;
                }
                let Some(candidate) = self.candidate(page, node, &rivals) else { break };
                if self.separates(page, &candidate) {
                    if best.is_none_or(|(_, best)| self.size(candidate.own) > self.size(best.own)) {
                        best = Some((leaf, candidate));
                    }
                    if self.params.choice == SeparatorChoice::First {
                        break 'leaves;
                    }
                    break;
                }
            }
        }
        for buffer in [rivals, own_text, tried] {
            scratch.give_indices(buffer);
        }
        best
    }

    /// Per element: children that could be rivals, and size of the text directly in it. O(nodes).
    fn count_children(&self, page: &Page<'_>, rivals: &mut [u32], own_text: &mut [u32]) {
        let (doc, stats) = (page.document(), page.stats());
        for node in doc.descendants(page.body()) {
            let Some(parent) = doc.parent(node) else { continue };
            let counts = stats.subtree(doc, node);
            if counts.chars > 0 {
                rivals[parent.index()] += u32::from(self.is_rival(page, counts, parent));
                if doc.is_text(node) {
                    own_text[parent.index()] += self.size(counts) as u32;
                }
            }
        }
    }

    /// Condition 4 on one sibling.
    fn is_rival(&self, page: &Page<'_>, counts: Counts, parent: NodeId) -> bool {
        let (size, link_density) = (self.size(counts), counts.link_density());
        let NceParams { alpha2, alpha3, .. } = self.params;
        match self.params.roles {
            Roles::Printed => size > alpha2 && link_density < alpha3,
            Roles::Semantic => size > alpha3 && link_density < alpha2,
            Roles::Table => {
                link_density < alpha3
                    && size > alpha2 * self.size(page.stats().subtree(page.document(), parent))
            }
        }
    }

    fn starts(&self, page: &Page<'_>, leaf: NodeId, own_text: &[u32]) -> bool {
        let (doc, stats) = (page.document(), page.stats());
        let parent = doc.parent(leaf).unwrap_or(leaf);
        let size = match self.params.leaf {
            StartLeaf::TextNode => self.size(stats.subtree(doc, leaf)),
            // The text of the parent includes that of the leaf.
            StartLeaf::LeafOrOwnText => f64::from(own_text[parent.index()]),
            StartLeaf::ParentSubtree => self.size(stats.subtree(doc, parent)),
        };
        self.at_least(size, f64::from(self.params.min_leaf))
    }

    fn candidate(&self, page: &Page<'_>, node: NodeId, rivals: &[u32]) -> Option<SeparatorCandidate> {
        let (doc, stats) = (page.document(), page.stats());
        let parent = doc.parent(node)?;
        let (own, of_parent) = (stats.subtree(doc, node), stats.subtree(doc, parent));
        let itself = u32::from(self.is_rival(page, own, parent));
        let rivals = rivals[parent.index()] - itself;
        Some(SeparatorCandidate { node, own, rest: of_parent - own, parent: of_parent, rivals })
    }

    /// Conditions 1 to 4.
    fn separates(&self, page: &Page<'_>, candidate: &SeparatorCandidate) -> bool {
        let NceParams { min_separator, alpha2, alpha3, .. } = self.params;
        let (rest, rest_density) = (self.size(candidate.rest), candidate.rest.link_density());
        let stands_apart = match self.params.roles {
            Roles::Printed | Roles::Semantic => rest_density >= alpha2 && rest >= alpha3,
            Roles::Table => rest >= alpha2 * self.size(candidate.parent) && rest_density >= alpha3,
        };
        page.document().name(candidate.node) != names::P
            && self.at_least(self.size(candidate.own), f64::from(min_separator))
            && stands_apart
            && candidate.rivals <= 1
    }

    /// Children with text and few links; the separator itself where there is none.
    pub(super) fn kept_children(&self, page: &Page<'_>, separator: NodeId) -> Vec<NodeId> {
        let (doc, stats) = (page.document(), page.stats());
        let keeps = |node: &NodeId| {
            let counts = stats.subtree(doc, *node);
            counts.chars > 0 && counts.link_density() <= self.params.max_link_density
        };
        let kept: Vec<NodeId> = doc.children(separator).filter(keeps).collect();
        if kept.is_empty() { vec![separator] } else { kept }
    }
}
