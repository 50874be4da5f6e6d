//! The content document: what an extractor kept, with the page's structure.
//!
//! One builder ([`build`]) serves every extractor; writers render what it gives. Every block knows the node it was
//! made from, and each character of the source is in at most one place.

mod blocks;
mod builder;
mod class_names;
mod code;
mod code_text;
pub mod comments;
mod controls;
mod embeds;
mod emoji;
mod glued;
mod icons;
mod in_code;
mod inline;
mod marks;
mod math;
mod mathml;
mod media;
mod notes;
mod objects;
mod raw_tex;
pub mod records;
mod region;
mod split_words;
mod styled;
mod tab_labels;
mod table;
mod tabs;
mod trace;
mod twins;

pub use builder::{build, build_traced};
pub use trace::{SpanPlace, TextPlaces};

use debulha_dom::NodeId;

/// Nesting of lists, quotes and inline marks that is kept; what lies deeper is put flat into its ancestor at this
/// level. Real pages stay below 10; the bound lets code over content documents recurse.
pub const MAX_NESTING: usize = 24;

/// The content of a page as a sequence of blocks in document order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContentDocument {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Language as the page states it (`html` element), if it does.
    pub language: Option<String>,
    /// Text direction as the page states it: `ltr`, `rtl` or `auto`.
    pub direction: Option<String>,
}

/// A block with its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The element that made it a block, or the text node of a run without one.
    pub node: NodeId,
    /// Mean score of the block's spans, weighted by words, where the extractor gives scores.
    pub score: Option<f32>,
    /// Whether all its text stands beside the running text ([`Labels::beside`](crate::Labels::beside)): plain text lacks
    /// it.
    pub is_beside: bool,
}

/// The sorts of blocks.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind {
    /// A heading of level 1 to 6.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text.
        text: Vec<Inline>,
    },
    /// A paragraph, or any run of text that is nothing else.
    Paragraph(Vec<Inline>),
    /// An ordered or unordered list.
    List(List),
    /// A data table. Layout tables dissolve into the blocks of their cells.
    Table(Table),
    /// Preformatted text; white space as in the source.
    Code {
        /// Language as class names or attributes state it, in lower case.
        language: Option<String>,
        /// The text, without a trailing line break.
        text: String,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// Images or other blocks with a caption.
    Figure {
        /// What is shown.
        blocks: Vec<Block>,
        /// The caption; empty if there is none.
        caption: Vec<Inline>,
    },
    /// Terms and their descriptions.
    Definitions(Vec<Definition>),
    /// A formula that stands alone.
    Math(Math),
    /// An image that stands alone.
    Image(Image),
    /// A film, sound or page of another address, shown within the page.
    Embed(Embed),
    /// A thematic break between kept blocks.
    Rule,
}

impl BlockKind {
    /// The name in every face, such as `heading`.
    pub fn name(&self) -> &'static str {
        match self {
            BlockKind::Heading { .. } => "heading",
            BlockKind::Paragraph(_) => "paragraph",
            BlockKind::List(_) => "list",
            BlockKind::Table(_) => "table",
            BlockKind::Code { .. } => "code",
            BlockKind::Quote(_) => "quote",
            BlockKind::Figure { .. } => "figure",
            BlockKind::Definitions(_) => "definitions",
            BlockKind::Math(_) => "math",
            BlockKind::Image(_) => "image",
            BlockKind::Embed(_) => "embed",
            BlockKind::Rule => "rule",
        }
    }
}

/// A list.
#[derive(Debug, Clone, PartialEq)]
pub struct List {
    /// Whether the items are numbered.
    pub ordered: bool,
    /// Number of the first item; 1 unless the page says otherwise.
    pub start: i64,
    /// The items.
    pub items: Vec<ListItem>,
}

impl List {
    /// The items with their numbers: those that the page gives, and one more than the last for items without.
    pub fn numbered(&self) -> impl Iterator<Item = (i64, &ListItem)> {
        let mut next = self.start;
        self.items.iter().map(move |item| {
            let number = item.number.unwrap_or(next);
            next = number.saturating_add(1);
            (number, item)
        })
    }
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListItem {
    /// Its blocks: usually one paragraph, then perhaps a nested list.
    pub blocks: Vec<Block>,
    /// The `li` element, or what stands for it.
    pub node: NodeId,
    /// Its number on the page, items that were not kept counted too; `None` in lists that are not ordered.
    pub number: Option<i64>,
    /// Whether a task is done; `None` where the item is no task.
    pub done: Option<bool>,
}

/// A data table, its spans resolved on a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The caption; empty if there is none.
    pub caption: Vec<Inline>,
    /// Rows from top to bottom; all have [`Table::columns`] cells.
    pub rows: Vec<Vec<Cell>>,
    /// Rows at the top that are headers.
    pub header_rows: usize,
}

impl Table {
    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }
}

/// A place of a table's grid.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A cell, at its top left place.
    Origin {
        /// Its text; blocks in a cell are joined with line breaks.
        text: Vec<Inline>,
        /// Whether it is a header.
        header: bool,
        /// Rows that it covers, at least 1.
        row_span: usize,
        /// Columns that it covers, at least 1.
        column_span: usize,
        /// Horizontal alignment as the page states it.
        align: Option<Align>,
    },
    /// Covered by a cell further up or left.
    Covered,
    /// No cell: the row is shorter than the table.
    Missing,
}

/// Horizontal alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Left.
    Left,
    /// Centred.
    Center,
    /// Right.
    Right,
}

/// A term or several, and what is said of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// The terms.
    pub terms: Vec<Vec<Inline>>,
    /// The descriptions.
    pub descriptions: Vec<Vec<Block>>,
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Math {
    /// TeX source, from an annotation, an alternative text, a TeX script, or converted from MathML.
    pub tex: String,
    /// Whether it stands on a line of its own.
    pub display: bool,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Address, absolute where the page's address is known.
    pub src: String,
    /// Alternative text; empty if there is none.
    pub alt: String,
    /// Title; empty if there is none.
    pub title: String,
    /// Where it leads, if it stands alone and the page links it; absolute where the page's address is known. Images
    /// within a line have an [`Inline::Link`] around them.
    pub link: Option<String>,
}

/// Something of another address that is shown within the page: `iframe`, `video`, `audio`, `embed`, `object` and
/// elements that a script makes one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embed {
    /// Address, absolute where the page's address is known: of the web, or relative.
    pub src: String,
    /// Title as the page states it; empty if there is none.
    pub title: String,
    /// Address of the picture shown before a film begins; empty if there is none.
    pub poster: String,
}

impl Embed {
    /// What to call it: its title, else the host of its address, else the address.
    pub fn label(&self) -> &str {
        if !self.title.trim().is_empty() {
            return self.title.trim();
        }
        let behind_scheme = self.src.split_once("//").map_or("", |(_, rest)| rest);
        let host = behind_scheme.split(['/', '?', '#']).next().unwrap_or_default();
        let host = host.strip_prefix("www.").unwrap_or(host);
        if host.is_empty() { &self.src } else { host }
    }
}

/// A piece of running text.
///
/// White space is folded to single spaces; where text of neighbours must not join, the builder puts the space.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Characters.
    Text(String),
    /// Emphasis (`em`, `i`, …).
    Emphasis(Vec<Inline>),
    /// Strong emphasis (`strong`, `b`).
    Strong(Vec<Inline>),
    /// Text that is no longer right (`del`, `s`, `strike`).
    Strike(Vec<Inline>),
    /// Below the line.
    Subscript(Vec<Inline>),
    /// Above the line.
    Superscript(Vec<Inline>),
    /// Code within a line; characters as in the source.
    Code(String),
    /// A link.
    Link {
        /// Address, absolute where the page's address is known. Never a script.
        href: String,
        /// Title; empty if there is none.
        title: String,
        /// The text of the link.
        text: Vec<Inline>,
    },
    /// An image within a line.
    Image(Image),
    /// A film, sound or page of another address within a line.
    Embed(Embed),
    /// A formula within a line.
    Math(Math),
    /// A line break (`br`).
    LineBreak,
}
