//! Writers: a content document as text, Markdown, HTML, JSON, XML, TEI or a row of CSV.
//!
//! A [`Format`] names a writer, [`writer`] hands it out, [`render`] gives its output as a string. No writer ends its
//! output with a line break; all are deterministic and linear in the content. They recurse over the nesting of
//! the content document, which the builder keeps within [`MAX_NESTING`](crate::content::MAX_NESTING).

mod csv;
mod escape;
mod format;
mod front_matter;
mod html;
mod json;
mod markdown;
mod places;
mod posts;
mod tei;
mod text;
mod trafilatura;
mod xml;

use crate::choices;
use crate::content::comments::Comment;
use crate::content::records::RecordGroup;
use crate::content::{Block, BlockKind, Cell, ContentDocument, Embed, Image, Inline, ListItem, Table};
use crate::metadata::{Metadata, same};
use crate::verdict::Verdict;
use crate::warning::Warning;
use debulha_dom::decode::ByteMap;
use debulha_dom::{Document, NodeId};
use std::fmt;
use std::ops::Range;

pub use csv::csv_header;
pub use format::{Format, UnknownFormat};
pub use json::{PageObject, PagePart, SCHEMA_VERSION};
pub use places::{ChunkSize, HeadingPaths, Placed, Rendition, chunks, place};

choices! {
    /// Which heading names the content in Markdown and HTML.
    #[derive(Default)]
    pub enum Title {
        /// The page's own; where the content has none, the title of the metadata as a first heading.
        #[default]
        Auto,
        /// The page's own, if it has one.
        Page,
        /// None: not even the page's own, where it stands beside the running text.
        Never,
    }
}

/// What a writer shows. Options change the rendering, never which blocks are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Independent switches.
pub struct WriteOptions {
    /// Keep link targets, and what is embedded as links.
    pub links: bool,
    /// Keep images, and what is embedded as links.
    pub images: bool,
    /// Keep tables; otherwise their texts are left out.
    pub tables: bool,
    /// Write notes in Markdown as footnotes, `[^1]` and `[^1]: …`, instead of links and lists.
    pub footnotes: bool,
    /// Put metadata before the content (front matter, header, fields).
    pub metadata: bool,
    /// Show the records of the content where they were looked for: in JSON as `records`; in text and Markdown as a
    /// line with author and date above each post of a thread.
    pub records: bool,
    /// Which heading names the content in Markdown and HTML.
    pub title: Title,
    /// What JSON shows of other formats.
    pub renditions: Renditions,
    /// Whose names and shapes front matter, JSON and CSV have; `None` for our own.
    pub compat: Option<Compat>,
}

choices! {
    /// A tool whose output is imitated.
    pub enum Compat {
        /// trafilatura 2: its keys of front matter, its JSON object, its tab-separated columns.
        Trafilatura,
    }
}

/// The page in other formats inside its JSON, with the place of each block, and cut into chunks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Renditions {
    /// A field `markdown`.
    pub markdown: bool,
    /// A field `text`.
    pub text: bool,
    /// A field `chunks`: of the Markdown if it is shown, else of the text.
    pub chunks: Option<ChunkSize>,
}

impl Renditions {
    /// The blocks alone.
    pub const NONE: Renditions = Renditions { markdown: false, text: false, chunks: None };
}

impl Default for WriteOptions {
    /// What every interface writes by default, in every format: tables and a title; no link targets, images, metadata or records.
    /// These are trafilatura's defaults.
    fn default() -> Self {
        WriteOptions {
            links: false,
            images: false,
            tables: true,
            footnotes: false,
            metadata: false,
            records: false,
            title: Title::Auto,
            renditions: Renditions::NONE,
            compat: None,
        }
    }
}

impl WriteOptions {
    /// The defaults with link targets and images: for methods of page objects, and for protocols of agents.
    pub fn with_links_and_images() -> Self {
        WriteOptions { links: true, images: true, ..WriteOptions::default() }
    }
}

/// What is written: the content and what is known around it.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    /// The page, for the positions of blocks.
    pub document: &'a Document,
    /// From the page's text to its bytes; `None` where the page came as text, and positions are those in the text.
    pub byte_map: Option<&'a ByteMap>,
    /// The content.
    pub content: &'a ContentDocument,
    /// Metadata, where it was asked for.
    pub metadata: Option<&'a Metadata>,
    /// The records of the content, where they were asked for.
    pub records: Option<&'a [RecordGroup]>,
    /// Readers' comments that are no part of the content; JSON, XML and CSV have them.
    pub comments: &'a [Comment],
    /// The page's address, where known.
    pub url: Option<&'a str>,
    /// Id of the extractor that decided; the rule and the extractors, where several did.
    pub extractor: &'a str,
    /// Several extractors: how far they agree on the page. The scores of blocks are agreements too then.
    pub agreement: Option<f64>,
    /// What became of the page, where it was judged.
    pub verdict: Option<&'a Verdict>,
    /// What went wrong or was cut.
    pub warnings: &'a [Warning],
}

/// A format.
pub trait Writer {
    /// Renders into `out`.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result;
}

/// The writer of a format.
pub fn writer(format: Format) -> &'static dyn Writer {
    match format {
        Format::Text => &text::TextWriter,
        Format::Markdown => &markdown::MarkdownWriter,
        Format::Html => &html::HtmlWriter,
        Format::Json => &json::JsonWriter,
        Format::Xml => &xml::XmlWriter,
        Format::XmlTei => &tei::TeiWriter,
        Format::Csv => &csv::CsvWriter,
    }
}

/// The output of a format as a string.
///
/// ```
/// use debulha_core::content::{Block, BlockKind, ContentDocument, Inline};
/// use debulha_core::write::{Format, WriteOptions, Written, render};
/// use debulha_dom::{Document, Limits, parse};
///
/// let parsed = parse("<p>1. <b>Thresh</b>", &Limits::default());
/// let text = vec![Inline::Text("1. ".into()), Inline::Strong(vec![Inline::Text("Thresh".into())])];
/// let block = Block { kind: BlockKind::Paragraph(text), node: Document::ROOT, score: None, is_beside: false };
/// let content = ContentDocument { blocks: vec![block], ..ContentDocument::default() };
/// let written = Written {
///     document: &parsed.document,
///     byte_map: None,
///     content: &content,
///     metadata: None,
///     records: None,
///     comments: &[],
///     url: None,
///     extractor: "all_text", agreement: None, verdict: None,
///     warnings: &[],
/// };
/// let options = WriteOptions::default();
/// assert_eq!(render(Format::Text, &written, &options), "1. Thresh");
/// assert_eq!(render(Format::Markdown, &written, &options), "1\\. **Thresh**");
/// ```
pub fn render(format: Format, written: &Written<'_>, options: &WriteOptions) -> String {
    let mut out = String::new();
    // Writers fail only when `out` does, and a string never does.
    let _ = writer(format).write(written, options, &mut out);
    out
}

impl Written<'_> {
    /// The bytes of the page as it came that a node was made from.
    pub fn bytes_of(&self, node: NodeId) -> Option<Range<usize>> {
        let text = self.document.source_range(node)?;
        Some(match self.byte_map {
            Some(map) => map.bytes_of(text),
            None => text,
        })
    }

    /// The metadata, if the options show it.
    fn described(&self, options: &WriteOptions) -> Option<&Metadata> {
        self.metadata.filter(|_| options.metadata)
    }

    /// The records, if the options show them.
    fn records(&self, options: &WriteOptions) -> Option<&[RecordGroup]> {
        self.records.filter(|_| options.records)
    }

    /// A title for formats that must have one: of the metadata, else the first heading, else the address.
    fn title(&self) -> String {
        let stated = self.metadata.and_then(|metadata| metadata.title.value()).map(str::to_owned);
        let heading = || {
            self.content.blocks.iter().find_map(|block| match &block.kind {
                BlockKind::Heading { text, .. } => Some(text::Plain(text).to_string()),
                _ => None,
            })
        };
        stated.or_else(heading).or_else(|| self.address().map(str::to_owned)).unwrap_or_default()
    }

    /// The title of the metadata as a heading, where it is to stand before the content: not where a heading of the first
    /// level or any block says it, and not where the metadata is shown itself. O(blocks).
    pub fn lead_title(&self, options: &WriteOptions) -> Option<Block> {
        if options.title != Title::Auto || options.metadata {
            return None;
        }
        let title = self.metadata?.title.value()?;
        let says_it = |block: &Block| match &block.kind {
            BlockKind::Heading { level, text } => *level == 1 || same(&text::Plain(text).to_string(), title),
            BlockKind::Paragraph(text) => same(&text::Plain(text).to_string(), title),
            _ => false,
        };
        if self.content.blocks.is_empty() || self.content.blocks.iter().any(says_it) {
            return None;
        }
        let kind = BlockKind::Heading { level: 1, text: vec![Inline::Text(title.to_owned())] };
        Some(Block { kind, node: Document::ROOT, score: None, is_beside: false })
    }

    /// The canonical address where the metadata has it, else the one given.
    fn address(&self) -> Option<&str> {
        self.metadata.and_then(|metadata| metadata.url.value()).or(self.url)
    }

    /// The language tag stated by the page, if it is one.
    fn language(&self) -> Option<&str> {
        let stated = || self.metadata.and_then(|metadata| metadata.language.value());
        self.content.language.as_deref().or_else(stated).filter(|tag| escape::is_language_tag(tag))
    }
}

/// Whether a block shows anything with these options.
///
/// Stops at the first text found, so asking again at each level of nesting costs little.
fn shows(block: &Block, options: &WriteOptions) -> bool {
    match &block.kind {
        BlockKind::Heading { .. } if block.is_beside && options.title == Title::Never => false,
        BlockKind::Heading { text, .. } | BlockKind::Paragraph(text) => run_shows(text, options),
        BlockKind::List(list) => list.items.iter().any(|item| item_shows(item, options)),
        BlockKind::Table(table) => options.tables && table_shows(table, options),
        BlockKind::Code { text, .. } => !text.is_empty(),
        BlockKind::Quote(blocks) => any_shows(blocks, options),
        BlockKind::Figure { blocks, caption } => any_shows(blocks, options) || run_shows(caption, options),
        BlockKind::Definitions(definitions) => definitions.iter().any(|definition| {
            definition.terms.iter().any(|term| run_shows(term, options))
                || definition.descriptions.iter().any(|blocks| any_shows(blocks, options))
        }),
        BlockKind::Math(math) => !math.tex.trim().is_empty(),
        BlockKind::Image(image) => options.images && escape::safe_url(&image.src).is_some(),
        BlockKind::Embed(embed) => embed_shows(embed, options),
        BlockKind::Rule => true,
    }
}

/// What is embedded is a link, and shown as a picture would be.
fn embed_shows(embed: &Embed, options: &WriteOptions) -> bool {
    (options.links || options.images) && escape::safe_url(&embed.src).is_some()
}

/// What stands for something embedded: its name as a link, or the picture of a film where images are shown.
fn embed_link(embed: &Embed, options: &WriteOptions) -> Inline {
    let shown = match escape::safe_url(&embed.poster) {
        Some(src) if options.images => {
            let alt = embed.title.clone();
            Inline::Image(Image { src: src.into_owned(), alt, title: String::new(), link: None })
        }
        _ => Inline::Text(embed.label().to_owned()),
    };
    Inline::Link { href: embed.src.clone(), title: String::new(), text: vec![shown] }
}

fn any_shows(blocks: &[Block], options: &WriteOptions) -> bool {
    blocks.iter().any(|block| shows(block, options))
}

fn item_shows(item: &ListItem, options: &WriteOptions) -> bool {
    any_shows(&item.blocks, options)
}

fn table_shows(table: &Table, options: &WriteOptions) -> bool {
    let run_or_icon_shows =
        |text: &[Inline]| run_shows(text, options) || icon_of_cell(text, options.images).is_some();
    let cell_shows = |cell: &Cell| matches!(cell, Cell::Origin { text, .. } if run_or_icon_shows(text));
    run_shows(&table.caption, options) || table.rows.iter().flatten().any(cell_shows)
}

/// Maximum characters of the name of an icon; longer alternative texts describe a picture.
const MAX_ICON_NAME_CHARS: usize = 40;

/// The name of the icon that is all of a cell, where images are not shown: without it the cell says nothing.
fn icon_of_cell(cell: &[Inline], shows_images: bool) -> Option<&str> {
    let mut shown = cell.iter().filter(|inline| !matches!(inline, Inline::LineBreak));
    let (Some(only), None) = (shown.next(), shown.next()) else { return None };
    let image = match only {
        Inline::Image(image) => image,
        Inline::Link { text, .. } => match &text[..] {
            [Inline::Image(image)] => image,
            _ => return None,
        },
        _ => return None,
    };
    let name = image.alt.trim();
    let is_name = !name.is_empty() && name.chars().count() <= MAX_ICON_NAME_CHARS;
    (is_name && !shows_images).then_some(name)
}

/// Whether running text shows anything but white space.
fn run_shows(inlines: &[Inline], options: &WriteOptions) -> bool {
    inlines.iter().any(|inline| match inline {
        Inline::Text(text) | Inline::Code(text) => text.contains(|c: char| !c.is_ascii_whitespace()),
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Strike(inner)
        | Inline::Subscript(inner)
        | Inline::Superscript(inner)
        | Inline::Link { text: inner, .. } => run_shows(inner, options),
        Inline::Image(image) => options.images && escape::safe_url(&image.src).is_some(),
        Inline::Embed(embed) => embed_shows(embed, options),
        Inline::Math(math) => !math.tex.trim().is_empty(),
        Inline::LineBreak => false,
    })
}
