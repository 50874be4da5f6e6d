//! Which blocks of a page are kept: those whose expected F1 is largest together.

/// What is kept of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// Probability from which on blocks are kept; above 1 where none is.
    pub least: f32,
    /// The first and the last block, by row, whose probability is that or more.
    pub ends: (usize, usize),
    /// Probability from which on blocks between these are kept.
    pub min_inside: f32,
    /// The expected F of what is kept, 0 to 1.
    pub expected: f32,
}

impl Cut {
    /// Nothing is kept.
    pub const NOTHING: Cut =
        Cut { least: f32::INFINITY, ends: (0, 0), min_inside: f32::INFINITY, expected: 0.0 };

    /// Probability from which on the block of a row is kept.
    pub fn min_at(&self, row: usize) -> f32 {
        let (first, last) = self.ends;
        if (first..=last).contains(&row) { self.min_inside.min(self.least) } else { self.least }
    }

    /// Whether a block is kept.
    pub fn keeps(&self, row: usize, probability: f32) -> bool {
        probability >= self.min_at(row)
    }
}

/// How the F-measure that is to be expected is made, and what is kept beside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// β: how much more recall counts than precision.
    pub beta: f64,
    /// Standard deviation, in log-odds, of what all probabilities of a page are wrong by together.
    pub page_deviation: f64,
    /// Words of content beyond those of the blocks; [`Cut::expected`] is without them.
    pub unseen: f64,
    /// [`Cut::min_inside`] by [`Cut::least`].
    pub hysteresis: f64,
}

/// Quadrature points that expectations are taken over: the medians of elevenths of the standard normal distribution.
const POINTS: [f64; 11] =
    [-1.6906, -1.0968, -0.7479, -0.4728, -0.2299, 0.0, 0.2299, 0.4728, 0.7479, 1.0968, 1.6906];

/// A value at each point.
type AtPoints = [f64; POINTS.len()];

/// Odds beyond which a probability is not told from 0 or 1.
const SURE: f64 = 1e6;

/// Cuts where the expected F-measure of words is largest (nan2012, the plug-in rule): of the blocks in order of
/// probability, the first ones with the largest mean over the quadrature points of
/// `(1 + β²) Σ n·q of those kept / (Σ n of those kept + β² (Σ n·q of all + unseen))`. Blocks of one probability stay
/// together. On short pages `unseen` is all that is not expected to be content, `Σ n·(1 − p)`, if that is less. Then
/// blocks amid those are kept, too, down to `hysteresis` of the last one's probability.
///
/// What is wrong about one block of a page is mostly wrong about its like: the blocks are content together or not. At
/// each point the log-odds of all blocks are shifted alike, `page_deviation` being the standard deviation; q is the probability
/// there, whose mean over the points is about that given, p (mackay1992). With a deviation of 0 blocks are independent; with a
/// large one, the blocks at each point are content down to some probability.
/// O(n log n).
///
/// `order` is a buffer.
pub fn cut(probabilities: &[f32], words: &[u32], expected: Expected, order: &mut Vec<u32>) -> Cut {
    Outlook::new(probabilities, words, expected).cut(order)
}

/// The blocks of a page at all points, of which some are kept.
#[derive(Debug)]
pub struct Outlook<'p> {
    probabilities: &'p [f32],
    expected: Expected,
    blocks: Vec<Text>,
    all: Text,
}

impl<'p> Outlook<'p> {
    /// Blocks with the probability and the words of each. O(blocks).
    pub fn new(probabilities: &'p [f32], words: &[u32], expected: Expected) -> Self {
        let quadrature = Quadrature::new(expected.page_deviation);
        let block = |(&probability, &words): (&f32, &u32)| {
            let words = f64::from(words);
            Text { words, gold: quadrature.probabilities(probability.into()).map(|q| words * q) }
        };
        let blocks: Vec<Text> = probabilities.iter().zip(words).map(block).collect();
        let mut all = Text::default();
        for block in &blocks {
            all.add(block);
        }
        Outlook { probabilities, expected, blocks, all }
    }

    /// The F that is to be expected of some blocks; `unseen` does not count. O(blocks).
    pub fn f(&self, kept: impl Iterator<Item = usize>) -> f32 {
        let mut text = Text::default();
        for row in kept {
            text.add(&self.blocks[row]);
        }
        if text.words == 0.0 { 0.0 } else { text.f(&self.all, self.expected.beta, 0.0) as f32 }
    }

    /// See [`cut`].
    pub fn cut(&self, order: &mut Vec<u32>) -> Cut {
        let Outlook { probabilities, expected, ref blocks, ref all } = *self;
        order.clear();
        order.extend(0..probabilities.len() as u32);
        order.sort_unstable_by(|&a, &b| probabilities[b as usize].total_cmp(&probabilities[a as usize]));
        let other = |(&probability, block): (&f32, &Text)| (1.0 - f64::from(probability)) * block.words;
        let unseen = expected.unseen.min(probabilities.iter().zip(blocks).map(other).sum());

        let mut kept = Text::default();
        let (mut best, mut best_f) = (None, 0.0);
        for (place, &row) in order.iter().enumerate() {
            let row = row as usize;
            kept.add(&blocks[row]);
            let next = order.get(place + 1).map(|&next| probabilities[next as usize]);
            if next == Some(probabilities[row]) || kept.words == 0.0 {
                continue;
            }
            let f = kept.f(all, expected.beta, unseen);
            if f > best_f {
                (best, best_f) = (Some(place), f);
            }
        }
        let Some(place) = best else { return Cut::NOTHING };
        let first = &order[..=place];
        let (start, end) = first
            .iter()
            .fold((usize::MAX, 0), |(start, end), &row| (start.min(row as usize), end.max(row as usize)));
        let least = probabilities[first[place] as usize];
        let cut =
            Cut { least, ends: (start, end), min_inside: least * expected.hysteresis as f32, expected: 0.0 };
        let kept = (0..probabilities.len()).filter(|&row| cut.keeps(row, probabilities[row]));
        Cut { expected: self.f(kept), ..cut }
    }
}

/// The words of some blocks, and how many of them are content at each point.
#[derive(Debug, Clone, Copy, Default)]
struct Text {
    words: f64,
    gold: AtPoints,
}

impl Text {
    fn add(&mut self, other: &Text) {
        self.words += other.words;
        for (sum, gold) in self.gold.iter_mut().zip(other.gold) {
            *sum += gold;
        }
    }

    /// The F-measure that is to be expected where these blocks are kept of all.
    fn f(&self, all: &Text, beta: f64, unseen: f64) -> f64 {
        let square = beta * beta;
        let at_point =
            |(kept, all): (f64, f64)| (1.0 + square) * kept / (self.words + square * (all + unseen));
        self.gold.into_iter().zip(all.gold).map(at_point).sum::<f64>() / POINTS.len() as f64
    }
}

/// What becomes of odds at each point.
struct Quadrature {
    /// What they are raised to first, so that the mean of probabilities is about what it was.
    widened: f64,
    /// What they are multiplied by then.
    factors: AtPoints,
}

impl Quadrature {
    fn new(deviation: f64) -> Self {
        Quadrature {
            widened: (1.0 + std::f64::consts::PI / 8.0 * deviation * deviation).sqrt(),
            factors: POINTS.map(|point| (deviation * point).exp()),
        }
    }

    fn probabilities(&self, probability: f64) -> AtPoints {
        if probability <= 0.0 {
            return [0.0; POINTS.len()];
        }
        let odds = (probability / (1.0 - probability)).clamp(1.0 / SURE, SURE).powf(self.widened);
        self.factors.map(|factor| odds * factor / (1.0 + odds * factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(beta: f64, page_deviation: f64) -> Expected {
        Expected { beta, page_deviation, unseen: 0.0, hysteresis: 1.0 }
    }

    #[test]
    fn the_cut_has_the_best_expected_f1() {
        let least = |probabilities: &[f32], words: &[u32]| {
            cut(probabilities, words, expected(1.0, 0.0), &mut Vec::new()).least
        };
        // Keeping the second block: 2 · 9.5 / (15 + 9.9); without: 2 · 9 / (10 + 9.9).
        assert_eq!(least(&[0.9, 0.1, 0.1], &[10, 4, 5]), 0.9);
        assert_eq!(least(&[0.2, 0.6, 0.9], &[4, 10, 10]), 0.6);
        assert_eq!(least(&[0.0, 0.0], &[4, 10]), f32::INFINITY);
        assert_eq!(least(&[], &[]), f32::INFINITY);
    }

    #[test]
    fn blocks_that_are_right_or_wrong_together_are_kept_less() {
        // What is likely is long; the rest is as likely as not, in blocks that stand or fall together.
        let (probabilities, words) = ([0.95, 0.4, 0.4], [100, 60, 60]);
        let least = |page_deviation| {
            cut(&probabilities, &words, expected(1.0, page_deviation), &mut Vec::new()).least
        };
        assert_eq!((least(0.0), least(2.0)), (0.4, 0.95));
        let sure = cut(&[1.0, 0.0], &[10, 10], expected(1.0, 2.0), &mut Vec::new());
        assert!(sure.least == 1.0 && sure.expected > 0.999);
    }

    #[test]
    fn a_larger_beta_keeps_more() {
        let least = |beta| cut(&[0.9, 0.5, 0.2], &[10, 10, 10], expected(beta, 0.0), &mut Vec::new()).least;
        assert_eq!((least(0.3), least(1.0), least(3.0)), (0.9, 0.5, 0.2));
    }

    #[test]
    fn what_stands_amid_content_is_kept_from_less_on() {
        let cut = |hysteresis| {
            let expected = Expected { hysteresis, ..expected(1.0, 0.0) };
            cut(&[0.34, 0.9, 0.34, 0.2, 0.9, 0.34], &[10; 6], expected, &mut Vec::new())
        };
        let kept = |cut: Cut| {
            let rows = [0.34, 0.9, 0.34, 0.2, 0.9, 0.34].into_iter().enumerate();
            rows.filter(|&(row, probability)| cut.keeps(row, probability))
                .map(|(row, _)| row)
                .collect::<Vec<_>>()
        };
        // 36/50.2 for the first two; with what stands between from .27 on, 42.8/60.2.
        assert_eq!((kept(cut(1.0)), kept(cut(0.3))), (vec![1, 4], vec![1, 2, 4]));
        assert!((cut(1.0).expected - 36.0 / 50.2).abs() < 1e-6);
        assert!((cut(0.3).expected - 42.8 / 60.2).abs() < 1e-6);
        assert_eq!(kept(Cut::NOTHING), [0; 0]);
    }

    #[test]
    fn content_that_is_not_seen_lets_more_in() {
        let least = |probabilities: &[f32], unseen| {
            let expected = Expected { unseen, ..expected(1.0, 0.0) };
            cut(probabilities, &[10, 10, 10], expected, &mut Vec::new()).least
        };
        // 18/26, 26/36 and 32/46 without; 18/36, 26/46 and 32/56 with ten words more.
        assert_eq!((least(&[0.9, 0.4, 0.3], 0.0), least(&[0.9, 0.4, 0.3], 10.0)), (0.4, 0.3));
        // 18/21 and 22/41 without; no more than 19 words can be unseen: 18/40 and 22/60.
        assert_eq!((least(&[0.9, 0.1, 0.1], 0.0), least(&[0.9, 0.1, 0.1], 1000.0)), (0.9, 0.9));
    }
}
