//! Short texts that repeat with small changes: the component of similar texts that a reader would call a list.

use crate::features::similarity::LcsPattern;
use crate::page::Page;
use debulha_dom::NodeId;
use std::collections::HashMap;

/// The texts of some nodes as sequences of numbers, one vector for all.
#[derive(Debug, Default)]
pub struct Sequences {
    symbols: Vec<u32>,
    ends: Vec<u32>,
}

impl Sequences {
    /// Characters of the nodes' texts, white space normalised, text nodes joined with one space. O(text).
    pub fn of_characters(page: &Page<'_>, nodes: &[NodeId]) -> Self {
        let mut found = Sequences::default();
        for &node in nodes {
            let start = found.symbols.len();
            for_each_word(page, node, |word| {
                if found.symbols.len() > start {
                    found.symbols.push(u32::from(' '));
                }
                found.symbols.extend(word.chars().map(u32::from));
            });
            found.ends.push(found.symbols.len() as u32);
        }
        found
    }

    /// Words of the nodes' texts, equal words as equal numbers. O(text).
    pub fn of_words(page: &Page<'_>, nodes: &[NodeId]) -> Self {
        let mut found = Sequences::default();
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        for &node in nodes {
            for_each_word(page, node, |word| {
                let next = numbers.len() as u32;
                found.symbols.push(*numbers.entry(word).or_insert(next));
            });
            found.ends.push(found.symbols.len() as u32);
        }
        found
    }

    /// Number of sequences.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One sequence.
    pub fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.symbols[start as usize..self.ends[index] as usize]
    }
}

/// The words of the visible text below a node, in document order.
pub fn for_each_word<'d>(page: &Page<'d>, node: NodeId, mut act: impl FnMut(&'d str)) {
    let doc = page.document();
    for &text in page.text_nodes_in(node.0..doc.subtree_end(node)) {
        doc.text(text).split_whitespace().for_each(&mut act);
    }
}

/// Components of a graph whose edges arrive one by one; each knows its two smallest members.
#[derive(Debug)]
pub struct Components {
    /// Towards the smallest member, which is its own parent.
    parent: Vec<u32>,
    size: Vec<u32>,
    /// The second smallest member of each component, at the smallest.
    second: Vec<u32>,
}

impl Components {
    /// So many nodes without an edge.
    pub fn new(len: usize) -> Self {
        let nodes = len as u32;
        Components { parent: (0..nodes).collect(), size: vec![1; len], second: vec![u32::MAX; len] }
    }

    /// The smallest member of a node's component. Amortised O(log nodes).
    pub fn smallest(&mut self, node: usize) -> usize {
        let mut node = node;
        while self.parent[node] as usize != node {
            self.parent[node] = self.parent[self.parent[node] as usize];
            node = self.parent[node] as usize;
        }
        node
    }

    /// Adds an edge.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.smallest(a), self.smallest(b));
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            self.parent[high] = low as u32;
            self.size[low] += self.size[high];
            self.second[low] = self.second[low].min(high as u32);
        }
    }

    /// The two smallest members of a node's component if it has at least `least` (2 or more) members.
    pub fn first_two(&mut self, node: usize, least: u32) -> Option<(usize, usize)> {
        let smallest = self.smallest(node);
        let large = self.size[smallest] >= least && self.second[smallest] != u32::MAX;
        large.then(|| (smallest, self.second[smallest] as usize))
    }
}

/// Joins text `later` with the similar ones among the `reach` texts before it.
///
/// O(reach · length² / 64). `similar` judges the length of the common subsequence against the shorter text.
pub fn join_similar(
    texts: &Sequences,
    components: &mut Components,
    later: usize,
    reach: usize,
    row: &mut Vec<u64>,
    similar: impl Fn(usize, usize) -> bool,
) {
    let text = texts.get(later);
    let pattern = LcsPattern::new(text);
    for earlier in later.saturating_sub(reach)..later {
        // An edge inside a component changes nothing: spares the comparison.
        if components.smallest(earlier) == components.smallest(later) {
            continue;
        }
        let other = texts.get(earlier);
        if similar(pattern.length_with(other, row), text.len().min(other.len())) {
            components.join(earlier, later);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    #[test]
    fn components_know_their_two_smallest_members() {
        let mut components = Components::new(6);
        components.join(4, 5);
        assert_eq!(components.first_two(5, 2), Some((4, 5)));
        components.join(1, 3);
        components.join(3, 5);
        assert_eq!(components.first_two(4, 3), Some((1, 3)));
        assert_eq!(components.first_two(4, 5), None);
        components.join(0, 5);
        assert_eq!(components.first_two(3, 5), Some((0, 1)));
        assert_eq!(components.first_two(2, 2), None);
    }

    #[test]
    fn sequences_hold_normalised_text() {
        let doc = parse("<p>by  <b>Ann</b>\n</p><p>by<p>Ann by", &Limits::default()).document;
        let page = Page::new(&doc);
        let nodes: Vec<NodeId> = doc.elements_named(names::P).collect();
        let characters = Sequences::of_characters(&page, &nodes);
        assert_eq!(characters.get(0), "by Ann".chars().map(u32::from).collect::<Vec<_>>());
        let words = Sequences::of_words(&page, &nodes);
        assert_eq!((words.get(0), words.get(1), words.get(2)), (&[0, 1][..], &[0][..], &[1, 0][..]));
        assert_eq!((words.len(), words.is_empty()), (3, false));
    }
}
