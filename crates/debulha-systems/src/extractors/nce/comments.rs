//! Phase 2: comments, given away by headers that are alike.

use super::{CommentComponent, Distance, Nce, TextUnit};
use debulha_core::features::repetition::{Components, Sequences, join_similar};
use debulha_core::page::Page;
use debulha_dom::NodeId;

/// Members that make a component of similar short texts a list of comments.
const COMMENT_COMPONENT: u32 = 3; // laber2009: "the first component with at least 3 nodes"

/// Where comments start, and the headers that gave them away.
#[derive(Debug, Clone, Copy)]
pub(super) struct CommentCut {
    pub(super) node: NodeId,
    pub(super) headers: (NodeId, NodeId),
    /// Characters before the cut by all characters.
    pub(super) share: f64,
}

impl Nce {
    /// Where comments start in the subtrees of some roots.
    pub(super) fn find_comments(&self, page: &Page<'_>, roots: &[NodeId]) -> Option<CommentCut> {
        if self.params.comments == CommentComponent::Off {
            return None;
        }
        let headers = self.possible_headers(page, roots);
        let texts = match self.params.comment_unit {
            TextUnit::Characters => Sequences::of_characters(page, &headers),
            TextUnit::Words => Sequences::of_words(page, &headers),
        };
        let reach = match self.params.distance {
            Distance::AtMost => self.params.comment_distance,
            Distance::StrictlyBetween => self.params.comment_distance + 1,
        };
        let alike = |common: usize, shorter: usize| {
            self.at_least(common as f64, self.params.comment_similarity * shorter as f64)
        };
        let before = CharsBefore::new(page, roots);
        let accept = |(first, second): (usize, usize)| {
            let cut = before.cut(page, headers[first], headers[second]);
            (cut.share >= self.params.keep_at_least).then_some(cut)
        };
        let mut components = Components::new(texts.len());
        let mut row = Vec::new();
        for later in 0..texts.len() {
            join_similar(&texts, &mut components, later, reach as usize, &mut row, alike);
            if self.params.comments == CommentComponent::FirstComponent {
                let cut = components.first_two(later, COMMENT_COMPONENT).and_then(accept);
                if cut.is_some() {
                    return cut;
                }
            }
        }
        if self.params.comments == CommentComponent::FirstComponent {
            return None;
        }
        (0..texts.len())
            .filter_map(|node| {
                components.first_two(node, COMMENT_COMPONENT).filter(|&(first, _)| first == node)
            })
            .find_map(accept)
    }

    /// The uppermost nodes with as many characters as a comment's header, in document order: L.
    fn possible_headers(&self, page: &Page<'_>, roots: &[NodeId]) -> Vec<NodeId> {
        let doc = page.document();
        let lengths = self.params.comment_min_chars..=self.params.comment_max_chars;
        let mut headers = Vec::new();
        for &root in roots {
            let mut cursor = root.0;
            while cursor < doc.subtree_end(root) {
                let node = NodeId(cursor);
                let chars = page.stats().chars(doc, node);
                let is_header = lengths.contains(&chars);
                if is_header {
                    headers.push(node);
                }
                // Below a node with too little text is even less.
                let done = is_header || chars < *lengths.start();
                cursor = if done { doc.subtree_end(node) } else { cursor + 1 };
            }
        }
        headers
    }
}

/// Characters of some subtrees before a node, in O(log subtrees).
struct CharsBefore<'r> {
    roots: &'r [NodeId],
    /// Characters of the subtrees before each, and of all at the end.
    sums: Vec<u32>,
}

impl<'r> CharsBefore<'r> {
    fn new(page: &Page<'_>, roots: &'r [NodeId]) -> Self {
        let mut sums = vec![0];
        let mut sum = 0;
        for &root in roots {
            sum += page.stats().chars(page.document(), root);
            sums.push(sum);
        }
        CharsBefore { roots, sums }
    }

    /// The cut that two headers give: at the branch of the first below their lowest common ancestor.
    fn cut(&self, page: &Page<'_>, first: NodeId, second: NodeId) -> CommentCut {
        let doc = page.document();
        let common = doc.lowest_common_ancestor(first, second);
        let path = std::iter::once(first).chain(doc.ancestors(first));
        let node = path.take_while(|&node| node > common).last().unwrap_or(first);
        let index = self.roots.partition_point(|&root| root < node);
        let chars = match index.checked_sub(1).map(|last| (last, self.roots[last])) {
            None => 0,
            Some((last, root)) => {
                let end = doc.subtree_end(root).min(node.0);
                self.sums[last] + page.stats().range(root.0..end).chars
            }
        };
        let all = self.sums.last().copied().unwrap_or(0).max(1);
        CommentCut { node, headers: (first, second), share: f64::from(chars) / f64::from(all) }
    }
}
