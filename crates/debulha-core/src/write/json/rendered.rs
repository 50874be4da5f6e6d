//! The page in other formats inside its JSON: where its blocks are in them, and its chunks.

use super::{BlockJson, BlockPlace, PagesJson, RangeIn, places};
use crate::write::{
    HeadingPaths, Placed, Rendition, Renditions, WriteOptions, Written, chunks, place, shows,
};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use std::ops::Range;

/// The page in other formats, and where its blocks are in them.
pub(super) struct RenderedPage {
    pub(super) markdown: Option<Placed>,
    pub(super) text: Option<Placed>,
    /// The headings above each block, where there is another format.
    headings: Option<HeadingPaths>,
}

impl RenderedPage {
    /// O(content).
    pub(super) fn new(written: &Written<'_>, options: &WriteOptions) -> Self {
        let Renditions { markdown, text, chunks } = options.renditions;
        let options = &WriteOptions { metadata: false, ..options.clone() };
        let is_wanted = markdown || text || chunks.is_some();
        RenderedPage {
            markdown: markdown.then(|| place(Rendition::Markdown, written, options)),
            text: (text || (chunks.is_some() && !markdown)).then(|| place(Rendition::Text, written, options)),
            headings: is_wanted.then(|| HeadingPaths::new(written.document, written.content)),
        }
    }

    /// The chunks, where they are wanted.
    pub(super) fn chunks(&self, pages: &PagesJson<'_>) -> Option<Vec<ChunkJson<'_>>> {
        let page = pages.first();
        let size = page.options.renditions.chunks?;
        let (name, placed) = match &self.markdown {
            Some(markdown) => ("markdown", markdown),
            None => ("text", self.text.as_ref()?),
        };
        let (written, headings) = (&page.written, self.headings.as_ref()?);
        let parts = chunks(written.content, placed, size);
        let shown = places(written.content.blocks.iter().map(|block| shows(block, page.options)));
        let mut chars = Chars::new(&placed.text);
        let chunk = |(nth, part): (usize, Range<usize>)| {
            let blocks = &written.content.blocks[part.clone()];
            let own = placed.blocks[part.clone()].iter().flatten();
            // What leads the page, such as its title, is of the first chunk.
            let start = if nth == 0 { 0 } else { own.clone().next().map_or(0, |range| range.start) };
            let end = own.clone().next_back().map_or(start, |range| range.end);
            // Of the page where it begins.
            let (page, number) = pages.of(part.start);
            let is_there = |at: &usize| pages.of(*at).1 == number;
            let there = &blocks[..part.clone().take_while(is_there).count()];
            let bytes = there.iter().filter_map(|block| page.written.bytes_of(block.node));
            let bytes = bytes.reduce(|all, own| all.start.min(own.start)..all.end.max(own.end));
            ChunkJson {
                blocks: [shown[part.start], shown[part.end]],
                page: number,
                name,
                text: &placed.text[start..end],
                range: chars.range(start..end),
                heading_path: headings.of(part.start),
                xpath: blocks.first().map(|block| page.paths.of(block.node)),
                bytes: bytes.map(|range| [range.start, range.end]),
            }
        };
        Some(parts.into_iter().enumerate().map(chunk).collect())
    }
}

/// Places in characters of places in bytes, which come in order.
struct Chars<'a> {
    text: &'a str,
    /// The last place, in bytes and in characters.
    last: (usize, usize),
}

impl<'a> Chars<'a> {
    fn new(text: &'a str) -> Self {
        Chars { text, last: (0, 0) }
    }

    /// O(characters since the last place).
    fn range(&mut self, bytes: Range<usize>) -> [usize; 2] {
        [bytes.start, bytes.end].map(|place| {
            let (bytes, chars) = self.last;
            self.last = (place, chars + self.text[bytes..place].chars().count());
            self.last.1
        })
    }
}

pub(super) struct ChunkJson<'a> {
    page: Option<usize>,
    blocks: [usize; 2],
    name: &'static str,
    text: &'a str,
    range: [usize; 2],
    heading_path: Vec<&'a str>,
    xpath: Option<String>,
    bytes: Option<[usize; 2]>,
}

impl Serialize for ChunkJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.name, self.text)?;
        map.serialize_entry("range", &self.range)?;
        map.serialize_entry("heading_path", &self.heading_path)?;
        map.serialize_entry("blocks", &self.blocks)?;
        if let Some(page) = self.page {
            map.serialize_entry("page", &page)?;
        }
        map.serialize_entry("xpath", &self.xpath)?;
        map.serialize_entry("bytes", &self.bytes)?;
        map.end()
    }
}

/// The blocks of a page, with their places in other formats where there are any.
pub(super) struct RenderedBlocks<'a> {
    pub(super) pages: &'a PagesJson<'a>,
    pub(super) rendered: &'a RenderedPage,
}

impl Serialize for RenderedBlocks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RenderedBlocks { pages, rendered } = *self;
        let RenderedPage { markdown, text, headings } = rendered;
        let renditions = [("markdown_range", markdown.as_ref()), ("text_range", text.as_ref())];
        let mut renditions =
            renditions.map(|(name, placed)| Some((name, placed?, Chars::new(&placed?.text))));
        let mut all = serializer.serialize_seq(None)?;
        let content = pages.first().written.content;
        for (at, block) in content.blocks.iter().enumerate() {
            let (page, number) = pages.of(at);
            let ranges = renditions.each_mut().map(|rendition| {
                let (name, placed, chars) = rendition.as_mut()?;
                let range = placed.blocks[at].clone().map(|range| chars.range(range));
                Some(RangeIn { name, range })
            });
            if shows(block, page.options) {
                let heading_path = headings.as_ref().map(|headings| headings.of(at));
                let place = BlockPlace { page: number, heading_path, ranges };
                all.serialize_element(&BlockJson { page, block, place })?;
            }
        }
        all.end()
    }
}
