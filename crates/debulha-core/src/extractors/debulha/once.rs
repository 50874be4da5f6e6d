//! Text that stands on a page several times is kept once.

use crate::page::Page;
use debulha_dom::names;

/// Words from which on text that returns is a copy (our decision: names, prices and dates return as they are).
pub const LEAST_WORDS: u32 = 8;

/// Share of the largest probability of its copies from which on a block may stand for them (our decision: a list of
/// contents does not stand for the headings).
const LEAST_SHARE: f32 = 0.5;

/// Leaves one of the blocks with the same text, of [`LEAST_WORDS`] words or more, and sets the others to 0: pages have their
/// text twice for wide and narrow screens, hidden and shown, in quotes and in script state. Left is the first of those
/// that are seen, else the first, with the largest probability of all. Cells of tables and preformatted text stay, where
/// text returns for a reason. `page` is the page as given, `shown` the one whose blocks are judged, `words` are those of its
/// blocks. O(text).
pub fn keep_once(page: &Page<'_>, shown: &Page<'_>, words: &[u32], probabilities: &mut [f32]) {
    let (doc, texts, same) = (shown.document(), shown.text_blocks(), shown.same_text());
    let may_return = |row: usize| {
        let name = doc.name(texts.blocks()[row].element);
        words[row] < LEAST_WORDS || matches!(name, names::TD | names::TH | names::PRE | names::CODE)
    };
    let copies: Vec<(usize, usize)> =
        same.iter().filter(|&(row, _)| probabilities[row] > 0.0 && !may_return(row)).collect();
    let mut best = vec![0.0_f32; same.count()];
    for &(row, class) in &copies {
        best[class] = best[class].max(probabilities[row]);
    }
    // By class: whether it is hidden, and the block.
    let mut left: Vec<Option<(bool, usize)>> = vec![None; same.count()];
    for &(row, class) in
        copies.iter().filter(|&&(row, class)| probabilities[row] >= LEAST_SHARE * best[class])
    {
        let is_hidden = page.visibility().is_hidden(texts.nodes(&texts.blocks()[row])[0]);
        left[class] = Some(left[class].map_or((is_hidden, row), |before| before.min((is_hidden, row))));
    }
    for (row, class) in copies {
        let is_left = left[class].is_some_and(|(_, left)| left == row);
        probabilities[row] = if is_left { best[class] } else { 0.0 };
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
        let unveiled = page.unveiled();
        let shown = unveiled.as_ref().unwrap_or(&page);
        assert_eq!(shown.text_blocks().blocks().len(), probabilities.len());
        keep_once(&page, shown, &block_words(shown), &mut probabilities);
        probabilities
    }

    #[test]
    fn the_first_copy_that_is_seen_and_likely_is_left() {
        let page = format!("<p hidden>{LONG}<p>{LONG}<p>Rye<p>{LONG}<p>Rye");
        assert_eq!(kept(&page, vec![0.9, 0.6, 0.7, 0.8, 0.7]), [0.0, 0.9, 0.7, 0.0, 0.7]);
        assert_eq!(kept(&page, vec![0.9, 0.1, 0.7, 0.8, 0.7]), [0.0, 0.0, 0.7, 0.9, 0.7]);
    }

    #[test]
    fn cells_and_what_is_no_content_at_all_do_not_count() {
        let page = format!("<p>{LONG}<table><tr><td>{LONG}<td>{LONG}</table><p>{LONG}");
        assert_eq!(kept(&page, vec![0.0, 0.6, 0.6, 0.5]), [0.0, 0.6, 0.6, 0.5]);
    }
}
