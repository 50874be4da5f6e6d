//! The pages of one article, joined.

use crate::extraction::{Extraction, JsonFindings};
use debulha_core::content::{Block, BlockKind, ContentDocument};
use debulha_core::features::hashing::hash_text;
use debulha_core::write::{self, Format, PageObject, PagePart, WriteOptions, Written};
use serde::{Serialize, Serializer};
use std::collections::HashSet;
use std::ops::Range;

/// Words from which on a text that was on an earlier page is left out wherever it stands; shorter ones are left out at the
/// beginning and the end of a page alone, where titles, bylines and notes stand (our decision: an answer such as "No." may
/// well be on two pages).
const LONG: usize = 8;

/// The pages of one article as one: their content in order, with what later pages repeat left out, and the metadata of the
/// first page.
///
/// ```
/// use debulha::{Input, Joined, Pipeline};
///
/// let pipeline = Pipeline::new("all_text")?;
/// let page = |text: &str| pipeline.extract(Input::from(&format!("<h1>Rye</h1><p>By Ana Lima<p>{text}")));
/// let joined = Joined::of(page("It was sown in autumn."), vec![page("It was reaped in July.")]);
/// assert_eq!(joined.text(), "Rye\nBy Ana Lima\nIt was sown in autumn.\nIt was reaped in July.");
/// # Ok::<(), debulha::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Joined {
    pages: Vec<Extraction>,
    content: ContentDocument,
    /// The blocks of each page in the content.
    blocks: Vec<Range<usize>>,
}

impl Joined {
    /// Joins a page and those that continue it, in their order. O(content).
    ///
    /// A later page lacks, at its beginning and its end, the blocks with the text of one of an earlier page, and such blocks
    /// of eight words or more wherever they are. Page numbers in a heading do not count.
    pub fn of(first: Extraction, later: Vec<Extraction>) -> Self {
        let pages: Vec<Extraction> = std::iter::once(first).chain(later).collect();
        let first = &pages[0].content;
        let mut content = ContentDocument {
            language: first.language.clone(),
            direction: first.direction.clone(),
            blocks: Vec::new(),
        };
        let mut seen: HashSet<u64> = HashSet::new();
        let mut blocks = Vec::with_capacity(pages.len());
        for page in &pages {
            let start = content.blocks.len();
            content.blocks.extend(new_blocks(page.blocks(), &seen).cloned());
            seen.extend(page.blocks().iter().filter_map(|block| Some(hash_text(&key(block)?))));
            blocks.push(start..content.blocks.len());
        }
        Joined { pages, content, blocks }
    }

    /// The pages, in order; at least one.
    pub fn pages(&self) -> &[Extraction] {
        &self.pages
    }

    /// The first page.
    pub fn first(&self) -> &Extraction {
        &self.pages[0]
    }

    /// The content of all pages.
    pub fn content(&self) -> &ContentDocument {
        &self.content
    }

    /// The addresses of the pages: as they were given, or else as the pages state their own.
    pub fn addresses(&self) -> Vec<Option<String>> {
        let stated = |page: &Extraction| page.metadata().url.value().map(str::to_owned);
        self.pages.iter().map(|page| page.url.clone().or_else(|| stated(page))).collect()
    }

    /// The blocks of a page in the content.
    pub fn blocks_of(&self, page: usize) -> Range<usize> {
        self.blocks.get(page).cloned().unwrap_or_default()
    }

    /// The content as plain text.
    pub fn text(&self) -> String {
        self.render(Format::Text, &WriteOptions::default())
    }

    /// The content in any format, with the metadata of the first page. Records are those of single pages, so none are shown.
    pub fn render(&self, format: Format, options: &WriteOptions) -> String {
        let found = self.found(options, format);
        if format == Format::Json {
            // A string takes all that is written.
            return serde_json::to_string(&JoinedJson { joined: self, found, options }).unwrap_or_default();
        }
        write::render(format, &self.written(&found), options)
    }

    /// The object that the JSON format has, with `pages`, and the page of each block.
    pub fn json<'j>(&'j self, options: &'j WriteOptions) -> impl Serialize + use<'j> {
        JoinedJson { joined: self, found: self.found(options, Format::Json), options }
    }

    /// What is looked for on the first page, with the comments and the warnings of all.
    fn found(&self, options: &WriteOptions, format: Format) -> JsonFindings<'_> {
        let mut found =
            JsonFindings::of(&self.pages[0], &WriteOptions { records: false, ..options.clone() }, format);
        let is_first = !found.comments.is_empty();
        for page in &self.pages[1..] {
            let later = JsonFindings::of(
                page,
                &WriteOptions { records: false, metadata: false, ..options.clone() },
                format,
            );
            // A page of an article shows the comments of the whole article, or a part of them.
            if !is_first {
                found.comments.extend(later.comments);
            }
            found.warnings.to_mut().extend(later.warnings.iter().cloned());
        }
        found
    }

    fn written<'a>(&'a self, found: &'a JsonFindings<'_>) -> Written<'a> {
        Written { content: &self.content, ..self.pages[0].written(found) }
    }
}

/// The blocks of a page that were on no earlier page, as far as repeated ones go.
fn new_blocks<'b>(blocks: &'b [Block], seen: &HashSet<u64>) -> impl Iterator<Item = &'b Block> {
    let keys: Vec<Option<String>> = blocks.iter().map(key).collect();
    let is_repeated: Vec<bool> =
        keys.iter().map(|key| key.as_ref().is_some_and(|key| seen.contains(&hash_text(key)))).collect();
    let start = is_repeated.iter().take_while(|repeated| **repeated).count();
    let end = blocks.len() - is_repeated.iter().rev().take_while(|repeated| **repeated).count();
    blocks.iter().enumerate().filter_map(move |(at, block)| {
        let is_long = || keys[at].as_ref().is_some_and(|key| key.split(' ').count() >= LONG);
        let is_left_out = is_repeated[at] && (at < start || at >= end || is_long());
        (!is_left_out).then_some(block)
    })
}

/// What a block says, for comparison; `None` for one that says nothing.
fn key(block: &Block) -> Option<String> {
    let key = match &block.kind {
        BlockKind::Heading { .. } => title_key(&block.text()),
        BlockKind::Image(image) => image.src.clone(),
        _ => block.text().split_whitespace().collect::<Vec<_>>().join(" "),
    };
    (!key.is_empty()).then_some(key)
}

/// Words for "page" in titles.
const PAGE_WORDS: &[&str] = &[
    "page",
    "seite",
    "página",
    "pagina",
    "sida",
    "side",
    "sivu",
    "strona",
    "strana",
    "страница",
    "стр",
    "oldal",
    "sayfa",
    "trang",
    "halaman",
];

/// What stands between the number of a page and the number of all pages.
const OF: &[&str] = &["/", "of", "von", "de", "di", "sur", "av", "z", "из", "van", "fra"];

/// Digits of a page number in a title, at most: longer ones are years.
const MAX_DIGITS: usize = 3;

/// A title without what tells the pages of an article apart, such as "page 2", "2 of 5", "2/5" and "(2)"; in lower case,
/// without signs. Other numbers stay: episodes of a series have the same title but for them.
///
/// ```
/// use debulha::title_key;
///
/// assert_eq!(title_key("Rye, sown early - Page 2 of 3"), "rye sown early");
/// assert_eq!(title_key("Rye, sown early (2/3)"), title_key("Rye, sown early"));
/// assert_eq!(title_key("Rye (2)"), "rye");
/// assert_eq!(title_key("黒麦 3ページ"), "黒麦");
/// assert_ne!(title_key("Rye in 2025"), title_key("Rye in 2026"));
/// assert_ne!(title_key("Episode 2"), title_key("Episode 3"));
/// ```
pub fn title_key(title: &str) -> String {
    let lower = title.to_lowercase().replace("ページ", " page ").replace(['页', '頁'], " page ");
    let words = words_and_signs(&lower);
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let is_number = |at: usize| {
        let word = word(at);
        !word.is_empty() && word.len() <= MAX_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_page = |at: usize| PAGE_WORDS.contains(&word(at));
    let mut key = String::new();
    let mut at = 0;
    while at < words.len() {
        let of_all = |at: usize| if OF.contains(&word(at)) && is_number(at + 1) { 2 } else { 0 };
        let skipped = if is_page(at) && is_number(at + 1) {
            2 + of_all(at + 2)
        } else if is_number(at) && is_page(at + 1) {
            2
        } else if is_number(at) && of_all(at + 1) > 0
            || word(at) == "(" && is_number(at + 1) && word(at + 2) == ")"
        {
            3
        } else {
            0
        };
        if skipped == 0 && word(at).chars().any(char::is_alphanumeric) {
            if !key.is_empty() {
                key.push(' ');
            }
            key.push_str(word(at));
        }
        at += skipped.max(1);
    }
    key
}

/// Runs of letters and digits, and each sign alone.
fn words_and_signs(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if c.is_alphanumeric() {
            start.get_or_insert(at);
            continue;
        }
        found.extend(start.take().map(|start| &text[start..at]));
        if !c.is_whitespace() {
            found.push(&text[at..at + c.len_utf8()]);
        }
    }
    found.extend(start.map(|start| &text[start..]));
    found
}

struct JoinedJson<'j> {
    joined: &'j Joined,
    found: JsonFindings<'j>,
    options: &'j WriteOptions,
}

impl Serialize for JoinedJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JoinedJson { joined, found, options } = self;
        let addresses = joined.addresses();
        let pages = joined.pages.iter().zip(&addresses).zip(&joined.blocks);
        let parts: Vec<PagePart<'_>> = pages
            .map(|((page, address), blocks)| PagePart {
                document: page.document(),
                byte_map: page.page.byte_map.as_ref(),
                url: address.as_deref(),
                blocks: blocks.clone(),
            })
            .collect();
        PageObject { written: &joined.written(found), options, parts: &parts }.serialize(serializer)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Input, Pipeline};

    const PARTS: [&str; 3] = [
        "<h1>Rye</h1><p>By Ana Lima<p>It was sown in autumn, before the first frost came over the hills.<p>No.\
         <p>Subscribe to our newsletter about grain and barns every week.<p>Filed under grain",
        "<h1>Rye (2/3)</h1><p>By Ana Lima<p>It was weeded in spring.<p>No.<p>It stood well.\
         <p>Subscribe to our newsletter about grain and barns every week.<p>The miller agreed.<p>Filed under grain",
        "<h1>Rye - Page 3</h1><p>By Ana Lima<p>It was reaped in July.<p>Filed under grain",
    ];

    fn joined() -> Joined {
        let pipeline = Pipeline::new("all_text").unwrap();
        let page = |(number, html): (usize, &&str)| {
            let url = format!("https://example.org/rye/{}", number + 1);
            pipeline.extract(Input::from(*html).url(&*url))
        };
        let mut pages = PARTS.iter().enumerate().map(page);
        Joined::of(pages.next().unwrap(), pages.collect())
    }

    #[test]
    fn what_later_pages_repeat_is_there_once() {
        let text = joined().text();
        for (once, count) in [
            ("Rye", 1),
            ("By Ana Lima", 1),
            ("Subscribe", 1),
            ("Filed under grain", 1),
            ("No.", 2),
            ("The miller", 1),
        ] {
            assert_eq!(text.matches(once).count(), count, "{once} in {text}");
        }
        let order = ["autumn", "weeded", "stood", "miller", "reaped"].map(|word| text.find(word).unwrap());
        assert!(order.is_sorted());
    }

    #[test]
    fn blocks_know_their_pages() {
        let joined = joined();
        let options = WriteOptions::default();
        let json: serde_json::Value = serde_json::from_str(&joined.render(Format::Json, &options)).unwrap();
        let pages = json["pages"].as_array().unwrap();
        assert_eq!(pages.len(), 3);
        assert_eq!(pages[1]["url"], "https://example.org/rye/2");
        let blocks = json["blocks"].as_array().unwrap();
        assert_eq!(pages[2]["blocks"][1], blocks.len());
        let last = &blocks[blocks.len() - 1];
        assert_eq!((last["page"].as_u64(), last["text"].as_str()), (Some(2), Some("It was reaped in July.")));
        let bytes: Vec<usize> =
            last["bytes"].as_array().unwrap().iter().map(|place| place.as_u64().unwrap() as usize).collect();
        assert!(PARTS[2][bytes[0]..bytes[1]].contains("reaped"));
        assert_eq!(blocks[0]["page"], 0);
        assert_eq!(json, serde_json::to_value(joined.json(&options)).unwrap());
    }

    #[test]
    fn chunks_begin_on_a_page() {
        use debulha_core::write::{ChunkSize, Renditions};
        let renditions = Renditions { markdown: true, text: false, chunks: Some(ChunkSize::Blocks(100)) };
        let options = WriteOptions { renditions, ..WriteOptions::default() };
        let json: serde_json::Value = serde_json::from_str(&joined().render(Format::Json, &options)).unwrap();
        let chunk = &json["chunks"][0];
        assert_eq!(chunk["page"], 0);
        assert!(chunk["markdown"].as_str().unwrap().contains("reaped"));
        assert!(
            chunk["bytes"][1].as_u64().unwrap() as usize <= PARTS[0].len(),
            "bytes of the first page alone"
        );
    }

    #[test]
    fn other_formats_are_one_document() {
        let joined = joined();
        for format in [Format::Markdown, Format::Html, Format::Xml, Format::XmlTei, Format::Csv] {
            let text = joined.render(format, &WriteOptions::default());
            assert!(text.contains("autumn") && text.contains("reaped"), "{format:?}: {text}");
        }
    }
}
