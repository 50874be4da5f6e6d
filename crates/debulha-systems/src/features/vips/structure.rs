//! Content structure: blocks are joined over their separators, the weakest first.

use super::nodes::VisualNodes;
use super::rules::{BlockExtraction, VisualLeaf};
use super::separators::{Axis, Separator, find};
use super::{SCALE, VipsParams, VipsRule, VisualBlock, VisualTree};
use debulha_core::layout::Rectangle;

/// How often what separators part is looked at for separators of its own (our decision: more do not occur, and it bounds the
/// cost).
const MAX_CUTS: u32 = 32;

/// A block while the tree grows.
#[derive(Debug, Clone)]
struct Growing {
    leaf: VisualLeaf,
    /// Whether the leaf's node is a block by itself; its rule then bounds the coherence.
    is_one: bool,
    /// Weight of the heaviest separator among the children.
    weight: i32,
    children: Vec<usize>,
}

/// The tree while it grows.
#[derive(Debug, Default)]
pub(super) struct BlockArena {
    blocks: Vec<Growing>,
}

impl BlockArena {
    /// Cuts the body round by round.
    pub(super) fn build(nodes: &VisualNodes<'_>, params: &VipsParams) -> VisualTree {
        let mut arena = BlockArena::default();
        let body = nodes.body;
        let Some(rectangle) = nodes.rectangle(body) else { return VisualTree::default() };
        arena.push(VisualLeaf { node: body, rectangle, coherence: *SCALE.end(), rule: VipsRule::R12 });
        let mut open = vec![0];
        let mut extraction = BlockExtraction::new(nodes, params);
        for round in 0..params.rounds as usize {
            extraction.begin(round);
            let min_width = if round == 0 { params.min_separator } else { params.min_separator_later };
            let mut next = Vec::new();
            for block in std::mem::take(&mut open) {
                let node = arena.blocks[block].leaf.node;
                let leaves = extraction.divide(node);
                match leaves[..] {
                    [] if round == 0 => return VisualTree::default(),
                    [] => {}
                    [only] => {
                        arena.blocks[block].leaf = only;
                        next.push(block);
                    }
                    _ => next.extend(arena.structure(nodes, block, leaves, min_width)),
                }
            }
            next.retain(|&block| arena.blocks[block].leaf.coherence < params.pdoc);
            open = next;
        }
        arena.freeze()
    }

    fn push(&mut self, leaf: VisualLeaf) -> usize {
        self.blocks.push(Growing { leaf, is_one: true, weight: 0, children: Vec::new() });
        self.blocks.len() - 1
    }

    fn join(&mut self, children: Vec<usize>, weight: i32) -> usize {
        let mut leaf = self.blocks[children[0]].leaf;
        for child in &children[1..] {
            leaf.rectangle = leaf.rectangle.union(&self.blocks[*child].leaf.rectangle);
        }
        self.blocks.push(Growing { leaf, is_one: false, weight, children });
        self.blocks.len() - 1
    }

    /// Puts the leaves into a tree below `block` and gives them.
    ///
    /// Separators are looked for over all of them, then in what these part, as long as there are any.
    /// O(cuts · leaves · log leaves).
    fn structure(
        &mut self,
        nodes: &VisualNodes<'_>,
        block: usize,
        leaves: Vec<VisualLeaf>,
        min_width: f32,
    ) -> Vec<usize> {
        let rules = nodes.rules_below(self.blocks[block].leaf.node);
        let new: Vec<usize> = leaves.into_iter().map(|leaf| self.push(leaf)).collect();
        let mut open = vec![(block, new.clone(), 0)];
        while let Some((region, members, cuts)) = open.pop() {
            let leaves: Vec<VisualLeaf> = members.iter().map(|&member| self.blocks[member].leaf).collect();
            let along = |axis| {
                if cuts < MAX_CUTS { find(nodes, &leaves, rules, axis, min_width) } else { Vec::new() }
            };
            let (rows, columns) = (along(Axis::Vertical), along(Axis::Horizontal));
            let weights = rows.iter().chain(&columns).map(|separator| separator.weight);
            let Some(weight) = weights.max() else {
                self.blocks[region].children = members;
                continue;
            };
            let mut cells = Vec::new();
            for (place, members) in cells_of(&leaves, &members, &rows, &columns) {
                let block = if let [only] = members[..] {
                    only
                } else {
                    let cell = self.join(members.clone(), 0);
                    open.push((cell, members, cuts + 1));
                    cell
                };
                cells.push((place, block));
            }
            self.blocks[region].weight = weight;
            self.blocks[region].children = self.merge(&cells, &rows, &columns, weight);
        }
        new
    }

    /// Joins cells over all separators but the heaviest, and gives what is left, in document order.
    /// O(cells · log cells).
    fn merge(
        &mut self,
        cells: &[(Place, usize)],
        rows: &[Separator],
        columns: &[Separator],
        heaviest: i32,
    ) -> Vec<usize> {
        let mut joints = joints(cells, rows, columns);
        joints.sort_unstable();
        joints.retain(|&(weight, ..)| weight < heaviest);
        let mut sets = Sets((0..cells.len()).collect());
        let mut block_of: Vec<usize> = cells.iter().map(|&(_, block)| block).collect();
        for group in joints.chunk_by(|a, b| a.0 == b.0) {
            let mut joined: Vec<usize> =
                group.iter().flat_map(|&(_, a, b)| [a, b]).map(|cell| sets.find(cell)).collect();
            joined.sort_unstable();
            joined.dedup();
            for &(_, a, b) in group {
                sets.unite(a, b);
            }
            let mut by_set: Vec<(usize, usize)> =
                joined.into_iter().map(|old| (sets.find(old), block_of[old])).collect();
            by_set.sort_unstable_by_key(|&(set, block)| (set, self.blocks[block].leaf.node, block));
            for set in by_set.chunk_by(|a, b| a.0 == b.0) {
                let children = set.iter().map(|&(_, block)| block).collect();
                block_of[set[0].0] = self.join(children, group[0].0);
            }
        }
        let is_root = |&cell: &usize| sets.0[cell] == cell;
        let mut left: Vec<usize> = (0..cells.len()).filter(is_root).map(|cell| block_of[cell]).collect();
        left.sort_unstable_by_key(|&block| (self.blocks[block].leaf.node, block));
        left
    }

    /// The tree in its order, with degrees of coherence. O(blocks).
    fn freeze(self) -> VisualTree {
        let mut tree = VisualTree::default();
        let mut parents: Vec<usize> = Vec::new();
        let mut weights = Vec::new();
        let mut open = vec![(0, usize::MAX)];
        while let Some((block, parent)) = open.pop() {
            let Growing { leaf, is_one, weight, children } = &self.blocks[block];
            let at = tree.blocks.len();
            let first = tree.roots.len() as u32;
            if children.is_empty() {
                tree.roots.push(leaf.node);
            }
            tree.blocks.push(VisualBlock {
                rectangle: leaf.rectangle,
                coherence: if *is_one { leaf.coherence } else { *SCALE.end() },
                rule: Some(leaf.rule).filter(|_| children.is_empty()),
                end: at as u32 + 1,
                leaves: first..tree.roots.len() as u32,
            });
            parents.push(parent);
            weights.push(*weight);
            open.extend(children.iter().rev().map(|&child| (child, at)));
        }
        // Children come after their parents: what they say is added to these from the back.
        for at in (1..tree.blocks.len()).rev() {
            let (end, leaves) = (tree.blocks[at].end, tree.blocks[at].leaves.end);
            let parent = &mut tree.blocks[parents[at]];
            parent.end = parent.end.max(end);
            parent.leaves.end = parent.leaves.end.max(leaves);
            weights[parents[at]] = weights[parents[at]].max(weights[at]);
        }
        let heaviest = weights.iter().copied().max().unwrap_or_default();
        for at in (0..tree.blocks.len()).rev() {
            if !tree.is_leaf(at) {
                let block = &mut tree.blocks[at];
                block.coherence = block.coherence.min(coherence(weights[at], heaviest));
            }
            if at > 0 {
                let coherence = tree.blocks[at].coherence;
                let parent = &mut tree.blocks[parents[at]];
                parent.coherence = parent.coherence.min(coherence);
            }
        }
        tree
    }
}

/// Degree of coherence of a block by the heaviest separator in it and the heaviest of the page (our decision: the report
/// says that the one follows from the other).
fn coherence(weight: i32, heaviest: i32) -> u8 {
    if weight <= 0 {
        return *SCALE.end();
    }
    let steps = (9 * weight + heaviest - 1) / heaviest;
    (i32::from(*SCALE.end()) - steps).clamp(i32::from(*SCALE.start()), i32::from(*SCALE.end())) as u8
}

/// Row and column between separators.
type Place = (usize, usize);

/// The blocks between the separators, by row and column. O(blocks · log blocks).
fn cells_of(
    leaves: &[VisualLeaf],
    members: &[usize],
    rows: &[Separator],
    columns: &[Separator],
) -> Vec<(Place, Vec<usize>)> {
    let place = |at: &Rectangle| {
        let along = |axis: Axis, separators: &[Separator]| {
            let (start, _) = axis.span(at);
            separators.partition_point(|separator| separator.end <= start)
        };
        (along(Axis::Vertical, rows), along(Axis::Horizontal, columns))
    };
    let mut placed: Vec<(Place, usize)> =
        leaves.iter().zip(members).map(|(leaf, &member)| (place(&leaf.rectangle), member)).collect();
    placed.sort_unstable();
    let cells = placed.chunk_by(|a, b| a.0 == b.0);
    cells.map(|cell| (cell[0].0, cell.iter().map(|&(_, member)| member).collect())).collect()
}

/// The neighbours in each column and each row: weight of the heaviest separator between, and both cells by position.
/// O(cells · log cells).
fn joints(cells: &[(Place, usize)], rows: &[Separator], columns: &[Separator]) -> Vec<(i32, usize, usize)> {
    let mut joints = Vec::new();
    let mut along = |separators: &[Separator], mut order: Vec<(Place, usize)>| {
        let heaviest = Maxima::of(separators.iter().map(|separator| separator.weight).collect());
        order.sort_unstable();
        for pair in order.windows(2) {
            let [((line, first), a), ((other, second), b)] = [pair[0], pair[1]];
            if line == other {
                joints.push((heaviest.between(first, second), a.min(b), a.max(b)));
            }
        }
    };
    let placed = || cells.iter().enumerate();
    along(rows, placed().map(|(cell, &((row, column), _))| ((column, row), cell)).collect());
    along(columns, placed().map(|(cell, &(place, _))| (place, cell)).collect());
    joints
}

/// The maximum of any range of a list: level `k` has those of 2^k neighbours.
struct Maxima(Vec<Vec<i32>>);

impl Maxima {
    fn of(values: Vec<i32>) -> Self {
        let mut levels = vec![values];
        for half in (0..usize::BITS).map(|level| 1_usize << level) {
            let last = &levels[levels.len() - 1];
            if last.len() <= half {
                break;
            }
            let next = (0..last.len() - half).map(|at| last[at].max(last[at + half])).collect();
            levels.push(next);
        }
        Maxima(levels)
    }

    /// Of the values from `start` to before `end`, which is after it.
    fn between(&self, start: usize, end: usize) -> i32 {
        let level = (end - start).ilog2();
        let values = &self.0[level as usize];
        values[start].max(values[end - (1 << level)])
    }
}

/// Disjoint sets; a set is named by its least member.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}
