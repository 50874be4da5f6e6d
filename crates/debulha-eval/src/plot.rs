//! Charts as hand-written SVG. Colours and text sizes are classes of the page around them; charts with a style of
//! their own, for files, are in [`figure`].

pub mod figure;
pub mod reliability;
pub mod roc_pr;

use std::fmt::Write as _;

/// Width and height of a strip of bars, in user units; the page stretches it.
const STRIP: (f64, f64) = (200.0, 36.0);

/// Share of a bar's place that the bar fills.
const BAR_FILL: f64 = 0.86;

/// Smallest visible height of a bar that is not empty, so that single pages can be seen.
const MIN_BAR: f64 = 1.2;

/// Counts values in equal bins over `[0, 1]`; 1 falls into the last bin.
pub fn unit_bins(values: impl IntoIterator<Item = f64>, bins: usize) -> Vec<usize> {
    let mut counts = vec![0; bins];
    for value in values {
        if let Some(last) = bins.checked_sub(1) {
            counts[((value.max(0.0) * bins as f64) as usize).min(last)] += 1;
        }
    }
    counts
}

/// A scale of powers of ten from `low` to `high`, both above 0, as positions in `[0, 1]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogScale {
    low: f64,
    decades: f64,
}

impl LogScale {
    /// The smallest scale of whole decades that holds all positive `values`; `None` without any.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| *value > 0.0 && value.is_finite()) {
            low = low.min(value.log10().floor());
            high = high.max(value.log10().ceil());
        }
        (low <= high).then(|| Self { low, decades: (high - low).max(1.0) })
    }

    /// Position of a value; what lies outside is at an end.
    pub fn position(&self, value: f64) -> f64 {
        ((value.max(f64::MIN_POSITIVE).log10() - self.low) / self.decades).clamp(0.0, 1.0)
    }

    /// The powers of ten of the scale with their positions.
    pub fn ticks(&self) -> Vec<(f64, f64)> {
        (0..=self.decades as i32)
            .map(|i| (10_f64.powi(self.low as i32 + i), f64::from(i) / self.decades))
            .collect()
    }
}

/// A strip of bars, one a count, scaled to the largest, with a tick at a position in `[0, 1]`.
pub fn strip(counts: &[usize], tick: Option<f64>, label: &str) -> String {
    let (width, height) = STRIP;
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let step = width / counts.len().max(1) as f64;
    let mut svg = format!(
        "<svg class=\"strip\" viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{label}\">\
         <line class=\"axis\" x1=\"0\" y1=\"{height}\" x2=\"{width}\" y2=\"{height}\"/>"
    );
    for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let tall = (count as f64 / most * (height - 2.0)).max(MIN_BAR);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{tall:.2}\"/>",
            step * (place as f64 + (1.0 - BAR_FILL) / 2.0),
            height - tall,
            step * BAR_FILL
        );
    }
    if let Some(tick) = tick {
        let x = tick.clamp(0.0, 1.0) * width;
        let _ = write!(svg, "<line class=\"tick\" x1=\"{x:.2}\" y1=\"0\" x2=\"{x:.2}\" y2=\"{height}\"/>");
    }
    svg.push_str("</svg>");
    svg
}

/// A point of a precision–recall chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartPoint {
    /// Recall, horizontal.
    pub recall: f64,
    /// Precision, vertical.
    pub precision: f64,
    /// Short text beside the point.
    pub mark: String,
    /// Text shown on hover; must be escaped.
    pub title: String,
}

/// Frame of the precision–recall chart, in user units.
const CHART: (f64, f64) = (640.0, 420.0);
/// Space for the axes: left, top, right, bottom.
const MARGIN: [f64; 4] = [58.0, 14.0, 40.0, 52.0];
/// Distance of grid lines, and what the axes are rounded to.
const GRID: f64 = 0.1;
/// F1 values whose lines are drawn.
const F1_LINES: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/// Places along the name of such a line that no mark may cover.
const F1_NAME: [f64; 3] = [4.0, 16.0, 28.0];
/// Points of a line of equal F1.
const LINE_STEPS: u32 = 60;
/// Room that a mark needs, to place it beside its point.
const MARK: (f64, f64) = (20.0, 18.0);
/// Places of a mark around its point, first choice first.
const PLACES: [(f64, f64); 8] = [
    (15.0, 0.0),
    (-15.0, 0.0),
    (0.0, -16.0),
    (0.0, 16.0),
    (14.0, -14.0),
    (-14.0, 14.0),
    (14.0, 14.0),
    (-14.0, -14.0),
];
/// Radius of a point.
const DOT: f64 = 5.0;

/// Maps recall and precision to the frame; both axes begin below the least value and end at 1.
struct Axes {
    low: (f64, f64),
}

impl Axes {
    fn around(points: &[ChartPoint]) -> Self {
        let low = |value: fn(&ChartPoint) -> f64| {
            let least = points.iter().map(value).fold(1.0, f64::min);
            ((least / GRID).floor() * GRID).clamp(0.0, 1.0 - 2.0 * GRID)
        };
        Self { low: (low(|point| point.recall), low(|point| point.precision)) }
    }

    fn x(&self, recall: f64) -> f64 {
        MARGIN[0] + (recall - self.low.0) / (1.0 - self.low.0) * (CHART.0 - MARGIN[0] - MARGIN[2])
    }

    fn y(&self, precision: f64) -> f64 {
        CHART.1
            - MARGIN[3]
            - (precision - self.low.1) / (1.0 - self.low.1) * (CHART.1 - MARGIN[1] - MARGIN[3])
    }

    /// Grid, numbers, and the lines of equal F1. Returns where the names of these lines stand.
    fn draw(&self, svg: &mut String) -> Vec<(f64, f64)> {
        let steps =
            |low: f64| (0..=((1.0 - low) / GRID).round() as u32).map(move |i| low + f64::from(i) * GRID);
        let (left, right) = (self.x(self.low.0), self.x(1.0));
        let (bottom, top) = (self.y(self.low.1), self.y(1.0));
        for recall in steps(self.low.0) {
            let x = self.x(recall);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{bottom:.1}\" x2=\"{x:.1}\" y2=\"{top:.1}\"/>\
                 <text class=\"number\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{recall:.1}</text>",
                bottom + 20.0
            );
        }
        for precision in steps(self.low.1) {
            let y = self.y(precision);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"number\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{precision:.1}</text>",
                left - 8.0,
                y + 5.0
            );
        }
        let names = F1_LINES.into_iter().filter_map(|f1| self.draw_f1_line(f1, svg));
        let names = names.flat_map(|(x, y)| F1_NAME.map(|along| (x + along, y))).collect();
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">recall</text>\
             <text class=\"name\" transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">precision</text>",
            left.midpoint(right),
            CHART.1 - 8.0,
            top.midpoint(bottom)
        );
        names
    }

    fn draw_f1_line(&self, f1: f64, svg: &mut String) -> Option<(f64, f64)> {
        let mut path = String::new();
        let mut last = None;
        for i in 0..=LINE_STEPS {
            let recall = self.low.0 + (1.0 - self.low.0) * f64::from(i) / f64::from(LINE_STEPS);
            // F1 = 2PR / (P + R) solved for P; below R = F1 / 2 no precision reaches it.
            let precision = if 2.0 * recall > f1 { f1 * recall / (2.0 * recall - f1) } else { f64::INFINITY };
            if (self.low.1..=1.0).contains(&precision) {
                let (x, y) = (self.x(recall), self.y(precision));
                let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { 'M' } else { 'L' });
                last = Some((x, y));
            }
        }
        let (x, y) = last?;
        let (x, y) = (x + 3.0, (y + 4.0).min(self.y(self.low.1) - 5.0));
        let _ = write!(
            svg,
            "<path class=\"f1\" d=\"{path}\"/><text class=\"f1\" x=\"{x:.1}\" y=\"{y:.1}\">F1 {f1}</text>"
        );
        Some((x, y - 4.0))
    }
}

/// A chart of precision over recall with lines of equal F1.
///
/// Marks are put beside their points where no other mark or point is; a crowd may leave some overlapping.
pub fn precision_recall(points: &[ChartPoint]) -> String {
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"precision over recall\">",
        CHART.0, CHART.1
    );
    draw_precision_recall(points, &mut svg);
    svg.push_str("</svg>");
    svg
}

fn draw_precision_recall(points: &[ChartPoint], svg: &mut String) {
    let axes = Axes::around(points);
    let mut taken = axes.draw(svg);
    let dots: Vec<(f64, f64)> = points.iter().map(|p| (axes.x(p.recall), axes.y(p.precision))).collect();
    taken.extend(&dots);
    for (point, &(x, y)) in points.iter().zip(&dots) {
        let free = |&&(dx, dy): &&(f64, f64)| {
            let apart = |other: &(f64, f64)| {
                (x + dx - other.0).abs() >= MARK.0 * 0.8 || (y + dy - other.1).abs() >= MARK.1 * 0.8
            };
            taken.iter().filter(|other| **other != (x, y)).all(apart)
        };
        let (dx, dy) = *PLACES.iter().find(free).unwrap_or(&PLACES[0]);
        taken.push((x + dx, y + dy));
        let _ = write!(
            svg,
            "<g><title>{}</title><circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{DOT}\"/>\
             <text class=\"mark\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></g>",
            point.title,
            x + dx,
            y + dy + 5.0,
            point.mark
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_and_log_scale() {
        assert_eq!(unit_bins([0.0, 0.24, 0.25, 1.0], 4), [2, 1, 0, 1]);
        assert_eq!(unit_bins([0.5], 0), Vec::<usize>::new());
        let scale = LogScale::around([0.5, 20.0, 0.0]).expect("positive values");
        assert_eq!(scale.ticks().iter().map(|tick| tick.0).collect::<Vec<_>>(), [0.1, 1.0, 10.0, 100.0]);
        assert!((scale.position(1.0) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!((scale.position(0.0), scale.position(1e9)), (0.0, 1.0));
        assert_eq!(LogScale::around([0.0]), None);
        assert_eq!(LogScale::around([1.0]).map(|scale| scale.position(10.0)), Some(1.0));
    }

    #[test]
    fn strip_draws_a_bar_for_each_count() {
        let svg = strip(&[0, 2, 4], Some(0.5), "x");
        assert_eq!(svg.matches("<rect").count(), 2);
        assert!(svg.contains("height=\"17.00\"") && svg.contains("x1=\"100.00\""), "{svg}");
        assert!(!strip(&[], None, "x").contains("NaN"));
    }

    #[test]
    fn marks_of_close_points_do_not_cover_each_other() {
        let point = |recall, mark: &str| ChartPoint {
            recall,
            precision: 0.8,
            mark: mark.into(),
            title: String::new(),
        };
        let svg = precision_recall(&[point(0.9, "1"), point(0.905, "2"), point(0.3, "3")]);
        let place = |mark: &str| {
            let before = svg.split(&format!(">{mark}</text>")).next().unwrap_or_default();
            before.rsplit("x=\"").next().unwrap_or_default().to_owned()
        };
        assert_ne!(place("1"), place("2"));
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains(">F1 0.9</text>") && !svg.contains("NaN"));
    }
}
