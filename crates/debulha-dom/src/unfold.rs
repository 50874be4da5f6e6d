//! Further nodes at the end of a frozen tree, for texts that a page carries outside its markup.

use crate::document::{
    AttributeEntry, AttributeSet, Document, DocumentCharacters, Namespace, NodeId, NodeKind, Span,
};
use crate::names::{self, NameId, STATIC_NAMES};
use crate::scan::Dirt;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// Bytes of characters that spans can hold beside the source.
const MAX_RESOLVED: usize = DocumentCharacters::RESOLVED as usize - 1;

/// A document that gets further elements and text as the last children of its document node.
///
/// Nodes that are there keep their ids, and every promise of [`Document`] holds for the new ones: they are in document
/// order, have an XPath, and know the bytes of the source that they were made from. Elements that are still open at
/// the end are closed. O(1) a node and O(bytes) a text.
///
/// ```
/// use debulha_dom::{Limits, Unfolding, names, parse};
///
/// let page = r#"<script>{"note": "Sow rye in autumn."}</script>"#;
/// let mut unfolding = Unfolding::of(parse(page, &Limits::default()).document);
/// unfolding.open(names::PAYLOAD, 8..38);
/// unfolding.open(names::P, 17..37);
/// unfolding.attribute(names::CLASS, "note", 9..15);
/// unfolding.text("Sow rye in autumn.", 18..36);
/// let doc = unfolding.finish();
/// let p = doc.elements_named(names::P).next().expect("the new paragraph");
/// assert_eq!(doc.xpath(p), "/PAYLOAD[1]/p[1]");
/// assert_eq!(doc.text_content(p), &page[18..36]);
/// ```
#[derive(Debug)]
pub struct Unfolding {
    document: Document,
    /// Elements of [`Self::open`] without [`Self::close`], outermost first.
    open: Vec<u32>,
    /// Ids of the names that the document alone has.
    own_names: FxHashMap<Box<str>, NameId>,
    /// Nodes before the first new one.
    old: usize,
}

impl Unfolding {
    /// Starts with a document as it is. O(names of its own).
    pub fn of(document: Document) -> Self {
        let spelt = document.extra_names.iter().enumerate();
        let own_names =
            spelt.map(|(index, name)| (name.clone(), NameId((STATIC_NAMES.len() + index) as u16))).collect();
        let old = document.len();
        Unfolding { document, open: Vec::new(), own_names, old }
    }

    /// Opens an HTML element that was made from a part of the source.
    pub fn open(&mut self, name: NameId, range: Range<usize>) {
        let id = self.push(NodeKind::Element, self.next_attribute(), range);
        self.document.columns.name[id as usize] = name;
        self.open.push(id);
    }

    /// Gives the innermost open element an attribute; only before it has contents.
    pub fn attribute(&mut self, name: NameId, value: &str, range: Range<usize>) {
        let Some(&element) = self.open.last().filter(|&&id| id as usize + 1 == self.document.len()) else {
            return;
        };
        let value = self.characters(value);
        let range = (range.start as u32, range.end as u32);
        self.document.attributes.push(AttributeEntry { name, dirt: Dirt::NONE, value, range });
        self.document.columns.span[element as usize].1 += 1;
        let set = &mut self.document.columns.attribute_set[element as usize];
        *set = *set | AttributeSet::of(name);
    }

    /// Adds characters to the innermost open element. Text beyond 2 GiB of a document is left out.
    pub fn text(&mut self, text: &str, range: Range<usize>) {
        if text.is_empty() || self.document.characters.resolved.len() + text.len() > MAX_RESOLVED {
            return;
        }
        let parent = self.open.last().copied().unwrap_or(0);
        let last = self.document.len() - 1;
        let columns = &self.document.columns;
        if last >= self.old && columns.kind[last] == NodeKind::Text && columns.parent[last] == parent {
            self.extend(last, text, range);
        } else {
            let span = self.characters(text);
            self.push(NodeKind::Text, span, range);
        }
    }

    /// Closes the innermost open element.
    pub fn close(&mut self) {
        if let Some(element) = self.open.pop() {
            self.document.columns.subtree_end[element as usize] = self.document.len() as u32;
        }
    }

    /// Adds the nodes of another document, but for its document node and doctype, to the innermost open element.
    /// `place` says where a part of its source stands in the source of this document. O(nodes + characters).
    pub fn graft(&mut self, other: &Document, place: impl Fn(Range<usize>) -> Range<usize>) {
        let outside = self.open.len();
        let placed = |range: Option<Range<usize>>| range.map_or(0..0, &place);
        // Ends of the other's elements that are open.
        let mut ends: Vec<u32> = Vec::new();
        for node in other.descendants(Document::ROOT) {
            while ends.last().is_some_and(|&end| end <= node.0) {
                ends.pop();
                self.close();
            }
            let range = placed(other.source_range(node));
            match other.kind(node) {
                NodeKind::Element => {
                    ends.push(other.subtree_end(node));
                    self.open_as(other, node, range);
                    for ((name, value), range) in other.attributes(node).zip(other.attribute_ranges(node)) {
                        let name = self.name(other.name_str(name));
                        self.attribute(name, value, place(range));
                    }
                }
                NodeKind::Text => self.text(other.text(node), range),
                NodeKind::Comment => {
                    let span = self.characters(other.text(node));
                    let id = self.push(NodeKind::Comment, span, range);
                    let runs = other.text_pieces(node).map(&place);
                    self.document.pieces.extend(runs.map(|run| (id, run.start as u32, run.end as u32)));
                }
                NodeKind::Doctype | NodeKind::Document => {}
            }
        }
        while self.open.len() > outside {
            self.close();
        }
    }

    /// The document with its new nodes.
    pub fn finish(mut self) -> Document {
        while !self.open.is_empty() {
            self.close();
        }
        let mut document = self.document;
        document.columns.subtree_end[0] = document.len() as u32;
        // What was asked before the new nodes were there.
        (document.ordinals, document.tokens) = (OnceLock::new(), OnceLock::new());
        document
    }

    fn open_as(&mut self, other: &Document, node: NodeId, range: Range<usize>) {
        let name = self.name(other.name_str(other.name(node)));
        self.open(name, range);
        if let Some(&id) = self.open.last() {
            self.document.columns.namespace[id as usize] = other.namespace(node);
        }
    }

    /// The id of a spelling in this document, given now if it has none.
    fn name(&mut self, spelling: &str) -> NameId {
        if let Some(name) = names::lookup(spelling).or_else(|| self.own_names.get(spelling).copied()) {
            return name;
        }
        let id = STATIC_NAMES.len() + self.document.extra_names.len();
        if id >= names::OVERFLOW.0 as usize {
            return names::OVERFLOW;
        }
        let name = NameId(id as u16);
        self.document.extra_names.push(spelling.into());
        self.own_names.insert(spelling.into(), name);
        name
    }

    fn next_attribute(&self) -> Span {
        (self.document.attributes.len() as u32, 0)
    }

    fn push(&mut self, kind: NodeKind, span: Span, range: Range<usize>) -> u32 {
        let id = self.document.len() as u32;
        let parent = self.open.last().copied().unwrap_or(0);
        let columns = &mut self.document.columns;
        let depth = columns.depth[parent as usize].saturating_add(1);
        columns.kind.push(kind);
        columns.namespace.push(Namespace::Html);
        columns.name.push(names::NONE);
        columns.parent.push(parent);
        columns.subtree_end.push(id + 1);
        columns.depth.push(depth);
        columns.span.push(span);
        columns.attribute_set.push(AttributeSet::NONE);
        self.document.source_ranges.push((range.start as u32, range.end as u32));
        id
    }

    /// Copies characters; none where the document has no room for them.
    fn characters(&mut self, text: &str) -> Span {
        let resolved = &mut self.document.characters.resolved;
        let start = resolved.len();
        if start + text.len() <= MAX_RESOLVED {
            resolved.push_str(text);
        }
        DocumentCharacters::resolved_since(resolved, start)
    }

    /// Lengthens a text node whose characters are the last ones: the two are one run.
    fn extend(&mut self, node: usize, text: &str, range: Range<usize>) {
        self.document.characters.resolved.push_str(text);
        self.document.columns.span[node].1 = self.document.characters.resolved.len() as u32;
        let (start, end) = self.document.source_ranges[node];
        self.document.source_ranges[node] = (start.min(range.start as u32), end.max(range.end as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Limits, parse, parse_fragment};

    const PAGE: &str = "<!doctype html><x-own a=1>Rye<p>Oats</p></x-own><script>[]</script><!--end-->";

    fn fragment(html: &str) -> Document {
        parse_fragment(html, Context { namespace: Namespace::Html, name: "div" }, &Limits::default()).document
    }

    fn unfolded(html: &str) -> Document {
        let mut unfolding = Unfolding::of(parse(PAGE, &Limits::default()).document);
        unfolding.open(names::PAYLOAD, 0..10);
        unfolding.graft(&fragment(html), |range| range.start + 10..range.end + 10);
        unfolding.finish()
    }

    /// Kind, name, text, depth and attributes of each node from some node on.
    fn outline(doc: &Document, from: usize, less: u16) -> Vec<String> {
        let of = |node| {
            let attributes: Vec<_> = doc.attributes(node).map(|(n, v)| (doc.name_str(n), v)).collect();
            let name = doc.name_str(doc.name(node));
            format!(
                "{:?} {name} {} {attributes:?} {:?}",
                doc.kind(node),
                doc.depth(node) - less,
                doc.text(node)
            )
        };
        doc.nodes().skip(from).map(of).collect()
    }

    #[test]
    fn what_was_there_stays_as_it_is() {
        let before = parse(PAGE, &Limits::default()).document;
        let after = unfolded("<p class='own'>Barley &amp; <x-new b=2>wheat</x-new>");
        assert_eq!(outline(&after, 0, 0)[..before.len()], outline(&before, 0, 0)[..]);
        for node in before.nodes().skip(1) {
            assert_eq!(after.subtree_end(node), before.subtree_end(node));
            assert_eq!(after.source_range(node), before.source_range(node));
            assert_eq!(after.parent(node), before.parent(node));
            assert_eq!(after.xpath(node), before.xpath(node));
        }
        assert_eq!(after.html(), before.html());
    }

    #[test]
    fn a_graft_is_the_other_tree() {
        for html in [
            "<p class='own a'>Barley &amp; <x-new b=2>wheat</x-new><!--c-->",
            "x<svg><foreignObject><p>y</foreignObject></svg><x-own>z",
            "",
            "<table>moved<tr><td>in</table><b><p>one</b>two",
        ] {
            let doc = unfolded(html);
            let other = fragment(html);
            let first = parse(PAGE, &Limits::default()).document.len() + 1;
            assert_eq!(outline(&doc, first, 1), outline(&other, 1, 0), "{html}");
            for node in other.descendants(Document::ROOT) {
                let grafted = NodeId(node.0 + first as u32 - 1);
                assert_eq!(doc.namespace(grafted), other.namespace(node));
                let range = other.source_range(node).map(|range| range.start + 10..range.end + 10);
                assert_eq!(doc.source_range(grafted), range);
            }
        }
    }

    #[test]
    fn each_new_node_is_found_by_its_path_and_its_subtree() {
        let doc = unfolded("<ul><li>a<li>b</ul>c<p>d");
        for node in doc.nodes() {
            assert_eq!(doc.find_xpath(&doc.xpath(node)), Some(node));
            let below = doc.nodes().filter(|&other| other != node && doc.ancestors(other).any(|a| a == node));
            assert!(below.eq(doc.descendants(node)));
        }
        let own = doc.find_name("x-own");
        assert!(own.is_some() && doc.name_str(own.unwrap_or(names::NONE)) == "x-own");
    }

    #[test]
    fn runs_of_text_are_one_node() {
        let mut unfolding = Unfolding::of(fragment("one"));
        unfolding.text("two", 1..2);
        unfolding.text("", 2..2);
        unfolding.text(" three", 2..3);
        unfolding.open(names::P, 0..3);
        unfolding.close();
        unfolding.text("four", 0..1);
        let doc = unfolding.finish();
        let texts: Vec<&str> = doc.nodes().filter(|&node| doc.is_text(node)).map(|n| doc.text(n)).collect();
        // The text that was there is not touched.
        assert_eq!(texts, ["one", "two three", "four"]);
    }

    #[test]
    fn no_page_has_the_name_of_a_payload() {
        let doc = parse("<PAYLOAD>a</PAYLOAD><payload>b<svg><PAYLOAD>", &Limits::default()).document;
        assert_eq!(doc.elements_named(names::PAYLOAD).count(), 0);
    }
}
