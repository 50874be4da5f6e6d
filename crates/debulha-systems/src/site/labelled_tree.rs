//! Ordered trees whose nodes have numbers for labels: what is kept of a page's tree.

use debulha_core::features::hashing::then;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A tree in document order: the label of each node, and how many nodes are below it. Node 0 is the root.
///
/// ```
/// use debulha_systems::site::labelled_tree::LabelledTree;
///
/// // A root with two children, the first of which has one itself.
/// let tree = LabelledTree::from_depths([(7, 0), (8, 1), (9, 2), (8, 1)]);
/// assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 3]);
/// assert_eq!((tree.label(2), tree.below(0), tree.size(1)), (9, 3, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Columns", into = "Columns")]
pub struct LabelledTree {
    labels: Vec<u32>,
    below: Vec<u32>,
}

/// The columns of a tree as they are stored.
type Columns = (Vec<u32>, Vec<u32>);

/// Two columns that are no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a tree in document order")]
pub struct NotATree;

impl From<LabelledTree> for Columns {
    fn from(tree: LabelledTree) -> Columns {
        (tree.labels, tree.below)
    }
}

impl TryFrom<Columns> for LabelledTree {
    type Error = NotATree;

    fn try_from((labels, below): Columns) -> Result<Self, NotATree> {
        // Ends of the nodes around the one at hand.
        let mut open = vec![labels.len()];
        for (node, &below) in below.iter().enumerate() {
            while open.last().is_some_and(|&end| end <= node) {
                open.pop();
            }
            let end = node + 1 + below as usize;
            let is_inside = open.last().is_some_and(|&around| end <= around);
            if !is_inside || (node == 0 && end != labels.len()) {
                return Err(NotATree);
            }
            open.push(end);
        }
        let is_tree = !labels.is_empty() && labels.len() == below.len();
        is_tree.then_some(LabelledTree { labels, below }).ok_or(NotATree)
    }
}

impl LabelledTree {
    /// The tree of nodes in document order, each with its label and depth. The first is the root; what follows is below
    /// it whatever its depth. Without nodes, a root with label 0. O(nodes).
    pub fn from_depths(nodes: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut tree = LabelledTree { labels: Vec::new(), below: Vec::new() };
        // The nodes around the one at hand, with their depths.
        let mut open: Vec<(usize, u32)> = Vec::new();
        for (label, depth) in nodes {
            while open.len() > 1 && open.last().is_some_and(|&(_, above)| above >= depth) {
                tree.close(open.pop());
            }
            open.push((tree.labels.len(), depth));
            tree.labels.push(label);
            tree.below.push(0);
        }
        while let Some(node) = open.pop() {
            tree.close(Some(node));
        }
        if tree.labels.is_empty() { LabelledTree { labels: vec![0], below: vec![0] } } else { tree }
    }

    fn close(&mut self, node: Option<(usize, u32)>) {
        if let Some((node, _)) = node {
            self.below[node] = (self.labels.len() - node - 1) as u32;
        }
    }

    /// Number of nodes, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// The label of a node.
    #[inline]
    pub fn label(&self, node: u32) -> u32 {
        self.labels[node as usize]
    }

    /// Number of nodes below a node; 0 for a leaf.
    #[inline]
    pub fn below(&self, node: u32) -> u32 {
        self.below[node as usize]
    }

    /// Number of nodes of a subtree, its root included.
    #[inline]
    pub fn size(&self, node: u32) -> u32 {
        self.below[node as usize] + 1
    }

    /// The children of a node in order. O(1) a step.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let end = node + self.size(node);
        let first = (node + 1 < end).then_some(node + 1);
        std::iter::successors(first, move |&child| Some(child + self.size(child)).filter(|&next| next < end))
    }

    /// Of each node a number that stands for the whole subtree: equal for equal subtrees, and else different but for a
    /// chance of 2⁻⁶⁴ a pair. O(nodes).
    pub fn classes(&self) -> Vec<u64> {
        let mut classes = vec![0_u64; self.len()];
        for node in (0..self.len() as u32).rev() {
            let children = self.children(node).map(|child| classes[child as usize]);
            let all = children.fold(u64::from(self.label(node)), then);
            classes[node as usize] = then(all, u64::from(self.below(node)));
        }
        classes
    }

    /// The tree of the nodes that are told to stay: the root and nodes whose parents stay. O(nodes).
    pub(crate) fn retain(&self, stays: &[bool]) -> Self {
        let mut ends: Vec<usize> = Vec::new();
        let staying = (0..self.len()).filter(|&node| node == 0 || stays[node]).map(|node| {
            while ends.last().is_some_and(|&end| end <= node) {
                ends.pop();
            }
            ends.push(node + 1 + self.below[node] as usize);
            (self.labels[node], ends.len() as u32)
        });
        LabelledTree::from_depths(staying)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_tree_is_not_read() {
        for (labels, below) in [
            (vec![], vec![]),
            (vec![1], vec![]),
            (vec![1], vec![1]),
            (vec![1, 2], vec![0, 0]),
            (vec![1, 2, 3], vec![2, u32::MAX, 0]),
            (vec![1, 2, 3, 4], vec![3, 1, 1, 0]),
        ] {
            assert_eq!(LabelledTree::try_from((labels, below)), Err(NotATree));
        }
    }

    proptest! {
        #[test]
        fn trees_survive_storing(depths in prop::collection::vec((0_u32..3, 1_u32..5), 0..30), stays in prop::collection::vec(any::<bool>(), 31)) {
            let tree = LabelledTree::from_depths(std::iter::once((0, 0)).chain(depths));
            let bytes = postcard::to_stdvec(&tree).expect("bytes");
            prop_assert_eq!(&postcard::from_bytes::<LabelledTree>(&bytes).expect("a tree"), &tree);
            let mut stays = stays;
            for node in 0..tree.len() as u32 {
                for child in tree.children(node) {
                    stays[child as usize] &= node == 0 || stays[node as usize];
                }
            }
            let some = tree.retain(&stays);
            prop_assert!(LabelledTree::try_from(Columns::from(some.clone())).is_ok());
            prop_assert_eq!(some.len(), 1 + stays[1..tree.len()].iter().filter(|&&stays| stays).count());
            prop_assert_eq!(tree.retain(&vec![true; tree.len()]), tree);
        }
    }
}
