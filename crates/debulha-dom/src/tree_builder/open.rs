//! Opening and closing elements.

use super::sets::Flags;
use super::stack::StackEntry;
use super::{Mode, TreeBuilder, sets};
use crate::arena::NIL;
use crate::document::Namespace;
use crate::names::{self, NameId};

impl TreeBuilder<'_> {
    pub(super) fn push(&mut self, node: u32, name: NameId, tag_name: NameId, namespace: Namespace) {
        self.stack.push(node, name, tag_name, namespace, sets::flags(namespace, name));
        self.arena.node_mut(node).is_open = true;
    }

    pub(super) fn current_name(&self) -> NameId {
        match self.stack.current() {
            Some(open) if open.namespace == Namespace::Html => open.name,
            _ => names::NONE,
        }
    }

    pub(super) fn current_flags(&self) -> Flags {
        self.stack.current().map_or(0, |open| open.flags)
    }

    pub(super) fn has_template(&self) -> bool {
        self.stack.last(names::TEMPLATE).is_some()
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.close(open);
        }
    }

    /// Notes that an element has left the stack, and where it ends in the source.
    #[inline]
    pub(super) fn close(&mut self, open: StackEntry) {
        let end = if open.tag_name == self.closes { self.token_end } else { self.token_start };
        let node = self.arena.node_mut(open.node);
        node.is_open = false;
        if node.source.0 != NIL {
            node.source.1 = node.source.1.max(end);
        }
    }

    /// Pops elements down to the one at a position, that one too.
    pub(super) fn pop_to(&mut self, position: usize) {
        while self.stack.len() > position {
            self.pop();
        }
    }

    /// Pops elements up to the last one of a name, which is open.
    pub(super) fn pop_until(&mut self, name: NameId) {
        if let Some(position) = self.stack.last(name) {
            self.pop_to(position);
        }
    }

    /// Clears the stack back to a context.
    pub(super) fn pop_to_context(&mut self, context: Flags) {
        while self.stack.current().is_some_and(|open| open.flags & context == 0) {
            self.pop();
        }
    }

    /// [Generates implied end tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags),
    /// those of a set, except of one name.
    pub(super) fn generate_implied_end_tags(&mut self, set: Flags, except: NameId) {
        while self.stack.current().is_some_and(|open| open.flags & set != 0 && open.name != except) {
            self.pop();
        }
    }

    /// Takes an element out of the middle of the stack. O(elements above).
    pub(super) fn remove_open(&mut self, position: usize) {
        let mut removed = None;
        self.stack.edit(position, |open| removed = Some(open.remove(0)));
        if let Some(open) = removed {
            self.close(open);
        }
    }

    pub(super) fn close_p_in_button_scope(&mut self) {
        if self.stack.has_in_scope(names::P, sets::BUTTON_SCOPE) {
            self.close_p();
        }
    }

    pub(super) fn close_p(&mut self) {
        self.generate_implied_end_tags(sets::IMPLIED_END, names::P);
        self.pop_until(names::P);
    }

    /// At the end of the file: everything open ends.
    pub(super) fn close_all(&mut self) {
        let end = self.tokenizer.source().len() as u32;
        let kept = matches!(self.mode, Mode::AfterBody | Mode::AfterAfterBody);
        while let Some(open) = self.stack.pop() {
            let end = match open.name {
                names::BODY if kept => self.body_end.unwrap_or(end),
                names::HTML if kept => self.html_end.unwrap_or(end),
                _ => end,
            };
            let node = self.arena.node_mut(open.node);
            if node.source.0 != NIL {
                node.source.1 = node.source.1.max(end);
            }
        }
    }
}
