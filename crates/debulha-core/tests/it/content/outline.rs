//! A compact outline of content documents for tests: a line a block, two spaces a level.

use debulha_core::content::{Align, Block, BlockKind, Cell, ContentDocument, Embed, Image, Inline, Table};
use std::fmt::Write as _;

/// The outline.
pub(crate) fn outline(content: &ContentDocument) -> String {
    let mut out = String::new();
    blocks(&content.blocks, 0, &mut out);
    out.trim_end().to_owned()
}

fn blocks(all: &[Block], level: usize, out: &mut String) {
    for block in all {
        line(level, out, &head(&block.kind));
        match &block.kind {
            BlockKind::Quote(inner) | BlockKind::Figure { blocks: inner, .. } => {
                blocks(inner, level + 1, out);
            }
            BlockKind::List(list) => {
                for ((number, item), place) in list.numbered().zip(list.start..) {
                    let number = if number == place { String::new() } else { format!(" {number}.") };
                    let done = item.done.map_or("", |done| if done { " [x]" } else { " [ ]" });
                    line(level + 1, out, &format!("-{number}{done}"));
                    blocks(&item.blocks, level + 2, out);
                }
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    for term in &definition.terms {
                        line(level + 1, out, &format!(": {}", inlines(term)));
                    }
                    for description in &definition.descriptions {
                        line(level + 2, out, "=");
                        blocks(description, level + 3, out);
                    }
                }
            }
            BlockKind::Table(table) => {
                for row in &table.rows {
                    let cells: Vec<String> = row.iter().map(cell).collect();
                    line(level + 1, out, &format!("| {} |", cells.join(" | ")));
                }
            }
            _ => {}
        }
    }
}

fn line(level: usize, out: &mut String, text: &str) {
    for part in text.split('\u{1}') {
        let _ = writeln!(out, "{}{part}", "  ".repeat(level));
    }
}

fn head(kind: &BlockKind) -> String {
    match kind {
        BlockKind::Heading { level, text } => format!("h{level} {}", inlines(text)),
        BlockKind::Paragraph(text) => format!("p {}", inlines(text)),
        BlockKind::List(list) if list.ordered => format!("ol {}", list.start),
        BlockKind::List(_) => "ul".to_owned(),
        BlockKind::Table(table) => table_head(table),
        BlockKind::Code { language, text } => {
            let lines = format!("\u{1}>{}", text.replace('\n', "\u{1}>"));
            let space = if language.is_some() { " " } else { "" };
            format!("code{space}{}:{lines}", language.as_deref().unwrap_or_default())
        }
        BlockKind::Quote(_) => "quote".to_owned(),
        BlockKind::Figure { caption, .. } => format!("figure {}", inlines(caption)),
        BlockKind::Definitions(_) => "dl".to_owned(),
        BlockKind::Math(math) => format!("$${}$$", math.tex),
        BlockKind::Image(image) => match &image.link {
            Some(href) => format!("[{}]({href})", image_text(image)),
            None => image_text(image),
        },
        BlockKind::Embed(embed) => embed_text(embed),
        BlockKind::Rule => "---".to_owned(),
    }
}

fn table_head(table: &Table) -> String {
    let caption = inlines(&table.caption);
    let head = format!("table {}x{} head {} {caption}", table.rows.len(), table.columns(), table.header_rows);
    assert!(table.rows.iter().all(|row| row.len() == table.columns()), "rows of one length");
    head.trim_end().to_owned()
}

fn cell(cell: &Cell) -> String {
    let Cell::Origin { text, header, row_span, column_span, align } = cell else {
        return if *cell == Cell::Covered { "<" } else { "." }.to_owned();
    };
    let mut out = if *header { "th ".to_owned() } else { String::new() };
    out += &inlines(text);
    if *row_span > 1 {
        let _ = write!(out, " r{row_span}");
    }
    if *column_span > 1 {
        let _ = write!(out, " c{column_span}");
    }
    out += match align {
        None => "",
        Some(Align::Left) => " <<",
        Some(Align::Center) => " =",
        Some(Align::Right) => " >",
    };
    out
}

fn image_text(image: &Image) -> String {
    let file = image.src.rsplit('/').next().unwrap_or_default();
    if image.alt.is_empty() { format!("!{file}") } else { format!("!{file} ({})", image.alt) }
}

fn embed_text(embed: &Embed) -> String {
    let poster = if embed.poster.is_empty() { String::new() } else { format!(" !{}", embed.poster) };
    format!("@{} ({}){poster}", embed.src, embed.title)
}

fn inlines(all: &[Inline]) -> String {
    all.iter().map(inline).collect()
}

fn inline(one: &Inline) -> String {
    match one {
        Inline::Text(text) => text.clone(),
        Inline::Emphasis(text) => format!("_{}_", inlines(text)),
        Inline::Strong(text) => format!("*{}*", inlines(text)),
        Inline::Strike(text) => format!("~{}~", inlines(text)),
        Inline::Subscript(text) => format!(",{{{}}}", inlines(text)),
        Inline::Superscript(text) => format!("^{{{}}}", inlines(text)),
        Inline::Code(text) => format!("`{text}`"),
        Inline::Link { href, title, text } if title.is_empty() => format!("[{}]({href})", inlines(text)),
        Inline::Link { href, title, text } => format!("[{}]({href} '{title}')", inlines(text)),
        Inline::Image(image) => image_text(image),
        Inline::Embed(embed) => embed_text(embed),
        Inline::Math(math) => format!("${}$", math.tex),
        Inline::LineBreak => " / ".to_owned(),
    }
}
