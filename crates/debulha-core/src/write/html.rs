//! HTML of allow-listed elements and attributes.

use super::{
    WriteOptions, Writer, Written, embed_link, embed_shows, escape, icon_of_cell, item_shows, run_shows,
    shows,
};
use crate::content::{Align, Block, BlockKind, Cell, Definition, Embed, Image, Inline, List, Math, Table};
use crate::metadata::Metadata;
use std::fmt;

/// A full HTML document that is safe to show: nothing of the page passes but text and a few attribute values.
///
/// Elements are `h1`–`h6 p ul ol li table caption thead tbody tr th td pre code blockquote figure figcaption dl dt dd
/// div span hr em strong del sub sup a img br`, and `input` as the box of a task, which cannot be ticked. Attributes of the
/// page's making are `href`, `src`, `alt`, `title`, `start`, `value`, `rowspan`, `colspan`, `lang`, `dir` and
/// `class="language-…"`. Addresses are relative or of the schemes `http`,
/// `https`, `mailto` and `tel`. Formulas are TeX in elements of class `math`.
pub(super) struct HtmlWriter;

impl Writer for HtmlWriter {
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("<!DOCTYPE html>\n<html")?;
        if let Some(language) = written.language() {
            escape::attribute(out, "lang", language)?;
        }
        let direction = written.content.direction.as_deref();
        if let Some(direction) = direction.filter(|d| matches!(*d, "ltr" | "rtl" | "auto")) {
            escape::attribute(out, "dir", direction)?;
        }
        out.write_str(">\n<head>\n<meta charset=\"utf-8\">\n<title>")?;
        escape::markup(out, &written.title(), false)?;
        out.write_str("</title>\n")?;
        if let Some(metadata) = written.described(options) {
            head(out, written, metadata)?;
        }
        out.write_str("</head>\n<body>\n")?;
        let mut html = HtmlBlocks { out, options, in_link: false };
        html.blocks(written.lead_title(options).as_slice())?;
        html.blocks(&written.content.blocks)?;
        out.write_str("</body>\n</html>")
    }
}

/// Metadata under the names that HTML and its registry of `meta` names have for it.
fn head(out: &mut dyn fmt::Write, written: &Written<'_>, metadata: &Metadata) -> fmt::Result {
    let authors = metadata.authors.iter().map(|author| ("author", Some(author.value.as_str())));
    let keywords = (!metadata.tags.is_empty()).then(|| metadata.tags.join(", "));
    let product = metadata.product.as_ref();
    let others = [
        ("description", metadata.description.value()),
        ("keywords", keywords.as_deref()),
        ("application-name", metadata.site_name.value()),
        ("dcterms.issued", metadata.published.value()),
        ("dcterms.modified", metadata.modified.value()),
        ("dcterms.license", metadata.license.value()),
        ("product:brand", product.and_then(|product| product.brand.value())),
        ("product:retailer_item_id", product.and_then(|product| product.sku.value())),
        ("product:price:amount", product.and_then(|product| product.price.value())),
        ("product:price:currency", product.and_then(|product| product.currency.value())),
        ("product:availability", product.and_then(|product| product.availability.value())),
    ];
    for (name, value) in authors.chain(others) {
        if let Some(value) = value {
            write!(out, "<meta name=\"{name}\"")?;
            escape::attribute(out, "content", value)?;
            out.write_str(">\n")?;
        }
    }
    if let Some(url) = written.address().and_then(escape::safe_url) {
        out.write_str("<link rel=\"canonical\"")?;
        escape::attribute(out, "href", &url)?;
        out.write_str(">\n")?;
    }
    Ok(())
}

struct HtmlBlocks<'o> {
    out: &'o mut dyn fmt::Write,
    options: &'o WriteOptions,
    in_link: bool,
}

impl HtmlBlocks<'_> {
    fn blocks(&mut self, blocks: &[Block]) -> fmt::Result {
        blocks.iter().filter(|block| shows(block, self.options)).try_for_each(|block| self.block(block))
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        match &block.kind {
            BlockKind::Heading { level, text } => {
                let level = (*level).clamp(1, 6);
                write!(self.out, "<h{level}>")?;
                self.run(text)?;
                writeln!(self.out, "</h{level}>")
            }
            BlockKind::Paragraph(text) => self.line("p", text),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Code { language, text } => {
                self.out.write_str("<pre><code")?;
                if let Some(language) = escape::code_language(language.as_deref()) {
                    write!(self.out, " class=\"language-{language}\"")?;
                }
                self.out.write_char('>')?;
                self.text(text)?;
                self.out.write_str("</code></pre>\n")
            }
            BlockKind::Quote(blocks) => {
                self.out.write_str("<blockquote>\n")?;
                self.blocks(blocks)?;
                self.out.write_str("</blockquote>\n")
            }
            BlockKind::Figure { blocks, caption } => {
                self.out.write_str("<figure>\n")?;
                self.blocks(blocks)?;
                if run_shows(caption, self.options) {
                    self.line("figcaption", caption)?;
                }
                self.out.write_str("</figure>\n")
            }
            BlockKind::Definitions(definitions) => {
                self.out.write_str("<dl>\n")?;
                definitions.iter().try_for_each(|definition| self.definition(definition))?;
                self.out.write_str("</dl>\n")
            }
            BlockKind::Math(math) => {
                self.out.write_str("<div class=\"math display\">")?;
                self.text(&math.tex)?;
                self.out.write_str("</div>\n")
            }
            BlockKind::Image(image) => {
                self.out.write_str("<p>")?;
                match &image.link {
                    Some(href) => self.link(href, "", |html| html.image(image))?,
                    None => self.image(image)?,
                }
                self.out.write_str("</p>\n")
            }
            BlockKind::Embed(embed) => {
                self.out.write_str("<p>")?;
                self.embed(embed)?;
                self.out.write_str("</p>\n")
            }
            BlockKind::Rule => self.out.write_str("<hr>\n"),
        }
    }

    fn line(&mut self, element: &str, text: &[Inline]) -> fmt::Result {
        write!(self.out, "<{element}>")?;
        self.run(text)?;
        writeln!(self.out, "</{element}>")
    }

    fn list(&mut self, list: &List) -> fmt::Result {
        let element = if list.ordered { "ol" } else { "ul" };
        write!(self.out, "<{element}")?;
        if list.ordered && list.start != 1 {
            write!(self.out, " start=\"{}\"", list.start)?;
        }
        self.out.write_str(">\n")?;
        let mut next = list.start;
        for (number, item) in list.numbered().filter(|(_, item)| item_shows(item, self.options)) {
            self.out.write_str("<li")?;
            if list.ordered && number != next {
                write!(self.out, " value=\"{number}\"")?;
            }
            next = number.saturating_add(1);
            self.out.write_char('>')?;
            self.out.write_str(match item.done {
                None => "",
                Some(false) => "<input type=\"checkbox\" disabled> ",
                Some(true) => "<input type=\"checkbox\" disabled checked> ",
            })?;
            self.flow(&item.blocks)?;
            self.out.write_str("</li>\n")?;
        }
        writeln!(self.out, "</{element}>")
    }

    /// The contents of a list item or description: a paragraph at the start needs no element.
    fn flow(&mut self, blocks: &[Block]) -> fmt::Result {
        if let Some((Block { kind: BlockKind::Paragraph(text), .. }, rest)) = blocks.split_first()
            && !rest.iter().any(|block| matches!(block.kind, BlockKind::Paragraph(_)))
        {
            self.run(text)?;
            return self.blocks(rest);
        }
        self.out.write_char('\n')?;
        self.blocks(blocks)
    }

    fn definition(&mut self, definition: &Definition) -> fmt::Result {
        for term in &definition.terms {
            self.line("dt", term)?;
        }
        for blocks in &definition.descriptions {
            self.out.write_str("<dd>")?;
            self.flow(blocks)?;
            self.out.write_str("</dd>\n")?;
        }
        Ok(())
    }

    fn table(&mut self, table: &Table) -> fmt::Result {
        self.out.write_str("<table>\n")?;
        if run_shows(&table.caption, self.options) {
            self.line("caption", &table.caption)?;
        }
        let header_rows = own_header_rows(table);
        let (head, body) = table.rows.split_at(header_rows);
        for (element, rows) in [("thead", head), ("tbody", body)] {
            if rows.is_empty() {
                continue;
            }
            writeln!(self.out, "<{element}>")?;
            for row in rows {
                self.out.write_str("<tr>")?;
                row.iter().try_for_each(|cell| self.cell(cell))?;
                self.out.write_str("</tr>\n")?;
            }
            writeln!(self.out, "</{element}>")?;
        }
        self.out.write_str("</table>\n")
    }

    fn cell(&mut self, cell: &Cell) -> fmt::Result {
        let (text, header, row_span, column_span, align) = match cell {
            Cell::Origin { text, header, row_span, column_span, align } => {
                (text, header, row_span, column_span, align)
            }
            Cell::Missing => return self.out.write_str("<td></td>"),
            Cell::Covered => return Ok(()),
        };
        let element = if *header { "th" } else { "td" };
        write!(self.out, "<{element}")?;
        if *row_span > 1 {
            write!(self.out, " rowspan=\"{row_span}\"")?;
        }
        if *column_span > 1 {
            write!(self.out, " colspan=\"{column_span}\"")?;
        }
        self.out.write_str(match align {
            None => "",
            Some(Align::Left) => " style=\"text-align:left\"",
            Some(Align::Center) => " style=\"text-align:center\"",
            Some(Align::Right) => " style=\"text-align:right\"",
        })?;
        self.out.write_char('>')?;
        match icon_of_cell(text, self.options.images) {
            Some(name) => self.text(name)?,
            None => self.run(text)?,
        }
        write!(self.out, "</{element}>")
    }

    fn run(&mut self, inlines: &[Inline]) -> fmt::Result {
        inlines.iter().try_for_each(|inline| match inline {
            Inline::Text(text) => self.text(text),
            Inline::Emphasis(inner) => self.within("em", inner),
            Inline::Strong(inner) => self.within("strong", inner),
            Inline::Strike(inner) => self.within("del", inner),
            Inline::Subscript(inner) => self.within("sub", inner),
            Inline::Superscript(inner) => self.within("sup", inner),
            Inline::Code(code) => {
                self.out.write_str("<code>")?;
                self.text(code)?;
                self.out.write_str("</code>")
            }
            Inline::Link { href, title, text } => self.link(href, title, |html| html.run(text)),
            Inline::Image(image) => self.image(image),
            Inline::Embed(embed) => self.embed(embed),
            Inline::Math(math) => self.formula(math),
            Inline::LineBreak => self.out.write_str("<br>"),
        })
    }

    fn within(&mut self, element: &str, inner: &[Inline]) -> fmt::Result {
        write!(self.out, "<{element}>")?;
        self.run(inner)?;
        write!(self.out, "</{element}>")
    }

    fn link(&mut self, href: &str, title: &str, text: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        let href = escape::safe_url(href).filter(|_| self.options.links && !self.in_link);
        let Some(href) = href else { return text(self) };
        self.out.write_str("<a")?;
        escape::attribute(self.out, "href", &href)?;
        if !title.is_empty() {
            escape::attribute(self.out, "title", title)?;
        }
        self.out.write_char('>')?;
        self.in_link = true;
        text(self)?;
        self.in_link = false;
        self.out.write_str("</a>")
    }

    /// Whatever the options for links and images: with neither, nothing shows.
    fn embed(&mut self, embed: &Embed) -> fmt::Result {
        if !embed_shows(embed, self.options) {
            return Ok(());
        }
        let options = WriteOptions { links: true, ..self.options.clone() };
        let mut html = HtmlBlocks { out: self.out, options: &options, in_link: self.in_link };
        html.run(&[embed_link(embed, &options)])
    }

    fn image(&mut self, image: &Image) -> fmt::Result {
        let src = escape::safe_url(&image.src).filter(|_| self.options.images);
        let Some(src) = src else { return Ok(()) };
        self.out.write_str("<img")?;
        escape::attribute(self.out, "src", &src)?;
        escape::attribute(self.out, "alt", &image.alt)?;
        if !image.title.is_empty() {
            escape::attribute(self.out, "title", &image.title)?;
        }
        self.out.write_char('>')
    }

    fn formula(&mut self, math: &Math) -> fmt::Result {
        let class = if math.display { "math display" } else { "math inline" };
        write!(self.out, "<span class=\"{class}\">")?;
        self.text(&math.tex)?;
        self.out.write_str("</span>")
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        escape::markup(self.out, text, false)
    }
}

/// Header rows for `thead`: none if a cell reaches out of them, as spans end with their row group.
fn own_header_rows(table: &Table) -> usize {
    let rows = table.header_rows.min(table.rows.len());
    let reaches_out = table.rows[..rows].iter().enumerate().any(|(index, row)| {
        row.iter().any(|cell| matches!(cell, Cell::Origin { row_span, .. } if index + row_span > rows))
    });
    if reaches_out { 0 } else { rows }
}
