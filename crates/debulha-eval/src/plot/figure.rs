//! Charts that stand in a file of their own or in a page, readable on light and on dark grounds.

mod bars;
mod style;

pub use bars::Bars;
use std::fmt::Write as _;

use super::{CHART, ChartPoint, draw_precision_recall};

/// Width and height of a figure, in user units.
pub(super) const SIZE: (f64, f64) = (680.0, 420.0);
/// Space around the plot: left, top, right, bottom.
const MARGIN: [f64; 4] = [58.0, 52.0, 92.0, 56.0];
/// Where the title stands.
const TITLE: f64 = 24.0;
/// Steps of the grid of shares, of which the finest with at most [`MAX_LINES`] lines is taken.
const STEPS: [f64; 5] = [0.01, 0.02, 0.05, 0.1, 0.2];
const MAX_LINES: f64 = 8.0;
/// Least height of a scale of shares, so that noise does not look like an effect.
const MIN_RANGE: f64 = 0.1;
/// Least distance of numbers below the horizontal axis, by character of the longer one.
const CHARACTER: f64 = 7.5;
/// Distance of the names of lines from the plot.
const ASIDE: f64 = 10.0;
/// Least distance of the names of lines.
pub(super) const NAME_HEIGHT: f64 = 16.0;
/// Width of the legend beside a precision–recall chart, height of its lines, and lines of a column.
const LEGEND: (f64, f64) = (340.0, 16.5);
/// Most characters of a name in the legend.
const LEGEND_CHARACTERS: usize = 44;
/// Lines that are told apart by colour.
pub const COLOURS: usize = 7;

/// A file with `inner` on a ground of `width` by `height`, below a title.
pub(super) fn file(width: f64, height: f64, title: &str, inner: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n<style>{}</style>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n\
         <text class=\"title\" x=\"16\" y=\"{TITLE}\">{title}</text>\n{inner}</svg>\n",
        style::style()
    )
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// Left, top, right and bottom of the plot.
pub(super) fn plot() -> [f64; 4] {
    [MARGIN[0], MARGIN[1], SIZE.0 - MARGIN[2], SIZE.1 - MARGIN[3]]
}

/// A horizontal line of the grid with its number.
pub(super) fn level(svg: &mut String, y: f64, number: &str) {
    let [left, _, right, _] = plot();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<line class=\"grid\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>",
        left - 8.0,
        y + 4.5
    );
}

/// The names of the axes and the line that the plot stands on.
pub(super) fn axes(svg: &mut String, horizontal: &str, vertical: &str) {
    let [left, top, right, bottom] = plot();
    let _ = writeln!(
        svg,
        "<line class=\"axis\" x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        left.midpoint(right),
        SIZE.1 - 12.0,
        escaped(horizontal),
        top.midpoint(bottom),
        escaped(vertical)
    );
}

/// Lines of shares over a quantity.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lines {
    /// Heading.
    pub title: String,
    /// Name of the quantity, with its unit.
    pub quantity: String,
    /// Values of the quantity, ascending.
    pub at: Vec<f64>,
    /// Name of each value where it is not the number; a value with an empty name has no mark.
    pub names: Vec<String>,
    /// What the shares are.
    pub shares: String,
    /// Name of each line and its shares, in [0, 1], one a value. [`COLOURS`] lines are told apart.
    pub lines: Vec<(String, Vec<f64>)>,
    /// Names and shares that do not depend on the quantity.
    pub levels: Vec<(String, f64)>,
    /// A value of the quantity that is marked, and how the mark is called.
    pub mark: Option<(f64, String)>,
}

impl Lines {
    /// The chart as a file.
    pub fn svg(&self) -> String {
        let [left, top, right, bottom] = plot();
        let (first, last) = (self.at.first().copied().unwrap_or(0.0), self.at.last().copied().unwrap_or(1.0));
        let width = if last > first { last - first } else { 1.0 };
        let x = |value: f64| left + (value - first) / width * (right - left);
        let on_lines = self.lines.iter().flat_map(|(_, shares)| shares.iter().copied());
        let scale = Shares::around(on_lines.chain(self.levels.iter().map(|&(_, share)| share)));
        let y = |share: f64| bottom - scale.position(share) * (bottom - top);
        let mut svg = String::new();
        for share in scale.levels() {
            level(&mut svg, y(share), &format!("{share:.2}"));
        }
        self.draw_numbers(&mut svg, x);
        if let Some((value, name)) = self.mark.as_ref().filter(|(value, _)| (first..=last).contains(value)) {
            let x = x(*value);
            let _ = writeln!(
                svg,
                "<line class=\"mark\" x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                top - 6.0,
                escaped(name)
            );
        }
        for &(_, share) in &self.levels {
            let y = y(share);
            let _ = writeln!(
                svg,
                "<line class=\"level\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>"
            );
        }
        for (place, (_, shares)) in self.lines.iter().enumerate() {
            let place = place % COLOURS;
            let points: Vec<(f64, f64)> =
                self.at.iter().zip(shares).map(|(&at, &share)| (x(at), y(share))).collect();
            let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let _ = writeln!(svg, "<path class=\"line s{place}\" d=\"M{}\"/>", path.join("L"));
            for (x, y) in points {
                let _ = write!(svg, "<circle class=\"s{place}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>");
            }
        }
        self.draw_names(&mut svg, y);
        axes(&mut svg, &self.quantity, &self.shares);
        let names = self.lines.iter().map(|(name, _)| name).chain(self.levels.iter().map(|(name, _)| name));
        let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
        let width = plot()[2] + 2.0 * ASIDE + CHARACTER * longest as f64;
        file(width.max(SIZE.0), SIZE.1, &self.title, &svg)
    }

    /// The values below the axis, those left out that would touch the one before.
    fn draw_numbers(&self, svg: &mut String, x: impl Fn(f64) -> f64) {
        let bottom = plot()[3];
        let mut end = f64::NEG_INFINITY;
        for (place, &value) in self.at.iter().enumerate() {
            let (at, number) = (x(value), self.names.get(place).cloned().unwrap_or(value.to_string()));
            let half = CHARACTER * number.len() as f64 / 2.0;
            if !number.is_empty() && at - half >= end {
                let _ = writeln!(
                    svg,
                    "<line class=\"axis\" x1=\"{at:.1}\" y1=\"{bottom}\" x2=\"{at:.1}\" y2=\"{:.1}\"/>\
                     <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
                    bottom + 4.0,
                    bottom + 18.0
                );
                end = at + half + CHARACTER / 2.0;
            }
        }
    }

    /// The name of each line and level at its right end, pushed down where two would touch, and up where they would
    /// leave the plot.
    fn draw_names(&self, svg: &mut String, y: impl Fn(f64) -> f64) {
        let mut ends: Vec<(f64, &str, String)> = Vec::new();
        for (place, (name, shares)) in self.lines.iter().enumerate() {
            let class = format!("line s{}", place % COLOURS);
            ends.extend(shares.last().map(|&share| (y(share), name.as_str(), class)));
        }
        ends.extend(self.levels.iter().map(|(name, share)| (y(*share), name.as_str(), "level".to_owned())));
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut last = f64::NEG_INFINITY;
        for (y, ..) in &mut ends {
            last = y.max(last + NAME_HEIGHT);
            *y = last;
        }
        let mut next = plot()[3] + NAME_HEIGHT / 2.0;
        for (y, ..) in ends.iter_mut().rev() {
            next = y.min(next - NAME_HEIGHT / 2.0);
            *y = next;
            next -= NAME_HEIGHT / 2.0;
        }
        for (y, name, class) in ends {
            let _ = writeln!(
                svg,
                "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                plot()[2] + ASIDE,
                y + 4.5,
                escaped(name)
            );
        }
    }
}

/// A scale of shares between round ends.
struct Shares {
    low: f64,
    high: f64,
    step: f64,
}

impl Shares {
    fn around(shares: impl Iterator<Item = f64>) -> Self {
        let (low, high) =
            shares.fold((1.0_f64, 0.0_f64), |(low, high), share| (low.min(share), high.max(share)));
        let low = low.min(high - MIN_RANGE).max(0.0);
        let high = high.max(low + MIN_RANGE);
        let step = STEPS.into_iter().find(|step| (high - low) / step <= MAX_LINES).unwrap_or(STEPS[4]);
        Self { low: (low / step).floor() * step, high: ((high / step).ceil() * step).min(1.0), step }
    }

    fn position(&self, share: f64) -> f64 {
        (share - self.low) / (self.high - self.low)
    }

    fn levels(&self) -> impl Iterator<Item = f64> {
        let steps = ((self.high - self.low) / self.step).round() as u32;
        let (low, step) = (self.low, self.step);
        (0..=steps).map(move |i| low + f64::from(i) * step)
    }
}

/// How many pages, or others, have how much: bars over a scale of powers of ten.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// Heading.
    pub title: String,
    /// Name of the quantity, with its unit.
    pub quantity: String,
    /// What is counted.
    pub counted: String,
    /// Power of ten that the first bar begins at.
    pub from: i32,
    /// Bars between two powers of ten.
    pub bars_per_decade: u32,
    /// How many a bar.
    pub counts: Vec<usize>,
    /// Values that are marked, and how the marks are called.
    pub marks: Vec<(f64, String)>,
}

impl Histogram {
    /// The chart as a file.
    pub fn svg(&self) -> String {
        let [left, top, right, bottom] = plot();
        let most = self.counts.iter().copied().max().unwrap_or(0).max(1);
        let decades = self.counts.len() as f64 / f64::from(self.bars_per_decade.max(1));
        let step = (right - left) / self.counts.len().max(1) as f64;
        let x = |value: f64| left + (value.log10() - f64::from(self.from)) / decades * (right - left);
        let round = round_step(most);
        let y = |count: usize| bottom - count as f64 / (most.div_ceil(round) * round) as f64 * (bottom - top);
        let mut svg = String::new();
        for count in (0..=most.div_ceil(round)).map(|i| i * round) {
            level(&mut svg, y(count), &count.to_string());
        }
        for (place, &count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let _ = writeln!(
                svg,
                "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                left + step * place as f64 + 1.0,
                y(count),
                step - 2.0,
                bottom - y(count)
            );
        }
        for power in self.from..=self.from + decades.floor() as i32 {
            let at = x(10_f64.powi(power));
            let _ = writeln!(
                svg,
                "<line class=\"axis\" x1=\"{at:.1}\" y1=\"{bottom}\" x2=\"{at:.1}\" y2=\"{:.1}\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 4.0,
                bottom + 18.0,
                10_f64.powi(power)
            );
        }
        for (i, (value, name)) in self.marks.iter().enumerate() {
            let (at, anchor) = (x(*value), if i == 0 { "end" } else { "start" });
            let aside = if i == 0 { -5.0 } else { 5.0 };
            let _ = writeln!(
                svg,
                "<line class=\"mark\" x1=\"{at:.1}\" y1=\"{:.1}\" x2=\"{at:.1}\" y2=\"{bottom}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                top - 14.0,
                at + aside,
                top - 5.0,
                escaped(name)
            );
        }
        axes(&mut svg, &self.quantity, &self.counted);
        file(SIZE.0, SIZE.1, &self.title, &svg)
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … that needs at most [`MAX_LINES`] lines up to `most`.
fn round_step(most: usize) -> usize {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        let decade = 10_usize.pow(step.to_string().len() as u32 - 1);
        if most as f64 / step as f64 <= MAX_LINES {
            break;
        }
        step = decade * factor;
    }
    step
}

/// Precision over recall with a legend: points are numbered in the order given.
///
/// `mark` of the points is replaced; the legend says `title`.
pub fn precision_recall_file(title: &str, points: &[ChartPoint]) -> String {
    let height = (CHART.1 + TITLE + 8.0).max(MARGIN[1] + LEGEND.1 * points.len() as f64 + 12.0);
    let numbered: Vec<ChartPoint> = points
        .iter()
        .enumerate()
        .map(|(i, point)| ChartPoint {
            mark: (i + 1).to_string(),
            title: escaped(&point.title),
            ..point.clone()
        })
        .collect();
    let mut svg = format!("<g transform=\"translate(0 {})\">", TITLE + 8.0);
    draw_precision_recall(&numbered, &mut svg);
    svg.push_str("</g>\n");
    for (i, point) in numbered.iter().enumerate() {
        let mut name: String = point.title.chars().take(LEGEND_CHARACTERS).collect();
        if name.len() < point.title.len() {
            name.push('…');
        }
        let y = MARGIN[1] + LEGEND.1 * i as f64;
        let _ = writeln!(
            svg,
            "<text class=\"mark\" x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>\
             <text x=\"{:.1}\" y=\"{y:.1}\">{name}</text>",
            CHART.0 + 26.0,
            point.mark,
            CHART.0 + 34.0
        );
    }
    file(CHART.0 + LEGEND.0, height, title, &svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lines_do_not_touch_and_numbers_are_left_out_where_crowded() {
        let lines = Lines {
            title: "A < B".into(),
            quantity: "α0".into(),
            at: vec![0.0, 1.0, 2.0, 100.0],
            lines: vec![("P".into(), vec![0.90; 4]), ("R".into(), vec![0.901; 4])],
            levels: vec![("a level with a long name".into(), 0.8)],
            mark: Some((2.0, "default".into())),
            ..Lines::default()
        };
        let svg = lines.svg();
        assert!(svg.contains("A &lt; B") && svg.contains(">default</text>") && !svg.contains("NaN"), "{svg}");
        assert!(!svg.contains(">1</text>") && svg.contains(">100</text>"), "{svg}");
        let height = |name: &str| -> f64 {
            let before = svg.split(&format!("\">{name}</text>")).next().unwrap_or_default();
            before.rsplit("y=\"").next().and_then(|y| y.parse().ok()).unwrap_or(f64::NAN)
        };
        assert!((height("P") - height("R")).abs() >= NAME_HEIGHT - 0.2, "{svg}");
        assert!(height("a level with a long name") <= plot()[3] + 4.5, "{svg}");
    }

    #[test]
    fn shares_have_round_ends() {
        let scale = Shares::around([0.813, 0.871].into_iter());
        let levels: Vec<String> = scale.levels().map(|level| format!("{level:.2}")).collect();
        assert_eq!(levels, ["0.76", "0.78", "0.80", "0.82", "0.84", "0.86", "0.88"]);
    }

    #[test]
    fn histogram_marks_values_on_its_scale() {
        assert_eq!([1, 8, 9, 17, 41, 90, 479].map(round_step), [1, 1, 2, 5, 10, 20, 100]);
        let histogram = Histogram {
            title: "x".into(),
            quantity: "ms".into(),
            counted: "pages".to_owned(),
            from: -1,
            bars_per_decade: 2,
            counts: vec![0, 3, 1, 0],
            marks: vec![(1.0, "median".into())],
        };
        let svg = histogram.svg();
        assert_eq!(svg.matches("class=\"bar\"").count(), 2);
        assert!(svg.contains(">0.1</text>") && svg.contains(">10</text>") && !svg.contains("NaN"), "{svg}");
    }
}
