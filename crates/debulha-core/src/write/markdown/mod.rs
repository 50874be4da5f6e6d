//! Markdown: CommonMark with the tables and strikethrough of GFM, and formulas between dollar signs.

mod footnotes;
mod inline;
mod tex;

use super::places::{CountedOutput, Take};
use super::posts::Posts;
use super::{WriteOptions, Writer, Written, escape, front_matter, icon_of_cell, item_shows, shows};
use crate::content::{Align, Block, BlockKind, Cell, Definition, Inline, List, ListItem, Table};
use footnotes::Footnotes;
use inline::{InlinePlace, Inlines};
use std::fmt::{self, Write};
use std::mem;

/// Smallest fence of a code block.
const CODE_FENCE_MIN: usize = 3;

/// Largest number of a list item that CommonMark reads.
const ITEM_NUMBER_MAX: i64 = 999_999_999;

/// Stands between two lists that would be read as one: the definition of a link's target, which shows nothing.
const BETWEEN_LISTS: &str = "[//]: #";

/// Indent of the lines of a footnote after its first.
const NOTE_INDENT: &str = "    ";

/// A thematic break that is neither a list item, a heading's underline nor the start of front matter.
const RULE: &str = "___";

/// Markdown that CommonMark and GFM read back as the content that it was made from.
///
/// Nothing of a page passes as markup, not even to a reader that lets raw HTML through and knows neither formulas, tables
/// nor front matter: text goes through `Inlines::words`, addresses and titles through `Inlines::literal`, TeX through
/// `tex::source`, front matter through `escape::yaml`.
///
/// Subscripts, superscripts, line breaks in cells, and marks at places where CommonMark does not read delimiters are
/// HTML elements. Terms of definition lists are strong paragraphs. A table without header rows gets an empty one;
/// cells covered by spans are empty. With `footnotes`, notes are those of GFM and Pandoc (`[^1]`). Links to addresses outside the web, mail and telephone become plain text.
pub(super) struct MarkdownWriter;

impl Writer for MarkdownWriter {
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
    let mut out = CountedOutput::new(out);
    let titled = match written.described(options) {
        Some(metadata) => front_matter::write(written, metadata, options, &mut out)?,
        None => false,
    };
    let title = written.lead_title(options);
    let notes = if options.footnotes {
        Footnotes::of(written.document, written.content, written.url)
    } else {
        Footnotes::default()
    };
    let mut blocks = MarkdownBlocks {
        out,
        options,
        notes: &notes,
        starts_note: false,
        inlines: Inlines::new(options, &notes),
        prefix: String::new(),
        fresh: !titled,
        tight: false,
        list_before: None,
        posts: Posts::of(written, options),
    };
    title.iter().try_for_each(|title| blocks.block(title))?;
    written.content.blocks.iter().try_for_each(|block| {
        blocks.out.next_block();
        blocks.block(block)?;
        take(blocks.out.block());
        Ok(())
    })
}

/// Writes blocks into the containers that are open.
struct MarkdownBlocks<'a, 'o> {
    out: CountedOutput<'o>,
    options: &'a WriteOptions,
    notes: &'a Footnotes<'a>,
    /// The next block is the first of a note.
    starts_note: bool,
    inlines: Inlines<'a>,
    /// What each line of the open containers starts with.
    prefix: String,
    /// Nothing stands in the innermost container yet.
    fresh: bool,
    /// The blocks of the innermost container are not parted by blank lines.
    tight: bool,
    /// The last block of the innermost container is a list: whether ordered, and whether with the second marker.
    list_before: Option<(bool, bool)>,
    /// Lines that are due above blocks.
    posts: Posts,
}

impl<'a> MarkdownBlocks<'a, '_> {
    fn blocks(&mut self, blocks: &'a [Block]) -> fmt::Result {
        blocks.iter().try_for_each(|block| self.block(block))
    }

    fn block(&mut self, block: &'a Block) -> fmt::Result {
        if !shows(block, self.options) {
            return Ok(());
        }
        if let Some(place) = self.posts.above(block) {
            self.begin()?;
            let line = Inlines::new(self.options, self.notes)
                .render(self.posts.line(place), InlinePlace::Paragraph)
                .to_owned();
            write_lines(&mut self.out, &self.prefix, &line)?;
            self.out.next_block();
        }
        let starts_note = mem::take(&mut self.starts_note);
        match &block.kind {
            BlockKind::Heading { level, text } => self.heading(*level, text),
            BlockKind::Paragraph(text) if starts_note => self.first_of_note(text),
            BlockKind::Paragraph(_) if let Some(label) = self.notes.label_of(block.node) => {
                self.note(label, std::slice::from_ref(block))
            }
            BlockKind::Paragraph(text) => self.paragraph(text),
            BlockKind::List(list) if self.notes.are_notes(list) => self.notes(list),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Code { language, text } => self.code(language.as_deref(), text),
            BlockKind::Quote(blocks) => self.quote(blocks),
            BlockKind::Figure { blocks, caption } => {
                self.blocks(blocks)?;
                self.paragraph(caption)
            }
            BlockKind::Definitions(definitions) => definitions.iter().try_for_each(|d| self.definition(d)),
            BlockKind::Math(math) => {
                let source = tex::source(&math.tex, false);
                if source.is_empty() {
                    return Ok(());
                }
                self.begin()?;
                write!(self.out, "$${source}$$")
            }
            BlockKind::Image(image) => {
                self.begin()?;
                self.out.write_str(self.inlines.render_image(image))
            }
            BlockKind::Embed(embed) => {
                self.begin()?;
                self.out.write_str(self.inlines.render_embed(embed))
            }
            BlockKind::Rule => {
                self.begin()?;
                self.out.write_str(RULE)
            }
        }
    }

    /// Parts the next block from the one before.
    fn begin(&mut self) -> fmt::Result {
        if !self.fresh {
            self.line_break(!self.tight)?;
        }
        self.out.begin_block();
        self.fresh = false;
        self.list_before = None;
        Ok(())
    }

    fn line_break(&mut self, blank_line: bool) -> fmt::Result {
        if blank_line {
            write!(self.out, "\n{}", self.prefix.trim_end())?;
        }
        write!(self.out, "\n{}", self.prefix)
    }

    fn heading(&mut self, level: u8, text: &'a [Inline]) -> fmt::Result {
        self.begin()?;
        for _ in 0..level.clamp(1, 6) {
            self.out.write_char('#')?;
        }
        self.out.write_char(' ')?;
        self.out.write_str(self.inlines.render(text, InlinePlace::Heading))
    }

    fn paragraph(&mut self, text: &'a [Inline]) -> fmt::Result {
        if !super::run_shows(text, self.options) {
            return Ok(());
        }
        self.begin()?;
        let text = self.inlines.render(text, InlinePlace::Paragraph);
        write_lines(&mut self.out, &self.prefix, text)
    }

    /// Writes notes, each as the definition of a label.
    fn notes(&mut self, list: &'a List) -> fmt::Result {
        for item in list.items.iter().filter(|item| item_shows(item, self.options)) {
            let label = self.notes.label_of(item.node).unwrap_or_default();
            self.note(label, &item.blocks)?;
        }
        Ok(())
    }

    fn note(&mut self, label: &str, blocks: &'a [Block]) -> fmt::Result {
        self.begin()?;
        self.starts_note = true;
        self.within(&format!("[^{label}]: "), NOTE_INDENT, false, blocks)
    }

    /// The first paragraph of a note.
    fn first_of_note(&mut self, text: &'a [Inline]) -> fmt::Result {
        let Some(rest) = self.notes.without_number(text) else { return self.paragraph(text) };
        self.begin()?;
        let text = Inlines::new(self.options, self.notes).render(&rest, InlinePlace::Paragraph).to_owned();
        write_lines(&mut self.out, &self.prefix, &text)
    }

    fn definition(&mut self, definition: &'a Definition) -> fmt::Result {
        for term in definition.terms.iter().filter(|term| super::run_shows(term, self.options)) {
            self.begin()?;
            let text = self.inlines.render_strong(term);
            write_lines(&mut self.out, &self.prefix, text)?;
        }
        definition.descriptions.iter().try_for_each(|blocks| self.blocks(blocks))
    }

    fn quote(&mut self, blocks: &'a [Block]) -> fmt::Result {
        self.begin()?;
        self.within("> ", "> ", false, blocks)
    }

    /// Writes blocks into a container: `marker` once, `indent` before each further line.
    fn within(&mut self, marker: &str, indent: &str, tight: bool, blocks: &'a [Block]) -> fmt::Result {
        self.out.write_str(marker)?;
        let outer = (self.prefix.len(), self.tight);
        self.prefix.push_str(indent);
        (self.fresh, self.tight, self.list_before) = (true, tight, None);
        self.blocks(blocks)?;
        self.prefix.truncate(outer.0);
        (self.fresh, self.tight, self.list_before) = (false, outer.1, None);
        Ok(())
    }

    fn list(&mut self, list: &'a List) -> fmt::Result {
        // A list right after one of its sort would continue it, unless its markers differ.
        let second_marker = self.list_before == Some((list.ordered, false));
        self.begin()?;
        let options = self.options;
        let shown = || list.items.iter().filter(|item| item_shows(item, options));
        let tight = shown().all(|item| self.is_tight(item));
        let mut before = None;
        for (number, item) in numbers(list).filter(|(_, item)| item_shows(item, options)) {
            match before {
                None => {}
                // Readers of Markdown count on by themselves: a number that does not follow begins a list of its own.
                Some(last) if list.ordered && number != last + 1 => {
                    self.line_break(true)?;
                    self.out.write_str(BETWEEN_LISTS)?;
                    self.line_break(true)?;
                }
                Some(_) => self.line_break(!tight)?,
            }
            before = Some(number);
            let mut marker = match (list.ordered, second_marker) {
                (false, false) => "- ".to_owned(),
                (false, true) => "* ".to_owned(),
                (true, false) => format!("{number}. "),
                (true, true) => format!("{number}) "),
            };
            let indent = " ".repeat(marker.len());
            marker.push_str(self.task_mark(item));
            self.within(&marker, &indent, tight, &item.blocks)?;
        }
        self.list_before = Some((list.ordered, second_marker));
        Ok(())
    }

    /// The box of a task. Readers know it before running text alone.
    fn task_mark(&self, item: &ListItem) -> &'static str {
        let first = item.blocks.iter().find(|block| shows(block, self.options));
        let is_run = first.is_some_and(|block| {
            use BlockKind::{Embed, Image, Math, Paragraph};
            matches!(block.kind, Paragraph(_) | Image(_) | Embed(_) | Math(_))
        });
        match item.done.filter(|_| is_run) {
            Some(true) => "[x] ",
            Some(false) => "[ ] ",
            None => "",
        }
    }

    /// Whether an item needs no blank line: a paragraph at most, then one list that may interrupt a paragraph.
    fn is_tight(&self, item: &ListItem) -> bool {
        let mut shown =
            item.blocks.iter().filter(|block| shows(block, self.options)).map(|block| &block.kind);
        match (shown.next(), shown.next(), shown.next()) {
            (Some(BlockKind::Paragraph(_)), None, _) => true,
            (Some(BlockKind::Paragraph(_)), Some(BlockKind::List(list)), None) => {
                !list.ordered || self.first_number(list) == 1
            }
            _ => false,
        }
    }

    /// The number of the first item that is shown.
    fn first_number(&self, list: &List) -> i64 {
        let mut shown = numbers(list).filter(|(_, item)| item_shows(item, self.options));
        shown.next().map_or(1, |(number, _)| number)
    }

    fn code(&mut self, language: Option<&str>, text: &str) -> fmt::Result {
        self.begin()?;
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(CODE_FENCE_MIN.max(longest + 1));
        write!(self.out, "{fence}{}", escape::code_language(language).unwrap_or_default())?;
        for line in text.lines().flat_map(|line| line.split('\r')) {
            let prefix = if line.is_empty() { self.prefix.trim_end() } else { &self.prefix };
            write!(self.out, "\n{prefix}{line}")?;
        }
        write!(self.out, "\n{}{fence}", self.prefix)
    }

    fn table(&mut self, table: &'a Table) -> fmt::Result {
        self.paragraph(&table.caption)?;
        let Some(first_row) = table.rows.first().filter(|row| !row.is_empty()) else { return Ok(()) };
        self.begin()?;
        let body = if table.header_rows == 0 {
            for _ in first_row {
                self.out.write_str("|  ")?;
            }
            self.out.write_char('|')?;
            &table.rows[..]
        } else {
            self.row(first_row)?;
            &table.rows[1..]
        };
        self.line_break(false)?;
        for cell in first_row {
            self.out.write_str(match cell {
                Cell::Origin { align: Some(Align::Left), .. } => "| :-- ",
                Cell::Origin { align: Some(Align::Center), .. } => "| :-: ",
                Cell::Origin { align: Some(Align::Right), .. } => "| --: ",
                _ => "| --- ",
            })?;
        }
        self.out.write_char('|')?;
        for row in body {
            self.line_break(false)?;
            self.row(row)?;
        }
        Ok(())
    }

    fn row(&mut self, row: &'a [Cell]) -> fmt::Result {
        for cell in row {
            self.out.write_str("| ")?;
            if let Cell::Origin { text, .. } = cell {
                let rendered = match icon_of_cell(text, self.options.images) {
                    Some(name) => self.inlines.render_words(name, InlinePlace::Cell),
                    None => self.inlines.render(text, InlinePlace::Cell),
                };
                self.out.write_str(rendered)?;
            }
            self.out.write_char(' ')?;
        }
        self.out.write_char('|')
    }
}

/// The numbers of a list's items, from 1 on where Markdown cannot say the page's.
fn numbers(list: &List) -> impl Iterator<Item = (i64, &ListItem)> {
    let can_say = list.numbered().all(|(number, _)| (0..=ITEM_NUMBER_MAX).contains(&number));
    list.numbered().zip(1..).map(move |((number, item), place)| (if can_say { number } else { place }, item))
}

fn write_lines(out: &mut dyn fmt::Write, prefix: &str, text: &str) -> fmt::Result {
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            write!(out, "\n{prefix}")?;
        }
        out.write_str(line)?;
    }
    Ok(())
}
