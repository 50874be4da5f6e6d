//! The run of tokens with the most words for its tags (finn2001).

use std::ops::Range;

/// The maximum-sum run of tokens where a word counts 1 and a tag `-tag_weight`; ties go to the earliest start,
/// then to the earliest end. `None` where no run counts more than 0.
///
/// Words inside plus tags outside is that sum plus the number of all tags, so this is the objective of the paper. O(tokens).
pub fn best_span(tags: impl Iterator<Item = bool>, tag_weight: f64) -> Option<Range<usize>> {
    let (mut start, mut sum, mut best_sum) = (0, 0.0, 0.0);
    let mut best = None;
    for (index, is_tag) in tags.enumerate() {
        // A run that sums to 0 is kept: the earlier start wins the tie.
        if sum < 0.0 {
            (start, sum) = (index, 0.0);
        }
        sum += if is_tag { -tag_weight } else { 1.0 };
        if sum > best_sum {
            best_sum = sum;
            best = Some(start..index + 1);
        }
    }
    best
}
