//! Where code stands as a block.

use super::inside::says_gutter;
use super::phrases::is_editor_line_class;
use crate::features::display::is_block;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Lines that make inline code a block: code on one line may stand in a sentence.
const MIN_LINES: usize = 2;
/// Children of an element that are looked at for lines of an editor.
const MAX_SAMPLE: usize = 8;

/// Children of an element in a monospaced font that are looked at for indentation.
const MAX_STYLED: usize = 64;
/// Parts of names of monospaced fonts.
const MONOSPACED: [&str; 6] = ["mono", "courier", "consolas", "menlo", "monaco", "lucida console"];

/// Class tokens that say code of an element whose children are lines.
const CODE_CLASSES: [&str; 6] = ["code", "codeblock", "code-block", "sourcecode", "source-code", "listing"];

/// Elements around a `pre` that may say that it holds line numbers: a cell and a wrapper or two.
const MAX_GUTTER_DEPTH: usize = 3;
/// Nodes between two texts that are looked at for a line break.
const MAX_BETWEEN: usize = 16;

/// Finds the elements that hold code, in document order.
pub(super) struct Cores<'p> {
    page: &'p Page<'p>,
    doc: &'p Document,
    /// Entry `n`: characters in inline code before node `n`. Filled where the page has inline code outside of `pre`.
    code_before: Vec<u32>,
    /// End of the last element that was taken for code at first and is no listing: nor is any in it.
    refused_until: u32,
    /// By token of a class, as far as it was asked for: whether it is that of an editor's line.
    of_editors: Vec<Option<bool>>,
}

impl<'p> Cores<'p> {
    pub(super) fn new(page: &'p Page<'p>) -> Self {
        Cores {
            page,
            doc: page.document(),
            code_before: Vec::new(),
            refused_until: 0,
            of_editors: Vec::new(),
        }
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
            names::OL | names::UL => self.is_list_of_lines(node).then_some(node),
            names::DIV | names::P => self.editor(node).or_else(|| self.styled(node)),
            names::SPAN => self.editor(node),
            _ => None,
        }
    }

    /// A `pre`, or all of its siblings where each is a line. Line numbers alone are no code.
    fn preformatted(&mut self, pre: NodeId) -> Option<NodeId> {
        let texts = self.page.text_nodes_in(pre.0..self.doc.subtree_end(pre));
        let is_counting = says_gutter(self.doc, pre) || self.is_in_gutter(pre);
        let is_number =
            |&text: &NodeId| self.doc.text(text).chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        if is_counting && texts.iter().all(is_number) {
            self.refused_until = self.doc.subtree_end(pre);
            return None;
        }
        Some(self.editor(pre).unwrap_or(pre))
    }

    /// Whether an element around a `pre` says that it holds line numbers, or is a cell with another one behind it.
    fn is_in_gutter(&self, pre: NodeId) -> bool {
        let doc = self.doc;
        let has_next = |cell| {
            std::iter::successors(doc.next_sibling(cell), |&next| doc.next_sibling(next))
                .take(MAX_SAMPLE)
                .any(|next| doc.name(next) == names::TD)
        };
        doc.ancestors(pre)
            .take(MAX_GUTTER_DEPTH)
            .any(|around| says_gutter(doc, around) || doc.name(around) == names::TD && has_next(around))
    }

    /// The parent of lines whose class names an editor or highlighter, or theirs where each line has a wrapper. All that
    /// it shows must be lines or their numbers.
    fn editor(&mut self, line: NodeId) -> Option<NodeId> {
        let doc = self.doc;
        let is_line = |node: NodeId| doc.classes(node).any(is_editor_line_class);
        if line.0 < self.refused_until || !self.is_editor_line(line) {
            return None;
        }
        let holds_line = |node: NodeId| {
            is_line(node) || says_gutter(doc, node) || doc.children(node).take(MAX_SAMPLE).any(is_line)
        };
        let follows = |node: NodeId| {
            let siblings = std::iter::successors(doc.next_sibling(node), |&node| doc.next_sibling(node));
            siblings
                .take(MAX_SAMPLE)
                .any(|sibling| is_line(sibling) || !says_gutter(doc, sibling) && holds_line(sibling))
        };
        let parent = doc.parent(line)?;
        let lines = if follows(line) { parent } else { doc.parent(parent).filter(|_| follows(parent))? };
        let shows = |&child: &NodeId| self.page.stats().chars(doc, child) > 0;
        if doc.children(lines).filter(shows).all(holds_line) {
            return Some(lines);
        }
        self.refused_until = doc.subtree_end(lines);
        None
    }

    /// Whether a class of an element is that of an editor's line; each class is read once.
    fn is_editor_line(&mut self, line: NodeId) -> bool {
        let doc = self.doc;
        doc.class_tokens(line).iter().any(|&token| {
            let place = token.0 as usize;
            if self.of_editors.len() <= place {
                self.of_editors.resize(place + 1, None);
            }
            *self.of_editors[place].get_or_insert_with(|| is_editor_line_class(doc.token(token)))
        })
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
        let text = doc.subtree(element).take(MAX_SAMPLE).find(|&node| doc.is_text(node));
        text.is_some_and(|text| {
            let text = doc.text(text);
            let space = &text[..text.len() - text.trim_start().len()];
            (space.starts_with("  ") || space.starts_with('\u{a0}') || space.starts_with('\t'))
                && !space.contains('\n')
        })
    }

    /// Whether the items of a list are lines of code: some are indented by white space that shows or are a lone bracket,
    /// and the markup speaks of lines or code. O(items).
    fn is_list_of_lines(&self, list: NodeId) -> bool {
        let doc = self.doc;
        let (mut items, mut says_line, mut shows_code) = (0, false, false);
        for item in doc.children(list).filter(|&child| doc.is_element(child)) {
            if doc.name(item) != names::LI {
                return false;
            }
            items += 1;
            let holds_code = || doc.first_child(item).is_some_and(|child| doc.name(child) == names::CODE);
            says_line |= doc.classes(item).any(is_item_class) || holds_code();
            shows_code |= self.is_indented(item) || self.is_bracket(item);
        }
        let is_named =
            || doc.classes(list).any(|class| class.starts_with("linenum") || class.starts_with("dp-"));
        items >= MIN_LINES && shows_code && (says_line || is_named())
    }

    /// Whether all text of an element is brackets and the signs that end a statement.
    fn is_bracket(&self, element: NodeId) -> bool {
        let texts = self.page.text_nodes_in(element.0..self.doc.subtree_end(element));
        matches!(texts, [only] if self.doc.text(*only).trim().chars().all(|c| "{}()[];,".contains(c)))
    }

    /// An element that a style sets in a monospaced font or a class calls code, with line breaks or indentation that shows.
    fn styled(&mut self, element: NodeId) -> Option<NodeId> {
        let doc = self.doc;
        if element.0 < self.refused_until {
            return None;
        }
        let is_named = doc.classes(element).any(|class| CODE_CLASSES.contains(&class));
        let style = doc.attribute(element, names::STYLE).or(is_named.then_some(""))?;
        let says = |name: &str, values: &[&str]| {
            let mut declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
            declarations.any(|(own, value)| {
                let value = value.to_ascii_lowercase();
                own.trim().eq_ignore_ascii_case(name) && values.iter().any(|part| value.contains(part))
            })
        };
        let is_monospaced = says("font-family", &MONOSPACED) || says("font", &MONOSPACED);
        let is_code = (is_monospaced || is_named)
            && (says("white-space", &["pre"])
                || doc
                    .children(element)
                    .take(MAX_STYLED)
                    .any(|line| self.is_indented(line) || self.is_bracket(line)));
        if is_code && !self.has_lines(element) {
            self.refused_until = doc.subtree_end(element);
        }
        (is_code && element.0 >= self.refused_until).then_some(element)
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
            || between
                .into_iter()
                .any(|node| self.doc.name(node) == names::BR && !self.page.visibility().is_hidden(node))
    }

    /// Whether an element has several lines: line breaks, boxes, or text that was written in lines.
    fn has_lines(&self, element: NodeId) -> bool {
        let doc = self.doc;
        let mut lines = 0;
        let mut starts = true;
        for node in doc.subtree(element) {
            if lines >= MIN_LINES {
                break;
            }
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

/// Class tokens of list items that are lines of code: google-code-prettify, `GeSHi`, `SyntaxHighlighter` 1.
fn is_item_class(class: &str) -> bool {
    let is_numbered = |prefix: &str| class.strip_prefix(prefix).is_some_and(|n| n.parse::<u8>().is_ok());
    is_numbered("L") || is_numbered("li") || class == "alt" || class == "line"
}
