//! Texts of short blocks that tell the end of an article: data, with its origin.

use memchr::memmem;
use std::sync::LazyLock;

/// Where in a block's text a phrase must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhrasePlace {
    /// At the start.
    Start,
    /// After a number at the start.
    AfterNumber,
    /// Anywhere.
    Anywhere,
    /// It is the whole text.
    Whole,
}

/// Phrases in lower case. Origin: the list in the authors' program boilerpipe; all are English but one
/// Swedish.
pub static END_PHRASES: &[(PhrasePlace, &str)] = &[
    (PhrasePlace::Start, "comments"),
    (PhrasePlace::Start, "© reuters"),
    (PhrasePlace::Start, "please rate this"),
    (PhrasePlace::Start, "post a comment"),
    (PhrasePlace::AfterNumber, " comments"),
    (PhrasePlace::AfterNumber, " users responded in"),
    (PhrasePlace::Anywhere, "what you think..."),
    (PhrasePlace::Anywhere, "add your comment"),
    (PhrasePlace::Anywhere, "add comment"),
    (PhrasePlace::Anywhere, "reader views"),
    (PhrasePlace::Anywhere, "have your say"),
    (PhrasePlace::Anywhere, "reader comments"),
    (PhrasePlace::Anywhere, "rätta artikeln"),
    (PhrasePlace::Whole, "thanks for your comments - this feedback is now closed"),
];

/// Those of [`END_PHRASES`] that may stand anywhere, made ready to be looked for.
static ANYWHERE: LazyLock<Vec<memmem::Finder<'static>>> = LazyLock::new(|| {
    let anywhere = END_PHRASES.iter().filter(|(place, _)| *place == PhrasePlace::Anywhere);
    anywhere.map(|(_, phrase)| memmem::Finder::new(phrase)).collect()
});

/// The whole text of a block that ends an article when all of it is a link.
pub const END_LINK: &str = "Comment";

/// Whether a text in lower case is or holds one of [`END_PHRASES`].
pub fn is_end(text: &str) -> bool {
    let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = after_number.len() < text.len();
    if ANYWHERE.iter().any(|phrase| phrase.find(text.as_bytes()).is_some()) {
        return true;
    }
    END_PHRASES.iter().any(|&(place, phrase)| match place {
        PhrasePlace::Start => text.starts_with(phrase),
        PhrasePlace::AfterNumber => has_number && after_number.starts_with(phrase),
        // Looked for above.
        PhrasePlace::Anywhere => false,
        PhrasePlace::Whole => text == phrase,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_hold_at_their_places() {
        assert!(is_end("comments (12)") && is_end("12 comments") && is_end("now have your say!"));
        assert!(is_end("thanks for your comments - this feedback is now closed"));
        assert!(!is_end("no comments") && !is_end("x12 comments") && !is_end(" comments of a king"));
    }

    #[test]
    fn phrases_are_in_lower_case() {
        assert!(END_PHRASES.iter().all(|(_, phrase)| *phrase == phrase.to_lowercase()));
    }
}
