//! Where code stands as a block.

use super::inside::says_gutter;
use super::phrases::is_editor_line_class;
use crate::features::display::is_block;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Lines that make inline code a block.
const MIN_LINES: usize = 2;
/// Children of an element that are looked at for lines of an editor.
const MAX_SAMPLE: usize = 8;

/// Nodes between two texts that are looked at for a line break.
const MAX_BETWEEN: usize = 16;

/// Finds the elements that hold code, in document order.
pub(super) struct Cores<'p> {
    page: &'p Page<'p>,
    doc: &'p Document,
    /// Entry `n`: characters in inline code before node `n`. Filled where the page has inline code outside of `pre`.
    code_before: Vec<u32>,
    /// End of the last element of inline code that is no listing.
    refused_until: u32,
}

impl<'p> Cores<'p> {
    pub(super) fn new(page: &'p Page<'p>) -> Self {
        Cores { page, doc: page.document(), code_before: Vec::new(), refused_until: 0 }
    }

    /// The element of the code that starts at an element, or at a line around it.
    pub(super) fn at(&mut self, node: NodeId) -> Option<NodeId> {
        let doc = self.doc;
        if self.page.stats().chars(doc, node) == 0 {
            return None;
        }
        match doc.name(node) {
            names::PRE | names::XMP | names::PLAINTEXT | names::LISTING => self.preformatted(node),
            names::TABLE if self.is_line_table(node) => Some(node),
            names::TABLE => self.beside_numbers(node),
            names::CODE | names::TT | names::SAMP | names::KBD => self.inline_code(node),
            names::DIV | names::SPAN => self.editor(node),
            _ => None,
        }
    }

    /// A `pre`, or all of its siblings where each is a line. Line numbers alone are no code.
    fn preformatted(&self, pre: NodeId) -> Option<NodeId> {
        let texts = self.page.text_nodes_in(pre.0..self.doc.subtree_end(pre));
        let is_counting = says_gutter(self.doc, pre) || self.is_in_gutter(pre);
        let is_number =
            |&text: &NodeId| self.doc.text(text).chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        if is_counting && texts.iter().all(is_number) {
            return None;
        }
        Some(self.editor(pre).unwrap_or(pre))
    }

    fn is_in_gutter(&self, pre: NodeId) -> bool {
        self.doc.ancestors(pre).take(3).any(|around| says_gutter(self.doc, around))
    }

    /// The parent of lines whose class names an editor or highlighter, or theirs where each line has a wrapper.
    fn editor(&self, line: NodeId) -> Option<NodeId> {
        let doc = self.doc;
        if !doc.classes(line).any(is_editor_line_class) {
            return None;
        }
        let is_line = |node: NodeId| doc.classes(node).any(is_editor_line_class);
        let parent = doc.parent(line)?;
        if doc.children(parent).filter(|&child| is_line(child)).take(2).count() > 1 {
            return Some(parent);
        }
        let around = doc.parent(parent)?;
        let wraps = |node: NodeId| doc.children(node).take(MAX_SAMPLE).any(is_line);
        (doc.children(around).filter(|&child| wraps(child)).take(2).count() > 1).then_some(around)
    }

    /// Whether the rows of a table are lines of code: numbered cells, then one cell of code. O(rows + cells).
    fn is_line_table(&self, table: NodeId) -> bool {
        let doc = self.doc;
        let mut rows = 0;
        let mut has_evidence = false;
        for row in rows_of(doc, table) {
            let Some(is_evidence) = self.line_row(row) else { return false };
            has_evidence |= is_evidence;
            rows += 1;
        }
        rows > 0 && has_evidence
    }

    /// Whether a row is a line of code, and if so, whether its markup says that it is: `None` for other rows.
    fn line_row(&self, row: NodeId) -> Option<bool> {
        let doc = self.doc;
        let cells = || doc.children(row).filter(|&child| matches!(doc.name(child), names::TD | names::TH));
        let count = cells().count();
        if !(2..=3).contains(&count) {
            return None;
        }
        let mut says_number = false;
        for cell in cells().take(count - 1) {
            let texts = self.page.text_nodes_in(cell.0..doc.subtree_end(cell));
            let is_number = |&text: &NodeId| doc.text(text).trim().parse::<u32>().is_ok();
            if texts.len() > 1 || !texts.iter().all(is_number) {
                return None;
            }
            says_number |= says_gutter(doc, cell) || states_line(doc, cell);
        }
        let code = cells().last()?;
        let holds_code = doc
            .descendants(code)
            .take(MAX_SAMPLE)
            .any(|node| matches!(doc.name(node), names::CODE | names::PRE));
        Some(says_number || holds_code || self.is_indented(code))
    }

    /// The cell of code in a table of one row, beside a cell of line numbers. A `pre` in it is found by itself.
    fn beside_numbers(&self, table: NodeId) -> Option<NodeId> {
        let doc = self.doc;
        let mut rows = rows_of(doc, table);
        let (row, None) = (rows.next()?, rows.next()) else { return None };
        let mut cells = doc.children(row).filter(|&child| doc.is_element(child));
        let (numbers, code, None) = (cells.next()?, cells.next()?, cells.next()) else { return None };
        let texts = self.page.text_nodes_in(numbers.0..doc.subtree_end(numbers));
        let mut lines = texts.iter().flat_map(|&text| doc.text(text).split_whitespace());
        let counts = texts.len() > 1 && lines.all(|number| number.parse::<u32>().is_ok());
        let is_preformatted =
            || doc.descendants(code).take(MAX_SAMPLE).any(|node| doc.name(node) == names::PRE);
        (counts && says_gutter(doc, numbers) && !is_preformatted()).then_some(code)
    }

    /// Whether an element's text starts with white space that a style sheet must keep.
    fn is_indented(&self, element: NodeId) -> bool {
        let doc = self.doc;
        let text = doc.descendants(element).take(MAX_SAMPLE).find(|&node| doc.is_text(node));
        text.is_some_and(|text| {
            let text = doc.text(text);
            let space = &text[..text.len() - text.trim_start().len()];
            (space.starts_with("  ") || space.starts_with('\u{a0}') || space.starts_with('\t'))
                && !space.contains('\n')
        })
    }

    /// The outermost element around inline code that holds nothing else, if it has several lines.
    fn inline_code(&mut self, code: NodeId) -> Option<NodeId> {
        if code.0 < self.refused_until {
            return None;
        }
        let doc = self.doc;
        let mut element = code;
        while let Some(parent) = doc.parent(element).filter(|&parent| is_box(doc, parent)) {
            if self.code_chars(parent) < self.page.stats().chars(doc, parent) {
                break;
            }
            element = parent;
        }
        if self.stands_apart(element) && self.has_lines(element) {
            return Some(element);
        }
        self.refused_until = doc.subtree_end(element);
        None
    }

    fn code_chars(&mut self, node: NodeId) -> u32 {
        if self.code_before.is_empty() {
            self.code_before = code_before(self.page);
        }
        let end = self.doc.subtree_end(node) as usize;
        self.code_before[end] - self.code_before[node.index()]
    }

    /// Whether nothing stands in line with an element.
    fn stands_apart(&self, element: NodeId) -> bool {
        let (page, doc) = (self.page, self.doc);
        if is_block(doc.name(element)) {
            return true;
        }
        let texts = page.text_nodes();
        let first = texts.partition_point(|text| *text < element);
        let after = texts.partition_point(|text| text.0 < doc.subtree_end(element));
        let (Some(&start), Some(&end)) = (texts.get(first), texts.get(after.saturating_sub(1))) else {
            return false;
        };
        let before = first.checked_sub(1).and_then(|place| texts.get(place));
        before.is_none_or(|&before| self.is_cut(before, start))
            && texts.get(after).is_none_or(|&after| self.is_cut(end, after))
    }

    /// Whether a line ends between two texts that follow each other.
    fn is_cut(&self, before: NodeId, after: NodeId) -> bool {
        let blocks = self.page.text_blocks();
        let between = (before.0 + 1..after.0).take(MAX_BETWEEN).map(NodeId);
        blocks.block_of(before) != blocks.block_of(after)
            || between.into_iter().any(|node| self.doc.name(node) == names::BR)
    }

    /// Whether an element has several lines: line breaks, boxes, or text that was written in lines.
    fn has_lines(&self, element: NodeId) -> bool {
        let doc = self.doc;
        let mut lines = 0;
        let mut starts = true;
        for node in doc.subtree(element) {
            if doc.name(node) == names::BR || is_block(doc.name(node)) {
                starts = true;
            } else if doc.is_text(node) {
                for line in doc.text(node).split('\n').enumerate() {
                    starts |= line.0 > 0;
                    if !line.1.trim().is_empty() {
                        lines += usize::from(starts);
                        starts = false;
                    }
                }
            }
        }
        lines >= MIN_LINES
    }
}

/// The rows of a table, but for those of its head.
fn rows_of(doc: &Document, table: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let groups = doc.children(table).filter(|&group| matches!(doc.name(group), names::TBODY | names::TR));
    groups.flat_map(|group| {
        let own = (doc.name(group) == names::TR).then_some(group);
        own.into_iter().chain(doc.children(group).filter(|&row| doc.name(row) == names::TR))
    })
}

/// Whether an attribute gives the number of a line.
fn states_line(doc: &Document, element: NodeId) -> bool {
    let has = |node| doc.attributes(node).any(|(name, _)| doc.name_str(name).starts_with("data-line"));
    has(element) || doc.first_child(element).is_some_and(has)
}

/// Elements that may hold lines of inline code and nothing else.
fn is_box(doc: &Document, node: NodeId) -> bool {
    matches!(
        doc.name(node),
        names::P
            | names::DIV
            | names::SPAN
            | names::SECTION
            | names::FIGURE
            | names::CODE
            | names::TT
            | names::SAMP
            | names::KBD
            | names::FONT
            | names::B
            | names::STRONG
            | names::CENTER
    )
}

/// Entry `n`: characters of visible text in inline code before node `n`. O(nodes).
fn code_before(page: &Page<'_>) -> Vec<u32> {
    let doc = page.document();
    let (mut sum, mut code_end) = (0, 0);
    let mut before = Vec::with_capacity(doc.len() + 1);
    for node in doc.nodes() {
        before.push(sum);
        if matches!(doc.name(node), names::CODE | names::TT | names::SAMP | names::KBD) {
            code_end = code_end.max(doc.subtree_end(node));
        } else if doc.is_text(node) && node.0 < code_end {
            sum += page.stats().chars(doc, node);
        }
    }
    before.push(sum);
    before
}
