//! The stack of open elements, which answers every question of the rules in constant time.
//!
//! Each entry carries the position of the last element with its name below it, and of the last element of each set
//! that ends a search ([`sets::BARRIERS`]). "Is there a `p` in button scope" is then a comparison of two positions,
//! however deep the page.

use super::sets::{self, BARRIERS, Flags};
use crate::document::Namespace;
use crate::names::NameId;

/// No position.
const NONE: u32 = u32::MAX;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    pub(crate) node: u32,
    pub(crate) name: NameId,
    /// The name as in the tag: `foreignobject`, where the element's is `foreignObject`.
    pub(crate) tag_name: NameId,
    pub(crate) namespace: Namespace,
    pub(crate) flags: Flags,
    /// Position of the element below with this tag name, of HTML or not as this one.
    previous: u32,
    /// Position of the last element of HTML up to this one.
    html: u32,
    /// Position of the last element of each set up to this one.
    barriers: [u32; BARRIERS],
}

impl StackEntry {
    /// The same for another node.
    pub(crate) fn of_node(self, node: u32) -> Self {
        StackEntry { node, ..self }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Stack {
    open: Vec<StackEntry>,
    /// By tag name: position of the last element of HTML, and of a foreign one.
    last: Vec<[u32; 2]>,
}

impl Stack {
    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    /// The current node.
    #[inline]
    pub(crate) fn current(&self) -> Option<&StackEntry> {
        self.open.last()
    }

    pub(crate) fn get(&self, position: usize) -> Option<&StackEntry> {
        self.open.get(position)
    }

    /// Opens an element that is in the sets of `flags`.
    #[inline]
    pub(crate) fn push(
        &mut self,
        node: u32,
        name: NameId,
        tag_name: NameId,
        namespace: Namespace,
        flags: Flags,
    ) {
        let position = self.open.len() as u32;
        let is_foreign = namespace != Namespace::Html;
        let (mut barriers, mut html) = match self.open.last() {
            Some(below) => (below.barriers, below.html),
            None => ([NONE; BARRIERS], NONE),
        };
        if !is_foreign {
            html = position;
        }
        if flags & ((1 << BARRIERS) - 1) != 0 {
            for (set, barrier) in barriers.iter_mut().enumerate() {
                if flags & 1 << set != 0 {
                    *barrier = position;
                }
            }
        }
        let index = tag_name.0 as usize;
        if index >= self.last.len() {
            self.last.resize(index + 64, [NONE; 2]);
        }
        let previous = std::mem::replace(&mut self.last[index][usize::from(is_foreign)], position);
        self.open.push(StackEntry { node, name, tag_name, namespace, flags, previous, html, barriers });
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<StackEntry> {
        let open = self.open.pop()?;
        let is_foreign = open.namespace != Namespace::Html;
        self.last[open.tag_name.0 as usize][usize::from(is_foreign)] = open.previous;
        Some(open)
    }

    /// Position of the last open element of HTML with this name.
    #[inline]
    pub(crate) fn last(&self, name: NameId) -> Option<usize> {
        self.last.get(name.0 as usize).and_then(|last| found(last[0]))
    }

    /// Position of the last foreign element with this tag name above all elements of HTML.
    pub(crate) fn last_foreign(&self, tag_name: NameId) -> Option<usize> {
        let position = self.last.get(tag_name.0 as usize)?[1];
        let html = self.open.last()?.html;
        if html == NONE || position > html { found(position) } else { None }
    }

    /// Position of the last element in a set of [`sets`] that is kept track of.
    #[inline]
    pub(crate) fn barrier(&self, set: Flags) -> Option<usize> {
        found(self.open.last()?.barriers[set.trailing_zeros() as usize])
    }

    /// Whether [an element of HTML is in a scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope).
    #[inline]
    pub(crate) fn has_in_scope(&self, name: NameId, scope: Flags) -> bool {
        self.last(name).is_some_and(|position| self.is_in_scope(position, scope))
    }

    /// Whether the element at a position is in a scope.
    pub(crate) fn is_in_scope(&self, position: usize, scope: Flags) -> bool {
        self.barrier(scope).is_none_or(|barrier| position >= barrier)
    }

    /// Where an element is, by its node and tag name. O(open elements of that name).
    pub(crate) fn position(&self, node: u32, tag_name: NameId) -> Option<usize> {
        let mut at = self.last(tag_name);
        while let Some(position) = at {
            let open = &self.open[position];
            if open.node == node {
                return at;
            }
            at = found(open.previous);
        }
        None
    }

    /// The first special element above a position. O(elements between).
    pub(crate) fn first_special_above(&self, position: usize) -> Option<usize> {
        let above = self.open[position + 1..].iter().position(|open| open.flags & sets::SPECIAL != 0)?;
        Some(position + 1 + above)
    }

    /// Puts another node with the same name in the place of one.
    pub(crate) fn replace(&mut self, position: usize, node: u32) {
        self.open[position].node = node;
    }

    /// Rewrites the stack from a position on; `edit` gets those elements, the lowest first. O(their number).
    pub(crate) fn edit(&mut self, from: usize, edit: impl FnOnce(&mut Vec<StackEntry>)) {
        let mut above: Vec<StackEntry> = Vec::with_capacity(self.open.len() - from);
        while self.open.len() > from {
            above.extend(self.pop());
        }
        above.reverse();
        edit(&mut above);
        for open in above {
            self.push(open.node, open.name, open.tag_name, open.namespace, open.flags);
        }
    }
}

fn found(position: u32) -> Option<usize> {
    (position != NONE).then_some(position as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;
    use proptest::prelude::*;

    const NAMES: [NameId; 10] = [
        names::P,
        names::DIV,
        names::LI,
        names::UL,
        names::TABLE,
        names::TD,
        names::B,
        names::BUTTON,
        names::MI,
        names::HTML,
    ];

    /// The definition: down the stack until the element or one of the set.
    fn searched(stack: &[(NameId, Namespace)], name: NameId, scope: Flags) -> bool {
        for &(open, namespace) in stack.iter().rev() {
            if namespace == Namespace::Html && open == name {
                return true;
            }
            if sets::flags(namespace, open) & scope != 0 {
                return false;
            }
        }
        false
    }

    proptest! {
        #[test]
        fn scopes_are_what_a_search_finds(
            steps in proptest::collection::vec((0usize..10, 0u8..6), 1..40),
            cut in 0usize..40,
        ) {
            let mut stack = Stack::default();
            let mut plain: Vec<(NameId, Namespace)> = Vec::new();
            for (node, (name, action)) in steps.into_iter().enumerate() {
                let namespace = if action == 1 { Namespace::MathMl } else { Namespace::Html };
                if action == 0 {
                    stack.pop();
                    plain.pop();
                } else {
                    stack.push(node as u32, NAMES[name], NAMES[name], namespace, sets::flags(namespace, NAMES[name]));
                    plain.push((NAMES[name], namespace));
                }
            }
            if cut < plain.len() {
                plain.remove(cut);
                stack.edit(cut, |open| { open.remove(0); });
            }
            for name in NAMES {
                for scope in [sets::DEFAULT_SCOPE, sets::LIST_ITEM_SCOPE, sets::BUTTON_SCOPE, sets::TABLE_SCOPE] {
                    prop_assert_eq!(stack.has_in_scope(name, scope), searched(&plain, name, scope));
                }
                let last = plain.iter().rposition(|&open| open == (name, Namespace::Html));
                prop_assert_eq!(stack.last(name), last);
            }
        }
    }
}
