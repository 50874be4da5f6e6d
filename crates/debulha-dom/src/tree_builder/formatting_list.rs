//! The list of active formatting elements.

use crate::names::NameId;

/// An entry of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormattingEntry {
    pub(crate) node: u32,
    pub(crate) name: NameId,
    /// The element's attributes: start and count.
    pub(crate) attributes: (u32, u32),
    /// Equal for equal names and attributes, in any order.
    pub(crate) hash: u64,
}

/// Formatting elements that are reopened where they were closed by mistake, in parts divided by markers.
#[derive(Debug, Default)]
pub(crate) struct FormattingList {
    entries: Vec<FormattingEntry>,
    /// Entries below each marker.
    markers: Vec<usize>,
}

impl FormattingList {
    /// Where the part after the last marker starts.
    pub(crate) fn part_start(&self) -> usize {
        self.markers.last().copied().unwrap_or(0)
    }

    /// The entries after the last marker.
    pub(crate) fn part(&self) -> &[FormattingEntry] {
        &self.entries[self.part_start()..]
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn get(&self, index: usize) -> FormattingEntry {
        self.entries[index]
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> &mut FormattingEntry {
        &mut self.entries[index]
    }

    pub(crate) fn push(&mut self, entry: FormattingEntry) {
        self.entries.push(entry);
    }

    /// Moves an entry right after another one.
    pub(crate) fn move_after(&mut self, index: usize, previous: usize) {
        let entry = self.remove(index);
        let previous = if index < previous { previous - 1 } else { previous };
        self.entries.insert(previous + 1, entry);
        for marker in self.markers.iter_mut().rev().take_while(|marker| **marker > previous) {
            *marker += 1;
        }
    }

    pub(crate) fn remove(&mut self, index: usize) -> FormattingEntry {
        for marker in self.markers.iter_mut().rev().take_while(|marker| **marker > index) {
            *marker -= 1;
        }
        self.entries.remove(index)
    }

    /// Position of the entry of a node that has one.
    pub(crate) fn position(&self, node: u32) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.node == node)
    }

    pub(crate) fn push_marker(&mut self) {
        self.markers.push(self.entries.len());
    }

    /// Takes the entries up to the last marker off the list, and the marker.
    pub(crate) fn clear_to_marker(&mut self) -> impl Iterator<Item = FormattingEntry> + '_ {
        let start = self.markers.pop().unwrap_or(0);
        self.entries.drain(start..)
    }

    /// Position of the last entry after the last marker that meets a condition.
    pub(crate) fn last_in_part(&self, condition: impl Fn(&FormattingEntry) -> bool) -> Option<usize> {
        Some(self.part_start() + self.part().iter().rposition(condition)?)
    }
}
