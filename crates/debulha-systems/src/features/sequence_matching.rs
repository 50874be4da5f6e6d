//! How alike two sequences are by the runs that they share (Ratcliff and Obershelp, as in Python's `difflib`).

use std::ops::Range;

/// Length from which on frequent elements are left aside (`difflib`).
const AUTOJUNK_FROM: usize = 200;
/// An element that makes up more than one in so many, and one more, is frequent (`difflib`).
const AUTOJUNK_SHARE: usize = 100;

/// A sequence prepared for comparison with many others.
///
/// ```
/// use debulha_systems::features::sequence_matching::SequenceMatcher;
///
/// let [body, p, b] = [1, 2, 3];
/// assert_eq!(SequenceMatcher::new(&[body, p, b], true).ratio(&[body, p]), 0.8);
/// ```
#[derive(Debug)]
pub struct SequenceMatcher<'s> {
    sequence: &'s [u64],
    /// Each element that counts with its places, in order of both.
    places: Vec<(u64, u32)>,
    /// Lengths of the runs that end at each place: of the element before, and of the one at hand. Zero between calls.
    runs: [Vec<u32>; 2],
    /// Pairs of equal elements looked at so far.
    steps: u64,
}

/// The longest run shared by two stretches: where it begins in each, and its length.
struct SharedRun {
    start: usize,
    other_start: usize,
    len: usize,
}

impl<'s> SequenceMatcher<'s> {
    /// Prepares a sequence. O(n log n).
    ///
    /// With `autojunk`, runs of a sequence of 200 elements or more do not begin at elements that make up more than 1 %
    /// of it and one more; they grow over them.
    pub fn new(sequence: &'s [u64], autojunk: bool) -> Self {
        let mut places: Vec<(u64, u32)> =
            sequence.iter().enumerate().map(|(place, &element)| (element, place as u32)).collect();
        places.sort_unstable();
        if autojunk && sequence.len() >= AUTOJUNK_FROM {
            let most = sequence.len() / AUTOJUNK_SHARE + 1;
            places = places
                .chunk_by(|a, b| a.0 == b.0)
                .filter(|places| places.len() <= most)
                .flatten()
                .copied()
                .collect();
        }
        let runs = [vec![0; sequence.len() + 1], vec![0; sequence.len() + 1]];
        SequenceMatcher { sequence, places, runs, steps: 0 }
    }

    /// Twice the elements in shared runs by the elements of both; 1 where both are empty.
    ///
    /// Of two stretches the longest shared run is taken, the first in `other` where there are several, then what is
    /// left of both on either side is compared. The order of the two sequences matters. O(pairs of equal elements)
    /// for each level of stretches, so up to O(n³) for sequences of few elements in crafted order.
    pub fn ratio(&mut self, other: &[u64]) -> f64 {
        let both = self.sequence.len() + other.len();
        if both == 0 {
            return 1.0;
        }
        let mut shared = 0;
        let mut stretches = vec![(0..other.len(), 0..self.sequence.len())];
        if other.is_empty() {
            stretches.clear();
        }
        while let Some((stretch, own)) = stretches.pop() {
            let run = self.longest_run(other, stretch.clone(), own.clone());
            if run.len > 0 {
                shared += run.len;
                let before = (stretch.start..run.start, own.start..run.other_start);
                let after = (run.start + run.len..stretch.end, run.other_start + run.len..own.end);
                let is_left =
                    |(stretch, own): &(Range<usize>, Range<usize>)| !stretch.is_empty() && !own.is_empty();
                stretches.extend([before, after].into_iter().filter(is_left));
            }
        }
        2.0 * shared as f64 / both as f64
    }

    /// Pairs of equal elements that were looked at since the start: the work done.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    fn longest_run(&mut self, other: &[u64], stretch: Range<usize>, own: Range<usize>) -> SharedRun {
        let mut best = SharedRun { start: stretch.start, other_start: own.start, len: 0 };
        for (at, &element) in other[..stretch.end].iter().enumerate().skip(stretch.start) {
            let places = places_of(&self.places, element, &own);
            let [before, now] = &mut self.runs;
            for &(_, place) in places {
                let place = place as usize;
                let len = before[place] + 1;
                now[place + 1] = len;
                if len as usize > best.len {
                    let len = len as usize;
                    best = SharedRun { start: at + 1 - len, other_start: place + 1 - len, len };
                }
            }
            self.steps += places.len() as u64 + 1;
            if at > stretch.start {
                forget(before, places_of(&self.places, other[at - 1], &own));
            }
            self.runs.swap(0, 1);
        }
        forget(&mut self.runs[0], places_of(&self.places, other[stretch.end - 1], &own));
        // Runs grow over elements that are too frequent to begin them.
        while best.start > stretch.start
            && best.other_start > own.start
            && other[best.start - 1] == self.sequence[best.other_start - 1]
        {
            (best.start, best.other_start, best.len) = (best.start - 1, best.other_start - 1, best.len + 1);
        }
        while best.start + best.len < stretch.end
            && best.other_start + best.len < own.end
            && other[best.start + best.len] == self.sequence[best.other_start + best.len]
        {
            best.len += 1;
        }
        best
    }
}

/// The places of an element in a stretch.
fn places_of<'p>(places: &'p [(u64, u32)], element: u64, stretch: &Range<usize>) -> &'p [(u64, u32)] {
    let start = places.partition_point(|&place| place < (element, stretch.start as u32));
    let len = places[start..].partition_point(|&place| place < (element, stretch.end as u32));
    &places[start..start + len]
}

fn forget(runs: &mut [u32], places: &[(u64, u32)]) {
    for &(_, place) in places {
        runs[place as usize + 1] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn symbols(text: &str) -> Vec<u64> {
        text.chars().map(u64::from).collect()
    }

    fn ratio(a: &str, b: &str) -> f64 {
        SequenceMatcher::new(&symbols(b), true).ratio(&symbols(a))
    }

    /// Values printed by Python's `difflib.SequenceMatcher(None, a, b).ratio()`.
    #[test]
    fn ratios_are_those_of_difflib() {
        assert_eq!(ratio("abcd", "bcde"), 0.75);
        assert_eq!((ratio("tide", "diet"), ratio("diet", "tide")), (0.25, 0.5));
        assert_eq!((ratio("", ""), ratio("", "a"), ratio("a", "")), (1.0, 0.0, 0.0));
        assert_eq!(
            ratio("private Thread currentThread;", "private volatile Thread currentThread;"),
            58.0 / 67.0
        );
    }

    #[test]
    fn frequent_elements_begin_no_run_in_long_sequences() {
        let long = format!("{}x", "a".repeat(200));
        let (other, own) = (symbols(&format!("b{}", "a".repeat(100))), symbols(&long));
        assert_eq!(SequenceMatcher::new(&own, true).ratio(&other), 0.0);
        assert!(SequenceMatcher::new(&own, false).ratio(&other) > 0.6);
        let from_start = symbols(&"a".repeat(100));
        assert_eq!(
            SequenceMatcher::new(&own, true).ratio(&from_start),
            200.0 / 301.0,
            "a run grows from the start"
        );
    }

    proptest! {
        #[test]
        fn a_matcher_is_the_same_after_use(
            a in prop::collection::vec(0_u64..4, 0..40),
            b in prop::collection::vec(0_u64..4, 0..40),
            c in prop::collection::vec(0_u64..4, 0..40),
        ) {
            let mut matcher = SequenceMatcher::new(&b, true);
            matcher.ratio(&c);
            prop_assert_eq!(matcher.ratio(&a), SequenceMatcher::new(&b, true).ratio(&a));
            prop_assert_eq!(SequenceMatcher::new(&b, true).ratio(&b), 1.0);
        }
    }
}
