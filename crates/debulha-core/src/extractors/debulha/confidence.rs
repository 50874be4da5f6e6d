//! How good an answer is held to be: the word F1 that held-out pages with answers like it reach.
//!
//! The expected F of the cut knows each block's probability alone. It is too low on pages that are plain, and too high where
//! text is left out amid what is kept, as such answers have holes that nobody wants. A logistic regression of the word F1
//! reached on these two corrects both.

use crate::classify::linear::logistic;

/// The regression, found on pages of `wcxb-dev` and `fundus`, each judged by a model that has not seen its site (our decision).
const BASE: f64 = 1.08;

/// What the log-odds of the expected F are multiplied by there.
const SLOPE: f64 = 0.66;

/// What the share of words left out amid those kept is multiplied by there.
const HOLES: f64 = -1.29;

/// Expected F beyond which it is not told from 0 or 1.
const SURE: f64 = 0.01;

/// The word F1 to be expected of an answer, 0 to 1, by the cut's expected F and, by block, whether it is kept and its words. 0 where
/// nothing is kept. O(blocks).
pub fn confidence(expected: f32, kept: &[bool], words: &[u32]) -> f32 {
    let f = f64::from(expected).clamp(SURE, 1.0 - SURE);
    let odds = (f / (1.0 - f)).ln();
    match hole_share(kept, words) {
        Some(holes) => logistic(BASE + SLOPE * odds + HOLES * holes) as f32,
        None => 0.0,
    }
}

/// Words of the blocks that are left out between the first and the last that are kept, by all words there; `None` where nothing
/// is kept.
fn hole_share(kept: &[bool], words: &[u32]) -> Option<f64> {
    let first = kept.iter().position(|&kept| kept)?;
    let last = kept.iter().rposition(|&kept| kept)?;
    let amid = kept[first..=last].iter().zip(&words[first..=last]);
    let (mut all, mut holes) = (0.0, 0.0);
    for (&kept, &words) in amid {
        all += f64::from(words);
        holes += if kept { 0.0 } else { f64::from(words) };
    }
    Some(holes / f64::max(all, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_lower_it() {
        let whole = confidence(0.97, &[false, true, true, true, false], &[90, 40, 20, 40, 90]);
        let with_hole = confidence(0.97, &[false, true, false, true, false], &[90, 40, 20, 40, 90]);
        let odds = (0.97_f64 / 0.03).ln();
        assert!((f64::from(whole) - logistic(BASE + SLOPE * odds)).abs() < 1e-6);
        assert!((f64::from(with_hole) - logistic(BASE + SLOPE * odds + HOLES * 0.2)).abs() < 1e-6);
        assert!(with_hole < whole);
    }

    #[test]
    fn nothing_kept_is_nothing_to_trust() {
        assert!(confidence(0.0, &[false, false], &[3, 4]) == 0.0);
        assert!(confidence(0.0, &[], &[]) == 0.0);
        assert!(confidence(1.0, &[true], &[0]) < 1.0);
    }
}
