//! Pages that state an error, or check for robots, where content should be.

use crate::verdict::phrases::{
    DEFAULT_PAGES, ERROR_WORDS, MAINTENANCE, MAINTENANCE_TITLES, NOT_FOUND, PAGE_NOUNS, STATUS,
};
use crate::verdict::view::VerdictView;
use crate::verdict::{VerdictEvidence, empty, requests};
use debulha_dom::{NodeId, names};

/// Codes of the HTTP standard for errors (RFC 9110, section 15).
const ERROR_CODES: std::ops::RangeInclusive<u32> = 400..=599;

/// Kept blocks at the beginning that may state an error: a code, "Sorry!" and the sentence that says it.
const FIRST_BLOCKS: usize = 3;

/// Characters up to which a sentence may say that a page is not there: headlines about lost things are longer (our
/// decision).
const MAX_STATEMENT_CHARS: usize = 90;

/// Least share of such a sentence that the noun for the page and what is said of it make up (our decision: "Sidan du
/// söker finns inte eller har flyttats" has .37).
const MIN_STATEMENT_SHARE: f64 = 0.3;

/// All that the page of a fresh Apache server says; in other titles, as "How it works", it is no sign.
const SERVER_WORKS: &str = "it works";

/// Least share of a title's part that is all that is said, as "Nenalezeno": all of it, but for a mark.
const MIN_BARE_SHARE: f64 = 0.9;

/// What ends a sentence.
pub(super) const SENTENCE_ENDS: [char; 11] = ['.', '!', '?', '。', '！', '？', '…', '।', '؟', '۔', ';'];

/// What parts the title of a page from the name of its site.
const PARTING: [char; 9] = ['|', '-', '–', '—', '·', ':', '»', '<', '>'];

/// Least share of a title's part that a name for maintenance makes up: all of it, but for a mark (our decision).
const MIN_TITLE_SHARE: f64 = 0.9;

/// Kept blocks at the beginning that may say that the site is worked on: a heading and two lines.
const MAINTENANCE_BLOCKS: usize = 3;

/// Evidence of an error page; none where much was kept.
pub(super) fn error(view: &VerdictView<'_, '_>) -> Vec<VerdictEvidence> {
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
    let first = first_blocks(view);
    let noindex = meta_named(view, "robots", "noindex");
    // Pages that are not to be found are seldom content, so more words may stand around the statement.
    let max_words = match noindex {
        Some(_) => view.params.error_max_words,
        None => view.params.error_text_max_words,
    };
    if found.is_empty() && view.kept <= max_words {
        for &block in first.iter().take(FIRST_BLOCKS) {
            let element = view.page.text_blocks().blocks()[block].element;
            found.extend(stated(
                "status_in_text",
                element,
                &view.block_text(block),
                view.params.phrase_share,
            ));
        }
    }
    if found.is_empty() {
        found = maintenance(view, &first);
    }
    if found.is_empty() {
        found.extend(empty::nothing_found(view));
    }
    if found.is_empty() {
        found.extend(requests::human_check(view));
    }
    if !found.is_empty()
        && let Some(meta) = noindex
    {
        found.push(VerdictEvidence::new(
            "noindex",
            Some(meta),
            doc.attribute(meta, names::CONTENT).unwrap_or_default(),
        ));
    }
    found
}

/// The first blocks of what was kept. Where nothing was kept of a short page, its own first blocks stand for the text.
fn first_blocks(view: &VerdictView<'_, '_>) -> Vec<usize> {
    let first: Vec<usize> = view.kept_blocks.iter().take(MAINTENANCE_BLOCKS).map(|kept| kept.block).collect();
    if first.is_empty() && view.visible <= view.params.error_text_max_words {
        (0..view.page.text_blocks().blocks().len().min(MAINTENANCE_BLOCKS)).collect()
    } else {
        first
    }
}

/// Evidence that the site is worked on: sentences that say so, in the title, a heading or the first blocks.
///
/// A text that is more than a note needs two of them, or a title that names maintenance beside one: an article about it
/// has one at most.
fn maintenance(view: &VerdictView<'_, '_>, first: &[usize]) -> Vec<VerdictEvidence> {
    let mut places: Vec<(&'static str, NodeId, String)> = Vec::new();
    places.extend(view.title.map(|title| ("maintenance_in_title", title, view.text_of(title))));
    places.extend(headings(view).map(|heading| ("maintenance_in_heading", heading, view.text_of(heading))));
    let named = places.iter().find_map(|(rule, node, text)| {
        let part = parts(text).find(|part| names_maintenance(part))?;
        Some(VerdictEvidence::new(rule, Some(*node), part))
    });
    let in_heading: Vec<NodeId> = places.iter().map(|&(_, node, _)| node).collect();
    for &block in first {
        let element = view.page.text_blocks().blocks()[block].element;
        if !in_heading.contains(&element) {
            places.push(("maintenance_in_text", element, view.block_text(block)));
        }
    }
    // A title that names maintenance stands for half of the words.
    let share = view.params.phrase_share * if named.is_some() { 0.5 } else { 1.0 };
    let mut said: Vec<VerdictEvidence> = Vec::new();
    for (rule, node, text) in &places {
        let mut sentences = text.split(SENTENCE_ENDS).flat_map(parts);
        let said_here = sentences.find(|sentence| MAINTENANCE.first_with_share(sentence, share).is_some());
        said.extend(said_here.map(|sentence| VerdictEvidence::new(rule, Some(*node), sentence)));
    }
    let is_note = view.kept <= view.params.error_text_max_words;
    let is_named_twice = || {
        let names = places.iter().take(2).filter(|(_, _, text)| parts(text).any(names_maintenance));
        names.count() == 2
    };
    if said.is_empty() && is_note && is_named_twice() {
        return named.into_iter().collect();
    }
    let signs = said.len() + usize::from(named.is_some());
    if said.is_empty() || !(is_note || signs > 1) {
        return Vec::new();
    }
    said.extend(named);
    said
}

/// The visible `h1`, or the first `h2` where there is none.
pub(super) fn headings<'v>(view: &'v VerdictView<'_, '_>) -> impl Iterator<Item = NodeId> + 'v {
    let doc = view.page.document();
    let first = |name| view.shown_elements().find(|&node| doc.name(node) == name);
    first(names::H1).or_else(|| first(names::H2)).into_iter()
}

/// A `meta` of the head with a name whose content holds a word.
fn meta_named(view: &VerdictView<'_, '_>, name: &str, word: &str) -> Option<NodeId> {
    let doc = view.page.document();
    doc.head().into_iter().flat_map(|head| doc.descendants(head)).find(|&node| {
        doc.name(node) == names::META
            && doc.attribute(node, names::NAME).is_some_and(|given| given.trim().eq_ignore_ascii_case(name))
            && doc
                .attribute(node, names::CONTENT)
                .is_some_and(|content| content.to_lowercase().contains(word))
    })
}

/// Whether a title's part is a name for maintenance.
fn names_maintenance(part: &str) -> bool {
    MAINTENANCE_TITLES.first_with_share(part, MIN_TITLE_SHARE).is_some()
}

fn stated(rule: &'static str, node: NodeId, text: &str, share: f64) -> Option<VerdictEvidence> {
    let part = parts(text).find(|part| states_error(part, share))?;
    Some(VerdictEvidence::new(rule, Some(node), part))
}

fn states_error(part: &str, share: f64) -> bool {
    is_code(part)
        || STATUS.first_with_share(part, share).is_some()
        || part == SERVER_WORKS
        || part.split(SENTENCE_ENDS).any(|sentence| {
            says_not_found(sentence) || DEFAULT_PAGES.first_with_share(sentence.trim(), share).is_some()
        })
}

/// Whether a sentence says of a page that it is not there, and little else.
fn says_not_found(sentence: &str) -> bool {
    let sentence = sentence.trim();
    if sentence.is_empty() || sentence.chars().count() > MAX_STATEMENT_CHARS {
        return false;
    }
    let Some(said) = NOT_FOUND.all_in(sentence).max_by_key(|phrase| phrase.len()) else { return false };
    let share = |bytes: usize, least: f64| bytes as f64 >= least * sentence.len() as f64;
    let with_noun = |noun: &str| share(noun.len() + said.len(), MIN_STATEMENT_SHARE);
    share(said.len(), MIN_BARE_SHARE) || PAGE_NOUNS.all_in(sentence).any(with_noun)
}

/// The parts of a title, in lower case, without the marks around them.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(PARTING)
        .map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|part| !part.is_empty())
}

/// Whether a title's part is the code of an error, with at most such words as "error" beside it.
fn is_code(part: &str) -> bool {
    let mut has_code = false;
    // Single letters and digits are left over of signs, as in "!!1".
    part.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1).all(|word| {
        let code = word.chars().try_fold(0u32, |code, c| Some(code.checked_mul(10)? + digit(c)?));
        let is_code = code.is_some_and(|code| ERROR_CODES.contains(&code));
        has_code |= is_code;
        is_code || ERROR_WORDS.contains(&word)
    }) && has_code
}

/// The value of a digit in the scripts in which pages write codes: European, Arabic, Persian and Devanagari digits.
fn digit(c: char) -> Option<u32> {
    const ZEROS: [char; 4] = ['0', '٠', '۰', '०'];
    ZEROS.iter().find_map(|&zero| u32::from(c).checked_sub(u32::from(zero)).filter(|digit| *digit < 10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::view::searchable;

    fn states(text: &str) -> bool {
        parts(&searchable(text)).any(|part| states_error(part, 0.5))
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
            "Den begärda sidan kunde inte hittas - Ladan",
            "Vi fant ikke siden du lette etter",
            "Voi ei! Sivua ei ole olemassa",
            "Stránku se nepodařilo najít",
            "A keresett oldal nem található",
            "Ne pare rău, această pagină nu există",
            "Страницата, която търсите, не съществува",
            "Сторінку не знайдено | Клуня",
            "Η σελίδα που ζητήσατε δεν υπάρχει",
            "ARADIĞINIZ SAYFA BULUNAMADI",
            "عذراً، لم يتم العثور على الصفحة",
            "הדף שחיפשת לא נמצא",
            "صفحه مورد نظر پیدا نشد",
            "यह पेज मौजूद नहीं है",
            "ขออภัย ไม่พบหน้านี้",
            "Trang bạn yêu cầu không tồn tại",
            "Halaman yang Anda cari tidak ditemukan",
            "요청하신 페이지를 찾을 수 없습니다",
            "ご指定のページは存在しません",
            "您访问的页面不存在",
            "您要找的頁面不見了",
            "Puslapis nerastas",
            "Virhe 404",
            "خطأ ٤٠٤",
            "Nenalezeno",
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
            "Den saknade fiskaren hittades efter tre dagar",
            "Hvorfor findes der ikke flere storke i Danmark",
            "Warum es keine Wölfe im Dorf gibt, und was der Förster dazu sagt",
            "Peugeot 404 fylder 60 år",
        ] {
            assert!(!states(title), "{title}");
        }
    }
}
