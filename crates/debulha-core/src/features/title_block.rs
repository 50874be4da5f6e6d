//! The text block that is the title of the page.

use crate::features::text_blocks::TextBlock;
use crate::features::words::words;
use crate::page::{Page, PageView};
use debulha_dom::{NameId, names};
use rustc_hash::FxHashSet;

/// Share of a heading's words that the document's title has, for it to be the title of the page (our decision: more of it
/// than not).
const TITLE_OVERLAP: f64 = 0.5;

/// 1 to 6 for `h1` to `h6`, 0 for all other names.
pub fn heading_level(name: NameId) -> u32 {
    match name {
        names::H1 => 1,
        names::H2 => 2,
        names::H3 => 3,
        names::H4 => 4,
        names::H5 => 5,
        names::H6 => 6,
        _ => 0,
    }
}

/// The level of the heading that a block stands in, also below it as in `<h2><div>`; 0 for none.
pub fn level_of(page: &Page<'_>, block: &TextBlock) -> u32 {
    let doc = page.document();
    let own = heading_level(doc.name(block.element));
    if own > 0 { own } else { doc.parent(block.element).map_or(0, |parent| heading_level(doc.name(parent))) }
}

/// The block of the page's title: the heading with the most words in the document's `title`, if half of its words are
/// there; of equal ones that of the highest level, then the first; else the first `h1`. O(blocks + text of headings).
pub fn title_block(page: &Page<'_>) -> Option<usize> {
    let (doc, blocks) = (page.document(), page.text_blocks().blocks());
    let stated = doc.elements_named(names::TITLE).next();
    let stated: FxHashSet<String> =
        stated.map_or_else(FxHashSet::default, |title| words(&doc.text_content(title)).map(plain).collect());
    let mut best: Option<(usize, (u32, u32))> = None;
    for (at, block) in blocks.iter().enumerate() {
        let level = level_of(page, block);
        if level == 0 {
            continue;
        }
        let (mut all, mut common) = (0, 0);
        for &node in page.text_blocks().nodes(block) {
            for word in words(doc.text(node)) {
                all += 1;
                common += u32::from(stated.contains(&plain(word)));
            }
        }
        let found = if f64::from(common) >= TITLE_OVERLAP * f64::from(all) { common } else { 0 };
        let score = (found, 7 - level);
        let counts = found > 0 || level == 1;
        if counts && best.is_none_or(|(_, other)| score > other) {
            best = Some((at, score));
        }
    }
    best.map(|(at, _)| at)
}

fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

impl Page<'_> {
    /// The text block that is the page's title, by its place in [`Page::text_blocks`]; `None` where there is none.
    pub fn title_block(&self) -> Option<usize> {
        *self.view(PageView::TitleBlock, || title_block(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn a_title_block_shares_half_of_its_words() {
        for (heading, found) in [("Rye oats wheat corn", Some(1)), ("Rye oats wheat corn hay", None)] {
            let html = format!("<title>Rye oats</title><h2>{heading}</h2>");
            let doc = parse(&html, &Limits::default()).document;
            assert_eq!(Page::new(&doc).title_block(), found, "{heading}");
        }
    }
}
