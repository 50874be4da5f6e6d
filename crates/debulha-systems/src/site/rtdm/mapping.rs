//! Restricted top-down mappings of two trees, and a template laid over a page.

use super::Replacement;
use super::alignment::{PairingTable, equal_items};
use crate::site::labelled_tree::LabelledTree;
use rustc_hash::FxHashMap;

/// A tree and the classes of its subtrees: equal numbers for equal ones.
#[derive(Debug, Clone)]
pub struct ClassedTree {
    /// The tree.
    pub tree: LabelledTree,
    classes: Vec<u64>,
}

impl ClassedTree {
    /// O(nodes).
    pub fn new(tree: LabelledTree) -> Self {
        let classes = tree.classes();
        ClassedTree { tree, classes }
    }

    #[inline]
    fn class(&self, node: u32) -> u64 {
        self.classes[node as usize]
    }

    fn is_leaf(&self, node: u32) -> bool {
        self.tree.below(node) == 0
    }

    fn classes_of(&self, nodes: &[u32]) -> Vec<u64> {
        nodes.iter().map(|&node| self.class(node)).collect()
    }
}

/// How much work two trees may make.
#[derive(Debug, Clone, Copy)]
pub struct TreeBudget {
    /// Children of two nodes, one number by the other; beyond, children are aligned only where their subtrees are equal.
    pub max_product: usize,
    /// Sum of these products and of the numbers of children; beyond, nothing more is mapped.
    pub max_pairs: usize,
}

impl TreeBudget {
    /// Takes what aligning two lists of children costs; whether all pairs may be looked at.
    fn spend(&mut self, children: &Children) -> bool {
        let pairs = children.left.len().saturating_mul(children.right.len());
        let are_all = pairs <= self.max_product && pairs <= self.max_pairs;
        let lists = 2 * children.equal.len() + children.left.len() + children.right.len();
        self.max_pairs = self.max_pairs.saturating_sub(lists + if are_all { pairs } else { 0 });
        are_all
    }
}

/// How the children of two nodes were aligned.
#[derive(Debug, Clone, Copy)]
enum ChildAlignment {
    /// All pairs were looked at.
    All,
    /// Equal subtrees alone.
    Equal,
    /// Not at all.
    Nothing,
}

/// The children of two nodes: what is equal at both ends, and the rest of both in between.
struct Children {
    /// Pairs of equal ones at both ends.
    equal: Vec<(u32, u32)>,
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Children {
    /// Equal subtrees at the ends are a part of some cheapest mapping: nothing saves more than an equal one.
    fn of(a: &ClassedTree, b: &ClassedTree, x: u32, y: u32) -> Self {
        let left: Vec<u32> = a.tree.children(x).collect();
        let right: Vec<u32> = b.tree.children(y).collect();
        let is_equal = |&(&p, &q): &(&u32, &u32)| a.class(p) == b.class(q);
        let start = left.iter().zip(&right).take_while(is_equal).count();
        let end = left[start..].iter().rev().zip(right[start..].iter().rev()).take_while(is_equal).count();
        let ends = |nodes: &[u32]| [&nodes[..start], &nodes[nodes.len() - end..]].concat();
        let equal = ends(&left).into_iter().zip(ends(&right)).collect();
        let middle = |nodes: Vec<u32>| nodes[start..nodes.len() - end].to_vec();
        Children { equal, left: middle(left), right: middle(right) }
    }

    /// Pairs of the rest with equal subtrees.
    fn equal_of_rest(&self, a: &ClassedTree, b: &ClassedTree) -> Vec<(usize, usize)> {
        let (left, right) = (a.classes_of(&self.left), b.classes_of(&self.right));
        equal_items(&left, &right, |row| a.tree.size(self.left[row]))
    }
}

/// The cheapest mapping of one tree to another that keeps order and ancestors and maps nodes only where it maps their
/// parents (reis2004). The roots are mapped to one another.
///
/// ```
/// use debulha_systems::site::labelled_tree::LabelledTree;
/// use debulha_systems::site::rtdm::{TreeBudget, ClassedTree, Mapping, Replacement};
///
/// let of = |nodes: &[(u32, u32)]| ClassedTree::new(LabelledTree::from_depths(nodes.iter().copied()));
/// let (list, longer) = (of(&[(0, 0), (1, 1), (1, 1)]), of(&[(0, 0), (1, 1), (2, 1), (1, 1)]));
/// let budget = TreeBudget { max_product: 1000, max_pairs: 10_000 };
/// assert_eq!(Mapping::new(&list, &longer, Replacement::WholeSubtrees, budget).distance(), 1);
/// assert_eq!(Mapping::new(&longer, &list, Replacement::Root, budget).mapped(), [true, true, false, true]);
/// ```
pub struct Mapping<'t> {
    a: &'t ClassedTree,
    b: &'t ClassedTree,
    replacement: Replacement,
    budget: TreeBudget,
    /// By the classes of two nodes with equal labels: what it costs to map all below them, and how that was found.
    costs: FxHashMap<(u64, u64), (u32, ChildAlignment)>,
}

impl<'t> Mapping<'t> {
    /// Nothing is computed yet.
    pub fn new(a: &'t ClassedTree, b: &'t ClassedTree, replacement: Replacement, budget: TreeBudget) -> Self {
        Mapping { a, b, replacement, budget, costs: FxHashMap::default() }
    }

    /// The cost of the mapping: nodes deleted, inserted and replaced. 0 for equal trees alone, and the same either way.
    /// Never less than the cheapest one; that one within the budget. O(nodes + pairs of children that are not equal).
    pub fn distance(mut self) -> u32 {
        // Which pairs the budget suffices for depends on which tree is the first, so that must not be the caller's choice.
        if self.a.class(0) > self.b.class(0) {
            std::mem::swap(&mut self.a, &mut self.b);
        }
        let roots = u32::from(self.a.tree.label(0) != self.b.tree.label(0));
        self.solve();
        roots + self.cost_below(0, 0)
    }

    /// Of each node of the first tree whether it is mapped to a node with the same label; the root always is.
    pub fn mapped(mut self) -> Vec<bool> {
        self.solve();
        let mut mapped = vec![false; self.a.tree.len()];
        mapped[0] = true;
        let mut open = vec![(0, 0)];
        while let Some((x, y)) = open.pop() {
            for (p, q) in self.pairs(x, y) {
                if self.a.class(p) == self.b.class(q) {
                    mapped[p as usize..(p + self.a.tree.size(p)) as usize].fill(true);
                } else if self.a.tree.label(p) == self.b.tree.label(q) {
                    mapped[p as usize] = true;
                    if !self.a.is_leaf(p) && !self.b.is_leaf(q) {
                        open.push((p, q));
                    }
                }
            }
        }
        mapped
    }

    /// The cost below two nodes that are mapped, once it is solved.
    fn cost_below(&self, x: u32, y: u32) -> u32 {
        let (x, y) = (self.a.class(x), self.b.class(y));
        if x == y { 0 } else { self.costs.get(&(x, y)).map_or(0, |&(cost, _)| cost) }
    }

    /// What it costs to map two subtrees to one another, once those below are solved.
    fn cost(&self, p: u32, q: u32) -> u32 {
        if self.a.class(p) == self.b.class(q) {
            return 0;
        }
        let is_same = self.a.tree.label(p) == self.b.tree.label(q);
        let below = self.a.tree.below(p) + self.b.tree.below(q);
        if self.a.is_leaf(p) || self.b.is_leaf(q) {
            return u32::from(!is_same) + below;
        }
        match self.replacement {
            _ if is_same => self.cost_below(p, q),
            Replacement::WholeSubtrees => below + 2,
            Replacement::Root => below + 1,
        }
    }

    /// What mapping two subtrees saves over deleting the one and inserting the other.
    fn saving(&self, p: u32, q: u32) -> u32 {
        self.a.tree.size(p) + self.b.tree.size(q) - self.cost(p, q)
    }

    /// Whether the cost of a pair has to be found before that of their parents.
    fn is_open(&self, p: u32, q: u32) -> bool {
        self.a.tree.label(p) == self.b.tree.label(q)
            && !self.a.is_leaf(p)
            && !self.b.is_leaf(q)
            && self.a.class(p) != self.b.class(q)
            && !self.costs.contains_key(&(self.a.class(p), self.b.class(q)))
    }

    /// Finds the costs of all pairs that may be mapped, those below before those above.
    fn solve(&mut self) {
        let mut open = vec![(0, 0, false)];
        while let Some((x, y, is_ready)) = open.pop() {
            let key = (self.a.class(x), self.b.class(y));
            if key.0 == key.1 || self.costs.contains_key(&key) {
                continue;
            }
            if !is_ready && self.budget.max_pairs == 0 {
                let cost = self.a.tree.below(x) + self.b.tree.below(y);
                self.costs.insert(key, (cost, ChildAlignment::Nothing));
                continue;
            }
            let children = Children::of(self.a, self.b, x, y);
            if is_ready {
                let cost = self.all(&children) - self.table(&children).weight();
                self.costs.insert(key, (cost, ChildAlignment::All));
                continue;
            }
            if !self.budget.spend(&children) {
                let equal = children.equal_of_rest(self.a, self.b);
                let saved: u32 = equal.iter().map(|&(row, _)| 2 * self.a.tree.size(children.left[row])).sum();
                self.costs.insert(key, (self.all(&children) - saved, ChildAlignment::Equal));
                continue;
            }
            open.push((x, y, true));
            for &p in &children.left {
                let below = children.right.iter().filter(|&&q| self.is_open(p, q));
                open.extend(below.map(|&q| (p, q, false)));
            }
        }
    }

    /// What it costs to delete and insert the rest of the children.
    fn all(&self, children: &Children) -> u32 {
        let left: u32 = children.left.iter().map(|&node| self.a.tree.size(node)).sum();
        left + children.right.iter().map(|&node| self.b.tree.size(node)).sum::<u32>()
    }

    fn table(&self, children: &Children) -> PairingTable {
        let Children { left, right, .. } = children;
        PairingTable::new(left.len(), right.len(), |row, column| self.saving(left[row], right[column]))
    }

    /// The children of two mapped nodes that are mapped to one another.
    fn pairs(&self, x: u32, y: u32) -> Vec<(u32, u32)> {
        let found = self.costs.get(&(self.a.class(x), self.b.class(y)));
        let alignment = found.map_or(ChildAlignment::All, |&(_, alignment)| alignment);
        if matches!(alignment, ChildAlignment::Nothing) {
            return Vec::new();
        }
        let mut children = Children::of(self.a, self.b, x, y);
        let rest = match alignment {
            ChildAlignment::All => self.table(&children).pairs(),
            _ => children.equal_of_rest(self.a, self.b),
        };
        let rest = rest.into_iter().map(|(row, column)| (children.left[row], children.right[column]));
        let rest: Vec<(u32, u32)> = rest.collect();
        children.equal.extend(rest);
        children.equal
    }
}

/// Lays a template over a page: of each node of the page, whether the template has it.
///
/// From the root down; the children of two nodes are aligned by a common subsequence of labels in which equal subtrees
/// weigh most. O(nodes + pairs of children that are not equal), within the budget.
pub fn removed(template: &ClassedTree, page: &ClassedTree, mut budget: TreeBudget) -> Vec<bool> {
    let mut removed = vec![false; page.tree.len()];
    removed[0] = true;
    let mut open = vec![(0, 0)];
    while let Some((x, y)) = open.pop() {
        let children = Children::of(template, page, x, y);
        let (left, right) = (&children.left, &children.right);
        let rest = if budget.spend(&children) {
            let weight = |row: usize, column: usize| {
                let (p, q) = (left[row], right[column]);
                if template.class(p) == page.class(q) {
                    2 * template.tree.size(p)
                } else {
                    u32::from(template.tree.label(p) == page.tree.label(q))
                }
            };
            PairingTable::new(left.len(), right.len(), weight).pairs()
        } else {
            children.equal_of_rest(template, page)
        };
        let rest = rest.into_iter().map(|(row, column)| (left[row], right[column]));
        for (p, q) in children.equal.iter().copied().chain(rest) {
            if template.class(p) == page.class(q) {
                removed[q as usize..(q + page.tree.size(q)) as usize].fill(true);
            } else {
                removed[q as usize] = true;
                open.push((p, q));
            }
        }
    }
    removed
}
