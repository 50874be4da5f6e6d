//! Where `white-space` shows the line breaks of the source.

use super::sheet::Subject;
use super::{
    Declared, RULE_SHARE, RuleIndex, StepBudget, Styled, collect_rules, page_budget, split_at_semicolons,
    split_important, winner,
};
use crate::document::{AttributeSet, Document};
use crate::names;
use std::ops::Range;

/// The property, and the start of its longhands.
const PROPERTY: &str = "white-space";

impl Declared {
    /// Reads `white-space` and `white-space-collapse` alone. Values that leave it to others, such as `inherit`, count as
    /// nothing said.
    pub(super) fn read_lines(declarations: &str) -> Self {
        let mut declared = Declared::default();
        for declaration in split_at_semicolons(declarations) {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let property = property.trim();
            if !property.eq_ignore_ascii_case(PROPERTY)
                && !property.eq_ignore_ascii_case("white-space-collapse")
            {
                continue;
            }
            let (value, important) = split_important(value);
            if let Some(keeps) = keeps_lines(value)
                && (important || !matches!(declared.lines, Some((_, true))))
            {
                declared.lines = Some((keeps, important));
            }
        }
        declared
    }
}

/// Whether a value shows line breaks; `None` where it does not say.
fn keeps_lines(value: &str) -> Option<bool> {
    value.split_ascii_whitespace().find_map(|word| match word.to_ascii_lowercase().as_str() {
        "pre" | "pre-wrap" | "pre-line" | "break-spaces" | "preserve" | "preserve-breaks" => Some(true),
        "normal" | "nowrap" | "wrap" | "collapse" | "initial" => Some(false),
        _ => None,
    })
}

/// The nodes whose text shows the line breaks of its source by `style` attributes and `<style>` sheets, as ranges in
/// document order. What browsers do by themselves, as for `pre`, is not among it.
///
/// Empty at once where no style says so. O(sheets + elements × rules that could match), within the budget of steps of
/// [`hidden`](super::hidden).
pub fn line_keeping(doc: &Document) -> Vec<Range<u32>> {
    let rules = collect_rules(doc, &Subject::LINES);
    let steps = page_budget(doc);
    let keeping = RuleIndex::new(doc, &rules, |declared| says(declared, true), steps / RULE_SHARE);
    let own = |node| {
        let declared = Declared::read_lines(doc.attribute(node, names::STYLE)?);
        declared.lines.map(|_| declared)
    };
    let styled = |node| doc.attribute_set(node).intersects(AttributeSet::STYLE);
    let is_asked = !keeping.rules.is_empty()
        || doc.nodes().any(|node| styled(node) && own(node).is_some_and(|declared| says(declared, true)));
    if !is_asked {
        return Vec::new();
    }
    let folding = RuleIndex::new(doc, &rules, |declared| says(declared, false), steps / RULE_SHARE);
    let mut budget = StepBudget::new(doc, steps);
    let mut matched: Vec<&Styled> = Vec::new();
    let mut ranges = Ranges::default();
    for node in doc.nodes().filter(|&node| doc.is_element(node)) {
        ranges.close_before(node.0);
        let inline = if styled(node) { own(node) } else { None };
        matched.clear();
        keeping.matching(doc, node, &mut budget, &mut matched);
        if matched.is_empty() && inline.is_none() && !ranges.keeps {
            continue;
        }
        folding.matching(doc, node, &mut budget, &mut matched);
        if let Some(keeps) = winner(&matched, inline.unwrap_or_default(), |declared| declared.lines) {
            ranges.open(node.0..doc.subtree_end(node), keeps);
        }
    }
    ranges.close_before(doc.len() as u32);
    ranges.done
}

fn says(declared: Declared, keeps: bool) -> bool {
    declared.lines.is_some_and(|(says, _)| says == keeps)
}

/// Ranges under construction: a value holds below its element, but where one inside has another.
#[derive(Default)]
struct Ranges {
    done: Vec<Range<u32>>,
    /// Whether line breaks are kept at present, and since when.
    keeps: bool,
    since: u32,
    /// Ends of elements with a value of their own, and the value around them.
    open: Vec<(u32, bool)>,
}

impl Ranges {
    fn open(&mut self, nodes: Range<u32>, keeps: bool) {
        self.open.push((nodes.end, self.keeps));
        self.turn(nodes.start, keeps);
    }

    fn close_before(&mut self, at: u32) {
        while let Some((end, around)) = self.open.pop_if(|(end, _)| *end <= at) {
            self.turn(end, around);
        }
    }

    fn turn(&mut self, at: u32, keeps: bool) {
        if self.keeps && !keeps && self.since < at {
            self.done.push(self.since..at);
        }
        if keeps && !self.keeps {
            self.since = at;
        }
        self.keeps = keeps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, parse};

    /// The text that keeps its line breaks.
    fn kept(html: &str) -> String {
        let doc = parse(html, &Limits::default()).document;
        let ranges = line_keeping(&doc);
        let is_kept = |node: u32| ranges.iter().any(|range| range.contains(&node));
        doc.nodes().filter(|&node| is_kept(node.0)).map(|node| doc.text(node)).collect()
    }

    #[test]
    fn styles_say_whether_line_breaks_are_shown() {
        assert_eq!(kept("<p>a<p style='color:red; WHITE-SPACE: Pre-Wrap'>b<i>c</i><p>d"), "bc");
        assert_eq!(kept("<style>.m{white-space:pre-line}</style><p class=m>a</p><p>b"), "a");
        assert_eq!(kept("<style>i{white-space:pre}b{white-space:normal}</style><i>a<b>c</b>d</i>e"), "ad");
        assert_eq!(
            kept(
                "<p style='white-space:pre'>a<i style='white-space:nowrap'>b<u style='white-space:break-spaces'>c</u></i>d"
            ),
            "acd"
        );
        assert_eq!(kept("<style>p{white-space:pre-wrap}</style><p style='white-space:normal'>a"), "");
        assert_eq!(kept("<style>p{white-space-collapse:preserve-breaks}</style><p>a"), "a");
        assert_eq!(kept("<style>p{white-space:nowrap}</style><p style='white-space:inherit'>a"), "");
    }
}
