//! Data tables told from tables that arrange the page.

use crate::features::formulas::FORMULA_TABLE;
use crate::page::Page;
use debulha_dom::{NodeId, names};

/// Characters from which on a cell counts as running text. A cell of a data table is a value or a sentence or two.
const LONG_CELL_CHARS: u32 = 250;
/// Share of the table's characters in cells of running text or page structure, from which on it is layout: such cells
/// are most of the table, and not notes beside its values.
const LAYOUT_SHARE: f64 = 0.5;

/// Whether a table arranges the page instead of showing data. The first rule that speaks decides:
///
/// 1. LaTeXML sets formulas and their numbers in it: layout.
/// 2. `role` says `presentation` or `none`: layout; `table`, `grid` or `treegrid`: data.
/// 3. A table or form inside: layout.
/// 4. `caption`, `thead`, `th`, or a `summary` attribute with text: data. A `th` that spans its row alone is a title
///    and says nothing.
/// 5. A single row or a single column: layout.
/// 6. At least half of the text in cells of running text (over 250 characters) or cells with headings, lists,
///    quotes or code: layout. Lists of words, not of links, are values of a cell if all rows have as many cells and no
///    cell has another structure: times of a day.
/// 7. Otherwise data.
///
/// O(subtree up to the first nested table), so nested tables cost one pass together.
pub fn is_layout_table(page: &Page<'_>, table: NodeId) -> bool {
    let doc = page.document();
    if doc.classes(table).any(|class| class == FORMULA_TABLE) {
        return true;
    }
    match doc.attribute(table, names::ROLE).map(str::trim) {
        Some("presentation" | "none") => return true,
        Some("table" | "grid" | "treegrid") => return false,
        _ => {}
    }
    let summary = doc.attribute(table, names::SUMMARY).is_some_and(|summary| !summary.trim().is_empty());
    let mut seen = Survey { says_data: summary, ..Survey::default() };
    for node in doc.descendants(table) {
        match doc.name(node) {
            names::TABLE | names::FORM => return true,
            names::CAPTION | names::THEAD => seen.says_data = true,
            names::TH => seen.header(page, node),
            names::TD => seen.cell(page, node),
            names::TR => seen.row(),
            names::H1
            | names::H2
            | names::H3
            | names::H4
            | names::H5
            | names::H6
            | names::BLOCKQUOTE
            | names::PRE
            | names::HR => seen.structure(),
            names::UL | names::OL => seen.list(page, node),
            _ => {}
        }
    }
    seen.row();
    !seen.says_data && (seen.rows < 2 || seen.columns < 2 || seen.is_mostly_text())
}

/// What the rules look at.
// Independent facts, not states.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Default)]
struct Survey {
    says_data: bool,
    rows: u32,
    columns: u32,
    cells_in_row: u32,
    cells_in_first_row: u32,
    /// Whether rows have different numbers of cells.
    is_ragged: bool,
    /// Whether the first cell of the row is a `th` over several columns.
    starts_with_title: bool,
    chars: u32,
    text_chars: u32,
    /// Those in cells with lists alone.
    list_chars: u32,
    cell_chars: u32,
    cell_has_structure: bool,
    cell_has_list: bool,
    has_structure: bool,
}

impl Survey {
    /// Ends a row; another may follow.
    fn row(&mut self) {
        self.end_cell();
        self.says_data |= self.starts_with_title && self.cells_in_row > 1;
        self.starts_with_title = false;
        if self.cells_in_first_row == 0 {
            self.cells_in_first_row = self.cells_in_row;
        }
        self.is_ragged |= self.cells_in_row > 0 && self.cells_in_row != self.cells_in_first_row;
        self.cells_in_row = 0;
    }

    fn header(&mut self, page: &Page<'_>, cell: NodeId) {
        self.cell(page, cell);
        let columns = page.document().attribute(cell, names::COLSPAN).unwrap_or_default().trim_start();
        let digits = columns.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        let covers_others = !matches!(digits.trim_start_matches('0'), "" | "1");
        let is_title = self.cells_in_row == 1 && covers_others;
        self.starts_with_title |= is_title;
        self.says_data |= !is_title;
    }

    fn cell(&mut self, page: &Page<'_>, cell: NodeId) {
        self.end_cell();
        self.cells_in_row += 1;
        self.rows += u32::from(self.cells_in_row == 1);
        self.columns = self.columns.max(self.cells_in_row);
        self.cell_chars = page.stats().chars(page.document(), cell);
    }

    fn structure(&mut self) {
        self.cell_has_structure = true;
        self.has_structure = true;
    }

    fn list(&mut self, page: &Page<'_>, list: NodeId) {
        let counts = page.stats().subtree(page.document(), list);
        if counts.link_density() >= LAYOUT_SHARE { self.structure() } else { self.cell_has_list = true }
    }

    fn end_cell(&mut self) {
        self.chars += self.cell_chars;
        if self.cell_has_structure || self.cell_chars > LONG_CELL_CHARS {
            self.text_chars += self.cell_chars;
        } else if self.cell_has_list {
            self.list_chars += self.cell_chars;
        }
        self.cell_chars = 0;
        self.cell_has_structure = false;
        self.cell_has_list = false;
    }

    fn is_mostly_text(&self) -> bool {
        let lists_are_values = !self.is_ragged && !self.has_structure;
        let text_chars = self.text_chars + if lists_are_values { 0 } else { self.list_chars };
        self.chars > 0 && f64::from(text_chars) >= LAYOUT_SHARE * f64::from(self.chars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn running_text_makes_a_layout_from_the_thresholds_on() {
        let text = |chars: u32| "x".repeat(chars as usize);
        for (cell, is_layout) in [
            (text(LONG_CELL_CHARS), false),
            (text(LONG_CELL_CHARS + 1), true),
            // The other three cells have a character each.
            ("<h2>xxx</h2>".to_owned(), true),
            ("<h2>xx</h2>".to_owned(), false),
            // A list of which half is links is structure, one with fewer is a value.
            ("<ul><li><a href=x>xxxx</a>xxxx</ul>".to_owned(), true),
            ("<ul><li><a href=x>xxx</a>xxxxx</ul>".to_owned(), false),
        ] {
            let html = format!("<table><tr><td>{cell}<td>x<tr><td>x<td>x</table>");
            let doc = parse(&html, &Limits::default()).document;
            let table = doc.elements_named(names::TABLE).next().expect("a table");
            assert_eq!(is_layout_table(&Page::new(&doc), table), is_layout, "{cell}");
        }
    }
}
