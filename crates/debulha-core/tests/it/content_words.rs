//! No labelled word is lost, doubled, glued or invented, whatever the page and the labels.

use debulha_core::content::{self, Block, BlockKind, Cell, Inline};
use debulha_core::features::display::is_block;
use debulha_core::{Labels, Page, Span};
use debulha_dom::{Document, Limits, NodeId, names, parse};
use proptest::prelude::*;

/// Elements around generated contents: block, inline, and those that the parser moves about.
const TAGS: [&str; 44] = [
    "div",
    "p",
    "section",
    "h2",
    "h3",
    "ul",
    "ol",
    "li",
    "li",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "figure",
    "figcaption",
    "table",
    "tr",
    "td",
    "th",
    "thead",
    "tbody",
    "caption",
    "pre",
    "code",
    "b",
    "i",
    "sup",
    "del",
    "a href=x",
    "a href='javascript:x'",
    "span",
    "span role=heading",
    "button",
    "details",
    "summary",
    "title",
    "table role=grid",
    "table role=presentation",
    "td rowspan=3",
    "td colspan=7",
    "th rowspan=0",
    "kbd",
    "noscript",
    "p hidden",
];

/// Words start with letters: what is left out between two of them must leave a space.
const TEXTS: [&str; 10] =
    ["a1 ", " b", "c d", "e", "\n", " ", "f\n  g", "<br>", "<hr>", "<img src=i.png alt=no>"];

fn page() -> impl Strategy<Value = String> {
    let text = proptest::sample::select(&TEXTS[..]).prop_map(str::to_owned);
    let tree = text.prop_recursive(7, 80, 5, |inner| {
        (proptest::sample::select(&TAGS[..]), proptest::collection::vec(inner, 1..6)).prop_map(
            |(tag, inner)| {
                let name = tag.split(' ').next().unwrap_or_default();
                format!("<{tag}>{}</{name}>", inner.concat())
            },
        )
    });
    proptest::collection::vec(tree, 1..6).prop_map(|parts| parts.concat())
}

/// What is kept of a text node: nothing, all, or parts that may touch.
fn spans_of(doc: &Document, node: NodeId, choice: u8) -> Vec<Span> {
    let len = doc.text(node).len() as u32;
    let span = |start, end| Span { node, start, end };
    let spans = match choice % 8 {
        0 | 1 => vec![],
        2 => vec![span(0, len / 2)],
        3 => vec![span(len / 2, len)],
        4 => vec![span(0, len / 2), span(len / 2, len)],
        _ => vec![span(0, len)],
    };
    spans.into_iter().filter(|span| span.start < span.end).collect()
}

fn labels(page: &Page<'_>, choices: &[u8]) -> Labels {
    let doc = page.document();
    let choices = choices.iter().copied().cycle();
    let spans = page.text_nodes().iter().zip(choices).flat_map(|(&node, choice)| spans_of(doc, node, choice));
    Labels { spans: spans.collect(), ..Labels::default() }
}

/// The words of the labels: runs of labelled characters, apart at the edges of boxes and where something is
/// between them that a reader sees.
fn expected_words(page: &Page<'_>, labels: &Labels) -> Vec<String> {
    let doc = page.document();
    let mut text = String::new();
    let mut open: Vec<u32> = Vec::new();
    let mut last = Document::ROOT;
    for node in doc.nodes().filter(|&node| !page.visibility().is_hidden(node)) {
        while open.pop_if(|end| *end <= node.0).is_some() {
            text.push(' ');
        }
        let is_heading =
            doc.attribute(node, names::ROLE) == Some("heading") && doc.first_child(node).is_some();
        if is_heading || is_block(doc.name(node)) || matches!(doc.name(node), names::BR | names::IMG) {
            open.push(doc.subtree_end(node));
            text.push(' ');
        }
        if doc.is_text(node) {
            let mut from = 0;
            for span in labels.spans.iter().filter(|span| span.node == node) {
                let (start, end) = (span.start as usize, span.end as usize);
                if from < start {
                    text.push(' ');
                }
                let run = &doc.text(node)[start..end];
                if text.ends_with(char::is_alphanumeric) && are_boxes_apart(doc, last, node) {
                    text.push(' ');
                }
                if !run.trim().is_empty() {
                    last = node;
                }
                text.push_str(run);
                from = end;
            }
            if from < doc.text(node).len() {
                text.push(' ');
            }
        }
    }
    sorted_words(&text)
}

/// Whether both texts lie in a link, `span` or `noscript` that the other is not in.
fn are_boxes_apart(doc: &Document, before: NodeId, after: NodeId) -> bool {
    let boxed = |text, other| {
        doc.ancestors(text).any(|around| {
            !doc.contains(around, other)
                && matches!(doc.name(around), names::A | names::SPAN | names::NOSCRIPT)
        })
    };
    let in_code = |text| {
        doc.ancestors(text).any(|around| matches!(doc.name(around), names::PRE | names::CODE | names::KBD))
    };
    boxed(before, after) && boxed(after, before) && !in_code(after)
}

fn sorted_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    words.sort_unstable();
    words
}

fn write_blocks(blocks: &[Block], out: &mut String) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading { text, .. } | BlockKind::Paragraph(text) => write_inlines(text, out),
            BlockKind::List(list) => list.items.iter().for_each(|item| write_blocks(&item.blocks, out)),
            BlockKind::Table(table) => {
                write_inlines(&table.caption, out);
                for cell in table.rows.iter().flatten() {
                    if let Cell::Origin { text, .. } = cell {
                        out.push('\n');
                        write_inlines(text, out);
                    }
                }
            }
            BlockKind::Code { text, .. } => out.push_str(text),
            BlockKind::Quote(blocks) => write_blocks(blocks, out),
            BlockKind::Figure { blocks, caption } => {
                write_blocks(blocks, out);
                write_inlines(caption, out);
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    for term in &definition.terms {
                        out.push('\n');
                        write_inlines(term, out);
                    }
                    out.push('\n');
                    definition.descriptions.iter().for_each(|blocks| write_blocks(blocks, out));
                }
            }
            BlockKind::Math(_) | BlockKind::Image(_) | BlockKind::Embed(_) | BlockKind::Rule => {}
        }
        out.push('\n');
    }
}

fn write_inlines(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Strike(inner)
            | Inline::Subscript(inner)
            | Inline::Superscript(inner)
            | Inline::Link { text: inner, .. } => write_inlines(inner, out),
            Inline::LineBreak => out.push('\n'),
            Inline::Image(_) | Inline::Embed(_) | Inline::Math(_) => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_of_the_document_are_words_of_the_labels(html in page(), choices in proptest::collection::vec(any::<u8>(), 1..40)) {
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        // Whether an image in code is a space, and whether code around a `pre` is code, are matters of taste.
        let in_any = |node, tags: &[_]| doc.ancestors(node).any(|around| tags.contains(&doc.name(around)));
        let is_heading = |node| {
            matches!(doc.name(node), names::H2 | names::H3 | names::TITLE)
                || doc.attribute(node, names::ROLE) == Some("heading")
        };
        if doc.elements_named(names::IMG).any(|img| in_any(img, &[names::PRE, names::CODE, names::KBD]))
            || doc.elements_named(names::PRE).any(|pre| in_any(pre, &[names::CODE, names::KBD]))
            // Buttons in headings and in code are no words of the document.
            || doc.elements_named(names::BUTTON).any(|button| doc.ancestors(button).any(&is_heading))
            || page.listings().iter().any(|listing| !listing.furniture.is_empty())
        {
            return Ok(());
        }
        let labels = labels(&page, &choices);
        prop_assume!(labels.is_valid(&doc));
        let content = content::build(&page, &labels);
        let mut text = String::new();
        write_blocks(&content.blocks, &mut text);
        prop_assert_eq!(sorted_words(&text), expected_words(&page, &labels), "{:?}", content);
    }
}
