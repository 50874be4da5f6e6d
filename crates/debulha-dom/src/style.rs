//! Which elements the page's own style hides: `style` attributes and `<style>` sheets.
//!
//! Only `display` and `visibility` are read. Sheets are taken as a wide screen at rest shows them: no printing, no
//! pointer, no script that changes classes.

mod sheet;

use crate::document::{AttributeSet, Document, NodeId};
use crate::names::{self, NameId};
use crate::select::{Key, Matcher, Selector};
use crate::tokens::TokenId;
use memchr::memchr_iter;
use rustc_hash::FxHashMap;
use sheet::{media_applies, scan_sheet, split_selectors};

/// Width in CSS pixels for which conditions of `@media` are evaluated: a common desktop window.
pub const VIEWPORT_WIDTH: f32 = 1280.0;

/// Matches of selectors tried on one page; beyond it the remaining rules are not applied. Real pages need a few
/// thousand, and the bound keeps crafted sheets linear.
const MAX_MATCHES: usize = 2_000_000;

/// Rules kept of one page.
const MAX_RULES: usize = 20_000;

/// What a list of declarations says of showing its element.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Declared {
    /// `display`: whether it is `none`, and whether that is `!important`.
    pub display: Option<(bool, bool)>,
    /// `visibility`: whether it is `hidden` or `collapse`, and whether that is `!important`.
    pub visibility: Option<(bool, bool)>,
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
            let (value, important) = match value.split_once('!') {
                Some((value, rest)) => (value.trim(), rest.trim().eq_ignore_ascii_case("important")),
                None => (value.trim(), false),
            };
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

fn split_at_semicolons(declarations: &str) -> impl Iterator<Item = &str> {
    let ends = memchr_iter(b';', declarations.as_bytes()).chain([declarations.len()]);
    ends.scan(0, |start, end| Some(&declarations[std::mem::replace(start, end + 1)..end]))
}

/// A rule as it stands in a sheet.
struct Rule<'d> {
    selectors: &'d str,
    declared: Declared,
}

/// One selector with what it declares; the position in the page breaks ties.
struct Styled {
    selector: Selector,
    specificity: u32,
    declared: Declared,
    position: usize,
}

/// The outermost elements that `<style>` sheets hide, in document order. `html` and `body` never are: pages hide
/// them until a script has run.
///
/// Empty at once when no sheet hides anything. O(sheets + elements × rules that could match), within a work budget.
pub fn hidden_by_sheets(doc: &Document) -> Vec<NodeId> {
    let rules = collect_rules(doc);
    let hiding = RuleIndex::new(doc, &rules, true);
    if hiding.rules.is_empty() {
        return Vec::new();
    }
    // Rules that show are needed only where one that hides has matched.
    let mut showing = None;
    let mut matcher = Matcher::new(doc);
    let mut budget = MAX_MATCHES;
    let mut matched: Vec<&Styled> = Vec::new();
    let mut hidden = Vec::new();
    let mut hidden_until = 0;
    for node in doc.nodes() {
        let never = matches!(doc.name(node), names::HTML | names::BODY);
        if node.0 < hidden_until || never || !doc.is_element(node) {
            continue;
        }
        hiding.matching(doc, node, &mut matcher, &mut budget, &mut matched);
        if matched.is_empty() {
            continue;
        }
        let is_hidden = {
            let showing = showing.get_or_insert_with(|| RuleIndex::new(doc, &rules, false));
            let mut all = std::mem::take(&mut matched);
            let mut others = Vec::new();
            showing.matching(doc, node, &mut matcher, &mut budget, &mut others);
            all.extend(others);
            let inline = Declared::read(doc.attribute(node, names::STYLE).unwrap_or_default());
            wins(&all, inline, |d| d.display) || wins(&all, inline, |d| d.visibility)
        };
        if is_hidden {
            hidden.push(node);
            hidden_until = doc.subtree_end(node);
        }
    }
    hidden
}

/// Whether the declaration that wins the cascade for a property hides.
fn wins(rules: &[&Styled], inline: Declared, property: fn(&Declared) -> Option<(bool, bool)>) -> bool {
    let sheets = rules.iter().filter_map(|rule| {
        let (hides, important) = property(&rule.declared)?;
        Some(((important, false, rule.specificity, rule.position), hides))
    });
    let own = property(&inline).map(|(hides, important)| ((important, true, 0, 0), hides));
    sheets.chain(own).max_by_key(|&(rank, _)| rank).is_some_and(|(_, hides)| hides)
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
}

impl RuleIndex {
    /// Parses the selectors of the rules that hide, or of those that do not.
    fn new(doc: &Document, rules: &[Rule<'_>], hides: bool) -> Self {
        let mut index = RuleIndex::default();
        for (position, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.declared.hides() == hides) {
            for one in split_selectors(rule.selectors) {
                // `~` looks back over all siblings of each element, which is not linear.
                if one.contains('~') || index.rules.len() >= MAX_RULES || !may_match(doc, one) {
                    continue;
                }
                if let Ok(selector) = Selector::parse(one) {
                    index.add(doc, selector, rule.declared, position);
                }
            }
        }
        index
    }

    fn add(&mut self, doc: &Document, selector: Selector, declared: Declared, position: usize) {
        let list = match selector.key() {
            Key::Id(id) => Some(self.ids.entry(id).or_default()),
            Key::Class(class) => doc.find_token(&class).map(|class| self.classes.entry(class).or_default()),
            Key::Name(name) => doc.find_name(&name).map(|name| self.names.entry(name).or_default()),
            Key::Attribute(name) => doc.find_name(&name).map(|name| self.attributes.entry(name).or_default()),
            Key::Any => Some(&mut self.any),
        };
        let Some(list) = list else { return };
        list.push(self.rules.len());
        let specificity = selector.specificity();
        self.rules.push(Styled { selector, specificity, declared, position });
    }

    /// Adds the rules that match an element, as far as the budget goes.
    fn matching<'r>(
        &'r self,
        doc: &Document,
        node: NodeId,
        matcher: &mut Matcher<'_>,
        budget: &mut usize,
        found: &mut Vec<&'r Styled>,
    ) {
        let mut try_all = |list: &[usize]| {
            for &rule in list {
                if *budget > 0 {
                    *budget -= 1;
                    let rule = &self.rules[rule];
                    if matcher.matches(&rule.selector, node) {
                        found.push(rule);
                    }
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

fn collect_rules(doc: &Document) -> Vec<Rule<'_>> {
    let mut rules = Vec::new();
    let mut skip_until = 0;
    for node in doc.nodes() {
        match doc.name(node) {
            names::NOSCRIPT | names::TEMPLATE => skip_until = skip_until.max(doc.subtree_end(node)),
            names::STYLE if node.0 >= skip_until => {
                let media = doc.attribute(node, names::MEDIA).unwrap_or_default();
                if media_applies(media) {
                    for text in doc.children(node).filter(|&child| doc.is_text(child)) {
                        scan_sheet(doc.text(text), &mut rules);
                    }
                }
            }
            _ => {}
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
        let rules = collect_rules(doc);
        let mut all = Vec::new();
        for (position, rule) in rules.iter().enumerate() {
            for one in split_selectors(rule.selectors).filter(|one| !one.contains('~')) {
                let Ok(selector) = Selector::parse(one) else { continue };
                let specificity = selector.specificity();
                all.push(Styled { selector, specificity, declared: rule.declared, position });
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
            if is_asked && (wins(&matched, inline, |d| d.display) || wins(&matched, inline, |d| d.visibility))
            {
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
    fn broken_sheets_end_quietly() {
        for css in ["#a{display:none", "}}} #a{display:none}", "\"'{ none", "#a{/*none", "@media{none", "\\"]
        {
            let doc = parse(&format!("<style>{css}</style><p id=a>x"), &Limits::default()).document;
            assert!(hidden_by_sheets(&doc).len() <= 1, "{css}");
        }
    }
}
