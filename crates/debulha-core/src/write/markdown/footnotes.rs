//! Footnotes: which links are marks of notes, and which blocks are the notes.
//!
//! A mark is a raised or bracketed link (`<sup><a href=#fn1>1</a></sup>`) to a list item or paragraph further down. A list whose items all
//! have marks is one of notes.

use crate::content::{Block, BlockKind, Cell, ContentDocument, Inline, List, ListItem};
use crate::write::text::Plain;
use debulha_dom::{Document, NodeId, NodeKind, names};
use percent_encoding::percent_decode_str;
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum characters of the text of a mark, brackets aside: `12`, `*` or `note 3`.
const MAX_MARK_CHARS: usize = 8;

/// Maximum nodes between the start of a note and the element with its id, such as an anchor before its text.
const MAX_NODES_BEFORE_ID: usize = 20;

/// Characters around and between the numbers of marks.
const BETWEEN_MARKS: [char; 9] = ['[', ']', '(', ')', ',', ';', '.', ' ', '\u{a0}'];

/// The labels of a page's footnotes; empty where there are none.
#[derive(Debug, Default)]
pub(super) struct Footnotes<'a> {
    /// URL of the page without its fragment.
    page: Option<&'a str>,
    by_fragment: FxHashMap<String, String>,
    by_node: FxHashMap<NodeId, String>,
}

impl<'a> Footnotes<'a> {
    /// Finds the footnotes of a page. O(content + nodes); O(content) where no link is a mark.
    pub(super) fn of(doc: &Document, content: &'a ContentDocument, url: Option<&'a str>) -> Self {
        let page = url.map(|url| url.split_once('#').map_or(url, |(page, _)| page));
        let mut notes = Footnotes { page, ..Footnotes::default() };
        let mut marks = Vec::new();
        for block in &content.blocks {
            notes.marks_in(block, &mut marks);
        }
        if marks.is_empty() {
            return notes;
        }
        let candidates = NoteCandidates::of(&content.blocks);
        // Each with the first mark that leads to it.
        let mut wanted: FxHashMap<&str, NodeId> = FxHashMap::default();
        for mark in &marks {
            wanted.entry(&mark.fragment).or_insert(mark.node);
        }
        let mut fragments: FxHashMap<&str, NodeId> = FxHashMap::default();
        for element in doc.nodes() {
            let id = doc.attribute(element, names::ID);
            let anchor = || doc.attribute(element, names::NAME).filter(|_| doc.name(element) == names::A);
            if let Some((&id, &mark)) = id.or_else(anchor).and_then(|id| wanted.get_key_value(id))
                && !fragments.contains_key(id)
                // What leads back from a note is no mark.
                && let Some(note) = candidates.at(doc, element).filter(|note| mark < *note)
            {
                fragments.insert(id, note);
            }
        }
        let noted: FxHashSet<NodeId> = fragments.values().copied().collect();
        let valid = candidates.valid(&noted);
        let mut used: FxHashSet<String> = FxHashSet::default();
        let mut next = 1_usize;
        for mark in &marks {
            let Some(&note) = fragments.get(mark.fragment.as_str()).filter(|note| valid.contains(note))
            else {
                continue;
            };
            let label = notes.by_node.entry(note).or_insert_with(|| {
                let label =
                    mark.number.clone().filter(|number| !used.contains(number)).unwrap_or_else(|| {
                        while used.contains(&next.to_string()) {
                            next += 1;
                        }
                        next.to_string()
                    });
                used.insert(label.clone());
                label
            });
            notes.by_fragment.insert(mark.fragment.clone(), label.clone());
        }
        notes
    }

    /// The label of the note that an item or paragraph is.
    pub(super) fn label_of(&self, node: NodeId) -> Option<&str> {
        self.by_node.get(&node).map(String::as_str)
    }

    /// Whether the items of a list are notes.
    pub(super) fn are_notes(&self, list: &List) -> bool {
        list.items.first().is_some_and(|item| self.by_node.contains_key(&item.node))
    }

    /// The labels of the notes that an inline is the marks of; `None` where it is anything else.
    pub(super) fn labels(&self, inline: &Inline) -> Option<Vec<&str>> {
        if self.by_fragment.is_empty() {
            return None;
        }
        let marks = self.marks(inline)?;
        marks.iter().map(|(fragment, _)| self.by_fragment.get(fragment).map(String::as_str)).collect()
    }

    /// The text of a note without the number before it, which leads back to the mark.
    pub(super) fn without_number(&self, text: &[Inline]) -> Option<Vec<Inline>> {
        let first =
            text.iter().position(|inline| !matches!(inline, Inline::Text(text) if text.trim().is_empty()))?;
        let is_number = match &text[first] {
            Inline::Superscript(inner) | Inline::Strong(inner) => {
                matches!(&inner[..], [Inline::Link { href, text, .. }] if self.is_mark(href, text))
            }
            Inline::Link { href, text, .. } => self.is_mark(href, text),
            _ => false,
        };
        let mut rest = text[first..].get(1..).filter(|_| is_number)?.to_vec();
        if let Some(Inline::Text(text)) = rest.first_mut() {
            *text = text.trim_start_matches(['.', ')', ']', ':']).trim_start().to_owned();
        }
        Some(rest)
    }

    fn is_mark(&self, href: &str, text: &[Inline]) -> bool {
        self.fragment(href).is_some() && mark_text(text).is_some()
    }

    /// The fragment of a link within the page.
    fn fragment(&self, href: &str) -> Option<String> {
        let (before, fragment) = href.split_once('#')?;
        let is_here = before.is_empty() || Some(before) == self.page;
        (is_here && !fragment.is_empty())
            .then(|| percent_decode_str(fragment).decode_utf8_lossy().into_owned())
    }

    /// The fragments and texts of the marks that an inline consists of.
    fn marks(&self, inline: &Inline) -> Option<Vec<(String, String)>> {
        let mark = |href: &str, text: &[Inline]| Some((self.fragment(href)?, mark_text(text)?));
        match inline {
            Inline::Superscript(inner) => {
                let is_between = |inline: &&Inline| !matches!(inline, Inline::Text(text) if text.chars().all(|c| BETWEEN_MARKS.contains(&c)));
                let marks = inner.iter().filter(is_between).map(|inline| match inline {
                    Inline::Link { href, text, .. } => mark(href, text),
                    _ => None,
                });
                marks.collect::<Option<Vec<_>>>().filter(|marks| !marks.is_empty())
            }
            Inline::Link { href, text, .. } => {
                let is_raised = matches!(&text[..], [Inline::Superscript(_)]);
                let is_bracketed = || Plain(text).to_string().starts_with('[');
                if is_raised || is_bracketed() { Some(vec![mark(href, text)?]) } else { None }
            }
            _ => None,
        }
    }

    fn marks_in(&self, block: &Block, found: &mut Vec<NoteMark>) {
        let node = block.node;
        let mut run = |text: &[Inline]| self.marks_in_run(text, node, found);
        match &block.kind {
            BlockKind::Heading { text, .. } | BlockKind::Paragraph(text) => run(text),
            BlockKind::Table(table) => {
                run(&table.caption);
                for cell in table.rows.iter().flatten() {
                    if let Cell::Origin { text, .. } = cell {
                        run(text);
                    }
                }
            }
            BlockKind::Figure { blocks, caption } => {
                run(caption);
                for block in blocks {
                    self.marks_in(block, found);
                }
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    for term in &definition.terms {
                        self.marks_in_run(term, node, found);
                    }
                    for block in definition.descriptions.iter().flatten() {
                        self.marks_in(block, found);
                    }
                }
            }
            BlockKind::Quote(blocks) => {
                for block in blocks {
                    self.marks_in(block, found);
                }
            }
            BlockKind::List(list) => {
                for block in list.items.iter().flat_map(|item| &item.blocks) {
                    self.marks_in(block, found);
                }
            }
            BlockKind::Code { .. }
            | BlockKind::Math(_)
            | BlockKind::Image(_)
            | BlockKind::Embed(_)
            | BlockKind::Rule => {}
        }
    }

    fn marks_in_run(&self, text: &[Inline], node: NodeId, found: &mut Vec<NoteMark>) {
        for inline in text {
            if let Some(marks) = self.marks(inline) {
                found.extend(marks.into_iter().map(|(fragment, text)| {
                    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                    NoteMark { fragment, number: Some(text).filter(|_| is_number), node }
                }));
                continue;
            }
            match inline {
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Strike(inner)
                | Inline::Subscript(inner)
                | Inline::Superscript(inner) => self.marks_in_run(inner, node, found),
                _ => {}
            }
        }
    }
}

/// A link to a note.
struct NoteMark {
    fragment: String,
    /// Its text, if that is a number.
    number: Option<String>,
    /// The node of the block that it is in.
    node: NodeId,
}

/// The blocks that may be notes, in document order.
struct NoteCandidates<'a> {
    /// With the place of the list among the lists; paragraphs have none.
    blocks: Vec<(NodeId, Option<usize>)>,
    lists: Vec<&'a [ListItem]>,
}

impl<'a> NoteCandidates<'a> {
    fn of(content: &'a [Block]) -> Self {
        let mut candidates = NoteCandidates { blocks: Vec::new(), lists: Vec::new() };
        for block in content {
            match &block.kind {
                BlockKind::List(list) => {
                    let place = candidates.lists.len();
                    candidates.blocks.extend(list.items.iter().map(|item| (item.node, Some(place))));
                    candidates.lists.push(&list.items);
                }
                BlockKind::Paragraph(_) => candidates.blocks.push((block.node, None)),
                _ => {}
            }
        }
        candidates.blocks.sort_unstable();
        candidates
    }

    /// The block that an id names: the one that begins at the element, or all that is in it.
    fn at(&self, doc: &Document, element: NodeId) -> Option<NodeId> {
        let after = self.blocks.partition_point(|&(node, _)| node <= element);
        let around = after.checked_sub(1).map(|index| self.blocks[index].0);
        if let Some(note) = around.filter(|&note| doc.contains(note, element)) {
            let between = note.0 + 1..element.0;
            let is_blank = |node: u32| {
                let node = NodeId(node);
                doc.kind(node) != NodeKind::Text || doc.text(node).trim().is_empty()
            };
            return (between.len() <= MAX_NODES_BEFORE_ID && between.clone().all(is_blank)).then_some(note);
        }
        let inside = |index: usize| {
            self.blocks.get(index).map(|&(node, _)| node).filter(|&note| doc.contains(element, note))
        };
        inside(after).filter(|_| inside(after + 1).is_none())
    }

    /// The notes among these blocks that are paragraphs, or in lists of notes alone.
    fn valid(&self, noted: &FxHashSet<NodeId>) -> FxHashSet<NodeId> {
        let of_notes: Vec<bool> =
            self.lists.iter().map(|items| items.iter().all(|item| noted.contains(&item.node))).collect();
        let is_valid = |&&(node, list): &&(NodeId, Option<usize>)| {
            noted.contains(&node) && list.is_none_or(|list| of_notes[list])
        };
        self.blocks.iter().filter(is_valid).map(|&(node, _)| node).collect()
    }
}

/// The text of a mark without its brackets; `None` for longer texts.
fn mark_text(text: &[Inline]) -> Option<String> {
    let text = Plain(text).to_string();
    let text = text.trim_matches(BETWEEN_MARKS);
    (!text.is_empty() && text.chars().count() <= MAX_MARK_CHARS).then(|| text.to_owned())
}
