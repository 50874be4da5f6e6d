//! The content document: what an extractor kept, with the page's structure.
//!
//! One builder ([`build`]) serves every extractor; writers render what it gives. Every block knows the node it was
//! made from, and each character of the source is in at most one place.

mod blocks;
mod boxes;
mod builder;
mod code;
mod code_text;
mod inline;
mod marks;
mod math;
mod media;
mod objects;
pub mod records;
mod region;
mod table;

pub use builder::build;
pub(crate) use table::is_layout as is_layout_table;

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
    /// A thematic break between kept blocks.
    Rule,
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

/// An item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListItem {
    /// Its blocks: usually one paragraph, then perhaps a nested list.
    pub blocks: Vec<Block>,
    /// The `li` element, or what stands for it.
    pub node: NodeId,
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
    /// A formula within a line.
    Math(Math),
    /// A line break (`br`).
    LineBreak,
}
