//! Values as numbers of bins: splits are sought between bins, not between values (ke2017).

use super::FeatureMatrix;
use rayon::prelude::*;

/// The bins of a column: bin *b* holds the values above threshold *b* − 1, up to threshold *b*. The number after the last
/// bin stands for a missing value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bins {
    thresholds: Vec<f32>,
}

impl Bins {
    /// At most `most` bins of about equal weight; values that are heavier have a bin of their own.
    fn of(mut values: Vec<(f32, f32)>, most: usize) -> Self {
        values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut distinct: Vec<(f32, f64)> = Vec::new();
        for (value, weight) in values {
            match distinct.last_mut() {
                Some(last) if last.0 == value => last.1 += f64::from(weight),
                _ => distinct.push((value, weight.into())),
            }
        }
        let mut thresholds = Vec::new();
        let (mut rest, mut bins, mut held) = (distinct.iter().map(|value| value.1).sum::<f64>(), most, 0.0);
        let each = distinct.len() <= most;
        for pair in distinct.windows(2) {
            let [(value, weight), (next, next_weight)] = *pair else { continue };
            held += weight;
            let mean = rest / bins as f64;
            if each || bins > 1 && (held >= mean || next_weight >= mean) {
                thresholds.push(between(value, next));
                (rest, bins, held) = (rest - held, bins.saturating_sub(1), 0.0);
            }
        }
        Bins { thresholds }
    }

    /// Number of bins, without that of missing values.
    pub(super) fn len(&self) -> usize {
        self.thresholds.len() + 1
    }

    /// The number of missing values.
    pub(super) fn missing(&self) -> u8 {
        self.len() as u8
    }

    /// The largest value of a bin.
    pub(super) fn threshold(&self, bin: u8) -> f32 {
        self.thresholds.get(usize::from(bin)).copied().unwrap_or(f32::MAX)
    }

    fn bin(&self, value: f32) -> u8 {
        if value.is_nan() {
            return self.missing();
        }
        self.thresholds.partition_point(|threshold| *threshold < value) as u8
    }
}

/// A number from `low` on and below `high`, in the middle where it can be.
fn between(low: f32, high: f32) -> f32 {
    let middle = f64::midpoint(low.into(), high.into()) as f32;
    if middle >= low && middle < high { middle } else { low }
}

/// Rows of a matrix with bins for values.
pub(super) struct Binned {
    pub(super) bins: Vec<Bins>,
    rows: usize,
    /// Column by column.
    numbers: Vec<u8>,
}

impl Binned {
    /// The given rows in order. The bins are made for the first `learned` of them.
    pub(super) fn of(matrix: &FeatureMatrix, rows: &[u32], learned: usize, most: usize) -> Self {
        let mut numbers = vec![0; rows.len() * matrix.width()];
        // Infinite values count as the largest numbers, so that all thresholds are numbers.
        let value = |row: u32, column: usize| matrix.row(row)[column].clamp(f32::MIN, f32::MAX);
        let column = |(column, numbers): (usize, &mut [u8])| {
            let values = rows[..learned].iter().map(|&row| (value(row, column), matrix.weight(row)));
            let bins = Bins::of(values.filter(|(value, _)| !value.is_nan()).collect(), most);
            for (number, &row) in numbers.iter_mut().zip(rows) {
                *number = bins.bin(value(row, column));
            }
            bins
        };
        let bins = numbers.par_chunks_mut(rows.len().max(1)).enumerate().map(column).collect();
        Binned { bins, rows: rows.len(), numbers }
    }

    /// The bins of a column's values.
    pub(super) fn column(&self, column: usize) -> &[u8] {
        &self.numbers[column * self.rows..(column + 1) * self.rows]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thresholds(values: &[(f32, f32)], most: usize) -> Vec<f32> {
        Bins::of(values.to_vec(), most).thresholds
    }

    #[test]
    fn few_values_have_a_bin_each() {
        assert_eq!(thresholds(&[(3.0, 1.0), (1.0, 1.0), (1.0, 5.0), (2.0, 1.0)], 3), [1.5, 2.5]);
        assert!(thresholds(&[(1.0, 1.0)], 3).is_empty());
        assert!(thresholds(&[], 3).is_empty());
    }

    #[test]
    fn bins_have_about_equal_weight_and_heavy_values_stand_alone() {
        let even: Vec<(f32, f32)> = (0..100).map(|i| (i as f32, 1.0)).collect();
        assert_eq!(thresholds(&even, 4), [24.5, 49.5, 74.5]);
        let mut heavy = even.clone();
        heavy.extend(vec![(50.0, 1.0); 300]);
        let bins = Bins::of(heavy, 5);
        assert!(bins.len() <= 5);
        assert_eq!(bins.bin(50.0), bins.bin(49.0) + 1);
        assert_eq!(bins.bin(51.0), bins.bin(50.0) + 1);
    }

    #[test]
    fn a_value_is_in_the_bin_that_inference_finds() {
        let next = f32::from_bits(1.0_f32.to_bits() + 1);
        let bins = Bins::of(vec![(1.0, 1.0), (next, 1.0), (f32::MAX, 1.0), (f32::MIN, 1.0)], 9);
        assert_eq!([f32::MIN, 1.0, next, f32::MAX, f32::NAN].map(|value| bins.bin(value)), [0, 1, 2, 3, 4]);
        for value in [f32::NEG_INFINITY, 0.0, 1.0, next, 7.0, f32::MAX] {
            let bin = bins.bin(value.clamp(f32::MIN, f32::MAX));
            assert!(value <= bins.threshold(bin) && (bin == 0 || value > bins.threshold(bin - 1)));
        }
    }
}
