//! Where each block stands in the text or Markdown of its page, and the headings above it.

use super::text::Plain;
use super::{WriteOptions, Written, markdown, text};
use crate::content::{BlockKind, ContentDocument};
use debulha_dom::Document;
use std::fmt;
use std::ops::Range;

/// The text or Markdown of a page with the places of its blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// What the writer gives, as [`render`](super::render).
    pub text: String,
    /// For each block of the content its bytes in `text`, without what parts it from others; `None` where it is not shown.
    pub blocks: Vec<Option<Range<usize>>>,
}

/// A format in which blocks have places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rendition {
    /// [`Format::Text`](super::Format::Text).
    Text,
    /// [`Format::Markdown`](super::Format::Markdown).
    Markdown,
}

/// Text or Markdown with the places of the blocks. O(content).
///
/// In what comes back, ranges are in order and disjoint, and only white space stands between them, but for metadata, a title
/// from the metadata, and the lines of authors above posts.
///
/// ```
/// use debulha_core::content::{Block, BlockKind, ContentDocument, Inline};
/// use debulha_core::write::{Rendition, WriteOptions, Written, place};
/// use debulha_dom::{Document, Limits, parse};
///
/// let parsed = parse("<h2>Rye</h2><p>It stands.", &Limits::default());
/// let block = |kind| Block { kind, node: Document::ROOT, score: None, is_beside: false };
/// let text = |text: &str| vec![Inline::Text(text.into())];
/// let blocks = vec![
///     block(BlockKind::Heading { level: 2, text: text("Rye") }),
///     block(BlockKind::Paragraph(text("It stands."))),
/// ];
/// let content = ContentDocument { blocks, ..ContentDocument::default() };
/// let written = Written {
///     document: &parsed.document, byte_map: None, content: &content, metadata: None, records: None, comments: &[],
///     url: None, extractor: "all_text", agreement: None, verdict: None, warnings: &[],
/// };
/// let placed = place(Rendition::Markdown, &written, &WriteOptions::default());
/// assert_eq!(placed.text, "## Rye\n\nIt stands.");
/// assert_eq!(placed.blocks, [Some(0..6), Some(8..18)]);
/// ```
pub fn place(rendition: Rendition, written: &Written<'_>, options: &WriteOptions) -> Placed {
    let mut out = String::new();
    let mut blocks = Vec::with_capacity(written.content.blocks.len());
    let take = &mut |range| blocks.push(range);
    // Writers fail only when `out` does, and a string never does.
    let _ = match rendition {
        Rendition::Text => text::write(written, options, &mut out, take),
        Rendition::Markdown => markdown::write(written, options, &mut out, take),
    };
    Placed { text: out, blocks }
}

/// Takes the place of each block in turn.
pub(super) type Take<'t> = &'t mut dyn FnMut(Option<Range<usize>>);

/// An output that counts its bytes, and knows where the block that is being written begins.
pub(super) struct CountedOutput<'o> {
    out: &'o mut dyn fmt::Write,
    len: usize,
    begin: Option<usize>,
}

impl<'o> CountedOutput<'o> {
    pub(super) fn new(out: &'o mut dyn fmt::Write) -> Self {
        CountedOutput { out, len: 0, begin: None }
    }

    /// What comes next belongs to a block that has not begun yet.
    pub(super) fn next_block(&mut self) {
        self.begin = None;
    }

    /// The block begins here, unless it has begun.
    pub(super) fn begin_block(&mut self) {
        self.begin.get_or_insert(self.len);
    }

    /// The bytes of the block so far, if there are any.
    pub(super) fn block(&self) -> Option<Range<usize>> {
        self.begin.map(|begin| begin..self.len).filter(|range| !range.is_empty())
    }
}

impl fmt::Write for CountedOutput<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.len += text.len();
        self.out.write_str(text)
    }
}

/// Characters of a heading in a path, at most and at least; longer ones end with `…` (our decision: headings are shorter, but for
/// text of another kind).
const MAX_HEADING_CHARS: usize = 200;
const MIN_HEADING_CHARS: usize = 8;

/// Characters of all paths, as a multiple of the page's bytes and in any case; then headings are shortened. Else a page of short
/// blocks under long headings would make hundreds of times its size of them (our decision: usual pages are far below).
const PATHS_PER_BYTE: usize = 4;
const PATHS_IN_ANY: usize = 1 << 16;

/// The headings above each block, as their levels say. A heading is not above itself.
#[derive(Debug, Clone, Default)]
pub struct HeadingPaths {
    /// Their texts, and the places here of the headings above them.
    headings: Vec<(String, Option<usize>)>,
    /// For each block the innermost heading above.
    above: Vec<Option<usize>>,
}

impl HeadingPaths {
    /// O(blocks + text of headings).
    pub fn new(document: &Document, content: &ContentDocument) -> Self {
        let mut paths = HeadingPaths::default();
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut mentions = 0;
        for block in &content.blocks {
            if let BlockKind::Heading { level, .. } = &block.kind {
                while open.last().is_some_and(|(above, _)| above >= level) {
                    open.pop();
                }
            }
            let above = open.last().map(|&(_, place)| place);
            paths.above.push(above);
            mentions += open.len();
            if let BlockKind::Heading { level, text } = &block.kind {
                open.push((*level, paths.headings.len()));
                paths.headings.push((Plain(text).to_string(), above));
            }
        }
        let most = PATHS_IN_ANY + PATHS_PER_BYTE * document.source().len();
        let most = (most / mentions.max(1)).clamp(MIN_HEADING_CHARS, MAX_HEADING_CHARS);
        for (text, _) in &mut paths.headings {
            if let Some((end, _)) = text.char_indices().nth(most) {
                text.truncate(end);
                text.push('…');
            }
        }
        paths
    }

    /// The headings above a block, outermost first: six at most.
    pub fn of(&self, block: usize) -> Vec<&str> {
        let mut next = self.above.get(block).copied().flatten();
        let mut path = Vec::new();
        while let Some((text, above)) = next.and_then(|place| self.headings.get(place)) {
            path.push(text.as_str());
            next = *above;
        }
        path.reverse();
        path
    }
}

/// How much a chunk holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkSize {
    /// So many blocks at most.
    Blocks(usize),
    /// So many characters at most; a block that is longer is a chunk of its own.
    Chars(usize),
}

/// Parts of a page: runs of blocks, by their places in the content. O(blocks + text).
///
/// No block is cut. A heading goes with what follows it, where the size allows. Blocks that the format does not show, such as
/// images in text, go with those before them; what stands before the first chunk is in none. Every block that is shown is in one
/// chunk, so the chunks together are the whole; what leads the text, such as a title, counts in the first one.
pub fn chunks(content: &ContentDocument, placed: &Placed, size: ChunkSize) -> Vec<Range<usize>> {
    let most = match size {
        ChunkSize::Blocks(most) | ChunkSize::Chars(most) => most,
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    // What the chunk holds, and what the headings at its end do, of which the first is at a place.
    let (mut held, mut held_by_headings, mut first_heading) = (0, 0, None);
    let mut end_before = 0;
    for (at, range) in placed.blocks.iter().enumerate() {
        let Some(range) = range else { continue };
        let (gap, own) = match size {
            ChunkSize::Blocks(_) => (0, 1),
            ChunkSize::Chars(_) => {
                let chars = |part: Range<usize>| placed.text[part].chars().count();
                (chars(end_before..range.start), chars(range.clone()))
            }
        };
        end_before = range.end;
        let is_heading = matches!(content.blocks[at].kind, BlockKind::Heading { .. });
        match (found.last_mut(), first_heading) {
            (Some(chunk), _) if held + gap + own <= most => {
                chunk.end = at + 1;
                held += gap + own;
            }
            // The headings at the end lead the next chunk, unless they are all that there is of this one.
            (Some(chunk), Some(heading))
                if !is_heading && heading > chunk.start && held_by_headings + gap + own <= most =>
            {
                chunk.end = heading;
                found.push(heading..at + 1);
                held = held_by_headings + gap + own;
            }
            (before, _) => {
                held = if before.is_none() { gap + own } else { own };
                found.push(at..at + 1);
                (first_heading, held_by_headings) = (None, 0);
            }
        }
        if is_heading {
            let before = if first_heading.is_none() { 0 } else { gap };
            first_heading.get_or_insert(at);
            held_by_headings += before + own;
        } else {
            (first_heading, held_by_headings) = (None, 0);
        }
    }
    let mut next = placed.blocks.len();
    for chunk in found.iter_mut().rev() {
        chunk.end = next;
        next = chunk.start;
    }
    found
}
