//! CSS selectors on a [`Document`], by the engine that browsers use.

use crate::document::{Document, NodeId, NodeKind};
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
use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// A list of CSS selectors, such as `article > p, main`.
///
/// Selectors of level 4 without pseudo-elements, states such as `:hover`, and `:has()`.
#[derive(Debug, Clone)]
pub struct Selector {
    list: SelectorList<Css>,
}

/// A text that is no selector this crate knows.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a selector: `{0}`")]
pub struct SelectorError(String);

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
        SelectorList::parse(&Grammar, &mut cssparser::Parser::new(text), ParseRelative::No)
            .map(|list| Selector { list })
            .map_err(|_| SelectorError(text.to_owned()))
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

/// Matches selectors against the elements of one document.
pub struct Matcher<'d> {
    tree: Tree<'d>,
    caches: SelectorCaches,
}

/// The document with the links that matching may need and the frozen tree does not keep.
struct Tree<'d> {
    doc: &'d Document,
    /// Previous sibling element of each node, [`NONE`] where there is none. Filled on first use.
    previous: OnceCell<Vec<u32>>,
}

const NONE: u32 = u32::MAX;

impl Tree<'_> {
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
    /// Prepares a document. Selectors with siblings take O(nodes) at first.
    pub fn new(doc: &'d Document) -> Self {
        Matcher { tree: Tree { doc, previous: OnceCell::new() }, caches: SelectorCaches::default() }
    }

    /// Whether any selector of the list matches an element.
    pub fn matches(&mut self, selector: &Selector, element: NodeId) -> bool {
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut self.caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        let element = ElementRef { tree: &self.tree, node: element };
        selector.list.slice().iter().any(|one| matches_selector(one, 0, None, element, &mut context))
    }

    /// The elements that match, in document order. O(elements) matches.
    pub fn select(&mut self, selector: &Selector) -> Vec<NodeId> {
        let doc = self.tree.doc;
        doc.nodes().filter(|&node| doc.is_element(node) && self.matches(selector, node)).collect()
    }
}

#[derive(Clone, Copy)]
struct ElementRef<'a> {
    tree: &'a Tree<'a>,
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

    fn attribute(self, spelling: &str) -> Option<&'a str> {
        let doc = self.tree.doc;
        doc.attributes(self.node).find(|&(name, _)| doc.name_str(name) == spelling).map(|(_, value)| value)
    }
}

impl Element for ElementRef<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(&self.tree.doc.columns.kind[self.node.index()])
    }

    fn parent_element(&self) -> Option<Self> {
        let parent = self.tree.doc.parent(self.node)?;
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
        self.tree.previous_element(self.node).map(|node| self.at(node))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        let doc = self.tree.doc;
        let mut next = doc.next_sibling(self.node);
        while let Some(node) = next {
            if doc.is_element(node) {
                return Some(self.at(node));
            }
            next = doc.next_sibling(node);
        }
        None
    }

    fn first_element_child(&self) -> Option<Self> {
        let doc = self.tree.doc;
        doc.children(self.node).find(|&child| doc.is_element(child)).map(|child| self.at(child))
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
        self.attribute(&name.text).is_some_and(|value| operation.eval_str(value))
    }

    fn match_non_ts_pseudo_class(&self, class: &Never, _: &mut MatchingContext<Css>) -> bool {
        match *class {}
    }

    fn match_pseudo_element(&self, element: &Never, _: &mut MatchingContext<Css>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        self.tree.doc.name(self.node) == names::A && self.tree.doc.attribute(self.node, names::HREF).is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Ident, case: CaseSensitivity) -> bool {
        let value = self.tree.doc.attribute(self.node, names::ID);
        value.is_some_and(|value| case.eq(value.as_bytes(), id.text.as_bytes()))
    }

    fn has_class(&self, name: &Ident, case: CaseSensitivity) -> bool {
        // Pages have no quirks here, so that classes differ by case.
        debug_assert_eq!(case, CaseSensitivity::CaseSensitive);
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
        doc.children(self.node).all(|child| !matches!(doc.kind(child), NodeKind::Element | NodeKind::Text))
    }

    fn is_root(&self) -> bool {
        self.tree.doc.html() == Some(self.node)
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}

/// The types of this crate for the selector engine.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Css;

impl SelectorImpl for Css {
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
    type Impl = Css;
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
