//! Which segments of a table will not be seen again.

use debulha_core::params;
use serde::{Deserialize, Serialize};

params! {
    /// How a segment table forgets. All numbers are our decision: wang2008segments names a logistic strategy and no more.
    pub struct DeletionParams {
        /// Pages after which it is known whether a segment came back.
        pub horizon: u32 = 100, range: 1..=1_000_000;
        /// Chance of being dead above which a segment is deleted.
        pub dead_above: f64 = 0.9, range: 0.0..=1.0;
        /// Most segments that a deletion leaves; 0: any number.
        pub capacity: u32 = 0, range: 0..=u32::MAX;
        /// Segments that must have been learned from before the model decides; before, the rule of the next two does.
        pub min_examples: u32 = 1_000, range: 1..=u32::MAX;
        /// Without a model, fewest pages without a segment for it to be deleted.
        pub min_unseen: u32 = 100, range: 1..=u32::MAX;
        /// Without a model, fewest pages without a segment, as a multiple of its mean gap.
        pub gap_factor: f64 = 3.0, range: 0.0..=1e6;
        /// One segment in so many is learned from.
        pub learn_every: u64 = 4, range: 1..=1_000_000;
        /// Step of the model's learning.
        pub learning_rate: f64 = 0.5, range: 0.0..=10.0;
    }
}

/// When a segment was seen. Times are numbers of pages of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentHistory {
    /// Pages that had the segment.
    pub pages: u32,
    /// Time of the first of them.
    pub first_seen: u32,
    /// Time of the last of them.
    pub last_seen: u32,
}

/// Number of features, the constant one included.
const FEATURES: usize = 6;

pub(super) type Features = [f64; FEATURES];

impl SegmentHistory {
    /// Mean distance in pages between two sightings; 0 for a single one.
    ///
    /// ```
    /// use debulha_systems::site::text_segments::SegmentHistory;
    ///
    /// assert_eq!(SegmentHistory { pages: 4, first_seen: 10, last_seen: 40 }.mean_gap(), 10.0);
    /// ```
    pub fn mean_gap(&self) -> f64 {
        let gaps = self.pages.saturating_sub(1);
        if gaps == 0 { 0.0 } else { f64::from(self.last_seen - self.first_seen) / f64::from(gaps) }
    }

    /// Pages since the segment was seen last.
    pub fn unseen(&self, now: u32) -> u32 {
        now.saturating_sub(self.last_seen)
    }

    /// Whether the segment has been away for long, by the rule that needs no model.
    pub fn is_overdue(&self, now: u32, params: &DeletionParams) -> bool {
        let limit = f64::from(params.min_unseen).max(params.gap_factor * self.mean_gap());
        f64::from(self.unseen(now)) > limit
    }

    /// 1, and the logarithms of 1 + time since the last sighting, pages, mean gap, age, and the time since the last
    /// sighting by the mean gap. Logarithms, since all of them grow without limit.
    pub(super) fn features(&self, now: u32) -> Features {
        let unseen = f64::from(self.unseen(now));
        let age = f64::from(now.saturating_sub(self.first_seen));
        let gap = self.mean_gap();
        let [unseen_log, pages, gap_log, age, ratio] =
            [unseen, f64::from(self.pages), gap, age, unseen / gap.max(1.0)].map(f64::ln_1p);
        [1.0, unseen_log, pages, gap_log, age, ratio]
    }
}

/// The chance that a segment is dead, learned from those whose fate is known: logistic regression, an example at a
/// time. One model may serve several sites.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeletionModel {
    weights: Features,
    examples: u64,
}

impl DeletionModel {
    /// Segments learned from.
    pub fn examples(&self) -> u64 {
        self.examples
    }

    /// The chance that a segment is not seen for another horizon.
    pub fn chance_dead(&self, segment: &SegmentHistory, now: u32) -> f64 {
        self.chance(&segment.features(now))
    }

    fn chance(&self, features: &Features) -> f64 {
        let sum: f64 = self.weights.iter().zip(features).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// One step towards the fate of a segment. The step is divided by the features' size, so that none overshoots.
    pub(super) fn learn(&mut self, features: &Features, is_dead: bool, rate: f64) {
        let error = f64::from(u8::from(is_dead)) - self.chance(features);
        let size: f64 = features.iter().map(|value| value * value).sum();
        for (weight, value) in self.weights.iter_mut().zip(features) {
            *weight += rate * error * value / size;
        }
        self.examples += 1;
    }
}
