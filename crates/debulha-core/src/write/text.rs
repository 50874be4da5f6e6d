//! Plain text.

use super::places::{CountedOutput, Take};
use super::posts::Posts;
use super::{WriteOptions, Writer, Written, front_matter, icon_of_cell};
use crate::content::{Block, BlockKind, Cell, Embed, Inline, Table};
use std::fmt::{self, Write};

/// Plain text: a line for each paragraph, heading, list item and table row.
///
/// There are no list marks, no alternative texts and no rules: words that a reader of the page does not see cost
/// precision. Cells are separated by tabs, empty ones included except at the end of a row; a line break of the page
/// is one here, but a space in headings and cells. Code is verbatim, formulas are TeX. Blank lines stand in code only.
/// Link targets, if asked for, follow the text of the link in parentheses.
pub(super) struct TextWriter;

impl Writer for TextWriter {
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result {
        write(written, options, out, &mut |_| {})
    }
}

/// Writes a page and says where its blocks are.
pub(super) fn write(
    written: &Written<'_>,
    options: &WriteOptions,
    out: &mut dyn fmt::Write,
    take: Take<'_>,
) -> fmt::Result {
    let mut lines = TextLines::new(out, options);
    lines.started = match written.described(options) {
        Some(metadata) => front_matter::write(written, metadata, options, &mut lines.out)?,
        None => false,
    };
    lines.posts = Some(Posts::of(written, options));
    lines.line = true;
    written.content.blocks.iter().try_for_each(|block| {
        lines.out.next_block();
        lines.block(block)?;
        take(lines.out.block());
        Ok(())
    })
}

impl Block {
    /// The block as plain text: a line for each paragraph, list item and table row in it.
    pub fn text(&self) -> String {
        let (mut text, options) = (String::new(), WriteOptions::default());
        // Writing to a string cannot fail.
        let _ = TextLines::new(&mut text, &options).shown(self);
        text
    }
}

/// Running text without any marks; line breaks are `\n`.
pub(super) struct Plain<'a>(pub(super) &'a [Inline]);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = WriteOptions { links: false, ..WriteOptions::default() };
        TextLines::new(f, &options).run(self.0)
    }
}

/// Writes text, and holds separators back until text follows, so that none stands at an end.
#[allow(clippy::struct_excessive_bools)] // Independent facts, all about the next character.
struct TextLines<'o> {
    out: CountedOutput<'o>,
    options: &'o WriteOptions,
    /// Something has been written.
    started: bool,
    /// A new line is due.
    line: bool,
    /// Tabs that are due.
    tabs: usize,
    /// A space is due.
    space: bool,
    /// All goes on one line: the text of a heading or cell.
    one_line: bool,
    /// Lines that are due above blocks.
    posts: Option<Posts>,
}

impl<'o> TextLines<'o> {
    fn new(out: &'o mut dyn fmt::Write, options: &'o WriteOptions) -> Self {
        TextLines {
            out: CountedOutput::new(out),
            options,
            started: false,
            line: false,
            tabs: 0,
            space: false,
            one_line: false,
            posts: None,
        }
    }

    fn blocks(&mut self, blocks: &[Block]) -> fmt::Result {
        blocks.iter().try_for_each(|block| self.block(block))
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        if block.is_beside { Ok(()) } else { self.shown(block) }
    }

    fn shown(&mut self, block: &Block) -> fmt::Result {
        if let Some(mut posts) = self.posts.take() {
            if let Some(place) = posts.above(block) {
                self.run_line(posts.line(place))?;
                self.out.next_block();
            }
            self.posts = Some(posts);
        }
        match &block.kind {
            BlockKind::Heading { text, .. } => {
                self.one_line = true;
                self.run_line(text)?;
                self.one_line = false;
            }
            BlockKind::Paragraph(text) => self.run_line(text)?,
            BlockKind::List(list) => list.items.iter().try_for_each(|item| self.blocks(&item.blocks))?,
            BlockKind::Table(table) if self.options.tables => self.table(table)?,
            BlockKind::Code { text, .. } => self.verbatim_line(text)?,
            BlockKind::Quote(blocks) => self.blocks(blocks)?,
            BlockKind::Figure { blocks, caption } => {
                self.blocks(blocks)?;
                self.run_line(caption)?;
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    definition.terms.iter().try_for_each(|term| self.run_line(term))?;
                    definition.descriptions.iter().try_for_each(|blocks| self.blocks(blocks))?;
                }
            }
            BlockKind::Math(math) => self.verbatim_line(&math.tex)?,
            BlockKind::Embed(embed) => {
                self.embed(embed)?;
                self.end_line();
            }
            BlockKind::Table(_) | BlockKind::Image(_) | BlockKind::Rule => {}
        }
        Ok(())
    }

    fn run_line(&mut self, inlines: &[Inline]) -> fmt::Result {
        self.run(inlines)?;
        self.end_line();
        Ok(())
    }

    fn verbatim_line(&mut self, text: &str) -> fmt::Result {
        if !text.is_empty() {
            self.separate()?;
            self.out.write_str(text)?;
            self.end_line();
        }
        Ok(())
    }

    fn table(&mut self, table: &Table) -> fmt::Result {
        self.run_line(&table.caption)?;
        self.one_line = true;
        for row in &table.rows {
            for (column, cell) in row.iter().enumerate() {
                if column > 0 {
                    self.tabs += 1;
                    self.space = false;
                }
                if let Cell::Origin { text, .. } = cell {
                    match icon_of_cell(text, false) {
                        Some(name) => self.text(name)?,
                        None => self.run(text)?,
                    }
                }
            }
            self.end_line();
        }
        self.one_line = false;
        Ok(())
    }

    fn run(&mut self, inlines: &[Inline]) -> fmt::Result {
        for inline in inlines {
            match inline {
                Inline::Text(text) | Inline::Code(text) => self.text(text)?,
                Inline::Math(math) => self.text(&math.tex)?,
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Strike(inner)
                | Inline::Subscript(inner)
                | Inline::Superscript(inner) => self.run(inner)?,
                Inline::Link { href, text, .. } => {
                    self.run(text)?;
                    if self.options.links && !href.is_empty() {
                        self.space = true;
                        self.separate()?;
                        write!(self.out, "({href})")?;
                    }
                }
                Inline::LineBreak if self.one_line => self.space = true,
                Inline::LineBreak => self.line = true,
                Inline::Embed(embed) => self.embed(embed)?,
                Inline::Image(_) => {}
            }
        }
        Ok(())
    }

    /// Name and address, as those of a link.
    fn embed(&mut self, embed: &Embed) -> fmt::Result {
        if !self.options.links {
            return Ok(());
        }
        self.space = true;
        self.text(embed.label())?;
        self.space = true;
        self.separate()?;
        write!(self.out, "({})", embed.src)?;
        self.space = true;
        Ok(())
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        if self.one_line && text.contains(['\n', '\r', '\t']) {
            for (index, word) in text.split(['\n', '\r', '\t']).enumerate() {
                self.space |= index > 0;
                self.piece(word)?;
            }
            return Ok(());
        }
        self.piece(text)
    }

    fn piece(&mut self, text: &str) -> fmt::Result {
        let rest = text.trim_ascii_start();
        self.space |= rest.len() < text.len();
        let words = rest.trim_ascii_end();
        if words.is_empty() {
            return Ok(());
        }
        self.separate()?;
        self.space = words.len() < rest.len();
        self.out.write_str(words)
    }

    /// Writes what is due between the text before and the text to come.
    fn separate(&mut self) -> fmt::Result {
        if self.started && self.line {
            self.out.write_char('\n')?;
        } else if self.started && self.space && self.tabs == 0 {
            self.out.write_char(' ')?;
        }
        self.out.begin_block();
        for _ in 0..self.tabs {
            self.out.write_char('\t')?;
        }
        (self.started, self.line, self.space, self.tabs) = (true, false, false, 0);
        Ok(())
    }

    fn end_line(&mut self) {
        self.line = true;
        self.space = false;
        self.tabs = 0;
    }
}
