//! CSS selectors on a [`Document`], by the engine that browsers use.

use crate::document::{AttributeSet, Document, NodeId, NodeKind};
use crate::{names, tokens};
use cssparser::{ToCss, serialize_identifier, serialize_string};
use precomputed_hash::PrecomputedHash;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::{ElementSelectorFlags, matches_selector};
use selectors::parser::{Component, ParseRelative, SelectorList, SelectorParseErrorKind};
use selectors::{Element, OpaqueElement, SelectorImpl};
use std::cell::{Cell, OnceCell};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// Bytes of a selector list that is parsed at most; sheets of real pages stay below a twentieth of it for one selector.
pub const MAX_SELECTOR_BYTES: usize = 16 << 10;

/// Brackets within each other in a selector list at most, so that neither parsing nor matching recurses without end.
pub const MAX_SELECTOR_NESTING: usize = 16;

/// Simple selectors and combinators of a list at most, those within `:is()` and the like counted: matching recurses from
/// each combinator to the next.
pub const MAX_SELECTOR_SIZE: usize = 1024;

/// A list of CSS selectors, such as `article > p, main`.
///
/// Selectors of level 4 without pseudo-elements, states such as `:hover`, and `:has()`; within
/// [`MAX_SELECTOR_BYTES`], [`MAX_SELECTOR_NESTING`] and [`MAX_SELECTOR_SIZE`].
#[derive(Debug, Clone)]
pub struct Selector {
    list: SelectorList<SelectorTypes>,
    size: u32,
}

/// A text that is no selector this crate takes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SelectorError {
    /// No selector, or one of a kind that is not supported.
    #[error("not a selector: `{0}`")]
    Invalid(String),
    /// Longer, deeper or of more parts than the bounds of [`Selector`]; the start of the text.
    #[error("the selector has too many parts: `{0}…`")]
    TooLarge(String),
}

impl SelectorError {
    /// Bytes of a selector that are quoted.
    const QUOTED: usize = 60;

    fn too_large(text: &str) -> Self {
        SelectorError::TooLarge(text[..text.floor_char_boundary(Self::QUOTED)].to_owned())
    }
}

/// Brackets open at once in a text at most, whether in strings or not.
fn nesting(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = open.max(most);
    }
    most
}

/// Components of selectors with those within them. Recurses as deep as [`nesting`] lets selectors be.
fn size_of(selectors: &[selectors::parser::Selector<SelectorTypes>]) -> usize {
    let within = |component: &Component<SelectorTypes>| match component {
        Component::Negation(list) | Component::Is(list) | Component::Where(list) => size_of(list.slice()),
        _ => 0,
    };
    let of_one = |selector: &selectors::parser::Selector<SelectorTypes>| -> usize {
        selector.iter_raw_match_order().map(|component| 1 + within(component)).sum()
    };
    selectors.iter().map(of_one).sum()
}

/// What the element itself must have for a selector to match, for indexing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// This `id`.
    Id(String),
    /// This class.
    Class(String),
    /// This element name.
    Name(String),
    /// This attribute.
    Attribute(String),
    /// Nothing that could be indexed.
    Any,
}

impl Selector {
    /// Parses a selector list.
    ///
    /// # Errors
    /// When any selector of the list is invalid or beyond what is supported.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        if text.len() > MAX_SELECTOR_BYTES || nesting(text) > MAX_SELECTOR_NESTING {
            return Err(SelectorError::too_large(text));
        }
        let list = SelectorList::parse(&Grammar, &mut cssparser::Parser::new(text), ParseRelative::No)
            .map_err(|_| SelectorError::Invalid(text.to_owned()))?;
        let size = size_of(list.slice());
        if size > MAX_SELECTOR_SIZE {
            return Err(SelectorError::too_large(text));
        }
        Ok(Selector { list, size: size as u32 })
    }

    /// Simple selectors and combinators of the list, those within `:is()` and the like counted.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The highest specificity in the list, as an ordered number.
    pub fn specificity(&self) -> u32 {
        self.list.slice().iter().map(selectors::parser::Selector::specificity).max().unwrap_or(0)
    }

    /// What an element must have for the first selector of the list to match it.
    pub fn key(&self) -> Key {
        let Some(selector) = self.list.slice().first() else { return Key::Any };
        let mut key = Key::Any;
        for component in selector.iter() {
            match component {
                Component::ID(id) => return Key::Id(id.text.to_string()),
                Component::Class(class) => key = Key::Class(class.text.to_string()),
                Component::LocalName(name) if !matches!(key, Key::Class(_)) => {
                    key = Key::Name(name.lower_name.text.to_string());
                }
                Component::AttributeInNoNamespaceExists { local_name, local_name_lower }
                    if key == Key::Any && local_name == local_name_lower =>
                {
                    key = Key::Attribute(local_name.text.to_string());
                }
                // The engine makes these of names in lower case alone.
                Component::AttributeInNoNamespace { local_name, .. } if key == Key::Any => {
                    key = Key::Attribute(local_name.text.to_string());
                }
                _ => {}
            }
        }
        key
    }
}

/// Matches selectors against the elements of one document, within a number of steps.
///
/// A step is a comparison of a simple selector with an element. Going from an element to another counts as many as the
/// selector has parts, for it may be compared with all of them there; attributes and classes count more where an element
/// has many or long ones. So time is bounded whatever the selector and the tree.
///
/// In builds with debug assertions the crate `selectors` counts siblings twice and compares, and panics where the steps end in between. This
/// workspace switches its assertions off; do so, too (`[profile.dev.package.selectors] debug-assertions = false`).
pub struct Matcher<'d> {
    tree: SelectorTree<'d>,
    caches: SelectorCaches,
}

/// The document with the links that matching may need and the frozen tree does not keep.
struct SelectorTree<'d> {
    doc: &'d Document,
    /// Previous sibling element of each node, [`NONE`] where there is none. Filled on first use.
    previous: OnceCell<Vec<u32>>,
    /// Steps that may still be taken.
    left: Cell<u64>,
    /// Whether a step was refused.
    is_exhausted: Cell<bool>,
    /// Size of the selector that is matched.
    size: Cell<u32>,
}

/// Bytes of an attribute's value, and attributes or classes of an element, that are compared in a step.
const COMPARED_BYTES: usize = 32;
const COMPARED_NAMES: usize = 8;

const NONE: u32 = u32::MAX;

impl SelectorTree<'_> {
    /// Counts steps; `false` where they are used up.
    fn step(&self, steps: usize) -> bool {
        let left = self.left.get().checked_sub(steps as u64);
        self.left.set(left.unwrap_or(0));
        self.is_exhausted.set(self.is_exhausted.get() || left.is_none());
        left.is_some()
    }

    /// Counts the way to another element.
    fn go(&self) -> bool {
        self.step(self.size.get() as usize)
    }

    fn previous_element(&self, node: NodeId) -> Option<NodeId> {
        let previous = self.previous.get_or_init(|| previous_elements(self.doc))[node.index()];
        (previous != NONE).then_some(NodeId(previous))
    }
}

fn previous_elements(doc: &Document) -> Vec<u32> {
    let mut last_element = vec![NONE; doc.len()];
    let previous = doc.nodes().map(|node| {
        let Some(parent) = doc.parent(node) else { return NONE };
        let previous = last_element[parent.index()];
        if doc.is_element(node) {
            last_element[parent.index()] = node.0;
        }
        previous
    });
    previous.collect()
}

impl<'d> Matcher<'d> {
    /// Steps that a matcher takes unless told otherwise: seconds of work. A usual selector takes a few an element.
    pub const DEFAULT_STEPS: u64 = 1 << 30;

    /// Prepares a document. Selectors with siblings take O(nodes) at first.
    pub fn new(doc: &'d Document) -> Self {
        Matcher::with_steps(doc, Self::DEFAULT_STEPS)
    }

    /// The same with another number of steps.
    ///
    /// ```
    /// use debulha_dom::select::{Matcher, Selector};
    /// use debulha_dom::{Limits, names, parse};
    ///
    /// let doc = parse("<div><p>", &Limits::default()).document;
    /// let p = doc.elements_named(names::P).next().expect("a paragraph");
    /// let selector = Selector::parse("q * p").expect("a selector");
    /// let mut matcher = Matcher::with_steps(&doc, 8);
    /// assert!(!matcher.matches(&selector, p));
    /// assert!(matcher.is_exhausted());
    /// ```
    pub fn with_steps(doc: &'d Document, steps: u64) -> Self {
        let tree = SelectorTree {
            doc,
            previous: OnceCell::new(),
            left: Cell::new(steps),
            is_exhausted: Cell::new(false),
            size: Cell::new(1),
        };
        Matcher { tree, caches: SelectorCaches::default() }
    }

    /// Steps that may still be taken.
    pub fn steps_left(&self) -> u64 {
        self.tree.left.get()
    }

    /// Whether the steps were used up before an answer was found: that answer is "no", and each later one.
    pub fn is_exhausted(&self) -> bool {
        self.tree.is_exhausted.get()
    }

    /// Matches on with so many steps.
    pub fn set_steps(&mut self, steps: u64) {
        self.tree.left.set(steps);
        self.tree.is_exhausted.set(false);
    }

    /// Whether any selector of the list matches an element; `false` where the steps are used up on the way.
    pub fn matches(&mut self, selector: &Selector, element: NodeId) -> bool {
        self.tree.size.set(selector.size);
        if !self.tree.step(1) {
            return false;
        }
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut self.caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        let element = ElementRef { tree: &self.tree, node: element };
        let matched =
            selector.list.slice().iter().any(|one| matches_selector(one, 0, None, element, &mut context));
        if self.tree.is_exhausted.get() {
            // A "no" for want of steps may have become a "yes" by `:not()`, and places among siblings that are kept for
            // later may be wrong.
            self.caches = SelectorCaches::default();
            return false;
        }
        matched
    }

    /// The elements that match, in document order, as far as the steps go ([`Self::is_exhausted`]). O(elements) matches.
    pub fn select(&mut self, selector: &Selector) -> Vec<NodeId> {
        let doc = self.tree.doc;
        doc.nodes().filter(|&node| doc.is_element(node) && self.matches(selector, node)).collect()
    }
}

#[derive(Clone, Copy)]
struct ElementRef<'a> {
    tree: &'a SelectorTree<'a>,
    node: NodeId,
}

impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.node)
    }
}

impl<'a> ElementRef<'a> {
    fn at(self, node: NodeId) -> Self {
        ElementRef { node, ..self }
    }

    /// Counts a look through the element's attributes.
    fn step_by_attributes(self) -> bool {
        self.tree.step(self.tree.doc.attributes_of(self.node).len() / COMPARED_NAMES + 1)
    }

    fn attribute(self, spelling: &str) -> Option<&'a str> {
        let doc = self.tree.doc;
        if !self.step_by_attributes() {
            return None;
        }
        doc.attributes(self.node).find(|&(name, _)| doc.name_str(name) == spelling).map(|(_, value)| value)
    }
}

impl Element for ElementRef<'_> {
    type Impl = SelectorTypes;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(&self.tree.doc.columns.kind[self.node.index()])
    }

    fn parent_element(&self) -> Option<Self> {
        let parent = self.tree.doc.parent(self.node).filter(|_| self.tree.go())?;
        self.tree.doc.is_element(parent).then(|| self.at(parent))
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.tree.previous_element(self.node).filter(|_| self.tree.go()).map(|node| self.at(node))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        let doc = self.tree.doc;
        let mut next = doc.next_sibling(self.node);
        while let Some(node) = next.filter(|_| self.tree.go()) {
            if doc.is_element(node) {
                return Some(self.at(node));
            }
            next = doc.next_sibling(node);
        }
        None
    }

    fn first_element_child(&self) -> Option<Self> {
        let doc = self.tree.doc;
        let mut children = doc.children(self.node).take_while(|_| self.tree.go());
        children.find(|&child| doc.is_element(child)).map(|child| self.at(child))
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.tree.doc.namespace(self.node) == crate::Namespace::Html
    }

    fn has_local_name(&self, name: &Ident) -> bool {
        let doc = self.tree.doc;
        doc.name_str(doc.name(self.node)) == &*name.text
    }

    fn has_namespace(&self, namespace: &Ident) -> bool {
        namespace.text.is_empty()
    }

    fn is_same_type(&self, other: &Self) -> bool {
        let doc = self.tree.doc;
        doc.name(self.node) == doc.name(other.node) && doc.namespace(self.node) == doc.namespace(other.node)
    }

    fn attr_matches(
        &self,
        _: &NamespaceConstraint<&Ident>,
        name: &Ident,
        operation: &AttrSelectorOperation<&Ident>,
    ) -> bool {
        let value = self.attribute(&name.text);
        let value = value.filter(|value| self.tree.step(value.len() / COMPARED_BYTES));
        value.is_some_and(|value| operation.eval_str(value))
    }

    fn match_non_ts_pseudo_class(&self, class: &Never, _: &mut MatchingContext<SelectorTypes>) -> bool {
        match *class {}
    }

    fn match_pseudo_element(&self, element: &Never, _: &mut MatchingContext<SelectorTypes>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        let doc = self.tree.doc;
        doc.name(self.node) == names::A && doc.attribute_set(self.node).intersects(AttributeSet::HREF)
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Ident, case: CaseSensitivity) -> bool {
        let doc = self.tree.doc;
        if !doc.attribute_set(self.node).intersects(AttributeSet::ID) || !self.step_by_attributes() {
            return false;
        }
        doc.attribute(self.node, names::ID).is_some_and(|value| case.eq(value.as_bytes(), id.text.as_bytes()))
    }

    fn has_class(&self, name: &Ident, case: CaseSensitivity) -> bool {
        // Pages have no quirks here, so that classes differ by case.
        debug_assert_eq!(case, CaseSensitivity::CaseSensitive);
        if !self.tree.step(self.tree.doc.class_tokens(self.node).len() / COMPARED_NAMES + 1) {
            return false;
        }
        self.tree.doc.has_class(self.node, &name.text, name.hash)
    }

    fn has_custom_state(&self, _: &Ident) -> bool {
        false
    }

    fn imported_part(&self, _: &Ident) -> Option<Ident> {
        None
    }

    fn is_part(&self, _: &Ident) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        let doc = self.tree.doc;
        let mut children = doc.children(self.node).take_while(|_| self.tree.step(1));
        children.all(|child| !matches!(doc.kind(child), NodeKind::Element | NodeKind::Text))
    }

    fn is_root(&self) -> bool {
        let doc = self.tree.doc;
        doc.name(self.node) == names::HTML && doc.parent(self.node) == Some(Document::ROOT)
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}

/// The types of this crate for the selector engine.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SelectorTypes;

impl SelectorImpl for SelectorTypes {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Ident;
    type Identifier = Ident;
    type LocalName = Ident;
    type NamespaceUrl = Ident;
    type NamespacePrefix = Ident;
    type BorrowedNamespaceUrl = Ident;
    type BorrowedLocalName = Ident;
    type NonTSPseudoClass = Never;
    type PseudoElement = Never;
}

/// A shared spelling with its hash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Ident {
    text: Arc<str>,
    hash: u32,
}

impl From<&str> for Ident {
    fn from(text: &str) -> Self {
        Ident { text: text.into(), hash: tokens::hash(text.as_bytes()) }
    }
}

impl AsRef<str> for Ident {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl PrecomputedHash for Ident {
    fn precomputed_hash(&self) -> u32 {
        self.hash
    }
}

impl ToCss for Ident {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        if self.text.is_empty() { serialize_string("", dest) } else { serialize_identifier(&self.text, dest) }
    }
}

/// There are no states and no pseudo-elements on a page at rest.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Never {}

impl ToCss for Never {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl selectors::parser::NonTSPseudoClass for Never {
    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}

impl selectors::parser::PseudoElement for Never {}

struct Grammar;

impl selectors::parser::Parser<'_> for Grammar {
    type Impl = SelectorTypes;
    type Error = SelectorParseErrorKind;

    fn parse_is_and_where(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Limits, parse};

    fn ids(html: &str, selector: &str) -> Vec<String> {
        let doc = parse(html, &Limits::default()).document;
        let found = Matcher::new(&doc).select(&Selector::parse(selector).unwrap());
        found.iter().map(|&n| doc.attribute(n, names::ID).unwrap_or("-").to_owned()).collect()
    }

    const PAGE: &str =
        "<div id=a class='x y'><p id=b>1<p id=c lang=en-GB>2<em id=d></em></div><p id=e class=y>";

    #[test]
    fn combinators_attributes_and_positions() {
        assert_eq!(ids(PAGE, "div p"), ["b", "c"]);
        assert_eq!(ids(PAGE, ".x > p + p, p.y"), ["c", "e"]);
        assert_eq!(ids(PAGE, "[lang|=en]"), ["c"]);
        assert_eq!(ids(PAGE, "p:nth-child(2)"), ["c", "e"]);
        assert_eq!(ids(PAGE, "em:empty"), ["d"]);
        assert_eq!(ids(PAGE, "p:not(.y):is(#b, #e)"), ["b"]);
    }

    #[test]
    fn states_and_nonsense_are_errors() {
        for text in ["a:hover", "p::before", "..x", "", "div:has(p)"] {
            assert!(Selector::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_too_large_is_an_error() {
        let nested = |levels: usize| format!("{}p{}", ":is(".repeat(levels), ")".repeat(levels));
        assert!(Selector::parse(&nested(MAX_SELECTOR_NESTING)).is_ok());
        let chain = |parts: usize| vec!["p"; parts].join(">");
        assert_eq!(Selector::parse(&chain(400)).unwrap().size(), 799);
        for text in [
            nested(MAX_SELECTOR_NESTING + 1),
            nested(100_000),
            chain(MAX_SELECTOR_SIZE),
            ".a".repeat(1 << 20),
        ] {
            assert!(matches!(Selector::parse(&text), Err(SelectorError::TooLarge(_))), "{}", text.len());
        }
    }

    #[test]
    fn steps_are_counted_on_every_way() {
        let depth = 200;
        let html = format!("{}{}", "<div>".repeat(depth), "<p class=a title=b>x</p>".repeat(depth));
        let doc = parse(&html, &Limits::default()).document;
        for (text, least) in [
            ("q p", depth * depth),
            (":not(q *)", depth * depth),
            ("p:nth-last-child(7) + q", depth),
            ("q ~ p", depth * depth / 4),
            (".b, .c, .d", depth * 3),
            ("[title=c]", depth),
        ] {
            let mut matcher = Matcher::new(&doc);
            let found = matcher.select(&Selector::parse(text).unwrap());
            let steps = Matcher::DEFAULT_STEPS - matcher.steps_left();
            assert!(steps >= least as u64, "{text}: {steps} steps");
            // One step less, and the last answer is a "no" for want of steps.
            let mut matcher = Matcher::with_steps(&doc, steps - 1);
            assert!(matcher.select(&Selector::parse(text).unwrap()).len() <= found.len());
            assert!(matcher.is_exhausted(), "{text}");
        }
    }

    #[test]
    fn nested_selectors_end() {
        let mut selector = "q *".to_owned();
        for _ in 0..MAX_SELECTOR_NESTING - 1 {
            selector = format!(":is({selector}) *");
        }
        let html = format!("{}<p id=a>x", "<div>".repeat(100));
        let doc = parse(&html, &Limits::default()).document;
        let mut matcher = Matcher::with_steps(&doc, 1_000_000);
        let found = matcher.select(&Selector::parse(&format!(":not({selector})")).unwrap());
        // The upper elements have an answer; without steps there is none, and the last is no match.
        assert!(found.len() < 50);
        assert!(matcher.is_exhausted());
    }

    #[test]
    fn keys_name_what_the_element_must_have() {
        let key = |text| Selector::parse(text).unwrap().key();
        assert_eq!(key("div .menu"), Key::Class("menu".into()));
        assert_eq!(key("DIV"), Key::Name("div".into()));
        assert_eq!(key("p#x.y"), Key::Id("x".into()));
        assert_eq!(key("[hidden]"), Key::Attribute("hidden".into()));
        assert_eq!(key("p[title^=x]"), Key::Name("p".into()));
        assert_eq!(key("[viewBox]"), Key::Any);
        assert_eq!(key(":not([hidden])"), Key::Any);
    }
}
