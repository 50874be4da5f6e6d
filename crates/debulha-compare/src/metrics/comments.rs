//! How many of the words written are labelled as readers' comments.

use std::collections::HashSet;

use super::shingles::SHINGLE_WORDS;
use super::tokens::{nfc, words};

/// The words of one page, by whose they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommentWords {
    /// Words in runs of [`SHINGLE_WORDS`] that are in the comments and not in the gold text.
    pub comments: usize,
    /// All words written.
    pub written: usize,
}

/// Counts the words of `predicted` that are comments. A run that is in the gold text too, as a quotation is, does not
/// count; words as in word F1, and case counts. Linear.
pub fn comment_words(predicted: &str, gold: &str, comments: &str) -> CommentWords {
    let (predicted, gold, comments) = (nfc(predicted), nfc(gold), nfc(comments));
    let written: Vec<&str> = words(&predicted).collect();
    let (gold, comments) = (words(&gold).collect::<Vec<_>>(), words(&comments).collect::<Vec<_>>());
    let gold: HashSet<&[&str]> = gold.windows(SHINGLE_WORDS).collect();
    let comments: HashSet<&[&str]> = comments.windows(SHINGLE_WORDS).collect();
    let (mut sum, mut counted_to) = (0, 0);
    for (start, run) in written.windows(SHINGLE_WORDS).enumerate() {
        if comments.contains(run) && !gold.contains(run) {
            let end = start + SHINGLE_WORDS;
            sum += end - start.max(counted_to);
            counted_to = end;
        }
    }
    CommentWords { comments: sum, written: written.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_example() {
        let found = comment_words("a b c d e f g h", "a b c d", "c d e f g x");
        // Runs of comments: cdef, defg, words c to g.
        assert_eq!(found, CommentWords { comments: 5, written: 8 });
    }

    #[test]
    fn quoted_and_short_comments_do_not_count() {
        assert_eq!(comment_words("a b c d", "a b c d", "a b c d").comments, 0);
        assert_eq!(comment_words("a b c", "", "a b c").comments, 0);
        assert_eq!(comment_words("", "a", "b"), CommentWords { comments: 0, written: 0 });
    }
}
