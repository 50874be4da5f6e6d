//! Blocks that stand alike are kept or left out together.

use crate::classify::linear::logistic;
use crate::page::Page;

/// Largest distance of a probability from 0 and 1 that is looked at (our decision), so that log-odds are finite.
pub const SURE: f64 = 1e-6;

/// How far the log-odds of blocks that stand alike are drawn to their mean (our decision: on `wcxb-dev` a quarter to all of
/// the way are alike).
pub const SHARE: f64 = 0.5;

/// Draws the log-odds of each block in a record towards the mean of those of its region that stand alike (same names and
/// first classes on three levels), such as all prices of a shop's cards: `share` of the way, 0 to 1. O(blocks).
pub fn smooth_alike(shown: &Page<'_>, probabilities: &mut [f32], share: f64) {
    let alike = &shown.alike_blocks().outer;
    let log_odds = |probability: f32| {
        let probability = f64::from(probability).clamp(SURE, 1.0 - SURE);
        (probability / (1.0 - probability)).ln()
    };
    let odds: Vec<f64> = probabilities.iter().map(|&probability| log_odds(probability)).collect();
    let means = alike.means(|row| odds[row]);
    for (row, class) in alike.iter() {
        probabilities[row] = logistic((1.0 - share) * odds[row] + share * means[class]) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn cards_decide_together_and_others_alone() {
        let card = "<div class=card><h3>Scythe of ash wood</h3><i>$30</i></div>";
        let doc = parse(&format!("<p>one two<section>{card}{card}{card}"), &Limits::default()).document;
        let page = Page::new(&doc);
        let mut all = [0.9, 0.5, 0.2, 0.5, 0.2, 0.5, 0.8];
        assert_eq!(page.text_blocks().blocks().len(), all.len());
        smooth_alike(&page, &mut all, 1.0);
        assert_eq!((all[0], all[1], all[2], all[4]), (0.9, 0.5, all[6], all[6]));
        assert!(all[2] > 0.2 && all[6] < 0.5);
    }
}
