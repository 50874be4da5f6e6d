//! What stands between the lines of code: line elements, line numbers, buttons.

use super::phrases::{is_gutter_class, is_line_class};
use crate::features::display::is_block;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Maximum elements that hold nothing but the next one, down to the lines. Highlighters nest a few; the bound keeps
/// hostile nesting linear.
const MAX_NESTED: usize = 16;
/// Lines from which on numbers in a row are line numbers: one number at the start of one line may be the code's own.
const MIN_NUMBERED: usize = 2;

/// What was found in the element of the code.
pub(super) struct InsideListing {
    pub(super) lines: Option<NodeId>,
    pub(super) furniture: Vec<NodeId>,
}

/// Looks through code once. O(subtree).
pub(super) fn look(page: &Page<'_>, code: NodeId) -> InsideListing {
    let mut furniture = controls_and_gutters(page, code);
    let lines = line_parent(page, code, &furniture);
    if let Some(parent) = lines.filter(|_| furniture.is_empty()) {
        furniture = numbers_of_lines(page, parent);
    }
    InsideListing { lines, furniture }
}

/// Whether an element is there to be clicked.
pub(super) fn is_control(doc: &Document, node: NodeId) -> bool {
    match doc.name(node) {
        names::BUTTON | names::SELECT => true,
        name => {
            doc.attribute(node, names::ROLE) == Some("button")
                || doc.name_str(name).contains('-') && doc.name_str(name).contains("copy")
        }
    }
}

/// Whether an element's class says that it holds the line numbers of code beside it.
pub(super) fn says_gutter(doc: &Document, element: NodeId) -> bool {
    doc.classes(element).any(is_gutter_class)
}

fn controls_and_gutters(page: &Page<'_>, code: NodeId) -> Vec<NodeId> {
    let doc = page.document();
    let most = page.stats().chars(doc, code) / 2;
    let mut found = Vec::new();
    // Text that kept the last element with a gutter's class from being one, and so all around it.
    let mut not_a_number: Option<NodeId> = None;
    let mut at = code.0 + 1;
    while at < doc.subtree_end(code) {
        let node = NodeId(at);
        at += 1;
        if !doc.is_element(node) || page.stats().chars(doc, node) == 0 {
            continue;
        }
        let is_furniture = is_control(doc, node) && page.stats().chars(doc, node) <= most
            || says_gutter(doc, node) && !not_a_number.is_some_and(|text| doc.contains(node, text)) && {
                let text = first_non_number(page, node);
                not_a_number = text.or(not_a_number);
                text.is_none()
            };
        if is_furniture {
            found.push(node);
            at = doc.subtree_end(node);
        }
    }
    found
}

/// The first visible text of an element that is more than digits and white space.
fn first_non_number(page: &Page<'_>, element: NodeId) -> Option<NodeId> {
    let doc = page.document();
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    let texts = page.text_nodes_in(element.0..doc.subtree_end(element));
    texts.iter().copied().find(|&node| !is_number(doc.text(node)))
}

/// The element whose children are the lines: the first one on the way down that has several children with text.
fn line_parent(page: &Page<'_>, code: NodeId, furniture: &[NodeId]) -> Option<NodeId> {
    let doc = page.document();
    let is_code = |&child: &NodeId| doc.is_element(child) && furniture.binary_search(&child).is_err();
    let mut parent = code;
    for _ in 0..MAX_NESTED {
        let has_text = |child: NodeId| page.stats().chars(doc, child) > 0;
        if doc.children(parent).any(|child| doc.is_text(child) && has_text(child)) {
            return None;
        }
        let mut texts = doc.children(parent).filter(is_code).filter(|&child| has_text(child));
        let first = texts.next()?;
        if texts.next().is_some() || same_kind(doc, parent, first) > 1 {
            return are_lines(doc, doc.children(parent).filter(is_code)).then_some(parent);
        }
        parent = first;
    }
    None
}

/// Children of the name and class of one of them.
fn same_kind(doc: &Document, parent: NodeId, of: NodeId) -> usize {
    let kind = |node| (doc.name(node), doc.classes(node).next());
    doc.children(parent).filter(|&child| kind(child) == kind(of)).count()
}

/// Whether siblings are lines of code: block-level elements of one name, or inline ones whose class says so.
fn are_lines(doc: &Document, children: impl Iterator<Item = NodeId>) -> bool {
    let mut name = None;
    for child in children {
        let own = doc.name(child);
        if own == names::BR {
            continue;
        }
        if *name.get_or_insert(own) != own {
            return false;
        }
        let is_line = is_block(own)
            || own == names::CODE
            || doc.classes(child).any(is_line_class)
            || doc.attribute(child, names::STYLE).is_some_and(is_displayed_as_block)
            || doc.attributes(child).any(|(name, _)| doc.name_str(name).starts_with("data-line"));
        if !is_line || matches!(own, names::TD | names::TH | names::TBODY | names::THEAD) {
            return false;
        }
    }
    true
}

fn is_displayed_as_block(style: &str) -> bool {
    style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(name, value)| {
        name.trim() == "display" && matches!(value.trim(), "block" | "flex" | "grid" | "table-row")
    })
}

/// The elements at the start of each line that count the lines, if all lines have one.
fn numbers_of_lines(page: &Page<'_>, parent: NodeId) -> Vec<NodeId> {
    let doc = page.document();
    let mut found = Vec::new();
    let mut last: Option<u32> = None;
    for line in doc.children(parent).filter(|&child| page.stats().chars(doc, child) > 0) {
        let texts = page.text_nodes_in(line.0..doc.subtree_end(line));
        let Some(&first) = texts.first() else { continue };
        let number = doc.text(first).trim().parse::<u32>().ok();
        let follows = number.is_some_and(|n| last.is_none_or(|last| last.checked_add(1) == Some(n)));
        let host = host_of_number(page, line, first).filter(|_| follows);
        let Some(host) = host else { return Vec::new() };
        last = number;
        found.push(host);
    }
    if found.len() < MIN_NUMBERED { Vec::new() } else { found }
}

/// The outermost element in a line that holds a text and nothing else, if it is a cell, a block or a link: a number of
/// the code itself is in a `span`.
fn host_of_number(page: &Page<'_>, line: NodeId, text: NodeId) -> Option<NodeId> {
    let doc = page.document();
    let chars = page.stats().chars(doc, text);
    let own = doc.ancestors(text).take_while(|&element| element != line);
    let host = own.take_while(|&element| page.stats().chars(doc, element) == chars).last()?;
    let name = doc.name(host);
    (is_block(name) || name == names::A).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn in_code<T>(html: &str, of: impl Fn(&Page<'_>, NodeId) -> T) -> T {
        let doc = parse(&format!("<pre>{html}</pre>"), &Limits::default()).document;
        let pre = doc.elements_named(names::PRE).next().expect("a listing");
        of(&Page::new(&doc), pre)
    }

    #[test]
    fn lines_are_looked_for_to_a_depth() {
        for (levels, is_found) in [(MAX_NESTED - 1, true), (MAX_NESTED, false)] {
            let html = format!("{}<div>a</div><div>b</div>", "<div>".repeat(levels));
            assert_eq!(in_code(&html, |page, pre| look(page, pre).lines.is_some()), is_found, "{levels}");
        }
    }

    #[test]
    fn one_number_counts_no_lines() {
        for (lines, numbers) in [(MIN_NUMBERED, MIN_NUMBERED), (MIN_NUMBERED - 1, 0)] {
            let each = (1..=lines).map(|line| format!("<div><p>{line}</p>a</div>"));
            let html = each.collect::<Vec<_>>().concat();
            assert_eq!(in_code(&html, |page, pre| numbers_of_lines(page, pre).len()), numbers, "{lines}");
        }
    }
}
