//! The words of classes and ids.

use debulha_dom::{Document, NodeId, TokenId};

/// Gives each word of a name: runs of ASCII letters, cut where a small letter meets a capital. O(bytes).
pub fn each_word(name: &str, mut found: impl FnMut(&[u8])) {
    let bytes = name.as_bytes();
    let mut start = 0;
    for at in 0..=bytes.len() {
        let is_letter = bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        let is_hump =
            is_letter && at > start && bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase();
        if !is_letter || is_hump {
            if at > start {
                found(&bytes[start..at]);
            }
            start = if is_hump { at } else { at + 1 };
        }
    }
}

/// Whether one of these words is in a name, in any case: `user-avatar` and `userAvatar` have `avatar`. O(bytes · words).
pub fn has_word(name: &str, words: &[&str]) -> bool {
    let mut has = false;
    each_word(name, |own| has |= is_one_of(own, words));
    has
}

fn is_one_of(own: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| own.eq_ignore_ascii_case(word.as_bytes()))
}

/// Which of some lists of words the classes of a document have. Each distinct class is read once.
#[derive(Debug)]
pub struct ClassWords<const LISTS: usize> {
    /// By token; `None` for tokens that are no classes.
    known: Vec<Option<[bool; LISTS]>>,
}

impl<const LISTS: usize> ClassWords<LISTS> {
    /// O(nodes + classes of all elements), and O(bytes · words) for each distinct class.
    pub fn of(doc: &Document, lists: [&[&str]; LISTS]) -> Self {
        let mut known = Vec::new();
        for &token in doc.nodes().flat_map(|node| doc.class_tokens(node)) {
            let place = token.0 as usize;
            if known.len() <= place {
                known.resize(place + 1, None);
            }
            known[place].get_or_insert_with(|| {
                let mut has = [false; LISTS];
                each_word(doc.token(token), |own| {
                    for (has, words) in has.iter_mut().zip(lists) {
                        *has |= is_one_of(own, words);
                    }
                });
                has
            });
        }
        ClassWords { known }
    }

    /// Whether a class has a word of each list. O(1).
    pub fn of_class(&self, class: TokenId) -> [bool; LISTS] {
        self.known.get(class.0 as usize).copied().flatten().unwrap_or([false; LISTS])
    }

    /// The same of each class of an element.
    pub fn of_element(&self, doc: &Document, element: NodeId) -> impl Iterator<Item = [bool; LISTS]> {
        doc.class_tokens(element).iter().map(|&class| self.of_class(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    #[test]
    fn classes_have_the_words_of_lists() {
        let doc = parse("<p id=card class='userCard  wide'><p class=wide>", &Limits::default()).document;
        let words = ClassWords::of(&doc, [&["card"], &["wide", "user"]]);
        let of: Vec<Vec<[bool; 2]>> =
            doc.elements_named(names::P).map(|p| words.of_element(&doc, p).collect()).collect();
        assert_eq!(of, [vec![[true, true], [false, true]], vec![[false, true]]]);
    }

    #[test]
    fn names_are_taken_apart() {
        let mut words = Vec::new();
        each_word("c-postComments_2 HTMLBox", |word| words.push(String::from_utf8_lossy(word).into_owned()));
        assert_eq!(words, ["c", "post", "Comments", "HTMLBox"]);
    }

    #[test]
    fn words_are_found_in_any_case() {
        assert!(has_word("userAvatar", &["card", "avatar"]) && has_word("USER-avatar", &["user"]));
        assert!(!has_word("avatars", &["avatar"]) && !has_word("", &["avatar"]));
    }
}
