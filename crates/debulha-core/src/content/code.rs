//! Code: its language, and how its lines are told apart.

use super::code_text::CodeText;
use crate::features::display::is_block;
use crate::features::listings::{Listing, language_name};
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Ancestors of a `pre` that may state its language: highlighters wrap it in up to five (a table with a gutter).
const MAX_WRAPPERS: usize = 6;
/// Characters that a wrapper may have beside its code (line numbers aside, which count double): file name, "Copy".
const MAX_WRAPPER_CHARS: u32 = 64;
/// Nodes looked at for a `pre` inside inline code.
const MAX_SEARCHED_NODES: usize = 64;
/// Ancestors of a text that are looked at for a `pre`: highlighters nest four elements in it.
const MAX_PRE_DEPTH: usize = 8;

/// Nodes of a label.
const MAX_LABEL_NODES: usize = 8;

/// Class tokens before the name of a language.
const LANGUAGE_PREFIXES: [&str; 6] =
    ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "src-"];
/// Class tokens that stand beside the bare name of a language: highlight.js, Pandoc, Hexo.
const LANGUAGE_NEIGHBOURS: [&str; 3] = ["hljs", "sourceCode", "highlight"];
/// Names that state no language.
const NO_LANGUAGE: [&str; 9] =
    ["", "none", "default", "plain", "plaintext", "text", "nohighlight", "no-highlight", "auto"];

/// Whether a `pre` is among the first nodes below an element.
pub(super) fn holds_pre(doc: &Document, element: NodeId) -> bool {
    doc.descendants(element).take(MAX_SEARCHED_NODES).any(|node| doc.name(node) == names::PRE)
}

/// A block of code before its first text.
pub(super) fn start(page: &Page<'_>, code: NodeId, listing: Option<&Listing>) -> CodeText {
    let doc = page.document();
    let lines = listing.and_then(|listing| listing.lines);
    let has_block_lines = lines.is_some_and(|lines| {
        doc.children(lines).find(|&line| doc.is_element(line)).is_some_and(|line| is_block(doc.name(line)))
    });
    let has_line_ends = || lines.is_some() || doc.descendants(code).any(|node| doc.name(node) == names::BR);
    let has_breaks = keeps_breaks(doc, code) || !is_grid(doc, code) && !has_line_ends();
    let language = language(page, code).or_else(|| language_of_label(doc, listing?));
    CodeText::new(language, has_breaks, lines, has_block_lines)
}

fn is_grid(doc: &Document, code: NodeId) -> bool {
    matches!(doc.name(code), names::TABLE | names::TD | names::TH)
}

/// Whether a text has line breaks that show.
pub(super) fn shows_breaks(doc: &Document, node: NodeId, text: &str) -> bool {
    text.contains('\n') && keeps_breaks(doc, node)
}

/// Whether line breaks of the source show in an element, or where a text stands: in a `pre`.
fn keeps_breaks(doc: &Document, node: NodeId) -> bool {
    let mut around = std::iter::once(node).chain(doc.ancestors(node)).take(MAX_PRE_DEPTH);
    around.any(|element| {
        matches!(doc.name(element), names::PRE | names::XMP | names::PLAINTEXT | names::LISTING)
            || doc.attribute(element, names::STYLE).is_some_and(says_preformatted)
    })
}

fn says_preformatted(style: &str) -> bool {
    let mut declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    declarations.any(|(name, value)| name.trim() == "white-space" && value.trim().starts_with("pre"))
}

/// The distance from the top that a style gives a line, in the unit of the style.
pub(super) fn top(doc: &Document, line: NodeId) -> Option<f32> {
    let style = doc.attribute(line, names::STYLE)?;
    let mut declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    let (_, value) = declarations.find(|(name, _)| name.trim() == "top")?;
    value.trim().trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

/// The language that a label beside code names.
fn language_of_label(doc: &Document, listing: &Listing) -> Option<String> {
    let short = listing.furniture.iter().filter(|label| doc.subtree(**label).len() <= MAX_LABEL_NODES);
    short.filter_map(|&label| language_name(&doc.text_content(label))).find(|name| is_language(name))
}

/// The language that a block of code, an element in it or around it states, in lower case.
///
/// Wrappers count as long as they hold little else than the code.
pub(super) fn language(page: &Page<'_>, code: NodeId) -> Option<String> {
    let doc = page.document();
    let chars = page.stats().chars(doc, code);
    // mdBook puts buttons before the `code` element.
    let inside = doc
        .children(code)
        .find(|&child| doc.name(child) == names::CODE)
        .or_else(|| doc.children(code).find(|&child| doc.is_element(child)));
    let wrappers = doc
        .ancestors(code)
        .take(MAX_WRAPPERS)
        .take_while(|&wrapper| page.stats().chars(doc, wrapper) <= 2 * chars + MAX_WRAPPER_CHARS);
    std::iter::once(code)
        .chain(inside)
        .chain(wrappers)
        .find_map(|element| stated_language(doc, element))
        .map(str::to_ascii_lowercase)
}

fn stated_language(doc: &Document, element: NodeId) -> Option<&str> {
    let by_attribute = [names::DATA_LANG, names::DATA_LANGUAGE]
        .into_iter()
        .find_map(|name| doc.attribute(element, name))
        .map(str::trim);
    by_attribute.or_else(|| language_of_class(doc, element)).filter(|name| is_language(name))
}

fn language_of_class(doc: &Document, element: NodeId) -> Option<&str> {
    let prefixed = doc.classes(element).find_map(|class| {
        let name = LANGUAGE_PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix))?;
        (!name.is_empty()).then_some(name)
    });
    prefixed.or_else(|| {
        let mut classes = doc.classes(element);
        let before = classes.next()?;
        let after = classes.next()?;
        if before == "brush:" || (LANGUAGE_NEIGHBOURS.contains(&before) && !is_gadget(doc, element, after)) {
            Some(after.trim_end_matches(';'))
        } else if after == "hljs" {
            Some(before)
        } else {
            before.strip_prefix("highlight-").filter(|_| after == "notranslate")
        }
    })
}

/// Whether a token beside `highlight` is about looks. Only figures (Hexo) name languages there.
fn is_gadget(doc: &Document, element: NodeId, token: &str) -> bool {
    let is_bare = token.trim_end_matches(';').chars().all(|c| c.is_ascii_alphanumeric() || "+#".contains(c));
    !is_bare
        || (doc.classes(element).next() == Some("highlight") && doc.name(element) != names::FIGURE)
        || token == "highlight"
        || token == "hljs"
}

fn is_language(name: &str) -> bool {
    let name = name.trim_end_matches(';');
    !NO_LANGUAGE.iter().any(|none| name.eq_ignore_ascii_case(none))
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "+#-_.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn language_in(html: &str) -> Option<String> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let pre = doc.elements_named(names::PRE).next().expect("a pre");
        language(&page, pre)
    }

    #[test]
    fn languages_of_highlighters_are_found() {
        for (html, expected) in [
            ("<pre class='language-Rust line-numbers'>x", "rust"),
            ("<pre><code class='hljs lang-c++'>x", "c++"),
            ("<pre><code class='hljs python'>x", "python"),
            ("<pre><code class='css hljs'>x", "css"),
            ("<div class='highlight highlight-source-shell'><pre>x", "shell"),
            ("<pre class='brush: js; title: x'>x", "js"),
            ("<pre class='brush:php'>x", "php"),
            ("<pre class='sourceCode haskell'>x", "haskell"),
            ("<div class='highlight-python3 notranslate'><div class='highlight'><pre>x", "python3"),
            ("<figure class='highlight java'><table><tr><td class=gutter><pre>1</pre>", "java"),
            ("<pre data-lang=Go>x", "go"),
            ("<pre class=playground><div class=buttons></div><code class='language-rust hljs'>x", "rust"),
            ("<div class='language-toml highlighter-rouge'><div class=highlight><pre>x", "toml"),
        ] {
            assert_eq!(language_in(html).as_deref(), Some(expected), "{html}");
        }
    }

    #[test]
    fn other_classes_state_no_language() {
        for html in [
            "<pre class='language-none'>x",
            "<pre class='wp-block-code'>x",
            "<div class='highlight dark'><pre>x",
            "<div class=lang-en><p>A long text about something else, so that this is the article and no wrapper, with words and words.</p><pre>x",
        ] {
            assert_eq!(language_in(html), None, "{html}");
        }
    }
}
