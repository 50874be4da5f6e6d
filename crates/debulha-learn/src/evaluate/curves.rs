//! ROC and precision–recall curves of one class against the others.

/// A threshold, and the rows at least as probable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// The probability; infinite where no row is taken.
    pub threshold: f64,
    /// Rows of the class among those taken.
    pub true_positives: u32,
    /// Other rows among them.
    pub false_positives: u32,
}

/// What each threshold takes, from none to all rows. Rows of one probability are one step, so that their order, which
/// means nothing, changes nothing (fawcett2006).
///
/// ```
/// use debulha_learn::evaluate::Curve;
///
/// let curve = Curve::new(&[0.9, 0.8, 0.8, 0.1], &[true, true, false, false]);
/// assert_eq!(curve.roc(), [(0.0, 0.0), (0.0, 0.5), (0.5, 1.0), (1.0, 1.0)]);
/// // Of the four pairs of a row of the class and another, three are in order and one is even.
/// assert_eq!(curve.roc_area(), Some(0.875));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// From no row to all.
    pub points: Vec<CurvePoint>,
}

impl Curve {
    /// Of the class's probability for each row, and whether the row is of the class. O(rows · log rows).
    pub fn new(probabilities: &[f64], is_class: &[bool]) -> Self {
        let mut rows: Vec<(f64, bool)> =
            probabilities.iter().copied().zip(is_class.iter().copied()).collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut at = CurvePoint { threshold: f64::INFINITY, true_positives: 0, false_positives: 0 };
        let mut points = vec![at];
        for equal in rows.chunk_by(|a, b| a.0 == b.0) {
            let of_class = equal.iter().filter(|(_, is)| *is).count() as u32;
            at.threshold = equal[0].0;
            at.true_positives += of_class;
            at.false_positives += equal.len() as u32 - of_class;
            points.push(at);
        }
        Curve { points }
    }

    /// Rows of the class, and others.
    fn totals(&self) -> (f64, f64) {
        let last = self.points.last();
        last.map_or((0.0, 0.0), |last| (f64::from(last.true_positives), f64::from(last.false_positives)))
    }

    /// Share of the other rows that are taken, and share of the class's.
    pub fn roc(&self) -> Vec<(f64, f64)> {
        let (there, others) = self.totals();
        let share = |count: u32, of: f64| if of > 0.0 { f64::from(count) / of } else { 0.0 };
        let point =
            |point: &CurvePoint| (share(point.false_positives, others), share(point.true_positives, there));
        self.points.iter().map(point).collect()
    }

    /// Area below the ROC curve: the chance that a row of the class is more probable than another, where even counts
    /// half. `None` where all rows are of the class or none is.
    pub fn roc_area(&self) -> Option<f64> {
        let (there, others) = self.totals();
        let points = self.roc();
        let area = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0) * f64::midpoint(pair[0].1, pair[1].1);
        (there > 0.0 && others > 0.0).then(|| points.windows(2).map(area).sum())
    }

    /// Recall and precision of each threshold that takes a row.
    pub fn precision_recall(&self) -> Vec<(f64, f64)> {
        let (there, _) = self.totals();
        let point = |point: &CurvePoint| {
            let right = f64::from(point.true_positives);
            (right / there.max(1.0), right / (right + f64::from(point.false_positives)))
        };
        self.points.iter().skip(1).map(point).collect()
    }

    /// Area below the precision–recall curve. Between two thresholds rows come in at an even rate, so that precision
    /// follows a curve and no straight line (davis2006). `None` where no row is of the class.
    ///
    /// ```
    /// use debulha_learn::evaluate::Curve;
    ///
    /// // Everything is even: precision is the share of the class at each recall.
    /// let even = Curve::new(&[0.5; 8], &[true, false, false, false, true, false, false, false]);
    /// assert_eq!(even.precision_recall_area(), Some(0.25));
    /// assert_eq!(Curve::new(&[0.9, 0.1], &[true, false]).precision_recall_area(), Some(1.0));
    /// ```
    pub fn precision_recall_area(&self) -> Option<f64> {
        let (there, _) = self.totals();
        let area = |pair: &[CurvePoint]| {
            let (from, to) = (f64::from(pair[0].true_positives), f64::from(pair[1].true_positives));
            if to <= from {
                return 0.0;
            }
            let wrong = f64::from(pair[0].false_positives);
            let rate = (f64::from(pair[1].false_positives) - wrong) / (to - from);
            // ∫ t / (t + wrong + rate · (t - from)) dt: t / (steep · t + rest).
            let (steep, rest) = (1.0 + rate, wrong - rate * from);
            let curved = if rest == 0.0 {
                0.0
            } else {
                rest / (steep * steep) * ((steep * to + rest) / (steep * from + rest)).ln()
            };
            (to - from) / steep - curved
        };
        (there > 0.0).then(|| self.points.windows(2).map(area).sum::<f64>() / there)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn ties_count_half() {
        let even = Curve::new(&[0.3; 4], &[true, false, true, false]);
        assert_eq!((even.points.len(), even.roc_area()), (2, Some(0.5)));
        let right = Curve::new(&[0.9, 0.8, 0.2, 0.1], &[true, true, false, false]);
        assert_eq!((right.roc_area(), right.precision_recall_area()), (Some(1.0), Some(1.0)));
        let wrong = Curve::new(&[0.1, 0.9], &[true, false]);
        assert_eq!(wrong.roc_area(), Some(0.0));
        assert_eq!(Curve::new(&[0.1], &[true]).roc_area(), None);
        assert_eq!(Curve::new(&[], &[]).precision_recall_area(), None);
    }

    #[test]
    fn precision_between_thresholds_is_interpolated_by_rows() {
        // davis2006, table 1 in small: from 5 of 10 right to 10 of 40, six wrong rows come for one right one.
        let probabilities: Vec<f64> = (0..40).map(|row| if row < 10 { 0.9 } else { 0.5 }).collect();
        let is_class: Vec<bool> = (0..40).map(|row| row < 5 || (10..15).contains(&row)).collect();
        let curve = Curve::new(&probabilities, &is_class);
        assert_eq!(curve.precision_recall(), [(0.5, 0.5), (1.0, 0.25)]);
        let fine = |t: f64| t / (t + 5.0 + 5.0 * (t - 5.0));
        let steps = 100_000;
        let sum: f64 = (0..steps).map(|i| fine(5.0 + 5.0 * (f64::from(i) + 0.5) / f64::from(steps))).sum();
        let expected = 0.25 + 0.5 * sum / f64::from(steps);
        assert!((curve.precision_recall_area().unwrap() - expected).abs() < 1e-6);
    }

    #[test]
    fn the_area_is_the_share_of_pairs_in_order() {
        let mut random = debulha_core::features::random::SplitMix64::new(2);
        let rows: Vec<(f64, bool)> =
            (0..60).map(|_| (random.below(10) as f64, random.below(3) == 0)).collect();
        let (probabilities, is_class): (Vec<f64>, Vec<bool>) = rows.iter().copied().unzip();
        let (mut sum, mut pairs) = (0.0, 0.0);
        for (a, _) in rows.iter().filter(|row| row.1) {
            for (b, _) in rows.iter().filter(|row| !row.1) {
                pairs += 1.0;
                sum += if a > b {
                    1.0
                } else if a == b {
                    0.5
                } else {
                    0.0
                };
            }
        }
        let area = Curve::new(&probabilities, &is_class).roc_area().unwrap();
        assert!((area - sum / pairs).abs() < 1e-12);
    }
}
