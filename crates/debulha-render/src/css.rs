//! Computed values of CSS, as the browser writes them.

use color::{AlphaColor, Srgb, parse_color};
use debulha_core::layout::{Color, Family};

/// A colour with its opacity, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rgba {
    pub(crate) color: Color,
    pub(crate) alpha: f32,
}

impl Rgba {
    /// Less than this is not seen: below half a step of 255.
    const LEAST: f32 = 1.0 / 510.0;

    /// What shows everything behind it.
    pub(crate) const CLEAR: Rgba = Rgba { color: Color::BLACK, alpha: 0.0 };

    pub(crate) fn is_seen(self) -> bool {
        self.alpha > Rgba::LEAST
    }

    /// This colour on an opaque one.
    pub(crate) fn over(self, behind: Color) -> Color {
        let mix = |own: u8, behind: u8| {
            (f32::from(own) * self.alpha + f32::from(behind) * (1.0 - self.alpha)).round() as u8
        };
        Color {
            red: mix(self.color.red, behind.red),
            green: mix(self.color.green, behind.green),
            blue: mix(self.color.blue, behind.blue),
        }
    }
}

/// A colour in any notation of CSS Color 4; `None` of anything else.
pub(crate) fn color(value: &str) -> Option<Rgba> {
    let color: AlphaColor<Srgb> = parse_color(value).ok()?.to_alpha_color();
    let [red, green, blue, alpha] = color.components;
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
    Some(Rgba {
        color: Color { red: byte(red), green: byte(green), blue: byte(blue) },
        alpha: alpha.clamp(0.0, 1.0),
    })
}

/// A length in pixels; 0 of anything else.
pub(crate) fn pixels(value: &str) -> f32 {
    number(value.trim_end_matches("px")).unwrap_or(0.0)
}

/// A finite number.
pub(crate) fn number(value: &str) -> Option<f32> {
    value.trim().parse().ok().filter(|number: &f32| number.is_finite())
}

/// Families that pages commonly name without a generic one behind them, in lower case.
const NAMED: &[(Family, &[&str])] = &[
    (
        Family::SansSerif,
        &[
            "arial",
            "calibri",
            "dejavu sans",
            "geneva",
            "helvetica",
            "lucida grande",
            "roboto",
            "segoe ui",
            "tahoma",
            "trebuchet ms",
            "verdana",
        ],
    ),
    (
        Family::Serif,
        &[
            "baskerville",
            "cambria",
            "dejavu serif",
            "garamond",
            "georgia",
            "palatino",
            "times",
            "times new roman",
        ],
    ),
    (Family::Monospace, &["consolas", "courier", "courier new", "dejavu sans mono", "menlo", "monaco"]),
];

/// The class of a list of families: that of its last generic family, as lists end with it, or else of the first family
/// whose class is known.
pub(crate) fn family(value: &str) -> Family {
    let names = value.split(',').map(|name| name.trim().trim_matches(['"', '\'']).to_ascii_lowercase());
    let names: Vec<String> = names.collect();
    let generic = names.iter().rev().find_map(|name| match name.as_str() {
        "serif" | "ui-serif" => Some(Family::Serif),
        "sans-serif" | "system-ui" | "ui-sans-serif" | "-apple-system" => Some(Family::SansSerif),
        "monospace" | "ui-monospace" => Some(Family::Monospace),
        "cursive" | "fantasy" => Some(Family::Other),
        _ => None,
    });
    let named = |name: &String| {
        NAMED.iter().find(|(_, known)| known.contains(&name.as_str())).map(|&(family, _)| family)
    };
    generic.or_else(|| names.iter().find_map(named)).unwrap_or(Family::Other)
}

/// Whether a computed `clip` of a box leaves nothing of it: `rect(top, right, bottom, left)` without area.
pub(crate) fn clip_is_empty(value: &str) -> bool {
    let Some(sides) = arguments(value, "rect") else { return false };
    let sides: Vec<Option<f32>> = sides
        .split([',', ' '])
        .filter(|side| !side.is_empty())
        .map(|side| number(side.trim_end_matches("px")))
        .collect();
    let &[top, right, bottom, left] = sides.as_slice() else { return false };
    let is_empty = |from: Option<f32>, to: Option<f32>| to.is_some_and(|to| to <= from.unwrap_or(0.0));
    is_empty(top, bottom) || is_empty(left, right)
}

/// Whether a computed `clip-path` leaves nothing: `inset` of half or more from both sides, a circle without radius.
pub(crate) fn clip_path_is_empty(value: &str) -> bool {
    if let Some(circle) = arguments(value, "circle") {
        return matches!(circle.split_whitespace().next(), Some("0px" | "0%"));
    }
    let Some(inset) = arguments(value, "inset") else { return false };
    let sides = inset.split_whitespace().take_while(|word| *word != "round");
    let sides: Vec<Option<f32>> = sides.map(|side| side.strip_suffix('%').and_then(number)).collect();
    // As for margins: missing sides are those on the other side.
    let (top, right, bottom, left) = match *sides.as_slice() {
        [all] => (all, all, all, all),
        [vertical, horizontal] => (vertical, horizontal, vertical, horizontal),
        [top, horizontal, bottom] => (top, horizontal, bottom, horizontal),
        [top, right, bottom, left] => (top, right, bottom, left),
        _ => return false,
    };
    let is_all = |a: Option<f32>, b: Option<f32>| a.unwrap_or(0.0) + b.unwrap_or(0.0) >= 100.0;
    is_all(top, bottom) || is_all(left, right)
}

fn arguments<'v>(value: &'v str, function: &str) -> Option<&'v str> {
    value.trim().strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_all_notations() {
        let hex = |value: &str| color(value).unwrap().color.to_string();
        assert_eq!(hex("rgb(255, 0, 128)"), "#ff0080");
        assert_eq!(hex("oklch(0.627966 0.257704 29.2346)"), "#ff0000");
        assert_eq!(hex("color(srgb 1 0.5 0)"), "#ff8000");
        assert_eq!(color("rgba(0, 0, 0, 0)").unwrap(), Rgba::CLEAR);
        assert!(!Rgba::CLEAR.is_seen());
        assert_eq!(color("rgba(0, 0, 0, 0.5)").unwrap().over(Color::WHITE).to_string(), "#808080");
        assert_eq!(color("none"), None);
    }

    #[test]
    fn lengths_are_pixels() {
        assert_eq!((pixels("13.3333px"), pixels("auto"), pixels("infpx")), (13.3333, 0.0, 0.0));
    }

    #[test]
    fn families_have_the_class_of_their_generic_one() {
        assert_eq!(family("\"Helvetica Neue\", Georgia, sans-serif"), Family::SansSerif);
        assert_eq!(family("\"Times New Roman\""), Family::Serif);
        assert_eq!(family("SFMono-Regular, Menlo"), Family::Monospace);
        assert_eq!(family("Papyrus"), Family::Other);
        assert_eq!(family("system-ui, emoji"), Family::SansSerif);
    }

    #[test]
    fn clips_without_area_are_known() {
        for empty in ["rect(0px, 0px, 0px, 0px)", "rect(1px, 1px, 1px, 1px)", "rect(0px 9px 0px 0px)"] {
            assert!(clip_is_empty(empty), "{empty}");
        }
        for open in ["auto", "rect(0px, 9px, 9px, 0px)", "rect(auto, auto, auto, auto)", "rect(0px)"] {
            assert!(!clip_is_empty(open), "{open}");
        }
        for empty in ["inset(50%)", "inset(100%)", "inset(0px 0px 100%)", "circle(0px at 50% 50%)"] {
            assert!(clip_path_is_empty(empty), "{empty}");
        }
        for open in ["none", "inset(10%)", "inset(50px)", "circle(50%)", "url(\"#a\")"] {
            assert!(!clip_path_is_empty(open), "{open}");
        }
    }
}
