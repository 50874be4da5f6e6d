//! The run of tokens with the most words for its tags (finn2001).

use std::ops::Range;

/// The maximum-sum run of tokens where a word counts 1 and a tag `-tag_weight`; ties go to the earliest start,
/// then to the earliest end. `None` where no run counts more than 0.
///
/// Words inside plus tags outside is that sum plus the number of all tags, so this is the objective of the paper. O(tokens).
pub fn best_span(tags: impl Iterator<Item = bool>, tag_weight: f64) -> Option<Range<usize>> {
    let mut search = SpanSearch::new(tag_weight);
    for is_tag in tags {
        if is_tag { search.tag() } else { search.words(1) }
    }
    search.best
}

/// [`best_span`] step by step, words that follow one another in one step.
pub(crate) struct SpanSearch {
    tag_weight: f64,
    at: usize,
    start: usize,
    sum: f64,
    best_sum: f64,
    /// The best run so far.
    pub(crate) best: Option<Range<usize>>,
}

impl SpanSearch {
    pub(crate) fn new(tag_weight: f64) -> Self {
        SpanSearch { tag_weight, at: 0, start: 0, sum: 0.0, best_sum: 0.0, best: None }
    }

    #[inline]
    pub(crate) fn tag(&mut self) {
        self.step(1, -self.tag_weight);
    }

    /// Some words, at least one.
    #[inline]
    pub(crate) fn words(&mut self, count: usize) {
        self.step(count, count as f64);
    }

    #[inline]
    fn step(&mut self, tokens: usize, weight: f64) {
        // A run that sums to 0 is kept: the earlier start wins the tie.
        if self.sum < 0.0 {
            (self.start, self.sum) = (self.at, 0.0);
        }
        self.at += tokens;
        self.sum += weight;
        if self.sum > self.best_sum {
            self.best_sum = self.sum;
            self.best = Some(self.start..self.at);
        }
    }
}
