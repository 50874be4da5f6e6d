//! Bars from left to right, one a name.

use super::{ASIDE, CHARACTER, file};
use std::fmt::Write as _;

/// Height of a bar's place, and of the bar.
const PLACE: (f64, f64) = (22.0, 14.0);
/// Where the first bar's place begins.
const TOP: f64 = 62.0;
/// Width of the longest bar.
const LONGEST: f64 = 340.0;
/// Space at both sides.
const SIDE: f64 = 16.0;
/// Least visible width of a bar that is not 0.
const LEAST: f64 = 1.0;

/// Quantities by name, such as how much each feature of a classifier is worth.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bars {
    /// Heading.
    pub title: String,
    /// What is shown, with its unit.
    pub quantity: String,
    /// Name, quantity and how it is written, from top to bottom. Quantities below 0 have no bar.
    pub bars: Vec<(String, f64, String)>,
}

impl Bars {
    /// The chart as a file.
    pub fn svg(&self) -> String {
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| text.chars().count()).max().unwrap_or(0) as f64 * CHARACTER
        };
        let left = SIDE + widest(&mut self.bars.iter().map(|bar| &bar.0)) + ASIDE;
        let right = left + LONGEST + ASIDE + widest(&mut self.bars.iter().map(|bar| &bar.2)) + SIDE;
        let title =
            2.0 * SIDE + CHARACTER * self.title.chars().count().max(self.quantity.chars().count()) as f64;
        let most = self.bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{SIDE}\" y=\"{:.1}\">{}</text>",
            TOP - 18.0,
            super::escaped(&self.quantity)
        );
        for (place, (name, quantity, written)) in self.bars.iter().enumerate() {
            let top = TOP + PLACE.0 * place as f64;
            let wide = if *quantity > 0.0 { (quantity / most * LONGEST).max(LEAST) } else { 0.0 };
            let line = top + PLACE.0 / 2.0 + 4.5;
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{line:.1}\" text-anchor=\"end\">{}</text>\
                 <rect class=\"bar\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{line:.1}\">{}</text>",
                left - ASIDE,
                super::escaped(name),
                top + (PLACE.0 - PLACE.1) / 2.0,
                PLACE.1,
                left + wide + ASIDE,
                super::escaped(written)
            );
        }
        let bottom = TOP + PLACE.0 * self.bars.len() as f64;
        let _ = writeln!(
            svg,
            "<line class=\"axis\" x1=\"{left:.1}\" y1=\"{TOP}\" x2=\"{left:.1}\" y2=\"{bottom}\"/>"
        );
        file(right.max(title), bottom + SIDE, &self.title, &svg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_quantities() {
        let bar = |name: &str, quantity| (name.to_owned(), quantity, format!("{quantity}"));
        let bars = Bars {
            title: "A < B".into(),
            quantity: "gain".into(),
            bars: vec![bar("words", 4.0), bar("a & b", 1.0), bar("none", 0.0), bar("worse", -1.0)],
        };
        let svg = bars.svg();
        let wide: Vec<&str> =
            svg.split("width=\"").skip(3).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(wide, ["340.0", "85.0", "0.0", "0.0"]);
        assert!(
            svg.contains("A &lt; B") && svg.contains(">a &amp; b</text>") && !svg.contains("NaN"),
            "{svg}"
        );
        let empty = Bars::default().svg();
        assert!(empty.contains("</svg>") && !empty.contains("NaN"));
    }
}
