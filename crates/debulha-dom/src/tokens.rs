//! The classes and ids of a page as numbers.

use crate::document::{AttributeSet, Document, DocumentCharacters, NodeId, Span};
use crate::names;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A class or id that occurs in one document, in order of first use.
///
/// A class and an id of the same spelling are one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenId(pub u32);

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// Slots of the table that a page starts with, enough for half as many tokens; a power of two.
const FIRST_SLOTS: usize = 1024;

/// The tokens of all elements, and a table to look them up.
#[derive(Debug)]
pub(crate) struct ElementTokens {
    distinct: TokenSpellings,
    /// The distinct values of `class`: most elements have that of another.
    values: TokenSpellings,
    /// By value, its classes as a range of `classes`.
    ranges: Vec<(u32, u32)>,
    classes: Vec<TokenId>,
    /// By node, the value of its `class`; [`EMPTY`] without one.
    value_of: Vec<u32>,
}

impl ElementTokens {
    /// Reads the attributes of a document. O(nodes + text of `class` and `id`).
    pub(crate) fn of(doc: &Document) -> Self {
        let mut tokens = ElementTokens {
            distinct: TokenSpellings::new(),
            values: TokenSpellings::new(),
            ranges: Vec::new(),
            classes: Vec::new(),
            value_of: vec![EMPTY; doc.len()],
        };
        for node in doc.nodes() {
            if doc.attribute_set(node).intersects(AttributeSet::CLASS | AttributeSet::ID) {
                tokens.read(doc, node);
            }
        }
        tokens
    }

    fn read(&mut self, doc: &Document, node: NodeId) {
        let text = &doc.characters;
        for attribute in doc.attributes_of(node) {
            match attribute.name {
                names::CLASS => {
                    let value = self.values.intern(text, attribute.value);
                    self.value_of[node.index()] = value;
                    if value as usize == self.ranges.len() {
                        self.split(text, attribute.value);
                    }
                }
                names::ID => {
                    self.distinct.intern(text, attribute.value);
                }
                _ => {}
            }
        }
    }

    /// Reads a new value of `class`.
    fn split(&mut self, text: &DocumentCharacters, span: Span) {
        let first = self.classes.len() as u32;
        let value = text.get(span);
        for class in value.split_ascii_whitespace() {
            // The start may carry a mark; the end never does.
            let offset = (class.as_ptr().addr() - value.as_ptr().addr()) as u32;
            let end = (span.0 & !DocumentCharacters::RESOLVED) + offset + class.len() as u32;
            let class = self.distinct.intern(text, (span.0 + offset, end));
            self.classes.push(TokenId(class));
        }
        self.ranges.push((first, self.classes.len() as u32));
    }
}

/// Distinct parts of a document's characters, numbered in order of first use.
#[derive(Debug)]
struct TokenSpellings {
    known: Vec<Spelling>,
    /// Open addressing with linear probing; positions in `known`.
    slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Spelling {
    hash: u32,
    span: Span,
}

impl TokenSpellings {
    fn new() -> Self {
        TokenSpellings { known: Vec::new(), slots: vec![EMPTY; FIRST_SLOTS] }
    }

    /// The number of a part.
    fn intern(&mut self, text: &DocumentCharacters, span: Span) -> u32 {
        let part = text.get(span).as_bytes();
        let hash = hash(part);
        self.probe(text, part, hash).unwrap_or_else(|slot| {
            let number = self.known.len() as u32;
            self.known.push(Spelling { hash, span });
            self.slots[slot] = number;
            if self.known.len() * 2 > self.slots.len() {
                self.grow();
            }
            number
        })
    }

    /// The number of a part, or the slot where it would be.
    #[inline]
    fn probe(&self, text: &DocumentCharacters, part: &[u8], hash: u32) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let number = self.slots[slot];
            if number == EMPTY {
                return Err(slot);
            }
            let Spelling { hash: known, span } = self.known[number as usize];
            if known == hash && text.get(span).as_bytes() == part {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![EMPTY; mask + 1];
        for (number, spelling) in self.known.iter().enumerate() {
            let mut slot = spelling.hash as usize & mask;
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32;
        }
    }
}

/// The hash by which a spelling is looked up.
#[inline]
pub(crate) fn hash(part: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(part);
    hasher.finish() as u32
}

impl Document {
    fn tokens(&self) -> &ElementTokens {
        self.tokens.get_or_init(|| ElementTokens::of(self))
    }

    /// The token that is spelt so, if an element has it for a class or id. O(spelling), after [`Self::class_tokens`].
    pub fn find_token(&self, spelling: &str) -> Option<TokenId> {
        let part = spelling.as_bytes();
        self.tokens().distinct.probe(&self.characters, part, hash(part)).ok().map(TokenId)
    }

    /// Whether an element has a class, given with its hash. O(classes of the element).
    pub(crate) fn has_class(&self, node: NodeId, class: &str, hash: u32) -> bool {
        if !self.attribute_set(node).intersects(AttributeSet::CLASS) {
            return false;
        }
        let known = &self.tokens().distinct.known;
        self.class_tokens(node).iter().any(|token| {
            let Spelling { hash: own, span } = known[token.0 as usize];
            own == hash && self.characters.get(span) == class
        })
    }

    /// The classes of an element in source order, as often as they are given; none for other nodes.
    ///
    /// O(1), after O(nodes + text of `class` and `id`) once a document.
    ///
    /// ```
    /// use debulha_dom::{Limits, names, parse};
    ///
    /// let doc = parse("<p class='lead wide'><p class=wide>", &Limits::default()).document;
    /// let second = doc.elements_named(names::P).nth(1).expect("a paragraph");
    /// assert_eq!(doc.class_tokens(second), [doc.find_token("wide").expect("it occurs")]);
    /// ```
    pub fn class_tokens(&self, node: NodeId) -> &[TokenId] {
        let ElementTokens { classes, ranges, value_of, .. } = self.tokens();
        match ranges.get(value_of[node.index()] as usize) {
            Some(&(start, end)) => &classes[start as usize..end as usize],
            None => &[],
        }
    }

    /// How a token of this document is spelt. O(1).
    ///
    /// # Panics
    /// If the token is of another document that has more.
    ///
    /// ```
    /// use debulha_dom::{Limits, parse};
    ///
    /// let doc = parse("<p class='lead wide'>", &Limits::default()).document;
    /// let wide = doc.find_token("wide").expect("it occurs");
    /// assert_eq!(doc.token(wide), "wide");
    /// ```
    pub fn token(&self, token: TokenId) -> &str {
        self.characters.get(self.tokens().distinct.known[token.0 as usize].span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, parse};

    #[test]
    fn equal_spellings_are_one_token() {
        let count = FIRST_SLOTS as u32;
        let paragraph = |n| format!("<p class='all n{n} all' id=i{n}>");
        let html = (0..count).map(paragraph).collect::<Vec<_>>().concat();
        let doc = parse(&html, &Limits::default()).document;
        let all = doc.find_token("all").expect("a class");
        for (n, node) in doc.elements_named(names::P).enumerate() {
            let own = doc.find_token(&format!("n{n}")).expect("a class");
            assert_eq!(doc.class_tokens(node), [all, own, all]);
            assert!(doc.find_token(&format!("i{n}")).is_some_and(|id| id != own));
        }
        assert_eq!(doc.find_token("ALL"), None);
        assert_eq!(doc.find_token(""), None);
        assert_eq!(doc.class_tokens(Document::ROOT), []);
    }
}
