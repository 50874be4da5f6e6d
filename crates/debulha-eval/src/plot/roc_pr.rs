//! ROC and precision–recall curves of classifiers, as files.

use super::figure::{COLOURS, NAME_HEIGHT, SIZE, axes, escaped, file, level, plot};
use debulha_learn::evaluate::{Curve, CurvePoint};
use std::fmt::Write as _;

/// Numbers on both axes.
const STEPS: u32 = 5;

/// Points drawn between two thresholds of a precision–recall curve, which is no straight line there.
const BETWEEN: u32 = 8;

/// Least distance of two points that are drawn, in user units.
const MIN_STEP: f64 = 0.5;

/// ROC curves, each with its name and area, over the diagonal of chance.
///
/// ```
/// use debulha_eval::plot::roc_pr::roc;
/// use debulha_learn::evaluate::Curve;
///
/// let curve = Curve::new(&[0.9, 0.8, 0.3], &[true, false, false]);
/// let svg = roc("adverts", &[("c45".to_owned(), curve)]);
/// assert!(svg.contains(">c45, area 1.0000</text>"));
/// ```
pub fn roc(title: &str, curves: &[(String, Curve)]) -> String {
    let lines: Vec<CurveLine> = curves
        .iter()
        .map(|(name, curve)| CurveLine { name, area: curve.roc_area(), points: curve.roc() })
        .collect();
    let (x, y) = (horizontal, vertical);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<line class=\"level\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    chart(title, ["false positive rate", "true positive rate"], svg, &lines)
}

/// Precision–recall curves, each with its name and area. Between two thresholds rows come in at an even rate
/// (davis2006).
///
/// ```
/// use debulha_eval::plot::roc_pr::precision_recall;
/// use debulha_learn::evaluate::Curve;
///
/// let curve = Curve::new(&[0.5; 4], &[true, false, false, false]);
/// let svg = precision_recall("adverts", &[("chance".to_owned(), curve)]);
/// assert!(svg.contains(">chance, area 0.2500</text>"));
/// ```
pub fn precision_recall(title: &str, curves: &[(String, Curve)]) -> String {
    let lines: Vec<CurveLine> = curves
        .iter()
        .map(|(name, curve)| CurveLine {
            name,
            area: curve.precision_recall_area(),
            points: interpolated(&curve.points),
        })
        .collect();
    chart(title, ["recall", "precision"], String::new(), &lines)
}

struct CurveLine<'a> {
    name: &'a str,
    area: Option<f64>,
    points: Vec<(f64, f64)>,
}

/// Recall and precision on the way from each threshold to the next.
fn interpolated(points: &[CurvePoint]) -> Vec<(f64, f64)> {
    let there = points.last().map_or(0.0, |last| f64::from(last.true_positives)).max(1.0);
    let mut found: Vec<(f64, f64)> = Vec::new();
    for pair in points.windows(2) {
        for step in 1..=BETWEEN {
            let part = f64::from(step) / f64::from(BETWEEN);
            let at = |from: u32, to: u32| f64::from(from) + part * (f64::from(to) - f64::from(from));
            let right = at(pair[0].true_positives, pair[1].true_positives);
            let wrong = at(pair[0].false_positives, pair[1].false_positives);
            let precision = right / (right + wrong);
            if found.is_empty() {
                found.push((0.0, precision));
            }
            found.push((right / there, precision));
        }
    }
    found
}

fn horizontal(share: f64) -> f64 {
    let [left, _, right, _] = plot();
    left + share * (right - left)
}

fn vertical(share: f64) -> f64 {
    let [_, top, _, bottom] = plot();
    bottom - share * (bottom - top)
}

fn chart(title: &str, names: [&str; 2], mut svg: String, lines: &[CurveLine<'_>]) -> String {
    let [_, _, right, bottom] = plot();
    for step in 0..=STEPS {
        let share = f64::from(step) / f64::from(STEPS);
        level(&mut svg, vertical(share), &format!("{share:.1}"));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{share:.1}</text>",
            horizontal(share),
            bottom + 18.0
        );
    }
    for (place, line) in lines.iter().enumerate() {
        let colour = place % COLOURS;
        let _ = writeln!(svg, "<path class=\"line s{colour}\" d=\"{}\"/>", path(&line.points));
        let area = line.area.map_or(String::new(), |area| format!(", area {area:.4}"));
        let _ = writeln!(
            svg,
            "<text class=\"line s{colour}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}{area}</text>",
            right - 10.0,
            bottom - 10.0 - NAME_HEIGHT * (lines.len() - 1 - place) as f64,
            escaped(line.name)
        );
    }
    axes(&mut svg, names[0], names[1]);
    file(SIZE.0, SIZE.1, title, &svg)
}

/// The first point, the last, and those between that are far enough apart to be seen.
fn path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let mut last = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for (place, &(x, y)) in points.iter().enumerate() {
        let (x, y) = (horizontal(x), vertical(y));
        let is_seen = (x - last.0).abs() + (y - last.1).abs() >= MIN_STEP;
        if is_seen || place + 1 == points.len() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { 'M' } else { 'L' });
            last = (x, y);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_of_many_rows_stay_small() {
        let probabilities: Vec<f64> = (0..20_000).map(f64::from).collect();
        let is_class: Vec<bool> = (0..20_000).map(|row| row % 3 == 0).collect();
        let curve = ("a & b".to_owned(), Curve::new(&probabilities, &is_class));
        for svg in
            [roc("x", std::slice::from_ref(&curve)), precision_recall("x", std::slice::from_ref(&curve))]
        {
            assert!(svg.len() < 60_000 && !svg.contains("NaN") && svg.contains("a &amp; b"), "{}", svg.len());
        }
    }

    #[test]
    fn without_rows_there_is_a_frame() {
        let empty = ("none".to_owned(), Curve::new(&[], &[]));
        assert!(roc("x", std::slice::from_ref(&empty)).contains(">none</text>"));
        assert!(!precision_recall("x", &[empty]).contains("NaN"));
    }

    #[test]
    fn precision_falls_along_a_curve() {
        let probabilities = [0.9, 0.5, 0.5, 0.5];
        let points = interpolated(&Curve::new(&probabilities, &[true, true, false, false]).points);
        assert_eq!((points[0], points[BETWEEN as usize]), ((0.0, 1.0), (0.5, 1.0)));
        // Half way of one right and two wrong rows: 1.5 of 2.5.
        assert_eq!(points[BETWEEN as usize + BETWEEN as usize / 2], (0.75, 0.6));
        assert_eq!(points.last(), Some(&(1.0, 0.5)));
    }
}
