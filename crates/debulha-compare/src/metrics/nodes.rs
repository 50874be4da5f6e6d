//! M4, node level: a confusion matrix over nodes, noise against content.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::{Prf, f1, ratio};

/// Nodes by gold class and predicted class; matrices of several pages add up with `+=`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeConfusion {
    /// Noise labelled noise.
    pub noise_as_noise: usize,
    /// Noise labelled content.
    pub noise_as_content: usize,
    /// Content labelled content.
    pub content_as_content: usize,
    /// Content labelled noise.
    pub content_as_noise: usize,
}

impl NodeConfusion {
    /// Counts the nodes of one page; `predicted` and `gold` are the content nodes.
    ///
    /// Order and repetitions do not matter; ids that are not in `nodes` are left out.
    pub fn of(nodes: &[u32], predicted: &[u32], gold: &[u32]) -> Self {
        let set = |ids: &[u32]| ids.iter().copied().collect::<BTreeSet<_>>();
        let (predicted, gold) = (set(predicted), set(gold));
        let mut counts = Self::default();
        for node in set(nodes) {
            *match (gold.contains(&node), predicted.contains(&node)) {
                (false, false) => &mut counts.noise_as_noise,
                (false, true) => &mut counts.noise_as_content,
                (true, true) => &mut counts.content_as_content,
                (true, false) => &mut counts.content_as_noise,
            } += 1;
        }
        counts
    }

    /// Scores of the content class: the ones to report.
    pub fn content(&self) -> Prf {
        class(self.content_as_content, self.noise_as_content, self.content_as_noise)
    }

    /// Scores of the noise class.
    pub fn noise(&self) -> Prf {
        class(self.noise_as_noise, self.content_as_noise, self.noise_as_content)
    }

    /// Averages of both classes weighted by their gold nodes, as Weka prints them; 0 without nodes.
    ///
    /// Where noise abounds these stay high whatever happens to the content; see [`Self::all_noise`].
    pub fn weighted(&self) -> Prf {
        let (noise_nodes, content_nodes) = self.support();
        let (noise, content) = (self.noise(), self.content());
        let weigh = |noise: f64, content: f64| {
            let nodes = noise_nodes + content_nodes;
            ratio(noise_nodes, nodes) * noise + ratio(content_nodes, nodes) * content
        };
        Prf {
            precision: weigh(noise.precision, content.precision),
            recall: weigh(noise.recall, content.recall),
            f1: weigh(noise.f1, content.f1),
        }
    }

    /// The matrix of the baseline that answers "noise" for every node; print its scores beside the system's.
    #[must_use]
    pub fn all_noise(&self) -> Self {
        let (noise_nodes, content_nodes) = self.support();
        Self { noise_as_noise: noise_nodes, content_as_noise: content_nodes, ..Self::default() }
    }

    /// Gold nodes of the noise and of the content class.
    fn support(&self) -> (usize, usize) {
        (self.noise_as_noise + self.noise_as_content, self.content_as_content + self.content_as_noise)
    }
}

impl AddAssign for NodeConfusion {
    fn add_assign(&mut self, page: Self) {
        self.noise_as_noise += page.noise_as_noise;
        self.noise_as_content += page.noise_as_content;
        self.content_as_content += page.content_as_content;
        self.content_as_noise += page.content_as_noise;
    }
}

/// Scores of one class. Unlike the text metrics an empty denominator always gives 0, as in Weka: a class that
/// is never predicted has precision 0.
fn class(hits: usize, false_alarms: usize, misses: usize) -> Prf {
    let (precision, recall) = (ratio(hits, hits + false_alarms), ratio(hits, hits + misses));
    Prf { precision, recall, f1: f1(precision, recall) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One printed row.
    struct Printed {
        site: &'static str,
        /// Noise as noise, noise as content, content as content, content as noise.
        counts: [usize; 4],
        /// Weighted precision, recall and F1 in per cent, as printed.
        weighted: [f64; 3],
        /// Precision, recall and F1 of the content class, which follow.
        content: [f64; 3],
    }

    const fn row(site: &'static str, counts: [usize; 4], weighted: [f64; 3], content: [f64; 3]) -> Printed {
        Printed { site, counts, weighted, content }
    }

    const BOOK: Printed = row("book", [15438, 9, 11, 266], [97.5, 98.3, 97.5], [0.550, 0.040, 0.074]);

    const PRINTED: [Printed; 9] = [
        row("e4s", [44488, 147, 915, 592], [98.3, 98.4, 98.3], [0.862, 0.607, 0.712]),
        row("missing", [30576, 0, 27, 104], [99.7, 99.7, 99.6], [1.000, 0.206, 0.342]),
        row("pubs", [15946, 0, 6, 28], [99.8, 99.8, 99.8], [1.000, 0.176, 0.300]),
        row("drinkgenius", [30835, 2, 331, 61], [99.8, 99.8, 99.8], [0.994, 0.844, 0.913]),
        row("onlinerace", [62304, 172, 255, 306], [99.2, 99.2, 99.2], [0.597, 0.455, 0.516]),
        row("posteritati", [31005, 3, 46, 96], [99.7, 99.7, 99.6], [0.939, 0.324, 0.482]),
        BOOK,
        row("career", [119_437, 1563, 4076, 370], [98.7, 98.5, 98.5], [0.723, 0.917, 0.808]),
        row("mldb", [14789, 632, 1281, 109], [96.6, 95.6, 95.9], [0.670, 0.922, 0.776]),
    ];

    fn matrix([rr, rc, cc, cr]: [usize; 4]) -> NodeConfusion {
        NodeConfusion {
            noise_as_noise: rr,
            noise_as_content: rc,
            content_as_content: cc,
            content_as_noise: cr,
        }
    }

    #[test]
    fn printed_confusion_matrices() {
        for Printed { site, counts, weighted, content } in PRINTED {
            let found = matrix(counts);
            let near = |score: Prf, expected: [f64; 3], scale: f64, half_digit: f64| {
                for (got, want) in [score.precision, score.recall, score.f1].into_iter().zip(expected) {
                    assert!((got * scale - want).abs() <= half_digit, "{site}: {got} for {want}");
                }
            };
            near(found.weighted(), weighted, 100.0, 0.0501);
            near(found.content(), content, 1.0, 0.000_501);
        }
    }

    #[test]
    fn always_noise_looks_good_when_weighted() {
        let book = matrix(BOOK.counts).all_noise();
        assert!((book.weighted().recall - 0.982).abs() < 5e-4);
        assert_eq!((book.content().precision, book.content().recall, book.content().f1), (0.0, 0.0, 0.0));
    }

    #[test]
    fn counted_from_ids() {
        let mut counts = NodeConfusion::of(&[1, 2, 3, 4, 4], &[2, 3], &[3, 4, 99]);
        assert_eq!(counts, matrix([1, 1, 1, 1]));
        counts += matrix([1, 0, 0, 0]);
        assert_eq!(counts.noise_as_noise, 2);
        assert_eq!(NodeConfusion::default().weighted().f1, 0.0);
    }
}
