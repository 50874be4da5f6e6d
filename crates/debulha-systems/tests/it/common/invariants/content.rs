//! What every content document promises.

use debulha_core::content::{self, Block, BlockKind, Cell, ContentDocument, Inline, MAX_NESTING, Table};
use debulha_core::{Labels, Page};
use debulha_dom::{Document, names};
use std::collections::BTreeMap;

/// Builds the content of labels and checks its shape, and that no character comes out that was not labelled, or
/// more often than it was.
pub(super) fn check(page: &Page<'_>, labels: &Labels) -> ContentDocument {
    let document = page.document();
    let content = content::build(page, labels);
    assert_eq!(content, content::build(page, labels), "the builder gives two answers");
    let mut walk = Walk { document, emitted: BTreeMap::new() };
    walk.blocks(&content.blocks, 0);
    let mut labelled = BTreeMap::new();
    for span in &labels.with_beside().spans {
        count(&mut labelled, &document.text(span.node)[span.start as usize..span.end as usize]);
    }
    // Names of icons, texts of emoji, and labels of split letters.
    for node in document.nodes() {
        let names = [names::ALT, names::TITLE, names::ARIA_LABEL];
        names
            .iter()
            .filter_map(|&name| document.attribute(node, name))
            .for_each(|text| count(&mut labelled, text));
        if document.name(node) == names::TITLE {
            count(&mut labelled, &document.text_content(node));
        }
    }
    for (c, emitted) in walk.emitted {
        if is_shown_by_browsers(c) {
            continue;
        }
        let labelled = labelled.get(&c).copied().unwrap_or(0);
        assert!(emitted <= labelled, "{emitted} of {c:?} come of {labelled}");
    }
    if labels.is_empty() {
        assert!(content.blocks.is_empty(), "content without labels");
    }
    content
}

/// Marks of quotations and parentheses of ruby, which a page shows without having them as text.
fn is_shown_by_browsers(c: char) -> bool {
    matches!(c, '(' | ')' | '«' | '»' | '‘'..='‟' | '‹' | '›' | '「'..='』')
}

/// Counts characters that are no white space.
fn count(counts: &mut BTreeMap<char, usize>, text: &str) {
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        *counts.entry(c).or_insert(0) += 1;
    }
}

struct Walk<'d> {
    document: &'d Document,
    emitted: BTreeMap<char, usize>,
}

impl Walk<'_> {
    fn blocks(&mut self, blocks: &[Block], depth: usize) {
        assert!(depth <= MAX_NESTING, "blocks are nested too deeply");
        for block in blocks {
            assert!(block.node.index() < self.document.len());
            assert!(block.score.is_none_or(f32::is_finite));
            self.block(block, depth);
        }
    }

    fn block(&mut self, block: &Block, depth: usize) {
        match &block.kind {
            BlockKind::Heading { level, text } => {
                assert!((1..=6).contains(level));
                self.inlines(text, depth);
            }
            BlockKind::Paragraph(text) => {
                assert!(!text.is_empty(), "an empty paragraph");
                self.inlines(text, depth);
            }
            BlockKind::List(list) => {
                assert!(!list.items.is_empty(), "an empty list");
                for item in &list.items {
                    assert!(item.node.index() < self.document.len());
                    self.blocks(&item.blocks, depth + 1);
                }
            }
            BlockKind::Table(table) => self.table(table, depth),
            BlockKind::Code { text, .. } => count(&mut self.emitted, text),
            BlockKind::Quote(blocks) => self.blocks(blocks, depth + 1),
            BlockKind::Figure { blocks, caption } => {
                self.inlines(caption, depth);
                self.blocks(blocks, depth + 1);
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    definition.terms.iter().for_each(|term| self.inlines(term, depth));
                    definition.descriptions.iter().for_each(|blocks| self.blocks(blocks, depth + 1));
                }
            }
            // TeX stands for labelled text, with characters of its own.
            BlockKind::Math(math) => assert!(!math.tex.trim().is_empty()),
            BlockKind::Image(image) => assert!(!image.src.is_empty()),
            BlockKind::Embed(embed) => assert!(!embed.src.is_empty()),
            BlockKind::Rule => {}
        }
    }

    fn table(&mut self, table: &Table, depth: usize) {
        self.inlines(&table.caption, depth);
        assert!(table.columns() > 0 && table.header_rows <= table.rows.len());
        for (row_index, row) in table.rows.iter().enumerate() {
            assert_eq!(row.len(), table.columns(), "rows of different lengths");
            for (column, cell) in row.iter().enumerate() {
                let Cell::Origin { text, row_span, column_span, .. } = cell else { continue };
                assert!(*row_span >= 1 && row_index + row_span <= table.rows.len());
                assert!(*column_span >= 1 && column + column_span <= table.columns());
                self.inlines(text, depth);
            }
        }
    }

    fn inlines(&mut self, inlines: &[Inline], depth: usize) {
        assert!(depth <= MAX_NESTING, "marks are nested too deeply");
        for inline in inlines {
            match inline {
                Inline::Text(text) | Inline::Code(text) => count(&mut self.emitted, text),
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Strike(inner)
                | Inline::Subscript(inner)
                | Inline::Superscript(inner) => self.inlines(inner, depth + 1),
                Inline::Link { href, text, .. } => {
                    assert!(!href.trim().to_ascii_lowercase().starts_with("javascript:"), "{href:?}");
                    self.inlines(text, depth + 1);
                }
                Inline::Image(image) => assert!(!image.src.is_empty()),
                Inline::Embed(embed) => assert!(!embed.src.is_empty()),
                Inline::Math(math) => assert!(!math.tex.trim().is_empty()),
                Inline::LineBreak => {}
            }
        }
    }
}
