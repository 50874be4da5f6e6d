//! Segmentation of a tag path sequence where its two sides share no frequent path (velloso2013).

use std::ops::Range;

/// Bounds of the search in a tag path sequence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SegmentOptions {
    /// Whether the last place of a left side that is kept belongs to it.
    pub keep_border: bool,
    /// Splits at most; each costs O(places left).
    pub max_splits: u32,
}

/// What a sequence was split into.
#[derive(Debug, Clone, PartialEq)]
pub struct PathSegments {
    /// What is left after the last split.
    pub main: Range<usize>,
    /// What was split off, first split first.
    pub cut_away: Vec<Range<usize>>,
}

/// Splits a sequence of paths as long as there is a border, and keeps the longer side each time.
///
/// O(places) a split: a path is looked at once for each smaller count, so at most as often as it occurs.
///
/// ```
/// use debulha_core::features::tag_path_sequence::{SegmentOptions, segment};
///
/// let options = SegmentOptions { keep_border: false, max_splits: 64 };
/// let sequence: Vec<u32> = "abcdededefghifghifghifghij".bytes().map(u32::from).collect();
/// assert_eq!(segment(&sequence, options).main, 9..26);
/// ```
pub fn segment(sequence: &[u32], options: SegmentOptions) -> PathSegments {
    let mut segments = PathSegments { main: 0..sequence.len(), cut_away: Vec::new() };
    let paths = sequence.iter().max().map_or(0, |&path| path as usize + 1);
    let mut intervals = Intervals::new(paths);
    for _ in 0..options.max_splits {
        let Range { start, end } = segments.main;
        let Some(border) = intervals.border(&sequence[start..end]) else { break };
        let at = start + border;
        if border <= (end - start) / 2 {
            segments.cut_away.push(start..at + 1);
            segments.main = at + 1..end;
        } else {
            let keep = if options.keep_border { at + 1 } else { at };
            segments.cut_away.push(keep..end);
            segments.main = start..keep;
        }
    }
    segments
}

/// First and last place of a path, and how often it occurs.
#[derive(Debug, Clone, Copy, Default)]
struct PathInterval {
    first: usize,
    last: usize,
    count: usize,
}

/// Where each path of a sequence occurs. Kept from split to split.
struct Intervals {
    by_path: Vec<PathInterval>,
    /// The paths that occur more often than the threshold, in order of their first place.
    frequent: Vec<u32>,
}

impl Intervals {
    fn new(paths: usize) -> Self {
        Intervals { by_path: vec![PathInterval::default(); paths], frequent: Vec::new() }
    }

    /// The last place of the left side, for the least threshold that parts the sequence in two.
    fn border(&mut self, sequence: &[u32]) -> Option<usize> {
        self.frequent.clear();
        for &path in sequence {
            self.by_path[path as usize].count = 0;
        }
        for (place, &path) in sequence.iter().enumerate() {
            let interval = &mut self.by_path[path as usize];
            if interval.count == 0 {
                interval.first = place;
                self.frequent.push(path);
            }
            interval.last = place;
            interval.count += 1;
        }
        let mut threshold = self.frequent.iter().map(|&path| self.by_path[path as usize].count).min()?;
        loop {
            let by_path = &self.by_path;
            self.frequent.retain(|&path| by_path[path as usize].count > threshold);
            if self.frequent.len() < 2 {
                return None;
            }
            if let Some(border) = self.end_of_first_group() {
                return Some(border);
            }
            threshold = self.frequent.iter().map(|&path| self.by_path[path as usize].count).min()?;
        }
    }

    /// Where the intervals that overlap the first one end, if others follow.
    fn end_of_first_group(&self) -> Option<usize> {
        let mut intervals = self.frequent.iter().map(|&path| self.by_path[path as usize]);
        let mut end = intervals.next()?.last;
        for interval in intervals {
            if interval.first > end {
                return Some(end);
            }
            end = end.max(interval.last);
        }
        None
    }
}

/// The slope of the straight line that fits the numbers of the paths best, by least squares. O(places).
///
/// Paths are numbered in order of appearance, so a run in which the same ones return is flat.
pub fn slope(sequence: &[u32]) -> f64 {
    let count = sequence.len() as f64;
    if sequence.len() < 2 {
        return 0.0;
    }
    let mean_place = (count - 1.0) / 2.0;
    let mean_value = sequence.iter().map(|&path| f64::from(path)).sum::<f64>() / count;
    let (mut covariance, mut variance) = (0.0, 0.0);
    for (place, &path) in sequence.iter().enumerate() {
        let distance = place as f64 - mean_place;
        covariance += distance * (f64::from(path) - mean_value);
        variance += distance * distance;
    }
    covariance / variance
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARITY: SegmentOptions = SegmentOptions { keep_border: false, max_splits: 64 };

    fn sequence(text: &str) -> Vec<u32> {
        text.bytes().map(u32::from).collect()
    }

    #[test]
    fn spec_26_worked_sequence() {
        let segments = segment(&sequence("abcdededefghifghifghifghij"), PARITY);
        assert_eq!((segments.main.start, segments.main.len()), (9, 17));
        assert_eq!(segments.cut_away, std::iter::once(0..9).collect::<Vec<_>>());
    }

    #[test]
    fn the_border_of_a_left_side_follows_the_option() {
        let text = sequence("fghifghifghifghideded");
        assert_eq!(segment(&text, PARITY).main, 0..15);
        assert_eq!(segment(&text, SegmentOptions { keep_border: true, ..PARITY }).main, 0..16);
    }

    #[test]
    fn without_two_groups_nothing_is_cut() {
        for text in ["", "a", "aaaa", "abababab", "abcdefg"] {
            assert_eq!(segment(&sequence(text), PARITY).main, 0..text.len(), "{text}");
        }
    }

    #[test]
    fn slopes_are_of_least_squares() {
        assert!((slope(&[0, 1, 2, 3]) - 1.0).abs() < 1e-12);
        assert_eq!(slope(&[5, 5, 5]), 0.0);
        assert_eq!(slope(&[7]), 0.0);
    }
}
