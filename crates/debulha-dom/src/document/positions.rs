//! Where nodes stand: in the source, and in the tree as XPath says it.

use super::{Document, NodeId, NodeKind};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ops::Range;

/// Stands for the steps that a shortened XPath leaves out.
const CUT: &str = "…";

/// The XPaths of one output, within a number of bytes in all: a tree can be so deep that the paths of its nodes are
/// hundreds of times the page.
#[derive(Debug)]
pub struct XPaths<'d> {
    doc: &'d Document,
    left: Cell<usize>,
}

impl<'d> XPaths<'d> {
    /// Bytes of whole paths for each byte of the page, and on any page. Paths of usual pages take a fifth of it.
    const PER_BYTE: usize = 8;
    const ON_ANY_PAGE: usize = 32 << 10;

    /// Bytes of a path that is shortened.
    const SHORT: usize = 24;

    /// The paths of a page's nodes.
    pub fn new(doc: &'d Document) -> Self {
        XPaths { doc, left: Cell::new(Self::ON_ANY_PAGE + Self::PER_BYTE * doc.source().len()) }
    }

    /// The XPath of a node ([`Document::xpath`]); once paths of eight times the page's bytes and 32 KiB were given, the end
    /// of it alone, behind `…`. O(depth).
    pub fn of(&self, node: NodeId) -> String {
        let around = std::iter::once(node).chain(self.doc.ancestors(node));
        let length = around.filter(|&step| step != Document::ROOT).map(|step| self.doc.step_len(step)).sum();
        let left = self.left.get().checked_sub(length);
        self.left.set(left.unwrap_or(0));
        if left.is_some() { self.doc.xpath(node) } else { self.doc.xpath_end(node, Self::SHORT) }
    }
}

impl Document {
    /// The bytes of the source that the node was made from, tags included.
    ///
    /// `None` for nodes that the parser implied or made once more, as when `<b>` is closed too late. An element ends
    /// with its end tag or where another tag closed it; a text node may hold further tags that came to nothing
    /// ([`Self::text_pieces`]). Content that markup moved, such as text between the rows of a table, lies outside
    /// the range of its parent.
    pub fn source_range(&self, node: NodeId) -> Option<Range<usize>> {
        let (start, end) = self.source_ranges[node.index()];
        (start < end).then_some(start as usize..end as usize)
    }

    /// The innermost node whose [`source_range`](Self::source_range) holds a byte of the source.
    ///
    /// Markup that the parser moved lies in the ranges of nodes that do not contain it, so innermost means: of the
    /// smallest range, and of nodes with the same range the last. `None` past the end of what was parsed; between
    /// the elements of the top level it is the document node. O(nodes): each call reads all ranges.
    ///
    /// ```
    /// use debulha_dom::{Limits, names, parse};
    ///
    /// let page = "<p>Keep the <b>grain</b>.";
    /// let doc = parse(page, &Limits::default()).document;
    /// let text = doc.at_byte(16).expect("inside the page");
    /// assert_eq!(doc.text(text), "grain");
    /// assert_eq!(doc.at_byte(13), doc.parent(text));
    /// ```
    pub fn at_byte(&self, offset: usize) -> Option<NodeId> {
        // Of equal ones the first in this order is taken.
        let ranges = self.nodes().rev().filter_map(|node| Some((node, self.source_range(node)?)));
        ranges
            .filter(|(_, range)| range.contains(&offset))
            .min_by_key(|(_, range)| range.len())
            .map(|(node, _)| node)
    }

    /// The runs of the source that a text node or comment was made from, in order; without delimiters.
    ///
    /// Their characters, line ends and references resolved, are the node's text. O(log multi-run nodes).
    pub fn text_pieces(&self, node: NodeId) -> impl Iterator<Item = Range<usize>> + '_ {
        let from = self.pieces.partition_point(|piece| piece.0 < node.0);
        let several = self.pieces[from..].iter().take_while(move |piece| piece.0 == node.0);
        let is_text = self.is_text(node) && self.pieces.get(from).is_none_or(|piece| piece.0 != node.0);
        let whole = is_text.then(|| self.source_ranges[node.index()]);
        whole
            .into_iter()
            .chain(several.map(|piece| (piece.1, piece.2)))
            .map(|(start, end)| start as usize..end as usize)
    }

    /// The bytes of the source of each attribute of an element, name to closing quote, in the order of
    /// [`Self::attributes`].
    pub fn attribute_ranges(&self, node: NodeId) -> impl Iterator<Item = Range<usize>> + '_ {
        self.attributes_of(node).iter().map(|a| a.range.0 as usize..a.range.1 as usize)
    }

    /// The position of the node as an absolute XPath, such as `/html[1]/body[1]/p[2]/text()[1]`.
    ///
    /// O(depth), after O(nodes) once a document.
    pub fn xpath(&self, node: NodeId) -> String {
        let mut steps: Vec<NodeId> = std::iter::once(node).chain(self.ancestors(node)).collect();
        steps.pop();
        let mut path = String::with_capacity(steps.len() * 8);
        for &step in steps.iter().rev() {
            self.push_step(&mut path, step);
        }
        if path.is_empty() { "/".to_owned() } else { path }
    }

    fn push_step(&self, path: &mut String, step: NodeId) {
        path.push('/');
        path.push_str(self.node_test(step));
        path.push('[');
        path.push_str(&self.ordinal(step).to_string());
        path.push(']');
    }

    fn ordinal(&self, node: NodeId) -> u32 {
        self.ordinals.get_or_init(|| self.count_ordinals())[node.index()]
    }

    /// Bytes of a step of an XPath.
    fn step_len(&self, step: NodeId) -> usize {
        let digits = self.ordinal(step).checked_ilog10().unwrap_or(0) as usize + 1;
        "/[]".len() + self.node_test(step).len() + digits
    }

    /// The last steps of a node's XPath behind `…`, as many as fit in a number of bytes.
    ///
    /// ```
    /// use debulha_dom::{Limits, names, parse};
    ///
    /// let doc = parse("<ul><li><p>Rye", &Limits::default()).document;
    /// let p = doc.elements_named(names::P).next().expect("a paragraph");
    /// assert_eq!(doc.xpath_end(p, 14), "…/li[1]/p[1]");
    /// assert_eq!(doc.xpath_end(p, 3), "…");
    /// ```
    pub fn xpath_end(&self, node: NodeId, bytes: usize) -> String {
        let mut left = bytes.saturating_sub(CUT.len());
        let mut steps: Vec<NodeId> = Vec::new();
        for step in std::iter::once(node).chain(self.ancestors(node)) {
            let len = self.step_len(step);
            if len > left || step == Self::ROOT {
                break;
            }
            left -= len;
            steps.push(step);
        }
        let mut path = CUT.to_owned();
        steps.iter().rev().for_each(|&step| self.push_step(&mut path, step));
        path
    }

    /// The node at a position that [`xpath`](Self::xpath) wrote; `None` where the page has none, and for other paths.
    ///
    /// O(depth + siblings on the way).
    ///
    /// ```
    /// use debulha_dom::{Limits, names, parse};
    ///
    /// let doc = parse("<p>Sow<p>Reap", &Limits::default()).document;
    /// let reap = doc.elements_named(names::P).nth(1);
    /// assert_eq!(doc.find_xpath("/html[1]/body[1]/p[2]"), reap);
    /// assert_eq!(doc.find_xpath("//p"), None);
    /// ```
    pub fn find_xpath(&self, path: &str) -> Option<NodeId> {
        let steps = path.strip_prefix('/')?;
        if steps.is_empty() {
            return Some(Self::ROOT);
        }
        steps.split('/').try_fold(Self::ROOT, |parent, step| {
            // Names may hold brackets themselves.
            let (test, ordinal) = step.strip_suffix(']')?.rsplit_once('[')?;
            let ordinal: usize = ordinal.parse().ok()?;
            self.children(parent).filter(|&child| self.node_test(child) == test).nth(ordinal.checked_sub(1)?)
        })
    }

    /// How a step of an XPath names the node.
    fn node_test(&self, node: NodeId) -> &str {
        match self.kind(node) {
            NodeKind::Element => self.name_str(self.name(node)),
            NodeKind::Comment => "comment()",
            NodeKind::Text => "text()",
            NodeKind::Doctype => "node()",
            NodeKind::Document => "",
        }
    }

    /// Position of each node among the siblings with its node test, from 1.
    fn count_ordinals(&self) -> Vec<u32> {
        let mut seen: FxHashMap<(u32, &str), u32> = FxHashMap::default();
        self.nodes()
            .map(|node| {
                let parent = self.columns.parent[node.index()];
                let count = seen.entry((parent, self.node_test(node))).or_insert(0);
                *count += 1;
                *count
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, parse};
    use proptest::prelude::*;

    #[test]
    fn paths_are_whole_until_they_are_too_many() {
        let doc = tree(&"<div>".repeat(400));
        let paths = XPaths::new(&doc);
        let all: Vec<String> = doc.nodes().map(|node| paths.of(node)).collect();
        let whole = all.iter().zip(doc.nodes()).take_while(|(path, node)| **path == doc.xpath(*node)).count();
        assert!((100..300).contains(&whole), "{whole}");
        let is_end = |path: &String| path.starts_with("…/div[1]/div[1]") && path.len() <= 24;
        assert!(all[whole..].iter().all(is_end));
        let bytes: usize = all.iter().map(String::len).sum();
        assert!(bytes <= XPaths::ON_ANY_PAGE + XPaths::PER_BYTE * doc.source().len() + 24 * doc.len());
    }

    fn tree(html: &str) -> Document {
        parse(html, &Limits::default()).document
    }

    /// The node at each byte, by name or kind.
    fn at_each_byte(doc: &Document, len: usize) -> Vec<&str> {
        (0..len).map(|at| doc.at_byte(at).map_or("none", |node| doc.node_test(node))).collect()
    }

    #[test]
    fn a_byte_is_in_the_smallest_range() {
        let mut doc = tree("<p><b>a");
        // Document, html, head, body, p, b, text.
        doc.source_ranges = vec![(0, 7), (0, 0), (0, 0), (0, 0), (0, 6), (3, 6), (6, 7)];
        let b = ["b"; 3];
        assert_eq!(at_each_byte(&doc, 8), [&["p"; 3], &b[..], &["text()", "none"]].concat());
        // The text moved out of its parent, into an element that does not contain it.
        doc.source_ranges = vec![(0, 9), (0, 0), (0, 0), (0, 0), (0, 9), (5, 6), (2, 4)];
        let expected = ["p", "p", "text()", "text()", "p", "b", "p", "p", "p"];
        assert_eq!(at_each_byte(&doc, 9), expected);
        // The ranges cross, and one is there twice.
        doc.source_ranges = vec![(0, 6), (0, 0), (0, 0), (0, 4), (2, 5), (2, 5), (0, 0)];
        assert_eq!(at_each_byte(&doc, 7), ["body", "body", "b", "b", "b", "", "none"]);
    }

    #[test]
    fn moved_markup_is_found_where_it_stands() {
        let html = "<table><tr>lost<td>x</table>";
        let doc = tree(html);
        let at = |word: &str| {
            doc.at_byte(html.find(word).expect("a word of the page")).map(|node| doc.xpath(node))
        };
        assert_eq!(at("lost").as_deref(), Some("/html[1]/body[1]/text()[1]"));
        assert_eq!(at("x").as_deref(), Some("/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]/text()[1]"));
        assert_eq!(at("<tr").as_deref(), Some("/html[1]/body[1]/table[1]/tbody[1]/tr[1]"));
        let html = "<b>1<p>2</b>3";
        let doc = tree(html);
        let at = |word: &str| {
            doc.at_byte(html.find(word).expect("a word of the page")).map(|node| doc.xpath(node))
        };
        assert_eq!(at("2").as_deref(), Some("/html[1]/body[1]/p[1]/b[1]/text()[1]"));
        assert_eq!(at("3").as_deref(), Some("/html[1]/body[1]/p[1]/text()[1]"));
    }

    #[test]
    fn only_paths_of_the_page_are_found() {
        let doc = tree("<!doctype html><!--a--><p>b<text()>c</text()><p[1]>d");
        for path in ["/", "/node()[1]", "/comment()[1]", "/html[1]", "/html[1]/body[1]/p[1]/p[1][1]"] {
            assert_eq!(doc.find_xpath(path).map(|node| doc.xpath(node)).as_deref(), Some(path));
        }
        for path in [
            "",
            "html[1]",
            "//",
            "/html",
            "/html[0]",
            "/html[2]",
            "/html[1]/",
            "/html[-1]",
            "/*[1]",
            "/html[1",
        ] {
            assert_eq!(doc.find_xpath(path), None, "{path}");
        }
    }

    proptest! {
        #[test]
        fn every_xpath_leads_back(
            parts in prop::collection::vec("</?(b|p|svg|table|tr|td|a\\[1\\]|text\\(\\)|node\\(\\)|[a-z]{1,3})>|<!--x-->|<!doctype html>|[ab]", 0..40)
        ) {
            let doc = tree(&parts.concat());
            for node in doc.nodes() {
                prop_assert_eq!(doc.find_xpath(&doc.xpath(node)), Some(node));
            }
        }
    }
}
