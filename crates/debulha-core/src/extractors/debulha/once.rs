//! Text that stands on a page several times is kept once.

use super::decision::is_hidden;
use crate::features::title_block::level_of;
use crate::page::Page;
use debulha_dom::{NodeId, names};
use std::ops::Range;

/// Words from which on text that returns is a copy (our decision: names, prices and dates return as they are).
pub const MIN_WORDS: u32 = 8;

/// Maximum words of text that may return in other sections (our decision: notes such as "Panics if the mill race is dry"; quoted posts are
/// longer).
const MAX_RETURNING_WORDS: u32 = 60;

/// Maximum repeated words in a section for each of its own (our decision: the note of a function is up to three times as long as its name and
/// signature; copied regions have almost no words of their own).
const MAX_COPIED: u32 = 3;

/// Share of the largest probability of its copies from which on a block may stand for them (our decision: a list of
/// contents does not stand for the headings).
const MIN_SHARE: f32 = 0.5;

/// Keeps one of the blocks with the same text, of [`MIN_WORDS`] words or more, and sets the probability of the others to 0: pages repeat text for
/// wide and narrow screens, hidden and shown, in quotations and in script state. The first visible copy is kept, or else the first one, with
/// the highest probability of all copies. Other visible copies are kept too if they are paragraphs of the same parent, such as a refrain, in the
/// same structure (`structure_of`), or short text in sections or parts that have text of their own, such as a note that returns for several
/// functions. Table cells and preformatted text are always kept. `page` is the page as given, `shown` the page whose blocks are judged, `words` the words
/// of its blocks. O(text + copies · depth).
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
    let copied = Copied::of(shown, words);
    let sections = Sections::of(shown, words);
    let parts = Parts { shown, copied };
    let are_together = |a: usize, b: usize| {
        if is_hidden(a) || is_hidden(b) {
            return false;
        }
        if words[a] <= MAX_RETURNING_WORDS && (sections.differ(a, b) || parts.differ(a, b)) {
            return true;
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

/// The sections of a page; each begins at a heading whose text is unique on the page.
struct Sections {
    /// The section of each block.
    of_row: Vec<usize>,
    /// Whether each section has enough words of its own; sections of copied regions do not.
    is_own: Vec<bool>,
}

impl Sections {
    /// O(blocks · depth).
    fn of(shown: &Page<'_>, words: &[u32]) -> Self {
        let (blocks, same) = (shown.text_blocks().blocks(), shown.same_text());
        let sizes = same.sizes();
        let mut of_row = Vec::with_capacity(blocks.len());
        // Words of their own and of copies.
        let mut counts = vec![(0, 0)];
        for (row, block) in blocks.iter().enumerate() {
            let returns = same.of(row).is_some_and(|class| sizes[class] > 1);
            if !returns && level_of(shown, block) > 0 {
                counts.push((0, 0));
            }
            let section = counts.len() - 1;
            if returns && words[row] >= MIN_WORDS {
                counts[section].1 += words[row];
            } else {
                counts[section].0 += words[row];
            }
            of_row.push(section);
        }
        let is_own = counts.into_iter().map(|(own, copied)| own * MAX_COPIED >= copied).collect();
        Sections { of_row, is_own }
    }

    /// Whether two blocks are in different sections, both with text of their own.
    fn differ(&self, a: usize, b: usize) -> bool {
        let [a, b] = [self.of_row[a], self.of_row[b]];
        a != b && self.is_own[a] && self.is_own[b]
    }
}

/// Sums of words before each block.
struct Copied {
    /// Of text that occurs once, and of copies.
    before: Vec<(u32, u32)>,
}

impl Copied {
    /// O(blocks).
    fn of(shown: &Page<'_>, words: &[u32]) -> Self {
        let same = shown.same_text();
        let sizes = same.sizes();
        let (mut own, mut copied) = (0, 0);
        let mut before = vec![(0, 0)];
        for (row, &words) in words.iter().enumerate() {
            let is_copy = words >= MIN_WORDS && same.of(row).is_some_and(|class| sizes[class] > 1);
            *if is_copy { &mut copied } else { &mut own } += words;
            before.push((own, copied));
        }
        Copied { before }
    }

    /// Whether most words of some blocks occur once. Copied regions, such as the cards of a carousel, have a few words of their own.
    fn is_own(&self, rows: Range<usize>) -> bool {
        let [(own_before, copied_before), (own, copied)] = [rows.start, rows.end].map(|row| self.before[row]);
        own - own_before >= copied - copied_before
    }
}

/// Parts of elements, such as the functions of a module.
struct Parts<'p, 'd> {
    shown: &'p Page<'d>,
    copied: Copied,
}

impl Parts<'_, '_> {
    /// Whether two blocks have the same place in different children of an element, and most words of both children occur once. A child that is
    /// one block, such as a cell, is taken with the block before it. O(depth).
    fn differ(&self, a: usize, b: usize) -> bool {
        let (doc, texts) = (self.shown.document(), self.shown.text_blocks());
        let rows = [a.min(b), a.max(b)];
        let nodes = rows.map(|row| texts.nodes(&texts.blocks()[row])[0]);
        let around = doc.lowest_common_ancestor(nodes[0], nodes[1]);
        let path = |node: NodeId| doc.ancestors(node).take_while(move |&part| part != around);
        let [first, last] = nodes.map(|node| path(node).map(|part| doc.name(part)));
        if rows[1] == rows[0] + 1 || !first.eq(last) {
            return false;
        }
        let has_own = |(node, row): (NodeId, usize)| {
            let Some(part) = path(node).last() else { return false };
            let rows = texts.rows_in(&(part.0..doc.subtree_end(part)));
            self.copied.is_own(if rows.len() == 1 { row.saturating_sub(1)..row + 1 } else { rows })
        };
        nodes.into_iter().zip(rows).all(has_own)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
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
    fn what_returns_under_other_headings_stays() {
        let under = |second: &str, text: &str| {
            let section = |name: &str| format!("<h2>{name}</h2><p>{text} {name}</p><div>{LONG}</div>");
            format!("{}{}", section("Coarse"), section(second))
        };
        let last = |html: &str| kept(html, vec![0.9, 0.6, 0.8, 0.9, 0.6, 0.7])[5];
        assert_eq!(last(&under("Fine", "Runs on water")), 0.7);
        // The same region, twice.
        assert_eq!(last(&under("Coarse", "Runs on water")), 0.0);
    }

    #[test]
    fn what_returns_in_other_parts_stays() {
        let last = |html: &str| *kept(html, vec![0.9, 0.7, 0.9, 0.7]).last().unwrap();
        let part =
            |name: &str, own: usize| format!("<div><p>{name} {}</p><p>{LONG}</p></div>", "own ".repeat(own));
        let parts = |own: usize| part("Coarse", own) + &part("Fine", own);
        // LONG has 11 words.
        assert_eq!((last(&parts(10)), last(&parts(9))), (0.7, 0.0));
        // Cells are taken with the ones before them.
        let cell = |name: &str| format!("<div>{name} {}</div><div>{LONG}</div>", "own ".repeat(10));
        assert_eq!(last(&format!("<div>{}{}</div>", cell("Coarse"), cell("Fine"))), 0.7);
        // Elsewhere in the other part.
        let nested = part("Fine", 10).replace("<p>the", "<p><b>the");
        assert_eq!(last(&(part("Coarse", 10) + &nested)), 0.0);
    }

    #[test]
    fn sections_of_copies_have_next_to_nothing_of_their_own() {
        let html = |own: usize| {
            let section = |name: &str| format!("<h2>{name}</h2><p>{}</p><p>{LONG}</p>", "own ".repeat(own));
            format!("{}{}", section("Coarse"), section("Fine"))
        };
        let is_own = |own: usize| {
            let doc = parse(&html(own), &Limits::default()).document;
            let page = Page::new(&doc);
            Sections::of(&page, &block_words(&page)).is_own[2]
        };
        // LONG has 11 words.
        assert!(is_own(3) && !is_own(2));
    }

    #[test]
    fn cells_and_what_is_no_content_at_all_do_not_count() {
        let page = format!("<p>{LONG}<table><tr><td>{LONG}<td>{LONG}</table><p>{LONG}");
        assert_eq!(kept(&page, vec![0.0, 0.6, 0.6, 0.5]), [0.0, 0.6, 0.6, 0.5]);
    }
}
