//! Pages with nothing to show: searches without results, empty baskets, and templates that nobody has filled.

use crate::verdict::VerdictEvidence;
use crate::verdict::phrases::{NOTHING_FOUND, SEARCH_WORDS};
use crate::verdict::status::{SENTENCE_ENDS, headings, parts};
use crate::verdict::view::{KeptBlock, VerdictView, is_inside};
use debulha_dom::{NodeId, names};

/// Kept blocks at the beginning that may say that there is nothing: two headings, the words searched for, and the
/// sentence that says it.
const FIRST_BLOCKS: usize = 4;

/// Characters up to which a sentence may say that there is nothing to show (our decision).
const MAX_STATEMENT_CHARS: usize = 120;

/// Parts of names of elements and fields of searches and shops.
const SEARCH_PARTS: [&str; 7] = ["search", "query", "result", "empty", "cart", "basket", "s-no-"];

/// Names of the field of a search box, where the name is all there is.
const SEARCH_FIELDS: [&str; 4] = ["q", "s", "k", "query"];

/// Words of a heading that says how much was found, the number among them: "0 results".
const COUNT_WORDS: usize = 3;

/// Evidence that a search, a shop or a list has nothing to show, on a page with next to no other text.
pub(super) fn nothing_found(view: &VerdictView<'_, '_>) -> Option<VerdictEvidence> {
    let params = view.params;
    if view.kept > params.error_text_max_words {
        return None;
    }
    let blocks = view.page.text_blocks().blocks();
    let first = view.text_blocks_up_to(params.error_text_max_words);
    let first =
        first.iter().take(FIRST_BLOCKS).map(|kept| (blocks[kept.block].element, view.block_text(kept.block)));
    let heading = headings(view).map(|heading| (heading, view.text_of(heading)));
    let places: Vec<(NodeId, String)> = heading.chain(first).collect();
    let counted = places.first().filter(|(node, text)| {
        let words: Vec<&str> = text.split_whitespace().collect();
        view.page.document().name(*node) == names::H1
            && (2..=COUNT_WORDS).contains(&words.len())
            && words.contains(&"0")
    });
    if let Some((node, text)) = counted {
        return Some(VerdictEvidence::new("nothing_found", Some(*node), text.clone()));
    }
    let mut is_search = None;
    let names = view.title.map(|title| view.text_of(title));
    let is_named = names
        .iter()
        .chain(places.iter().map(|(_, text)| text).take(1))
        .any(|text| SEARCH_WORDS.first_in(text).is_some());
    places.iter().find_map(|(node, text)| {
        let said = text.split(SENTENCE_ENDS).find(|sentence| {
            let is_all = parts(sentence)
                .any(|part| NOTHING_FOUND.first_with_share(part, params.phrase_share).is_some());
            is_all
                || (sentence.chars().count() <= MAX_STATEMENT_CHARS
                    && NOTHING_FOUND.first_in(sentence).is_some()
                    && (is_named || *is_search.get_or_insert_with(|| has_search(view))))
        })?;
        Some(VerdictEvidence::new("nothing_found", Some(*node), said.trim()))
    })
}

/// Whether the page has a search box or is one of a shop: by types, names and classes, which are the same in all languages.
fn has_search(view: &VerdictView<'_, '_>) -> bool {
    let doc = view.page.document();
    let has_part = |name: &str| {
        let name = name.to_lowercase();
        SEARCH_PARTS.iter().any(|part| name.contains(part))
    };
    view.shown_elements().any(|node| {
        let is_field = doc.name(node) == names::INPUT
            && (doc.attribute(node, names::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("search"))
                || doc.attribute(node, names::NAME).is_some_and(|name| SEARCH_FIELDS.contains(&name)));
        is_field
            || doc.attribute(node, names::ROLE) == Some("search")
            || doc.classes(node).chain(doc.attribute(node, names::ID)).any(has_part)
    })
}

/// Kept words up to which a page may be an unfilled template: placeholders are short, and one that was forgotten in a page
/// with content is no more than that.
const TEMPLATE_MAX_WORDS: u32 = 100;

/// Kept words up to which a title and a heading that are placeholders make an unfilled template, whatever the rest.
const TEMPLATE_TITLE_MAX_WORDS: u32 = 40;

/// Least share of the characters of the text that placeholders make up (our decision: labels like "By" and "Published"
/// stand beside them).
const MIN_PLACEHOLDER_SHARE: f64 = 0.4;

/// Characters of a placeholder between its marks; longer ones are code.
const MAX_PLACEHOLDER_CHARS: usize = 80;

/// Marks around placeholders: those of Mustache, Angular and Vue, of template literals, Jinja, ERB and JSP, Ruby, Wicket
/// and MODX.
const MARKS: [(&str, &str); 7] =
    [("{{", "}}"), ("${", "}"), ("{%", "%}"), ("<%", "%>"), ("#{", "}"), ("[[", "]]"), ("{", "}")];

/// Marks around placeholders that are names in capitals, as in `%TITLE%`.
const MARKS_OF_CAPITALS: [&str; 4] = ["%", "__", "##", "@@"];

/// Evidence that nothing has filled the page's template.
pub(super) fn unfilled_template(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
    let doc = view.page.document();
    if view.kept > TEMPLATE_MAX_WORDS {
        return Vec::new();
    }
    let blocks = view.page.text_blocks();
    let is_code = |node: NodeId| {
        [names::PRE, names::CODE, names::TEXTAREA, names::KBD, names::SAMP]
            .iter()
            .any(|&name| doc.name(node) == name || is_inside(doc, node, name))
    };
    let (mut all, mut placeholders, mut first) = (0, 0, None);
    for KeptBlock { block, .. } in view.text_blocks_up_to(TEMPLATE_MAX_WORDS) {
        let block = &blocks.blocks()[block];
        for &node in blocks.nodes(block) {
            let text = doc.text(node).trim();
            all += text.chars().filter(|c| !c.is_whitespace()).count();
            if is_code(node) {
                continue;
            }
            let found = placeholder_chars(text);
            placeholders += found;
            if found > 0 && first.is_none() {
                first = Some((block.element, text));
            }
        }
    }
    let is_placeholder = |node: &NodeId| {
        let text = doc.text_content(*node);
        let chars = text.chars().filter(|c| !c.is_whitespace()).count();
        chars > 0 && placeholder_chars(&text) * 2 >= chars
    };
    let title = view.title.filter(is_placeholder);
    let heading = headings(view).find(|node| is_placeholder(node) && !is_code(*node));
    let mut found = Vec::new();
    let is_most = placeholders > 0 && placeholders as f64 >= MIN_PLACEHOLDER_SHARE * all as f64;
    let is_stated =
        title.is_some() && (heading.is_some() || placeholders > 0) && view.kept <= TEMPLATE_TITLE_MAX_WORDS;
    if is_most || is_stated {
        if let Some((element, text)) = first {
            found.push(VerdictEvidence::new("placeholder_in_text", Some(element), text));
        }
        let stated = title.map(|node| ("placeholder_in_title", node));
        let stated = stated.into_iter().chain(heading.map(|node| ("placeholder_in_heading", node)));
        found.extend(
            stated.map(|(rule, node)| VerdictEvidence::new(rule, Some(node), doc.text_content(node).trim())),
        );
    }
    found
}

/// Characters of a text that are placeholders, without white space. O(bytes × longest placeholder).
fn placeholder_chars(text: &str) -> usize {
    let (mut rest, mut found) = (text, 0);
    while let Some(c) = rest.chars().next() {
        match placeholder(rest) {
            Some(length) => {
                found += rest[..length].chars().filter(|c| !c.is_whitespace()).count();
                rest = &rest[length..];
            }
            None => rest = &rest[c.len_utf8()..],
        }
    }
    found
}

/// Bytes of the placeholder that a text begins with.
fn placeholder(text: &str) -> Option<usize> {
    let end = text.char_indices().nth(MAX_PLACEHOLDER_CHARS).map_or(text.len(), |(at, _)| at);
    let near = &text[..end];
    let marked = MARKS.iter().find_map(|(open, close)| {
        let inner = near.strip_prefix(open)?;
        let length = inner.find(close)?;
        // One brace alone is usual in other texts; around one name it is a placeholder.
        let is_name =
            || inner[..length].chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
        let holds = !inner[..length].trim().is_empty() && (open.len() > 1 || is_name());
        holds.then_some(open.len() + length + close.len())
    });
    marked.or_else(|| {
        MARKS_OF_CAPITALS.iter().find_map(|mark| {
            let inner = near.strip_prefix(mark)?;
            let length = inner.find(mark)?;
            let is_name = length > 1
                && inner.starts_with(|c: char| c.is_ascii_uppercase())
                && inner[..length]
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '_' | '.' | '-'));
            is_name.then_some(2 * mark.len() + length)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_of_template_languages() {
        for text in [
            "{{ title }}",
            "{{{ body }}}",
            "${name}",
            "${ page.title }",
            "%TITLE%",
            "{% block main %}",
            "<%= name %>",
            "#{headline}",
            "[[*pagetitle]]",
            "__HEADLINE__",
            "{name}",
            "##PAGE_TITLE##",
            "@@AUTHOR@@",
        ] {
            let chars = text.chars().filter(|c| !c.is_whitespace()).count();
            assert!(placeholder_chars(text) + 1 >= chars, "{text}");
        }
    }

    #[test]
    fn texts_without_placeholders() {
        for text in [
            "50 % of 100 %",
            "{ }",
            "$20 {about}",
            "a set {1, 2, 3}",
            "100%",
            "%d%",
            "{{",
            "[1] and [2]",
            "__init__",
        ] {
            assert_eq!(placeholder_chars(text), if text == "$20 {about}" { 7 } else { 0 }, "{text}");
        }
    }
}
