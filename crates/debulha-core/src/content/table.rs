//! Tables: cells laid out on a grid.

use super::{Align, Cell, Inline, Table};
use debulha_dom::{Document, NodeId, names};
use std::ops::Range;

/// Columns that a cell may cover, as in the HTML standard.
const MAX_COLUMN_SPAN: usize = 1000;
/// Rows that a cell may cover, as in the HTML standard.
const MAX_ROW_SPAN: usize = 65_534;
/// Places of the grid by cells of the page: bounds the memory of a table by its source. Tables beyond it are
/// mostly holes and are given as texts. Real tables stay below 4.
const MAX_GRID_FACTOR: usize = 16;
/// Places that any table may have, however few its cells.
const MIN_GRID_LIMIT: usize = 4096;

/// A table while the builder goes through its rows.
#[derive(Debug, Default)]
pub(super) struct TableDraft {
    pub(super) caption: Vec<Inline>,
    rows: Vec<RowDraft>,
}

#[derive(Debug)]
struct RowDraft {
    /// The row group (`thead`, `tbody`, `tfoot`) or the table: cells do not reach beyond it.
    group: NodeId,
    /// Whether the group is `thead`.
    head: bool,
    cells: Vec<CellDraft>,
}

/// A cell before it has a place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CellDraft {
    pub(super) text: Vec<Inline>,
    pub(super) header: bool,
    /// 0 stands for all further rows of the group.
    row_span: usize,
    column_span: usize,
    align: Option<Align>,
}

/// What a draft becomes.
#[derive(Debug)]
pub(super) enum Finished {
    Table(Table),
    /// Texts in reading order, where too little is left for a table.
    Texts(Vec<Vec<Inline>>),
}

impl CellDraft {
    /// Reads spans, alignment and kind of a `td` or `th`.
    pub(super) fn new(doc: &Document, cell: NodeId) -> Self {
        let mut draft = CellDraft {
            text: Vec::new(),
            header: doc.name(cell) == names::TH,
            row_span: 1,
            column_span: 1,
            align: None,
        };
        for (name, value) in doc.attributes(cell) {
            match name {
                names::COLSPAN => draft.column_span = span(value, MAX_COLUMN_SPAN).max(1),
                names::ROWSPAN => draft.row_span = span(value, MAX_ROW_SPAN),
                names::ALIGN => draft.align = align(value).or(draft.align),
                names::STYLE => draft.align = style_align(value).or(draft.align),
                _ => {}
            }
        }
        draft
    }

    fn plain() -> Self {
        CellDraft { text: Vec::new(), header: false, row_span: 1, column_span: 1, align: None }
    }
}

/// A span attribute: its leading digits, at most `max`; 1 where there are none.
fn span(value: &str, max: usize) -> usize {
    let value = value.trim_start();
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match value[..digits].parse::<usize>() {
        Ok(span) => span.min(max),
        Err(_) if digits > 0 => max,
        Err(_) => 1,
    }
}

fn align(value: &str) -> Option<Align> {
    match value.trim() {
        v if v.eq_ignore_ascii_case("left") => Some(Align::Left),
        v if v.eq_ignore_ascii_case("right") => Some(Align::Right),
        v if v.eq_ignore_ascii_case("center") || v.eq_ignore_ascii_case("middle") => Some(Align::Center),
        _ => None,
    }
}

fn style_align(style: &str) -> Option<Align> {
    let declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    let values = declarations.filter(|(name, _)| name.trim().eq_ignore_ascii_case("text-align"));
    values.filter_map(|(_, value)| align(value.split('!').next().unwrap_or_default())).next_back()
}

impl TableDraft {
    /// Starts a row in its group.
    pub(super) fn start_row(&mut self, doc: &Document, row: NodeId) {
        let group = doc.parent(row).unwrap_or(row);
        self.rows.push(RowDraft { group, head: doc.name(group) == names::THEAD, cells: Vec::new() });
    }

    /// Adds a cell to the last row.
    pub(super) fn add(&mut self, doc: &Document, cell: NodeId, draft: CellDraft) {
        if self.rows.is_empty() {
            self.start_row(doc, cell);
        }
        if let Some(row) = self.rows.last_mut() {
            row.cells.push(draft);
        }
    }

    /// Adds text that stands between cells, as a cell of its own.
    pub(super) fn stray(&mut self, text: Vec<Inline>) {
        let cell = CellDraft { text, ..CellDraft::plain() };
        match self.rows.last_mut() {
            Some(row) => row.cells.push(cell),
            None => self.rows.push(RowDraft { group: Document::ROOT, head: false, cells: vec![cell] }),
        }
    }

    /// Lays the cells out, without the rows that have no words.
    pub(super) fn finish(mut self) -> Finished {
        self.drop_empty_rows();
        let texts = self.cells().filter(|cell| has_words(&cell.text)).count();
        if texts < 2 {
            return self.into_texts();
        }
        match self.columns() {
            Some(columns) => self.lay_out(columns),
            None => self.into_texts(),
        }
    }

    fn cells(&self) -> impl Iterator<Item = &CellDraft> {
        self.rows.iter().flat_map(|row| &row.cells)
    }

    fn into_texts(self) -> Finished {
        let cells = self.rows.into_iter().flat_map(|row| row.cells).map(|cell| cell.text);
        let texts = std::iter::once(self.caption).chain(cells);
        Finished::Texts(texts.filter(|text| has_words(text)).collect())
    }

    /// Leaves out rows without text. Cells that reach into them become shorter; a row with an empty cell that
    /// reaches out of it stays.
    fn drop_empty_rows(&mut self) {
        let is_empty = |row: &RowDraft| row.cells.iter().all(|c| !has_words(&c.text) && c.row_span == 1);
        let mut kept_before = Vec::with_capacity(self.rows.len() + 1);
        kept_before.push(0);
        for row in &self.rows {
            kept_before.push(kept_before.last().copied().unwrap_or(0) + usize::from(!is_empty(row)));
        }
        let count = self.rows.len();
        for (index, row) in self.rows.iter_mut().enumerate() {
            for cell in row.cells.iter_mut().filter(|cell| cell.row_span > 1) {
                let end = (index + cell.row_span).min(count);
                cell.row_span = (kept_before[end] - kept_before[index]).max(1);
            }
        }
        self.rows.retain(|row| !is_empty(row));
    }

    /// The number of columns that the cells need, or `None` where the grid would be mostly holes.
    ///
    /// The last cell of a row counts as one column, since pages write `colspan=100` for "the rest of the row".
    fn columns(&self) -> Option<usize> {
        let cells = self.cells().count();
        let limit = (cells * MAX_GRID_FACTOR).max(MIN_GRID_LIMIT) / self.rows.len().max(1);
        let mut columns = 1;
        let mut covered = Covered::default();
        for row in &self.rows {
            covered.start_row(row.group);
            let mut at = 0;
            for (index, cell) in row.cells.iter().enumerate() {
                let ends_row = index + 1 == row.cells.len() && cell.row_span == 1;
                let width = if ends_row { 1 } else { cell.column_span };
                let place = covered.place(at, width, cell.row_span);
                at = place.end;
                if at > limit {
                    return None;
                }
                columns = columns.max(at);
            }
            covered.end_row();
        }
        Some(columns)
    }

    fn lay_out(self, columns: usize) -> Finished {
        let rows_left = rows_left_in_groups(&self.rows);
        let heads: Vec<bool> = self.rows.iter().map(|row| row.head).collect();
        let mut rows: Vec<Vec<Cell>> = Vec::with_capacity(self.rows.len());
        let mut covered = Covered::default();
        for (row, rows_left) in self.rows.into_iter().zip(rows_left) {
            covered.start_row(row.group);
            let mut places: Vec<Cell> = (0..columns)
                .map(|column| if covered.is_covered(column) { Cell::Covered } else { Cell::Missing })
                .collect();
            let mut at = 0;
            for cell in row.cells {
                let free = columns - covered.next_free(at);
                let place = covered.place(at, cell.column_span.min(free), cell.row_span);
                at = place.end;
                places[place.clone()].fill(Cell::Covered);
                let row_span = if cell.row_span == 0 { rows_left } else { cell.row_span.min(rows_left) };
                let CellDraft { text, header, align, .. } = cell;
                places[place.start] =
                    Cell::Origin { text, header, row_span, column_span: place.len(), align };
            }
            covered.end_row();
            rows.push(places);
        }
        drop_empty_columns(&mut rows);
        let header_rows = count_header_rows(&rows, &heads);
        let table = Table { caption: self.caption, rows, header_rows };
        // A column without a name is a list of texts: markers or labels stood beside it that were not kept.
        if columns > 1 && table.columns() == 1 && header_rows == 0 && table.caption.is_empty() {
            return Finished::Texts(texts_of(table));
        }
        Finished::Table(table)
    }
}

/// Whether a cell holds more than pictures: those stay where their row and column have words too, and make neither a row nor
/// a column of their own.
fn has_words(text: &[Inline]) -> bool {
    text.iter().any(|inline| match inline {
        Inline::Image(_) | Inline::Embed(_) | Inline::LineBreak => false,
        Inline::Text(text) => !text.trim().is_empty(),
        Inline::Link { text, .. } => has_words(text),
        _ => true,
    })
}

/// For each row the rows of its group from there on, itself included.
fn rows_left_in_groups(rows: &[RowDraft]) -> Vec<usize> {
    let mut left = vec![1; rows.len()];
    for index in (1..rows.len()).rev() {
        if rows[index - 1].group == rows[index].group {
            left[index - 1] = left[index] + 1;
        }
    }
    left
}

/// How many more rows each column is covered from above.
#[derive(Debug, Default)]
struct Covered {
    group: Option<NodeId>,
    /// Rows still covered, the present one included.
    rows: Vec<usize>,
}

impl Covered {
    fn start_row(&mut self, group: NodeId) {
        if self.group.replace(group) != Some(group) {
            self.rows.clear();
        }
    }

    fn is_covered(&self, column: usize) -> bool {
        self.rows.get(column).is_some_and(|&rows| rows > 0)
    }

    fn next_free(&self, from: usize) -> usize {
        self.rows
            .iter()
            .skip(from)
            .position(|&rows| rows == 0)
            .map_or(self.rows.len().max(from), |i| from + i)
    }

    /// Gives a cell the first free columns, at least one, fewer than it asks for where others are in the way.
    fn place(&mut self, from: usize, columns: usize, rows: usize) -> Range<usize> {
        let start = self.next_free(from);
        let width = (start..start + columns).take_while(|&column| !self.is_covered(column)).count().max(1);
        let end = start + width;
        if self.rows.len() < end {
            self.rows.resize(end, 0);
        }
        self.rows[start..end].fill(if rows == 0 { usize::MAX } else { rows });
        start..end
    }

    fn end_row(&mut self) {
        for rows in &mut self.rows {
            *rows = rows.saturating_sub(1);
        }
    }
}

/// Takes out columns that show nothing: those that come from spans alone, and those of cells without words, which hold icons,
/// check boxes or what was not kept. An empty cell that covers further columns keeps its column.
fn drop_empty_columns(rows: &mut [Vec<Cell>]) {
    let columns = rows.first().map_or(0, Vec::len);
    let mut shows = vec![false; columns];
    for row in rows.iter() {
        for (column, cell) in row.iter().enumerate() {
            shows[column] |=
                matches!(cell, Cell::Origin { text, column_span, .. } if has_words(text) || *column_span > 1);
        }
    }
    if shows.iter().all(|&shows| shows) {
        return;
    }
    for row in rows {
        let cells = std::mem::take(row).into_iter().enumerate();
        for (column, mut cell) in cells.filter(|&(column, _)| shows[column]) {
            if let Cell::Origin { column_span, .. } = &mut cell {
                let covered = &shows[column..column + *column_span];
                *column_span = covered.iter().filter(|&&shows| shows).count();
            }
            row.push(cell);
        }
    }
}

fn texts_of(table: Table) -> Vec<Vec<Inline>> {
    let cells = table.rows.into_iter().flatten();
    cells
        .filter_map(|cell| match cell {
            Cell::Origin { text, .. } if has_words(&text) => Some(text),
            _ => None,
        })
        .collect()
}

/// Header cells beside a cell of the corner that has words, at least (our decision: one may head its row).
const MIN_BESIDE_CORNER: usize = 2;

/// Rows at the top that lie in `thead` or have header cells only, but for the corner: empty cells, or one with words beside
/// several header cells. Never all rows.
fn count_header_rows(rows: &[Vec<Cell>], heads: &[bool]) -> usize {
    let is_corner =
        |cell: &&Cell| matches!(cell, Cell::Origin { header: false, text, .. } if !has_words(text));
    let all_headers = |row: &Vec<Cell>| {
        let origins = || row.iter().filter(|cell| matches!(cell, Cell::Origin { .. }));
        let is_named_corner = matches!(origins().next(), Some(Cell::Origin { header: false, text, .. }) if has_words(text))
            && origins().count() > MIN_BESIDE_CORNER;
        let mut beside_corner = origins().skip(usize::from(is_named_corner)).skip_while(is_corner).peekable();
        beside_corner.peek().is_some()
            && beside_corner.all(|cell| matches!(cell, Cell::Origin { header: true, .. }))
    };
    let leading = rows.iter().zip(heads).take_while(|&(row, &head)| head || all_headers(row)).count();
    leading.min(rows.len().saturating_sub(1))
}
