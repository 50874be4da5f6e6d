//! Golden pages: what each extractor labels on each, and the Markdown of the default one.
//!
//! The snapshots show the decision on every text node, so that a change shows where it comes from. Review with
//! `cargo insta review`; renew with `INSTA_UPDATE=always cargo test -p debulha-core --test it snapshots`.

use crate::common::pages::{Golden, golden_pages, root};
use crate::common::{label, page_level_extractors};
use debulha_core::outcome::Span;
use debulha_core::write::{Format, WriteOptions, Written, render};
use debulha_core::{Labels, Page, PageOptions, ParamMap, content};
use debulha_dom::decode::decode;
use debulha_dom::{Document, NodeId};
use debulha_systems::extractors::build;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

/// Characters of a text that its line shows.
const SHOWN_CHARS: usize = 60;

/// The path of elements to a node, without `html`.
fn path(document: &Document, node: NodeId) -> String {
    let mut names: Vec<&str> =
        document.ancestors(node).map(|ancestor| document.name_str(document.name(ancestor))).collect();
    names.retain(|name| !name.is_empty() && *name != "html");
    names.reverse();
    names.join(">")
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How often each run of letters and digits occurs.
fn bag(text: &str) -> BTreeMap<&str, usize> {
    let mut bag = BTreeMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *bag.entry(word).or_insert(0) += 1;
    }
    bag
}

/// Words of two texts, and those that they share, with their counts: shared, first, second.
fn overlap(first: &str, second: &str) -> (usize, usize, usize) {
    let (first, second) = (bag(first), bag(second));
    let shared = first.iter().map(|(word, &count)| count.min(second.get(word).copied().unwrap_or(0))).sum();
    (shared, first.values().sum(), second.values().sum())
}

/// `+` kept, `-` dropped, `~` kept in part; then the path, the start of the text, and the score if there is one.
fn outline(golden: &Golden, page: &Page<'_>, labels: &Labels) -> String {
    let document = page.document();
    let (kept, expected, labelled) = overlap(&golden.expected, &labels.plain_text(page));
    let mut out =
        format!("expected words kept: {kept} of {expected}; further words: {}\n\n", labelled - kept);
    let mut spans: BTreeMap<NodeId, Vec<(Span, Option<f32>)>> = BTreeMap::new();
    for (index, &span) in labels.spans.iter().enumerate() {
        let score = labels.scores.as_ref().map(|scores| scores[index]);
        spans.entry(span.node).or_default().push((span, score));
    }
    let nodes: BTreeSet<NodeId> = page.text_nodes().iter().chain(spans.keys()).copied().collect();
    for node in nodes {
        let text = document.text(node);
        let spans = spans.get(&node).map_or(&[][..], Vec::as_slice);
        let length: u32 = spans.iter().map(|(span, _)| span.end - span.start).sum();
        // White space at the ends of a node is no text that a system could have missed.
        let mark = match length as usize {
            0 => '-',
            kept if kept >= text.trim().len() => '+',
            _ => '~',
        };
        let shown: String = folded(text).chars().take(SHOWN_CHARS).collect();
        write!(out, "{mark} {}  {shown}", path(document, node)).unwrap();
        if let Some(score) = spans.first().and_then(|&(_, score)| score) {
            write!(out, "  ({score:.2})").unwrap();
        }
        out.push('\n');
    }
    for &node in &labels.omitted {
        writeln!(out, "omitted {}>{}", path(document, node), document.name_str(document.name(node))).unwrap();
    }
    out
}

fn assert_snapshot(golden: &Golden, name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => format!("snapshots/{}", golden.slug),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn labels_on_golden_pages() {
    let extractors = page_level_extractors();
    for golden in golden_pages() {
        let document = golden.document();
        let page = Page::new(&document);
        for extractor in &extractors {
            let labels = label(&**extractor, &page);
            assert_snapshot(&golden, extractor.info().id, &outline(&golden, &page, &labels));
        }
    }
}

/// The Markdown of a page by a system with its defaults, with links and images.
fn markdown(golden: &Golden, id: &str) -> String {
    let options = WriteOptions { links: true, images: true, ..WriteOptions::default() };
    let extractor = build(id, &ParamMap::new()).unwrap();
    let document = golden.document();
    let page = Page::with_options(&document, Some(&golden.origin.url), PageOptions::default());
    let content = content::build(&page, &label(&*extractor, &page));
    let written = Written {
        document: &document,
        byte_map: None,
        content: &content,
        metadata: None,
        records: None,
        comments: &[],
        url: page.url(),
        extractor: id,
        agreement: None,
        verdict: None,
        warnings: &[],
    };
    render(Format::Markdown, &written, &options)
}

/// Of the default system.
#[test]
fn markdown_of_golden_pages() {
    for golden in golden_pages() {
        assert_snapshot(&golden, "markdown", &markdown(&golden, "debulha"));
    }
}

/// Of several systems by vote, whose content differs most from the default one's.
#[test]
fn markdown_by_vote_of_golden_pages() {
    for golden in golden_pages() {
        assert_snapshot(&golden, "vote_markdown", &markdown(&golden, "vote"));
    }
}

#[test]
fn no_snapshot_is_left_of_what_is_gone() {
    let mut names: BTreeSet<&str> =
        page_level_extractors().iter().map(|extractor| extractor.info().id).collect();
    names.extend(["markdown", "vote_markdown"]);
    let pages: BTreeSet<String> = golden_pages().into_iter().map(|golden| golden.slug).collect();
    for folder in fs::read_dir(root().join("crates/debulha-systems/tests/it/snapshots")).unwrap() {
        let folder = folder.unwrap().path();
        let slug = folder.file_name().unwrap().to_string_lossy().into_owned();
        assert!(pages.contains(&slug), "no golden page is called {slug}");
        for file in fs::read_dir(&folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let id = name.split('.').next().unwrap();
            assert!(names.contains(id), "{slug}/{name} belongs to no extractor");
        }
    }
}

#[test]
fn golden_pages_are_what_they_say() {
    for golden in golden_pages() {
        let origin = &golden.origin;
        let decoded = decode(&golden.bytes, origin.charset.as_deref());
        assert_eq!(decoded.encoding, origin.encoding, "encoding of {}", golden.slug);
        assert!(!decoded.had_errors, "{} is not well-formed {}", golden.slug, origin.encoding);
        assert!(!origin.about.is_empty() && !origin.author.is_empty());
        assert_eq!(origin.licence, "CC0-1.0", "{}", golden.slug);
        let document = golden.document();
        let page = Page::new(&document);
        let whole = Labels::from_text_nodes(&document, page.text_nodes().iter().copied()).plain_text(&page);
        let (expected, whole) = (bag(&golden.expected), bag(&whole));
        assert!(!expected.is_empty(), "{} expects nothing", golden.slug);
        for (word, count) in expected {
            let there = whole.get(word).copied().unwrap_or(0);
            assert!(there >= count, "{}: {count} times {word:?} expected, {there} on the page", golden.slug);
        }
    }
}
