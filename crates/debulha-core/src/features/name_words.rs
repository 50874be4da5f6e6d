//! The words of classes and ids.

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
    each_word(name, |own| has |= words.iter().any(|word| own.eq_ignore_ascii_case(word.as_bytes())));
    has
}

#[cfg(test)]
mod tests {
    use super::*;

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
