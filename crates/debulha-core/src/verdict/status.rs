//! Pages that state an error, or check for robots, where content should be.

use crate::verdict::Evidence;
use crate::verdict::phrases::{ERROR_WORDS, Phrase, STATUS};
use crate::verdict::view::View;
use debulha_dom::{NodeId, names};

/// Codes of the HTTP standard for errors (RFC 9110, section 15).
const ERROR_CODES: std::ops::RangeInclusive<u32> = 400..=599;

/// Kept blocks at the beginning that may state an error.
const FIRST_BLOCKS: usize = 2;

/// What parts the title of a page from the name of its site.
const PARTING: [char; 9] = ['|', '-', '–', '—', '·', ':', '»', '<', '>'];

/// Evidence of an error page; none where much was kept.
pub(super) fn error(view: &View<'_, '_>) -> Vec<Evidence> {
    let mut found = Vec::new();
    if view.kept > view.params.error_max_words {
        return found;
    }
    let doc = view.page.document();
    if let Some(title) = view.title {
        found.extend(stated("status_in_title", title, &view.text_of(title), view.params.phrase_share));
    }
    for heading in headings(view) {
        found.extend(stated("status_in_heading", heading, &view.text_of(heading), view.params.phrase_share));
    }
    if found.is_empty() && view.kept <= view.params.error_text_max_words {
        let first: Vec<usize> = view.kept_blocks.iter().take(FIRST_BLOCKS).map(|kept| kept.block).collect();
        // Where nothing was kept of a short page, its own first blocks stand for the text.
        let first = if first.is_empty() && view.visible <= view.params.error_text_max_words {
            (0..view.page.text_blocks().blocks().len().min(FIRST_BLOCKS)).collect()
        } else {
            first
        };
        for block in first {
            let element = view.page.text_blocks().blocks()[block].element;
            found.extend(stated(
                "status_in_text",
                element,
                &view.block_text(block),
                view.params.phrase_share,
            ));
        }
    }
    if !found.is_empty()
        && let Some(meta) = meta_named(view, "robots", "noindex")
    {
        found.push(Evidence::new(
            "noindex",
            Some(meta),
            doc.attribute(meta, names::CONTENT).unwrap_or_default(),
        ));
    }
    found
}

/// The visible `h1`, or the first `h2` where there is none.
fn headings<'v>(view: &'v View<'_, '_>) -> impl Iterator<Item = NodeId> + 'v {
    let doc = view.page.document();
    let first = |name| view.shown_elements().find(|&node| doc.name(node) == name);
    first(names::H1).or_else(|| first(names::H2)).into_iter()
}

/// A `meta` of the head with a name whose content holds a word.
fn meta_named(view: &View<'_, '_>, name: &str, word: &str) -> Option<NodeId> {
    let doc = view.page.document();
    doc.head().into_iter().flat_map(|head| doc.descendants(head)).find(|&node| {
        doc.name(node) == names::META
            && doc.attribute(node, names::NAME).is_some_and(|given| given.trim().eq_ignore_ascii_case(name))
            && doc
                .attribute(node, names::CONTENT)
                .is_some_and(|content| content.to_lowercase().contains(word))
    })
}

fn stated(rule: &'static str, node: NodeId, text: &str, share: f64) -> Option<Evidence> {
    let part = parts(text).find(|part| is_code(part) || phrase_in(part, STATUS, share).is_some())?;
    Some(Evidence::new(rule, Some(node), part))
}

/// The parts of a title, in lower case, without the marks around them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(PARTING)
        .map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|part| !part.is_empty())
}

/// The first phrase that makes up at least this share of the characters of a text in lower case.
pub(super) fn phrase_in(text: &str, phrases: &'static [Phrase], share: f64) -> Option<&'static Phrase> {
    let longest = text.len() as f64 * share;
    phrases.iter().find(|phrase| phrase.text.len() as f64 >= longest && text.contains(phrase.text))
}

/// Whether a title's part is the code of an error, with at most such words as "error" beside it.
fn is_code(part: &str) -> bool {
    let mut has_code = false;
    // Single letters and digits are left over of signs, as in "!!1".
    part.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1).all(|word| {
        let is_code = word.parse().is_ok_and(|code: u32| ERROR_CODES.contains(&code));
        has_code |= is_code;
        is_code || ERROR_WORDS.contains(&word)
    }) && has_code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(text: &str) -> bool {
        parts(&text.to_lowercase()).any(|part| is_code(part) || phrase_in(part, STATUS, 0.5).is_some())
    }

    #[test]
    fn titles_that_state_an_error() {
        for title in [
            "404",
            "Error 404 (Not Found)!!1",
            "404 Not Found | The Barn",
            "Page not found – The Barn",
            "Página não encontrada - Celeiro",
            "Seite nicht gefunden",
            "Страница не найдена",
            "页面不存在",
            "Just a moment...",
        ] {
            assert!(states(title), "{title}");
        }
    }

    #[test]
    fn titles_that_speak_of_errors() {
        for title in [
            "How to fix 404 errors on your site in ten steps",
            "What the status code 404 Not Found means for search engines",
            "The Fortune 500 list",
            "The lost page that was not found in the archive of 1404",
        ] {
            assert!(!states(title), "{title}");
        }
    }
}
