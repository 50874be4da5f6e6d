//! The frozen tree: parallel vectors in document order.

mod positions;

pub use positions::XPaths;

use crate::names::{self, NameId, STATIC_NAMES};
use crate::scan::{self, Dirt};
use crate::tokens::ElementTokens;
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::BitOr;
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

/// Which of the attributes that are requested most an element has.
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

/// Characters as a part of the source, from start to end, or of what was resolved ([`DocumentCharacters::RESOLVED`]).
pub(crate) type Span = (u32, u32);

/// The characters of a document. Nearly all stand in the source as they are, and are not copied from it.
#[derive(Debug, Default)]
pub(crate) struct DocumentCharacters {
    pub(crate) source: String,
    /// Text with references, line ends to normalise, or other markup in between.
    pub(crate) resolved: String,
}

impl DocumentCharacters {
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
pub(crate) struct AttributeEntry {
    pub(crate) name: NameId,
    /// What has to be resolved in the value as the source has it.
    pub(crate) dirt: Dirt,
    pub(crate) value: Span,
    /// Bytes of the source, name to closing quote.
    pub(crate) range: (u32, u32),
}

/// Parallel vectors with one entry a node, filled by the freezing step.
#[derive(Debug, Default)]
pub(crate) struct NodeColumns {
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
    pub(crate) columns: NodeColumns,
    pub(crate) attributes: Vec<AttributeEntry>,
    pub(crate) characters: DocumentCharacters,
    pub(crate) extra_names: Vec<Box<str>>,
    /// Byte range of each node in the source; empty for nodes that the parser implied.
    pub(crate) source_ranges: Vec<(u32, u32)>,
    /// Node and byte range of each run of comments, and of text nodes that have more than one; by node.
    pub(crate) pieces: Vec<(u32, u32, u32)>,
    pub(crate) doctype: Option<Doctype>,
    pub(crate) quirks: QuirksMode,
    pub(crate) ordinals: OnceLock<Vec<u32>>,
    pub(crate) tokens: OnceLock<ElementTokens>,
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

    /// The names without a constant, by spelling. O(names of the page).
    pub(crate) fn other_names(&self) -> FxHashMap<&str, NameId> {
        let ids = (STATIC_NAMES.len()..).map(|id| NameId(id as u16));
        self.extra_names.iter().map(|name| &**name).zip(ids).collect()
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
    pub(crate) fn attributes_of(&self, node: NodeId) -> &[AttributeEntry] {
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
        let found = self.attributes_of(node).iter().find(|attribute| attribute.name == name)?;
        Some(self.characters.get(found.value))
    }

    /// Whether an element has an attribute of one of some names. O(attributes of the element · names).
    #[inline]
    pub fn has_attribute(&self, node: NodeId, names: &[NameId]) -> bool {
        self.attributes_of(node).iter().any(|attribute| names.contains(&attribute.name))
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
}
