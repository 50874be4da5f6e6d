//! The choice of a split: gain ratio among attributes of at least average gain.

use super::{NodeSplit, Options};
use crate::table::{AttributeKind, Table};

/// Counts and gains that differ by less are equal (Weka: `Utils.SMALL`).
pub(super) const SMALL: f64 = 1e-6;

/// Numbers that differ by no more are one value (Weka).
const SAME_VALUE: f64 = 1e-5;

/// How far an attribute's gain may be below the average (Weka).
const GAIN_SLACK: f64 = 1e-3;

/// Share of the rows of a class that either side of a threshold must have, at most [`MAX_SIDE`] rows (quinlan1993).
const SIDE_SHARE: f64 = 0.1;

/// See [`SIDE_SHARE`].
const MAX_SIDE: f64 = 25.0;

/// Share of the rows from which on an attribute has too many values to count for the average gain (quinlan1993).
const MANY_VALUES: f64 = 0.3;

/// A row with the part of it that reached a node.
pub(super) type Weighted = (u32, f64);

/// What is known of the whole table before any split.
pub(super) struct Splitter<'t> {
    table: &'t Table,
    options: &'t Options,
    /// The values of each number attribute in the training rows, sorted, and the first of the rows that has each.
    values: Vec<Vec<(f64, u32)>>,
    /// Whether the gain of an attribute counts for the average.
    counts_for_average: Vec<bool>,
}

/// The values at a node that are not 0, attribute by attribute.
struct SparseColumns {
    cells: Vec<SparseCell>,
    starts: Vec<u32>,
}

#[derive(Clone, Copy)]
struct SparseCell {
    value: f64,
    weight: f64,
    class: u32,
}

impl<'t> Splitter<'t> {
    pub(super) fn new(table: &'t Table, rows: &[u32], options: &'t Options) -> Self {
        let attributes = table.attributes();
        let mut values: Vec<Vec<(f64, u32)>> = vec![Vec::new(); attributes.len()];
        // The first row whose value is 0, so not stored; the number of rows where there is none.
        let mut first_zero = vec![0; attributes.len()];
        for (at, &row) in (0_u32..).zip(rows) {
            for entry in table.entries(row) {
                let attribute = entry.attribute as usize;
                if first_zero[attribute] == at {
                    first_zero[attribute] += 1;
                }
                if attributes[attribute].is_number() && !entry.value.is_nan() {
                    values[attribute].push((entry.value, at));
                }
            }
        }
        for (values, &first_zero) in values.iter_mut().zip(&first_zero) {
            if (first_zero as usize) < rows.len() {
                values.push((0.0, first_zero));
            }
            // Stable, so that of equal values the first row stays.
            values.sort_by(|a, b| a.0.total_cmp(&b.0));
            values.dedup_by_key(|(value, _)| *value);
        }
        let has_few = |names: usize| (names as f64) < MANY_VALUES * rows.len() as f64;
        let all_have_many = attributes.iter().all(|a| !a.is_number() && !has_few(a.names()));
        let counts_for_average =
            attributes.iter().map(|a| a.is_number() || all_have_many || has_few(a.names())).collect();
        Splitter { table, options, values, counts_for_average }
    }

    /// The best split of a node, if any is of use. O(values that are not 0 × log + attributes).
    pub(super) fn choose(&self, rows: &[Weighted], counts: &[f64]) -> Option<NodeSplit> {
        let total: f64 = counts.iter().sum();
        let largest = counts.iter().copied().fold(0.0, f64::max);
        if total + SMALL < 2.0 * self.options.min_objects || (total - largest).abs() < SMALL {
            return None;
        }
        let columns = SparseColumns::new(self.table, rows);
        let (mut found, mut sum, mut averaged) = (Vec::new(), 0.0, 0);
        for (attribute, kind) in self.table.attributes().iter().map(|a| &a.kind).enumerate() {
            let cells = columns.of(attribute);
            let candidate = match kind {
                AttributeKind::Nominal(names) => self.by_name(attribute, names.len(), cells, counts, total),
                AttributeKind::Number => self.by_number(attribute, cells, rows.len(), counts, total),
            };
            if let Some(candidate) = candidate {
                if self.counts_for_average[attribute] {
                    sum += candidate.gain;
                    averaged += 1;
                }
                found.push(candidate);
            }
        }
        let average = sum / f64::from(averaged.max(1));
        let mut best: Option<&RatedSplit> = None;
        for candidate in found.iter().filter(|candidate| candidate.gain >= average - GAIN_SLACK) {
            if candidate.ratio - best.map_or(0.0, |best| best.ratio) > SMALL {
                best = Some(candidate);
            }
        }
        let split = &best?.split;
        let settled = self.settle(split);
        Some(if self.divides(&settled, rows) { settled } else { split.clone() })
    }

    /// Whether rows stand on both sides of a threshold. A settled one may be a value of other rows that is a little below all
    /// of these.
    fn divides(&self, split: &NodeSplit, rows: &[Weighted]) -> bool {
        let NodeSplit::Number { attribute, .. } = *split else { return true };
        let mut seen = [false; 2];
        for &(row, _) in rows {
            if let Some(value) = self.table.value(row, attribute) {
                seen[split.branch(value)] = true;
            }
        }
        seen == [true; 2]
    }

    fn by_name(
        &self,
        attribute: usize,
        names: usize,
        cells: &[SparseCell],
        counts: &[f64],
        total: f64,
    ) -> Option<RatedSplit> {
        // Without a cell, all rows have the first name.
        if cells.is_empty() {
            return None;
        }
        let classes = counts.len();
        let mut bags = vec![0.0; names * classes];
        bags[..classes].copy_from_slice(counts);
        for cell in cells {
            let class = cell.class as usize;
            bags[class] -= cell.weight;
            if !cell.value.is_nan() {
                bags[cell.value as usize * classes + class] += cell.weight;
            }
        }
        let bags: Vec<&[f64]> = bags.chunks_exact(classes).collect();
        let enough = |bag: &&&[f64]| bag.iter().sum::<f64>() + SMALL >= self.options.min_objects;
        if bags.iter().filter(enough).count() < 2 {
            return None;
        }
        let gain = information_gain(&bags, total);
        Some(RatedSplit { gain, ratio: gain_ratio(&bags, total, gain), split: NodeSplit::Name { attribute } })
    }

    fn by_number(
        &self,
        attribute: usize,
        cells: &[SparseCell],
        rows: usize,
        counts: &[f64],
        total: f64,
    ) -> Option<RatedSplit> {
        let (sorted, mut right, known_rows) = with_zeros(cells, rows, counts);
        let known: f64 = right.iter().sum();
        let min_side = (SIDE_SHARE * known / counts.len() as f64).min(MAX_SIDE).max(self.options.min_objects);
        if (known_rows as f64) < 2.0 * min_side {
            return None;
        }
        let mut left = vec![0.0; counts.len()];
        // Gain, last cell on the left, the left side's counts.
        let mut best: (f64, usize, Vec<f64>) = (0.0, 0, Vec::new());
        let (mut thresholds, mut left_total) = (0_u32, 0.0);
        for (index, pair) in sorted.windows(2).enumerate() {
            let class = pair[0].class as usize;
            left[class] += pair[0].weight;
            right[class] -= pair[0].weight;
            left_total += pair[0].weight;
            let is_threshold = pair[0].value + SAME_VALUE < pair[1].value
                && left_total + SMALL >= min_side
                && known - left_total + SMALL >= min_side;
            if is_threshold {
                thresholds += 1;
                let gain = information_gain(&[&left, &right], total);
                if gain - best.0 > SMALL {
                    best = (gain, index, left.clone());
                }
            }
        }
        let (mut gain, index, left) = best;
        if left.is_empty() {
            return None;
        }
        if self.options.mdl_correction {
            gain -= f64::from(thresholds).log2() / total;
        }
        if gain <= SMALL {
            return None;
        }
        let (below, above) = (sorted[index].value, sorted[index + 1].value);
        let middle = f64::midpoint(below, above);
        let threshold = if middle == above { below } else { middle };
        let mut right = vec![0.0; counts.len()];
        for cell in &sorted[index + 1..] {
            right[cell.class as usize] += cell.weight;
        }
        let ratio = gain_ratio(&[&left, &right], total, gain);
        Some(RatedSplit { gain, ratio, split: NodeSplit::Number { attribute, threshold } })
    }

    /// The split as the tree keeps it: a threshold may become the largest value of the training rows below it.
    ///
    /// Weka goes through the rows and takes a value that is above the one it has by more than [`SMALL`]; of values so
    /// close that they are one to it, it keeps the first.
    fn settle(&self, split: &NodeSplit) -> NodeSplit {
        let NodeSplit::Number { attribute, threshold } = *split else { return split.clone() };
        if !self.options.actual_thresholds {
            return split.clone();
        }
        let values = &self.values[attribute];
        let values = &values[..values.partition_point(|&(value, _)| value <= threshold + SMALL)];
        let mut close = values.chunk_by(|a, b| b.0 - a.0 <= SMALL).last().unwrap_or_default().to_vec();
        close.sort_by_key(|&(_, row)| row);
        let mut found = f64::NEG_INFINITY;
        for (value, _) in close {
            if value - found > SMALL {
                found = value;
            }
        }
        NodeSplit::Number { attribute, threshold: if found.is_finite() { found } else { threshold } }
    }
}

struct RatedSplit {
    gain: f64,
    ratio: f64,
    split: NodeSplit,
}

impl SparseColumns {
    fn new(table: &Table, rows: &[Weighted]) -> Self {
        let mut starts = vec![0_u32; table.attributes().len() + 2];
        let entries = |row: u32| table.entries(row);
        for entry in rows.iter().flat_map(|&(row, _)| entries(row)) {
            starts[entry.attribute as usize + 2] += 1;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let len = starts[starts.len() - 1] as usize;
        let mut cells = vec![SparseCell { value: 0.0, weight: 0.0, class: 0 }; len];
        for &(row, weight) in rows {
            for entry in entries(row) {
                let next = &mut starts[entry.attribute as usize + 1];
                cells[*next as usize] =
                    SparseCell { value: entry.value, weight, class: table.class(row) as u32 };
                *next += 1;
            }
        }
        SparseColumns { cells, starts }
    }

    fn of(&self, attribute: usize) -> &[SparseCell] {
        &self.cells[self.starts[attribute] as usize..self.starts[attribute + 1] as usize]
    }
}

/// The known values in order, those that are 0 as one cell a class; the counts of the known values by class; and the
/// number of rows that have one.
fn with_zeros(cells: &[SparseCell], rows: usize, counts: &[f64]) -> (Vec<SparseCell>, Vec<f64>, usize) {
    let mut sorted: Vec<SparseCell> = cells.iter().copied().filter(|cell| !cell.value.is_nan()).collect();
    let known_rows = rows - (cells.len() - sorted.len());
    if cells.len() < rows {
        let mut zeros = counts.to_vec();
        for cell in cells {
            zeros[cell.class as usize] -= cell.weight;
        }
        let zeros = zeros.into_iter().enumerate().filter(|&(_, weight)| weight > SMALL);
        sorted.extend(zeros.map(|(class, weight)| SparseCell { value: 0.0, weight, class: class as u32 }));
    }
    sorted.sort_by(|a, b| a.value.total_cmp(&b.value));
    let mut known = vec![0.0; counts.len()];
    for cell in &sorted {
        known[cell.class as usize] += cell.weight;
    }
    (sorted, known, known_rows)
}

/// x · log2 x.
fn x_log_x(x: f64) -> f64 {
    if x < SMALL { 0.0 } else { x * x.log2() }
}

/// Bits of the classes of a bag, times its weight.
fn bits(bag: &[f64]) -> f64 {
    x_log_x(bag.iter().sum()) - bag.iter().map(|&count| x_log_x(count)).sum::<f64>()
}

/// Information about the class that a split gives, in bits an example: that of the known values, times their share.
pub(super) fn information_gain(bags: &[&[f64]], total: f64) -> f64 {
    let mut together = vec![0.0; bags.first().map_or(0, |bag| bag.len())];
    for bag in bags {
        for (sum, count) in together.iter_mut().zip(*bag) {
            *sum += count;
        }
    }
    let known: f64 = together.iter().sum();
    let before = bits(&together);
    let after: f64 = bags.iter().map(|bag| bits(bag)).sum();
    let gain = known / total * (before - after);
    if gain.abs() < SMALL { 0.0 } else { gain / known }
}

/// The gain by the information of the split itself, missing values being a bag of their own.
pub(super) fn gain_ratio(bags: &[&[f64]], total: f64, gain: f64) -> f64 {
    let sizes = || bags.iter().map(|bag| bag.iter().sum::<f64>());
    let unknown = total - sizes().sum::<f64>();
    let bits = x_log_x(total) - x_log_x(unknown) - sizes().map(x_log_x).sum::<f64>();
    if bits.abs() < SMALL { 0.0 } else { gain / (bits / total) }
}
