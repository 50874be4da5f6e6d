//! Which blocks of a page are kept: those whose expected F1 is largest together.

use crate::classify::linear::logistic;

/// What is kept of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cut {
    /// Probability from which on blocks are kept; above 1 where none is.
    pub least: f32,
    /// The expected F of what is kept, 0 to 1.
    pub expected: f32,
}

impl Cut {
    /// Nothing is kept.
    pub const NOTHING: Cut = Cut { least: f32::INFINITY, expected: 0.0 };
}

/// How the F-measure that is to be expected is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// β: how much more recall counts than precision.
    pub beta: f64,
    /// Standard deviation, in log-odds, of what all probabilities of a page are wrong by together.
    pub doubt: f64,
    /// Words of content beyond those of the blocks; [`Cut::expected`] is without them.
    pub unseen: f64,
}

/// Worlds that expectations are taken over: the medians of fifths of the standard normal distribution.
const WORLDS: [f64; 5] = [-1.2816, -0.5244, 0.0, 0.5244, 1.2816];

/// Odds beyond which a probability is not told from 0 or 1.
const SURE: f64 = 1e6;

/// Cuts where the expected F-measure of words is largest (nan2012, the plug-in rule): of the blocks in order of
/// probability, the first ones with the largest mean over worlds of
/// `(1 + β²) Σ n·q of those kept / (Σ n of those kept + β² (Σ n·q of all + unseen))`. Blocks of one probability stay
/// together. On short pages `unseen` is all that is not expected to be content, `Σ n·(1 − q)`, if that is less.
///
/// What is wrong about one block of a page is mostly wrong about its like: the blocks are content together or not. In
/// each world the log-odds of all blocks are shifted alike, `doubt` being the standard deviation; q is the probability
/// there, whose mean over the worlds is about that given (mackay1992). With a doubt of 0 blocks are independent.
/// O(n log n).
///
/// `order` is a buffer.
pub fn cut(probabilities: &[f32], words: &[u32], expected: Expected, order: &mut Vec<u32>) -> Cut {
    let Expected { beta, doubt, unseen } = expected;
    order.clear();
    order.extend(0..probabilities.len() as u32);
    order.sort_unstable_by(|&a, &b| probabilities[b as usize].total_cmp(&probabilities[a as usize]));
    let square = beta * beta;
    let gold_of = |(&probability, &words): (&f32, &u32)| {
        gold_in_worlds(f64::from(probability), f64::from(words), doubt)
    };
    let gold: Vec<[f64; WORLDS.len()]> = probabilities.iter().zip(words).map(gold_of).collect();
    let mut all = [0.0; WORLDS.len()];
    for &gold in &gold {
        add(&mut all, gold);
    }
    let other = |(&probability, &words): (&f32, &u32)| (1.0 - f64::from(probability)) * f64::from(words);
    let unseen = unseen.min(probabilities.iter().zip(words).map(other).sum());
    let (mut kept_words, mut kept) = (0.0, [0.0; WORLDS.len()]);
    let mut best = Cut::NOTHING;
    let mut best_f = 0.0;
    for (place, &block) in order.iter().enumerate() {
        let block = block as usize;
        kept_words += f64::from(words[block]);
        add(&mut kept, gold[block]);
        let next = order.get(place + 1).map(|&next| probabilities[next as usize]);
        if next == Some(probabilities[block]) || kept_words == 0.0 {
            continue;
        }
        let expected = |unseen: f64| {
            let f = |(kept, all): (f64, f64)| (1.0 + square) * kept / (kept_words + square * (all + unseen));
            kept.into_iter().zip(all).map(f).sum::<f64>() / WORLDS.len() as f64
        };
        let f = expected(unseen);
        if f > best_f {
            best_f = f;
            best = Cut { least: probabilities[block], expected: expected(0.0) as f32 };
        }
    }
    best
}

/// The words of a block that are content, expected in each world.
fn gold_in_worlds(probability: f64, words: f64, doubt: f64) -> [f64; WORLDS.len()] {
    let odds = (probability / (1.0 - probability)).clamp(1.0 / SURE, SURE);
    if doubt == 0.0 || probability <= 0.0 {
        return [words * probability; WORLDS.len()];
    }
    let widened = odds.ln() * (1.0 + std::f64::consts::PI / 8.0 * doubt * doubt).sqrt();
    WORLDS.map(|world| words * logistic(widened + doubt * world))
}

fn add(sums: &mut [f64; WORLDS.len()], values: [f64; WORLDS.len()]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(beta: f64, doubt: f64) -> Expected {
        Expected { beta, doubt, unseen: 0.0 }
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
        let least = |doubt| cut(&probabilities, &words, expected(1.0, doubt), &mut Vec::new()).least;
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
