//! Formatting elements that stay active past the end of their parents: listing, reopening, adoption.

use super::formatting_list::FormattingEntry;
use super::{TreeBuilder, sets};
use crate::arena::{InsertPlace, NIL};
use crate::document::Namespace;
use crate::names::{self, NameId};
use crate::tokenizer::HtmlToken;
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

impl<'s> TreeBuilder<'s> {
    /// [Reconstructs the active formatting elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        if let Some(last) = self.formatting.part().last()
            && !self.arena.node(last.node).is_open
        {
            self.reopen_formatting();
        }
    }

    pub(super) fn reopen_formatting(&mut self) {
        let closed =
            self.formatting.part().iter().rev().take_while(|entry| !self.arena.node(entry.node).is_open);
        let closed = closed.count();
        let first = self.formatting.len() - closed;
        let Some(left) = self.reopenable.checked_sub(closed) else {
            self.dropped_formatting += closed;
            (first..first + closed).rev().for_each(|index| self.remove_formatting(index));
            return;
        };
        self.reopenable = left;
        for index in first..self.formatting.len() {
            let entry = self.formatting.get(index);
            let node = self.insert_implied(entry.name, entry.attributes);
            self.rename_formatting(index, node);
        }
    }

    /// Puts another node into an entry.
    pub(super) fn rename_formatting(&mut self, index: usize, node: u32) {
        let entry = self.formatting.get_mut(index);
        let old = std::mem::replace(&mut entry.node, node);
        self.arena.node_mut(old).is_formatting = false;
        self.arena.node_mut(node).is_formatting = true;
    }

    pub(super) fn remove_formatting(&mut self, index: usize) {
        let entry = self.formatting.remove(index);
        self.arena.node_mut(entry.node).is_formatting = false;
    }

    pub(super) fn clear_formatting_to_marker(&mut self) {
        for entry in self.formatting.clear_to_marker() {
            self.arena.node_mut(entry.node).is_formatting = false;
        }
    }

    /// Inserts a formatting element and lists it; of four alike the first leaves the list.
    pub(super) fn insert_formatting(&mut self, token: &HtmlToken) {
        /// How many alike there may be: "Noah's Ark".
        const ALIKE: usize = 3;
        let attributes = self.attributes_of(token);
        let entry = FormattingEntry {
            node: NIL,
            name: token.name,
            attributes,
            hash: self.attributes_hash(token.name, attributes),
        };
        let alike = |other: &&FormattingEntry| other.hash == entry.hash && self.is_alike(other, &entry);
        if self.formatting.part().iter().filter(alike).count() >= ALIKE {
            let first = self.formatting.part().iter().position(|other| alike(&other)).unwrap_or(0);
            self.remove_formatting(self.formatting.part_start() + first);
        } else if self.formatting.part().len() >= self.max_formatting {
            self.dropped_formatting += 1;
            self.remove_formatting(self.formatting.part_start());
        }
        let node = self.insert(token);
        self.arena.node_mut(node).is_formatting = true;
        self.formatting.push(FormattingEntry { node, ..entry });
    }

    pub(super) fn attributes_hash(&self, name: NameId, attributes: (u32, u32)) -> u64 {
        let range = attributes.0 as usize..(attributes.0 + attributes.1) as usize;
        self.tokenizer.attributes[range].iter().fold(u64::from(name.0), |sum, attribute| {
            let mut hasher = FxHasher::default();
            (attribute.name, self.value_of(attribute)).hash(&mut hasher);
            sum.wrapping_add(hasher.finish())
        })
    }

    /// Whether two entries have one name and the same attributes.
    pub(super) fn is_alike(&self, one: &FormattingEntry, other: &FormattingEntry) -> bool {
        let of = |entry: &FormattingEntry| {
            let range = entry.attributes.0 as usize..(entry.attributes.0 + entry.attributes.1) as usize;
            let mut attributes: Vec<(NameId, Cow<'s, str>)> =
                self.tokenizer.attributes[range].iter().map(|a| (a.name, self.value_of(a))).collect();
            attributes.sort_unstable();
            attributes
        };
        one.name == other.name && one.attributes.1 == other.attributes.1 && of(one) == of(other)
    }

    /// An `a` inside an open one closes it first.
    pub(super) fn close_open_link(&mut self, token: &HtmlToken) {
        let Some(index) = self.formatting.last_in_part(|entry| entry.name == names::A) else { return };
        let link = self.formatting.get(index).node;
        self.adoption_agency(token);
        if self.arena.node(link).is_formatting
            && let Some(index) = self.formatting.position(link)
        {
            self.remove_formatting(index);
        }
        if self.arena.node(link).is_open
            && let Some(position) = self.stack.position(link, names::A)
        {
            self.remove_open(position);
        }
    }

    /// An end tag without a rule of its own: closes the last element of its name, unless a special one lies above.
    pub(super) fn any_other_end_tag(&mut self, name: NameId) {
        let Some(position) = self.stack.last(name) else { return };
        if self.stack.barrier(sets::SPECIAL).is_some_and(|special| special > position) {
            return;
        }
        self.generate_implied_end_tags(sets::IMPLIED_END, name);
        self.pop_to(position);
    }

    /// The [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm)
    /// for the name of a tag.
    pub(super) fn adoption_agency(&mut self, token: &HtmlToken) {
        /// Rounds of the outer and of the inner loop, as the standard has them.
        const OUTER_ROUNDS: usize = 8;
        const INNER_ROUNDS: usize = 3;
        let subject = token.name;
        if let Some(current) = self.stack.current()
            && self.current_name() == subject
            && !self.arena.node(current.node).is_formatting
        {
            self.pop();
            return;
        }
        for _ in 0..OUTER_ROUNDS {
            let Some(index) = self.formatting.last_in_part(|entry| entry.name == subject) else {
                return self.any_other_end_tag(subject);
            };
            let formatting = self.formatting.get(index);
            let Some(position) = self.stack.position(formatting.node, subject) else {
                return self.remove_formatting(index);
            };
            if !self.stack.is_in_scope(position, sets::DEFAULT_SCOPE) {
                return;
            }
            let Some(furthest) = self.stack.first_special_above(position) else {
                self.pop_to(position);
                return self.remove_formatting(index);
            };
            let furthest_block = self.open_node(furthest);
            let mut removed = Vec::new();
            let mut bookmark = None;
            let mut last = furthest_block;
            for (round, between) in (position + 1..furthest).rev().enumerate() {
                let node = self.open_node(between);
                let entry =
                    if self.arena.node(node).is_formatting { self.formatting.position(node) } else { None };
                let Some(entry) = entry.filter(|_| round < INNER_ROUNDS) else {
                    if let Some(entry) = entry {
                        self.remove_formatting(entry);
                    }
                    removed.push(between);
                    continue;
                };
                let copy = self.copy_of(entry);
                self.leave(node);
                self.rename_formatting(entry, copy);
                self.stack.replace(between, copy);
                self.arena.node_mut(copy).is_open = true;
                if last == furthest_block {
                    bookmark = Some(copy);
                }
                self.arena.attach_last(copy, last);
                last = copy;
            }
            self.arena.detach(last);
            let ancestor =
                self.stack.get(position - 1).map_or(InsertPlace::LastChildOf(0), |open| self.place_in(open));
            self.arena.attach(ancestor, last);
            let index = self.formatting.position(formatting.node).unwrap_or(index);
            let copy = self.copy_of(index);
            self.arena.move_children(furthest_block, copy);
            self.arena.attach_last(furthest_block, copy);
            self.rename_formatting(index, copy);
            if let Some(previous) = bookmark.and_then(|node| self.formatting.position(node)) {
                self.formatting.move_after(index, previous);
            }
            self.adopt_on_stack(position, &removed, furthest, copy);
        }
    }

    /// Takes the formatting element and others off the stack, and opens the copy after the furthest block.
    pub(super) fn adopt_on_stack(
        &mut self,
        formatting: usize,
        removed: &[usize],
        furthest: usize,
        copy: u32,
    ) {
        for &position in removed.iter().chain([&formatting]) {
            let node = self.open_node(position);
            self.leave(node);
        }
        self.stack.edit(formatting, |open| {
            let element = open[0].of_node(copy);
            open.insert(furthest - formatting + 1, element);
            // From the highest down.
            let mut removed = removed.iter().rev().map(|&position| position - formatting).peekable();
            let mut index = 0;
            open.retain(|_| {
                let leaves = index == 0 || removed.next_if_eq(&index).is_some();
                index += 1;
                !leaves
            });
        });
        self.arena.node_mut(copy).is_open = true;
    }

    pub(super) fn open_node(&self, position: usize) -> u32 {
        self.stack.get(position).map_or(0, |open| open.node)
    }

    /// Notes that a node is off the stack.
    pub(super) fn leave(&mut self, node: u32) {
        let end = self.token_start;
        let node = self.arena.node_mut(node);
        node.is_open = false;
        if node.source.0 != NIL {
            node.source.1 = node.source.1.max(end);
        }
    }

    /// A new element like that of an entry, nowhere yet.
    pub(super) fn copy_of(&mut self, entry: usize) -> u32 {
        let entry = self.formatting.get(entry);
        self.arena.create_element(entry.name, Namespace::Html, entry.attributes, (NIL, NIL))
    }
}
