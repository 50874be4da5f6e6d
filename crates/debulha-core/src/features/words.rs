//! Words of running text, also in scripts that put no spaces between them.

use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::{UWordBounds, UnicodeSegmentation};

/// The words of a text in order.
///
/// A word is a maximal run of letters, digits, `_`, combining marks and the joining signs `"'.,!@-:;$?()/`
/// that holds at least one letter or digit; white space and all other signs end it. So `don't`, `and/or`,
/// `3.14` and `(www.example.org)` are one word each, `R&D` is two, and `–` is none. This is the tokenisation
/// that boilerpipe's thresholds were learned with, with the typographic apostrophe joining like the plain
/// one.
///
/// Text in scripts without spaces is cut by the Unicode default word boundaries (UAX #29): one word for each
/// Han ideograph and hiragana syllable, for each run of katakana, and for each letter of Thai, Lao, Khmer and
/// Myanmar with its marks. No dictionary is used, so such text counts more words than a reader would: two
/// ideographs or some four Thai letters make a usual word.
///
/// O(bytes), no allocation.
///
/// ```
/// use debulha_core::features::words::words;
///
/// assert_eq!(words("Don't panic — it's 3.14!").collect::<Vec<_>>(), ["Don't", "panic", "it's", "3.14!"]);
/// assert_eq!(words("北京2008年").collect::<Vec<_>>(), ["北", "京", "2008", "年"]);
/// ```
pub fn words(text: &str) -> Words<'_> {
    Words { rest: text, clusters: None }
}

/// Iterator of [`words`].
pub struct Words<'t> {
    rest: &'t str,
    /// What is left of a run in a script without spaces.
    clusters: Option<UWordBounds<'t>>,
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    #[inline]
    fn next(&mut self) -> Option<&'t str> {
        loop {
            if let Some(clusters) = &mut self.clusters {
                match clusters.find(|cluster| cluster.contains(char::is_alphanumeric)) {
                    Some(cluster) => return Some(cluster),
                    None => self.clusters = None,
                }
            }
            let piece = next_piece(self.rest)?;
            self.rest = &self.rest[piece.end..];
            if piece.kind == WordPieceKind::Unspaced {
                self.clusters = Some(piece.text.split_word_bounds());
            } else if piece.has_words {
                return Some(piece.text);
            }
        }
    }
}

/// The longest run of one kind that a text begins with; `None` where it is empty.
fn take_run(text: &str) -> Option<(WordPieceKind, &str)> {
    let kind = kind_of(text.chars().next()?);
    // Most runs are ASCII, and so is what follows them.
    let bytes = text.as_bytes();
    let is_of_run = |&byte: &u8| byte.is_ascii() && kind_of(char::from(byte)) == kind;
    let ascii = bytes.iter().position(|byte| !is_of_run(byte)).unwrap_or(bytes.len());
    let end = match bytes.get(ascii) {
        None | Some(..0x80) => ascii,
        // A mark belongs to what stands before it, whatever the script.
        Some(_) => text[ascii..]
            .char_indices()
            .find(|&(_, c)| kind_of(c) != kind && !(kind == WordPieceKind::Unspaced && is_combining_mark(c)))
            .map_or(text.len(), |(at, _)| ascii + at),
    };
    Some((kind, &text[..end]))
}

/// A piece of a text as [`pieces`] cuts it.
pub(crate) struct WordPiece<'t> {
    /// Characters of one kind: a run of words or one of signs.
    pub(crate) text: &'t str,
    /// Where in the text it ends.
    pub(crate) end: usize,
    /// Whether all of it is ASCII.
    pub(crate) is_ascii: bool,
    /// Whether it holds words. An ASCII piece is then one word; else [`words`] tells which.
    pub(crate) has_words: bool,
    /// Whether it is of ASCII letters alone, as most words are.
    pub(crate) is_letters: bool,
    kind: WordPieceKind,
}

/// A text in runs of one kind, for those that look at more than words. ASCII signs that make no word, white space
/// among them, are in no piece. O(bytes).
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = WordPiece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let mut piece = next_piece(&text[at..])?;
        piece.end += at;
        at = piece.end;
        Some(piece)
    })
}

/// The first of the [`pieces`] of a text.
#[inline]
fn next_piece(text: &str) -> Option<WordPiece<'_>> {
    let bytes = text.as_bytes();
    let class_at = |at: usize| bytes.get(at).map_or(0, |&byte| CLASSES[usize::from(byte)]);
    let mut start = 0;
    while class_at(start) & SIGN != 0 {
        start += 1;
    }
    let mut end = start;
    let (mut of_any, mut of_all) = (0, LETTER);
    loop {
        let class = class_at(end);
        if class & WORD == 0 {
            break;
        }
        of_any |= class;
        of_all &= class;
        end += 1;
    }
    if bytes.get(end).is_none_or(u8::is_ascii) {
        let text = &text[start..end];
        let (has_words, is_letters) = (of_any & (LETTER | DIGIT) != 0, of_all != 0);
        let piece = WordPiece { text, end, is_ascii: true, has_words, is_letters, kind: WordPieceKind::Word };
        return (end > start).then_some(piece);
    }
    let (kind, run) = take_run(&text[start..])?;
    let has_words = run.contains(char::is_alphanumeric);
    Some(WordPiece { text: run, end: start + run.len(), is_ascii: false, has_words, is_letters: false, kind })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WordPieceKind {
    /// Part of a word: letters, digits, marks and joining signs.
    Word,
    /// A letter of a script without spaces between words.
    Unspaced,
    /// White space and other signs.
    Sign,
}

#[inline]
fn kind_of(c: char) -> WordPieceKind {
    if c.is_ascii() {
        return if CLASSES[c as usize] & WORD != 0 { WordPieceKind::Word } else { WordPieceKind::Sign };
    }
    if is_unspaced(c) {
        WordPieceKind::Unspaced
    } else if c.is_alphanumeric() || OTHER_JOINERS.contains(&c) || is_combining_mark(c) {
        WordPieceKind::Word
    } else {
        WordPieceKind::Sign
    }
}

/// Bits of [`CLASSES`]: part of a word, a letter or a digit among these, and what is no part of a word.
const WORD: u8 = 1;
const LETTER: u8 = 1 << 1;
const DIGIT: u8 = 1 << 2;
const SIGN: u8 = 1 << 3;

/// What an ASCII byte is; none of it for other bytes. Words are of letters, digits, and the signs inside and around words
/// that do not end them, as boilerpipe's tokeniser has them, and `_`.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte: u8 = 0;
    while byte.is_ascii() {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => WORD | LETTER,
            b'0'..=b'9' => WORD | DIGIT,
            b'"' | b'\'' | b'.' | b',' | b'!' | b'@' | b'-' | b':' | b';' | b'$' | b'?' | b'(' | b')'
            | b'/' | b'_' => WORD,
            _ => SIGN,
        };
        byte += 1;
    }
    classes
};

/// Soft hyphen, zero-width joiners, typographic apostrophe, word joiner: never a reader's word boundary.
const OTHER_JOINERS: [char; 5] = ['\u{ad}', '\u{200c}', '\u{200d}', '\u{2019}', '\u{2060}'];

/// Unicode blocks of the scripts that are written without spaces between words.
const UNSPACED: [(char, char); 11] = [
    ('\u{0e00}', '\u{0eff}'),   // Thai, Lao
    ('\u{1000}', '\u{109f}'),   // Myanmar
    ('\u{1780}', '\u{17ff}'),   // Khmer
    ('\u{2e80}', '\u{2fdf}'),   // radicals of ideographs
    ('\u{3005}', '\u{3007}'),   // ideographic iteration mark, closing mark, zero
    ('\u{3040}', '\u{30ff}'),   // Hiragana, Katakana
    ('\u{31f0}', '\u{31ff}'),   // Katakana extensions
    ('\u{3400}', '\u{9fff}'),   // ideographs
    ('\u{f900}', '\u{faff}'),   // compatibility ideographs
    ('\u{ff66}', '\u{ff9f}'),   // half-width Katakana
    ('\u{20000}', '\u{3ffff}'), // further ideographs
];

/// Whether a character belongs to a script that is written without spaces between words.
pub fn is_unspaced(c: char) -> bool {
    c >= UNSPACED[0].0 && UNSPACED.iter().any(|&(first, last)| (first..=last).contains(&c))
}

#[cfg(test)]
mod tests {
    use super::words;

    fn split(text: &str) -> Vec<&str> {
        words(text).collect()
    }

    #[test]
    fn joining_signs_join_and_other_signs_cut() {
        assert_eq!(
            split("a.b,c (d) e-mail x@y.org $5 and/or"),
            ["a.b,c", "(d)", "e-mail", "x@y.org", "$5", "and/or"]
        );
        assert_eq!(split("R&D 100% “quoted” a…b"), ["R", "D", "100", "quoted", "a", "b"]);
    }

    #[test]
    fn a_word_has_a_letter_or_digit() {
        assert_eq!(split(" - -- ... ___ | • ½ № "), ["½"]);
        assert_eq!(split(""), [""; 0]);
    }

    #[test]
    fn marks_and_apostrophes_stay_in_their_word() {
        assert_eq!(
            split("don’t cafe\u{301}s Straße Добрый хинди हिन्दी"),
            ["don’t", "cafe\u{301}s", "Straße", "Добрый", "хинди", "हिन्दी"]
        );
    }

    #[test]
    fn scripts_without_spaces_are_counted_by_sign() {
        assert_eq!(split("中国,上海。AB中"), ["中", "国", "上", "海", "AB", "中"]);
        assert_eq!(split("東京タワーです"), ["東", "京", "タワー", "で", "す"]);
        assert_eq!(split("ภาษาที่"), ["ภ", "า", "ษ", "า", "ที่"]);
        assert_eq!(split("한국어 문장"), ["한국어", "문장"]);
    }
}
