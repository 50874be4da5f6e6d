//! Elements out of sight although `display` and `visibility` show them: off the page, without a size, or transparent.

use super::sheet::Subject;
use super::{
    Declared, RULE_SHARE, RuleIndex, StepBudget, collect_rules, page_budget, split_at_semicolons,
    split_important,
};
use crate::document::{Document, NodeId};
use crate::names;

/// Maximum offset, in pixels, of an element off the page: style sheets use -999, -9999 and -10000.
const FAR: f32 = -999.0;

/// What takes an element out of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutOfSight {
    /// Its box, with all that is in it.
    Box,
    /// Its letters have no size or no colour. Elements in it can have letters of their own.
    Letters,
}

/// The elements that a single rule of a `<style>` sheet takes out of sight, in document order. The cascade is ignored: sheets
/// declare all of it in one rule. `html` and `body` are never included, nor what is in a box out of sight.
///
/// Returns at once if no sheet has such a rule. O(sheets + elements × rules that could match), within `max_steps` steps.
pub fn out_of_sight(doc: &Document, max_steps: u64) -> Vec<(NodeId, OutOfSight)> {
    let rules = collect_rules(doc, &Subject::SIGHT);
    let steps = max_steps.min(page_budget(doc));
    let index = RuleIndex::new(doc, &rules, |declared| declared.out_of_sight.is_some(), steps / RULE_SHARE);
    let (mut found, mut matched, mut end) = (Vec::new(), Vec::new(), 0);
    if index.rules.is_empty() {
        return found;
    }
    let mut budget = StepBudget::new(doc, steps);
    for node in doc.nodes() {
        let never = matches!(doc.name(node), names::HTML | names::BODY);
        if node.0 < end || never || !doc.is_element(node) {
            continue;
        }
        index.matching(doc, node, &mut budget, &mut matched);
        if let Some(sight) = matched.drain(..).filter_map(|rule| rule.declared.out_of_sight).min() {
            found.push((node, sight));
            if sight == OutOfSight::Box {
                end = doc.subtree_end(node);
            }
        }
    }
    found
}

impl Declared {
    /// Reads what takes an element out of sight.
    pub(super) fn read_sight(declarations: &str) -> Self {
        Declared { out_of_sight: read_sight(declarations), ..Declared::default() }
    }
}

/// What in declarations takes an element out of sight: at least 999 pixels off the page, in a box without a height or width
/// that hides its overflow, clipped or scaled to nothing, in letters without a size or colour, or transparent. A transparent element with
/// a transition or the like does not count: scripts fade it in.
///
/// ```
/// use debulha_dom::style::{OutOfSight, read_sight};
///
/// assert_eq!(read_sight("position: absolute; left: -9999px"), Some(OutOfSight::Box));
/// assert_eq!(read_sight("height: 0; overflow: hidden"), Some(OutOfSight::Box));
/// assert_eq!(read_sight("font-size: 0"), Some(OutOfSight::Letters));
/// assert_eq!(read_sight("color: #fff; background-color: #fff"), Some(OutOfSight::Letters));
/// assert_eq!(read_sight("position: absolute; left: -20px"), None);
/// assert_eq!(read_sight("opacity: 0; transition: opacity 1s"), None);
/// ```
pub fn read_sight(declarations: &str) -> Option<OutOfSight> {
    let (mut is_out_of_flow, mut is_far, mut is_flat, mut is_cut) = (false, false, false, false);
    let (mut is_transparent, mut is_clipped, mut is_moving, mut has_no_letters) =
        (false, false, false, false);
    let (mut color, mut background) = ("", "");
    for declaration in split_at_semicolons(declarations) {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let (property, (value, _)) = (property.trim().to_ascii_lowercase(), split_important(value));
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        match property.as_str() {
            "position" => is_out_of_flow |= is("absolute") || is("fixed"),
            "left" | "top" | "right" | "bottom" | "margin-left" | "margin-top" => {
                is_far |= length(value).is_some_and(|pixels| pixels <= FAR);
            }
            "text-indent" if length(value).is_some_and(|pixels| pixels <= FAR) => {
                return Some(OutOfSight::Box);
            }
            "font-size" => has_no_letters |= length(value) == Some(0.0),
            "transform" if moves_away(value) => return Some(OutOfSight::Box),
            "clip-path" if clips_all(value) => return Some(OutOfSight::Box),
            "color" => {
                has_no_letters |= is("transparent");
                color = value;
            }
            "background" | "background-color" => background = value,
            "clip" => is_clipped |= value.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("rect(")),
            "content-visibility" if is("hidden") => return Some(OutOfSight::Box),
            "filter" if is("opacity(0)") || is("opacity(0%)") => return Some(OutOfSight::Box),
            "transition" | "animation" | "animation-name" | "will-change" | "transform" => is_moving = true,
            "height" | "max-height" | "width" | "max-width" => {
                is_flat |= length(value).is_some_and(|pixels| pixels.abs() <= 1.0);
            }
            "overflow" | "overflow-x" | "overflow-y" => is_cut |= is("hidden") || is("clip"),
            "opacity" => is_transparent |= length(value) == Some(0.0),
            _ => {}
        }
    }
    let is_of_its_background = !color.is_empty() && color.eq_ignore_ascii_case(background);
    let is_box = is_far
        || is_flat && is_cut
        || is_clipped && is_out_of_flow
        || is_transparent && (is_out_of_flow || !is_moving);
    if is_box {
        Some(OutOfSight::Box)
    } else {
        (has_no_letters || is_of_its_background).then_some(OutOfSight::Letters)
    }
}

/// Whether a `transform` moves an element off the page, or scales it to nothing.
fn moves_away(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    value.split(')').filter_map(|function| function.trim().split_once('(')).any(|(name, arguments)| {
        let mut numbers = arguments.split(',').map(|argument| length(argument.trim()));
        if name.starts_with("translate") {
            numbers.any(|number| number.is_some_and(|pixels| pixels <= FAR))
        } else {
            name.starts_with("scale") && numbers.any(|number| number == Some(0.0))
        }
    })
}

/// Whether a `clip-path` leaves nothing: half of the box and more from each side, or a circle without a radius.
fn clips_all(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    let percent = |text: &str| text.trim().strip_suffix('%').and_then(|number| number.parse::<f32>().ok());
    if let Some(sides) = value.strip_prefix("inset(").and_then(|rest| rest.strip_suffix(')')) {
        let mut sides = sides.split_ascii_whitespace().peekable();
        return sides.peek().is_some() && sides.all(|side| percent(side).is_some_and(|share| share >= 50.0));
    }
    ["circle(0)", "circle(0px)", "circle(0%)"].iter().any(|nothing| value == *nothing)
}

/// A length in pixels: numbers of pixels and of `em` and `rem`, at 16 pixels each. Percentages and the rest are none.
fn length(value: &str) -> Option<f32> {
    let end =
        value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))).unwrap_or(value.len());
    let number: f32 = value[..end].parse().ok()?;
    match value[end..].trim() {
        "" | "px" | "pt" => Some(number),
        "em" | "rem" => Some(16.0 * number),
        _ if number == 0.0 => Some(0.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, parse};

    #[test]
    fn bounds_of_what_is_out_of_sight() {
        for (style, expected) in [
            ("margin-left: -999px", true),
            ("margin-left: -998px", false),
            ("left: -100em", true),
            ("max-height: 1px; overflow: clip", true),
            ("max-height: 2px; overflow: clip", false),
            ("clip-path: inset(50%)", true),
            ("clip-path: inset(49%)", false),
            ("clip-path: circle(0)", true),
            ("position: absolute; width: 1px; clip: rect(0 0 0 0)", true),
            ("transform: translateX(-9999px)", true),
            ("transform: translate(0, -20px) scale(.5)", false),
            ("transform: scale(0)", true),
            ("color: transparent", true),
            ("color: #fff; background: #000", false),
            ("position: fixed; opacity: 0; transition: all 1s", true),
            ("opacity: 0", true),
            ("opacity: 0; will-change: transform", false),
            ("filter: opacity(0)", true),
            ("content-visibility: auto", false),
        ] {
            assert_eq!(read_sight(style).is_some(), expected, "{style}");
        }
    }

    #[test]
    fn rules_of_sheets() {
        let html = "<style>.off{position:absolute;left:-9999px} .s:focus{font-size:0}</style><p class=s>Rye<div class=off><p>Oats</div>";
        let doc = parse(html, &Limits::default()).document;
        let texts: Vec<String> =
            out_of_sight(&doc, u64::MAX).into_iter().map(|(node, _)| doc.text_content(node)).collect();
        assert_eq!(texts, ["Oats"]);
        assert!(out_of_sight(&doc, 0).is_empty());
    }
}
