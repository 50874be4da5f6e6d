//! Which rows to keep, given the probability of each.

/// The rows of highest probability, as many as make the expected F1 of their words the largest:
/// 2 · Σ n·p of those kept / (Σ n of those kept + Σ n·p of all). Most probable first. O(n log n).
///
/// ```
/// use debulha_learn::evaluate::best_expected_f1;
///
/// assert_eq!(best_expected_f1(&[0.2, 0.6, 0.9], &[4, 10, 10]), [2, 1]);
/// ```
///
/// # Panics
/// If there are fewer or more words than probabilities.
pub fn best_expected_f1(content: &[f64], words: &[u32]) -> Vec<usize> {
    assert_eq!(content.len(), words.len(), "words of each row");
    let mut order: Vec<usize> = (0..content.len()).collect();
    order.sort_by(|&a, &b| content[b].total_cmp(&content[a]));
    let expected = |row: usize| f64::from(words[row]) * content[row];
    let all: f64 = (0..content.len()).map(expected).sum();
    let (mut kept_words, mut kept_gold, mut best) = (0.0, 0.0, (0.0, 0));
    for (place, &row) in order.iter().enumerate() {
        kept_words += f64::from(words[row]);
        kept_gold += expected(row);
        let f1 = 2.0 * kept_gold / (kept_words + all);
        if f1 > best.0 {
            best = (f1, place + 1);
        }
    }
    order.truncate(best.1);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_has_the_best_expected_f1() {
        // Keeping the second row: 2 · 9.5 / (15 + 9.9); without: 2 · 9 / (10 + 9.9).
        assert_eq!(best_expected_f1(&[0.9, 0.1, 0.1], &[10, 4, 5]), [0]);
        assert_eq!(best_expected_f1(&[0.2, 0.6, 0.9], &[4, 10, 10]), [2, 1]);
        assert_eq!(best_expected_f1(&[0.0, 0.0], &[4, 10]), [0; 0]);
    }
}
