//! Code: its language, line numbers beside it, and tables that lay it out.

use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Ancestors of a `pre` that may state its language: highlighters wrap it in up to five (a table with a gutter).
const MAX_WRAPPERS: usize = 6;
/// Characters that a wrapper may have beside its code (line numbers aside, which count double): file name, "Copy".
const MAX_WRAPPER_CHARS: u32 = 64;
/// Nodes looked at for a `pre` inside a table or inline code.
const MAX_SEARCHED_NODES: usize = 64;

/// Class tokens before the name of a language.
const LANGUAGE_PREFIXES: [&str; 6] =
    ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "src-"];
/// Class tokens that stand beside the bare name of a language: highlight.js, Pandoc, Hexo.
const LANGUAGE_NEIGHBOURS: [&str; 3] = ["hljs", "sourceCode", "highlight"];
/// Names that state no language.
const NO_LANGUAGE: [&str; 9] =
    ["", "none", "default", "plain", "plaintext", "text", "nohighlight", "no-highlight", "auto"];

/// What to do with a table whose cells are lines or columns of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodeTable {
    /// It is no such table.
    No,
    /// A `pre` inside holds the code.
    Wraps,
    /// The table is the code, a row a line or a column all lines.
    Is,
}

/// Whether a table lays out code: by its class, or by a gutter cell in its first row.
pub(super) fn code_table(doc: &Document, table: NodeId) -> CodeTable {
    let mut searched = doc.descendants(table).take(MAX_SEARCHED_NODES);
    let named = doc.classes(table).any(is_code_table_class);
    let first_cell = searched.find(|&node| matches!(doc.name(node), names::TD | names::TH));
    let guttered = first_cell.is_some_and(|cell| doc.classes(cell).any(is_gutter_class));
    if !named && !guttered {
        CodeTable::No
    } else if holds_pre(doc, table) {
        CodeTable::Wraps
    } else {
        CodeTable::Is
    }
}

/// Whether a `pre` is among the first nodes below an element.
pub(super) fn holds_pre(doc: &Document, element: NodeId) -> bool {
    doc.descendants(element).take(MAX_SEARCHED_NODES).any(|node| doc.name(node) == names::PRE)
}

/// Whether an element's class says that it holds the line numbers of code beside it.
pub(super) fn says_gutter(doc: &Document, element: NodeId) -> bool {
    doc.classes(element).any(is_gutter_class)
}

/// The first visible text of an element that is more than digits and white space.
pub(super) fn first_non_number(page: &Page<'_>, element: NodeId) -> Option<NodeId> {
    let doc = page.document();
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    let texts = page.text_nodes_in(element.0..doc.subtree_end(element));
    texts.iter().copied().find(|&node| !is_number(doc.text(node)))
}

/// Class tokens of elements that hold line numbers, by the highlighters that write them: Pygments, Rouge, Hexo and
/// SyntaxHighlighter, Chroma, Prism, highlightjs-line-numbers, GitHub, Crayon, react-syntax-highlighter.
fn is_gutter_class(class: &str) -> bool {
    matches!(
        class,
        "linenos"
            | "linenodiv"
            | "lineno"
            | "linenumber"
            | "linenumbers"
            | "rouge-gutter"
            | "gutter"
            | "lnt"
            | "ln"
            | "line-numbers-rows"
            | "line-number"
            | "hljs-ln-numbers"
            | "hljs-ln-n"
            | "blob-num"
            | "crayon-nums"
            | "crayon-num"
            | "react-syntax-highlighter-line-number"
    )
}

/// Class tokens of tables that lay out code.
fn is_code_table_class(class: &str) -> bool {
    matches!(
        class,
        "highlighttable" | "rouge-table" | "lntable" | "crayon-table" | "hljs-ln" | "js-file-line-container"
    )
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

/// Code as it is given: without blank lines at its start and end, otherwise as in the source.
pub(super) fn trim_blank_lines(mut code: String) -> String {
    code.truncate(code.trim_end().len());
    let first_line = code.len() - code.trim_start().len();
    let start = code[..first_line].rfind('\n').map_or(0, |position| position + 1);
    code.drain(..start);
    code
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

    #[test]
    fn blank_lines_around_code_go_and_indentation_stays() {
        assert_eq!(trim_blank_lines("\n \n  a\n\n b \n\n".to_owned()), "  a\n\n b");
        assert_eq!(trim_blank_lines(" \n".to_owned()), "");
    }
}
