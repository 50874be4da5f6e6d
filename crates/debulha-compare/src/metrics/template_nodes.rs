//! M5, template nodes: which nodes of a page come from the site's template.

use std::collections::BTreeSet;

use super::Prf;

/// Compares the template nodes of one page, by id; order and repetitions do not matter.
///
/// The positive class is the template, not the content. No template on both sides: 1; on one side: 0.
/// A site's score is [`Prf::mean`] over its pages.
pub fn template_nodes(predicted: &[u32], gold: &[u32]) -> Prf {
    let set = |ids: &[u32]| ids.iter().copied().collect::<BTreeSet<_>>();
    let (predicted, gold) = (set(predicted), set(gold));
    Prf::from_overlap(predicted.intersection(&gold).count(), predicted.len(), gold.len())
}

/// Scores the baseline that calls each of the page's `nodes` template, `template` of which are.
///
/// Report it beside every M5 score: with a template share s it has F1 2s / (1 + s).
pub fn everything_is_template(nodes: usize, template: usize) -> Prf {
    Prf::from_overlap(template, nodes, template)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Template shares of the printed test pages, in per cent.
    const BLOGS: [f64; 20] = [
        92.96, 20.53, 98.41, 42.11, 90.87, 89.77, 95.16, 50.24, 93.33, 87.42, 94.55, 89.24, 92.97, 91.71,
        87.36, 40.74, 62.77, 80.49, 42.32, 77.38,
    ];
    const NEWS: [f64; 20] = [
        54.17, 93.55, 87.86, 83.18, 70.83, 91.16, 52.34, 88.93, 96.85, 81.73, 73.47, 91.23, 67.12, 62.30,
        73.64, 82.99, 65.28, 81.22, 90.48, 74.44,
    ];

    /// The printed rows "c = 1" (P .76, R 1.00, F .84 and .78, 1.00, .87) are this baseline.
    #[test]
    fn baseline_of_the_printed_pages() {
        for (shares, precision, f1) in [(BLOGS, 0.7602, 0.8403), (NEWS, 0.7814, 0.8713)] {
            let pages = shares.map(|share| everything_is_template(10_000, (share * 100.0).round() as usize));
            let mean = Prf::mean(&pages).unwrap();
            assert!((mean.precision - precision).abs() < 5e-5, "{mean:?}");
            assert!((mean.f1 - f1).abs() < 5e-5, "{mean:?}");
            assert_eq!(mean.recall, 1.0);
        }
    }

    #[test]
    fn worked_example() {
        let score = template_nodes(&[3, 1, 2, 2], &[2, 3, 4, 5]);
        assert_eq!((score.precision, score.recall), (2.0 / 3.0, 0.5));
    }

    #[test]
    fn pages_without_template() {
        assert_eq!(template_nodes(&[], &[]), Prf::PERFECT);
        assert_eq!(everything_is_template(7, 0).f1, 0.0);
    }
}
