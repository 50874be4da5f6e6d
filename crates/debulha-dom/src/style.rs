//! Which elements the page's own style hides: `style` attributes and `<style>` sheets.
//!
//! Only `display` and `visibility` are read, and `white-space` by `lines`. Sheets are taken as a wide screen at rest shows them: no printing, no
//! pointer, no script that changes classes.

mod lines;
mod sheet;
mod sight;

pub use lines::line_keeping;
pub use sight::{OutOfSight, out_of_sight, read_sight};

use crate::document::{AttributeSet, Document, NodeId};
use crate::names::{self, NameId};
use crate::select::{Key, Matcher, Selector, SelectorError};
use crate::tokens::TokenId;
use memchr::memchr_iter;
use rustc_hash::FxHashMap;
use sheet::{Subject, media_applies, scan_sheet, split_selectors};
use std::cell::{Cell, OnceCell};

/// Width in CSS pixels for which conditions of `@media` are evaluated: a common desktop window.
pub const VIEWPORT_WIDTH: f32 = 1280.0;

/// Steps of matching ([`Matcher`]) on one page, and so many more for each of its nodes; beyond it no rule is applied. Of
/// 3,012 saved pages none needs a tenth of it, and the bound keeps crafted sheets linear.
const MAX_STEPS: u64 = 16_000_000;
const MAX_STEPS_PER_NODE: u64 = 16;

/// The share of these steps that one rule may take is one by this number; a rule that needs more is not applied from there
/// on, so that one that is made to cost spoils no others.
const RULE_SHARE: u64 = 8;

/// Rules kept of one page.
const MAX_RULES: usize = 20_000;

/// What a list of declarations says of showing its element.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Declared {
    /// `display`: whether it is `none`, and whether that is `!important`.
    pub display: Option<(bool, bool)>,
    /// `visibility`: whether it is `hidden` or `collapse`, and whether that is `!important`.
    pub visibility: Option<(bool, bool)>,
    /// `white-space`: whether line breaks of the source are shown, and whether that is `!important`. Not read by
    /// [`Declared::read`].
    lines: Option<(bool, bool)>,
    /// What takes the element out of sight, as [`read_sight`] says. Not read by [`Declared::read`].
    out_of_sight: Option<OutOfSight>,
}

impl Declared {
    /// Reads declarations separated by semicolons. The last of a property wins, `!important` before others.
    ///
    /// ```
    /// use debulha_dom::style::Declared;
    ///
    /// assert!(Declared::read("color: red; display:none").hides());
    /// assert!(!Declared::read("display: none; display: block").hides());
    /// ```
    pub fn read(declarations: &str) -> Self {
        let mut declared = Declared::default();
        for declaration in split_at_semicolons(declarations) {
            // Spares most declarations the rest.
            let declaration = declaration.trim_start();
            if !declaration.starts_with(['d', 'D', 'v', 'V']) {
                continue;
            }
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let property = property.trim_end();
            let (slot, hiding): (_, &[&str]) = if property.eq_ignore_ascii_case("display") {
                (&mut declared.display, &["none"])
            } else if property.eq_ignore_ascii_case("visibility") {
                (&mut declared.visibility, &["hidden", "collapse"])
            } else {
                continue;
            };
            let (value, important) = split_important(value);
            let hides = hiding.iter().any(|word| value.eq_ignore_ascii_case(word));
            if important || !matches!(slot, Some((_, true))) {
                *slot = Some((hides, important));
            }
        }
        declared
    }

    /// Whether the element is hidden by these declarations alone.
    pub fn hides(self) -> bool {
        [self.display, self.visibility].into_iter().flatten().any(|(hides, _)| hides)
    }
}

/// Whether declarations clip an element to nothing, or to a corner, which leaves its text to screen readers: `clip` or `clip-path` where it
/// is out of the flow.
///
/// ```
/// use debulha_dom::style::is_clipped;
///
/// assert!(is_clipped("position:absolute; clip: rect(1px, 1px, 1px, 1px)"));
/// assert!(!is_clipped("position: absolute; left: 2em"));
/// ```
pub fn is_clipped(declarations: &str) -> bool {
    let (mut is_out_of_flow, mut is_cut) = (false, false);
    for declaration in split_at_semicolons(declarations) {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let (property, (value, _)) = (property.trim(), split_important(value));
        is_out_of_flow |= property.eq_ignore_ascii_case("position") && value.eq_ignore_ascii_case("absolute");
        let starts =
            |with: &str| value.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
        is_cut |= property.eq_ignore_ascii_case("clip") && starts("rect(")
            || property.eq_ignore_ascii_case("clip-path") && starts("inset(");
    }
    is_out_of_flow && is_cut
}

/// A value, and whether it is `!important`.
fn split_important(value: &str) -> (&str, bool) {
    match value.split_once('!') {
        Some((value, rest)) => (value.trim(), rest.trim().eq_ignore_ascii_case("important")),
        None => (value.trim(), false),
    }
}

fn split_at_semicolons(declarations: &str) -> impl Iterator<Item = &str> {
    let ends = memchr_iter(b';', declarations.as_bytes()).chain([declarations.len()]);
    ends.scan(0, |start, end| Some(&declarations[std::mem::replace(start, end + 1)..end]))
}

/// A rule as it stands in a sheet.
struct SheetRule<'d> {
    selectors: &'d str,
    declared: Declared,
}

/// One selector with what it declares; the position in the page breaks ties.
struct Styled {
    selector: Selector,
    specificity: u32,
    declared: Declared,
    position: usize,
    /// Steps that it may still take.
    left: Cell<u64>,
}

/// What style sheets hide.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The outermost elements that are hidden, in document order.
    pub elements: Vec<NodeId>,
    /// Rules that were not applied, or not to all elements: they cost too much, are too large or too many.
    pub dropped_rules: usize,
    /// Steps of matching that were taken.
    pub steps: u64,
}

/// Steps that matching on a page may take at most.
fn page_budget(doc: &Document) -> u64 {
    MAX_STEPS + MAX_STEPS_PER_NODE * doc.len() as u64
}

/// The steps of a page.
struct StepBudget<'d> {
    matcher: Matcher<'d>,
    left: u64,
    taken: u64,
}

impl<'d> StepBudget<'d> {
    fn new(doc: &'d Document, steps: u64) -> Self {
        StepBudget { matcher: Matcher::new(doc), left: steps, taken: 0 }
    }

    fn matches(&mut self, rule: &Styled, node: NodeId) -> bool {
        let steps = rule.left.get().min(self.left);
        if steps == 0 {
            return false;
        }
        self.matcher.set_steps(steps);
        let matched = self.matcher.matches(&rule.selector, node);
        let taken = steps - self.matcher.steps_left();
        self.left -= taken;
        self.taken += taken;
        rule.left.set(rule.left.get() - taken);
        matched
    }
}

/// The outermost elements that `<style>` sheets hide, in document order, as [`hidden`] finds them.
pub fn hidden_by_sheets(doc: &Document) -> Vec<NodeId> {
    hidden(doc, u64::MAX).elements
}

/// What `<style>` sheets hide. `html` and `body` never are: pages hide them until a script has run.
///
/// Empty at once when no sheet hides anything. O(sheets + elements × rules that could match), within `max_steps` steps and
/// a number that grows with the nodes: O(sheets + nodes) on any page.
pub fn hidden(doc: &Document, max_steps: u64) -> Hidden {
    let rules = collect_rules(doc, &Subject::HIDING);
    let left = max_steps.min(page_budget(doc));
    let hiding = RuleIndex::new(doc, &rules, Declared::hides, left / RULE_SHARE);
    let mut found = Hidden::default();
    if hiding.rules.is_empty() {
        found.dropped_rules = hiding.dropped;
        return found;
    }
    // Rules that show are needed only where one that hides has matched.
    let mut showing: Option<RuleIndex> = None;
    let mut budget = StepBudget::new(doc, left);
    let mut matched: Vec<&Styled> = Vec::new();
    let mut hidden_until = 0;
    for node in doc.nodes() {
        let never = matches!(doc.name(node), names::HTML | names::BODY);
        if node.0 < hidden_until || never || !doc.is_element(node) {
            continue;
        }
        hiding.matching(doc, node, &mut budget, &mut matched);
        if budget.left == 0 {
            break;
        }
        if matched.is_empty() {
            continue;
        }
        let is_hidden = {
            let showing = showing.get_or_insert_with(|| {
                RuleIndex::new(doc, &rules, |declared| !declared.hides(), left / RULE_SHARE)
            });
            let mut all = std::mem::take(&mut matched);
            let mut others = Vec::new();
            showing.matching(doc, node, &mut budget, &mut others);
            all.extend(others);
            let inline = Declared::read(doc.attribute(node, names::STYLE).unwrap_or_default());
            let hides = |property| winner(&all, inline, property).unwrap_or(false);
            hides(|d| d.display) || hides(|d| d.visibility)
        };
        // Without steps it is not known which rules show.
        if is_hidden && budget.left > 0 {
            found.elements.push(node);
            hidden_until = doc.subtree_end(node);
        }
    }
    let dropped = |index: &RuleIndex| index.dropped(budget.left == 0);
    found.dropped_rules = dropped(&hiding) + showing.as_ref().map_or(0, dropped);
    found.steps = budget.taken;
    found
}

/// What the declaration that wins the cascade for a property says; `None` where there is none.
fn winner(
    rules: &[&Styled],
    inline: Declared,
    property: fn(&Declared) -> Option<(bool, bool)>,
) -> Option<bool> {
    let sheets = rules.iter().filter_map(|rule| {
        let (says, important) = property(&rule.declared)?;
        Some(((important, false, rule.specificity, rule.position), says))
    });
    let own = property(&inline).map(|(says, important)| ((important, true, 0, 0), says));
    sheets.chain(own).max_by_key(|&(rank, _)| rank).map(|(_, says)| says)
}

/// Rules by what an element must have to match them. Rules that ask for what no element has are left out.
#[derive(Default)]
struct RuleIndex {
    rules: Vec<Styled>,
    ids: FxHashMap<String, Vec<usize>>,
    classes: FxHashMap<TokenId, Vec<usize>>,
    names: FxHashMap<NameId, Vec<usize>>,
    attributes: FxHashMap<NameId, Vec<usize>>,
    any: Vec<usize>,
    /// Those that are too large, or too many.
    dropped: usize,
}

impl RuleIndex {
    /// Parses the selectors of the rules that say something, such as that their elements are hidden; each may take so many
    /// steps.
    fn new(doc: &Document, rules: &[SheetRule<'_>], says: impl Fn(Declared) -> bool, steps: u64) -> Self {
        let mut index = RuleIndex { dropped: usize::from(rules.len() >= MAX_RULES), ..RuleIndex::default() };
        let names = SpelledNames { doc, others: OnceCell::new() };
        for (position, rule) in rules.iter().enumerate().filter(|(_, rule)| says(rule.declared)) {
            for one in split_selectors(rule.selectors) {
                // `~` looks back over all siblings of each element, which is not linear.
                if one.contains('~') || !may_match(doc, one) {
                    continue;
                }
                if index.rules.len() >= MAX_RULES {
                    index.dropped += 1;
                    continue;
                }
                match Selector::parse(one) {
                    Ok(selector) => index.add(&names, selector, rule.declared, position, steps),
                    Err(SelectorError::TooLarge(_)) => index.dropped += 1,
                    Err(_) => {}
                }
            }
        }
        index
    }

    fn add(
        &mut self,
        names: &SpelledNames<'_>,
        selector: Selector,
        declared: Declared,
        position: usize,
        steps: u64,
    ) {
        let list = match selector.key() {
            Key::Id(id) => Some(self.ids.entry(id).or_default()),
            Key::Class(class) => {
                names.doc.find_token(&class).map(|class| self.classes.entry(class).or_default())
            }
            Key::Name(name) => names.find(&name).map(|name| self.names.entry(name).or_default()),
            Key::Attribute(name) => names.find(&name).map(|name| self.attributes.entry(name).or_default()),
            Key::Any => Some(&mut self.any),
        };
        let Some(list) = list else { return };
        list.push(self.rules.len());
        let specificity = selector.specificity();
        self.rules.push(Styled { selector, specificity, declared, position, left: Cell::new(steps) });
    }

    /// Rules that were not applied, or not everywhere; all, where the page's steps are used up.
    fn dropped(&self, is_exhausted: bool) -> usize {
        let without_steps = self.rules.iter().filter(|rule| is_exhausted || rule.left.get() == 0);
        self.dropped + without_steps.count()
    }

    /// Adds the rules that match an element, as far as the steps go.
    fn matching<'r>(
        &'r self,
        doc: &Document,
        node: NodeId,
        budget: &mut StepBudget<'_>,
        found: &mut Vec<&'r Styled>,
    ) {
        let mut try_all = |list: &[usize]| {
            for &rule in list {
                let rule = &self.rules[rule];
                if budget.matches(rule, node) {
                    found.push(rule);
                }
                if budget.left == 0 {
                    return;
                }
            }
        };
        let attributes = doc.attribute_set(node);
        if !self.ids.is_empty() && attributes.intersects(AttributeSet::ID) {
            let id = doc.attribute(node, names::ID).unwrap_or_default();
            self.ids.get(id).into_iter().for_each(|list| try_all(list));
        }
        if !self.classes.is_empty() && attributes.intersects(AttributeSet::CLASS) {
            for class in doc.class_tokens(node) {
                self.classes.get(class).into_iter().for_each(|list| try_all(list));
            }
        }
        if !self.names.is_empty() {
            self.names.get(&doc.name(node)).into_iter().for_each(|list| try_all(list));
        }
        if !self.attributes.is_empty() && attributes != AttributeSet::NONE {
            for (name, _) in doc.attributes(node) {
                self.attributes.get(&name).into_iter().for_each(|list| try_all(list));
            }
        }
        try_all(&self.any);
    }
}

/// The names of a page by spelling.
struct SpelledNames<'d> {
    doc: &'d Document,
    /// Those without constants, once one was requested.
    others: OnceCell<FxHashMap<&'d str, NameId>>,
}

impl SpelledNames<'_> {
    fn find(&self, spelling: &str) -> Option<NameId> {
        names::lookup(spelling)
            .or_else(|| self.others.get_or_init(|| self.doc.other_names()).get(spelling).copied())
    }
}

/// Whether every class and id that a selector asks for occurs in the document: `false` rules a match out.
///
/// Looks only as far as names are plainly spelt and required: up to the first escape or function, say.
fn may_match(doc: &Document, selector: &str) -> bool {
    let bytes = selector.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'.' | b'#' => {
                let rest = &bytes[at..];
                let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
                let len = rest.iter().position(|byte| !is_name(byte)).unwrap_or(rest.len());
                match rest.get(len) {
                    Some(b'\\' | 0 | 0x80..) => return true,
                    _ if doc.find_token(&selector[at..at + len]).is_none() => return false,
                    _ => at += len,
                }
            }
            b'[' | b'(' | b':' | b'"' | b'\'' | b'/' | b'\\' | 0 | 0x80.. => return true,
            _ => {}
        }
    }
    true
}

fn collect_rules<'d>(doc: &'d Document, subject: &Subject) -> Vec<SheetRule<'d>> {
    let mut rules = Vec::new();
    for style in doc.elements_named(names::STYLE) {
        let is_held = |around: NodeId| matches!(doc.name(around), names::NOSCRIPT | names::TEMPLATE);
        let media = doc.attribute(style, names::MEDIA).unwrap_or_default();
        if media_applies(media) && !doc.ancestors(style).any(is_held) {
            for text in doc.children(style).filter(|&child| doc.is_text(child)) {
                scan_sheet(doc.text(text), subject, &mut rules);
            }
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, parse};
    use proptest::prelude::*;

    fn hidden_ids(html: &str) -> Vec<String> {
        let doc = parse(html, &Limits::default()).document;
        let ids = hidden_by_sheets(&doc).into_iter().filter_map(|n| doc.attribute(n, names::ID));
        ids.map(str::to_owned).collect()
    }

    #[test]
    fn the_cascade_decides() {
        let html = "<style>.tab{display:none} .tab.on{display:block} #d{display:none!important}
            p.tab { color: red; display : none } /* .e{display:none} */ body{display:none}</style>
            <p id=a class=tab><p id=b class='tab on'><p id=c class='tab on' style='display:none'>
            <p id=d style='display:block'><p id=e class=e><p id=f class=tab style='display:block'>";
        // `p.tab` and `.tab.on`: the latter has more classes. The `style` attribute beats all but `!important`.
        assert_eq!(hidden_ids(html), ["a", "c", "d"]);
    }

    /// All rules tried on all elements, without an index.
    fn hidden_without_index(doc: &Document) -> Vec<NodeId> {
        let rules = collect_rules(doc, &Subject::HIDING);
        let mut all = Vec::new();
        for (position, rule) in rules.iter().enumerate() {
            for one in split_selectors(rule.selectors).filter(|one| !one.contains('~')) {
                let Ok(selector) = Selector::parse(one) else { continue };
                let specificity = selector.specificity();
                let left = Cell::new(u64::MAX);
                all.push(Styled { selector, specificity, declared: rule.declared, position, left });
            }
        }
        let mut matcher = Matcher::new(doc);
        let mut hidden: Vec<NodeId> = Vec::new();
        for node in doc.nodes().filter(|&node| doc.is_element(node)) {
            let never = matches!(doc.name(node), names::HTML | names::BODY);
            if never || hidden.last().is_some_and(|&last| doc.contains(last, node)) {
                continue;
            }
            let matched: Vec<&Styled> =
                all.iter().filter(|rule| matcher.matches(&rule.selector, node)).collect();
            let inline = Declared::read(doc.attribute(node, names::STYLE).unwrap_or_default());
            let is_asked = matched.iter().any(|rule| rule.declared.hides());
            let hides = |property| winner(&matched, inline, property).unwrap_or(false);
            if is_asked && (hides(|d| d.display) || hides(|d| d.visibility)) {
                hidden.push(node);
            }
        }
        hidden
    }

    fn compound() -> impl Strategy<Value = String> {
        let parts = [
            ".a",
            ".b",
            ".c\\:d",
            ".é",
            "#a",
            "#i",
            "p",
            "div",
            "I",
            "*",
            "[title]",
            "[TITLE]",
            "[class=b]",
            "[class~=\"a\"]",
            ":not(.a)",
            ":is(.b,#i)",
            ":first-child",
            ":hover",
            "/*.b*/",
            ".missing",
            "#5",
            ".",
        ];
        prop::collection::vec(prop::sample::select(parts.to_vec()), 1..4).prop_map(|parts| parts.concat())
    }

    fn rule() -> impl Strategy<Value = String> {
        let combinators = prop::sample::select(vec![" ", " > ", "+", ",", " ~ "]);
        let selector = (compound(), prop::collection::vec((combinators, compound()), 0..3))
            .prop_map(|(first, rest)| rest.into_iter().fold(first, |list, (by, next)| list + by + &next));
        let declarations = prop::sample::select(vec![
            "display:none",
            "display:none!important",
            "visibility:hidden",
            "color:red",
            "display:block",
            "x:url('}'); display: none",
            "/*}*/ visibility : visible",
        ]);
        let block = (selector, declarations).prop_map(|(selector, block)| format!("{selector}{{{block}}}"));
        let wrapped =
            prop::sample::select(vec!["", "@media print", "@media screen", "@import 'a;b';", "/* ' */"]);
        (wrapped, block).prop_map(|(before, rule)| match before.strip_prefix("@media") {
            Some(_) => format!("{before}{{{rule}}}"),
            None => format!("{before}{rule}"),
        })
    }

    proptest! {
        #[test]
        fn the_index_changes_nothing(sheet in prop::collection::vec(rule(), 0..8)) {
            let html = format!(
                "<style>{}</style><div class='a b' id=i><p class='b b'><i title=t>x</i><p id=a class='c:d é'>
                <div style='display:block'><i class=a id=5></i><svg TITLE=x class=b><I></svg></div></div><p class=A>",
                sheet.concat()
            );
            let doc = parse(&html, &Limits::default()).document;
            prop_assert_eq!(hidden_by_sheets(&doc), hidden_without_index(&doc));
        }
    }

    #[test]
    fn conditions_are_those_of_a_wide_screen() {
        let html = "<style>@media print{#a{display:none}} @media (max-width: 600px){#b{display:none}}
            @media screen and (min-width:600px){#c{display:none}} @supports (display:grid){#d{visibility:hidden}}
            @keyframes x{from{display:none}} @font-face{src:url('}')} #e:hover,#f{display:none}</style>
            <style media=print>#g{display:none}</style><noscript><style>#h{display:none}</style></noscript>
            <p id=a><p id=b><p id=c><p id=d><p id=e><p id=f><p id=g><p id=h>";
        assert_eq!(hidden_ids(html), ["c", "d", "f"]);
    }

    #[test]
    fn a_rule_that_costs_too_much_is_dropped_alone() {
        let mut costly = "q *".to_owned();
        for _ in 0..12 {
            costly = format!(":is({costly}) *");
        }
        let html = format!(
            "<style>p:not({costly}){{display:none}} .a{{display:none}}</style>{}<p>x<p>y<p class=a>z",
            "<div>".repeat(60)
        );
        let doc = parse(&html, &Limits::default()).document;
        let found = hidden(&doc, u64::MAX);
        assert_eq!((found.elements.len(), found.dropped_rules), (1, 1));
        assert!(found.steps <= (MAX_STEPS + MAX_STEPS_PER_NODE * doc.len() as u64) / RULE_SHARE + 100);
        let none = hidden(&doc, RULE_SHARE - 1);
        assert_eq!((none.elements.len(), none.dropped_rules), (0, 2));
    }

    #[test]
    fn rules_that_are_too_large_are_reported() {
        let html = format!("<style>p{}{{display:none}} p{{display:none}}</style><p>x", ":not(".repeat(99));
        let doc = parse(&html, &Limits::default()).document;
        assert_eq!(hidden(&doc, u64::MAX).dropped_rules, 1);
    }

    #[test]
    fn broken_sheets_end_quietly() {
        for css in ["#a{display:none", "}}} #a{display:none}", "\"'{ none", "#a{/*none", "@media{none", "\\"]
        {
            let doc = parse(&format!("<style>{css}</style><p id=a>x"), &Limits::default()).document;
            assert!(hidden_by_sheets(&doc).len() <= 1, "{css}");
        }
    }
}
