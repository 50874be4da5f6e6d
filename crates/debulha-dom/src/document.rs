//! The frozen tree: parallel vectors in document order.

use crate::names::{self, NameId, STATIC_NAMES};
use crate::scan::{self, Dirt};
use crate::tokens::Tokens;
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::{BitOr, Range};
use std::sync::OnceLock;

/// A node of a [`Document`]: its position in document order, the document node being 0.
///
/// An ancestor has a smaller id than its descendants, and a subtree is a range of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The position as an index into per-node vectors.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum NodeKind {
    /// The root of the tree.
    Document,
    /// `<!DOCTYPE …>`.
    Doctype,
    /// An element of any namespace.
    Element,
    /// A run of character data; never empty, adjacent runs are one node.
    Text,
    /// `<!-- … -->`, and other markup that HTML has no meaning for, such as `<?xml …>`.
    Comment,
}

/// The namespace of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Namespace {
    /// HTML; also the value of nodes that are not elements.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// The document type declaration of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doctype {
    /// The name in lower case, `html` on nearly every page; may be empty.
    pub name: String,
    /// The public identifier, such as `-//W3C//DTD HTML 4.01//EN`.
    pub public_id: Option<String>,
    /// The system identifier, an address.
    pub system_id: Option<String>,
}

/// Characters and words of a text, after each run of white space is folded to one space and both ends are trimmed.
///
/// White space is [`char::is_whitespace`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextCounts {
    /// Unicode scalar values, the single spaces between words included.
    pub chars: u32,
    /// Maximal runs without white space.
    pub words: u32,
}

/// Which of the attributes that are asked for most an element has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttributeSet(u8);

impl AttributeSet {
    /// No attributes.
    pub const NONE: Self = AttributeSet(0);
    /// `class`.
    pub const CLASS: Self = AttributeSet(1);
    /// `hidden`.
    pub const HIDDEN: Self = AttributeSet(1 << 1);
    /// `href`.
    pub const HREF: Self = AttributeSet(1 << 2);
    /// `id`.
    pub const ID: Self = AttributeSet(1 << 3);
    /// `role`.
    pub const ROLE: Self = AttributeSet(1 << 4);
    /// `style`.
    pub const STYLE: Self = AttributeSet(1 << 5);
    /// Any attribute without a constant here.
    pub const OTHER: Self = AttributeSet(1 << 6);

    /// The set that an attribute falls in.
    #[inline]
    pub fn of(name: NameId) -> Self {
        let index = name.0 as usize;
        if index < SETS.len() { SETS[index] } else { Self::OTHER }
    }

    /// Whether two sets have a member in common.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The set of each name with a constant.
static SETS: [AttributeSet; STATIC_NAMES.len()] = {
    let mut sets = [AttributeSet::OTHER; STATIC_NAMES.len()];
    sets[names::CLASS.0 as usize] = AttributeSet::CLASS;
    sets[names::HIDDEN.0 as usize] = AttributeSet::HIDDEN;
    sets[names::HREF.0 as usize] = AttributeSet::HREF;
    sets[names::ID.0 as usize] = AttributeSet::ID;
    sets[names::ROLE.0 as usize] = AttributeSet::ROLE;
    sets[names::STYLE.0 as usize] = AttributeSet::STYLE;
    sets
};

impl BitOr for AttributeSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        AttributeSet(self.0 | other.0)
    }
}

/// How browsers lay the page out, by its doctype; it also says whether a table closes a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuirksMode {
    /// As the standards say.
    No,
    /// Nearly as the standards say.
    Limited,
    /// As browsers of the nineties did.
    Quirks,
}

/// Characters as a part of the source, from start to end, or of what was resolved ([`Characters::RESOLVED`]).
pub(crate) type Span = (u32, u32);

/// The characters of a document. Nearly all stand in the source as they are, and are not copied from it.
#[derive(Debug, Default)]
pub(crate) struct Characters {
    pub(crate) source: String,
    /// Text with references, line ends to normalise, or other markup in between.
    pub(crate) resolved: String,
}

impl Characters {
    /// Set in the start of a span of `resolved`. Texts are shorter than this.
    pub(crate) const RESOLVED: u32 = 1 << 31;

    #[inline]
    pub(crate) fn get(&self, (start, end): Span) -> &str {
        if start & Self::RESOLVED == 0 {
            &self.source[start as usize..end as usize]
        } else {
            &self.resolved[(start & !Self::RESOLVED) as usize..end as usize]
        }
    }

    /// The span of what has been resolved since `start`.
    pub(crate) fn resolved_since(resolved: &str, start: usize) -> Span {
        (start as u32 | Self::RESOLVED, resolved.len() as u32)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: NameId,
    /// What has to be resolved in the value as the source has it.
    pub(crate) dirt: Dirt,
    pub(crate) value: Span,
    /// Bytes of the source, name to closing quote.
    pub(crate) range: (u32, u32),
}

/// Parallel vectors with one entry a node, filled by the freezing step.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub(crate) kind: Vec<NodeKind>,
    pub(crate) namespace: Vec<Namespace>,
    pub(crate) name: Vec<NameId>,
    pub(crate) parent: Vec<u32>,
    pub(crate) subtree_end: Vec<u32>,
    pub(crate) depth: Vec<u16>,
    /// Text, comment, doctype: characters. Element: start and count of `attributes`.
    pub(crate) span: Vec<Span>,
    pub(crate) attribute_set: Vec<AttributeSet>,
}

/// An HTML page as an immutable tree, `Send` and `Sync`.
///
/// Nodes are numbered in document order ([`NodeId`]); all look-ups are O(1) unless stated. Character data and
/// attribute values are stored as the parser understood them: entities resolved, white space untouched.
#[derive(Debug)]
pub struct Document {
    pub(crate) columns: Columns,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) characters: Characters,
    pub(crate) extra_names: Vec<Box<str>>,
    /// Byte range of each node in the source; empty for nodes that the parser implied.
    pub(crate) source_ranges: Vec<(u32, u32)>,
    /// Node and byte range of each run of comments, and of text nodes that have more than one; by node.
    pub(crate) pieces: Vec<(u32, u32, u32)>,
    pub(crate) doctype: Option<Doctype>,
    pub(crate) quirks: QuirksMode,
    pub(crate) ordinals: OnceLock<Vec<u32>>,
    pub(crate) tokens: OnceLock<Tokens>,
}

impl Document {
    /// The document node.
    pub const ROOT: NodeId = NodeId(0);

    /// Number of nodes, the document node included.
    #[inline]
    pub fn len(&self) -> usize {
        self.columns.kind.len()
    }

    /// Whether the tree holds the document node alone.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.len() as u32).map(NodeId)
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.columns.kind[node.index()]
    }

    /// Whether the node is an element.
    #[inline]
    pub fn is_element(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::Element
    }

    /// Whether the node is character data.
    #[inline]
    pub fn is_text(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::Text
    }

    /// The element's name in any namespace; [`names::NONE`] for other nodes.
    #[inline]
    pub fn name(&self, node: NodeId) -> NameId {
        self.columns.name[node.index()]
    }

    /// The element's namespace.
    #[inline]
    pub fn namespace(&self, node: NodeId) -> Namespace {
        self.columns.namespace[node.index()]
    }

    /// The spelling of a name; empty for [`names::NONE`].
    pub fn name_str(&self, name: NameId) -> &str {
        match name {
            names::NONE => "",
            names::OVERFLOW => "?",
            NameId(id) => match STATIC_NAMES.get(id as usize) {
                Some(spelling) => spelling,
                None => &self.extra_names[id as usize - STATIC_NAMES.len()],
            },
        }
    }

    /// The id that a spelling has in this document, if it occurs or has a constant. O(other names of the page).
    pub fn find_name(&self, spelling: &str) -> Option<NameId> {
        names::lookup(spelling).or_else(|| {
            let index = self.extra_names.iter().position(|name| &**name == spelling)?;
            Some(NameId((STATIC_NAMES.len() + index) as u16))
        })
    }

    /// The parent; `None` for the document node.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node.0 != 0).then(|| NodeId(self.columns.parent[node.index()]))
    }

    /// The id after the last descendant: `node.0..subtree_end(node)` is the subtree, the node included.
    #[inline]
    pub fn subtree_end(&self, node: NodeId) -> u32 {
        self.columns.subtree_end[node.index()]
    }

    /// The node and its descendants in document order.
    #[inline]
    pub fn subtree(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (node.0..self.subtree_end(node)).map(NodeId)
    }

    /// The descendants in document order, the node itself excluded.
    #[inline]
    pub fn descendants(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (node.0 + 1..self.subtree_end(node)).map(NodeId)
    }

    /// Whether `node` is `ancestor` or lies below it.
    #[inline]
    pub fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor <= node && node.0 < self.subtree_end(ancestor)
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let first = node.0 + 1;
        (first < self.subtree_end(node)).then_some(NodeId(first))
    }

    /// The next sibling.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let next = self.subtree_end(node);
        let parent = self.parent(node)?;
        (next < self.subtree_end(parent)).then_some(NodeId(next))
    }

    /// The children in document order. O(1) a step.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// The parent, its parent, and so on up to the document node.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&ancestor| self.parent(ancestor))
    }

    /// The lowest node that contains both. O(depth).
    pub fn lowest_common_ancestor(&self, a: NodeId, b: NodeId) -> NodeId {
        let (first, second) = if a <= b { (a, b) } else { (b, a) };
        if self.contains(first, second) {
            return first;
        }
        self.ancestors(first).find(|&node| self.contains(node, second)).unwrap_or(Self::ROOT)
    }

    /// Levels below the document node.
    #[inline]
    pub fn depth(&self, node: NodeId) -> u16 {
        self.columns.depth[node.index()]
    }

    /// Character data of a text node or comment; empty for other nodes.
    #[inline]
    pub fn text(&self, node: NodeId) -> &str {
        if self.kind(node) == NodeKind::Element {
            return "";
        }
        self.characters.get(self.columns.span[node.index()])
    }

    /// Characters and words of a text node or comment; none for other nodes. O(text), sixteen bytes at a time.
    ///
    /// ```
    /// use debulha_dom::{Limits, names, parse};
    ///
    /// let doc = parse("<p>  rye\n and  oats ", &Limits::default()).document;
    /// let p = doc.elements_named(names::P).next().expect("a paragraph");
    /// let counts = doc.text_counts(doc.first_child(p).expect("its text"));
    /// assert_eq!((counts.chars, counts.words), ("rye and oats".len() as u32, 3));
    /// ```
    #[inline]
    pub fn text_counts(&self, node: NodeId) -> TextCounts {
        let (chars, words) = scan::measure(self.text(node));
        TextCounts { chars, words }
    }

    /// Character data of the subtree as it stands, `script` and `style` included. O(subtree).
    pub fn text_content(&self, node: NodeId) -> String {
        self.subtree(node).filter(|&n| self.is_text(n)).map(|n| self.text(n)).collect()
    }

    /// The attributes of an element in source order: name and value.
    pub fn attributes(&self, node: NodeId) -> impl Iterator<Item = (NameId, &str)> {
        self.attributes_of(node).iter().map(|a| (a.name, self.characters.get(a.value)))
    }

    #[inline]
    pub(crate) fn attributes_of(&self, node: NodeId) -> &[Attribute] {
        let (start, count) = if self.is_element(node) { self.columns.span[node.index()] } else { (0, 0) };
        &self.attributes[start as usize..(start + count) as usize]
    }

    /// Which attributes an element has, as far as an [`AttributeSet`] tells them apart; none for other nodes.
    ///
    /// ```
    /// use debulha_dom::{AttributeSet, Limits, names, parse};
    ///
    /// let doc = parse("<p class=x hidden>", &Limits::default()).document;
    /// let p = doc.elements_named(names::P).next().expect("a paragraph");
    /// assert_eq!(doc.attribute_set(p), AttributeSet::CLASS | AttributeSet::HIDDEN);
    /// ```
    #[inline]
    pub fn attribute_set(&self, node: NodeId) -> AttributeSet {
        self.columns.attribute_set[node.index()]
    }

    /// The value of an attribute. O(attributes of the element).
    #[inline]
    pub fn attribute(&self, node: NodeId, name: NameId) -> Option<&str> {
        if !self.attribute_set(node).intersects(AttributeSet::of(name)) {
            return None;
        }
        self.attributes(node).find(|&(n, _)| n == name).map(|(_, value)| value)
    }

    /// The tokens of the `class` attribute.
    pub fn classes(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.attribute(node, names::CLASS).unwrap_or_default().split_ascii_whitespace()
    }

    /// The elements with a name, in document order. O(nodes).
    pub fn elements_named(&self, name: NameId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes().filter(move |&node| self.name(node) == name)
    }

    /// The `html` element.
    pub fn html(&self) -> Option<NodeId> {
        self.children(Self::ROOT).find(|&node| self.name(node) == names::HTML)
    }

    /// The `head` element.
    pub fn head(&self) -> Option<NodeId> {
        self.children(self.html()?).find(|&node| self.name(node) == names::HEAD)
    }

    /// The `body` element; `None` on frameset pages.
    pub fn body(&self) -> Option<NodeId> {
        self.children(self.html()?).find(|&node| self.name(node) == names::BODY)
    }

    /// The doctype that counts, the first before any element.
    pub fn doctype(&self) -> Option<&Doctype> {
        self.doctype.as_ref()
    }

    /// What the doctype, or its absence, says about layout.
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks
    }

    /// The text that was parsed, as far as the limits let it be.
    pub fn source(&self) -> &str {
        &self.characters.source
    }

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
        let ordinals = self.ordinals.get_or_init(|| self.count_ordinals());
        let mut steps: Vec<NodeId> = std::iter::once(node).chain(self.ancestors(node)).collect();
        steps.pop();
        let mut path = String::with_capacity(steps.len() * 8);
        for &step in steps.iter().rev() {
            path.push('/');
            path.push_str(self.node_test(step));
            path.push('[');
            path.push_str(&ordinals[step.index()].to_string());
            path.push(']');
        }
        if path.is_empty() { "/".to_owned() } else { path }
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
