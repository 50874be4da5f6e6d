//! Means, quantiles, bootstrap intervals and paired differences, all deterministic.

use debulha_core::features::random::SplitMix64;
use serde::{Deserialize, Serialize};

/// Arithmetic mean; `None` without values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_usize);
    for value in values {
        sum += value;
        count += 1;
    }
    (count > 0).then(|| sum / count as f64)
}

/// The `q`-quantile (0 ≤ q ≤ 1) of values in ascending order; `None` without values.
///
/// Interpolates between the two nearest values (type 7 of Hyndman and Fan 1996, the default of R and
/// NumPy), so the median of two values is their mean.
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    let at = q.clamp(0.0, 1.0) * ascending.len().checked_sub(1)? as f64;
    let (low, high) = (ascending[at.floor() as usize], ascending[at.ceil() as usize]);
    Some(low + (high - low) * at.fract())
}

/// How a bootstrap interval is computed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bootstrap {
    /// Samples drawn with replacement.
    pub resamples: usize,
    /// Probability the interval is to cover, in (0, 1).
    pub level: f64,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for Bootstrap {
    /// 1,000 resamples, the least Efron and Tibshirani 1993 (§13) advise for percentile intervals; 95 %.
    fn default() -> Self {
        Self { resamples: 1000, level: 0.95, seed: 0 }
    }
}

/// A confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Bootstrap {
    /// Percentile interval of `statistic` over samples of `0..n`, drawn with replacement.
    ///
    /// `statistic` gets the drawn indices; a draw where it is `None` is left out. `None` for fewer than two
    /// items, where there is nothing to draw, or without any value. Time: `resamples` × (n + the statistic).
    ///
    /// Items are taken as independent. Pages of one site are not quite, so intervals on corpora with many
    /// pages a site are too narrow.
    pub fn interval(&self, n: usize, mut statistic: impl FnMut(&[usize]) -> Option<f64>) -> Option<Interval> {
        if n < 2 {
            return None;
        }
        let mut random = SplitMix64::new(self.seed);
        let mut drawn = vec![0; n];
        let mut values: Vec<f64> = (0..self.resamples)
            .filter_map(|_| {
                drawn.fill_with(|| random.below(n));
                statistic(&drawn)
            })
            .collect();
        values.sort_by(f64::total_cmp);
        let tail = (1.0 - self.level) / 2.0;
        Some(Interval { low: quantile(&values, tail)?, high: quantile(&values, 1.0 - tail)? })
    }

    /// Percentile interval of the mean of `values`; see [`Self::interval`].
    pub fn mean_interval(&self, values: &[f64]) -> Option<Interval> {
        self.interval(values.len(), |drawn| mean(drawn.iter().map(|&i| values[i])))
    }
}

impl Bootstrap {
    /// Percentile interval of the mean of all values when whole groups are drawn: for values that are alike within
    /// a group, such as those of the pages of a site. `None` for fewer than two groups.
    pub fn grouped_mean_interval(&self, groups: &[Vec<f64>]) -> Option<Interval> {
        let sums: Vec<(f64, usize)> =
            groups.iter().map(|values| (values.iter().sum(), values.len())).collect();
        self.interval(groups.len(), |drawn| {
            let (sum, count) =
                drawn.iter().fold((0.0, 0), |(sum, count), &i| (sum + sums[i].0, count + sums[i].1));
            (count > 0).then(|| sum / count as f64)
        })
    }
}

/// Mean of page-wise differences between two systems, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PairedDifference {
    /// Pages compared.
    pub pages: usize,
    /// Mean of `a - b`.
    pub mean: f64,
    /// Standard error of the mean: sample standard deviation of the differences / √pages.
    pub standard_error: f64,
    /// Bootstrap interval of the mean.
    pub interval: Interval,
}

/// Compares two systems on the same pages: `(a, b)` a page.
///
/// `None` for fewer than two pages, where no standard error exists.
pub fn paired_difference(pairs: &[(f64, f64)], bootstrap: &Bootstrap) -> Option<PairedDifference> {
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
    let interval = bootstrap.mean_interval(&differences)?;
    let mean = mean(differences.iter().copied())?;
    let pages = differences.len();
    let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
    let variance = squares / (pages - 1) as f64;
    Some(PairedDifference { pages, mean, standard_error: (variance / pages as f64).sqrt(), interval })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_interpolate() {
        let values = [1.0, 2.0, 3.0, 4.0, 10.0];
        assert_eq!(quantile(&values, 0.5), Some(3.0));
        assert_eq!(quantile(&values[..4], 0.5), Some(2.5));
        assert!((quantile(&values, 0.95).unwrap() - 8.8).abs() < 1e-12);
        assert_eq!((quantile(&values, 0.0), quantile(&values, 1.0)), (Some(1.0), Some(10.0)));
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(mean([]), None);
    }

    /// First outputs for seed 1234567, as the reference C code gives them.
    #[test]
    fn generator_matches_the_reference() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
        assert!((0..1000).all(|_| random.below(7) < 7));
    }

    #[test]
    fn interval_of_a_mean_is_near_the_normal_one() {
        let values: Vec<f64> = (0..1000).map(|i| f64::from(i % 100) / 100.0).collect();
        let interval = Bootstrap::default().mean_interval(&values).unwrap();
        // Mean .495, standard deviation .2887: ± 1.96 · .2887 / √1000 = ± .0179.
        assert!((interval.low - (0.495 - 0.0179)).abs() < 0.003, "{interval:?}");
        assert!((interval.high - (0.495 + 0.0179)).abs() < 0.003, "{interval:?}");
        assert_eq!(Bootstrap::default().mean_interval(&values), Some(interval));
        let other = Bootstrap { seed: 1, ..Bootstrap::default() };
        assert_ne!(other.mean_interval(&values), Some(interval));
        assert_eq!(Bootstrap::default().mean_interval(&[0.5]), None);
    }

    #[test]
    fn pages_of_a_group_are_drawn_together() {
        let one_each: Vec<Vec<f64>> = (0..1000).map(|i| vec![f64::from(i % 100) / 100.0]).collect();
        let flat: Vec<f64> = one_each.concat();
        let bootstrap = Bootstrap::default();
        assert_eq!(bootstrap.grouped_mean_interval(&one_each), bootstrap.mean_interval(&flat));
        let alike: Vec<Vec<f64>> = (0..10).map(|i| vec![f64::from(i) / 10.0; 100]).collect();
        let wide = bootstrap.grouped_mean_interval(&alike).unwrap();
        // As ten values with standard deviation .2872: ± 1.96 · .2872 / √10 = ± .178.
        assert!((wide.high - wide.low - 2.0 * 0.178).abs() < 0.03, "{wide:?}");
        assert_eq!(bootstrap.grouped_mean_interval(&alike[..1]), None);
    }

    #[test]
    fn paired_difference_of_four_pages() {
        let pairs = [(0.9, 0.8), (0.7, 0.7), (0.6, 0.3), (0.5, 0.5)];
        let found = paired_difference(&pairs, &Bootstrap::default()).unwrap();
        // Differences .1 0 .3 0: mean .1, sample variance .02, standard error √(.02 / 4).
        assert!((found.mean - 0.1).abs() < 1e-12);
        assert!((found.standard_error - 0.005_f64.sqrt()).abs() < 1e-12);
        assert!(found.interval.low >= 0.0 && found.interval.high <= 0.3);
        assert_eq!(paired_difference(&pairs[..1], &Bootstrap::default()), None);
    }
}
