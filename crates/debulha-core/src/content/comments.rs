//! Readers' comments that were left out of the content, as records.

use super::build;
use super::records::{self, GroupParams, RecordKind, Value};
use crate::outcome::Labels;
use crate::page::Page;
use debulha_dom::NodeId;
use serde::Serialize;
use std::ops::Range;

/// A comment of a reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comment {
    /// Who wrote it, where the page says so.
    pub author: Option<String>,
    /// When, as the page says it.
    pub date: Option<String>,
    /// What it says, a line a text block.
    pub text: String,
    /// Comments above this one, where answers are nested; 0 for those that answer the page.
    pub depth: u32,
    /// Its first node.
    #[serde(skip)]
    pub node: NodeId,
}

/// The comments in some regions of a page ([`Labels::apart`]), in document order. A region in which no posts are told apart
/// is one comment. O(regions · the cost of [`records::find`]).
pub fn comments(page: &Page<'_>, regions: &[Range<u32>]) -> Vec<Comment> {
    regions.iter().flat_map(|region| in_region(page, region)).collect()
}

fn in_region(page: &Page<'_>, region: &Range<u32>) -> Vec<Comment> {
    let labels = Labels::from_ranges(page, [region.clone()]);
    let content = build(page, &labels);
    let groups = records::find(page, &labels, &content, &GroupParams::default());
    let mut found = Vec::new();
    for group in groups.iter().filter(|group| group.kind == RecordKind::Thread) {
        for (nth, record) in group.records.iter().enumerate() {
            let stated = |value: &Option<Value>| value.as_ref().map(|value| value.text.clone());
            found.push(Comment {
                author: stated(&record.fields.author),
                date: stated(&record.fields.date),
                text: records::text(page, &labels, group, nth),
                depth: record.depth,
                node: record.node(),
            });
        }
    }
    let text = if found.is_empty() { labels.plain_text(page) } else { String::new() };
    if !text.is_empty() {
        found.push(Comment { author: None, date: None, text, depth: 0, node: NodeId(region.start) });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn posts_have_authors_and_dates_and_the_rest_is_one_comment() {
        let post = |author: &str, text: &str| {
            format!(
                "<li class=comment><b class=author>{author}</b> <time datetime=2024-05-01>1 May</time><p>{text}</li>"
            )
        };
        let html = format!(
            "<p>Rye.<ol id=x>{}{}</ol><div id=y><p>Nobody said a thing about barley.</div>",
            post(
                "Ana",
                "Which rye stands in wet and stony ground, and does not lodge when the wind blows in July?"
            ),
            post(
                "Rui",
                "The short one of the hills, sown late and thin, stands well in any ground that is not sour."
            ),
        );
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let of = |id: &str| {
            let found = doc.nodes().find(|&node| doc.attribute(node, debulha_dom::names::ID) == Some(id));
            found.map(|node| node.0..doc.subtree_end(node)).expect("an element")
        };
        let found = comments(&page, &[of("x"), of("y")]);
        let authors: Vec<Option<&str>> = found.iter().map(|comment| comment.author.as_deref()).collect();
        assert_eq!(authors, [Some("Ana"), Some("Rui"), None]);
        assert!(found[0].text.starts_with("Which rye") && found[0].date.is_some() && found[0].depth == 0);
        assert_eq!(found[2].text, "Nobody said a thing about barley.");
    }
}
