//! Which blocks of a page are kept: those whose expected F1 is largest together.

/// What is kept of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cut {
    /// Probability from which on blocks are kept; above 1 where none is.
    pub least: f32,
    /// The expected F of what is kept, 0 to 1.
    pub expected: f32,
}

/// Cuts where the expected F-measure of words is largest (nan2012, the plug-in rule): of the blocks in order of
/// probability, the first ones with the largest `(1 + β²) Σ n·p of those kept / (Σ n of those kept + β² Σ n·p of all)`.
/// Blocks of one probability stay together. O(n log n).
///
/// `order` is a buffer.
pub fn cut(probabilities: &[f32], words: &[u32], beta: f64, order: &mut Vec<u32>) -> Cut {
    order.clear();
    order.extend(0..probabilities.len() as u32);
    order.sort_unstable_by(|&a, &b| probabilities[b as usize].total_cmp(&probabilities[a as usize]));
    let expected = |block: usize| f64::from(words[block]) * f64::from(probabilities[block]);
    let all: f64 = (0..words.len()).map(expected).sum();
    let square = beta * beta;
    let (mut kept_words, mut kept_gold) = (0.0, 0.0);
    let mut best = Cut { least: f32::INFINITY, expected: 0.0 };
    let mut best_f = 0.0;
    for (place, &block) in order.iter().enumerate() {
        let block = block as usize;
        kept_words += f64::from(words[block]);
        kept_gold += expected(block);
        let next = order.get(place + 1).map(|&next| probabilities[next as usize]);
        if next == Some(probabilities[block]) || kept_words == 0.0 {
            continue;
        }
        let f = (1.0 + square) * kept_gold / (kept_words + square * all);
        if f > best_f {
            best_f = f;
            best = Cut { least: probabilities[block], expected: f as f32 };
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_has_the_best_expected_f1() {
        let least =
            |probabilities: &[f32], words: &[u32]| cut(probabilities, words, 1.0, &mut Vec::new()).least;
        // Keeping the second block: 2 · 9.5 / (15 + 9.9); without: 2 · 9 / (10 + 9.9).
        assert_eq!(least(&[0.9, 0.1, 0.1], &[10, 4, 5]), 0.9);
        assert_eq!(least(&[0.2, 0.6, 0.9], &[4, 10, 10]), 0.6);
        assert_eq!(least(&[0.0, 0.0], &[4, 10]), f32::INFINITY);
        assert_eq!(least(&[], &[]), f32::INFINITY);
    }

    #[test]
    fn a_larger_beta_keeps_more() {
        let least = |beta| cut(&[0.9, 0.5, 0.2], &[10, 10, 10], beta, &mut Vec::new()).least;
        assert_eq!((least(0.3), least(1.0), least(3.0)), (0.9, 0.5, 0.2));
    }
}
