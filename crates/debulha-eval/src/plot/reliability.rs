//! Reliability diagrams (guo2017) as files.

use super::figure::{SIZE, axes, escaped, file, level, plot};
use crate::calibration::{BINS, Reliability};
use std::fmt::Write as _;

/// Numbers on both axes.
const STEPS: u32 = 5;

/// Radius of the dot of a bin that holds everything, in user units; areas are in proportion to weights.
const LARGEST_DOT: f64 = 16.0;

/// Radius below which no dot goes, so that each can be seen.
const MIN_DOT: f64 = 2.0;

/// Distance of the line of figures from the plot below it, where no bar reaches.
const ABOVE: f64 = 8.0;

/// Observed shares over predicted ones: a bar a bin, a dot at its means with the area of its weight, and the diagonal on
/// which all would lie if the predictions came true. `unit` names what is weighed, such as `words`.
///
/// ```
/// use debulha_eval::calibration::Reliability;
/// use debulha_eval::plot::reliability::diagram;
///
/// let mut reliability = Reliability::default();
/// reliability.add(0.75, 0.5, 10.0);
/// let svg = diagram("debulha", ["probability", "share of gold words"], "words", &reliability);
/// assert!(svg.contains(">10 words, ECE 0.2500, bias +0.2500</text>"));
/// ```
pub fn diagram(title: &str, names: [&str; 2], unit: &str, reliability: &Reliability) -> String {
    let [left, top, right, bottom] = plot();
    let x = |share: f64| left + share * (right - left);
    let y = |share: f64| bottom - share * (bottom - top);
    let mut svg = String::new();
    for step in 0..=STEPS {
        let share = f64::from(step) / f64::from(STEPS);
        level(&mut svg, y(share), &format!("{share:.1}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{share:.1}</text>",
            x(share),
            bottom + 18.0
        );
    }
    let weight = reliability.weight();
    for bin in reliability.bins() {
        let width = (right - left) / BINS as f64;
        let _ = writeln!(
            svg,
            "<rect class=\"bar\" fill-opacity=\".35\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
             <circle class=\"s0\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\"/>",
            x(bin.from) + 1.0,
            y(bin.observed),
            width - 2.0,
            bottom - y(bin.observed),
            x(bin.predicted),
            y(bin.observed),
            (LARGEST_DOT * (bin.weight / weight).sqrt()).max(MIN_DOT)
        );
    }
    let _ = writeln!(
        svg,
        "<line class=\"level\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    if let (Some(error), Some(bias)) = (reliability.expected_error(), reliability.bias()) {
        let _ = writeln!(
            svg,
            "<text class=\"mark\" x=\"{:.1}\" y=\"{:.1}\">{weight:.0} {}, ECE {error:.4}, bias {bias:+.4}</text>",
            left,
            top - ABOVE,
            escaped(unit)
        );
    }
    axes(&mut svg, names[0], names[1]);
    file(SIZE.0, SIZE.1, title, &svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bin_is_drawn_once_and_nothing_leaves_the_plot() {
        let mut reliability = Reliability::default();
        for step in 0..=20 {
            let share = f64::from(step) / 20.0;
            reliability.add(share, share * share, f64::from(step + 1));
        }
        let svg = diagram("A < B", ["p", "q"], "words", &reliability);
        assert_eq!((svg.matches("<circle").count(), svg.matches("class=\"bar\"").count()), (BINS, BINS));
        assert!(svg.contains("A &lt; B") && !svg.contains("NaN"), "{svg}");
        let [_, top, _, bottom] = plot();
        let heights =
            svg.split("cy=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok());
        assert!(heights.into_iter().all(|y| (top..=bottom).contains(&y)), "{svg}");
    }

    #[test]
    fn without_predictions_there_is_an_empty_plot() {
        let svg = diagram("none", ["p", "q"], "words", &Reliability::default());
        assert!(!svg.contains("ECE") && !svg.contains("NaN") && !svg.contains("<circle"), "{svg}");
    }
}
