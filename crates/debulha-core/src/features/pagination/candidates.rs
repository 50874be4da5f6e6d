//! The links of a page that may lead to another page of the same list or article, and what each says of itself.

use super::numbers::{NumberStep, step};
use super::words::{class_of, folded, number_in};
use super::{LinkClass, words};
use crate::page::Page;
use debulha_dom::{Document, NameId, NodeId, names};
use url::Url;

/// Links of a page that are looked at, at most: as many from its beginning as from its end, since paginators stand before
/// and after what they part (our decision).
const MOST: usize = 20_000;

/// Nodes of a link whose text is read, at most: links can hold one another in a flattened tree.
const MAX_INSIDE: usize = 64;

/// Maximum nodes around a run of numbers in which the number of the page itself is looked for: it stands in the run's
/// list, an entry or two beyond its links.
const MAX_AROUND: usize = 400;

/// Maximum nodes between two numbered links of one run: an item with wrappers and the number of the page itself.
/// Links farther apart belong to different lists.
const MAX_BETWEEN: u32 = 24;

/// A link that may be one of a paginator.
#[derive(Debug, Clone)]
pub struct PaginationCandidate {
    /// The `a` element.
    pub node: NodeId,
    /// Where it leads, without fragment; `None` where that is no address of the web.
    pub address: Option<Url>,
    /// As the page has it.
    pub href: String,
    /// Its text, in lower case, its white space folded and its end cut off.
    pub text: String,
    /// What its text says, or else its label, its title or its image.
    pub class: Option<LinkClass>,
    /// The page number that is its text.
    pub number: Option<u32>,
    /// How the number in its address differs from that of the page.
    pub step: Option<NumberStep>,
    /// The run of numbered links that it is in, by its place in [`PaginationCandidates::runs`].
    pub run: Option<usize>,
    /// Whether `rel` says `next`, and `prev`.
    pub rel: [bool; 2],
    /// Whether it is the page's own address.
    pub is_own: bool,
}

/// Bytes of a class that are looked at, at most.
const MAX_CLASS_BYTES: usize = 400;

/// Bytes of a text node that may be a number, at most.
const MAX_NUMBER_BYTES: usize = 100;

/// Classes of the current page.
const CURRENT: [&str; 6] = ["current", "active", "selected", "is-active", "is-current", "highlight"];

/// Links whose texts are growing numbers.
#[derive(Debug, Clone)]
pub struct NumberRun {
    /// The places of its first link, and of the one after its last, among the candidates.
    pub links: [usize; 2],
    /// The number of the page itself, which stands there without a link, or is marked as the current one.
    pub current: Option<u32>,
}

/// The links of a page.
#[derive(Debug, Clone, Default)]
pub struct PaginationCandidates {
    /// In the order of the page.
    pub links: Vec<PaginationCandidate>,
    /// In the order of the page.
    pub runs: Vec<NumberRun>,
    /// Addresses of `link` elements with `rel=next`, and `rel=prev`.
    pub heads: [Option<(NodeId, String, Option<Url>)>; 2],
    /// The page's own address without fragment.
    pub own: Option<Url>,
}

impl PaginationCandidates {
    /// Reads the links. O(nodes + bytes of addresses).
    pub fn of(page: &Page<'_>) -> Self {
        let doc = page.document();
        let own = page.address().cloned().map(without_fragment);
        let mut found = PaginationCandidates { own, ..PaginationCandidates::default() };
        let mut all = Vec::new();
        for node in doc.nodes() {
            let name = doc.name(node);
            if name == names::A && doc.attribute(node, names::HREF).is_some() {
                all.push(node);
            } else if name == names::LINK {
                found.read_head(page, node);
            }
        }
        if all.len() > MOST {
            all.drain(MOST / 2..all.len() - MOST / 2);
        }
        found.links = all.into_iter().filter_map(|node| found.candidate(page, node)).collect();
        found.find_runs(doc);
        found
    }

    /// Whether a link leads to another address of the same host.
    pub fn may_follow(&self, link: &PaginationCandidate) -> bool {
        self.is_other_page(link.address.as_ref(), &link.href)
    }

    pub(super) fn is_other_page(&self, address: Option<&Url>, href: &str) -> bool {
        let Some(address) = address else {
            // Relative, on a page of unknown address.
            return self.own.is_none()
                && !href.is_empty()
                && !href.starts_with('#')
                && matches!(Url::parse(href), Err(url::ParseError::RelativeUrlWithoutBase));
        };
        let Some(own) = &self.own else { return true };
        let host = |url: &Url| url.host_str().map(|host| host.trim_start_matches("www.").to_owned());
        own != address && host(own) == host(address)
    }

    fn read_head(&mut self, page: &Page<'_>, node: NodeId) {
        let doc = page.document();
        let Some(href) = doc.attribute(node, names::HREF) else { return };
        for (slot, is_there) in self.heads.iter_mut().zip(rel(doc, node)) {
            if is_there && slot.is_none() {
                *slot = Some((node, href.trim().to_owned(), resolved(page, href)));
            }
        }
    }

    fn candidate(&self, page: &Page<'_>, node: NodeId) -> Option<PaginationCandidate> {
        let doc = page.document();
        let href = doc.attribute(node, names::HREF)?.trim();
        let address = resolved(page, href);
        let text = folded(&text_of(doc, node));
        let labels = || {
            let own =
                [names::ARIA_LABEL, names::TITLE].into_iter().filter_map(|name| doc.attribute(node, name));
            let inside = doc.descendants(node).take(MAX_INSIDE).filter_map(|inside| {
                let has_label = [names::ALT, names::ARIA_LABEL, names::TITLE];
                has_label.into_iter().find_map(|name| doc.attribute(inside, name))
            });
            own.chain(inside)
                .find_map(|label| class_of(&folded(label)).filter(|class| *class != LinkClass::Page))
        };
        let class = class_of(&text).or_else(labels);
        let is_own = match (&self.own, &address) {
            (Some(own), Some(address)) => own == address,
            _ => href.is_empty() || href.starts_with('#'),
        };
        Some(PaginationCandidate {
            node,
            step: self.own.as_ref().zip(address.as_ref()).and_then(|(own, address)| step(own, address)),
            number: number_in(&text),
            class,
            text,
            address,
            href: href.to_owned(),
            run: None,
            rel: rel(doc, node),
            is_own,
        })
    }

    /// Joins numbered links that follow one another with growing numbers.
    fn find_runs(&mut self, doc: &Document) {
        let mut marks = CurrentPageMarks::new(doc);
        let mut start = 0;
        while start < self.links.len() {
            let Some(mut last) = self.links[start].number else {
                start += 1;
                continue;
            };
            let mut end = start + 1;
            while let Some(link) = self.links.get(end)
                && let Some(number) = link.number
                && number > last
                && is_close(doc, self.links[end - 1].node, link.node)
                && link.node.0 - doc.subtree_end(self.links[end - 1].node).min(link.node.0) <= MAX_BETWEEN
            {
                last = number;
                end += 1;
            }
            let run = self.runs.len();
            self.links[start..end].iter_mut().for_each(|link| link.run = Some(run));
            let current = self.current_of(&mut marks, start, end);
            self.runs.push(NumberRun { links: [start, end], current });
            start = end;
        }
    }

    /// The page's own number in a run: that of a link that is marked or leads to the page itself, or a number without a link
    /// between or beside the links.
    fn current_of(&self, marks: &mut CurrentPageMarks<'_>, start: usize, end: usize) -> Option<u32> {
        let (doc, links) = (marks.doc, &self.links[start..end]);
        let leads_here =
            |link: &PaginationCandidate| link.is_own && !link.href.is_empty() && self.own.is_some();
        if let Some(current) = links.iter().find(|link| leads_here(link) || marks.marks(link.node)) {
            return current.number;
        }
        let (first, last) = (links[0].node, links[links.len() - 1].node);
        let around = doc.lowest_common_ancestor(first, last);
        let parent = |node| doc.parent(node).filter(|&up| doc.name(up) != names::BODY);
        // One link, or links that are each in an element: the container is further up.
        let around = if around == first { parent(around).unwrap_or(around) } else { around };
        let around = if links.len() == 1 { parent(around).unwrap_or(around) } else { around };
        let mut nodes = doc.descendants(around);
        let mut seen = 0;
        let mut skip = 0;
        while let Some(node) = nodes.next().filter(|_| seen < MAX_AROUND) {
            seen += 1;
            if node.0 < skip {
                continue;
            }
            if doc.name(node) == names::A && doc.attribute(node, names::HREF).is_some() {
                skip = doc.subtree_end(node);
            } else if doc.is_text(node)
                && doc.text(node).len() <= MAX_NUMBER_BYTES
                && let Some(number) = number_in(&folded(doc.text(node)))
                && !links.iter().any(|link| link.number == Some(number))
                && links.iter().any(|link| link.number.is_some_and(|own| own.abs_diff(number) == 1))
            {
                return Some(number);
            }
        }
        None
    }
}

/// Tells elements that are marked as the current page.
struct CurrentPageMarks<'d> {
    doc: &'d Document,
    aria_current: Option<NameId>,
    /// The last parent that was asked for: links of a run share it.
    last: Option<(NodeId, bool)>,
}

impl<'d> CurrentPageMarks<'d> {
    fn new(doc: &'d Document) -> Self {
        CurrentPageMarks { doc, aria_current: doc.find_name("aria-current"), last: None }
    }

    /// Whether a link or the element around it is marked.
    fn marks(&mut self, node: NodeId) -> bool {
        if self.is_marked(node) {
            return true;
        }
        let Some(up) = self.doc.parent(node).filter(|&up| self.doc.name(up) != names::BODY) else {
            return false;
        };
        match self.last {
            Some((last, is_marked)) if last == up => is_marked,
            _ => {
                let is_marked = self.is_marked(up);
                self.last = Some((up, is_marked));
                is_marked
            }
        }
    }

    fn is_marked(&self, node: NodeId) -> bool {
        let classes = self.doc.attribute(node, names::CLASS).unwrap_or_default();
        let classes = &classes[..classes.floor_char_boundary(MAX_CLASS_BYTES)];
        let by_class = classes
            .split_ascii_whitespace()
            .any(|class| CURRENT.iter().any(|current| class.eq_ignore_ascii_case(current)));
        let aria = self.aria_current.and_then(|name| self.doc.attribute(node, name));
        by_class || aria.is_some_and(|value| matches!(value.trim(), "page" | "true" | "step"))
    }
}

/// Whether `rel` says `next`, and `prev`.
fn rel(doc: &Document, node: NodeId) -> [bool; 2] {
    let rels = doc.attribute(node, names::REL).unwrap_or_default();
    let has = |words: &[&str]| {
        rels.split_ascii_whitespace().any(|rel| words.iter().any(|word| rel.eq_ignore_ascii_case(word)))
    };
    [has(&["next"]), has(&["prev", "previous"])]
}

/// Whether two links stand in one element, or each in an element of one element.
pub(super) fn is_close(doc: &Document, one: NodeId, other: NodeId) -> bool {
    let up = |node| doc.parent(node).map(|parent| (parent, doc.parent(parent)));
    match (up(one), up(other)) {
        (Some((parent, above)), Some((other_parent, other_above))) => {
            parent == other_parent
                || above == other_above
                || above == Some(other_parent)
                || Some(parent) == other_above
        }
        _ => false,
    }
}

/// The text of a link, of its first nodes.
fn text_of(doc: &Document, node: NodeId) -> String {
    let mut text = String::new();
    for inside in doc.descendants(node).take(MAX_INSIDE).filter(|&inside| doc.is_text(inside)) {
        let piece = doc.text(inside);
        // Some more than is kept, since white space goes.
        let end = piece.char_indices().nth(4 * words::MAX_CHARS).map_or(piece.len(), |(at, _)| at);
        text.push_str(&piece[..end]);
        if text.len() > 16 * words::MAX_CHARS {
            break;
        }
    }
    text
}

/// Where an address of the page leads, without fragment; `None` where that is not of the web or not known.
fn resolved(page: &Page<'_>, href: &str) -> Option<Url> {
    let url = match page.base_address() {
        Some(base) => base.join(href.trim()).ok()?,
        None => Url::parse(href.trim()).ok()?,
    };
    matches!(url.scheme(), "http" | "https").then(|| without_fragment(url))
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    url
}

impl PaginationCandidate {
    /// Its address, or what the page has in its place.
    pub fn place(&self) -> &str {
        self.address.as_ref().map_or(&self.href, |address| address.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn on_page<T>(html: &str, of: impl Fn(&PaginationCandidates) -> T) -> T {
        let doc = parse(html, &Limits::default()).document;
        of(&PaginationCandidates::of(&Page::new(&doc)))
    }

    #[test]
    fn links_and_runs_are_bounded() {
        let (first, third) = ("<a href='?p=1'>1</a>", "<a href='?p=3'>3</a>");
        for (more, is_near) in [(0, true), (1, false)] {
            assert_eq!(on_page(&first.repeat(MOST + more), |found| found.links.len()), MOST, "{more}");
            let between = "<i></i>".repeat(MAX_BETWEEN as usize + more);
            let html = format!("<p>{first}{between}{third}");
            assert_eq!(on_page(&html, |found| found.runs.len() == 1), is_near, "{more} between");
            let current = |html: &str| on_page(html, |found| found.runs[0].current);
            let number = format!("{}2", " ".repeat(MAX_NUMBER_BYTES - 1 + more));
            let html = format!("<p>{first}<b>{number}</b>{third}");
            assert_eq!(current(&html) == Some(2), is_near, "{more} bytes");
            // The links, their texts and the number are nodes, too.
            let before = "<i></i>".repeat(MAX_AROUND - 5 + more);
            let html = format!("<p>{first}{third}{before}2");
            assert_eq!(current(&html) == Some(2), is_near, "{more} around");
        }
    }
}
