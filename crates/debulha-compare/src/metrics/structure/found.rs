//! The structures of a page, as the content document of the whole page has them, and what labels keep of them.

use std::ops::Range;

use debulha_core::content::{Block, BlockKind, ContentDocument, Inline, List, ListItem, build};
use debulha_core::outcome::Span;
use debulha_core::{Labels, Page};
use debulha_dom::Document;
use debulha_dom::{NameId, NodeId, names};
use serde::{Deserialize, Serialize};

use super::KeptTokens;
use super::align::part_tokens;
use crate::metrics::tokens::nfc;

/// Words from which on a text with a caption's class is a paragraph. Of the gold captions of wcxb-dev none is longer.
const MAX_CAPTION_WORDS: u32 = 100;

/// Kinds of structures that are looked for on pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StructureKind {
    /// Data tables; parts are cells.
    Table,
    /// Preformatted text; parts are lines.
    Listing,
    /// Numbered lists of two items or more; parts are items.
    OrderedList,
    /// Terms and descriptions.
    Definitions,
    /// Captions of pictures; one part.
    Caption,
}

impl StructureKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 5] =
        [Self::Table, Self::Listing, Self::OrderedList, Self::Definitions, Self::Caption];
}

/// A structure of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageStructure {
    /// What it is.
    pub kind: StructureKind,
    /// The element.
    pub node: NodeId,
    /// Its parts that have text, in document order.
    pub parts: Vec<StructurePart>,
}

/// A part of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructurePart {
    /// Its text.
    pub text: String,
    /// Its nodes. A line of a listing has none of its own, so it has those of the listing.
    pub nodes: Range<u32>,
}

/// What is found on a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundStructures {
    /// The structures, by kind.
    pub structures: Vec<PageStructure>,
    /// Numbers of the items of numbered lists, by item, ascending.
    pub numbers: Vec<(NodeId, i64)>,
    /// TeX of all formulas.
    pub formulas: Vec<String>,
}

impl FoundStructures {
    /// The structures that a page shows.
    ///
    /// Data tables are distinguished from layout tables, and code from its furniture, by the content document of the whole page
    /// ([`build`]). O(nodes).
    pub fn on(page: &Page<'_>) -> Self {
        let all = Labels::from_subtrees(page, &[page.body()]);
        let content = build(page, &all);
        let mut found = Self::in_content(&content);
        let mut structures = structures_of_blocks(page, &content.blocks);
        structures.extend(captions(page));
        structures.retain(|structure| !structure.parts.is_empty());
        structures.sort_by_key(|structure| (structure.kind, structure.node));
        found.structures = structures;
        found
    }

    /// Numbers and formulas of what a system kept; its structures are those of the page.
    pub fn in_content(content: &ContentDocument) -> Self {
        let mut found = Self::default();
        each_block(&content.blocks, &mut |block| match &block.kind {
            BlockKind::List(list) if list.ordered => found.numbers.extend(numbers(list)),
            BlockKind::Math(math) => found.formulas.push(math.tex.clone()),
            kind => each_run(kind, &mut |run| formulas(run, &mut found.formulas)),
        });
        found.numbers.sort_unstable();
        found
    }
}

impl PageStructure {
    /// Tokens of each part; see [`part_tokens`].
    pub fn tokens(&self) -> Vec<Vec<&str>> {
        self.parts.iter().map(|part| part_tokens(&part.text)).collect()
    }

    /// What labels keep of the parts, in words between white space. Not for listings, whose lines have no nodes.
    ///
    /// O(text nodes of the structure · log spans).
    pub fn kept_by(&self, page: &Page<'_>, labels: &Labels) -> KeptTokens {
        let mut kept = KeptTokens::default();
        for part in &self.parts {
            let nodes = page.text_nodes_in(part.nodes.clone());
            let words = |&node: &NodeId| page.stats().subtree(page.document(), node).words as usize;
            let size: usize = nodes.iter().map(words).sum();
            let of_part: usize = nodes
                .iter()
                .map(|node| {
                    let spans = spans_in(&labels.spans, node.0..node.0 + 1).iter();
                    spans.map(|span| span.words(page) as usize).sum::<usize>().min(words(node))
                })
                .sum();
            kept.sizes.push(size);
            kept.kept.push(of_part);
        }
        kept.together = kept.kept.iter().sum();
        kept
    }
}

/// The spans in a range of nodes.
pub(super) fn spans_in(spans: &[Span], nodes: Range<u32>) -> &[Span] {
    let start = spans.partition_point(|span| span.node.0 < nodes.start);
    let end = start + spans[start..].partition_point(|span| span.node.0 < nodes.end);
    &spans[start..end]
}

fn structures_of_blocks(page: &Page<'_>, blocks: &[Block]) -> Vec<PageStructure> {
    let mut found = Vec::new();
    each_block(blocks, &mut |block| {
        let node = block.node;
        let (kind, parts) = match &block.kind {
            BlockKind::Table(_) => {
                (StructureKind::Table, named(page, node, &[names::TD, names::TH, names::CAPTION]))
            }
            BlockKind::Definitions(_) => {
                (StructureKind::Definitions, named(page, node, &[names::DT, names::DD]))
            }
            BlockKind::Code { text, .. } => (StructureKind::Listing, lines(page, node, text)),
            BlockKind::List(List { ordered: true, items, .. }) if items.len() > 1 => {
                let items = items.iter().filter_map(|ListItem { node, .. }| part(page, *node));
                (StructureKind::OrderedList, items.collect())
            }
            _ => return,
        };
        found.push(PageStructure { kind, node, parts });
    });
    found
}

/// The descendants of these names that have text.
fn named(page: &Page<'_>, root: NodeId, wanted: &[NameId]) -> Vec<StructurePart> {
    let doc = page.document();
    let nodes = doc.descendants(root).filter(|&node| wanted.contains(&doc.name(node)));
    nodes.filter_map(|node| part(page, node)).collect()
}

/// The text of a node as a part; `None` if it has none.
fn part(page: &Page<'_>, node: NodeId) -> Option<StructurePart> {
    let nodes = node.0..page.document().subtree_end(node);
    let labels = Labels::from_subtrees(page, &[node]);
    let text = nfc(&labels.plain_text(page)).into_owned();
    (!part_tokens(&text).is_empty()).then_some(StructurePart { text, nodes })
}

fn lines(page: &Page<'_>, node: NodeId, text: &str) -> Vec<StructurePart> {
    let nodes = node.0..page.document().subtree_end(node);
    let lines = text.lines().filter(|line| !part_tokens(line).is_empty());
    lines.map(|line| StructurePart { text: nfc(line).into_owned(), nodes: nodes.clone() }).collect()
}

/// Texts in `figcaption`, or of an element whose class speaks of a caption, with a picture right before or behind them.
fn captions(page: &Page<'_>) -> Vec<PageStructure> {
    let doc = page.document();
    let says_caption = |node: NodeId| {
        doc.name(node) == names::FIGCAPTION || doc.classes(node).any(|class| class.contains("caption"))
    };
    let elements = || doc.nodes().filter(|&node| doc.is_element(node));
    let named: Vec<NodeId> = elements().filter(|&node| says_caption(node)).collect();
    let is_picture = |&node: &NodeId| matches!(doc.name(node), names::IMG | names::PICTURE | names::VIDEO);
    let pictures: Vec<NodeId> = elements().filter(is_picture).collect();
    let innermost = named.iter().copied().filter(|&node| {
        page.stats().subtree(doc, node).words <= MAX_CAPTION_WORDS
            && !holds(doc, node, &named)
            && !holds(doc, node, &pictures)
    });
    let no_text_in = |range: Range<u32>| page.text_nodes_in(range).is_empty();
    let beside = innermost.filter(|&node| {
        let (before, after) = pictures.split_at(pictures.partition_point(|&picture| picture < node));
        before.last().is_some_and(|picture| no_text_in(picture.0..node.0))
            || after.first().is_some_and(|picture| no_text_in(doc.subtree_end(node)..picture.0))
    });
    let structure =
        |node| Some(PageStructure { kind: StructureKind::Caption, node, parts: vec![part(page, node)?] });
    beside.filter_map(structure).collect()
}

/// Whether one of `nodes`, ascending, is below an element. O(log nodes).
fn holds(doc: &Document, element: NodeId, nodes: &[NodeId]) -> bool {
    let next = nodes.partition_point(|&node| node <= element);
    nodes.get(next).is_some_and(|&node| doc.contains(element, node))
}

fn numbers(list: &List) -> impl Iterator<Item = (NodeId, i64)> + '_ {
    list.items.iter().map(|item| item.node).zip(list.start..)
}

/// Calls `visit` on all blocks and those in them. Recursion ends at `MAX_NESTING` of the content document.
fn each_block<'b>(blocks: &'b [Block], visit: &mut dyn FnMut(&'b Block)) {
    for block in blocks {
        visit(block);
        match &block.kind {
            BlockKind::Quote(blocks) | BlockKind::Figure { blocks, .. } => each_block(blocks, visit),
            BlockKind::List(list) => list.items.iter().for_each(|item| each_block(&item.blocks, visit)),
            BlockKind::Definitions(definitions) => {
                let descriptions = definitions.iter().flat_map(|definition| &definition.descriptions);
                descriptions.for_each(|blocks| each_block(blocks, visit));
            }
            _ => {}
        }
    }
}

/// Calls `visit` on the runs of text of a block, without those of blocks inside of it.
fn each_run<'b>(kind: &'b BlockKind, visit: &mut dyn FnMut(&'b [Inline])) {
    use debulha_core::content::Cell;
    match kind {
        BlockKind::Heading { text, .. } | BlockKind::Paragraph(text) => visit(text),
        BlockKind::Figure { caption, .. } => visit(caption),
        BlockKind::Definitions(definitions) => {
            definitions.iter().flat_map(|definition| &definition.terms).for_each(|term| visit(term));
        }
        BlockKind::Table(table) => {
            visit(&table.caption);
            for cell in table.rows.iter().flatten() {
                if let Cell::Origin { text, .. } = cell {
                    visit(text);
                }
            }
        }
        _ => {}
    }
}

/// Formulas of a run; marks nest at most `MAX_NESTING` deep.
fn formulas(run: &[Inline], out: &mut Vec<String>) {
    for inline in run {
        match inline {
            Inline::Math(math) => out.push(math.tex.clone()),
            Inline::Emphasis(text)
            | Inline::Strong(text)
            | Inline::Strike(text)
            | Inline::Subscript(text)
            | Inline::Superscript(text)
            | Inline::Link { text, .. } => formulas(text, out),
            _ => {}
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use debulha_dom::Limits;
    use debulha_dom::parse;

    use super::*;
    use crate::metrics::structure::StructureFate;

    const PAGE: &str = "<main><p>Rye</p><table role=presentation><tr><td>\
        <table><tr><th>Day<th>Tide<tr><td>Mon<td>✓<tr><td>Tue<td></table></table>\
        <ol start=4><li>One<li>Two</ol><ol><li>alone</ol><dl><dt>T<dd>D</dl><pre>if x {\n\n}</pre>\
        <div class=wp-caption><img><p class=wp-caption-text>The mill</div><p>Oats</p><p class=caption>No picture</p><p>Bran</p>\
        <math alttext='x^2'><mi>x</mi></math></main>";

    #[test]
    fn structures_are_found() {
        let parsed = parse(PAGE, &Limits::default());
        let page = Page::new(&parsed.document);
        let found = FoundStructures::on(&page);
        let texts = |kind| {
            let of_kind = found.structures.iter().filter(|structure| structure.kind == kind);
            of_kind
                .flat_map(|structure| structure.parts.iter().map(|part| part.text.as_str()))
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(StructureKind::Table), ["Day", "Tide", "Mon", "✓", "Tue"]);
        assert_eq!(texts(StructureKind::OrderedList), ["One", "Two"]);
        assert_eq!(texts(StructureKind::Definitions), ["T", "D"]);
        assert_eq!(texts(StructureKind::Listing), ["if x {", "}"]);
        assert_eq!(texts(StructureKind::Caption), ["The mill"]);
        assert_eq!(found.numbers.iter().map(|&(_, number)| number).collect::<Vec<_>>(), [4, 5, 1]);
        assert_eq!(found.formulas, ["x^2"]);
    }

    #[test]
    fn labels_keep_parts() {
        let parsed = parse(PAGE, &Limits::default());
        let page = Page::new(&parsed.document);
        let found = FoundStructures::on(&page);
        let table = &found.structures[0];
        let all = Labels::from_subtrees(&page, &[page.body()]);
        assert_eq!(table.kept_by(&page, &all).fate(1.0), Some(StructureFate::Whole));
        let without_sign =
            page.text_nodes().iter().copied().filter(|&node| parsed.document.text(node) != "✓");
        let without_sign = Labels::from_text_nodes(&parsed.document, without_sign);
        let kept = table.kept_by(&page, &without_sign);
        assert_eq!((kept.kept, kept.together), (vec![1, 1, 1, 0, 1], 4));
        assert_eq!(table.kept_by(&page, &Labels::default()).fate(1.0), Some(StructureFate::Lost));
    }
}
