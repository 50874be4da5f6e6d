//! Inserting text and nodes, and what tags say.

use super::stack::Open;
use super::{Mode, Next, TreeBuilder, sets};
use crate::arena::{NIL, Place};
use crate::document::{Attribute, Namespace, NodeKind};
use crate::names::{self, NameId};
use crate::resolve::{self, Nul};
use crate::tokenizer::{Content, Run, Token, TokenKind, VALUE};
use std::borrow::Cow;

impl<'s> TreeBuilder<'s> {
    /// The source of a run.
    pub(super) fn characters(&self, run: Run) -> &'s str {
        &self.tokenizer.source()[run.start as usize..run.end as usize]
    }

    /// Takes white space off the start of text; `None` where there is none.
    pub(super) fn take_space(&self, token: &mut Token) -> Option<Run> {
        let run = token.run;
        let len = resolve::leading_space(self.characters(run), run.rules) as u32;
        token.run.start += len;
        (len > 0).then_some(Run { end: run.start + len, ..run })
    }

    /// Drops white space at the start of text; whether characters are left.
    pub(super) fn skip_space(&self, token: &mut Token) -> bool {
        self.take_space(token);
        !token.run.is_empty()
    }

    /// Inserts white space at the start of text; whether characters are left.
    pub(super) fn insert_leading_space(&mut self, token: &mut Token) -> bool {
        if let Some(space) = self.take_space(token) {
            self.insert_text(space);
        }
        !token.run.is_empty()
    }

    /// Drops the first character of text.
    pub(super) fn skip_character(&self, token: &mut Token) {
        token.run.start += resolve::first_character(self.characters(token.run), token.run.rules) as u32;
    }

    /// Whether text has a character that is neither white space nor NUL.
    pub(super) fn has_words(&self, run: Run) -> bool {
        let mut rest = run;
        while !rest.is_empty() {
            let characters = self.characters(rest);
            match resolve::leading_space(characters, rest.rules) {
                0 if characters.starts_with('\0') && rest.rules.nul != Nul::Replace => rest.start += 1,
                0 => return true,
                len => rest.start += len as u32,
            }
        }
        false
    }

    /// Text in the rules for body: NULs of data are dropped. `None` where nothing is left.
    pub(super) fn without_nul(&self, mut run: Run) -> Option<Run> {
        if run.dirt.nul() && run.rules.nul == Nul::Keep {
            if self.characters(run).bytes().all(|byte| byte == 0) {
                return None;
            }
            run.rules.nul = Nul::Drop;
        }
        Some(run)
    }

    pub(super) fn insert_text(&mut self, run: Run) {
        if let Some(place) = self.place() {
            self.arena.insert_text(place, run);
        }
    }

    /// The [appropriate place for inserting a node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node).
    #[inline]
    pub(super) fn place(&self) -> Option<Place> {
        self.stack.current().map(|current| self.place_in(current))
    }

    #[inline]
    pub(super) fn place_in(&self, target: &Open) -> Place {
        if self.foster_parenting && target.flags & sets::FOSTERS != 0 {
            self.foster_place()
        } else {
            Place::LastChildOf(target.node)
        }
    }

    /// Before the last table, or where it would be.
    pub(super) fn foster_place(&self) -> Place {
        let node = |position: usize| self.stack.get(position).map_or(0, |open| open.node);
        let table = self.stack.last(names::TABLE);
        match (self.stack.last(names::TEMPLATE), table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                Place::LastChildOf(node(template))
            }
            (_, Some(table)) if self.arena.node(node(table)).parent != NIL => Place::Before(node(table)),
            (_, Some(table)) => Place::LastChildOf(node(table.saturating_sub(1))),
            _ => Place::LastChildOf(node(0)),
        }
    }

    /// An element for a start tag, nowhere yet.
    pub(super) fn create_for(&mut self, token: &Token, namespace: Namespace, name: NameId) -> u32 {
        let attributes = match token.kind {
            TokenKind::StartTag => {
                self.attributes_taken = true;
                (token.attributes, self.tokenizer.attributes.len() as u32 - token.attributes)
            }
            _ => (0, 0),
        };
        self.arena.create_element(name, namespace, attributes, (token.start, token.end))
    }

    /// [Inserts an HTML element](https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element) for a
    /// tag.
    #[inline]
    pub(super) fn insert(&mut self, token: &Token) -> u32 {
        let node = self.insert_void(token, token.name);
        self.push(node, token.name, token.name, Namespace::Html);
        node
    }

    /// Inserts an element that is closed at once.
    #[inline]
    pub(super) fn insert_void(&mut self, token: &Token, name: NameId) -> u32 {
        let node = self.create_for(token, Namespace::Html, name);
        if let Some(place) = self.place() {
            self.arena.attach(place, node);
        }
        node
    }

    /// Inserts an element that no tag stands for.
    pub(super) fn insert_implied(&mut self, name: NameId, attributes: (u32, u32)) -> u32 {
        let node = self.arena.create_element(name, Namespace::Html, attributes, (NIL, NIL));
        if let Some(place) = self.place() {
            self.arena.attach(place, node);
        }
        self.push(node, name, name, Namespace::Html);
        node
    }

    /// Inserts an element of raw text or RCDATA, and has its contents read as such.
    pub(super) fn insert_raw(&mut self, token: &Token, content: Content) -> Next {
        self.insert(token);
        self.tokenizer.set_content(content, token.name);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Next::Done
    }

    pub(super) fn insert_comment(&mut self, token: &Token) -> Next {
        if let Some(place) = self.place() {
            self.insert_comment_at(token, place);
        }
        Next::Done
    }

    pub(super) fn insert_comment_at(&mut self, token: &Token, place: Place) -> Next {
        let node = self.arena.create_text(NodeKind::Comment, token.run, (token.start, token.end));
        self.arena.attach(place, node);
        Next::Done
    }

    /// Gives an element those attributes of a tag that it has not. O(attributes).
    pub(super) fn add_missing_attributes(&mut self, node: u32, token: &Token) {
        if self.arena.node(node).kind != NodeKind::Element {
            return;
        }
        let limit = self.tokenizer.max_attributes() as usize;
        let attributes = &mut self.tokenizer.attributes;
        let (start, count) = self.arena.node(node).span;
        let old = start as usize..(start + count) as usize;
        let new = token.attributes as usize..attributes.len();
        let room = limit.saturating_sub(old.len());
        let known: rustc_hash::FxHashSet<NameId> = attributes[old.clone()].iter().map(|a| a.name).collect();
        let mut missing: Vec<Attribute> =
            attributes[new].iter().filter(|a| !known.contains(&a.name)).copied().collect();
        if missing.is_empty() || room == 0 {
            return;
        }
        missing.truncate(room);
        // The element's attributes stay one run: the old ones are repeated before the new.
        let moved = attributes.len() as u32;
        attributes.extend_from_within(old);
        attributes.extend_from_slice(&missing);
        self.arena.node_mut(node).span = (moved, count + missing.len() as u32);
        self.attributes_taken = true;
    }

    /// The value of an attribute of the tag in hand or of an element.
    pub(super) fn value(&self, attributes: (u32, u32), name: NameId) -> Option<Cow<'s, str>> {
        let range = attributes.0 as usize..(attributes.0 + attributes.1) as usize;
        let attribute = self.tokenizer.attributes[range].iter().find(|a| a.name == name)?;
        Some(self.value_of(attribute))
    }

    pub(super) fn value_of(&self, attribute: &Attribute) -> Cow<'s, str> {
        let source = &self.tokenizer.source()[attribute.value.0 as usize..attribute.value.1 as usize];
        if attribute.dirt.is_clean() {
            return Cow::Borrowed(source);
        }
        let mut value = String::with_capacity(source.len());
        resolve::append(&mut value, source, VALUE);
        Cow::Owned(value)
    }

    pub(super) fn attributes_of(&self, token: &Token) -> (u32, u32) {
        (token.attributes, self.tokenizer.attributes.len() as u32 - token.attributes)
    }
}
