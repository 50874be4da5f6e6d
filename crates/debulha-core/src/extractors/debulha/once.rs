//! Text that stands on a page several times is kept once.

use super::decision::is_hidden;
use crate::page::Page;
use debulha_dom::names;

/// Words from which on text that returns is a copy (our decision: names, prices and dates return as they are).
pub const MIN_WORDS: u32 = 8;

/// Share of the largest probability of its copies from which on a block may stand for them (our decision: a list of
/// contents does not stand for the headings).
const MIN_SHARE: f32 = 0.5;

/// Leaves one of the blocks with the same text, of [`MIN_WORDS`] words or more, and sets the others to 0: pages have their
/// text twice for wide and narrow screens, hidden and shown, in quotes and in script state. Left is the first of those
/// that are seen, else the first, with the largest probability of all; and those that return beside it for a reason where
/// both are seen: paragraphs of one parent, such as a refrain, and what is in the same structure (`structure_of`). Cells of tables and preformatted
/// text stay everywhere. `page` is the page as given, `shown` the one whose blocks are judged, `words` are those of its
/// blocks. O(text).
pub fn keep_once(
    page: &Page<'_>,
    shown: &Page<'_>,
    words: &[u32],
    structure_of: &[Option<u32>],
    probabilities: &mut [f32],
) {
    let (doc, texts, same) = (shown.document(), shown.text_blocks(), shown.same_text());
    let may_return = |row: usize| {
        let name = doc.name(texts.blocks()[row].element);
        words[row] < MIN_WORDS || matches!(name, names::TD | names::TH | names::PRE | names::CODE)
    };
    let is_hidden = |row: usize| is_hidden(page, texts.nodes(&texts.blocks()[row]));
    let copies: Vec<(usize, usize)> =
        same.iter().filter(|&(row, _)| probabilities[row] > 0.0 && !may_return(row)).collect();
    let mut best = vec![0.0_f32; same.count()];
    for &(row, class) in &copies {
        best[class] = best[class].max(probabilities[row]);
    }
    // By class: whether it is hidden, and the block.
    let mut left: Vec<Option<(bool, usize)>> = vec![None; same.count()];
    for &(row, class) in copies.iter().filter(|&&(row, class)| probabilities[row] >= MIN_SHARE * best[class])
    {
        let place = (is_hidden(row), row);
        left[class] = Some(left[class].map_or(place, |before| before.min(place)));
    }
    let are_together = |a: usize, b: usize| {
        if is_hidden(a) || is_hidden(b) {
            return false;
        }
        let [(name, parent), other] = [a, b]
            .map(|row| texts.blocks()[row].element)
            .map(|element| (doc.name(element), doc.parent(element)));
        structure_of[a].is_some() && structure_of[a] == structure_of[b]
            || name == names::P && (name, parent) == other
    };
    for (row, class) in copies {
        let Some((_, of_class)) = left[class] else { continue };
        if row == of_class {
            probabilities[row] = best[class];
        } else if !are_together(row, of_class) {
            probabilities[row] = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractors::debulha::block_words;
    use debulha_dom::{Limits, parse};

    const LONG: &str = "the chaff is blown away by the wind from the hill";

    fn kept(html: &str, mut probabilities: Vec<f32>) -> Vec<f32> {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let with_hidden = page.with_hidden_text();
        let shown = with_hidden.as_ref().unwrap_or(&page);
        assert_eq!(shown.text_blocks().blocks().len(), probabilities.len());
        let in_no_unit = vec![None; probabilities.len()];
        keep_once(&page, shown, &block_words(shown), &in_no_unit, &mut probabilities);
        probabilities
    }

    #[test]
    fn the_first_copy_that_is_seen_and_likely_is_left() {
        let page = format!("<div hidden>{LONG}</div><div>{LONG}</div><p>Rye<div>{LONG}</div><p>Rye");
        assert_eq!(kept(&page, vec![0.9, 0.6, 0.7, 0.8, 0.7]), [0.0, 0.9, 0.7, 0.0, 0.7]);
        assert_eq!(kept(&page, vec![0.9, 0.1, 0.7, 0.8, 0.7]), [0.0, 0.0, 0.7, 0.9, 0.7]);
    }

    #[test]
    fn a_refrain_is_sung_each_time() {
        let page = format!("<p>{LONG}<p>Rye<p>{LONG}<div><p>{LONG}</div>");
        assert_eq!(kept(&page, vec![0.9, 0.5, 0.8, 0.9]), [0.9, 0.5, 0.8, 0.0]);
    }

    #[test]
    fn cells_and_what_is_no_content_at_all_do_not_count() {
        let page = format!("<p>{LONG}<table><tr><td>{LONG}<td>{LONG}</table><p>{LONG}");
        assert_eq!(kept(&page, vec![0.0, 0.6, 0.6, 0.5]), [0.0, 0.6, 0.6, 0.5]);
    }
}
