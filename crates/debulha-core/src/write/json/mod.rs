//! JSON with the position of each block in the page, after `docs/json-schema.md`.

mod rendered;

use super::text::Plain;
use super::{Compat, WriteOptions, Writer, Written, icon_of_cell, item_shows, shows, trafilatura};
use crate::content::records::{Extent, Record, RecordGroup, Value};
use crate::content::{Align, Block, BlockKind, Cell, Definition, Embed, Inline, List, ListItem, Table};
use debulha_dom::decode::ByteMap;
use debulha_dom::{Document, NodeId, XPaths};
use rendered::{RenderedBlocks, RenderedPage};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use std::ops::Range;
use std::{fmt, io};

/// Version of the schema; changes when a consumer of the old one would no longer be right.
pub const SCHEMA_VERSION: &str = "1";

/// One JSON object without line breaks, its fields always in the same order.
pub(super) struct JsonWriter;

impl Writer for JsonWriter {
    fn write(&self, written: &Written<'_>, options: &WriteOptions, out: &mut dyn fmt::Write) -> fmt::Result {
        serde_json::to_writer(Pipe(out), &PageObject { written, options, parts: &[] }).map_err(|_| fmt::Error)
    }
}

/// Takes the pieces that the serialiser writes: each is UTF-8 by itself, as it cuts at ASCII characters only.
struct Pipe<'o>(&'o mut dyn fmt::Write);

impl io::Write for Pipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_str(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The object of a page, to be written piece by piece, alone or flattened into an object with further fields.
#[derive(Debug, Clone, Copy)]
pub struct PageObject<'a> {
    /// What is written.
    pub written: &'a Written<'a>,
    /// What of it is shown.
    pub options: &'a WriteOptions,
    /// The pages that the content was joined of, in order; empty for one page. Together they have all blocks.
    pub parts: &'a [PagePart<'a>],
}

/// One of the pages of which content was joined.
#[derive(Debug, Clone)]
pub struct PagePart<'a> {
    /// The page, for the positions of its blocks.
    pub document: &'a Document,
    /// From the page's text to its bytes; `None` where the page came as text.
    pub byte_map: Option<&'a ByteMap>,
    /// Its address, where known.
    pub url: Option<&'a str>,
    /// Its blocks in the content.
    pub blocks: Range<usize>,
}

struct PageJson<'a> {
    written: Written<'a>,
    options: &'a WriteOptions,
    paths: XPaths<'a>,
}

/// The pages of the content: one, or those that it was joined of.
struct PagesJson<'a> {
    all: Vec<PageJson<'a>>,
    parts: &'a [PagePart<'a>],
}

impl<'a> PagesJson<'a> {
    fn new(object: &PageObject<'a>) -> Self {
        let PageObject { written, options, parts } = *object;
        let of = |written: Written<'a>| PageJson { paths: XPaths::new(written.document), written, options };
        let of_part = |part: &PagePart<'a>| {
            of(Written { document: part.document, byte_map: part.byte_map, url: part.url, ..*written })
        };
        let all = if parts.is_empty() { vec![of(*written)] } else { parts.iter().map(of_part).collect() };
        PagesJson { all, parts }
    }

    /// The page that a block is of, and its place where there are several.
    fn of(&self, block: usize) -> (&PageJson<'a>, Option<usize>) {
        let after = self.parts.partition_point(|part| part.blocks.start <= block);
        let number = after.checked_sub(1);
        (&self.all[number.unwrap_or(0)], number)
    }

    /// The first page.
    fn first(&self) -> &PageJson<'a> {
        &self.all[0]
    }
}

impl Serialize for PageObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PageObject { written, options, parts } = *self;
        if options.compat == Some(Compat::Trafilatura) {
            return trafilatura::serialize(written, options, serializer);
        }
        let pages = &PagesJson::new(self);
        let page = pages.first();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", SCHEMA_VERSION)?;
        map.serialize_entry("url", &written.url)?;
        map.serialize_entry("extractor", written.extractor)?;
        if let Some(agreement) = written.agreement {
            map.serialize_entry("agreement", &agreement)?;
        }
        if let Some(verdict) = written.verdict {
            map.serialize_entry("verdict", &verdict.kind)?;
            map.serialize_entry("evidence", &verdict.evidence)?;
            map.serialize_entry("confidence", &verdict.rounded_confidence())?;
        }
        if let Some(metadata) = written.described(options) {
            map.serialize_entry("metadata", metadata)?;
        }
        map.serialize_entry("language", &written.content.language)?;
        map.serialize_entry("direction", &written.content.direction)?;
        let rendered = &RenderedPage::new(written, options);
        for (name, placed) in [("markdown", &rendered.markdown), ("text", &rendered.text)] {
            if let Some(placed) = placed {
                map.serialize_entry(name, &placed.text)?;
            }
        }
        if !parts.is_empty() {
            let shown = places(written.content.blocks.iter().map(|block| shows(block, options)));
            let part = |part: &PagePart<'_>| {
                let blocks = [shown[part.blocks.start], shown[part.blocks.end]];
                serde_json::json!({ "url": part.url, "blocks": blocks })
            };
            map.serialize_entry("pages", &parts.iter().map(part).collect::<Vec<_>>())?;
        }
        map.serialize_entry("blocks", &RenderedBlocks { pages, rendered })?;
        if let Some(chunks) = rendered.chunks(pages) {
            map.serialize_entry("chunks", &chunks)?;
        }
        if let Some(records) = written.records(options) {
            let groups: Vec<GroupJson<'_>> = records.iter().map(|group| GroupJson { page, group }).collect();
            map.serialize_entry("records", &groups)?;
        }
        if !written.comments.is_empty() {
            map.serialize_entry("comments", written.comments)?;
        }
        map.serialize_entry("warnings", written.warnings)?;
        map.end()
    }
}

struct GroupJson<'a> {
    page: &'a PageJson<'a>,
    group: &'a RecordGroup,
}

impl Serialize for GroupJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let GroupJson { page, group } = *self;
        let shown = ShownBlocks::new(page);
        let records: Vec<RecordJson<'_>> =
            group.records.iter().map(|record| RecordJson { page, shown: &shown, record }).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &group.kind)?;
        map.serialize_entry("records", &records)?;
        page.origin(&mut map, group.node)?;
        map.end()
    }
}

/// Where blocks, and the items of lists, stand among those that are shown.
struct ShownBlocks {
    blocks: Vec<usize>,
    /// For each block; empty but for lists.
    items: Vec<Vec<usize>>,
}

impl ShownBlocks {
    /// O(content).
    fn new(page: &PageJson<'_>) -> Self {
        let blocks = &page.written.content.blocks;
        let items = blocks.iter().map(|block| match &block.kind {
            BlockKind::List(list) => places(list.items.iter().map(|item| item_shows(item, page.options))),
            _ => Vec::new(),
        });
        ShownBlocks {
            items: items.collect(),
            blocks: places(blocks.iter().map(|block| shows(block, page.options))),
        }
    }

    /// The blocks of an extent, and its parts of the block where it is one.
    fn places(&self, extent: &Extent) -> ([usize; 2], Option<[usize; 2]>) {
        let place = |places: &[usize], at: usize| places.get(at).copied().unwrap_or(at);
        let items = self.items.get(extent.blocks.start).map_or(&[][..], Vec::as_slice);
        let parts = extent.parts.as_ref().map(|parts| [place(items, parts.start), place(items, parts.end)]);
        ([place(&self.blocks, extent.blocks.start), place(&self.blocks, extent.blocks.end)], parts)
    }
}

/// Entry `n` counts those shown before `n`.
fn places(shown: impl Iterator<Item = bool>) -> Vec<usize> {
    let mut before = vec![0];
    for is_shown in shown {
        before.push(before[before.len() - 1] + usize::from(is_shown));
    }
    before
}

struct RecordJson<'a> {
    page: &'a PageJson<'a>,
    shown: &'a ShownBlocks,
    record: &'a Record,
}

impl Serialize for RecordJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RecordJson { page, shown, record } = *self;
        let places = record.extent.as_ref().map(|extent| shown.places(extent));
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in record.fields.named() {
            map.serialize_entry(name, &value.map(|value| value.text.as_str()))?;
        }
        if !record.fields.properties.is_empty() {
            let pair =
                |name: &Value, value: &Value| serde_json::json!({ "name": name.text, "value": value.text });
            let all = record.fields.properties.iter().map(|property| pair(&property.name, &property.value));
            map.serialize_entry("properties", &all.collect::<Vec<_>>())?;
        }
        map.serialize_entry("parent", &record.parent)?;
        map.serialize_entry("depth", &record.depth)?;
        map.serialize_entry("blocks", &places.map(|(blocks, _)| blocks))?;
        map.serialize_entry("parts", &places.and_then(|(_, parts)| parts))?;
        map.serialize_entry("nodes", &[record.nodes.start, record.nodes.end])?;
        page.origin(&mut map, record.node())?;
        map.end()
    }
}

/// Where a block of the page stands in other formats, as far as they are shown.
#[derive(Default)]
struct BlockPlace<'a> {
    /// The page that it is of, where the content was joined of several.
    page: Option<usize>,
    heading_path: Option<Vec<&'a str>>,
    ranges: [Option<RangeIn>; 2],
}

/// A range in another format, where that shows the block.
struct RangeIn {
    name: &'static str,
    range: Option<[usize; 2]>,
}

struct BlocksJson<'a> {
    page: &'a PageJson<'a>,
    blocks: &'a [Block],
}

impl Serialize for BlocksJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = self.blocks.iter().filter(|block| shows(block, self.page.options));
        serializer.collect_seq(shown.map(|block| BlockJson {
            page: self.page,
            block,
            place: BlockPlace::default(),
        }))
    }
}

struct BlockJson<'a> {
    page: &'a PageJson<'a>,
    block: &'a Block,
    place: BlockPlace<'a>,
}

impl Serialize for BlockJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let page = self.page;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.block.kind.name())?;
        match &self.block.kind {
            BlockKind::Heading { level, text } => {
                map.serialize_entry("level", level)?;
                page.text(&mut map, "text", text)?;
            }
            BlockKind::Paragraph(text) => {
                page.text(&mut map, "text", text)?;
            }
            BlockKind::List(list) => {
                map.serialize_entry("ordered", &list.ordered)?;
                map.serialize_entry("start", &list.start)?;
                map.serialize_entry("items", &ItemsJson { page, list })?;
            }
            BlockKind::Table(table) => {
                page.text(&mut map, "caption", &table.caption)?;
                map.serialize_entry("header_rows", &table.header_rows)?;
                map.serialize_entry("rows", &RowsJson { page, table })?;
            }
            BlockKind::Code { language, text } => {
                map.serialize_entry("language", language)?;
                map.serialize_entry("text", text)?;
            }
            BlockKind::Quote(blocks) => {
                map.serialize_entry("blocks", &BlocksJson { page, blocks })?;
            }
            BlockKind::Figure { blocks, caption } => {
                map.serialize_entry("blocks", &BlocksJson { page, blocks })?;
                page.text(&mut map, "caption", caption)?;
            }
            BlockKind::Definitions(definitions) => {
                map.serialize_entry("items", &DefinitionsJson { page, definitions })?;
            }
            BlockKind::Math(math) => {
                map.serialize_entry("text", &math.tex)?;
            }
            BlockKind::Image(image) => {
                map.serialize_entry("src", &image.src)?;
                map.serialize_entry("alt", &image.alt)?;
                map.serialize_entry("title", &image.title)?;
                if let Some(link) = image.link.as_ref().filter(|_| page.options.links) {
                    map.serialize_entry("link", link)?;
                }
            }
            BlockKind::Embed(Embed { src, title, poster }) => {
                map.serialize_entry("src", src)?;
                map.serialize_entry("title", title)?;
                map.serialize_entry("poster", poster)?;
            }
            BlockKind::Rule => {}
        }
        if let Some(number) = self.place.page {
            map.serialize_entry("page", &number)?;
        }
        page.origin(&mut map, self.block.node)?;
        map.serialize_entry("score", &self.block.score)?;
        if page.written.agreement.is_some() {
            map.serialize_entry("agreement", &self.block.score)?;
        }
        if let Some(path) = &self.place.heading_path {
            map.serialize_entry("heading_path", path)?;
        }
        for RangeIn { name, range } in self.place.ranges.iter().flatten() {
            map.serialize_entry(name, range)?;
        }
        map.end()
    }
}

impl PageJson<'_> {
    /// Running text under a name; links, images and what is embedded in it beside it, if the options keep them and there are any.
    fn text<M: SerializeMap>(&self, map: &mut M, name: &str, inlines: &[Inline]) -> Result<(), M::Error> {
        map.serialize_entry(name, &TextJson(inlines))?;
        let mut found = FoundInlines::default();
        found.collect(inlines, self.options);
        if !found.links.is_empty() {
            map.serialize_entry("links", &found.links)?;
        }
        if !found.images.is_empty() {
            map.serialize_entry("images", &found.images)?;
        }
        if !found.embeds.is_empty() {
            map.serialize_entry("embeds", &found.embeds)?;
        }
        Ok(())
    }

    /// Where a block comes from.
    fn origin<M: SerializeMap>(&self, map: &mut M, node: NodeId) -> Result<(), M::Error> {
        map.serialize_entry("xpath", &self.paths.of(node))?;
        map.serialize_entry("node", &node.0)?;
        let bytes = self.written.bytes_of(node).map(|range| [range.start, range.end]);
        map.serialize_entry("bytes", &bytes)
    }
}

struct TextJson<'a>(&'a [Inline]);

impl Serialize for TextJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Plain(self.0))
    }
}

#[derive(Serialize)]
struct LinkJson<'a> {
    text: TextJson<'a>,
    href: &'a str,
    title: &'a str,
}

#[derive(Serialize)]
struct ImageJson<'a> {
    src: &'a str,
    alt: &'a str,
    title: &'a str,
}

#[derive(Serialize)]
struct EmbedJson<'a> {
    src: &'a str,
    title: &'a str,
    poster: &'a str,
}

/// Links, images and what is embedded of a run in order.
#[derive(Default)]
struct FoundInlines<'a> {
    links: Vec<LinkJson<'a>>,
    images: Vec<ImageJson<'a>>,
    embeds: Vec<EmbedJson<'a>>,
}

impl<'a> FoundInlines<'a> {
    fn collect(&mut self, inlines: &'a [Inline], options: &WriteOptions) {
        for inline in inlines {
            match inline {
                Inline::Link { href, title, text } => {
                    if options.links {
                        self.links.push(LinkJson { text: TextJson(text), href, title });
                    }
                    self.collect(text, options);
                }
                Inline::Image(image) if options.images => {
                    self.images.push(ImageJson { src: &image.src, alt: &image.alt, title: &image.title });
                }
                Inline::Embed(Embed { src, title, poster }) if options.links || options.images => {
                    self.embeds.push(EmbedJson { src, title, poster });
                }
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Strike(inner)
                | Inline::Subscript(inner)
                | Inline::Superscript(inner) => self.collect(inner, options),
                Inline::Text(_)
                | Inline::Code(_)
                | Inline::Embed(_)
                | Inline::Image(_)
                | Inline::Math(_)
                | Inline::LineBreak => {}
            }
        }
    }
}

struct ItemsJson<'a> {
    page: &'a PageJson<'a>,
    list: &'a List,
}

impl Serialize for ItemsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ordered = self.list.ordered;
        let shown = self.list.numbered().filter(|(_, item)| item_shows(item, self.page.options));
        serializer.collect_seq(shown.map(|(number, item)| ItemJson {
            page: self.page,
            item,
            number: ordered.then_some(number),
        }))
    }
}

struct ItemJson<'a> {
    page: &'a PageJson<'a>,
    item: &'a ListItem,
    number: Option<i64>,
}

impl Serialize for ItemJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(number) = self.number {
            map.serialize_entry("number", &number)?;
        }
        if let Some(done) = self.item.done {
            map.serialize_entry("done", &done)?;
        }
        map.serialize_entry("blocks", &BlocksJson { page: self.page, blocks: &self.item.blocks })?;
        self.page.origin(&mut map, self.item.node)?;
        map.end()
    }
}

struct RowsJson<'a> {
    page: &'a PageJson<'a>,
    table: &'a Table,
}

impl Serialize for RowsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let page = self.page;
        let mut rows = serializer.serialize_seq(Some(self.table.rows.len()))?;
        for row in &self.table.rows {
            let cells: Vec<CellJson<'_>> = row.iter().map(|cell| CellJson { page, cell }).collect();
            rows.serialize_element(&cells)?;
        }
        rows.end()
    }
}

struct CellJson<'a> {
    page: &'a PageJson<'a>,
    cell: &'a Cell,
}

impl Serialize for CellJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Cell::Origin { text, header, row_span, column_span, align } = self.cell else {
            return serializer.serialize_none();
        };
        let align = align.map(|align| match align {
            Align::Left => "left",
            Align::Center => "center",
            Align::Right => "right",
        });
        let mut map = serializer.serialize_map(None)?;
        match icon_of_cell(text, self.page.options.images) {
            Some(name) => map.serialize_entry("text", name)?,
            None => self.page.text(&mut map, "text", text)?,
        }
        map.serialize_entry("header", header)?;
        map.serialize_entry("row_span", row_span)?;
        map.serialize_entry("column_span", column_span)?;
        map.serialize_entry("align", &align)?;
        map.end()
    }
}

struct DefinitionsJson<'a> {
    page: &'a PageJson<'a>,
    definitions: &'a [Definition],
}

impl Serialize for DefinitionsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_seq(self.definitions.iter().map(|d| DefinitionJson { page: self.page, definition: d }))
    }
}

struct DefinitionJson<'a> {
    page: &'a PageJson<'a>,
    definition: &'a Definition,
}

impl Serialize for DefinitionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Definition { terms, descriptions } = self.definition;
        let terms: Vec<TextJson<'_>> = terms.iter().map(|term| TextJson(term)).collect();
        let descriptions: Vec<BlocksJson<'_>> =
            descriptions.iter().map(|blocks| BlocksJson { page: self.page, blocks }).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("terms", &terms)?;
        map.serialize_entry("descriptions", &descriptions)?;
        map.end()
    }
}
