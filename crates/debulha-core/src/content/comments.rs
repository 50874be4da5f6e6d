//! Readers' comments that were left out of the content, as records.

use super::records::{Record, Value, of_posts, text};
use crate::outcome::{Apart, Labels};
use crate::page::Page;
use debulha_dom::NodeId;
use serde::Serialize;

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

/// The comments in some regions of a page ([`Labels::apart`]), in document order. A region whose posts say nothing of when
/// they were written is one comment. O(regions · nodes of the page).
pub fn comments(page: &Page<'_>, regions: &[Apart]) -> Vec<Comment> {
    regions.iter().flat_map(|region| in_region(page, region)).collect()
}

fn in_region(page: &Page<'_>, region: &Apart) -> Vec<Comment> {
    let labels = Labels::from_ranges(page, [region.nodes.clone()]);
    let group = of_posts(page, &region.nodes, &region.posts);
    let stated = |value: &Option<Value>| value.as_ref().map(|value| value.text.clone());
    let comment = |(nth, record): (usize, &Record)| Comment {
        author: stated(&record.fields.author),
        date: stated(&record.fields.date),
        text: text(page, &labels, &group, nth),
        depth: record.depth,
        node: record.node(),
    };
    if !group.records.is_empty() {
        return group.records.iter().enumerate().map(comment).collect();
    }
    let text = labels.plain_text(page);
    let node = NodeId(region.nodes.start);
    if text.is_empty() {
        Vec::new()
    } else {
        vec![Comment { author: None, date: None, text, depth: 0, node }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    #[test]
    fn posts_have_authors_and_dates_and_the_rest_is_one_comment() {
        let post = |author: &str, text: &str| {
            format!(
                "<li class=comment><b class=author>{author}</b> <time datetime=2024-05-01>1 May</time><p>{text}</li>"
            )
        };
        let html = format!(
            "<p>Rye.<ol id=x>{}{}</ol><div id=y><p>Nobody said a thing about barley.</div>",
            post("Ana", "Which rye?"),
            post("Rui", &format!("The short one.<ol>{}</ol>", post("Eva", "Why?"))),
        );
        let doc = parse(&html, &Limits::default()).document;
        let page = Page::new(&doc);
        let of = |id: &str| {
            let found = doc.nodes().find(|&node| doc.attribute(node, names::ID) == Some(id));
            let nodes = found.map(|node| node.0..doc.subtree_end(node)).expect("an element");
            let posts = doc.elements_named(names::TIME).filter(|time| nodes.contains(&time.0)).collect();
            Apart { nodes, posts }
        };
        let found = comments(&page, &[of("x"), of("y")]);
        let told: Vec<(Option<&str>, &str, u32)> = found
            .iter()
            .map(|comment| (comment.author.as_deref(), comment.text.as_str(), comment.depth))
            .collect();
        assert_eq!(
            told,
            [
                (Some("Ana"), "Which rye?", 0),
                (Some("Rui"), "The short one.", 0),
                (Some("Eva"), "Why?", 1),
                (None, "Nobody said a thing about barley.", 0)
            ]
        );
        assert!(found[..3].iter().all(|comment| comment.date.is_some()));
    }
}
