//! Inserting text and nodes, and what tags say.

use super::stack::StackEntry;
use super::{Mode, NextAction, TreeBuilder, sets};
use crate::arena::{InsertPlace, NIL};
use crate::document::{AttributeEntry, Namespace, NodeKind};
use crate::names::{self, NameId};
use crate::resolve::{self, Nul};
use crate::tokenizer::{CharacterRun, ContentState, HtmlToken, HtmlTokenKind, VALUE};
use std::borrow::Cow;

impl<'s> TreeBuilder<'s> {
    /// The source of a run.
    pub(super) fn characters(&self, run: CharacterRun) -> &'s str {
        &self.tokenizer.source()[run.start as usize..run.end as usize]
    }

    /// Takes white space off the start of text; `None` where there is none.
    pub(super) fn take_space(&self, token: &mut HtmlToken) -> Option<CharacterRun> {
        let run = token.run;
        let len = resolve::leading_space(self.characters(run), run.rules) as u32;
        token.run.start += len;
        (len > 0).then_some(CharacterRun { end: run.start + len, ..run })
    }

    /// Drops white space at the start of text; whether characters are left.
    pub(super) fn skip_space(&self, token: &mut HtmlToken) -> bool {
        self.take_space(token);
        !token.run.is_empty()
    }

    /// Inserts white space at the start of text; whether characters are left.
    pub(super) fn insert_leading_space(&mut self, token: &mut HtmlToken) -> bool {
        if let Some(space) = self.take_space(token) {
            self.insert_text(space);
        }
        !token.run.is_empty()
    }

    /// Drops the first character of text.
    pub(super) fn skip_character(&self, token: &mut HtmlToken) {
        token.run.start += resolve::first_character(self.characters(token.run), token.run.rules) as u32;
    }

    /// Whether text has a character that is neither white space nor NUL.
    pub(super) fn has_words(&self, run: CharacterRun) -> bool {
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
    pub(super) fn without_nul(&self, mut run: CharacterRun) -> Option<CharacterRun> {
        if run.dirt.nul() && run.rules.nul == Nul::Keep {
            if self.characters(run).bytes().all(|byte| byte == 0) {
                return None;
            }
            run.rules.nul = Nul::Drop;
        }
        Some(run)
    }

    pub(super) fn insert_text(&mut self, run: CharacterRun) {
        if let Some(place) = self.place() {
            self.arena.insert_text(place, run);
        }
    }

    /// The [appropriate place for inserting a node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node).
    #[inline]
    pub(super) fn place(&self) -> Option<InsertPlace> {
        self.stack.current().map(|current| self.place_in(current))
    }

    #[inline]
    pub(super) fn place_in(&self, target: &StackEntry) -> InsertPlace {
        if self.foster_parenting && target.flags & sets::FOSTERS != 0 {
            self.foster_place()
        } else {
            InsertPlace::LastChildOf(target.node)
        }
    }

    /// Before the last table, or where it would be.
    pub(super) fn foster_place(&self) -> InsertPlace {
        let node = |position: usize| self.stack.get(position).map_or(0, |open| open.node);
        let table = self.stack.last(names::TABLE);
        match (self.stack.last(names::TEMPLATE), table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                InsertPlace::LastChildOf(node(template))
            }
            (_, Some(table)) if self.arena.node(node(table)).parent != NIL => {
                InsertPlace::Before(node(table))
            }
            (_, Some(table)) => InsertPlace::LastChildOf(node(table.saturating_sub(1))),
            _ => InsertPlace::LastChildOf(node(0)),
        }
    }

    /// An element for a start tag, nowhere yet.
    pub(super) fn create_for(&mut self, token: &HtmlToken, namespace: Namespace, name: NameId) -> u32 {
        let attributes = match token.kind {
            HtmlTokenKind::StartTag => {
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
    pub(super) fn insert(&mut self, token: &HtmlToken) -> u32 {
        let node = self.insert_void(token, token.name);
        self.push(node, token.name, token.name, Namespace::Html);
        node
    }

    /// Inserts an element that is closed at once.
    #[inline]
    pub(super) fn insert_void(&mut self, token: &HtmlToken, name: NameId) -> u32 {
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
    pub(super) fn insert_raw(&mut self, token: &HtmlToken, content: ContentState) -> NextAction {
        self.insert(token);
        self.tokenizer.set_content(content, token.name);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        NextAction::Done
    }

    pub(super) fn insert_comment(&mut self, token: &HtmlToken) -> NextAction {
        if let Some(place) = self.place() {
            self.insert_comment_at(token, place);
        }
        NextAction::Done
    }

    pub(super) fn insert_comment_at(&mut self, token: &HtmlToken, place: InsertPlace) -> NextAction {
        let node = self.arena.create_text(NodeKind::Comment, token.run, (token.start, token.end));
        self.arena.attach(place, node);
        NextAction::Done
    }

    /// Gives an element those attributes of a tag that it has not. O(attributes).
    pub(super) fn add_missing_attributes(&mut self, node: u32, token: &HtmlToken) {
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
        let mut missing: Vec<AttributeEntry> =
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

    pub(super) fn value_of(&self, attribute: &AttributeEntry) -> Cow<'s, str> {
        let source = &self.tokenizer.source()[attribute.value.0 as usize..attribute.value.1 as usize];
        if attribute.dirt.is_clean() {
            return Cow::Borrowed(source);
        }
        let mut value = String::with_capacity(source.len());
        resolve::append(&mut value, source, VALUE);
        Cow::Owned(value)
    }

    pub(super) fn attributes_of(&self, token: &HtmlToken) -> (u32, u32) {
        (token.attributes, self.tokenizer.attributes.len() as u32 - token.attributes)
    }
}
