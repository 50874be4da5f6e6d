//! Words in the classes of elements.

use crate::features::name_words::each_word;
use debulha_dom::{AttributeSet, Document, NodeId};

/// Whether a class of an element contains one of these words, as `user-avatar` and `userAvatar` contain `avatar`.
pub(super) fn has_class_word(doc: &Document, element: NodeId, words: &[&str]) -> bool {
    if !doc.attribute_set(element).intersects(AttributeSet::CLASS) {
        return false;
    }
    let mut found = false;
    for class in doc.classes(element) {
        each_word(class, |word| {
            found |= words.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
        });
    }
    found
}
