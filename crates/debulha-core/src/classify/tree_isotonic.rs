//! Regularised isotonic regression on trees: smooths scores of nodes so that no node has more than its children
//! (chakrabarti2007).
//!
//! Of all `y` in which a parent never exceeds a child, the one with the least cost is found, where the cost is
//!
//! ```text
//! Σ weight · |score − y|  +  charge · number of edges on which y changes
//! ```
//!
//! An optimum uses no other numbers than the scores, so that dynamic programming over their distinct values is exact: the
//! cost of a subtree is known for each value of its root once it is known for those of its children. Nodes are visited
//! from the last to the first and passed on to their parents, then values are read off from the first to the last; there
//! is no recursion.
//!
//! Of equal costs, the solution with fewer changes counts, then the one with smaller values from the roots down.

#[cfg(test)]
mod tests;

use crate::choices;

/// The parent of a node that has none.
pub const NO_PARENT: u32 = u32::MAX;

/// What a change costs where it should cost nothing: so little that it parts nothing but equal costs.
const SMALL: f64 = 1e-9;

/// Values that are told apart at most where work would exceed [`Options::max_cells`].
const COARSEST: f64 = 256.0;

choices! {
    /// How a difference between score and smoothed score counts.
    pub enum Cost {
        /// The absolute difference.
        L1,
        /// The squared difference. The smoothed scores are multiples of the step.
        L2,
    }
}

choices! {
    /// What the charge is paid for.
    pub enum Charge {
        /// Each edge whose ends differ.
        Edge,
        /// Each parent that differs from the least of its children.
        NotMinimum,
    }
}

/// How scores are smoothed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// What a change costs, in units of a difference of scores (chakrabarti2007: .01). Nothing below 0.
    pub charge: f64,
    /// What it is paid for.
    pub charged: Charge,
    /// How differences count.
    pub cost: Cost,
    /// Scores are rounded to multiples of `1 / steps` first, so that no score moves by more than `1 / (2 · steps)`. 0 for
    /// scores as they are, which `L2` takes for 256.
    pub steps: u32,
    /// Most pairs of nodes and values that are worked on; where there are more, values are told apart no finer than a
    /// 256th of their range. Two bits each.
    pub max_cells: u64,
}

impl Default for Options {
    /// The published charge for edges, absolute differences, steps of 1/256.
    fn default() -> Self {
        Options { charge: 0.01, charged: Charge::Edge, cost: Cost::L1, steps: 256, max_cells: 1 << 28 }
    }
}

/// The smoothed score of each node of a forest.
///
/// A parent stands before its children: `parents[i] < i`; any other number says that `i` has no parent
/// ([`NO_PARENT`]). A node whose score is no number, or whose weight is none above 0, costs nothing and follows the
/// others. Without `weights`, or beyond their end, each is 1.
///
/// O(nodes · values) time, where values are the distinct scores after rounding: 257 at most for probabilities. Memory: 8
/// bytes times values for each parent whose children are not all seen, which in document order are the ancestors of one
/// node, and two or three bits a node and value.
///
/// ```
/// use debulha_core::classify::tree_isotonic::{NO_PARENT, Options, smooth};
///
/// // A menu with three entries, of which the last looks like content by mistake.
/// let parents = [NO_PARENT, 0, 0, 0];
/// let exact = Options { steps: 0, ..Options::default() };
/// assert_eq!(smooth(&parents, &[0.75, 0.75, 1.0, 0.5], None, &exact), [0.75, 0.75, 1.0, 0.75]);
/// ```
pub fn smooth(parents: &[u32], scores: &[f32], weights: Option<&[f32]>, options: &Options) -> Vec<f32> {
    let nodes = parents.len().min(scores.len());
    let grid = Grid::new(&scores[..nodes], options);
    if grid.values.is_empty() {
        return scores[..nodes].to_vec();
    }
    let parent_of = |node: usize| Some(parents[node] as usize).filter(|&parent| parent < node);
    let weight = |node: usize| match weights.and_then(|weights| weights.get(node)) {
        _ if !scores[node].is_finite() => 0.0,
        None => 1.0,
        Some(&weight) if weight.is_finite() => f64::from(weight.max(0.0)),
        Some(_) => 0.0,
    };
    let mut program = Program::new(nodes, &grid, options);
    for node in (0..nodes).rev() {
        program.merge(node, parent_of(node), grid.rounded(scores[node]), weight(node));
    }
    let mut place_of = vec![0_u32; nodes];
    for node in 0..nodes {
        place_of[node] = match parent_of(node) {
            None => program.best_from.next(node, 0),
            Some(parent) => program.follow(node, parent, place_of[parent]),
        };
    }
    place_of.into_iter().map(|place| grid.values[place as usize] as f32).collect()
}

/// What smoothed scores cost: the sum that [`smooth`] makes least. Infinite where a node has less than its parent.
///
/// ```
/// use debulha_core::classify::tree_isotonic::{NO_PARENT, Options, cost};
///
/// let change = cost(&[NO_PARENT, 0], &[0.25, 0.5], &[0.25, 0.75], None, &Options::default());
/// assert_eq!(change, 0.25 + 0.01);
/// ```
pub fn cost(
    parents: &[u32],
    scores: &[f32],
    smoothed: &[f32],
    weights: Option<&[f32]>,
    options: &Options,
) -> f64 {
    let mut sum = 0.0;
    // The least child of each node; infinite for a leaf.
    let mut least = vec![f32::INFINITY; smoothed.len()];
    for (node, (&score, &value)) in scores.iter().zip(smoothed).enumerate() {
        let weight = weights.and_then(|weights| weights.get(node)).map_or(1.0, |&weight| f64::from(weight));
        sum += weight * options.cost.of(f64::from(score) - f64::from(value));
        let parent = parents[node] as usize;
        if parent < node {
            if value < smoothed[parent] {
                return f64::INFINITY;
            }
            least[parent] = least[parent].min(value);
            if options.charged == Charge::Edge && value > smoothed[parent] {
                sum += options.charge;
            }
        }
    }
    if options.charged == Charge::NotMinimum {
        let differs = |(least, value): (&f32, &f32)| least.is_finite() && least > value;
        sum += options.charge * least.iter().zip(smoothed).filter(|&pair| differs(pair)).count() as f64;
    }
    sum
}

impl Cost {
    #[inline]
    fn of(self, difference: f64) -> f64 {
        match self {
            Cost::L1 => difference.abs(),
            Cost::L2 => difference * difference,
        }
    }
}

/// The values that smoothed scores may have, ascending.
struct Grid {
    values: Vec<f64>,
    /// Scores are rounded to multiples of it; 0 for not at all.
    step: f64,
}

impl Grid {
    fn new(scores: &[f32], options: &Options) -> Self {
        let steps = if options.steps == 0 && options.cost == Cost::L2 { 256 } else { options.steps };
        let step = if steps == 0 { 0.0 } else { 1.0 / f64::from(steps) };
        let values = Grid::values(scores, step, options.cost, options.max_cells);
        if let Some(values) = values.filter(|values| fits(scores.len(), values.len(), options.max_cells)) {
            return Grid { values, step };
        }
        let finite = || scores.iter().filter(|score| score.is_finite()).map(|&score| f64::from(score));
        let range = finite().fold(f64::NEG_INFINITY, f64::max) - finite().fold(f64::INFINITY, f64::min);
        let step = range / COARSEST;
        Grid { values: Grid::values(scores, step, options.cost, u64::MAX).unwrap_or_default(), step }
    }

    /// `None` where there are more values than cells.
    fn values(scores: &[f32], step: f64, cost: Cost, max_cells: u64) -> Option<Vec<f64>> {
        let rounded = |&score: &f32| round(f64::from(score), step);
        let mut values: Vec<f64> = scores.iter().filter(|score| score.is_finite()).map(rounded).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        if let (Cost::L2, Some(&first), Some(&last)) = (cost, values.first(), values.last())
            && step > 0.0
        {
            let count = ((last - first) / step).round();
            if count > max_cells as f64 {
                return None;
            }
            values = (0..=count as u64).map(|place| first + place as f64 * step).collect();
        }
        Some(values)
    }

    fn rounded(&self, score: f32) -> f64 {
        if score.is_finite() { round(f64::from(score), self.step) } else { 0.0 }
    }
}

fn fits(nodes: usize, values: usize, max_cells: u64) -> bool {
    (nodes as u64).saturating_mul(values as u64) <= max_cells.max(nodes as u64 * (COARSEST as u64 + 2))
}

fn round(score: f64, step: f64) -> f64 {
    // Adding 0 makes one zero of both.
    if step > 0.0 { (score / step).round() * step + 0.0 } else { score + 0.0 }
}

/// The dynamic program: costs of subtrees by the value of their root, and what the traceback needs.
struct Program<'g> {
    values: &'g [f64],
    options: Options,
    charge: f64,
    /// Of nodes whose children are being merged: what these cost by the node's value.
    below: Vec<Option<Box<Below>>>,
    /// Rows that are free.
    spare: Vec<Vec<f64>>,
    /// Node × value: no larger value costs the node's subtree less. The first such value from some place on is the best
    /// one there.
    best_from: Bits,
    /// Node × value of its parent: the node has the same. [`Charge::NotMinimum`]: of the children of which this is said,
    /// the first has.
    same: Bits,
    /// Of parents: whether one of their children has their value. [`Charge::NotMinimum`] alone.
    settled: Vec<bool>,
}

/// What the children of a node cost by the node's value.
struct Below {
    costs: Vec<f64>,
    /// [`Charge::NotMinimum`]: the least that it costs more to give one of the children the same value.
    tied: Vec<f64>,
}

impl<'g> Program<'g> {
    fn new(nodes: usize, grid: &'g Grid, options: &Options) -> Self {
        let width = grid.values.len();
        Program {
            values: &grid.values,
            options: *options,
            charge: options.charge.max(SMALL),
            below: std::iter::repeat_with(|| None).take(nodes).collect(),
            spare: Vec::new(),
            best_from: Bits::new(nodes, width),
            same: Bits::new(nodes, width),
            settled: if options.charged == Charge::NotMinimum { vec![false; nodes] } else { Vec::new() },
        }
    }

    fn row(&mut self, value: f64) -> Vec<f64> {
        let mut row = self.spare.pop().unwrap_or_default();
        row.clear();
        row.resize(self.values.len(), value);
        row
    }

    /// Takes up a node whose children are merged, and merges it into its parent.
    fn merge(&mut self, node: usize, parent: Option<usize>, score: f64, weight: f64) {
        let mut costs = match self.below[node].take() {
            None => self.row(0.0),
            Some(below) => self.settle(*below),
        };
        if weight > 0.0 {
            for (cost, &value) in costs.iter_mut().zip(self.values) {
                *cost += weight * self.options.cost.of(score - value);
            }
        }
        let mut least = f64::INFINITY;
        for (place, &cost) in costs.iter().enumerate().rev() {
            if cost <= least {
                least = cost;
                self.best_from.set(node, place);
            }
        }
        if let Some(parent) = parent {
            self.pass_on(node, parent, &costs);
        }
        self.spare.push(costs);
    }

    /// Adds the charge for parents that differ from all of their children.
    fn settle(&mut self, Below { mut costs, tied }: Below) -> Vec<f64> {
        if self.options.charged == Charge::NotMinimum {
            for (cost, tied) in costs.iter_mut().zip(&tied) {
                *cost += tied.min(self.charge);
            }
            self.spare.push(tied);
        }
        costs
    }

    fn no_children(&mut self) -> Below {
        let is_tied = self.options.charged == Charge::NotMinimum;
        let tied = if is_tied { self.row(self.charge) } else { Vec::new() };
        Below { costs: self.row(0.0), tied }
    }

    fn pass_on(&mut self, node: usize, parent: usize, costs: &[f64]) {
        let charged = self.options.charged;
        let mut below = self.below[parent].take().unwrap_or_else(|| Box::new(self.no_children()));
        // The least cost of a larger value.
        let mut larger = f64::INFINITY;
        for (place, &cost) in costs.iter().enumerate().rev() {
            match charged {
                Charge::Edge => {
                    let moved = self.charge + larger;
                    if cost <= moved {
                        self.same.set(node, place);
                    }
                    below.costs[place] += cost.min(moved);
                }
                Charge::NotMinimum => {
                    let free = cost.min(larger);
                    below.costs[place] += free;
                    if cost - free <= below.tied[place] {
                        below.tied[place] = cost - free;
                        self.same.set(node, place);
                    }
                }
            }
            larger = larger.min(cost);
        }
        self.below[parent] = Some(below);
    }

    /// The place of a node's value, that of its parent being known; siblings are asked in order.
    fn follow(&mut self, node: usize, parent: usize, place: u32) -> u32 {
        let same = self.same.get(node, place as usize);
        match self.options.charged {
            Charge::Edge if same => place,
            Charge::Edge => self.best_from.next(node, place as usize + 1),
            Charge::NotMinimum if same && !self.settled[parent] => {
                self.settled[parent] = true;
                place
            }
            Charge::NotMinimum => self.best_from.next(node, place as usize),
        }
    }
}

/// A row of bits a node.
struct Bits {
    words: Vec<u64>,
    words_a_row: usize,
}

impl Bits {
    fn new(rows: usize, width: usize) -> Self {
        let words_a_row = width.div_ceil(64);
        Bits { words: vec![0; rows * words_a_row], words_a_row }
    }

    #[inline]
    fn set(&mut self, row: usize, place: usize) {
        self.words[row * self.words_a_row + place / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn get(&self, row: usize, place: usize) -> bool {
        self.words[row * self.words_a_row + place / 64] >> (place % 64) & 1 == 1
    }

    /// The first place from `from` on that is set; the last bit of a row of [`Program::best_from`] always is.
    fn next(&self, row: usize, from: usize) -> u32 {
        let words = &self.words[row * self.words_a_row..(row + 1) * self.words_a_row];
        let mut word = from / 64;
        let mut bits = words.get(word).map_or(0, |bits| bits & (u64::MAX << (from % 64)));
        while bits == 0 && word + 1 < words.len() {
            word += 1;
            bits = words[word];
        }
        (word * 64) as u32 + bits.trailing_zeros().min(63)
    }
}
