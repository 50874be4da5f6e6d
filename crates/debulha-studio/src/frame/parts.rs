//! Where a large page is cut, so that a browser lays out a part of it at a time.

use debulha_core::features::display;
use debulha_dom::{Document, NodeId, NodeKind, names};
use std::ops::Range;

/// Bytes of a part as it is written, about. A browser shows as much within a second.
const PART_BYTES: usize = 1 << 20;

/// Bytes that are written of a node beside its text and its attributes: tags and numbers.
const NODE_BYTES: usize = 32;

/// A part without a place where a block begins is cut at this many times its size.
const MAX_TIMES: usize = 2;

/// The parts of a page, as the first node of each. Parts are of about the same size and begin with a block, unless there is none for
/// long. A small page is one part. O(nodes + attributes).
pub(crate) fn parts(doc: &Document) -> Vec<u32> {
    let all: usize = written(doc).map(|node| bytes(doc, node)).sum();
    let size = all.div_ceil(all.div_ceil(PART_BYTES).max(1));
    let mut parts = vec![first(doc)];
    let mut part = 0;
    for node in written(doc) {
        if part >= size && (is_block(doc, node) || part >= MAX_TIMES * size) {
            parts.push(node.0);
            part = 0;
        }
        part += bytes(doc, node);
    }
    parts
}

/// The nodes of a part; `None` if there is no such part.
pub(crate) fn range(doc: &Document, part: usize) -> Option<Range<u32>> {
    let parts = parts(doc);
    let start = *parts.get(part)?;
    Some(start..parts.get(part + 1).copied().unwrap_or(doc.len() as u32))
}

/// The node that the first part begins with.
fn first(doc: &Document) -> u32 {
    doc.html().unwrap_or(Document::ROOT).0 + 1
}

/// The nodes that a frame may have.
fn written(doc: &Document) -> impl Iterator<Item = NodeId> + '_ {
    let mut at = first(doc);
    std::iter::from_fn(move || {
        while at < doc.len() as u32 {
            let node = NodeId(at);
            let is_left_out = Some(node) == doc.head()
                || matches!(doc.name(node), names::SCRIPT | names::STYLE | names::TEMPLATE | names::IFRAME);
            if !is_left_out || doc.kind(node) != NodeKind::Element {
                at += 1;
                return Some(node);
            }
            at = doc.subtree_end(node);
        }
        None
    })
}

fn bytes(doc: &Document, node: NodeId) -> usize {
    match doc.kind(node) {
        NodeKind::Text => NODE_BYTES + doc.text(node).len(),
        NodeKind::Element => NODE_BYTES + doc.attributes(node).map(|(_, value)| value.len()).sum::<usize>(),
        _ => 0,
    }
}

fn is_block(doc: &Document, node: NodeId) -> bool {
    doc.is_element(node) && display::is_block(doc.name(node))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::frame;
    use super::*;
    use crate::frame::sheets::LinkedSheets;
    use debulha_dom::{Limits, parse};
    use std::fmt::Write as _;

    fn texts(frame: &str) -> Vec<u32> {
        frame
            .split("data-n=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
            .collect()
    }

    #[test]
    fn a_small_page_is_one_part() {
        let doc = parse("<p>a<p>b", &Limits::default()).document;
        assert_eq!(parts(&doc), [first(&doc)]);
        assert_eq!(range(&doc, 0), Some(first(&doc)..doc.len() as u32));
        assert_eq!(range(&doc, 1), None);
    }

    #[test]
    fn parts_have_every_text_once_inside_of_its_own_elements() {
        let mut html = "<style>p{color:red}</style><main class=m><ul>".to_owned();
        for item in 0..20_000 {
            // Writing to a string cannot fail.
            let _ = write!(html, "<li>item <b>{item}</b>");
        }
        html.push_str("</ul><table><tr><td>x</table><style>b{color:blue}</style>");
        let doc = parse(&html, &Limits::default()).document;
        let count = parts(&doc).len();
        assert!((2..6).contains(&count), "{count}");
        let frames: Vec<String> =
            (0..count).map(|part| frame(&doc, range(&doc, part).unwrap(), &LinkedSheets::new())).collect();
        let whole = frame(&doc, first(&doc)..doc.len() as u32, &LinkedSheets::new());
        assert_eq!(frames.iter().flat_map(|frame| texts(frame)).collect::<Vec<_>>(), texts(&whole));
        for frame in &frames[1..] {
            let (_, body) = frame.split_once("<body").unwrap();
            let (_, body) = body.split_once('>').unwrap();
            assert!(body.starts_with("<main data-e="), "{}", &body[..80]);
            assert!(body.contains("class=\"m\"><ul data-e="));
        }
        for frame in &frames {
            assert!(frame.contains("color:red") && frame.contains("color:blue"));
            for tag in ["main", "ul", "li"] {
                let count = |tag: String| frame.matches(&tag).count();
                assert_eq!(count(format!("<{tag} ")), count(format!("</{tag}>")), "{tag}");
            }
        }
    }

    #[test]
    fn a_part_without_blocks_is_cut_too() {
        let html = format!("<p>{}", "<b>rye</b> <i>oats</i> ".repeat(40_000));
        let doc = parse(&html, &Limits::default()).document;
        assert!(parts(&doc).len() > 1);
    }
}
