//! What must hold for any input, one function a fuzz target.
//!
//! `cargo test` runs them on golden pages, random pages, seeds and inputs that once failed; the programs in `fuzz/`
//! run them on whatever they find.

mod content;
mod output;
mod readers;
mod tree;

use debulha_core::extractor::ExtractorInfo;
use debulha_core::features::payloads::{PayloadOptions, ReadPayloads, with_payload_nodes};
use debulha_core::metadata::{self, Field, MAX_CANDIDATES, Metadata};
use debulha_core::{Labels, Outcome, Page, PageOptions, ParamMap, Scratch};
use debulha_dom::body::{ContentEncoding, decompress, decompress_as};
use debulha_dom::decode::{ByteMap, decode};
use debulha_dom::select::{Matcher, Selector};
use debulha_dom::style::{Declared, hidden_by_sheets};
use debulha_dom::{Document, Limits, names, parse};
use debulha_systems::extractors::EXTRACTORS;

pub use readers::{layout, model, page_forms, page_pagination, page_records, wrapper};

/// Takes any input, and panics when something does not hold.
pub type Check = fn(&[u8]);

/// The fuzz targets by name.
pub const TARGETS: &[(&str, Check)] = &[
    ("body", body),
    ("css", css),
    ("decode_parse", decode_parse),
    ("extract_all", extract_all),
    ("forms", page_forms),
    ("layout", layout),
    ("metadata", page_metadata),
    ("model", model),
    ("pagination", page_pagination),
    ("payloads", payloads),
    ("records", page_records),
    ("wrapper", wrapper),
];

/// Address that pages are given.
const URL: &str = "https://example.org/farm/page?id=1";

/// Bodies in any compression: never more than the limit, whatever they claim.
pub fn body(bytes: &[u8]) {
    /// Bytes of a body at most; small, so that inputs reach it.
    const LIMIT: usize = 1 << 16;
    let encodings = [
        ContentEncoding::Identity,
        ContentEncoding::Gzip,
        ContentEncoding::Deflate,
        ContentEncoding::Zstd,
        ContentEncoding::Brotli,
    ];
    let sniffed = decompress(bytes, LIMIT);
    assert_eq!(sniffed, decompress_as(bytes, ContentEncoding::sniff(bytes), LIMIT));
    for encoding in encodings {
        let Ok(body) = decompress_as(bytes, encoding, LIMIT) else { continue };
        assert!(body.bytes.len() <= LIMIT);
        let Ok(short) = decompress_as(bytes, encoding, LIMIT / 64) else { continue };
        assert!(body.bytes.starts_with(&short.bytes), "a smaller limit gives other bytes");
    }
}

/// Bytes to text to tree, with and without limits.
pub fn decode_parse(bytes: &[u8]) {
    let tight = Limits {
        max_bytes: 4_000,
        max_nodes: 60,
        min_node_bytes: 8,
        max_depth: 8,
        max_attributes: 2,
        max_formatting: 3,
        max_work: 500,
    };
    for charset in [None, Some("utf-8"), Some("shift_jis"), Some("utf-16le"), Some("iso-2022-jp")] {
        let decoded = decode(bytes, charset);
        for limits in [Limits::default(), tight] {
            let parsed = parse(&decoded.text, &limits);
            tree::check(&parsed.document, &limits);
            positions_lead_back(&parsed.document, &ByteMap::new(bytes, &decoded));
        }
    }
}

/// A node's bytes are bytes of the page, begin where its text does, and hold it.
fn positions_lead_back(document: &Document, map: &ByteMap) {
    for node in document.nodes() {
        let Some(text) = document.source_range(node) else { continue };
        let range = map.bytes_of(text.clone());
        assert!(range.start < range.end && map.to_text(range.start) <= text.start);
        assert!(map.to_text(range.end) >= text.end);
    }
}

/// Bytes to every format, through every extractor.
pub fn extract_all(bytes: &[u8]) {
    let document = parse(&decode(bytes, None).text, &Limits::default()).document;
    let page = Page::with_options(&document, Some(URL), PageOptions::default());
    let other = Page::with_options(&document, Some(URL), PageOptions::default());
    let metadata = metadata::extract(&page);
    let mut scratch = Scratch::default();
    let mut seen: Vec<Labels> = Vec::new();
    for info in EXTRACTORS {
        let extractor = (info.build)(&ParamMap::new()).expect("defaults build");
        let outcome = extractor.extract(&page, &mut scratch);
        assert_eq!(
            outcome,
            extractor.extract(&other, &mut Scratch::default()),
            "{} gives two answers",
            info.id
        );
        let Outcome::Labeled(labels) = outcome else { continue };
        source_characters_are_labelled_once(&document, &labels);
        // Systems often agree, and the same labels make the same document.
        if !seen.contains(&labels) {
            let content = content::check(&page, &labels);
            // Writing is slow to check: for the system that keeps everything, and for the default.
            if seen.is_empty() || info.id == "vote" {
                output::check(&page, &content, &metadata);
            }
            seen.push(labels);
        }
    }
}

/// Any text as a page, and as the data of one: what systems say stays, and all that is new leads back.
pub fn payloads(bytes: &[u8]) {
    let decoded = decode(bytes, None);
    let text = &decoded.text;
    let quoted = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let always = PayloadOptions { read: ReadPayloads::Always, min_words: 1, ..PayloadOptions::default() };
    for html in [
        text.to_string(),
        format!("<script>a = {text}"),
        format!("<script type=application/ld+json>{{\"@type\":\"Answer\",\"text\":\"{quoted}\"}}</script>"),
        format!("<script>a.push([1,\"{quoted}\"])</script><script>b = JSON.parse(\"{quoted}\")</script>"),
    ] {
        let plain = parse(&html, &Limits::default()).document;
        for options in [PayloadOptions::default(), always.clone()] {
            let document = with_payload_nodes(parse(&html, &Limits::default()).document, &options);
            tree::check(&document, &Limits::default());
            for node in document.nodes() {
                assert!(document.source_range(node).is_none_or(|range| html.get(range).is_some()));
                assert_eq!(document.find_xpath(&document.xpath(node)), Some(node));
            }
            let labels = |document| {
                let system = (vote().build)(&ParamMap::new()).expect("defaults build");
                system.extract(&Page::new(document), &mut Scratch::default())
            };
            assert_eq!(labels(&document), labels(&plain), "payloads are seen");
        }
    }
}

fn vote() -> &'static ExtractorInfo {
    EXTRACTORS.iter().find(|info| info.id == "vote").expect("a system")
}

/// Any text as a style sheet, a selector and a `style` attribute.
pub fn css(bytes: &[u8]) {
    /// Elements for selectors to match.
    const BODY: &str = "<div id=a class='b c'><p title=x lang=en>one<b>two</b><a href=/ rel=nofollow>three</a></p>\
        <ul><li>four<li class=b>five<li><i>six</i></ul><table><tr><td colspan=2>seven</table></div><p hidden>eight";
    let text = String::from_utf8_lossy(bytes);
    let document = parse(&format!("<style>{text}</style>{BODY}"), &Limits::default()).document;
    let hidden = hidden_by_sheets(&document);
    for pair in hidden.windows(2) {
        assert!(document.subtree_end(pair[0]) <= pair[1].0, "hidden elements overlap or are out of order");
    }
    for &node in &hidden {
        assert!(document.is_element(node) && ![names::HTML, names::BODY].contains(&document.name(node)));
    }
    assert_eq!(hidden, hidden_by_sheets(&document));
    let _ = Declared::read(&text).hides();
    if let Ok(selector) = Selector::parse(&text) {
        let mut matcher = Matcher::new(&document);
        let selected = matcher.select(&selector);
        assert!(selected.is_sorted() && selected.iter().all(|&node| document.is_element(node)));
        for &node in &selected {
            assert!(Matcher::new(&document).matches(&selector, node), "one matcher says yes, another no");
        }
    }
}

/// Any text as a page and as the declarations that pages make about themselves.
pub fn page_metadata(bytes: &[u8]) {
    let text = decode(bytes, None).text;
    let attribute = text.replace('"', "&quot;");
    let pages = [
        text.to_string(),
        format!("<script type=application/ld+json>{text}</script>"),
        format!("<meta name=author content=\"{attribute}\"><meta name=date content=\"{attribute}\">"),
        format!("<h1>Rye</h1><p class=byline>{text}</p><time datetime=\"{attribute}\">{text}</time>"),
    ];
    for html in pages {
        let document = parse(&html, &Limits::default()).document;
        let page = Page::with_options(&document, Some(URL), PageOptions::default());
        let metadata = metadata::extract(&page);
        check_metadata(&metadata);
        assert_eq!(
            metadata,
            metadata::extract(&Page::with_options(&document, Some(URL), PageOptions::default()))
        );
    }
}

fn check_metadata(metadata: &Metadata) {
    let Metadata {
        title, published, modified, site_name, url, description, language, license, image, ..
    } = metadata;
    for field in [title, published, modified, site_name, url, description, language, license, image] {
        assert!(field.values().count() <= MAX_CANDIDATES);
        assert!(field.best.is_some() || field.others.is_empty(), "others without a best: {field:?}");
        let candidates = field.best.iter().chain(&field.others);
        for candidate in candidates.chain(&metadata.authors).chain(&metadata.other_authors) {
            assert!(!candidate.source.is_empty());
            assert!(!candidate.value.trim().is_empty(), "a blank value from {}", candidate.source);
        }
    }
    for list in [&metadata.categories, &metadata.tags] {
        assert!(list.len() <= MAX_CANDIDATES && list.iter().all(|entry| !entry.trim().is_empty()));
    }
    for (name, field) in metadata.product.iter().flat_map(debulha_core::metadata::ProductMetadata::fields) {
        assert!(field.values().count() <= MAX_CANDIDATES, "product {name}");
        assert!(field.values().all(|value| !value.trim().is_empty()), "a blank product {name}");
    }
    assert!(metadata.authors.len() <= MAX_CANDIDATES);
    [published, modified].into_iter().for_each(check_dates);
}

/// `2024-05-01`, or with a time behind it, and a month and day that there can be.
fn check_dates(field: &Field) {
    for date in field.values() {
        let number = |from: usize, to: usize| {
            let digits = date.get(from..to).filter(|part| part.bytes().all(|b| b.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u32>().ok()).unwrap_or_else(|| panic!("date {date:?}"))
        };
        number(0, 4);
        assert!((1..=12).contains(&number(5, 7)), "month of {date:?}");
        assert!((1..=31).contains(&number(8, 10)), "day of {date:?}");
        assert!(matches!(date.as_bytes().get(10), None | Some(b'T')), "what follows the day of {date:?}");
    }
}

/// Labels are spans in order, disjoint, on text: each character of the source is labelled at most once.
pub fn source_characters_are_labelled_once(document: &Document, labels: &Labels) {
    assert!(labels.is_valid(document), "labels out of order, or not on text: {labels:?}");
    let page = Page::new(document);
    let count = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let spans = labels.spans.iter();
    let labelled: usize =
        spans.map(|span| count(&document.text(span.node)[span.start as usize..span.end as usize])).sum();
    assert_eq!(count(&labels.plain_text(&page)), labelled);
}
