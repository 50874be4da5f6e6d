//! Bylines in the visible page: elements named so, and lines that begin with "by".

use crate::metadata::Candidate;
use crate::metadata::person::{after_introduction, names};
use crate::metadata::surroundings::Surroundings;
use crate::metadata::text::text_of;
use debulha_dom::{Document, NodeId, names as tag};

/// Characters of an element named as a byline; what is longer is a biography.
const MAX_BYLINE_CHARS: usize = 160;

/// Elements named as bylines that are read: a page with more is a list of teasers or comments.
const MAX_BYLINES: usize = 200;

/// Parts of class names, ids and `itemprop`s that name an author.
const NAMED: [&str; 4] = ["author", "byline", "username", "writtenby"];

/// Parts that make it something else about the author, or something about authors in general.
const NOT_NAMED: [&str; 19] = [
    "bio", "image", "img", "avatar", "photo", "social", "comment", "title", "role", "job", "desc", "about",
    "date", "time", "follow", "related", "more", "authoriz", "authorit",
];

/// Names in elements whose class, id or property says that they are the author, nearest to the heading first.
pub(super) fn of_elements(surroundings: &Surroundings<'_, '_>, site: &[String]) -> Vec<Vec<Candidate>> {
    let doc = surroundings.page.document();
    let mut found: Vec<(bool, u32, Vec<Candidate>)> = Vec::new();
    let mut end = 0;
    let elements = doc.nodes().filter(|&node| doc.is_element(node) && is_named(doc, node));
    for node in elements.take(MAX_BYLINES) {
        if node.0 < end || surroundings.is_aside(node) {
            continue;
        }
        let text = text_of(doc, node);
        if text.is_empty() || text.chars().count() > MAX_BYLINE_CHARS {
            continue;
        }
        let people = people(doc, node, &text, site);
        if people.is_empty() {
            continue;
        }
        end = doc.subtree_end(node);
        let (before, distance) = surroundings.distance(node);
        let candidates = people.into_iter().map(|name| Candidate::new(name, "element:byline")).collect();
        found.push((before, distance, candidates));
    }
    found.sort_by_key(|&(before, distance, _)| (before, distance));
    found.into_iter().map(|(_, _, candidates)| candidates).collect()
}

fn is_named(doc: &Document, node: NodeId) -> bool {
    let attributes = [tag::CLASS, tag::ID, tag::ITEMPROP];
    let mut tokens =
        attributes.iter().filter_map(|&name| doc.attribute(node, name)).flat_map(str::split_ascii_whitespace);
    !matches!(doc.name(node), tag::HTML | tag::BODY | tag::META | tag::LINK | tag::IMG)
        && tokens.any(|token| {
            let plain: String =
                token.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
            NAMED.iter().any(|part| plain.contains(part))
                && !NOT_NAMED.iter().any(|part| plain.contains(part))
        })
}

/// Links to authors inside the byline name them exactly; else its text is taken up to the first date.
fn people(doc: &Document, node: NodeId, text: &str, site: &[String]) -> Vec<String> {
    let link_texts = doc.descendants(node).filter(|&n| doc.name(n) == tag::A).map(|n| text_of(doc, n));
    let linked: Vec<String> = link_texts.flat_map(|text| names(&text, site)).collect();
    if !linked.is_empty() {
        return linked;
    }
    names(before_numbers(text), site)
}

/// Names in lines around the heading that begin with "By" or its like, nearest first.
pub(super) fn of_lines(surroundings: &Surroundings<'_, '_>, site: &[String]) -> Vec<Vec<Candidate>> {
    let mut found = Vec::new();
    for block in surroundings.near_blocks() {
        if surroundings.is_aside(surroundings.block_start(block)) {
            continue;
        }
        let text = surroundings.block_text(block);
        if text.chars().count() > MAX_BYLINE_CHARS {
            continue;
        }
        let Some(rest) = after_introduction(&text) else { continue };
        let people: Vec<String> =
            names(before_numbers(rest), site).into_iter().filter(|name| is_capitalised(name)).collect();
        if !people.is_empty() {
            found.push(people.into_iter().map(|name| Candidate::new(name, "text:byline")).collect());
        }
    }
    found
}

/// The text up to its first digit, without a preposition or label left at the end: bylines go on with a date.
fn before_numbers(text: &str) -> &str {
    const LABELS: [&str; 12] =
        [" on", " am", " le", " el", " em", " il", " op", " published", " updated", " posted", " at", " vom"];
    let mut text = &text[..text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len())];
    loop {
        let before = text;
        text = text
            .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '|' | ':' | '(' | '·' | '-'));
        for label in LABELS {
            let at = text.len().saturating_sub(label.len());
            if text.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(label)) {
                text = &text[..at];
            }
        }
        if text.len() == before.len() {
            return text;
        }
    }
}

/// Whether the first letter is a capital or of a script without capitals.
fn is_capitalised(name: &str) -> bool {
    name.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
}
