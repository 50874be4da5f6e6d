//! XML with the elements and attributes of trafilatura.

use super::trafilatura::{TrafilaturaFields, joined};
use super::{WriteOptions, Writer, Written, embed_shows, escape, icon_of_cell, item_shows, run_shows, shows};
use crate::content::{Block, BlockKind, Cell, Definition, Embed, Image, Inline, List, Math, Table};
use std::fmt;

/// A `doc` with metadata as attributes, the content in `main` and readers' comments in `comments`.
///
/// Always well-formed: characters that XML 1.0 forbids are left out. The elements are those of trafilatura 2: `p`, `head`,
/// `list` and `item`, `quote`, `code`, `table` `row` `cell`, `graphic`, `hi`, `del`, `ref`, `lb`. What it has no element for is
/// written as it would be: captions are paragraphs, formulas are TeX between `\(` `\)` or `\[` `\]`.
pub(super) struct XmlWriter;

impl Writer for XmlWriter {
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<doc")?;
        if let Some(metadata) = written.described(options) {
            attributes(out, &TrafilaturaFields::of(written, metadata))?;
        }
        out.write_str(">\n<main>\n")?;
        let mut blocks = XmlBlocks { out, options };
        blocks.blocks(&written.content.blocks)?;
        out.write_str("</main>\n<comments>\n")?;
        for line in written.comments.iter().flat_map(|comment| comment.text.lines()) {
            out.write_str("<p>")?;
            escape::markup(out, line, false)?;
            out.write_str("</p>\n")?;
        }
        out.write_str("</comments>\n</doc>")
    }
}

fn attributes(out: &mut dyn fmt::Write, fields: &TrafilaturaFields<'_>) -> fmt::Result {
    let (categories, tags) = (joined(fields.categories), joined(fields.tags));
    for (name, value) in [
        ("sitename", fields.sitename.as_deref()),
        ("title", fields.title),
        ("author", fields.author.as_deref()),
        ("date", fields.date),
        ("url", fields.url),
        ("hostname", fields.hostname.as_deref()),
        ("description", fields.description),
        ("categories", Some(categories.as_str())),
        ("tags", Some(tags.as_str())),
        ("license", fields.license),
        ("language", fields.language.as_deref()),
    ] {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            escape::attribute(out, name, value)?;
        }
    }
    Ok(())
}

struct XmlBlocks<'o> {
    out: &'o mut dyn fmt::Write,
    options: &'o WriteOptions,
}

impl XmlBlocks<'_> {
    fn blocks(&mut self, blocks: &[Block]) -> fmt::Result {
        blocks.iter().filter(|block| shows(block, self.options)).try_for_each(|block| self.block(block))
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        match &block.kind {
            BlockKind::Heading { level, text } => {
                write!(self.out, "<head rend=\"h{}\">", (*level).clamp(1, 6))?;
                self.run(text)?;
                self.out.write_str("</head>\n")
            }
            BlockKind::Paragraph(text) => self.paragraph(text),
            BlockKind::List(list) => self.list(list),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Code { text, .. } => {
                self.code(text)?;
                self.out.write_char('\n')
            }
            BlockKind::Quote(blocks) => {
                self.out.write_str("<quote>")?;
                self.flow(blocks)?;
                self.out.write_str("</quote>\n")
            }
            BlockKind::Figure { blocks, caption } => {
                self.blocks(blocks)?;
                if run_shows(caption, self.options) { self.paragraph(caption) } else { Ok(()) }
            }
            BlockKind::Definitions(definitions) => self.definitions(definitions),
            BlockKind::Math(math) => {
                self.out.write_str("<p>")?;
                self.formula(math)?;
                self.out.write_str("</p>\n")
            }
            BlockKind::Image(image) => self.picture(image),
            BlockKind::Embed(embed) => {
                self.out.write_str("<p>")?;
                self.embed(embed)?;
                self.out.write_str("</p>\n")
            }
            BlockKind::Rule => self.out.write_str("<lb/>\n"),
        }
    }

    fn paragraph(&mut self, text: &[Inline]) -> fmt::Result {
        self.out.write_str("<p>")?;
        self.run(text)?;
        self.out.write_str("</p>\n")
    }

    /// The contents of an item or a quotation: one paragraph needs no element.
    fn flow(&mut self, blocks: &[Block]) -> fmt::Result {
        if let [Block { kind: BlockKind::Paragraph(text), .. }] = blocks {
            return self.run(text);
        }
        self.out.write_char('\n')?;
        self.blocks(blocks)
    }

    fn list(&mut self, list: &List) -> fmt::Result {
        writeln!(self.out, "<list rend=\"{}\">", if list.ordered { "ol" } else { "ul" })?;
        for item in list.items.iter().filter(|item| item_shows(item, self.options)) {
            self.out.write_str("<item>")?;
            self.flow(&item.blocks)?;
            self.out.write_str("</item>\n")?;
        }
        self.out.write_str("</list>\n")
    }

    /// Items of one list, numbered by the descriptions: `dt-1 dd-1 dt-2 …`.
    fn definitions(&mut self, definitions: &[Definition]) -> fmt::Result {
        self.out.write_str("<list rend=\"dl\">\n")?;
        let mut number = 1;
        for Definition { terms, descriptions } in definitions {
            for term in terms.iter().filter(|term| run_shows(term, self.options)) {
                write!(self.out, "<item rend=\"dt-{number}\">")?;
                self.run(term)?;
                self.out.write_str("</item>\n")?;
            }
            for description in descriptions {
                write!(self.out, "<item rend=\"dd-{number}\">")?;
                self.flow(description)?;
                self.out.write_str("</item>\n")?;
                number += 1;
            }
        }
        self.out.write_str("</list>\n")
    }

    /// Rows of one width: places that a span covers are empty cells.
    fn table(&mut self, table: &Table) -> fmt::Result {
        self.out.write_str("<table>\n")?;
        if run_shows(&table.caption, self.options) {
            self.out.write_str("<head>")?;
            self.run(&table.caption)?;
            self.out.write_str("</head>\n")?;
        }
        for (index, row) in table.rows.iter().enumerate() {
            self.out.write_str("<row>")?;
            for cell in row {
                let Cell::Origin { text, header, .. } = cell else {
                    self.out.write_str("<cell/>")?;
                    continue;
                };
                let is_head = *header || index < table.header_rows;
                self.out.write_str(if is_head { "<cell role=\"head\">" } else { "<cell>" })?;
                match icon_of_cell(text, self.options.images) {
                    Some(name) => self.text(name)?,
                    None => self.run(text)?,
                }
                self.out.write_str("</cell>")?;
            }
            self.out.write_str("</row>\n")?;
        }
        self.out.write_str("</table>\n")
    }

    fn run(&mut self, inlines: &[Inline]) -> fmt::Result {
        inlines.iter().try_for_each(|inline| match inline {
            Inline::Text(text) => self.text(text),
            Inline::Emphasis(inner) => self.highlight("#i", inner),
            Inline::Strong(inner) => self.highlight("#b", inner),
            Inline::Subscript(inner) => self.highlight("#sub", inner),
            Inline::Superscript(inner) => self.highlight("#sup", inner),
            Inline::Strike(inner) => {
                self.out.write_str("<del rend=\"overstrike\">")?;
                self.run(inner)?;
                self.out.write_str("</del>")
            }
            Inline::Code(code) => self.code(code),
            Inline::Link { href, text, .. } if self.options.links && !href.is_empty() => {
                self.out.write_str("<ref")?;
                escape::attribute(self.out, "target", href)?;
                self.out.write_char('>')?;
                self.run(text)?;
                self.out.write_str("</ref>")
            }
            Inline::Link { text, .. } => self.run(text),
            Inline::Image(image) if self.options.images && !image.src.is_empty() => self.graphic(image),
            Inline::Image(_) => Ok(()),
            Inline::Embed(embed) => self.embed(embed),
            Inline::Math(math) => self.formula(math),
            Inline::LineBreak => self.out.write_str("<lb/>"),
        })
    }

    fn highlight(&mut self, rendering: &str, inner: &[Inline]) -> fmt::Result {
        write!(self.out, "<hi rend=\"{rendering}\">")?;
        self.run(inner)?;
        self.out.write_str("</hi>")
    }

    fn code(&mut self, code: &str) -> fmt::Result {
        self.out.write_str("<code>")?;
        self.text(code)?;
        self.out.write_str("</code>")
    }

    /// An image for itself, in a paragraph where it is linked.
    fn picture(&mut self, image: &Image) -> fmt::Result {
        let Some(target) = image.link.as_deref().filter(|_| self.options.links) else {
            self.graphic(image)?;
            return self.out.write_char('\n');
        };
        self.out.write_str("<p><ref")?;
        escape::attribute(self.out, "target", target)?;
        self.out.write_char('>')?;
        self.graphic(image)?;
        self.out.write_str("</ref></p>\n")
    }

    fn graphic(&mut self, image: &Image) -> fmt::Result {
        self.out.write_str("<graphic")?;
        escape::attribute(self.out, "src", &image.src)?;
        for (name, value) in [("alt", &image.alt), ("title", &image.title)] {
            if !value.is_empty() {
                escape::attribute(self.out, name, value)?;
            }
        }
        self.out.write_str("/>")
    }

    fn embed(&mut self, embed: &Embed) -> fmt::Result {
        if !embed_shows(embed, self.options) {
            return Ok(());
        }
        self.out.write_str("<ref")?;
        escape::attribute(self.out, "target", &embed.src)?;
        self.out.write_char('>')?;
        self.text(embed.label())?;
        self.out.write_str("</ref>")
    }

    fn formula(&mut self, math: &Math) -> fmt::Result {
        let (open, close) = if math.display { ("\\[", "\\]") } else { ("\\(", "\\)") };
        self.out.write_str(open)?;
        self.text(&math.tex)?;
        self.out.write_str(close)
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        escape::markup(self.out, text, false)
    }
}
