//! Words in the classes of elements.

use crate::features::name_words::has_word;
use debulha_dom::{AttributeSet, Document, NodeId};

/// Whether a class of an element contains one of these words, as `user-avatar` and `userAvatar` contain `avatar`.
pub(super) fn has_class_word(doc: &Document, element: NodeId, words: &[&str]) -> bool {
    doc.attribute_set(element).intersects(AttributeSet::CLASS)
        && doc.classes(element).any(|class| has_word(class, words))
}
