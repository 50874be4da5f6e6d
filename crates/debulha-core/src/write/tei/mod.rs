//! XML after the guidelines of the Text Encoding Initiative, P5.

mod header;
mod pointer;

use super::{WriteOptions, Writer, Written, embed_shows, escape, icon_of_cell, item_shows, run_shows, shows};
use crate::content::{Align, Block, BlockKind, Cell, Definition, Embed, Image, Inline, List, Math, Table};
use pointer::reference;
use std::fmt;

/// A TEI document: a header from the metadata, and a body in which headings open nested divisions.
///
/// Always well-formed: characters that XML 1.0 forbids are left out. Valid under `tei_all`, and under TEI's schema for
/// corpora unless there is a table, a formula or a caption. So of the modules of P5 it takes no more than `tei`, `header`, `core`,
/// `textstructure` and `linking` (`ab`, `seg`), and `figures` for those three. Headings inside quotes, items and figures,
/// where TEI has no `head`, are `ab type="heading"`; code is `ab` or `seg` of the type `code`, as `code` is of the
/// module for schemas.
pub(super) struct TeiWriter;

impl Writer for TeiWriter {
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        out.write_str("<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n")?;
        header::write(out, written, written.described(options))?;
        out.write_str("<text")?;
        if let Some(language) = written.language() {
            escape::attribute(out, "xml:lang", language)?;
        }
        out.write_str(">\n<body>\n<div>\n")?;
        let mut tei = TeiBlocks { out, options };
        tei.divisions(&written.content.blocks)?;
        out.write_str("</div>\n</body>\n</text>\n</TEI>")
    }
}

fn element(out: &mut dyn fmt::Write, name: &str, text: &str) -> fmt::Result {
    write!(out, "<{name}>")?;
    escape::markup(out, text, false)?;
    writeln!(out, "</{name}>")
}

/// An attribute that holds one address.
fn address(out: &mut dyn fmt::Write, name: &str, address: &str) -> fmt::Result {
    escape::attribute(out, name, &reference(address))
}

struct TeiBlocks<'o> {
    out: &'o mut dyn fmt::Write,
    options: &'o WriteOptions,
}

impl TeiBlocks<'_> {
    /// Blocks at the top: a heading closes the divisions of its level and below, and opens one.
    fn divisions(&mut self, blocks: &[Block]) -> fmt::Result {
        let mut open: Vec<u8> = Vec::new();
        for block in blocks.iter().filter(|block| shows(block, self.options)) {
            let BlockKind::Heading { level, text } = &block.kind else {
                self.block(block)?;
                continue;
            };
            let level = (*level).clamp(1, 6);
            while open.pop_if(|outer| *outer >= level).is_some() {
                self.out.write_str("</div>\n")?;
            }
            open.push(level);
            write!(self.out, "<div>\n<head rend=\"h{level}\">")?;
            self.run(text)?;
            self.out.write_str("</head>\n")?;
        }
        for _ in open {
            self.out.write_str("</div>\n")?;
        }
        Ok(())
    }

    fn blocks(&mut self, blocks: &[Block]) -> fmt::Result {
        blocks.iter().filter(|block| shows(block, self.options)).try_for_each(|block| self.block(block))
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        match &block.kind {
            BlockKind::Heading { level, text } => {
                write!(self.out, "<ab type=\"heading\" rend=\"h{level}\">")?;
                self.run(text)?;
                self.out.write_str("</ab>\n")
            }
            BlockKind::Paragraph(text) => self.line("p", text),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Code { language, text } => {
                self.out.write_str("<ab type=\"code\"")?;
                if let Some(language) = escape::code_language(language.as_deref()) {
                    escape::attribute(self.out, "subtype", language)?;
                }
                self.out.write_str(" xml:space=\"preserve\">")?;
                self.text(text)?;
                self.out.write_str("</ab>\n")
            }
            BlockKind::Quote(blocks) => {
                self.out.write_str("<quote>\n")?;
                self.blocks(blocks)?;
                self.out.write_str("</quote>\n")
            }
            BlockKind::Figure { blocks, caption } => self.figure(blocks, caption),
            BlockKind::Definitions(definitions) => {
                self.out.write_str("<list type=\"gloss\">\n")?;
                definitions.iter().try_for_each(|definition| self.definition(definition))?;
                self.out.write_str("</list>\n")
            }
            BlockKind::Math(math) => {
                self.out.write_str("<p>")?;
                self.formula(math)?;
                self.out.write_str("</p>\n")
            }
            BlockKind::Image(image) => {
                self.out.write_str("<p>")?;
                self.picture(image)?;
                self.out.write_str("</p>\n")
            }
            BlockKind::Embed(embed) => {
                self.out.write_str("<p>")?;
                self.embed(embed)?;
                self.out.write_str("</p>\n")
            }
            BlockKind::Rule => self.out.write_str("<milestone unit=\"section\" rend=\"rule\"/>\n"),
        }
    }

    fn line(&mut self, element: &str, text: &[Inline]) -> fmt::Result {
        write!(self.out, "<{element}>")?;
        self.run(text)?;
        writeln!(self.out, "</{element}>")
    }

    fn list(&mut self, list: &List) -> fmt::Result {
        let rendering = if list.ordered { "numbered" } else { "bulleted" };
        writeln!(self.out, "<list rend=\"{rendering}\">")?;
        let is_plain =
            list.start == 1 && list.numbered().zip(1..).all(|((number, _), place)| number == place);
        for (number, item) in list.numbered().filter(|(_, item)| item_shows(item, self.options)) {
            self.out.write_str("<item")?;
            if list.ordered && !is_plain {
                write!(self.out, " n=\"{number}\"")?;
            }
            self.out.write_str(match item.done {
                None => "",
                Some(false) => " rend=\"unchecked\"",
                Some(true) => " rend=\"checked\"",
            })?;
            self.out.write_char('>')?;
            self.flow(&item.blocks)?;
            self.out.write_str("</item>\n")?;
        }
        self.out.write_str("</list>\n")
    }

    /// The contents of an item: one paragraph needs no element.
    fn flow(&mut self, blocks: &[Block]) -> fmt::Result {
        if let [Block { kind: BlockKind::Paragraph(text), .. }] = blocks {
            return self.run(text);
        }
        self.out.write_char('\n')?;
        self.blocks(blocks)
    }

    /// TEI pairs a label with an item, so several terms share one label.
    fn definition(&mut self, definition: &Definition) -> fmt::Result {
        self.out.write_str("<label>")?;
        for (index, term) in definition.terms.iter().enumerate() {
            if index > 0 {
                self.out.write_str("<lb/>")?;
            }
            self.run(term)?;
        }
        self.out.write_str("</label>\n<item>")?;
        match definition.descriptions.as_slice() {
            [description] => self.flow(description)?,
            descriptions => descriptions.iter().try_for_each(|blocks| self.blocks(blocks))?,
        }
        self.out.write_str("</item>\n")
    }

    /// Without a caption only its blocks: module `figures` is not needed then.
    fn figure(&mut self, blocks: &[Block], caption: &[Inline]) -> fmt::Result {
        if !run_shows(caption, self.options) {
            return self.blocks(blocks);
        }
        self.out.write_str("<figure>\n")?;
        self.line("head", caption)?;
        for block in blocks.iter().filter(|block| shows(block, self.options)) {
            match &block.kind {
                BlockKind::Image(image) if self.target(image).is_none() => {
                    self.graphic(image)?;
                    self.out.write_char('\n')?;
                }
                _ => self.block(block)?,
            }
        }
        self.out.write_str("</figure>\n")
    }

    /// Where an image leads, if targets are shown.
    fn target<'i>(&self, image: &'i Image) -> Option<&'i str> {
        image.link.as_deref().filter(|_| self.options.links)
    }

    /// An image as a part of running text, inside a reference where it is linked.
    fn picture(&mut self, image: &Image) -> fmt::Result {
        let Some(target) = self.target(image) else { return self.graphic(image) };
        self.out.write_str("<ref")?;
        address(self.out, "target", target)?;
        self.out.write_char('>')?;
        self.graphic(image)?;
        self.out.write_str("</ref>")
    }

    fn graphic(&mut self, image: &Image) -> fmt::Result {
        self.out.write_str("<graphic")?;
        address(self.out, "url", &image.src)?;
        if image.alt.is_empty() && image.title.is_empty() {
            return self.out.write_str("/>");
        }
        self.out.write_char('>')?;
        for description in [&image.alt, &image.title].into_iter().filter(|text| !text.is_empty()) {
            self.out.write_str("<desc>")?;
            self.text(description)?;
            self.out.write_str("</desc>")?;
        }
        self.out.write_str("</graphic>")
    }

    fn table(&mut self, table: &Table) -> fmt::Result {
        let columns = table.columns();
        if columns == 0 {
            return self.line("p", &table.caption);
        }
        writeln!(self.out, "<table rows=\"{}\" cols=\"{columns}\">", table.rows.len())?;
        if run_shows(&table.caption, self.options) {
            self.line("head", &table.caption)?;
        }
        for (index, row) in table.rows.iter().enumerate() {
            let role = if index < table.header_rows { " role=\"label\"" } else { "" };
            write!(self.out, "<row{role}>")?;
            row.iter().try_for_each(|cell| self.cell(cell))?;
            if row.iter().all(|cell| matches!(cell, Cell::Covered)) {
                // A row must have a cell.
                self.out.write_str("<cell/>")?;
            }
            self.out.write_str("</row>\n")?;
        }
        self.out.write_str("</table>\n")
    }

    fn cell(&mut self, cell: &Cell) -> fmt::Result {
        let (text, header, row_span, column_span, align) = match cell {
            Cell::Origin { text, header, row_span, column_span, align } => {
                (text, header, row_span, column_span, align)
            }
            Cell::Missing => return self.out.write_str("<cell/>"),
            Cell::Covered => return Ok(()),
        };
        self.out.write_str(if *header { "<cell role=\"label\"" } else { "<cell" })?;
        if *row_span > 1 {
            write!(self.out, " rows=\"{row_span}\"")?;
        }
        if *column_span > 1 {
            write!(self.out, " cols=\"{column_span}\"")?;
        }
        self.out.write_str(match align {
            None => "",
            Some(Align::Left) => " rend=\"left\"",
            Some(Align::Center) => " rend=\"center\"",
            Some(Align::Right) => " rend=\"right\"",
        })?;
        self.out.write_char('>')?;
        match icon_of_cell(text, self.options.images) {
            Some(name) => self.text(name)?,
            None => self.run(text)?,
        }
        self.out.write_str("</cell>")
    }

    fn run(&mut self, inlines: &[Inline]) -> fmt::Result {
        inlines.iter().try_for_each(|inline| match inline {
            Inline::Text(text) => self.text(text),
            Inline::Emphasis(inner) => self.highlight("italic", inner),
            Inline::Strong(inner) => self.highlight("bold", inner),
            Inline::Strike(inner) => self.highlight("strikethrough", inner),
            Inline::Subscript(inner) => self.highlight("subscript", inner),
            Inline::Superscript(inner) => self.highlight("superscript", inner),
            Inline::Code(code) => {
                self.out.write_str("<seg type=\"code\">")?;
                self.text(code)?;
                self.out.write_str("</seg>")
            }
            Inline::Link { href, text, .. } if self.options.links && !href.is_empty() => {
                self.out.write_str("<ref")?;
                address(self.out, "target", href)?;
                self.out.write_char('>')?;
                self.run(text)?;
                self.out.write_str("</ref>")
            }
            Inline::Link { text, .. } => self.run(text),
            Inline::Image(image) if self.options.images && !image.src.is_empty() => self.picture(image),
            Inline::Image(_) => Ok(()),
            Inline::Embed(embed) => self.embed(embed),
            Inline::Math(math) => self.formula(math),
            Inline::LineBreak => self.out.write_str("<lb/>"),
        })
    }

    fn embed(&mut self, embed: &Embed) -> fmt::Result {
        if !embed_shows(embed, self.options) {
            return Ok(());
        }
        self.out.write_str("<ref")?;
        address(self.out, "target", &embed.src)?;
        self.out.write_char('>')?;
        self.text(embed.label())?;
        self.out.write_str("</ref>")
    }

    fn highlight(&mut self, rendering: &str, inner: &[Inline]) -> fmt::Result {
        write!(self.out, "<hi rend=\"{rendering}\">")?;
        self.run(inner)?;
        self.out.write_str("</hi>")
    }

    fn formula(&mut self, math: &Math) -> fmt::Result {
        let rendering = if math.display { " rend=\"display\"" } else { "" };
        write!(self.out, "<formula notation=\"TeX\"{rendering}>")?;
        self.text(&math.tex)?;
        self.out.write_str("</formula>")
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        escape::markup(self.out, text, false)
    }
}
