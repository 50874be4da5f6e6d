//! Ids of pages, for URLs: a hash of the page's name, so that they survive restarts and added pages.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;

/// Bytes of a hash that an id has: among a million pages, a collision has a probability of 1 in 500, and only moves an id.
const ID_BYTES: usize = 6;

/// The ids of the pages of a project.
#[derive(Debug)]
pub(super) struct PageIds {
    ids: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl PageIds {
    /// Of pages by their names, in the order of their numbers. Pages of one name have ids by their order.
    pub(super) fn of<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> Self {
        let (mut ids, mut numbers) = (Vec::with_capacity(names.len()), HashMap::with_capacity(names.len()));
        for (number, name) in names.enumerate() {
            for turn in 0_u64.. {
                let id = hash(name, turn);
                if let Entry::Vacant(free) = numbers.entry(id.clone()) {
                    free.insert(number);
                    ids.push(id);
                    break;
                }
            }
        }
        PageIds { ids, numbers }
    }

    pub(super) fn id(&self, number: usize) -> Option<&str> {
        self.ids.get(number).map(String::as_str)
    }

    pub(super) fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }
}

fn hash(name: &str, turn: u64) -> String {
    let digest = Sha256::new().chain_update(turn.to_le_bytes()).chain_update(name).finalize();
    digest[..ID_BYTES].iter().fold(String::with_capacity(2 * ID_BYTES), |mut id, byte| {
        // Writing to a string cannot fail.
        let _ = write!(id, "{byte:02x}");
        id
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_depend_on_names_alone() {
        let (few, more) =
            (PageIds::of(["b", "d"].into_iter()), PageIds::of(["a", "b", "c", "d"].into_iter()));
        assert_eq!((few.id(0), few.id(1)), (more.id(1), more.id(3)));
        let id = more.id(3).map(str::to_owned).unwrap_or_default();
        assert_eq!((id.len(), more.number(&id)), (2 * ID_BYTES, Some(3)));
        assert_eq!((few.number("3"), few.id(2)), (None, None));
    }

    #[test]
    fn pages_of_one_name_have_ids_of_their_own() {
        let (twice, thrice) = (PageIds::of(["a", "a"].into_iter()), PageIds::of(["a", "a", "a"].into_iter()));
        assert_ne!(twice.id(0), twice.id(1));
        assert_eq!([twice.id(0), twice.id(1)], [thrice.id(0), thrice.id(1)]);
        assert_ne!(thrice.id(1), thrice.id(2));
    }
}
