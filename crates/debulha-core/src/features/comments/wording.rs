//! What short texts say: the heading of comments, what a reader may do with one, when it was written.

use crate::word_list::word_list;

/// Maximum words of a heading of comments that does not begin with their number: "Meinungen unserer Leser" has three,
/// and longer ones are sentences with the word in them.
const MAX_WORDS: usize = 6;

/// Words at the start of a text that are looked at: an article and an adjective may come first, and what comes later
/// is the object of a sentence.
const FIRST_WORDS: usize = 3;

/// Maximum characters of a heading in a script without spaces: two for the word, a few for "readers" and a number.
/// Longer ones are sentences.
const MAX_CHARS: usize = 14;

/// What the heading of a section announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// Comments, by a word that means nothing else.
    Comments,
    /// Comments with their number: a line below each entry of a blog says so too.
    Counted,
    /// By a word that heads other sections too: "Discussion", "Reactions".
    Maybe,
    /// Answers to a question.
    Answers,
}

/// Starts of words for comments, in lower case; each stands for its forms.
const COMMENTS: &[&str] = word_list!("words/comments.txt");

/// Words for comments that mean other things too.
const MAYBE: &[&str] = word_list!("words/maybe_comments.txt");

/// Words for answers to a question.
const ANSWERS: [&str; 8] =
    ["answer", "answers", "antwort", "respuesta", "réponse", "risposte", "ответ", "ответы"];

/// Words for comments in scripts without spaces.
const UNSPACED: [&str; 8] = ["评论", "評論", "コメント", "댓글", "留言", "의견", "跟帖", "网友"];

/// Begins of the words that announce comments, by which most headings are told from theirs at once.
pub(super) struct Begins {
    /// By the first two letters of ASCII words: whether one of the words begins so.
    ascii: Vec<bool>,
}

impl Begins {
    /// O(words of the lists).
    pub(super) fn new() -> Self {
        let mut begins = Begins { ascii: vec![false; 26 * 26] };
        for word in COMMENTS.iter().chain(MAYBE).chain(&ANSWERS) {
            if let Some(place) = pair(word.as_bytes()) {
                begins.ascii[place] = true;
            }
        }
        begins
    }

    /// Whether a text may announce something: it has letters beyond ASCII, or a word that begins as one of theirs. O(bytes).
    pub(super) fn may_announce(&self, text: &str) -> bool {
        let mut words = text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
        !text.is_ascii() || words.any(|word| pair(word).is_some_and(|place| self.ascii[place]))
    }
}

/// A number for the first two letters of a word; `None` where they are none of ASCII.
fn pair(word: &[u8]) -> Option<usize> {
    let letter =
        |byte: &u8| Some(usize::from(byte.to_ascii_lowercase().checked_sub(b'a').filter(|&at| at < 26)?));
    Some(letter(word.first()?)? * 26 + letter(word.get(1)?)?)
}

/// What a short text announces as a heading; `None` for all others. `words` are those of the text. O(text).
pub(super) fn heading(text: &str, words: u32) -> Option<Heading> {
    let trimmed = text.trim();
    if UNSPACED.iter().any(|word| trimmed.contains(word)) && trimmed.chars().count() <= MAX_CHARS {
        return Some(Heading::Comments);
    }
    let lower = trimmed.to_lowercase();
    let mut all = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let is_count = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counts_first = all.peek().is_some_and(|word| is_count(word));
    let is_counted = counts_first || lower.ends_with(')') && lower.bytes().any(|byte| byte.is_ascii_digit());
    if words as usize > MAX_WORDS && !counts_first {
        return None;
    }
    let looked_at = if counts_first { 2 } else { FIRST_WORDS };
    let mut before = "";
    for word in all.take(looked_at) {
        // "Comment" alone begins questions in French.
        let follows_count = !before.is_empty() && is_count(before);
        let may_ask = word == "comment" && !follows_count && !INVITES.contains(&before) && words > 1;
        let is_other = may_ask
            || WRITERS.contains(&before)
            || word.starts_with("commentar")
            || word.starts_with("commented");
        if !is_other && COMMENTS.iter().any(|stem| word.starts_with(stem)) {
            return Some(if is_counted { Heading::Counted } else { Heading::Comments });
        }
        if MAYBE.contains(&word) {
            let of_readers = READERS.iter().any(|readers| lower.contains(readers));
            return Some(match (is_counted, of_readers) {
                (true, _) => Heading::Counted,
                (_, true) => Heading::Comments,
                _ => Heading::Maybe,
            });
        }
        if is_counted && ANSWERS.contains(&word) {
            return Some(Heading::Answers);
        }
        before = word;
    }
    None
}

/// Who writes comments; parts of words.
const READERS: &[&str] = word_list!("words/readers.txt");

/// Words before "comments" of those who write what stands above.
const WRITERS: [&str; 9] = ["my", "our", "editor", "author", "s", "final", "closing", "staff", "general"];

/// Words before "comment" that invite to write one.
const INVITES: [&str; 11] =
    ["a", "add", "leave", "post", "write", "your", "submit", "make", "one", "new", "first"];

/// Words of what readers may do with a comment, in lower case.
const ACTIONS: &[&str] = word_list!("words/actions.txt");

/// Maximum words of a text that may be an action: "Reply to Rui" has three. Longer texts that begin with such a word
/// are sentences.
const ACTION_WORDS: u32 = 4;

/// Whether a short text is what readers may do with a comment: "Reply", "Antworten · Melden", "Reply to Rui". O(text).
pub(super) fn is_action(text: &str, words: u32) -> bool {
    if words == 0 || words > ACTION_WORDS {
        return false;
    }
    let lower = text.trim().to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|first| ACTIONS.contains(&first))
}

/// Words beside a number that count back in time.
const BACK: &[&str] = word_list!("words/back.txt");

/// Whether a short text says when by a time of day or by counting back: "3 days ago", "at 10:15". O(text).
pub(super) fn says_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let has_clock = (1..bytes.len())
        .any(|at| bytes[at] == b':' && is_digit(at - 1) && is_digit(at + 1) && is_digit(at + 2));
    has_clock
        || bytes.iter().any(u8::is_ascii_digit) && {
            let lower = text.to_lowercase();
            BACK.iter().any(|word| {
                lower.match_indices(word).any(|(at, _)| {
                    let letter = |c: char| c.is_alphabetic() && c.is_ascii();
                    !lower[..at].ends_with(letter) && !lower[at + word.len()..].starts_with(letter)
                })
            })
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::words::words;

    fn says(text: &str) -> Option<Heading> {
        let said = heading(text, words(text).count() as u32);
        assert!(said.is_none() || Begins::new().may_announce(text), "{text}");
        said
    }

    #[test]
    fn headings_of_comments_in_many_languages() {
        let all = [
            "Comments",
            "Leave a comment",
            "Comentarios",
            "Комментарии",
            "评论(5)",
            "コメント",
            "Yorumlar",
            "Add a Comment",
            "Leserkommentare",
            "Reader opinions",
            "Vos réactions",
            "Meinungen unserer Leser",
            "Σχόλια",
            "Kommentit",
            "التعليقات",
        ];
        for text in all {
            assert_eq!(says(text), Some(Heading::Comments), "{text}");
        }
        let counted = [
            "7 Responses to “Swing bridge closed after divers found rot in it”",
            "Comments (12)",
            "3 comments:",
            "12 Kommentare",
            "Commentaires (3)",
            "3 reacties",
            "Discussion (8)",
            "Komentarze (4)",
        ];
        for text in counted {
            assert_eq!(says(text), Some(Heading::Counted), "{text}");
        }
        assert_eq!(says("Discussion"), Some(Heading::Maybe));
        assert_eq!(says("3 Answers"), Some(Heading::Answers));
        for text in [
            "Commentary",
            "What readers told us about the comments on the bridge",
            "Answers",
            "Comment choisir un barbecue",
            "My comments",
            "Editor’s comments",
            "Comment faire",
            "The bridge",
            "",
        ] {
            assert_eq!(says(text), None, "{text}");
        }
    }

    #[test]
    fn most_headings_are_told_at_once() {
        let begins = Begins::new();
        assert!(
            ["12 Comments", "What others say: opinions", "Σχόλια"]
                .iter()
                .all(|text| begins.may_announce(text))
        );
        assert!(!["Our bridge", "2024", "Sow 3 m", ""].iter().any(|text| begins.may_announce(text)));
    }

    #[test]
    fn actions_and_times() {
        for text in ["Reply", "Antworten · Melden", "Reply to Rui", " Répondre "] {
            assert!(is_action(text, words(text).count() as u32), "{text}");
        }
        assert!(!is_action("Reply to all of these people at once", 8));
        for text in ["3 days ago", "vor 3 Tagen", "Sep 3, 10:15", "3 天前"] {
            assert!(says_time(text), "{text}");
        }
        for text in ["3 agonies", "ago", "chapter 3: rye"] {
            assert!(!says_time(text), "{text}");
        }
    }

    #[test]
    fn headings_and_actions_end_at_their_limits() {
        let on = |more: usize| says(&format!("Comments{}", " rye".repeat(more)));
        assert_eq!((on(MAX_WORDS - 1), on(MAX_WORDS)), (Some(Heading::Comments), None));
        let after = |before: usize| says(&format!("{}comments", "rye ".repeat(before)));
        assert_eq!((after(FIRST_WORDS - 1), after(FIRST_WORDS)), (Some(Heading::Comments), None));
        let unspaced = |more: usize| heading(&format!("评论{}", "麦".repeat(more)), 1);
        assert_eq!((unspaced(MAX_CHARS - 2), unspaced(MAX_CHARS - 1)), (Some(Heading::Comments), None));
        assert!(is_action("Reply to all readers", ACTION_WORDS));
        assert!(!is_action("Reply to all readers", ACTION_WORDS + 1) && !is_action("Reply", 0));
    }
}
