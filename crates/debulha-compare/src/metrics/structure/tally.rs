//! What one system kept of the structures of pages, as counts that add up.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use debulha_core::content::build;
use debulha_core::{Labels, Page};
use debulha_dom::NodeId;
use serde::{Deserialize, Serialize};

use super::align::SearchedText;
use super::found::{FoundStructures, PageStructure, StructureKind, spans_in};
use super::{KeptTokens, StructureFate};
use crate::metrics::lcs;
use crate::metrics::tokens::{WordInterner, nfc};

/// Share of a part's words from which on it is there: a link or a mark inside of a cell may be missing.
const PART_SHARE: f64 = 0.5;
/// Share of a structure's words that stand close together in the gold text, from which on the structure is gold.
/// Annotators leave out marks and columns of icons, and whole tables much more often than half of one.
const GOLD_SHARE: f64 = 0.75;

/// Counts over some pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StructureTally {
    /// Structures by kind.
    pub kinds: BTreeMap<StructureKind, Fates>,
    /// Cells of data tables on pages with a gold text: in the gold text.
    pub cells_gold: usize,
    /// The same: kept.
    pub cells_kept: usize,
    /// The same: both.
    pub cells_shared: usize,
    /// Kept listings.
    pub listings: usize,
    /// Sum of their similarities by lines, each 0 to 1.
    pub listings_alike: f64,
    /// Kept items of numbered lists.
    pub items: usize,
    /// Those that have another number than in the page.
    pub items_renumbered: usize,
    /// Formulas of the pages.
    pub formulas: usize,
    /// Those that are kept.
    pub formulas_kept: usize,
}

/// The result for the structures of a kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fates {
    /// All that are kept, whole or with holes.
    pub kept: usize,
    /// Of these, with parts missing.
    pub holes: usize,
    /// Those in the gold text.
    pub gold: usize,
    /// Of these, kept whole.
    pub gold_whole: usize,
    /// Of these, not kept.
    pub gold_lost: usize,
}

impl StructureTally {
    /// Counts for one page whose labels are known.
    pub fn of_labels(page: &Page<'_>, found: &FoundStructures, labels: &Labels, gold: Option<&str>) -> Self {
        let mut tally = Self::default();
        tally.structures(found, gold, |structure| match structure.kind {
            StructureKind::Listing => {
                let nodes = structure.node.0..page.document().subtree_end(structure.node);
                let spans = spans_in(&labels.spans, nodes).to_vec();
                let part = Labels { spans, ..Labels::default() };
                let text = lines_of(page, &part);
                let kept = SearchedText::new(&text).find(&structure.tokens());
                let alike = lines_alike(structure, text.lines());
                (kept, alike)
            }
            _ => (structure.kept_by(page, labels), 0.0),
        });
        let content = FoundStructures::in_content(&build(page, labels));
        tally.numbers(&found.numbers, &content.numbers);
        tally.formulas(&found.formulas, &content.formulas);
        tally
    }

    /// Counts for one page of which a text is known, plain or Markdown. Numbers and formulas are not looked at.
    pub fn of_text(found: &FoundStructures, text: &str, gold: Option<&str>) -> Self {
        let text = nfc(text);
        let read = SearchedText::new(&text);
        let mut tally = Self::default();
        tally.structures(found, gold, |structure| {
            let (kept, place) = read.find_with_place(&structure.tokens());
            let alike = match structure.kind {
                StructureKind::Listing => lines_alike(structure, whole_lines(&text, place).lines()),
                _ => 0.0,
            };
            (kept, alike)
        });
        tally
    }

    fn structures(
        &mut self,
        found: &FoundStructures,
        gold: Option<&str>,
        find: impl Fn(&PageStructure) -> (KeptTokens, f64),
    ) {
        let gold = gold.map(nfc);
        let gold = gold.as_deref().map(SearchedText::new);
        for structure in &found.structures {
            let (kept, alike) = find(structure);
            let Some(fate) = kept.fate(PART_SHARE) else { continue };
            let in_gold = gold.as_ref().map(|gold| gold.find(&structure.tokens()));
            let is_gold = in_gold.as_ref().is_some_and(|gold| {
                gold.together as f64 >= GOLD_SHARE * gold.sizes.iter().sum::<usize>() as f64
            });
            self.kinds.entry(structure.kind).or_default().add(fate, is_gold);
            match structure.kind {
                StructureKind::Table if in_gold.is_some() => {
                    let gold = in_gold.filter(|_| is_gold);
                    self.cells(&kept, fate, gold.as_ref());
                }
                StructureKind::Listing if fate != StructureFate::Lost => {
                    self.listings += 1;
                    self.listings_alike += alike;
                }
                _ => {}
            }
        }
    }

    /// Cells of a table; those of a lost table are not kept, whatever words of theirs the text has.
    fn cells(&mut self, kept: &KeptTokens, fate: StructureFate, gold: Option<&KeptTokens>) {
        for cell in 0..kept.sizes.len() {
            let is_kept = fate != StructureFate::Lost && kept.has(cell, PART_SHARE);
            let is_gold = gold.is_some_and(|gold| gold.has(cell, PART_SHARE));
            self.cells_kept += usize::from(is_kept);
            self.cells_gold += usize::from(is_gold);
            self.cells_shared += usize::from(is_kept && is_gold);
        }
    }

    fn numbers(&mut self, page: &[(NodeId, i64)], kept: &[(NodeId, i64)]) {
        for (item, number) in kept {
            if let Ok(at) = page.binary_search_by_key(item, |&(item, _)| item) {
                self.items += 1;
                self.items_renumbered += usize::from(page[at].1 != *number);
            }
        }
    }

    fn formulas(&mut self, page: &[String], kept: &[String]) {
        let shared = crate::metrics::tokens::overlap(kept.iter(), page.iter()).shared;
        self.formulas += page.len();
        self.formulas_kept += shared;
    }

    /// Precision and recall of cells; `None` where there are none.
    pub fn cells_precision_recall(&self) -> (Option<f64>, Option<f64>) {
        let share = |whole: usize| (whole > 0).then(|| self.cells_shared as f64 / whole as f64);
        (share(self.cells_kept), share(self.cells_gold))
    }
}

impl Fates {
    fn add(&mut self, fate: StructureFate, is_gold: bool) {
        self.kept += usize::from(fate != StructureFate::Lost);
        self.holes += usize::from(fate == StructureFate::Holes);
        if is_gold {
            self.gold += 1;
            self.gold_whole += usize::from(fate == StructureFate::Whole);
            self.gold_lost += usize::from(fate == StructureFate::Lost);
        }
    }
}

impl AddAssign<&StructureTally> for StructureTally {
    fn add_assign(&mut self, other: &Self) {
        for (&kind, fates) in &other.kinds {
            let sum = self.kinds.entry(kind).or_default();
            sum.kept += fates.kept;
            sum.holes += fates.holes;
            sum.gold += fates.gold;
            sum.gold_whole += fates.gold_whole;
            sum.gold_lost += fates.gold_lost;
        }
        self.cells_gold += other.cells_gold;
        self.cells_kept += other.cells_kept;
        self.cells_shared += other.cells_shared;
        self.listings += other.listings;
        self.listings_alike += other.listings_alike;
        self.items += other.items;
        self.items_renumbered += other.items_renumbered;
        self.formulas += other.formulas;
        self.formulas_kept += other.formulas_kept;
    }
}

/// What the content document makes of labels: the text of code as it stands, other text a block a line.
fn lines_of(page: &Page<'_>, labels: &Labels) -> String {
    use debulha_core::content::BlockKind;
    let content = build(page, labels);
    let code = content.blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Code { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let code = code.collect::<Vec<_>>().join("\n");
    if code.is_empty() { labels.plain_text(page) } else { code }
}

/// The lines that a range of a text touches.
fn whole_lines(text: &str, range: std::ops::Range<usize>) -> &str {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
    &text[start..end]
}

/// Twice the lines in common, in order, by the lines of both; space at the ends of lines aside, and blank lines.
fn lines_alike<'t>(listing: &'t PageStructure, kept: impl Iterator<Item = &'t str>) -> f64 {
    let mut lines = WordInterner::default();
    let full = |line: &&str| !line.is_empty();
    let page = lines.intern(listing.parts.iter().map(|part| part.text.trim()).filter(full));
    let kept = lines.intern(kept.map(str::trim).filter(full));
    let all = page.len() + kept.len();
    if all == 0 { 1.0 } else { 2.0 * lcs::length(&page, &kept, lines.len()) as f64 / all as f64 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use debulha_dom::Limits;
    use debulha_dom::parse;

    use super::*;

    const PAGE: &str = "<p>Words of the page before its table.</p><table><tr><th>Day<th>Tide<tr><td>Mon<td>✓<tr><td>Tue<td>low\
        </table><p>Some words in between.</p><pre>if x {\n  go();\n}</pre><ol><li>Open<li>Shut</ol>";
    const GOLD: &str =
        "Words of the page before its table.\nDay\nTide\nMon\n✓\nTue\nlow\nSome words in between.";

    fn tally(labels: impl Fn(&Page<'_>) -> Labels) -> StructureTally {
        let parsed = parse(PAGE, &Limits::default());
        let page = Page::new(&parsed.document);
        StructureTally::of_labels(&page, &FoundStructures::on(&page), &labels(&page), Some(GOLD))
    }

    fn without(unwanted: &str) -> StructureTally {
        tally(|page| {
            let nodes = page.text_nodes().iter().copied();
            Labels::from_text_nodes(
                page.document(),
                nodes.filter(|&node| page.document().text(node).trim() != unwanted),
            )
        })
    }

    #[test]
    fn everything_is_whole() {
        let all = without("nothing");
        let whole = Fates { kept: 1, gold: 1, gold_whole: 1, ..Fates::default() };
        assert_eq!(all.kinds[&StructureKind::Table], whole);
        assert_eq!(all.kinds[&StructureKind::Listing], Fates { kept: 1, ..Fates::default() });
        assert_eq!((all.cells_gold, all.cells_kept, all.cells_shared), (6, 6, 6));
        assert_eq!((all.listings, all.listings_alike), (1, 1.0));
        assert_eq!((all.items, all.items_renumbered), (2, 0));
    }

    #[test]
    fn holes_count() {
        let holes = without("✓");
        assert_eq!(
            holes.kinds[&StructureKind::Table],
            Fates { kept: 1, holes: 1, gold: 1, ..Fates::default() }
        );
        assert_eq!(holes.cells_precision_recall(), (Some(1.0), Some(5.0 / 6.0)));
        // Items keep the numbers of the page, whatever is left out before them.
        let shorter = without("Open");
        assert_eq!((shorter.items, shorter.items_renumbered), (1, 0));
    }

    #[test]
    fn nothing_is_lost() {
        let none = tally(|_| Labels::default());
        assert_eq!(none.kinds[&StructureKind::Table], Fates { gold: 1, gold_lost: 1, ..Fates::default() });
        assert_eq!(none.cells_precision_recall(), (None, Some(0.0)));
    }

    #[test]
    fn a_text_is_judged_alike() {
        let parsed = parse(PAGE, &Limits::default());
        let found = FoundStructures::on(&Page::new(&parsed.document));
        let text = "Words of the page before its table.\n| Day | Tide |\n| Mon | |\n| Tue | low |\n\nSome words in between.\n\
                    ```\nif x {\n  go();\n```";
        let tally = StructureTally::of_text(&found, text, Some(GOLD));
        assert_eq!(
            tally.kinds[&StructureKind::Table],
            Fates { kept: 1, holes: 1, gold: 1, ..Fates::default() }
        );
        assert_eq!(tally.kinds[&StructureKind::Listing].holes, 1);
        assert!((tally.listings_alike - 0.8).abs() < 1e-9);
        assert_eq!(tally.kinds[&StructureKind::OrderedList].kept, 0);
    }

    #[test]
    fn tallies_add_up() {
        let mut sum = without("✓");
        sum += &without("nothing");
        assert_eq!(
            sum.kinds[&StructureKind::Table],
            Fates { kept: 2, holes: 1, gold: 2, gold_whole: 1, gold_lost: 0 }
        );
        assert_eq!((sum.cells_gold, sum.cells_shared), (12, 11));
    }
}
