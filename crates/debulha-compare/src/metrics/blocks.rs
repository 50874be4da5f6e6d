//! M3, block level: which blocks of a segmentation were given out, counted over the pages of a site.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Counts of blocks; those of several pages add up with `+=`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockCounts {
    /// Blocks the segmenter produced (nBlocks).
    pub candidates: usize,
    /// Blocks given out as content (t).
    pub output: usize,
    /// Blocks given out that are gold (r).
    pub correct: usize,
    /// Gold blocks not given out (m), those the segmenter never produced included.
    pub missed: usize,
    /// Candidates that are not gold and were not given out (p).
    pub rejected: usize,
}

/// Block-level scores, each in [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BlockScores {
    /// r / t.
    pub precision: f64,
    /// r / (r + m).
    pub recall: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
    /// (r + p) / nBlocks: looks at candidates only, so blocks the segmenter lost do not lower it.
    pub accuracy: f64,
}

impl BlockCounts {
    /// Counts the blocks of one page, given by id; order and repetitions do not matter.
    ///
    /// Gold ids may be missing from `candidates`. An output id that is no candidate counts as output alone.
    pub fn of(candidates: &[u32], output: &[u32], gold: &[u32]) -> Self {
        let set = |ids: &[u32]| ids.iter().copied().collect::<BTreeSet<_>>();
        let (candidates, output, gold) = (set(candidates), set(output), set(gold));
        Self {
            candidates: candidates.len(),
            output: output.len(),
            correct: output.intersection(&gold).count(),
            missed: gold.difference(&output).count(),
            rejected: candidates.iter().filter(|&id| !output.contains(id) && !gold.contains(id)).count(),
        }
    }

    /// Scores the counts. Nothing output and nothing gold: precision, recall and F1 are 1; no candidates:
    /// accuracy is 1; other empty denominators give 0.
    pub fn scores(&self) -> BlockScores {
        let prf = super::Prf::from_overlap(self.correct, self.output, self.correct + self.missed);
        let accuracy = if self.candidates == 0 {
            1.0
        } else {
            super::ratio(self.correct + self.rejected, self.candidates)
        };
        BlockScores { precision: prf.precision, recall: prf.recall, f1: prf.f1, accuracy }
    }
}

impl AddAssign for BlockCounts {
    fn add_assign(&mut self, page: Self) {
        self.candidates += page.candidates;
        self.output += page.output;
        self.correct += page.correct;
        self.missed += page.missed;
        self.rejected += page.rejected;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_example() {
        // Candidates 1-6; gold 1 2 3 and 9, which the segmenter lost; output 1 2 4.
        let mut counts = BlockCounts::of(&[1, 2, 3, 4, 5, 6], &[1, 2, 4], &[3, 2, 1, 9]);
        let expected = BlockCounts { candidates: 6, output: 3, correct: 2, missed: 2, rejected: 2 };
        assert_eq!(counts, expected);
        let scores = counts.scores();
        assert_eq!((scores.precision, scores.recall, scores.accuracy), (2.0 / 3.0, 0.5, 4.0 / 6.0));
        assert!((scores.f1 - 4.0 / 7.0).abs() < 1e-12);
        counts += expected;
        assert_eq!((counts.output, counts.scores()), (6, scores));
    }

    /// Perfect accuracy with recall 2/3, as printed for one site of the metric's source.
    #[test]
    fn lost_blocks_lower_recall_but_not_accuracy() {
        let scores = BlockCounts::of(&[1, 2, 3], &[1, 2], &[1, 2, 7]).scores();
        assert_eq!((scores.accuracy, scores.precision, scores.recall), (1.0, 1.0, 2.0 / 3.0));
    }

    #[test]
    fn empty_sides() {
        let nothing = BlockCounts::default().scores();
        assert_eq!((nothing.f1, nothing.accuracy), (1.0, 1.0));
        let silent = BlockCounts::of(&[1, 2], &[], &[1]).scores();
        assert_eq!((silent.precision, silent.recall, silent.f1, silent.accuracy), (0.0, 0.0, 0.0, 0.5));
    }
}
